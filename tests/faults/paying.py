"""Paid calls with keys, sent until they are answered, by callers whose connections are cut and whose services die.

A caller cuts a connection in the middle of its request, when the request is out, or a little later; sends a call twice
immediately; and comes again with the same key until it has an answer. Knows HTTP as bytes and no code of the service.
"""

from __future__ import annotations

import asyncio
import json
import random
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from typing import Any

from tests.faults.hosts import Host, host

FAULTS = {"none": 60, "half": 8, "sent": 12, "waited": 12, "twice": 8}
NOBODY = -1
ANSWER_SECONDS = 30.0
PATIENCE_SECONDS = 180.0
PAUSE_SECONDS = (0.05, 0.3)  # between two sends of a call; after one that met nobody


@dataclass
class Office:
    """The processes that serve now; one that was killed is replaced by another at a new address."""

    database_url: str
    said: dict[str, Any]
    stack: ExitStack
    serving: list[Host] = field(default_factory=list)
    deaths: int = 0

    def open(self, count: int) -> None:
        """So many processes; a file has one."""
        self.serving = [self._one() for _ in range(1 if self.database_url.startswith("sqlite") else count)]

    def kill(self, place: int) -> None:
        """SIGKILL to one, and another in its place."""
        self.serving[place].process.kill()
        self.serving[place].process.wait()
        self.deaths += 1
        self.serving[place] = self._one()

    def _one(self) -> Host:
        return self.stack.enter_context(host(self.database_url, **self.said))


@contextmanager
def office(database_url: str, count: int, **said: Any) -> Iterator[Office]:
    """Processes on one database, all stopped in the end."""
    with ExitStack() as stack:
        made = Office(database_url, said, stack)
        made.open(count)
        yield made


@dataclass
class Paid:
    """What the callers saw: the lesson of each call, how often they sent, which faults there were, and what was odd."""

    lessons: dict[int, str] = field(default_factory=dict)
    sends: int = 0
    faults: Counter[str] = field(default_factory=Counter)
    statuses: Counter[int] = field(default_factory=Counter)
    odd: list[str] = field(default_factory=list)


async def pay(office: Office, cookie: str, count: int, *, callers: int, seconds_between_deaths: float) -> Paid:
    """Make so many calls, each until it is answered."""
    paid, numbers = Paid(), iter(range(count))

    async def caller() -> None:
        for number in numbers:
            await _one_call(office, cookie, number, paid)

    async def death() -> None:
        while True:
            await asyncio.sleep(seconds_between_deaths)
            await asyncio.to_thread(office.kill, office.deaths % len(office.serving))

    dying = asyncio.ensure_future(death())
    try:
        async with asyncio.TaskGroup() as group:
            for _ in range(callers):
                group.create_task(caller())
    finally:
        dying.cancel()
        await asyncio.wait([dying])
    return paid


def topic(number: int) -> str:
    """What a call asks for."""
    return f"Paid call {number}"


async def _one_call(office: Office, cookie: str, number: int, paid: Paid) -> None:
    chance = random.Random(number)
    until = time.monotonic() + PATIENCE_SECONDS
    while time.monotonic() < until:
        fault = chance.choices(list(FAULTS), list(FAULTS.values()))[0]
        paid.faults[fault] += 1
        if fault == "twice":
            answers = await asyncio.gather(*(_sent(office, cookie, number, "none", chance) for _ in range(2)))
        else:
            answers = [await _sent(office, cookie, number, fault, chance)]
        paid.sends += len(answers)
        paid.statuses.update(status for status, _ in answers)
        if any(_is_answered(paid, number, *answer) for answer in answers):
            return
        nobody = all(status == NOBODY for status, _ in answers)
        await asyncio.sleep(chance.uniform(0.0, PAUSE_SECONDS[nobody]))
    paid.odd.append(f"call {number} was never answered")


def _is_answered(paid: Paid, number: int, http_status: int, body: bytes) -> bool:
    if http_status == 200:
        lesson_id = json.loads(body)["result"]["data"]["lessonId"]
        if paid.lessons.setdefault(number, lesson_id) != lesson_id:
            paid.odd.append(f"call {number} was answered with two lessons")
    elif http_status not in (NOBODY, 0, 409, 503):
        paid.odd.append(f"call {number} was answered {http_status}: {body[:200]!r}")
    return http_status == 200


async def _sent(office: Office, cookie: str, number: int, fault: str, chance: random.Random) -> tuple[int, bytes]:
    """HTTP status and body; 0 when the connection was cut, by us or by a death, `NOBODY` when there was none."""
    body = json.dumps({"0": {"json": {"language": "EN", "topic": topic(number)}}}).encode()
    head = (
        "POST /api/rpc/lesson.createStarterLesson?batch=1 HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n"
        f"cookie: {cookie}\r\ncontent-type: application/json\r\nidempotency-key: call-{number}\r\n"
        f"content-length: {len(body)}\r\n\r\n"
    )
    whole = head.encode() + body
    writer: asyncio.StreamWriter | None = None
    try:
        reader, writer = await asyncio.open_connection(*chance.choice(office.serving).address)
        writer.write(whole[: chance.randrange(len(whole))] if fault == "half" else whole)
        await writer.drain()
        if fault == "waited":
            await asyncio.sleep(chance.choice((0.001, 0.005, 0.02, 0.05)))
        if fault != "none":
            return 0, b""
        answered = await asyncio.wait_for(reader.read(), ANSWER_SECONDS)
        head_bytes, _, said = answered.partition(b"\r\n\r\n")
        return (int(head_bytes.split(b" ", 2)[1]), said) if said else (0, b"")
    except (ConnectionError, TimeoutError):
        return NOBODY if writer is None else 0, b""
    finally:
        if writer is not None:
            writer.close()

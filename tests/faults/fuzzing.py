"""Mutants sent to a real service over raw connections, and what is wrong with an answer. Knows no mutation.

Each sender is a person with an organization of its own and sends one request after the other; so the same seeds meet
the same things at any service, and two databases can be compared.
"""

from __future__ import annotations

import asyncio
import json
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import unquote

import httpx

from tests.faults.mutants import Mutant, mutant, written
from tests.service.asking import Asking
from tests.service.places import Place, furnish
from workbench.service.administration.admin import add_person
from workbench.service.kernel.context import Service

SENDERS = 6
REFURNISHED_EVERY = 80
PATIENCE_SECONDS = 45.0  # longer than a read waits for its turn
QUIET_SECONDS = 2.5  # longer than the service waits for the rest of a request
MOST_SENT_BYTES = 1_100_000  # of more than a body may be the service reads nothing, and the answer may be lost
_TOO_SLOW = (0, 408)  # a crowded machine: 408, or the connection ended before the request was there. Sent again.
MORE_SECONDS = 0.05  # for what comes behind an answer

LEAKS = re.compile(
    rb"Traceback|File \"|\.py\b|site-packages|/home/|/usr/lib|/tmp/|/dev/shm/|SELECT |INSERT |UPDATE "
    rb"|FROM [a-z_]+ WHERE|sqlite|\bapsw\b|psycopg|sqlalchemy|postgres|pydantic|jiter|uvicorn|starlette|httptools"
    rb"|constraint|syntax error|object at 0x|<class|NoneType|lambda|[A-Z][a-z]+(?:Error|Exception)\b"
)
"""What no answer may hold; no mutant says any of it. Four letters stand in a random id by chance: sought as a word."""


@dataclass
class RawAnswer:
    """One answer: its HTTP status (0: the connection was closed without one), head and body."""

    http_status: int
    head: bytes = b""
    body: bytes = b""


@dataclass
class Report:
    """What came of a run: statuses by seed, and a line for each finding."""

    statuses: dict[int, tuple[int, ...]] = field(default_factory=dict)
    findings: list[str] = field(default_factory=list)
    bent: Counter[str] = field(default_factory=Counter)
    carried_out: set[str] = field(default_factory=set)

    def __add__(self, other: Report) -> Report:
        return Report(
            self.statuses | other.statuses,
            self.findings + other.findings,
            self.bent + other.bent,
            self.carried_out | other.carried_out,
        )

    def counted(self) -> dict[int, int]:
        """How often each HTTP status came."""
        return dict(
            sorted(Counter(status for seed_statuses in self.statuses.values() for status in seed_statuses).items())
        )


@dataclass
class Target:
    """A service that runs, and its store as seen from next to it."""

    base_url: str
    beside: Service
    secrets: tuple[bytes, ...] = ()

    @property
    def address(self) -> tuple[str, int]:
        """Host and port."""
        host, _, port = self.base_url.removeprefix("http://").partition(":")
        return host, int(port)


async def fuzz(target: Target, seeds: Sequence[int], senders: int = SENDERS) -> Report:
    """Send the mutants of the seeds; each sender has every n-th of them."""
    report = Report()
    async with httpx.AsyncClient(base_url=target.base_url, timeout=60, transport=_Repeating()) as http:
        people = [await _Sender.signed_up(target, http, number, report) for number in range(senders)]
        async with asyncio.TaskGroup() as group:
            for number, person in enumerate(people):
                group.create_task(person.run(seeds[number::senders]))
    return report


class _Repeating(httpx.AsyncHTTPTransport):
    """Sends a request again that this crowded machine was too slow to bring whole: nothing ran."""

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        response = await super().handle_async_request(request)
        if response.status_code != 408:
            return response
        await response.aread()
        return await self.handle_async_request(request)


class _Sender:
    """One connection and the people it speaks for."""

    def __init__(self, target: Target, report: Report, people: dict[str, Asking]) -> None:
        self._target = target
        self._report = report
        self._people = people
        self._cookies = {who: person.cookie for who, person in people.items()}
        self._secrets = [person.added.session_token.encode() for person in people.values()]
        self._open: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None
        self._ids: dict[str, str] = {}

    @classmethod
    async def signed_up(cls, target: Target, http: httpx.AsyncClient, number: int, report: Report) -> _Sender:
        """An owner, a viewer of the same organization, and a stranger."""
        store = target.beside.store
        people = {}
        for who, organization, role in (("owner", "", None), ("viewer", "", "viewer"), ("stranger", " else", None)):
            email, name = f"{who}{number}@fuzz.example", f"Fuzz {number}{organization}"
            added = await add_person(store, email, name, role=role, credits_at_start=1_000_000)
            people[who] = Asking(target.beside, http, added)
        return cls(target, report, people)

    async def run(self, seeds: Sequence[int]) -> None:
        for count, seed in enumerate(seeds):
            if count % REFURNISHED_EVERY == 0:
                await self._furnish()
            made = mutant(seed)
            sent = written(made, self._ids | {"<cookie>": self._cookies.get(made.who, "a=b")})
            answers = await self._exchanged(made, sent)
            self._report.statuses[seed] = tuple(answer.http_status for answer in answers)
            self._report.bent.update(made.bent)
            if [answer.http_status for answer in answers] == [200] and made.path is None:
                self._report.carried_out.update(made.names)
            for answer in answers:
                for wrong in self._wrong(made, answer):
                    shown = f"{wrong}\n  sent {sent[:600]!r}\n  came {(answer.head + answer.body)[:600]!r}"
                    self._report.findings.append(f"seed {made}: {shown}")
        await self._close()

    async def _furnish(self) -> None:
        place = await furnish(self._people["owner"])
        other = await self._people["stranger"].starter("Elsewhere")
        self._ids = {f"<{name}>": str(getattr(place, name)) for name in Place.__dataclass_fields__}
        self._ids["<other>"] = str(other["lessonId"])

    # ------------------------------------------------------------------------------------------- the connection

    async def _exchanged(self, made: Mutant, sent: bytes, *, again: bool = False) -> list[RawAnswer]:
        """The answers; a request that is none has a connection of its own, and is listened to until it is quiet."""
        alone = made.raw is not None or made.breaks or made.cut is not None
        if alone or self._open is None:
            await self._close()
            self._open = await asyncio.open_connection(*self._target.address, limit=2**24)
        reader, writer = self._open
        try:
            writer.write(sent)
            if made.cut is not None and made.seed % 2:
                return []
            await writer.drain()
            if not alone:
                answer = await asyncio.wait_for(_answer(reader, made.method), PATIENCE_SECONDS)
                if answer.http_status in _TOO_SLOW and not again:
                    await self._close()
                    return await self._exchanged(made, sent, again=True)
                if answer.http_status == 0 or b"connection: close" in answer.head.lower():
                    await self._close()
                return [answer]
            return await _answers(reader, made.method)
        except (ConnectionError, TimeoutError) as error:
            await self._close()
            if alone or len(sent) > MOST_SENT_BYTES:
                return []
            if isinstance(error, ConnectionError) and not again:
                return await self._exchanged(made, sent, again=True)
            return [RawAnswer(0, body=b"" if isinstance(error, ConnectionError) else b"(nothing in time)")]
        finally:
            if alone:
                await self._close()

    async def _close(self) -> None:
        if self._open is not None:
            self._open[1].close()
            self._open = None

    # ---------------------------------------------------------------------------------------------- the judgement

    def _wrong(self, made: Mutant, answer: RawAnswer) -> list[str]:
        found = []
        whole = answer.head + answer.body
        if answer.http_status >= 500:
            found.append(f"the answer is {answer.http_status}")
        if answer.http_status == 0:
            found.append("the connection ended without an answer")
        leak = LEAKS.search(whole)
        if leak is not None:
            found.append(f"it tells {leak[0]!r}")
        if any(secret in whole for secret in (*self._secrets, *self._target.secrets)):
            found.append("it tells a secret")
        is_call = made.path is None and made.raw is None and not made.breaks and made.cut is None
        if is_call and answer.http_status and made.method != "HEAD" and not _is_envelope(answer.body):
            found.append("it is no answer of the interface's family")
        elif (
            is_call
            and answer.http_status
            and made.method != "HEAD"
            and not _failed_names(answer.body) <= _requested_names(made)
        ):
            found.append("it is the answer to another request")
        return found


async def _answers(reader: asyncio.StreamReader, method: str) -> list[RawAnswer]:
    """Every answer until the connection ends or nothing comes any more."""
    found: list[RawAnswer] = []
    try:
        while answer := await asyncio.wait_for(_answer(reader, method), MORE_SECONDS if found else QUIET_SECONDS):
            if not answer.http_status:
                break
            found.append(answer)
            if b"connection: close" in answer.head.lower():
                break
    except TimeoutError:
        pass
    return found


async def _answer(reader: asyncio.StreamReader, method: str) -> RawAnswer:
    """The next answer; those that only announce another are passed over."""
    while True:
        try:
            head = await reader.readuntil(b"\r\n\r\n")
        except asyncio.IncompleteReadError as ended:
            return RawAnswer(0, ended.partial)
        http_status = int(head.split(b" ", 2)[1])
        if http_status >= 200:
            break
    length = re.search(rb"\r\ncontent-length: (\d+)", head, re.IGNORECASE)
    if method == "HEAD" or http_status in (204, 304):
        return RawAnswer(http_status, head)
    if length is not None:
        return RawAnswer(http_status, head, await reader.readexactly(int(length[1])))
    if b"transfer-encoding: chunked" in head.lower():
        return RawAnswer(http_status, head, await _chunks(reader))
    return RawAnswer(http_status, head, await reader.read())


async def _chunks(reader: asyncio.StreamReader) -> bytes:
    body = b""
    while size := int(await reader.readline(), 16):
        body += (await reader.readexactly(size + 2))[:-2]
    await reader.readline()
    return body


def _is_envelope(body: bytes) -> bool:
    try:
        value = json.loads(body)
    except ValueError:
        return False
    elements = value if isinstance(value, list) else [value]
    return all(
        isinstance(element, dict) and (element.keys() == {"result"} or _is_error(element)) for element in elements
    )


def _failed_names(body: bytes) -> set[str]:
    """The procedures that failed."""
    value = json.loads(body)
    elements = value if isinstance(value, list) else [value]
    return {element["error"]["data"].get("path", "") for element in elements if "error" in element} - {""}


def _requested_names(made: Mutant) -> set[str]:
    """The procedures that were requested, as an answer shows them: cut, and without control characters."""
    path = ",".join(made.names).partition("?")[0]
    names = unquote(path, errors="replace").removesuffix("/")
    return {_shown(part) for part in (*names.split(","), names)}


def _shown(name: str) -> str:
    return "".join(character if character.isprintable() else "?" for character in name[:200])


def _is_error(element: dict[str, object]) -> bool:
    error = element.get("error")
    return isinstance(error, dict) and error.keys() == {"message", "code", "data"} and "stack" not in error["data"]


def resident_mebibytes(pid: int) -> float:
    """The memory of a process that is in use."""
    resident = re.search(r"VmRSS:\s+(\d+) kB", Path(f"/proc/{pid}/status").read_text())
    assert resident is not None
    return int(resident[1]) / 1024

"""Histories of several writers on one lesson: they are made over HTTP at several processes, and checked in one pass.

Each success says its revision, so the order of the writes is known and nothing is searched for. The model of a lesson
in here is its own: forty lines that share no code with the service. Source: reliability 4.4, service 5.
"""

from __future__ import annotations

import http.client
import json
import random
import threading
import time
import uuid
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

Call = dict[str, Any]  # the input of one executeTransactions
WRITE = "/api/rpc/realtime.executeTransactions?batch=1"
CUT_SHARE = 0.2


@dataclass(frozen=True)
class Place:
    """The lesson that all write to, where, and as whom."""

    addresses: Sequence[tuple[str, int]]
    cookie: str
    lesson_id: str


@dataclass
class Event:
    """One thing that a writer did. `http_status` is None when the connection was cut: it may have taken effect."""

    label: str
    began: float
    ended: float
    http_status: int | None
    revision: int
    asked: Call | None = None
    order: list[str] = field(default_factory=list)
    texts: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class StoredLesson:
    """What the database says afterwards: the label of each revision, the order, and the text of each block."""

    labels: dict[int, str]
    order: list[str]
    texts: dict[str, str]


class Writer(threading.Thread):
    """Writes until the time is over, at whichever process, cutting a fifth of its connections."""

    def __init__(self, place: Place, seed: str, seconds: float) -> None:
        super().__init__(name=f"writer {seed}")
        self._place = place
        self._seed = seed
        self._ends = time.monotonic() + seconds
        self._chance = random.Random(seed)
        self._known: list[str] = []
        self._own: list[tuple[str, Call]] = []
        self._number = 0
        self.events: list[Event] = []

    def run(self) -> None:
        """Read first, then do what chance says."""
        self._read()
        while time.monotonic() < self._ends:
            kind = self._chance.choices(
                ["insert", "shuffle", "half good", "reuse", "again", "read"], [6, 2, 1, 1, 2, 3]
            )[0]
            if kind == "read":
                self._read()
            elif kind == "again" and self._own:
                self._write(*self._chance.choice(self._own))
            elif kind == "reuse" and self._known:
                self._write(*self._reuse())
            else:
                self._write(*self._new(kind))

    def _new(self, kind: str) -> tuple[str, Call]:
        """New blocks with an order that may leave blocks out, an order alone, or a call whose second half is wrong."""
        order = self._chance.sample(self._known, self._chance.randint(0, len(self._known)))
        mutations: list[dict[str, Any]] = []
        if kind != "shuffle":
            blocks = [self._block() for _ in range(self._chance.randint(1, 3))]
            for block in blocks:
                order.insert(self._chance.randint(0, len(order)), block["id"])
            mutations = [{"type": "lessonBlockInsert", "block": block} for block in blocks]
        if kind == "shuffle" or self._chance.random() < 0.7:
            mutations.insert(0, {"type": "lessonBlockOrderUpdate", "after": order})
        return self._call(mutations, half_good=kind == "half good")

    def _reuse(self) -> tuple[str, Call]:
        block = {**self._block(), "id": self._chance.choice(self._known)}
        return self._call([{"type": "lessonBlockInsert", "block": block}])

    def _call(self, mutations: list[dict[str, Any]], *, half_good: bool = False) -> tuple[str, Call]:
        self._number += 1
        label = f"{self._seed}.{self._number}"
        transactions = [{"label": label, "mutations": mutations}]
        if half_good:
            wrong = {"type": "lessonBlockOrderUpdate", "after": [str(uuid.uuid4())]}
            transactions.append({"label": label, "mutations": [wrong]})
        return label, {"lessonId": self._place.lesson_id, "language": "EN", "transactions": transactions}

    def _block(self) -> dict[str, Any]:
        drawn = str(uuid.UUID(int=self._chance.getrandbits(128), version=4))
        return {"id": drawn, "type": "heading", "content": {"text": f"{self._seed} {self._chance.random()}"}}

    def _write(self, label: str, asked: Call) -> None:
        body = json.dumps({"0": {"json": asked}}).encode()
        began = time.monotonic()
        answered = self._send("POST", WRITE, body, cut=self._chance.random() < CUT_SHARE)
        ended = time.monotonic()
        if answered is None:
            self.events.append(Event(label, began, float("inf"), None, 0, asked))
        else:
            http_status, headers, _ = answered
            revision = int(headers.get("x-lesson-revision", 0))
            self.events.append(Event(label, began, ended, http_status, revision, asked))
        if _inserts(asked):  # an order that is sent again is an order: it has nothing to be known again by
            self._own.append((label, asked))

    def _read(self) -> None:
        said = f'{{"0":{{"json":{{"lessonId":"{self._place.lesson_id}"}}}}}}'
        began = time.monotonic()
        answered = self._send("GET", f"/api/rpc/lesson.getLesson?batch=1&input={said.replace(chr(34), '%22')}", None)
        assert answered is not None
        http_status, _, body = answered
        if http_status != 200:
            self.events.append(Event("read", began, time.monotonic(), http_status, 0))
            return
        data = json.loads(body)[0]["result"]["data"]
        self._known = [block["id"] for block in data["blocks"]]
        texts = {block["id"]: block["content"].get("text", "") for block in data["blocks"]}
        self.events.append(
            Event("read", began, time.monotonic(), 200, data["revision"], None, list(self._known), texts)
        )

    def _send(
        self, method: str, target: str, body: bytes | None, *, cut: bool = False
    ) -> tuple[int, dict[str, str], bytes] | None:
        connection = http.client.HTTPConnection(*self._chance.choice(self._place.addresses), timeout=60)
        try:
            headers = {"cookie": self._place.cookie, "content-type": "application/json"}
            connection.request(method, target, body, headers)
            if cut:
                time.sleep(self._chance.choice([0.0, 0.002, 0.01]))
                return None
            answer = connection.getresponse()
            said = {name.lower(): value for name, value in answer.getheaders()}
            return answer.status, said, answer.read()
        finally:
            connection.close()


def history(place: Place, seed: int, *, writers: int, seconds: float) -> list[Event]:
    """What so many writers did in so long a time."""
    made = [Writer(place, f"{seed}.{number}", seconds) for number in range(writers)]
    for writer in made:
        writer.start()
    for writer in made:
        writer.join()
    return [event for writer in made for event in writer.events]


def faults(events: Sequence[Event], stored: StoredLesson, first: list[str], texts: dict[str, str]) -> list[str]:
    """A sentence for each promise that the history breaks; `first` and `texts` are the lesson before it."""
    writes = [event for event in events if event.asked is not None]
    effective = {label: revision for revision, label in stored.labels.items()}
    return [
        *_statuses(events),
        *_labels(writes, stored),
        *_acknowledged(writes, effective),
        *_in_time(events, effective),
        *_replayed(events, writes, stored, Model(first, dict(texts))),
    ]


def _statuses(events: Sequence[Event]) -> list[str]:
    odd = {event.http_status for event in events} - {None, 200, 400, 409}
    return [f"An answer was {status}." for status in odd]


def _labels(writes: Sequence[Event], stored: StoredLesson) -> list[str]:
    """Revisions go up by one, each is of a call that was sent, none of a refused one, none of one twice."""
    found = []
    revisions = sorted(stored.labels)
    if revisions and revisions != list(range(revisions[0], revisions[0] + len(revisions))):
        found.append("A revision is missing.")
    sent = {write.label for write in writes}
    refused = {write.label for write in writes if write.http_status in (400, 409)}
    refused -= {write.label for write in writes if write.http_status in (200, None)}
    labels = list(stored.labels.values())
    found += [f"Call {label} took effect twice." for label in set(labels) if labels.count(label) > 1]
    found += [f"Call {label} was never sent." for label in set(labels) - sent]
    found += [f"Call {label} was refused and took effect." for label in refused & set(labels)]
    return found


def _acknowledged(writes: Sequence[Event], effective: dict[str, int]) -> list[str]:
    """The first success of a call that inserts gives the revision it is stored under; later ones none before it."""
    found = []
    for write in writes:
        if write.http_status != 200:
            continue
        revision = effective.get(write.label)
        if revision is None:
            if _inserts(write.asked):
                found.append(f"Call {write.label} was acknowledged and is not stored.")
        elif write.revision < revision:
            found.append(f"Call {write.label} is said to be in revision {write.revision} and is in {revision}.")
    return found


def _in_time(events: Sequence[Event], effective: dict[str, int]) -> list[str]:
    """What began after another ended has seen it: revisions follow the clock, for reads too."""
    found = []
    ended = sorted((event.ended, event.revision, event.label) for event in events if event.http_status == 200)
    highest, at = 0, 0
    for success in sorted((one for one in events if one.http_status == 200), key=lambda one: one.began):
        while at < len(ended) and ended[at][0] < success.began:
            highest = max(highest, ended[at][1])
            at += 1
        if success.revision < highest:
            found.append(
                f"{success.label} began after revision {highest} was acknowledged and tells {success.revision}."
            )
    return found


def _replayed(events: Sequence[Event], writes: Sequence[Event], stored: StoredLesson, model: Model) -> list[str]:
    """Replaying the calls in the order of their revisions gives every read, and what is stored."""
    found = []
    asked = {write.label: write.asked for write in writes}
    reads: dict[int, list[Event]] = {}
    for event in events:
        if event.asked is None and event.http_status == 200:
            reads.setdefault(event.revision, []).append(event)
    revision = min(stored.labels, default=2) - 1
    while True:
        for read in reads.pop(revision, []):
            if (read.order, read.texts) != (model.order, model.texts):
                found.append(f"A read of revision {revision} is not what the calls up to it make.")
        revision += 1
        label = stored.labels.get(revision)
        call = None if label is None else asked.get(label)
        if call is None:
            break
        model.apply(call)
    found += [f"A read tells revision {revision}, which is not stored." for revision in reads]
    if (stored.order, stored.texts) != (model.order, model.texts):
        found.append("What is stored is not what the calls make.")
    return found


@dataclass
class Model:
    """A lesson as the design describes it, without any of the service's code."""

    order: list[str]
    texts: dict[str, str]

    def apply(self, call: Call) -> None:
        """One whole call that took effect."""
        for transaction in call["transactions"]:
            listed: list[str] | None = None
            inserted: list[str] = []
            for mutation in transaction["mutations"]:
                if mutation["type"] == "lessonBlockOrderUpdate":
                    listed = mutation["after"]
                elif mutation["block"]["id"] not in self.texts:
                    inserted.append(mutation["block"]["id"])
                    self.texts[mutation["block"]["id"]] = mutation["block"]["content"]["text"]
            self._lay(listed, inserted)

    def _lay(self, listed: list[str] | None, inserted: list[str]) -> None:
        """Listed ones in the listed order; one that is not listed stays after the one it was after."""
        if listed is not None:
            behind: dict[str | None, list[str]] = {}
            last: str | None = None
            for block_id in self.order:
                if block_id in listed:
                    last = block_id
                else:
                    behind.setdefault(last, []).append(block_id)
            order = list(behind.get(None, []))
            for block_id in listed:
                order += [block_id, *behind.get(block_id, [])]
            self.order = order
        self.order = self.order + [block_id for block_id in inserted if block_id not in self.order]


def _inserts(asked: Call | None) -> bool:
    assert asked is not None
    return any(
        mutation["type"] == "lessonBlockInsert" for one in asked["transactions"] for mutation in one["mutations"]
    )

"""A lesson's first revision, read after thousands of changes: beside a lesson of few, on each database.

Both are as far from a revision that is kept whole as they can be.

Run as: python -m benchmarks.history [--changes 190 4990]
"""

from __future__ import annotations

import http.client
import json
from contextlib import ExitStack
from functools import partial
from typing import Any
from urllib.parse import urlsplit
from uuid import UUID

from benchmarks.databases import each_database
from benchmarks.options import two_sizes
from benchmarks.paired import Compared, report
from benchmarks.serving import Serving, need, ours, owner
from benchmarks.wrk import load, p50_compared, read_target
from workbench.wire.headers import DEFAULT_COOKIE_NAME, cookie_header

BLOCKS = 200
TEXT = "A sentence of a lesson, which says something about the topic at hand and is as long as sentences are. " * 3


def main() -> None:
    """Measure, print the table, keep the figures."""
    chosen, few, many = two_sizes(__doc__, "changes", 190, 4_990, rounds=9)
    need("wrk")
    with each_database() as databases:
        rows = [compared(name, fresh(), (many, few), chosen.rounds) for name, fresh in databases.items()]
    report("history", rows, f"{many:,} changes", f"{few:,} changes", chosen.json)


def compared(name: str, url: str, sizes: tuple[int, int], rounds: int) -> Compared:
    """p50 of `getRevision` of the lesson's first pages, for the long and the short history, round by round."""
    added = owner(url, 100)
    cookie = cookie_header(DEFAULT_COOKIE_NAME, added.session_token)
    with ExitStack() as stack:
        service = stack.enter_context(ours(url, core=0))
        sides = []
        for changes in sizes:
            lesson_id = changed(service, cookie, changes)
            target = read_target("lesson.getRevision", {"lessonId": lesson_id, "revision": 2})
            sides.append(partial(load, service, target, cookie, seconds=1, connections=1))
        return p50_compared(f"getRevision, {name}", sides, rounds)


def changed(service: Serving, cookie: str, changes: int) -> str:
    """The id of a lesson of 200 blocks that was changed so often, one block each time."""
    where = urlsplit(service.base_url)
    connection = http.client.HTTPConnection(where.hostname or "", where.port)

    def done(name: str, asked: dict[str, Any]) -> Any:
        body = json.dumps({"0": {"json": asked}})
        headers = {"cookie": cookie, "content-type": "application/json"}
        connection.request("POST", f"/api/rpc/{name}?batch=1", body, headers)
        answered = connection.getresponse()
        said = json.loads(answered.read())
        assert answered.status == 200, said
        return said

    made = done("lesson.createLesson", {"title": f"{changes} changes", "language": "EN"})
    lesson_id = str((made[0] if isinstance(made, list) else made)["result"]["data"]["lessonId"])

    def edit(*mutations: dict[str, Any]) -> None:
        transactions = [{"label": "edit", "mutations": list(mutations)}]
        done("realtime.executeTransactions", {"lessonId": lesson_id, "language": "EN", "transactions": transactions})

    ids = [str(UUID(int=index + 1)) for index in range(BLOCKS)]
    blocks = [{"id": id_, "type": "text", "content": {"markdown": TEXT}} for id_ in ids]
    edit(*[{"type": "lessonBlockInsert", "block": block} for block in blocks])
    for number in range(changes):
        content = {"markdown": f"{TEXT} Change {number}."}
        edit({"type": "lessonBlockUpdate", "id": ids[number % BLOCKS], "content": content})
    return lesson_id


if __name__ == "__main__":
    main()

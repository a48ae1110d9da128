"""Reads while lessons are being written slowly: beside the same service with nothing to write, on each database.

And what a lesson that is being written costs in memory. Run as: python -m benchmarks.slow_writer [--rounds N]
"""

from __future__ import annotations

import http.client
import json
import re
import threading
import time
import urllib.request
from contextlib import ExitStack
from functools import partial
from urllib.parse import urlsplit

from benchmarks.databases import each_database
from benchmarks.options import options
from benchmarks.paired import Compared, in_turn, report
from benchmarks.service_reads import three_reads
from benchmarks.serving import Serving, need, ours, owner
from benchmarks.wrk import Load, load
from tests.model_server import ModelServer, model_server, slow
from workbench.service.ai.provider import DEADLINE
from workbench.wire.headers import DEFAULT_COOKIE_NAME, cookie_header

IN_FLIGHT = 32
LONG_SECONDS = 3_000.0  # the measurement ends before
PATIENT = {DEADLINE: "3000"}


def main() -> None:
    """Measure, print the table, keep the figures."""
    chosen = options(__doc__, rounds=15, seconds=1).parse_args()
    need("wrk")
    rows: list[Compared] = []
    with each_database() as databases:
        for name, fresh in databases.items():
            measured, kib = beside(name, [fresh(), fresh()], chosen.rounds, chosen.seconds)
            rows += measured
            print(f"{name}: {kib:.0f} KiB of memory for each further lesson that is being written.")
    report("slow_writer", rows, f"{IN_FLIGHT} being written", "idle", chosen.json)


def beside(name: str, urls: list[str], rounds: int, seconds: float) -> tuple[list[Compared], float]:
    """p50 and p99 of a batch of three reads at a busy and at an idle service; KiB for each lesson under way."""
    with ExitStack() as stack:
        model = stack.enter_context(model_server(slow(LONG_SECONDS)))
        people = [owner(url, 1_000) for url in urls]
        services = [stack.enter_context(ours(url, core=0, model={**model.environment, **PATIENT})) for url in urls]
        cookies = [cookie_header(DEFAULT_COOKIE_NAME, person.session_token) for person in people]
        sides = [
            partial(load, service, three_reads(person.organization_id), cookie, seconds=seconds)
            for service, person, cookie in zip(services, people, cookies, strict=True)
        ]
        for warm in sides:
            warm()
        begin(services[0], cookies[0], model, IN_FLIGHT)
        pairs = [(busy, idle) for busy, idle in in_turn(rounds, *sides)]
        assert in_flight(services[0]) == IN_FLIGHT, "the lessons were written before the measurement was over"
        before = services[0].now_mib()  # the first ones fit into what the start had left over
        begin(services[0], cookies[0], model, IN_FLIGHT)
        kib = (services[0].now_mib() - before) * 1024 / IN_FLIGHT
        model.closing.set()  # the writers finish, and the services can stop
    return [row(name, figure, pairs) for figure in ("p50_ms", "p99_ms")], kib


def row(name: str, figure: str, pairs: list[tuple[Load, Load]]) -> Compared:
    """One figure of the busy and the idle service, round by round."""
    busy, idle = ([getattr(pair[side], figure) for pair in pairs] for side in (0, 1))
    return Compared(f"batch of three, {name}", figure.replace("_", " "), busy, idle, 2.0, at_least=False)


def begin(service: Serving, cookie: str, model: ModelServer, count: int) -> None:
    """So many more lessons that are being written: the model was asked for each, and is at it until the end."""
    wanted = len(model.requests) + count
    for number in range(count):
        threading.Thread(target=_ask, args=(service, cookie, f"topic {wanted} {number}"), daemon=True).start()
    while len(model.requests) < wanted:
        time.sleep(0.05)


def in_flight(service: Serving) -> int:
    """What the service itself says of it."""
    with urllib.request.urlopen(f"{service.base_url}/metrics") as answered:
        said = answered.read().decode()
    found = re.search(r"^workbench_generations_in_flight (\d+)$", said, re.MULTILINE)
    assert found is not None
    return int(found[1])


def _ask(service: Serving, cookie: str, topic: str) -> None:
    where = urlsplit(service.base_url)
    connection = http.client.HTTPConnection(where.hostname or "", where.port, timeout=LONG_SECONDS + 60)
    body = json.dumps({"0": {"json": {"language": "EN", "topic": topic}}})
    headers = {"cookie": cookie, "content-type": "application/json"}
    try:
        connection.request("POST", "/api/rpc/lesson.createStarterLesson?batch=1", body, headers)
        connection.getresponse().read()
    except (OSError, http.client.HTTPException):  # the measurement is over, and the service with it
        pass


if __name__ == "__main__":
    main()

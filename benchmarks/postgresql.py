"""The service on PostgreSQL: a batch of three reads beside a bare handler that takes a connection per procedure.

The server is one of this machine's, started for the measurement. Run as: python -m benchmarks.postgresql [--rounds N]
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from benchmarks.options import options
from benchmarks.paired import Compared, report
from benchmarks.service_reads import agree, compared, loads, three_reads
from benchmarks.serving import Serving, need, ours, owner, pinned, running
from tests.postgresql_server import server
from workbench.wire.headers import DEFAULT_COOKIE_NAME, cookie_header


def main() -> None:
    """Measure, print the table, keep the figures."""
    chosen = options(__doc__, rounds=15, seconds=1).parse_args()
    rows = measured(chosen.rounds, chosen.seconds)
    report("postgresql", rows, "ours", "bare handler", chosen.json)


def measured(rounds: int, seconds: float) -> list[Compared]:
    """Requests a second, p99, and processor time of the process that serves."""
    need("wrk")
    with server(durable=True) as database:
        url = database.fresh()
        added = owner(url, 100)
        cookie = cookie_header(DEFAULT_COOKIE_NAME, added.session_token)
        target = three_reads(added.organization_id)
        with ours(url, core=0) as we, bare(url) as they:
            agree(we, they, target, cookie)
            pairs = loads(we, they, target, cookie, rounds, seconds)
            return compared("batch of three on PostgreSQL", 1.5, pairs, p99_aim=1.0)


@contextmanager
def bare(database_url: str) -> Iterator[Serving]:
    """The bare handler, on the same core."""
    command = pinned(0, [sys.executable, "-u", "-m", "benchmarks.bare_handler", database_url])
    with running(command, dict(os.environ)) as (process, said):
        yield Serving(said.strip(), process.pid)


if __name__ == "__main__":
    main()

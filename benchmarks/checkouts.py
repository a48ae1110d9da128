"""This checkout's service beside another one's: reads and writes over HTTP, in turn, on SQLite or PostgreSQL.

For the question of what a change costs: `git worktree add ../before COMMIT`, then run as
`python -m benchmarks.checkouts ../before [--postgresql] [--rounds N]`.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from benchmarks.durable import CONNECTIONS, READ, WRITE
from benchmarks.options import load_meanwhile, options
from benchmarks.paired import Compared, in_turn, keep, table
from benchmarks.service_reads import three_reads
from benchmarks.serving import Serving, need, ours, owner
from benchmarks.wrk import Load, load
from tests.postgresql_server import server
from workbench.wire.cookie import DEFAULT_COOKIE_NAME, cookie_header


def main() -> None:
    """Measure, print the table, keep the figures."""
    parser = options(__doc__, rounds=15)
    parser.add_argument("checkout", type=Path, help="the folder of the other checkout")
    parser.add_argument("--postgresql", action="store_true", help="on a server that is started for the measurement")
    parser.add_argument("--seconds", type=float, default=1, help="of one run of wrk")
    chosen = parser.parse_args()
    need("wrk")
    with tempfile.TemporaryDirectory() as folder, database(Path(folder), chosen.postgresql) as url:
        rows = measured(url, Path(folder), chosen.checkout.resolve(), chosen.rounds, chosen.seconds)
    print(table(rows, "this checkout", str(chosen.checkout)))
    print(load_meanwhile())
    keep(chosen.json, "checkouts", [row.as_json() for row in rows])


@contextmanager
def database(folder: Path, on_server: bool) -> Iterator[str]:
    """The address of an empty database."""
    if not on_server:
        yield f"sqlite:///{folder / 'service.db'}"
        return
    with server(durable=True) as started:
        yield started.fresh()


def measured(url: str, folder: Path, other: Path, rounds: int, seconds: float) -> list[Compared]:
    """Requests a second and the server's processor time, of a trivial read, a batch of three and a durable write."""
    added = owner(url, 100)
    cookie = cookie_header(DEFAULT_COOKIE_NAME, added.session_token)
    body = json.dumps({"0": {"json": {"organizationId": added.organization_id}}})
    script = folder / "write.lua"
    script.write_text(
        f"wrk.method = 'POST'\nwrk.body = '{body}'\nwrk.headers['Content-Type'] = 'application/json'\n",
        encoding="utf-8",
    )
    kinds = {
        "trivial read": (READ, None),
        "batch of three": (three_reads(added.organization_id), None),
        f"write, {CONNECTIONS} connections": (WRITE, script),
    }
    rows = []
    with ours(url, core=0) as here, ours(url, core=0, checkout=other) as there:

        def side(of: Serving, target: str, script: Path | None) -> Callable[[], Load]:
            return lambda: load(of, target, cookie, seconds=seconds, connections=CONNECTIONS, script=script)

        for name, (target, script_or_none) in kinds.items():
            sides = [side(each, target, script_or_none) for each in (here, there)]
            for warm in sides:
                warm()
            pairs = list(in_turn(rounds, *sides))
            rows.append(compared(name, "requests/s", pairs, lambda run: run.requests_per_second))
            rows.append(compared(name, "processor us a request", pairs, lambda run: run.cpu_us))
    return rows


def compared(name: str, unit: str, pairs: list[list[Load]], figure: Callable[[Load], float]) -> Compared:
    """One figure of all rounds."""
    left, right = [figure(each[0]) for each in pairs], [figure(each[1]) for each in pairs]
    is_rate = unit == "requests/s"
    return Compared(name, unit, left, right, 0.9 if is_rate else 1.1, at_least=is_rate)


if __name__ == "__main__":
    main()

"""This checkout's service beside another one's: reads and writes over HTTP, in turn, on a database each.

For the question of what a change costs: `git worktree add ../before COMMIT`, then run as
`python -m benchmarks.checkouts ../before [--postgresql] [--rounds N]`.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from benchmarks.durable import CONNECTIONS, READ, WRITE
from benchmarks.options import options
from benchmarks.paired import Compared, in_turn, report
from benchmarks.service_reads import three_reads
from benchmarks.serving import Serving, need, ours
from benchmarks.wrk import Load, load
from tests.postgresql_server import server
from workbench.wire.headers import DEFAULT_COOKIE_NAME, cookie_header

ROOT = Path(__file__).parent.parent
TRIVIAL, BATCH, DURABLE = "trivial read", "batch of three", f"write, {CONNECTIONS} connections"


def main() -> None:
    """Measure, print the table, keep the figures."""
    parser = options(__doc__, rounds=15, seconds=1)
    parser.add_argument("checkout", type=Path, help="the folder of the other checkout")
    parser.add_argument("--postgresql", action="store_true", help="on a server that is started for the measurement")
    chosen = parser.parse_args()
    need("wrk")
    with tempfile.TemporaryDirectory() as folder, databases(Path(folder), chosen.postgresql) as urls:
        rows = measured(urls, Path(folder), chosen.checkout.resolve(), chosen.rounds, chosen.seconds)
    report("checkouts", rows, "this checkout", str(chosen.checkout), chosen.json)


@contextmanager
def databases(folder: Path, on_server: bool) -> Iterator[tuple[str, str]]:
    """The addresses of two empty databases: an older checkout does not open the schema of a newer one."""
    if not on_server:
        yield f"sqlite:///{folder / 'this.db'}", f"sqlite:///{folder / 'other.db'}"
        return
    with server(durable=True) as started:
        yield started.empty(), started.empty()


@dataclass(frozen=True)
class Side:
    """A checkout's service, its owner's cookie, and what each kind of load sends to it."""

    serving: Serving
    cookie: str
    organization_id: str
    script: Path

    def load(self, kind: str, seconds: float) -> Load:
        """One run of wrk."""
        target = {TRIVIAL: READ, BATCH: three_reads(self.organization_id)}.get(kind, WRITE)
        script = self.script if kind == DURABLE else None
        return load(self.serving, target, self.cookie, seconds=seconds, connections=CONNECTIONS, script=script)


@contextmanager
def side(url: str, folder: Path, checkout: Path) -> Iterator[Side]:
    """The checkout's service on the database, with an owner that its own command made."""
    words = ["admin", "add-person", "ana@example.org", "--organization", "Acme", "--credits", "100"]
    environment = {**os.environ, "PYTHONPATH": str(checkout), "PYTHONSAFEPATH": "1"}
    command = [sys.executable, "-m", "workbench.cli.main", *words, "--database", url, "--json"]
    added = json.loads(subprocess.run(command, env=environment, check=True, capture_output=True).stdout)
    body = json.dumps({"0": {"json": {"organizationId": added["organizationId"]}}})
    script = folder / f"write-{added['organizationId']}.lua"
    script.write_text(
        f"wrk.method = 'POST'\nwrk.body = '{body}'\nwrk.headers['Content-Type'] = 'application/json'\n",
        encoding="utf-8",
    )
    with ours(url, core=0, checkout=checkout) as serving:
        cookie = cookie_header(DEFAULT_COOKIE_NAME, added["sessionToken"])
        yield Side(serving, cookie, added["organizationId"], script)


def measured(urls: tuple[str, str], folder: Path, other: Path, rounds: int, seconds: float) -> list[Compared]:
    """Requests a second and the server's processor time, of a trivial read, a batch of three and a durable write."""
    rows = []
    with side(urls[0], folder, ROOT) as here, side(urls[1], folder, other) as there:
        for name in (TRIVIAL, BATCH, DURABLE):
            sides = [partial(checkout.load, name, seconds) for checkout in (here, there)]
            pairs = list(in_turn(rounds, *sides, warm=True))
            rows.append(compared(name, "requests/s", pairs, lambda run: run.requests_per_second))
            rows.append(compared(name, "processor us a request", pairs, lambda run: run.cpu_us))
    return rows


def compared(name: str, unit: str, pairs: list[list[Load]], figure: Callable[[Load], float]) -> Compared:
    """One figure of all rounds."""
    left, right = [figure(pair[0]) for pair in pairs], [figure(pair[1]) for pair in pairs]
    is_rate = unit == "requests/s"
    return Compared(name, unit, left, right, 0.9 if is_rate else 1.1, at_least=is_rate)


if __name__ == "__main__":
    main()

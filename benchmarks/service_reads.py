"""Reads of the service beside the same reads of @trpc/server's standalone adapter: same file, same work, same run.

Each server has one core, wrk the other. On a machine with other work the processor time a request is the steadiest
row: it says what the requests a second would be if the server had its core to itself.
Run as: python -m benchmarks.service_reads [--rounds N] [--json FILE]
"""

from __future__ import annotations

import json
import tempfile
import urllib.request
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from urllib.parse import quote

from benchmarks.options import options
from benchmarks.paired import Compared, in_turn, report
from benchmarks.serving import Serving, need, ours, owner, theirs
from benchmarks.wrk import Load, load
from workbench.wire.headers import DEFAULT_COOKIE_NAME, cookie_header

TRIVIAL = "/api/rpc/service.whoAmI?batch=1"
THREE = (
    "organization.getOrgTierAndStatus",
    "organization.getLastSelectedOrganizationId",
    "organization.getUserData",
)


def main() -> None:
    """Measure, print the table, keep the figures."""
    chosen = options(__doc__, rounds=15, seconds=1).parse_args()
    rows = measured(chosen.rounds, chosen.seconds)
    report("service_reads", rows, "ours", "@trpc/server", chosen.json)


def measured(rounds: int, seconds: float) -> list[Compared]:
    """Both reads: requests a second, p99 and, steadiest of the three, the server's processor time."""
    need("wrk", "node", "npm")
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "service.db"
        added = owner(f"sqlite:///{file}", 100)
        cookie = cookie_header(DEFAULT_COOKIE_NAME, added.session_token)
        with ours(f"sqlite:///{file}", core=0) as we, theirs(file, core=0) as they:
            reads = {
                "trivial read": (TRIVIAL, 5.0),
                "batch of three on SQLite": (three_reads(added.organization_id), 3.0),
            }
            rows = []
            for name, (target, aim) in reads.items():
                agree(we, they, target, cookie)
                rows += compared(name, aim, loads(we, they, target, cookie, rounds, seconds))
            return rows


def three_reads(organization_id: str) -> str:
    """The target of a batch of three reads that name the organization."""
    scope = {"json": {"organizationId": organization_id}}
    inputs = {"0": scope, "1": {"json": None, "meta": {"values": ["undefined"]}}, "2": scope}
    said = quote(json.dumps(inputs, separators=(",", ":")), safe="-_.~!*'()")  # as their client writes it
    return f"/api/rpc/{','.join(THREE)}?batch=1&input={said}"


def agree(we: Serving, they: Serving, target: str, cookie: str) -> None:
    """End when the two servers do not answer the same: then they would not do the same work."""
    heard = []
    for server in (we, they):
        request = urllib.request.Request(server.base_url + target, headers={"Cookie": cookie})
        with urllib.request.urlopen(request) as response:
            heard.append(json.load(response))
    if heard[0] != heard[1]:
        raise SystemExit(f"The two servers answer differently: {heard}")


def loads(we: Serving, they: Serving, target: str, cookie: str, rounds: int, seconds: float) -> list[tuple[Load, Load]]:
    """A pair for each round, after both were warmed up."""
    sides = [partial(load, server, target, cookie, seconds=seconds) for server in (we, they)]
    return [(a, b) for a, b in in_turn(rounds, *sides, warm=True)]


def compared(name: str, aim: float, pairs: Sequence[tuple[Load, Load]], *, p99_aim: float = 0.5) -> list[Compared]:
    """The three rows of one read."""
    we, they = zip(*pairs, strict=True)

    def row(figure: str, unit: str, target: float, *, at_least: bool) -> Compared:
        sides = [[getattr(run, figure) for run in side] for side in (we, they)]
        return Compared(name, unit, sides[0], sides[1], target, at_least)

    return [
        row("requests_per_second", "requests/s", aim, at_least=True),
        row("p99_ms", "p99 ms", p99_aim, at_least=False),
        row("cpu_us", "processor us a request", 1 / aim, at_least=False),
    ]


if __name__ == "__main__":
    main()

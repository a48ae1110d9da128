"""Every front end with every kernel: `python -m tests.browser.matrix [--kernels 6.29.5 ...] [--fronts lab ...]`.

Makes an environment for each ipykernel, runs `test_fronts.py` in each place and `refused_kernels.py` on the broken one,
prints a table, and ends with 1 when something failed. Known kernels are named below.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from tests.browser.fronts import ADDRESSES
from tests.browser.kernels import NEWEST, environment_of

HERE = Path(__file__).parent
KERNELS = ("6.29.5", "7.3.0", NEWEST)
BROKEN = "7.0.1"
MARKS = {"passed": "ok", "failed": "FAILED", "skipped": "skipped"}


@dataclass
class Outcomes:
    """What pytest tells of each test in each place."""

    outcomes: dict[tuple[str, str], str] = field(default_factory=dict)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Keep how it went; what fails in a fixture fails the test."""
        if (report.when != "call" and report.passed) or "[NOTSET" in report.nodeid:  # a place without cells
            return
        name, _, place = report.nodeid.rpartition("::")[2].partition("[")
        key = (name, place.removesuffix("]").removesuffix("-chromium"))
        if self.outcomes.get(key) != "FAILED":
            heard = dict(report.user_properties).get("heard")
            self.outcomes[key] = f"ok, {heard}" if heard and report.passed else MARKS[report.outcome]


def main() -> int:
    """Run, print, 1 when something failed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kernels", nargs="+", default=KERNELS, metavar="VERSION", help="versions of ipykernel")
    parser.add_argument("--fronts", nargs="+", default=list(ADDRESSES), choices=list(ADDRESSES))
    chosen = parser.parse_args()
    kernels = dict(_made(version) for version in chosen.kernels)
    results, refused = Outcomes(), Outcomes()
    code = _run("test_fronts.py", chosen.fronts, kernels, results)
    print(f"\n{table(results.outcomes)}")
    if with_cells := [front for front in chosen.fronts if front != "voila"]:
        code |= _run("refused_kernels.py", with_cells, dict([_made(BROKEN)]), refused)
        print(f"\n{table(refused.outcomes)}")
    return 1 if code else 0


def table(outcomes: dict[tuple[str, str], str]) -> str:
    """A line for each test, a column for each place."""
    names = list(dict.fromkeys(name for name, _ in outcomes))
    places = list(dict.fromkeys(place for _, place in outcomes))
    rows = [["", *places]]
    rows += [
        [name.removeprefix("test_").replace("_", " "), *(outcomes.get((name, place), "-") for place in places)]
        for name in names
    ]
    widths = [max(len(row[index]) for row in rows) for index in range(len(places) + 1)]
    lines = [" | ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) for row in rows]
    return "\n".join(f"| {line} |" for line in [lines[0], "-|-".join("-" * width for width in widths), *lines[1:]])


def _made(version: str) -> tuple[str, Path]:
    print(f"ipykernel {version} ...", flush=True)
    return environment_of(version)


def _run(name: str, fronts: Sequence[str], kernels: dict[str, Path], results: Outcomes) -> int:
    places = [f"--place={front}-{kernel}={python}" for front in fronts for kernel, python in kernels.items()]
    return int(pytest.main([str(HERE / name), "-q", "-m", "", "-p", "no:cacheprovider", *places], plugins=[results]))


if __name__ == "__main__":
    raise SystemExit(main())

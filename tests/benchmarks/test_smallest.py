"""Every measurement still runs: once, at its smallest size. Its figures are not looked at."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest

from benchmarks.__main__ import SMALLEST
from tests.meta.source_tree import ROOT, modules
from tests.needs import needs

TOO_LONG_FOR_EVERY_RUN = {
    "block_list",  # starts a JupyterLab; so do the tests of the same panel in tests/browser
    "bulk_wall",
    "change_sets",
    "checkouts",
    "findings",
    "growth",
    "history",
    "lab_launch",
    "learner_pages",
    "packages",
    "postgresql",
    "reports",
    "review_panel",
    "search",
    "service_reads",  # compiles a package of Node's the first time
    "sizing",
    "slow_writer",
    "starter_lessons",
}
TOOLS = {
    "chromium": {"block_list", "lab_launch", "review_panel"},
    "node": {"service_reads"},
    "npm": {"service_reads"},
    "linux": set(SMALLEST),
    "wrk": {"checkouts", "durable", "growth", "history", "learner_pages", "postgresql", "service_reads", "sizing"}
    | {"slow_writer"},
    "postgresql": {"change_sets", "findings", "growth", "history", "postgresql", "postgresql_driver"}
    | {"prompt_passages", "review_queue", "search", "sizing", "slow_writer"},
}


def measurement(name: str) -> object:
    """A measurement with the tools that it needs; one that takes long is not in every run."""
    marks = [needs(tool) for tool, names in TOOLS.items() if name in names]
    return pytest.param(name, marks=[*marks, *([pytest.mark.slow] if name in TOO_LONG_FOR_EVERY_RUN else [])])


@pytest.mark.parametrize("name", [measurement(name) for name in SMALLEST])
def test_a_measurement_runs(name: str) -> None:
    """As its README says, in a separate process."""
    words = [sys.executable, "-m", f"benchmarks.{name}", *SMALLEST[name]]

    ended = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, timeout=600, check=False)

    assert ended.returncode == 0 or "The target is missed." in ended.stderr, ended.stdout + ended.stderr
    assert re.search(r"\d", ended.stdout)


def test_no_measurement_is_forgotten() -> None:
    """Every module that takes the options of a measurement is run here."""
    written = {
        path.stem
        for path in modules(ROOT / "benchmarks")
        if re.search(r"= (options|two_sizes)\(", path.read_text(encoding="utf-8"))
    }

    assert written - {"options"} == set(SMALLEST)

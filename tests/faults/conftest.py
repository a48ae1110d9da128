"""How many cases a run of the fault tests has, `pytest tests/faults --cases 5000`, and the outcome of them."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.faults.cases import cases
from tests.faults.faulty_service import FaultyService, running
from tests.faults.kernels import Kernels, forked

FEW_CASES = 68
FEW_ROWS = 60
FEW_KILLS = 2
FEW_TOPICS = 400
FEW_CHANGES = 300
FEW_ROUNDS = 1
FEW_SECONDS = 3.0
SMALL_DISK = "size=2m,mode=0700"
MOUNT_FOR_A_WHILE = f"""
trap '' INT TERM HUP
mount -t tmpfs -o {SMALL_DISK} tmpfs "$0" && echo mounted && read -r told
umount --lazy "$0"
rmdir "$0"
"""
"""Until told, or until this process has ended, however it did: what is mounted outlives a run that was killed."""
FEW_REQUESTS = 1_800
FEW_PATHS = 100
FEW_PIXELS = 3_000_000
FEW_CALLS = 80
FEW_DRAFTS = 40
FEW_TIMES = 20


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options; a few of each suffice for `make test`, and `make sweep-...` names the whole."""
    parser.addoption("--rounds", type=int, default=FEW_ROUNDS, help="how many rounds of credits, kills and histories")
    parser.addoption("--seconds", type=float, default=FEW_SECONDS, help="how long one history is")
    parser.addoption("--requests", type=int, default=FEW_REQUESTS, help="how many fuzzed requests")
    parser.addoption("--paths", type=int, default=FEW_PATHS, help="how many generated paths")
    parser.addoption("--pixels", type=int, default=FEW_PIXELS, help="how many pixels large pictures have")
    parser.addoption("--calls", type=int, default=FEW_CALLS, help="how many paid calls with keys")
    parser.addoption("--drafts", type=int, default=FEW_DRAFTS, help="how many random drafts of a model")
    parser.addoption("--times", type=int, default=FEW_TIMES, help="how often an attack asks for what is heavy")
    parser.addoption("--first", type=int, default=0, help="the seed of the first fuzzed request")
    parser.addoption("--rows", type=int, default=FEW_ROWS, help="how many rows a run has that is killed often")
    parser.addoption("--kills", type=int, default=FEW_KILLS, help="how often it is killed")
    parser.addoption("--change-rows", type=int, default=FEW_CHANGES, help="how many changes a set has, about")
    parser.addoption("--topics", default=None, help="the topic list of the long run, a file")
    parser.addoption("--topic-rows", type=int, default=FEW_TOPICS, help="how many made-up topics it has otherwise")
    parser.addoption("--cases", type=int, default=FEW_CASES, help="how many fault cases, by seed from 0")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """One test a case."""
    if "fault_case" in metafunc.fixturenames:
        count = metafunc.config.getoption("cases", default=FEW_CASES)
        metafunc.parametrize("fault_case", cases(count), ids=str)


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """How often each trouble was drawn and came about in each mode, and which invariants broke."""
    reports = [stat for kind in ("passed", "failed") for stat in terminalreporter.stats.get(kind, [])]
    told = [dict(report.user_properties) for report in reports if report.when == "call"]
    told = [record for record in told if "trouble" in record]
    if len(told) <= FEW_CASES * 2:
        return
    drawn = Counter((record["trouble"], record["mode"]) for record in told)
    met = Counter((record["trouble"], record["mode"]) for record in told if record["met"])
    fell = Counter(invariant for record in told for invariant in record["broken"])
    terminalreporter.section("faults")
    for trouble, mode in sorted(drawn, key=lambda pair: (int(pair[0].split()[0]), pair[1])):
        came = f"{drawn[trouble, mode]:6} cases, {met[trouble, mode]:6} came about"
        terminalreporter.write_line(f"{trouble:55} {mode:8} {came}")
    broke = ", ".join(f"{name}: {count}" for name, count in sorted(fell.items())) or "none"
    terminalreporter.write_line(f"{len(told):,} cases. Broken invariants: {broke}.")


@pytest.fixture(scope="session")
def faulty_service() -> Iterator[FaultyService]:
    """A service that fails as a case says, on a real socket."""
    with running() as service:
        yield service


@pytest.fixture(scope="session")
def kernels() -> Iterator[Kernels]:
    """Processes that run plans and are killed."""
    with forked() as made:
        yield made


@pytest.fixture
def journals() -> Iterator[Path]:
    """A folder for one case, gone at once: thousands of them would fill a disk."""
    with tempfile.TemporaryDirectory() as folder:
        yield Path(folder)


@pytest.fixture(scope="session")
def two_megabytes() -> Iterator[Path | None]:
    """A disk of two megabytes; `None` where this user may mount none."""
    if sys.platform != "linux" or os.geteuid() != 0 or not all(map(shutil.which, ("mount", "umount"))):
        yield None
        return
    folder = tempfile.mkdtemp()
    mounting = subprocess.Popen(
        ["sh", "-c", MOUNT_FOR_A_WHILE, folder],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    assert mounting.stdout is not None
    yield Path(folder) if mounting.stdout.readline() == b"mounted\n" else None
    mounting.communicate(b"\n")


@pytest.fixture
def small_disk(two_megabytes: Path | None) -> Iterator[Path | None]:
    """An empty folder on a disk of two megabytes; `None` where there is no such disk."""
    if two_megabytes is None:
        yield None
        return
    with tempfile.TemporaryDirectory(dir=two_megabytes) as folder:
        yield Path(folder)

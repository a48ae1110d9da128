"""How many cases a run of the fault tests has: `pytest tests/faults --cases 5000`."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.databases import database_url as database_url
from tests.databases import postgresql as postgresql
from tests.faults.cases import cases
from tests.faults.crashes import crash
from tests.faults.faulty_service import FaultyService, running

FEW_CASES = 60
FEW_ROUNDS = 3
FEW_SECONDS = 3.0


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add `--cases`, `--rounds` and `--seconds`."""
    parser.addoption("--rounds", type=int, default=FEW_ROUNDS, help="how many rounds of credits, kills and histories")
    parser.addoption("--seconds", type=float, default=FEW_SECONDS, help="how long one history is")
    parser.addoption("--cases", type=int, default=FEW_CASES, help="how many fault cases, by seed from 0")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """One test a case. Crashes and pairs are dear: there are a tenth and a fifth as many."""
    count = metafunc.config.getoption("cases", default=FEW_CASES)
    if "fault_case" in metafunc.fixturenames:
        metafunc.parametrize("fault_case", cases(count), ids=str)
    if "crash_case" in metafunc.fixturenames:
        metafunc.parametrize("crash_case", [crash(seed) for seed in range(max(18, count // 10))], ids=str)
    if "pair_case" in metafunc.fixturenames:
        metafunc.parametrize("pair_case", cases(count // 5), ids=str)


@pytest.fixture(scope="session")
def faulty_service() -> Iterator[FaultyService]:
    """A service that fails as a case says, on a real socket."""
    with running() as service:
        yield service

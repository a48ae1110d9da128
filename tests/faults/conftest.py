"""How many cases a run of the fault tests has: `pytest tests/faults --cases 5000`."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.faults.cases import cases
from tests.faults.faulty_service import FaultyService, running

FEW_CASES = 60


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add `--cases`."""
    parser.addoption("--cases", type=int, default=FEW_CASES, help="how many fault cases, by seed from 0")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """One test a case."""
    if "fault_case" in metafunc.fixturenames:
        count = metafunc.config.getoption("cases", default=FEW_CASES)
        metafunc.parametrize("fault_case", cases(count), ids=str)


@pytest.fixture(scope="session")
def faulty_service() -> Iterator[FaultyService]:
    """A service that fails as a case says, on a real socket."""
    with running() as service:
        yield service

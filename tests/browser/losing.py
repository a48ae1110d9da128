"""A service next to the real one, for what a person decides after an answer was lost."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from tests.faults.cases import Case, Fault, Mode
from tests.faults.faulty_service import FaultyService, running


@contextmanager
def losing_service(number: int = 0) -> Iterator[FaultyService]:
    """A service without keys that loses the answer to its second lesson, while somebody else makes one too.

    Each number is another service, with a journal of its own.
    """
    with running() as losing:
        losing.begin(Case(number, Mode.PRICES, 4, (None, Fault.CUT_AFTER), strangers=frozenset({1})))
        yield losing

"""Mutated files to be imported: each is read, or refused in one sentence, within 5 s and 200 MB; none crashes."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import pytest

from tests.faults.imported_files import MOST_MEGABYTES, MOST_SECONDS, Outcome, case_of, outcome_of
from tests.faults.list_files import list_case, list_outcome
from tests.faults.returned_files import returned_case, returned_outcome
from workbench.errors import PlanRejected
from workbench.imports.reading.process import read_import


def judged(seed: int) -> Outcome:
    """The outcome of the case of a seed."""
    return outcome_of(case_of(seed))


def judged_return(seed: int) -> Outcome:
    """The outcome of the returned file of a seed."""
    return returned_outcome(returned_case(seed))


def judged_list(seed: int) -> Outcome:
    """The outcome of the list or lesson of a seed."""
    return list_outcome(list_case(seed))


@pytest.mark.skipif(sys.platform != "linux", reason="forks, and reads /proc")
@pytest.mark.parametrize(
    "judge",
    [judged, judged_return, judged_list],
    ids=["files of other programs", "files that return", "lists and lessons"],
)
def test_no_file_crashes_or_costs_too_much(request: pytest.FixtureRequest, judge: Callable[[int], Outcome]) -> None:
    """`make sweep-imports` has 5,000 of each, and prints the outcome of them."""
    count = request.config.getoption("--cases")
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        outcomes = list(pool.map(judge, range(count), chunksize=10))

    slowest, largest = max(outcome.seconds for outcome in outcomes), max(outcome.megabytes for outcome in outcomes)
    kinds = Counter(outcome.sentence or "read" for outcome in outcomes)
    print(f"\n{count:,} files: at most {slowest:.2f} s and {largest:.0f} MB; {len(kinds)} kinds of ends")
    print("\n".join(f"{number:6,}  {kind}" for kind, number in kinds.most_common()))
    assert slowest < MOST_SECONDS and largest < MOST_MEGABYTES
    assert kinds["read"] > count // 20 and len(kinds) > 3


@pytest.mark.parametrize("seed", range(3, 12, 4))
def test_the_process_says_the_same(seed: int) -> None:
    """As people start it: read, or refused in one sentence that begins with the file's name."""
    case = case_of(seed)
    forked = outcome_of(case)
    if forked.sentence:
        with pytest.raises(PlanRejected, match="Nothing was changed.$") as refused:
            read_import(case.data, file_name=case.name, language="EN")
        assert str(refused.value).startswith(case.name)
    else:
        assert len(read_import(case.data, file_name=case.name, language="EN").lessons) == forked.lessons

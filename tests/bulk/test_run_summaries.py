"""All runs of this person's journals."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.bulk.fake_service import FakeService
from workbench.bulk.journal.journal_file import runs_folder
from workbench.bulk.planning.planner import plan_topics
from workbench.bulk.run_summaries import find_runs, lesson_runs, run_lessons, run_organizations
from workbench.bulk.running.run import Run


def test_there_are_none_before_the_first() -> None:
    """No folder, no list."""
    assert find_runs() == []


def test_a_run_is_listed_with_what_became_of_it(service: FakeService) -> None:
    """Rows by state, sends and credits."""
    service.price_credits = 2
    Run(plan_topics(["Bread", "Milk"], service, language="EN"), service).start().wait().close()
    (run,) = find_runs()

    assert (run.name, run.origin, run.person) == ("list 1078e71c · EN · org1", "https://lessons.example", "ada")
    assert (run.rows, run.done, run.sends, run.spent_credits) == (2, 2, 2, 4)


def test_each_lesson_is_found_with_its_run(service: FakeService) -> None:
    """For reports on credits of a service that keeps no runs; a damaged journal hides no other."""
    Run(plan_topics(["Bread"], service, language="EN", name="Spring"), service).start().wait().close()
    Path(runs_folder() / "broken.sqlite").write_bytes(b"damaged")

    assert lesson_runs() == {"lesson0": "Spring"}


@pytest.mark.parametrize("content", [b"damaged", b""])
def test_a_journal_that_cannot_be_read_hides_no_other(service: FakeService, content: bytes) -> None:
    """It is listed with its fault, or is empty."""
    Run(plan_topics(["Bread"], service, language="EN"), service).start().wait().close()
    Path(runs_folder() / "broken.sqlite").write_bytes(content)

    assert [run.rows for run in find_runs() if not run.fault] == [1]


def test_a_list_of_runs_reads_as_lines(service: FakeService) -> None:
    """It is the last line of a notebook's cell; a journal that is not read says why."""
    Run(plan_topics(["Bread"], service, language="EN", name="Spring"), service).start().wait().close()
    Path(runs_folder() / "broken.sqlite").write_bytes(b"damaged" * 1000)
    run, broken = find_runs()

    assert repr(run) == "RunSummary('Spring': 1 of 1 done, 1 credit, at https://lessons.example)"
    assert "is damaged" in repr(broken)


def test_the_lessons_that_runs_made_are_told_by_organization(service: FakeService) -> None:
    """Of an organization without a run there are none."""
    Run(plan_topics(["Bread", "Milk"], service, language="EN"), service).start().wait().close()

    assert run_lessons("service1", "org1") == ["lesson0", "lesson1"]
    assert run_lessons("service1", "org2") == []


def test_the_organizations_of_runs_are_listed(service: FakeService) -> None:
    """Each once; a damaged ledger hides no other."""
    Run(plan_topics(["Bread"], service, language="EN", name="Spring"), service).start().wait().close()
    Run(plan_topics(["Milk"], service, language="EN", name="Autumn"), service).start().wait().close()
    Path(runs_folder() / "broken.sqlite").write_bytes(b"damaged")

    assert len(run_organizations()) == 1

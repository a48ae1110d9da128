"""How a person names a row: by the line of the list."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tests.bulk.fake_service import FakeService, refusal
from tests.bulk.records_by_hand import record
from workbench.bulk.journal.journal_file import JournalFile
from workbench.bulk.journal.queries import row_name
from workbench.bulk.journal.row import State
from workbench.bulk.journal.row_name import exact_name, find_row, row_names
from workbench.bulk.planning.plan import Plan
from workbench.bulk.planning.plan_card import plan_card
from workbench.bulk.planning.planner import PlanOptions, plan_topics
from workbench.bulk.run_frame import choices, rows_csv
from workbench.bulk.run_summaries import find_runs
from workbench.bulk.running.clocks import epoch_ms
from workbench.bulk.running.concurrency import RunRetryPolicy
from workbench.bulk.running.report import report_page
from workbench.bulk.running.resolve import Resend
from workbench.bulk.running.run import Run
from workbench.bulk.running.run_request import RunRequest
from workbench.bulk.running.stored_run import open_run, read_run_rows
from workbench.errors import PlanRejected, Unreachable


def listed(folder: Path, service: FakeService, text: str, **options: object) -> Plan:
    """The plan of a CSV file."""
    path = folder / "list.csv"
    path.write_text(text)
    return plan_topics(path, service, name="larder", **options)  # type: ignore[arg-type]


def test_a_row_had_three_numbers(service: FakeService, tmp_path: Path) -> None:
    """The line of the file is its number in plan, run, frames and choices: heading and empty lines count."""
    service.script.extend([refusal(400), refusal(400)])
    plan = listed(tmp_path, service, "topic\n\nBread\n\nbread\nMilk\n", language="EN")
    run = Run(plan, service).start().wait()

    assert [row.name for row in run.rows()] == ["3", "6"]
    assert run.frame()["row"].tolist() == [3, 6]
    assert plan.frame()["row"].tolist() == [2, 3, 4, 5, 6]
    assert "duplicate of line 3" in plan.frame()["reason"].tolist()
    assert run.frame()["choices"].tolist() == ["`run.retry(3)`", "`run.retry(6)`"]
    assert [line.split(",")[0] for line in rows_csv(run.rows()).splitlines()] == ["\ufeffrow", "3", "6"]
    for page in (plan_card(plan), report_page(RunRequest("a", "b", "c"), run.rows(), 0)):
        plain = page.replace(' style="text-align:left"', "").replace(' style="text-align:right"', "")
        assert '<td class="n">3</td><td><bdi dir="auto">Bread</bdi>' in plain
        assert '<td class="n">6</td><td><bdi dir="auto">Milk</bdi>' in plain
    assert run.retry(6) == 1
    assert [row.state for row in run.rows()] == [State.REFUSED, State.PLANNED]
    run.close()


def test_rows_of_one_line_have_different_names(service: FakeService, tmp_path: Path) -> None:
    """They have the language and the copy, where these differ."""
    with Run(
        listed(tmp_path, service, "topic\nBread\n", language=["EN", "DE"], options=PlanOptions(copies=2)), service
    ) as both:
        assert sorted(row.name for row in both.rows()) == [
            *("2 DE (copy 1)", "2 DE (copy 2)", "2 EN (copy 1)", "2 EN (copy 2)")
        ]
    names = row_names([(1, 12, "EN", 1), (2, 12, "EN", 2), (3, 13, "EN", 1), (4, 13, "DE", 1), (5, 14, "EN", 1)])
    assert names == {1: "12 (copy 1)", 2: "12 (copy 2)", 3: "13 EN", 4: "13 DE"}


def test_a_line_with_several_rows_is_resolved_by_guess(
    service_without_keys: FakeService, quick: RunRetryPolicy, tmp_path: Path
) -> None:
    """The first was taken, and paid again; now the line is refused with the names, and a name is taken."""
    service_without_keys.script.extend([Unreachable(), Unreachable()])
    plan = listed(tmp_path, service_without_keys, "topic\nBread\n", language=["EN", "DE"])
    run = Run(plan, service_without_keys, retry_policy=quick).start().wait()
    assert [row.state for row in run.rows()] == [State.UNSURE, State.UNSURE]

    with pytest.raises(PlanRejected, match=r"Line 2 has 2 rows: say which one, '2 EN', '2 DE'\. Nothing was changed"):
        run.resolve(2, Resend(force=True))
    with open_run(find_runs()[0]) as stored, pytest.raises(PlanRejected, match="has 2 rows"):
        stored.decide(2, Resend(force=True), epoch_ms())
    with pytest.raises(PlanRejected, match="has 2 rows"):
        run.retry(2)
    assert [row.state for row in run.rows()] == [State.UNSURE, State.UNSURE]

    run.resolve("2 en", Resend(force=True))
    assert {row.name: row.state for row in run.rows()} == {"2 DE": State.UNSURE, "2 EN": State.PLANNED}
    with open_run(find_runs()[0]) as stored:
        assert stored.decide("2 DE", Resend(force=True), epoch_ms()).language == "DE"
    run.close()


def test_two_lists_of_one_run_have_the_same_lines(service: FakeService, tmp_path: Path) -> None:
    """The names of such rows have their id, which no other list changes."""
    Run(listed(tmp_path, service, "topic\nBread\n", language="EN"), service).close()
    Run(listed(tmp_path, service, "topic\nMilk\n", language="EN"), service).close()
    rows = read_run_rows(find_runs()[0])

    assert [row.name for row in rows] == [f"2 (id {row.row_id})" for row in rows]
    assert [find_row(rows, row.name) for row in rows] == [row.row_id for row in rows]
    assert [find_row(rows, exact_name(row.row_id)) for row in rows] == [row.row_id for row in rows]
    with open_run(find_runs()[0]) as stored, pytest.raises(PlanRejected, match="has 2 rows"):
        stored.retry([2])


def test_a_name_that_no_row_has_is_one_sentence() -> None:
    """Nothing is guessed from a part of it."""
    for name in (9, -1, "01", "1 D", "id 9", "id 1 DE", "", "eins"):
        with pytest.raises(PlanRejected, match="has no row"):
            find_row([record(1), record(2)], name)


def test_a_name_without_its_copy_is_refused_with_the_names() -> None:
    """Half a name is not a name, and the rows of its line are listed."""
    rows = [replace(record(number), position=2, name_beside_others=f"2 DE (copy {number})") for number in (1, 2)]

    with pytest.raises(PlanRejected, match=r"no row 2 DE\. Line 2 has: '2 DE \(copy 1\)', '2 DE \(copy 2\)'\."):
        find_row(rows, "2 DE")
    assert find_row(rows, "2  de (COPY 2)") == 2


def test_the_order_of_languages_was_changed_by_the_journal(service: FakeService, tmp_path: Path) -> None:
    """The rows of a line are in the order in which they were planned."""
    with Run(listed(tmp_path, service, "topic\nBread\nMilk\n", language=["EN", "DE"]), service) as run:
        assert [row.name for row in run.rows()] == ["2 EN", "2 DE", "3 EN", "3 DE"]


def test_a_journal_of_an_earlier_version_has_lines_once_it_is_planned_again(
    service: FakeService, tmp_path: Path
) -> None:
    """Until then a row keeps the number that its journal has, in what is shown and in what is typed."""
    plan = listed(tmp_path, service, "topic\nBread\nMilk\n", language="EN")
    Run(replace(plan, rows=tuple(replace(row, line=row.row) for row in plan.rows)), service).close()
    earlier = read_run_rows(find_runs()[0])
    Run(plan, service).close()

    assert [row.name for row in earlier] == ["1", "2"]
    assert [row.name for row in read_run_rows(find_runs()[0])] == ["2", "3"]
    assert [row.row_id for row in read_run_rows(find_runs()[0])] == [row.row_id for row in earlier]


def test_the_command_that_is_shown_is_the_one_that_works() -> None:
    """A name with a language is in quotation marks."""
    refused = record(1, state=State.REFUSED, name_beside_others="1 DE")

    assert choices(refused) == "`run.retry('1 DE')`"
    assert ">1 DE</td>" in report_page_of(refused)


def report_page_of(row: object) -> str:
    """The page of one row."""
    return report_page(RunRequest("a", "b", "c"), [row], 0)  # type: ignore[list-item]


def test_one_row_is_named_as_it_is_among_all(service: FakeService, tmp_path: Path) -> None:
    """In the messages of the journal too."""
    with Run(listed(tmp_path, service, "topic\nBread\nMilk\n", language=["EN", "DE"]), service) as run:
        rows = run.rows()
    file = JournalFile(find_runs()[0].journal)
    with file.read_transaction() as db:
        assert [row_name(db, row.row_id) for row in rows] == [row.name for row in rows]
    file.close()

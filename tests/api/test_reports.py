"""Reports from the workbench object."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.reports.frames import plain
from workbench.api.workbench import Workbench
from workbench.bulk.journal.journal_file import runs_folder
from workbench.errors import InputRejected


def test_a_report_is_about_its_room(workbench: Workbench) -> None:
    """The organization's, by name."""
    found = workbench.organizations["My organization"].reports.projects()

    assert set(found["organization"]) == {"My organization"}


def test_organizations_are_named(workbench: Workbench) -> None:
    """One, several or all; one that is not yours is refused."""
    names = list(workbench.organizations)
    assert "My organization" in names
    assert workbench.reports.projects(organization="all").equals(workbench.reports.projects(organization=names))
    with pytest.raises(InputRejected, match="Did you mean 'My organization'"):
        workbench.reports.projects(organization="My organisation")


def test_a_parameter_is_read_like_on_the_command_line(workbench: Workbench) -> None:
    """And refused with the nearest."""
    assert workbench.reports.lessons(changed_until="2000-01-01").empty
    with pytest.raises(InputRejected, match="Did you mean 'changed_until'"):
        workbench.reports.build("lessons", changed_untill="2000-01-01")


def test_runs_of_this_computer_are_handed_in(workbench: Workbench, tmp_path: Path) -> None:
    """Reports read no journal themselves."""
    workbench.bulk.run(workbench.bulk.plan(["Tides"], language="EN", name=tmp_path.name)).close()

    assert tmp_path.name in set(workbench.reports.runs()["name"])


def test_runs_are_those_of_the_journal(workbench: Workbench, tmp_path: Path) -> None:
    """Every count, by SQL on the journal itself."""
    plan = workbench.bulk.plan([f"Ebb {tmp_path}", f"Flow {tmp_path}"], language="EN", name=tmp_path.name)
    workbench.bulk.run(plan).start().wait().close()
    found = workbench.reports.runs()
    stored = []
    for path in runs_folder().glob("*.sqlite"):
        with closing(sqlite3.connect(path)) as db:
            stored += db.execute(
                "select count(*), sum(state = 'done'), sum(state = 'refused'), sum(state = 'unsure'),"
                " sum(state = 'planned'), (select count(*) from attempt a join row r on r.id = a.row_id where"
                " r.run_id = run.id), sum(coalesce(row.credits, 0)), made_at from run join row on run_id = run.id"
                " where name = ? group by run.id",
                (tmp_path.name,),
            ).fetchall()
    names = ("rows", "done", "refused", "unsure", "planned", "sends", "spent_credits", "created_at")

    assert plain(found[found["name"] == tmp_path.name], *names) == stored
    assert stored[0][:2] == (2, 2)


def test_credits_are_told_by_run(workbench: Workbench, tmp_path: Path) -> None:
    """The service keeps the run's name, so that everybody sees it."""
    name = f"Frühjahr {tmp_path.name}"
    plan = workbench.bulk.plan([f"Neap {tmp_path}", f"Spring {tmp_path}"], language="EN", name=name)
    workbench.bulk.run(plan).start().wait().close()
    ledger, found = workbench.reports.ledger(), workbench.reports.credits(by="run")

    assert plain(found[found["name"] == name], "spent_credits", "lessons") == [(2, 2)]
    assert (ledger["run"] == name).sum() == 4


def test_a_long_report_tells_its_progress(workbench: Workbench) -> None:
    """The number of pages read: one more after each page of lessons."""
    seen: list[int] = []
    workbench.reports.build("lessons", progress=seen.append)

    assert seen == list(range(2, 2 + len(seen))) != []


def test_the_list_tells_columns(workbench: Workbench) -> None:
    """For anyone who looks for one."""
    assert list(workbench.reports.list().columns) == ["report", "column", "dtype", "unit", "meaning"]


@pytest.mark.parametrize("ending", ["csv", "xlsx", "parquet", "json"])
def test_a_table_is_saved_and_what_is_there_is_kept(workbench: Workbench, tmp_path: Path, ending: str) -> None:
    """A report, one of somebody's own, and nothing over another file."""
    frame, path = workbench.reports.projects(), tmp_path / f"projects.{ending}"
    written = workbench.reports.save(frame, path)
    before = path.read_bytes()
    with pytest.raises(InputRejected, match="overwrite=True"):
        workbench.reports.save(frame.head(0), path)

    assert written == path and path.read_bytes() == before
    assert workbench.reports.save(frame.assign(own="=1+1"), path, overwrite=True).read_bytes() != before
    with pytest.raises(InputRejected, match="Did you mean .xlsx"):
        workbench.reports.save(frame, tmp_path / "a.xlsxx")


def test_a_report_is_drawn_as_it_declares(workbench: Workbench) -> None:
    """One without a chart names those that have one."""
    assert workbench.reports.chart(workbench.reports.credits()).text.startswith("Credits spent by person")
    with pytest.raises(InputRejected, match="Reports with a chart: .*coverage"):
        workbench.reports.chart(workbench.reports.tags())

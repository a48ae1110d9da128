"""The example organization: made whole or not at all, the same each time, shown by reports, removed."""

from __future__ import annotations

import io
import json
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.meta.source_tree import ROOT
from tests.own_service import command
from workbench.api.connect import connect
from workbench.api.workbench import Workbench
from workbench.cli.admin.maintenance import find_problems
from workbench.client.thread_pool import InlinePool
from workbench.embedded import life
from workbench.embedded.example_process import make_example_in_process
from workbench.embedded.host import DATABASE
from workbench.embedded.lock import Lock
from workbench.errors import Misconfigured
from workbench.procedures.organization import list_tags
from workbench.reports.catalogue import REPORTS
from workbench.widgets.home.view import EXAMPLE

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::FutureWarning")

KILLED = """
import os
from workbench.embedded.example.example import make_example
make_example(lambda weeks_done: os._exit(9) if weeks_done == 2 else None)
"""
NAME = "Example: Harbour College"
SPENT = {"You": 103, "Jonas Brandt": 29, "Ines Duarte": 26, "Mara Lindqvist": 16, "Piotr Zieliński": 9}
REVISIONS = 587


@dataclass(frozen=True)
class Made:
    """A data folder with an example: what was there before, what a killed attempt left, what the command told."""

    folder: Path
    rows_before: set[str]
    files_before: dict[str, bytes]
    killed_code: int
    organizations_after_kill: int
    facts: dict[str, Any]


def rows(folder: Path) -> set[str]:
    """Every row of the database, but sessions, which come and go with each connection."""
    with closing(sqlite3.connect(f"file:{folder / DATABASE}?mode=ro", uri=True)) as db:
        query = "select name from sqlite_schema where type = 'table' and name not glob 'search_text_*'"
        tables = [name for (name,) in db.execute(query) if name != "session"]
        return {f"{name}: {row!r}" for name in tables for row in db.execute(f"select * from {name}")}


def files(folder: Path) -> dict[str, bytes]:
    """The journals of this person, and whatever else lies in the folder but the service's own files."""
    found = [path for path in folder.rglob("*") if path.is_file() and path.suffix in (".sqlite", ".ballast")]
    return {file.name: file.read_bytes() for file in found if file.name != DATABASE}


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Made]:
    """A person whose two lessons are in the trash; somebody's first attempt at the example was killed."""
    folder = tmp_path_factory.mktemp("example") / "workbench"
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("WORKBENCH_HOME", str(folder))
        with connect() as own:
            run = own.bulk.run(own.bulk.plan(["Rowing", "Punting"], language="EN", name="boats"))
            own.runs.undo("boats", yes=True)
            run.close()
        before, journals = rows(folder), files(folder)
        killed = subprocess.run([sys.executable, "-c", KILLED], cwd=ROOT, check=False, capture_output=True)
        with connect() as again:
            count = len(again.organizations)
        ended = command("demo", "--example", "--json")
        assert ended.returncode == 0, ended.stderr
        yield Made(folder, before, journals, killed.returncode, count, json.loads(ended.stdout))
        life.stop(now=True)


@pytest.fixture
def workbench(made: Made, monkeypatch: pytest.MonkeyPatch) -> Iterator[Workbench]:
    """Connected to the service with the example, in one's own organization."""
    monkeypatch.setenv("WORKBENCH_HOME", str(made.folder))
    with connect() as connected:
        yield connected


def run_cells(name: str) -> tuple[dict[str, Any], str]:
    """The variables after every code cell of a notebook, and what it printed."""
    names: dict[str, Any] = {}
    printed = io.StringIO()
    cells = json.loads((ROOT / "notebooks" / f"{name}.ipynb").read_text(encoding="utf-8"))["cells"]
    with redirect_stdout(printed):
        for cell in cells:
            if cell["cell_type"] == "code":
                exec("".join(cell["source"]), names)
    names["wb"].close()
    return names, printed.getvalue()


@pytest.mark.usefixtures("workbench")
def test_a_killed_attempt_leaves_no_organization(made: Made) -> None:
    """The next one begins again and leaves nothing next to the organization."""
    assert (made.killed_code, made.organizations_after_kill) == (9, 1)
    assert made.facts["wasMade"]
    assert not (made.folder / "example").exists()


def test_the_same_seed_gives_the_same_figures(workbench: Workbench) -> None:
    """Ids and days differ from one example to the next; titles and figures do not."""
    reports = workbench.organizations[NAME].reports
    people = reports.credits(by="person").set_index("name")["spent_credits"].to_dict()
    runs = reports.runs().set_index("name")[["rows", "done", "refused", "planned"]]
    lessons = reports.lessons()

    assert people == SPENT
    assert lessons.groupby("language").size().to_dict() == {"DE": 51, "EN": 118, "PL": 24}
    assert runs.loc["Safety in all languages"].to_list() == [18, 16, 2, 0]
    assert runs.loc["Storing and knots"].to_list() == [12, 9, 0, 3]
    assert lessons["revision"].sum() == REVISIONS
    assert min(lessons["title"]) == "Abstellen: Gabeln runter, Bremse fest, Schlüssel ab"


def test_ledger_balance_lessons_and_journals_agree(made: Made, workbench: Workbench) -> None:
    """The reconciliation does, and so does the check of the whole database."""
    checks = workbench.organizations[NAME].reports.reconciliation()

    assert checks["agrees"].all()
    assert len(checks) == 7
    assert find_problems(f"sqlite:///{made.folder / DATABASE}") == []


@pytest.mark.parametrize("name", sorted(set(REPORTS) - {"findings"}))
def test_every_report_has_something_to_show(workbench: Workbench, name: str) -> None:
    """And lacks nothing; the next test but one has the findings."""
    found = workbench.reports.build(name, organization=NAME)

    assert len(found) > 0
    assert found.attrs["missing"] == []


def test_the_forecast_is_drawn_from_sixteen_weeks(workbench: Workbench) -> None:
    """The credits last for some weeks, and there are days on which nobody works."""
    reports = workbench.organizations[NAME].reports
    (outlook,) = reports.forecast().to_dict("records")
    days = reports.credits(by="day")["name"].astype("datetime64[ns]").dt.dayofweek

    assert outlook["weeks"] == 16
    assert 7 < outlook["low_days"] < outlook["days_left"] < outlook["high_days"] < 366
    assert days.max() == 4


def test_findings_of_every_usual_kind_are_there(workbench: Workbench) -> None:
    """Two of one title, a text in another language, an empty lesson, and those that are behind or unfinished."""
    found = workbench.organizations[NAME].reports.findings()
    kinds = set(found["finding"])

    assert found.attrs["missing"] == []
    assert {"same title", "other-language", "no blocks", "behind", "no-question", "open places", "too-short"} <= kinds


def test_what_happened_on_the_way_is_in_ledger_and_sharing(workbench: Workbench) -> None:
    """Credits returned and granted again, courses that are public, tags and an archived project."""
    here = workbench.organizations[NAME]
    ledger = here.reports.ledger()

    assert set(ledger.loc[ledger["kind"] == "release", "reason"]) == {"refused", "unavailable"}
    assert any(str(reason).startswith("Correction") for reason in ledger["reason"].dropna())
    assert here.reports.courses()["is_public"].sum() == 4
    assert {project.name for project in here.projects.iter(include_archived=True) if project.is_archived} == {
        "Open day"
    }
    tags = workbench.client.call(list_tags(organization_id=here.organization_id)).tags
    assert {"welding", "safety", "first term", "second term"} <= {tag.tag for tag in tags}


@pytest.mark.usefixtures("workbench")
def test_its_people_cannot_sign_in(made: Made) -> None:
    """No session was ever added for them, and none of their credits are the person's own."""
    with closing(sqlite3.connect(f"file:{made.folder / DATABASE}?mode=ro", uri=True)) as db:
        query = "select distinct email from session join person on person.id = person_id"

        assert db.execute(query).fetchall() == [("owner@localhost",)]


def test_it_is_told_apart_wherever_it_is_listed(workbench: Workbench) -> None:
    """By its name, its tier, and the organization of each run."""
    workbench.refresh()
    runs = workbench.runs.list().set_index("name")["organization"]

    assert workbench.organizations[NAME].facts.tier == "Example"
    assert workbench.facts.organization is not None
    assert workbench.facts.organization.name == "My organization"
    assert runs["boats"] == "My organization"
    assert runs["Deck work"] == NAME


def test_it_is_made_once(made: Made, workbench: Workbench) -> None:
    """Also by who was killed between the organization and the journal of its runs: that is put in its place."""
    (journal,) = {file for file in files(made.folder) if file.endswith(".sqlite")} - set(made.files_before)
    left = made.folder / "example" / "runs"
    left.mkdir(parents=True)
    (made.folder / "runs" / journal).rename(left / journal)
    again = json.loads(command("demo", "--example", "--json").stdout)

    assert again == {**made.facts, "wasMade": False}
    assert workbench.runs.get("Deck work").done == 18
    assert not left.exists()


def test_home_leads_from_an_empty_organization_to_the_example(workbench: Workbench, made: Made) -> None:
    """Made or not, it takes one step; the workbench works there then, and lessons take the place of the cards."""
    panel = workbench.widgets.home()
    panel.workers = InlinePool()
    panel.refresh()
    cards = [card.anchor for card in panel.home.cards]
    panel.go(EXAMPLE)

    assert cards == ["create/topics", "create/files", EXAMPLE]
    assert (panel.error, panel.organization_id) == ("", made.facts["organizationId"])
    assert workbench.organization is not None and workbench.organization.facts.name == NAME
    assert panel.home.cards == () and {need.kind for need in panel.home.needs} >= {"unpublishedChanges"}


def test_why_the_example_cannot_be_made_is_said(workbench: Workbench, made: Made) -> None:
    """Another process makes it just now."""
    lock = Lock(made.folder / "example.lock")
    assert lock.acquire()
    try:
        with pytest.raises(Misconfigured, match=r"^Another process is creating or removing the example\."):
            make_example_in_process()
    finally:
        lock.release()


@pytest.mark.usefixtures("workbench")
@pytest.mark.parametrize("name", ["40_recent_projects_credits", "60_credit_forecast", "70_organization_comparison"])
def test_a_notebook_says_that_it_shows_the_example(name: str) -> None:
    """While one's own organization has no lesson; and how to see one's own."""
    names, printed = run_cells(name)
    shown = names.get("projects", names.get("outlook", names.get("lessons")))

    assert f"{NAME}, generated sample data" in printed
    assert "organization = 'My organization'" in printed
    assert NAME in set(shown["organization"])


def test_removed_it_leaves_everything_else_as_it_was(made: Made, workbench: Workbench) -> None:
    """Every row and every journal, whatever was selected; and the ledger refuses removal as before."""
    workbench.organizations[NAME].select()
    unasked = command("demo", "--remove-example")
    still = len(workbench.refresh().organizations)
    removed = command("demo", "--remove-example", "--yes", "--json")
    again = command("demo", "--remove-example", "--json")

    assert (unasked.returncode, still) == (2, 2)
    assert json.loads(removed.stdout)["wasRemoved"]
    assert json.loads(again.stdout) == {"wasRemoved": False}
    assert rows(made.folder) == made.rows_before
    assert files(made.folder) == made.files_before
    assert [organization.name for organization in workbench.refresh().facts.organizations] == ["My organization"]
    assert find_problems(f"sqlite:///{made.folder / DATABASE}") == []


@pytest.mark.usefixtures("home")
def test_it_is_not_made_where_notebooks_work_at_another_service() -> None:
    """Nothing is started, and the sentence says what to do."""
    other = {"WORKBENCH_URL": "https://lessons.example.org", "WORKBENCH_SESSION_TOKEN": "x"}
    ended = command("demo", "--example", **other)

    assert ended.returncode == 2
    assert "only be created on the service of this computer" in ended.stderr
    assert life.find() is None

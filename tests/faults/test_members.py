"""Members of one organization with one list, and a service that was restored from a copy: our own service, whole.

Source: ours (bulk, I8 to I9).
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from itertools import product
from pathlib import Path

import pandas
import pytest

from tests.databases import BOTH
from tests.faults.crashes import topics
from tests.faults.hosts import host
from tests.own_service import command
from tests.people import new_person, owner_of
from workbench.bulk.journal.journal_file import runs_folder
from workbench.bulk.journal.row import Proof, State
from workbench.bulk.planning.existing_lessons import all_lessons
from workbench.bulk.planning.plan import Plan
from workbench.bulk.planning.planner import PlanTarget, plan_topics
from workbench.bulk.planning.target import find_place
from workbench.bulk.running.progress import RunPhase
from workbench.bulk.running.run import Run
from workbench.client.sync import Client
from workbench.procedures.course import create_course, delete_course, get_course
from workbench.procedures.lesson import create_lesson
from workbench.procedures.organization import get_user_data
from workbench.procedures.project import create_project
from workbench.service.administration.admin import AddedPerson

ROWS = 20
CREDITS = 100


@dataclass(frozen=True)
class Member:
    """A member at a computer of their own."""

    client: Client
    organization_id: str
    folder: Path

    def plan(self, source: object, *, language: str | None = "EN", project: str | None = None) -> Plan:
        """The list, planned under the name that everybody gives it."""
        target = PlanTarget(organization_id=self.organization_id, project=project)
        return plan_topics(source, self.client, language=language, name="the list", target=target)

    def run(self, project: str | None = None) -> Run:
        """A run of the topics."""
        return Run(self.plan(topics(ROWS), project=project), self.client, folder=self.folder)

    def kept(self) -> tuple[list[str], int | None]:
        """The topics of the lessons that the service has, sorted, and the balance."""
        place = find_place(self.client, self.organization_id)
        found = sorted(lesson.topic or "" for lesson in all_lessons(self.client, place))
        return found, self.client.call(get_user_data(organization_id=self.organization_id)).ai_credit_balance


@contextmanager
def members(base_url: str, folders: list[Path], *added: AddedPerson) -> Iterator[list[Member]]:
    """Each with a client and a folder for the journal."""
    with ExitStack() as stack:
        clients = [stack.enter_context(Client(base_url, person.session_token)) for person in added]
        yield [
            Member(client, who.organization_id, folder)
            for client, who, folder in zip(clients, added, folders, strict=True)
        ]


@pytest.mark.parametrize("dialect", BOTH)
def test_two_members_who_start_one_list_together_pay_once_a_row(database_url: str, tmp_path: Path) -> None:
    """I9: as many lessons and credits as topics; every row lies where it says, and one of the two paid for it."""
    added = (
        owner_of(database_url, credits_at_start=CREDITS),
        asyncio.run(new_person(database_url, "ben@example.org", role="author")),
    )
    with host(database_url) as serving, members(serving.base_url, [tmp_path / "ana", tmp_path / "ben"], *added) as both:
        ana = both[0]
        ana.client.call(create_project(name="Larder", organization_id=ana.organization_id))
        runs = [member.run("Larder") for member in both]
        for run in runs:
            run.start()
        for run in runs:
            run.wait(120)
        rows = [run.rows() for run in runs]
        lessons, balance = ana.kept()
        for run in runs:
            run.close()

    assert lessons == sorted(topics(ROWS))
    assert balance == CREDITS - ROWS
    assert [row.lesson_id for row in rows[0]] == [row.lesson_id for row in rows[1]]
    assert all(row.state is State.DONE and str(row.destination) == "Larder" for run_rows in rows for row in run_rows)
    assert sum(row.credits or 0 for run_rows in rows for row in run_rows) == ROWS
    assert sum(row.proof == Proof.JOINED for run_rows in rows for row in run_rows) == ROWS


def list_of_courses(folder: Path) -> Path:
    """A spreadsheet of two projects, three courses and three languages; one line names a course that nobody has."""
    places = [("Larder", "Baking"), ("Cellar", "Vines"), ("Larder", "Gone"), ("", "Baking"), ("Larder", "")]
    rows = [
        {"topic": f"topic {number}", "language": language, "project": project, "course": course}
        for number, (language, (project, course)) in enumerate(product(["EN", "German", "fr"], places))
    ]
    pandas.DataFrame([*rows, rows[0] | {"topic": "lost", "course": "Bakin"}]).to_excel(
        folder / "list.xlsx", index=False
    )
    return folder / "list.xlsx"


@pytest.mark.parametrize("dialect", BOTH)
def test_two_members_fill_the_courses_of_one_list_in_its_order(database_url: str, tmp_path: Path) -> None:
    """Together, behind a lesson that was there; a course that is deleted before the run refuses its rows, unpaid."""
    added = (
        owner_of(database_url, credits_at_start=CREDITS),
        asyncio.run(new_person(database_url, "ben@example.org", role="author")),
    )
    source = list_of_courses(tmp_path)
    with host(database_url) as serving, members(serving.base_url, [tmp_path / "ana", tmp_path / "ben"], *added) as both:
        client, here = both[0].client, {"organization_id": both[0].organization_id}
        projects = {name: client.call(create_project(name=name, **here)).project_id for name in ("Larder", "Cellar")}
        baking, vines, gone = (
            client.call(create_course(title=title, project_id=projects[project], **here)).course_id
            for title, project in (("Baking", "Larder"), ("Vines", "Cellar"), ("Gone", "Larder"))
        )
        client.call(create_lesson(title="Before", language="EN", course_id=baking))
        plans = [member.plan(source, language=None) for member in both]
        client.call(delete_course(course_id=gone))
        runs = [Run(plan, member.client, folder=member.folder) for plan, member in zip(plans, both, strict=True)]
        for run in runs:
            run.start()
        for run in runs:
            run.wait(120)
        rows = runs[0].rows()
        there = [
            [lesson.topic for lesson in client.call(get_course(course_id=course_id)).lessons]
            for course_id in (baking, vines)
        ]
        made, balance = both[0].kept()
        for run in runs:
            run.close()

    of_course = {
        name: [row for row in rows if row.destination.course_name == name] for name in ("Baking", "Vines", "Gone")
    }
    assert plans[0].rows[-1].reason.endswith("did you mean 'Baking'?")
    assert there == [[None, *(row.topic for row in of_course["Baking"])], [row.topic for row in of_course["Vines"]]]
    assert [row.state for row in of_course["Gone"]] == [State.REFUSED] * 3
    assert {row.language for row in rows} == {"EN", "DE", "FR"}
    assert (len(made), balance) == (12 + 1, CREDITS - 12)


def test_backup_run_restore_run_claims_no_lesson_that_is_not_there(tmp_path: Path) -> None:
    """
    Regression: "20 of 20 done" and "already exists as ..." with no lesson in the service.
    """
    address, copy = f"sqlite:///{tmp_path / 'service.sqlite'}", str(tmp_path / "copy.sqlite")
    added = owner_of(address, credits_at_start=CREDITS)
    with host(address):
        command("admin", "backup", copy, "--database", address)  # the service has its id since it was started
    with host(address) as serving, members(serving.base_url, [runs_folder()], added) as (ana,):
        ana.run().start().wait(120).close()
        made = ana.kept()
    restored = command("admin", "restore", copy, "--database", address)
    with host(address) as serving, members(serving.base_url, [runs_folder()], added) as (ana,):
        run = ana.run().start().wait(120)
        rows, said, there = run.rows(), run.progress, ana.kept()
        run.close()

    assert made == (sorted(topics(ROWS)), CREDITS - ROWS)
    assert restored.returncode == 0, restored.stderr
    assert there == ([], CREDITS)
    assert said.phase is RunPhase.PAUSED
    assert "restored from a backup" in said.message
    assert [(row.state, row.lesson_id, row.needs_person) for row in rows] == [(State.UNSURE, None, True)] * ROWS

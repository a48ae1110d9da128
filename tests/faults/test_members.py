"""Members of one organization with one list, and a service that was put back from a copy: our own service, whole.

Source: ours (bulk, I8 to I9).
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.databases import BOTH
from tests.faults.crashes import topics
from tests.faults.hosts import host
from tests.own_service import command
from tests.people import new_person, owner_of
from workbench.bulk.journal.journal_file import runs_folder
from workbench.bulk.journal.row import Proof, State
from workbench.bulk.planning.existing_lessons import all_lessons
from workbench.bulk.planning.planner import plan_topics
from workbench.bulk.planning.target import find_place
from workbench.bulk.running.progress import RunPhase
from workbench.bulk.running.run import Run
from workbench.client.sync import Client
from workbench.procedures.organization import get_user_data
from workbench.procedures.project import create_project
from workbench.service.running.admin import AddedPerson

ROWS = 20
CREDITS = 100


@dataclass(frozen=True)
class Member:
    """A member at a computer of their own."""

    client: Client
    organization_id: str
    folder: Path

    def run(self, project: str | None = None) -> Run:
        """The list, planned under the name that everybody gives it."""
        plan = plan_topics(
            topics(ROWS),
            self.client,
            language="EN",
            name="the list",
            project=project,
            organization_id=self.organization_id,
        )
        return Run(plan, self.client, folder=self.folder)

    def kept(self) -> tuple[list[str], int | None]:
        """The topics of the lessons that the service has, sorted, and the balance."""
        place = find_place(self.client, self.organization_id)
        found = sorted(each.topic or "" for each in all_lessons(self.client, place))
        return found, self.client.call(get_user_data(organization_id=self.organization_id)).ai_credit_balance


@contextmanager
def members(base_url: str, folders: list[Path], *added: AddedPerson) -> Iterator[list[Member]]:
    """Each with a client and a folder for the journal."""
    with ExitStack() as stack:
        clients = [stack.enter_context(Client(base_url, each.session_token)) for each in added]
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
        runs = [each.run("Larder") for each in both]
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
    assert all(row.state is State.DONE and str(row.destination) == "Larder" for each in rows for row in each)
    assert sum(row.credits or 0 for each in rows for row in each) == ROWS
    assert sum(row.proof == Proof.JOINED for each in rows for row in each) == ROWS


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
    assert "put back from a copy" in said.message
    assert [(row.state, row.lesson_id, row.needs_person) for row in rows] == [(State.UNSURE, None, True)] * ROWS

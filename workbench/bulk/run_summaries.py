"""All runs in this person's journals, on all services, for `workbench runs`. Reads only."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from workbench.bulk.journal.idempotency import journal_name
from workbench.bulk.journal.journal_file import JournalFile, runs_folder
from workbench.bulk.journal.owner import owner_has_ended
from workbench.client.sync import Client
from workbench.errors import JournalError
from workbench.procedures.organization import get_last_selected_organization_id
from workbench.wording import count_text


@dataclass(frozen=True, slots=True)
class RunSummary:
    """A run in a journal. `made_at` is epoch milliseconds; `fault` says why a journal could not be read.

    `spent_credits` is `None` if a row was made at a price that the service did not announce; `organization` is the name
    of the run's organization, empty if unknown.
    """

    name: str
    origin: str
    person: str
    made_at: int
    rows: int
    done: int
    refused: int
    unsure: int
    sends: int
    spent_credits: int | None
    journal: Path
    fault: str = ""
    organization: str = ""

    def __repr__(self) -> str:
        if self.fault:
            return f"RunSummary({self.name!r} is not read: {self.fault})"
        open_rows = "".join(f", {n:,} {word}" for n, word in ((self.refused, "refused"), (self.unsure, "unsure")) if n)
        spent = "" if self.spent_credits is None else f", {count_text(self.spent_credits, 'credit')}"
        return f"RunSummary({self.name!r}: {self.done:,} of {self.rows:,} done{open_rows}{spent}, at {self.origin})"


def find_runs(folder: Path | None = None) -> list[RunSummary]:
    """Return all runs, newest first; a journal that cannot be read is listed with its fault."""
    runs: list[RunSummary] = []
    for path in sorted((folder or runs_folder()).glob("*.sqlite")):
        try:
            runs += _runs_of(path)
        except JournalError as refused:
            runs.append(RunSummary(path.name, "", "", 0, 0, 0, 0, 0, 0, 0, path, refused.message))
    return sorted(runs, key=lambda summary: -summary.made_at)


def has_live_claims(summary: RunSummary) -> bool:
    """Return whether a process that has not surely ended holds a row of the run, so that the run goes on."""
    file = JournalFile(summary.journal)
    try:
        with file.read_transaction() as db:
            query = (
                "select distinct owner from row join run on run.id = run_id"
                " where name = ? and person = ? and owner is not null and lease_until >= ?"
            )
            claims = db.execute(query, (summary.name, summary.person, int(time.time() * 1000))).fetchall()
    finally:
        file.close()
    return any(not owner_has_ended(owner) for (owner,) in claims)


def lesson_runs(folder: Path | None = None) -> dict[str, str]:
    """Return the run of each lesson that a journal knows, by lesson id, skipping unreadable journals."""
    by_lesson: dict[str, str] = {}
    for path in sorted((folder or runs_folder()).glob("*.sqlite")):
        with suppress(JournalError):
            by_lesson |= _lessons_of(path)
    return by_lesson


def run_lessons(service: str, organization_id: str, folder: Path | None = None) -> list[str]:
    """Return the lessons that this computer's runs made in an organization and did not undo.

    `service` is the service's id or origin.
    """
    path = (folder or runs_folder()) / journal_name(service, organization_id)
    if not path.exists():
        return []
    file = JournalFile(path)
    try:
        with file.read_transaction() as db:
            query = (
                "select distinct lesson_id from row where state = 'done' and lesson_id is not null"
                " and coalesce(code, '') <> 'UNDONE' order by lesson_id"
            )
            return [lesson_id for (lesson_id,) in db.execute(query)]
    finally:
        file.close()


def journal_facts(client: Client, names: Iterable[str], organizations: Sequence[str | None]) -> dict[str, Any]:
    """Return what reports need of this computer's journals, by the names of `reports.report.Need`.

    `None` among the organizations is the one selected last.
    """

    def of_organizations() -> dict[str | None, Sequence[str]]:
        capabilities = client.capabilities()
        service = client.origin if capabilities is None else capabilities.service_id
        selected = None
        if None in organizations:
            selected = client.call(get_last_selected_organization_id()).organization_id
        return {organization: run_lessons(service, organization or selected or "") for organization in organizations}

    ways: dict[str, Callable[[], Any]] = {
        "runs": find_runs,
        "run_names": lesson_runs,
        "run_lessons": of_organizations,
    }
    return {name: ways[name]() for name in names}


def run_organizations(folder: Path | None = None) -> list[str]:
    """Return the names of the organizations of all runs, in order, skipping unreadable journals."""
    ids: set[str] = set()
    for path in sorted((folder or runs_folder()).glob("*.sqlite")):
        with suppress(JournalError):
            ids |= _organizations_of(path)
    return sorted(ids)


def _organizations_of(path: Path) -> set[str]:
    file = JournalFile(path)
    try:
        with file.read_transaction() as db:
            names = db.execute("select json_extract(told, '$.organization') from run").fetchall()
            return {name for (name,) in names if name}
    finally:
        file.close()


def _lessons_of(path: Path) -> dict[str, str]:
    file = JournalFile(path)
    try:
        with file.read_transaction() as db:
            query = "select lesson_id, run.name from row join run on run.id = run_id where lesson_id is not null"
            return dict(db.execute(query).fetchall())
    finally:
        file.close()


def _runs_of(path: Path) -> list[RunSummary]:
    file = JournalFile(path)
    try:
        with file.read_transaction() as db:
            rows = db.execute(
                "select run.name, origin, person, made_at, count(row.id), coalesce(sum(state = 'done'), 0),"
                " coalesce(sum(state = 'refused'), 0), coalesce(sum(state = 'unsure'), 0), sends,"
                " iif(sum(state = 'done' and credits is null) > 0, null,"
                " coalesce(sum(iif(state = 'done', credits, 0)), 0)),"
                " coalesce(json_extract(told, '$.organization'), '')"
                " from run left join row on run_id = run.id group by run.id"
            ).fetchall()
    finally:
        file.close()
    names = ("name", "origin", "person", "made_at", "rows", "done", "refused", "unsure", "sends", "spent_credits")
    return [
        RunSummary(**dict(zip(names, values, strict=True)), journal=path, organization=organization)
        for *values, organization in rows
    ]

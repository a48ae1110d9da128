"""A run taken up again from its journal alone, without the list that it was made from. Source: ours (bulk)."""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from dataclasses import replace

from workbench.bulk.journal.idempotency import journal_name
from workbench.bulk.journal.journal_file import JournalFile
from workbench.bulk.journal.queries import RowRecord, row_records, run_destinations
from workbench.bulk.journal.row import State
from workbench.bulk.journal.row_name import find_row
from workbench.bulk.planning.lesson_lookup import missing_lessons
from workbench.bulk.planning.plan import Plan
from workbench.bulk.planning.plan_row import PlanRow, Verdict
from workbench.bulk.planning.projects import find_destination
from workbench.bulk.planning.target import Conversations, RunTarget, find_place
from workbench.bulk.results.runs import RunSummary
from workbench.bulk.running import resolve
from workbench.bulk.running.decision import RowDecision, verify
from workbench.bulk.running.ordered import RunRequest, load_request
from workbench.bulk.running.run_links import RunLinks, find_links
from workbench.client.sync import Client
from workbench.errors import PlanRejected
from workbench.procedures.organization import list_organizations

_LOG = logging.getLogger("workbench.bulk")


def rows_of(summary: RunSummary) -> list[RowRecord]:
    """The run's rows as its journal has them, in order. Raises `JournalError` when it cannot be read."""
    file = JournalFile(summary.journal)
    try:
        with file.look() as db:
            run_id = _run_of(db, summary)
            # `row_records` reads the rows that this connection has chosen: here all of the run.
            db.execute("create temp table chosen (row_id integer primary key)")
            db.execute("insert into chosen select id from row where run_id = ?", (run_id,))
            return row_records(db, run_id)
    finally:
        file.close()


def approved_credits(summary: RunSummary) -> int | None:
    """What the run may spend in all by its last approval; `None` where no price was announced, or none was given."""
    with _opened(summary) as file, file.look() as db:
        run_id = _run_of(db, summary)
        query = "select base + lessons + repeats from approval where run_id = ? order by at desc limit 1"
        lessons = db.execute(query, (run_id,)).fetchone()
        (price,) = db.execute("select max(credits) from row where run_id = ?", (run_id,)).fetchone()
    return None if lessons is None or price is None else int(lessons[0]) * int(price)


def order_of(summary: RunSummary) -> RunRequest:
    """What was ordered, as the journal has it, with what was approved."""
    with _opened(summary) as file, file.look() as db:
        request = load_request(db, _run_of(db, summary))
    return replace(request, approved_credits=approved_credits(summary))


def links_of(summary: RunSummary, client: Client) -> RunLinks:
    """The public links of the run's lessons. Raises `PlanRejected` where the session is another one than the run's."""
    ids = {each.lesson_id for each in rows_of(summary) if each.lesson_id}
    return find_links(client, _place_of(summary, client), ids)


def retry_rows(summary: RunSummary, names: Sequence[int | str]) -> int:
    """Plan refused rows again, by line or name; none named: all of them. How many there were. Sends nothing.

    A run whose tries are all used gets as many again for the rows that are open, which then count as well.
    """
    rows = rows_of(summary)
    chosen = [find_row(rows, each) for each in names] or [each.row_id for each in rows]
    with _opened(summary) as file, file.begin() as db:
        run_id = _run_of(db, summary)
        changed = resolve.retry(db, chosen)
        changed = changed or resolve.allow_more_tries(db, run_id)
    _LOG.info("run %d: %d rows are planned again", run_id, changed)
    return changed


def verify_decision(summary: RunSummary, decision: RowDecision, client: Conversations) -> RowDecision:
    """The decision with its lesson looked up. Raises `PlanRejected`, also where the session is another one."""
    _place_of(summary, client)
    return verify(decision, client)


def decide_row(summary: RunSummary, name: int | str, decision: RowDecision, now: int) -> RowRecord:
    """Do what a person decided about the row of that line or name; the row as it is then. Sends nothing.

    Raises `PlanRejected`.
    """
    row_id = find_row(rows_of(summary), name)
    with _opened(summary) as file, file.begin() as db:
        resolve.decide(db, row_id, decision, now)
    return next(each for each in rows_of(summary) if each.row_id == row_id)


def _run_of(db: sqlite3.Connection, summary: RunSummary) -> int:
    found = db.execute("select id from run where person = ? and name = ?", (summary.person, summary.name)).fetchone()
    return int(found[0])


def _opened(summary: RunSummary) -> closing[JournalFile]:
    return closing(JournalFile(summary.journal))


def replanned(summary: RunSummary, client: Conversations) -> Plan:
    """The plan of the run, with the rows that it has and the same keys; those not made yet are ready.

    Raises `PlanRejected` when the session is not the one of the run: its service, organization and person.
    """
    place = _place_of(summary, client)
    rows = rows_of(summary)
    with _opened(summary) as file, file.look() as db:
        destination = run_destinations(db, summary.person)[summary.name]
    fault = ""
    if destination.project_id is not None:
        destination, fault = find_destination(client, place, destination.project_id)
    done = {row.lesson_id for row in rows if row.state is State.DONE and row.lesson_id and row.code != "UNDONE"}
    missing = missing_lessons(client, place, done)
    templates = {row.template for row in rows}
    return Plan(
        name=summary.name,
        source=str(summary.journal),
        place=place,
        rows=tuple(_planned(number, row, place.price_credits, fault, missing) for number, row in enumerate(rows, 1)),
        destination=destination,
        template=templates.pop() if len(templates) == 1 else None,
    )


def _place_of(summary: RunSummary, client: Conversations) -> RunTarget:
    place = find_place(client, None, summary.person)
    if _is_there(summary, place):
        return place
    if place.takes_organization:
        listed = client.call(list_organizations()).organizations
        others = [each.organization_id for each in listed if each.organization_id != place.organization_id]
        there = [each for each in others if journal_name(place.service, each) == summary.journal.name]
        if there and place.person == summary.person:
            return find_place(client, there[0], summary.person)
    raise PlanRejected(
        f"The run {summary.name} belongs to another service, organization or person: it was made at {summary.origin}. "
        "Connect there as the same person, then go on with it. Nothing was sent."
    )


def _is_there(summary: RunSummary, place: RunTarget) -> bool:
    return summary.journal.name == journal_name(place.service, place.organization_id) and place.person == summary.person


def _planned(number: int, row: RowRecord, price_credits: int | None, fault: str, missing: set[str]) -> PlanRow:
    is_missing = row.state is State.DONE and row.lesson_id in missing
    is_open = row.state is State.PLANNED
    is_ready = is_open and not fault
    cost = None if price_credits is None else price_credits if is_ready else 0
    return PlanRow(
        row=number,
        line=row.position,
        topic=row.topic,
        language=row.language,
        copy=row.copy,
        verdict=Verdict.READY
        if is_ready
        else Verdict.DESTINATION_UNKNOWN
        if is_open
        else Verdict.MISSING
        if is_missing
        else Verdict.BEGUN,
        reason=""
        if is_ready
        else fault
        if is_open
        else f"its lesson {row.lesson_id} is not there any more"
        if is_missing
        else str(row.state),
        credits=cost,
        lesson_id=row.lesson_id,
    )

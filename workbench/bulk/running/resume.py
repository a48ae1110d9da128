"""A run taken up again from its journal alone, without the list that it was made from. Source: ours (bulk)."""

from __future__ import annotations

from workbench.bulk.journal.destination import Destination
from workbench.bulk.journal.idempotency import journal_name
from workbench.bulk.journal.queries import RowRecord, row_records, run_destinations
from workbench.bulk.journal.row import State
from workbench.bulk.planning.destinations import DestinationNames, FoundDestination, find_destinations
from workbench.bulk.planning.existing_lessons import missing_lessons
from workbench.bulk.planning.plan import Plan
from workbench.bulk.planning.plan_row import PlanRow, Verdict
from workbench.bulk.planning.target import RunTarget, find_place
from workbench.bulk.run_summaries import RunSummary
from workbench.bulk.running.run_request import RunLinks, find_links
from workbench.bulk.running.stored_run import open_run, read_run_rows
from workbench.client.calling import CallingClient
from workbench.client.sync import Client
from workbench.errors import PlanRejected
from workbench.procedures.organization import list_organizations
from workbench.text import display_text


def public_links(summary: RunSummary, client: Client) -> RunLinks:
    """Return the public links of the run's lessons. Raises `PlanRejected` if the session is not the run's."""
    ids = {row.lesson_id for row in read_run_rows(summary) if row.lesson_id}
    return find_links(client, run_place(summary, client), ids)


def replan(summary: RunSummary, client: CallingClient) -> Plan:
    """Return the plan of the run, with its rows and the same keys; those not made yet are ready.

    Raises `PlanRejected` if the session differs from the run's in service, organization or person.
    """
    target = run_place(summary, client)
    with open_run(summary) as stored, stored.file.read_transaction() as db:
        destination = run_destinations(db, summary.person)[summary.name]
        rows = row_records(db, stored.selected)
    # They are looked up again: since then a project may have been archived, a course deleted, or either renamed.
    destinations = find_destinations(
        client,
        target,
        {_ids(wanted_destination) for wanted_destination in (destination, *(row.destination for row in rows))},
    )
    destinations[_ids(Destination())] = FoundDestination(Destination())
    done = {row.lesson_id for row in rows if row.state is State.DONE and row.lesson_id and row.code != "UNDONE"}
    missing = missing_lessons(client, target, done)
    templates = {row.template for row in rows}
    return Plan(
        name=summary.name,
        source=str(summary.journal),
        place=target,
        rows=tuple(
            _plan_row(number, row, target.price_credits, destinations[_ids(row.destination)], missing)
            for number, row in enumerate(rows, 1)
        ),
        destination=destinations[_ids(destination)].destination,
        template=templates.pop() if len(templates) == 1 else None,
    )


def run_place(summary: RunSummary, client: CallingClient) -> RunTarget:
    """Return the place of the session, which is the run's. Raises `PlanRejected` if it is another one."""
    target = find_place(client, None, summary.person)
    if _is_there(summary, target):
        return target
    if target.takes_organization:
        listed = client.call(list_organizations()).organizations
        ids = [organization.organization_id for organization in listed]
        matching_ids = [id_ for id_ in ids if journal_name(target.service, id_) == summary.journal.name]
        if matching_ids and target.person == summary.person:
            return find_place(client, matching_ids[0], summary.person)
    made_in = f' in "{display_text(summary.organization)}"' if summary.organization else ""
    who = "" if target.person == summary.person else " by another person"
    organization = display_text(target.organization_name or target.organization_id)
    raise PlanRejected(
        f"The run {display_text(summary.name)} was made at {summary.origin}{made_in}{who}; this session is at "
        f'{target.origin} in "{organization}". Connect there as the person who made it, then resume it. '
        "No lesson was created."
    )


def _is_there(summary: RunSummary, target: RunTarget) -> bool:
    return (
        summary.journal.name == journal_name(target.service, target.organization_id) and target.person == summary.person
    )


def _ids(destination: Destination) -> DestinationNames:
    return destination.project_id or "", destination.course_id or ""


def _plan_row(
    number: int, row: RowRecord, price_credits: int | None, destination: FoundDestination, missing: set[str]
) -> PlanRow:
    if row.state is State.PLANNED:
        verdict, reason = (Verdict.DESTINATION_UNKNOWN, destination.fault) if destination.fault else (Verdict.READY, "")
    elif row.state is State.DONE and row.lesson_id in missing:
        verdict, reason = Verdict.MISSING, f"its lesson {row.lesson_id} no longer exists"
    else:
        verdict, reason = Verdict.BEGUN, str(row.state)
    return PlanRow(
        row=number,
        line=row.position,
        topic=row.topic,
        language=row.language,
        copy=row.copy,
        verdict=verdict,
        reason=reason,
        credits=None if price_credits is None else price_credits if verdict is Verdict.READY else 0,
        lesson_id=row.lesson_id,
        destination=row.destination if destination.fault else destination.destination,
        options=row.options,
    )

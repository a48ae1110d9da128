"""A course that a run creates for its lessons: planned first, and created once when the run starts.

Source: ours (bulk).
"""

from __future__ import annotations

import hashlib
import json
import logging
from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Final, cast

from workbench.authoring.title import clean_title
from workbench.bulk.journal.destination import Destination
from workbench.bulk.planning.destinations import DestinationNames, FoundDestination, find_destinations
from workbench.bulk.planning.plan import Plan
from workbench.bulk.planning.row_verdicts import RowDestinations
from workbench.bulk.planning.target import RunTarget
from workbench.client.calling import CallingClient
from workbench.client.lookups.same_name import new_course_notes
from workbench.client.sync import Client
from workbench.errors import PlanRejected
from workbench.procedures.course import create_course

COURSE_KEY: Final = "createCourseKey"
"""The addition that a service announces whose courses are made once under a key."""
_LOG: Final = logging.getLogger("workbench.bulk")


def with_new_course(
    client: CallingClient,
    target: RunTarget,
    names: Collection[DestinationNames],
    wanted: tuple[str, str],
    stored: RowDestinations,
) -> RowDestinations:
    """Return where rows go: those without a destination into a new course, or the course that the run already has.

    `wanted` is a project, empty for the default one, and the course's title; `stored` is what the journal has of the
    run. Raises `PlanRejected` where the service makes no course once, or the project cannot be used.
    """
    capabilities = client.capabilities()
    if (
        capabilities is None
        or COURSE_KEY not in capabilities.additions
        or create_course.name not in capabilities.procedures
    ):
        raise PlanRejected(
            "This service can't create a course for a run. Create the course first, then name it. No "
            "lesson was created."
        )
    project, title = wanted
    destinations: Mapping[DestinationNames, FoundDestination] = find_destinations(
        client, target, {(project, ""), *names}
    )
    if project and destinations[project, ""].fault:
        raise PlanRejected(f"The project of the new course: {destinations[project, ''].fault}. No lesson was created.")
    if stored.default.course_id is not None:
        return RowDestinations(stored=stored.stored, default=stored.default, found=destinations)
    goes_to = destinations[project, ""].destination if project else Destination()
    new = Destination(goes_to.project_id, goes_to.project_name, None, clean_title(title), is_new_course=True)
    return RowDestinations(stored=stored.stored, default=new, found=destinations)


def same_title_notes(client: CallingClient, target: RunTarget, destination: Destination) -> tuple[str, ...]:
    """Return a note with the ids of existing courses that have the title of the one to be made."""
    title = destination.course_name
    if not destination.is_new_course or title is None:
        return ()
    return new_course_notes(cast("Client", client), target.organization_id, [title], "This run")


def with_course_made(plan: Plan, client: CallingClient) -> Plan:
    """Return the plan with its new course made, if a row goes into it.

    A run that was killed after this step gets the same course under the same key. The digest still describes
    the plan as it was approved. Raises a `WorkbenchError` if the course cannot be made; nothing else was done
    then.
    """
    new = [
        destination
        for destination in (plan.destination, *(row.destination for row in plan.ready))
        if destination.is_new_course
    ]
    if not new:
        return plan
    goes_to = _make_course(plan, new[0], client) if plan.ready else Destination(new[0].project_id, new[0].project_name)
    rows = (replace(row, destination=goes_to) if row.destination.is_new_course else row for row in plan.rows)
    return replace(plan, destination=goes_to, rows=tuple(rows))


def _make_course(plan: Plan, new: Destination, client: CallingClient) -> Destination:
    assert new.course_name is not None
    call = create_course(
        title=new.course_name, organization_id=plan.place.organization_id, project_id=new.project_id
    ).keyed(course_key(plan, new, is_shared=plan.place.shares_keys), is_shared=plan.place.shares_keys)
    course = client.call_keyed(call).answer
    _LOG.info("run %r goes into the course %s", plan.name, course.course_id)
    return Destination(None, new.project_name, course.course_id, course.title)


def course_key(plan: Plan, new: Destination, *, is_shared: bool) -> str:
    """Return the course's idempotency key, the same for the same run, title and project on every machine.

    `is_shared` leaves out the person, for a service whose members share keys.
    """
    run = plan.identity
    person = None if is_shared else run.person
    parts = ["course", run.service, run.organization_id, person, run.name, new.course_name, new.project_id]
    return hashlib.sha256(json.dumps(parts, ensure_ascii=True).encode()).hexdigest()

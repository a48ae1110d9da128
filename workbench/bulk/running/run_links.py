"""Where the lessons of a run can be read: the public links of their courses, as the service tells them. Reads only."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from itertools import islice

from workbench.bulk.planning.existing_lessons import MAX_LESSONS, all_lessons
from workbench.bulk.planning.target import RunTarget
from workbench.client.lookups.courses import every_course
from workbench.client.sync import Client
from workbench.errors import WorkbenchError
from workbench.procedures.course import list_courses


@dataclass(frozen=True, slots=True)
class RunLinks:
    """The public link of each lesson that has one; `fault` says why they are not known."""

    by_lesson: Mapping[str, str] = field(default_factory=dict)
    fault: str = ""


def find_links(client: Client, place: RunTarget, lesson_ids: Collection[str]) -> RunLinks:
    """The links of these lessons whose courses are public. Raises nothing: a page without links is a page."""
    known = client.capabilities()
    if known is None or not place.lists_lessons or list_courses.name not in known.procedures:
        return RunLinks(fault="This service does not list lessons and courses.")
    try:
        courses = _courses_of(client, place, set(lesson_ids))
        organization_id = place.organization_id if place.takes_organization else None
        public = {
            each.course_id: each.share_url
            for each in (every_course(client, organization_id) if courses else [])
            if each.is_public
        }
    except WorkbenchError as refused:
        return RunLinks(fault=refused.message)
    return RunLinks({lesson_id: public[course] for lesson_id, course in courses.items() if course in public})


def _courses_of(client: Client, place: RunTarget, wanted: set[str]) -> dict[str, str]:
    found: dict[str, str] = {}
    for each in islice(all_lessons(client, place), MAX_LESSONS):
        if len(found) == len(wanted):
            break
        if each.lesson_id in wanted:
            found[each.lesson_id] = each.course_id
    return found

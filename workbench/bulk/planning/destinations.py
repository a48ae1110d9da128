"""Find the destinations of lessons: projects and courses by id, or by a unique name. Reads only.

Source: ours (bulk).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, cast

from workbench.bulk.journal.destination import Destination
from workbench.bulk.planning.target import RunTarget
from workbench.client.calling import CallingClient
from workbench.client.lookups.courses import every_course
from workbench.client.lookups.identify import check_not_elsewhere
from workbench.client.lookups.names import NameLookup, created_detail
from workbench.client.sync import Client
from workbench.errors import PlanRejected
from workbench.procedures.organization import get_organization_projects
from workbench.text import display_text

DestinationNames = tuple[str, str]
"""A project and a course as a person names them, by name or id; empty if none is named."""
CANDIDATES_SHOWN: Final = 8


@dataclass(frozen=True, slots=True)
class FoundDestination:
    """A destination; where `fault` is not empty, it says why no lesson can go there."""

    destination: Destination
    fault: str = ""


@dataclass(frozen=True, slots=True)
class _Place:
    """A project, or a course with its project."""

    id: str
    name: str
    is_archived: bool = False
    project: _Place | None = None
    date: str = ""

    def __str__(self) -> str:
        where = f", in {display_text(self.project.name, longest=60)}" if self.project else ""
        date = f", {self.date}" if self.date else ""
        return f"{display_text(self.name, longest=60)} ({self.id}{where}{date})"


def find_destinations(
    client: CallingClient, target: RunTarget, wanted: Iterable[DestinationNames]
) -> dict[DestinationNames, FoundDestination]:
    """Return the destination of each pair of names.

    It reads the projects once and, for courses, a few of the courses. Raises `PlanRejected` for a course if the
    service accepts none, and `OtherOrganization` for a place in another organization.
    """
    pairs = {pair for pair in wanted if any(pair)}
    has_courses = any(course for _, course in pairs)
    if has_courses and not target.takes_course:
        raise PlanRejected(
            "This service can't put a new lesson into a course; leave the course out. No lesson was created."
        )
    if not target.takes_organization:
        fault = "this service can't put lessons into a project; leave it out"
        return {pair: FoundDestination(Destination(pair[0], pair[0]), fault) for pair in pairs}
    projects = _projects(client, target) if pairs else []
    courses = _courses(client, target, projects) if has_courses else []
    for kind, known, wanted_names in (
        ("project", projects, {project for project, _ in pairs}),
        ("course", courses, {course for _, course in pairs}),
    ):
        check_not_elsewhere(
            client, target.organization_id, kind, wanted_names.difference(target.id for target in known)
        )
    finder = _Finder(projects, courses)
    return {pair: finder.find(*pair) for pair in sorted(pairs)}


def _projects(client: CallingClient, target: RunTarget) -> list[_Place]:
    capabilities = client.capabilities()
    more = True if capabilities is not None and "includeArchived" in capabilities.additions else None
    request = get_organization_projects(organization_id=target.organization_id, include_archived=more)
    projects = client.call(request).projects
    return [
        _Place(
            project.project_id,
            project.name or "",
            bool(project.is_archived),
            date=created_detail(project.created_at),
        )
        for project in projects
        if project.project_id
    ]


def _courses(client: CallingClient, target: RunTarget, projects: Sequence[_Place]) -> list[_Place]:
    by_id = {project.id: project for project in projects}
    return [
        _Place(
            course.course_id, course.title, project=by_id.get(course.project_id), date=created_detail(course.created_at)
        )
        for course in every_course(cast("Client", client), target.organization_id)
    ]


class _Finder:
    def __init__(self, projects: Sequence[_Place], courses: Sequence[_Place]) -> None:
        self._projects = NameLookup(projects)
        self._courses = NameLookup(courses)
        self._all_courses = courses
        self._of_project: dict[str, NameLookup[_Place]] = {}

    def find(self, project: str, course: str) -> FoundDestination:
        """Return the destination of these names; a course implies its project."""
        item, fault = self._one(self._projects, "project", project, "in this organization") if project else (None, "")
        if course and not fault:
            lookup, where = self._courses, "in this organization"
            if item is not None:
                lookup, where = self._courses_of(item), f"in the project {display_text(item.name, longest=60)}"
            item, fault = self._one(lookup, "course", course, where)
        if item is None:
            unknown = Destination(project or None, project or None, course or None, course or None)
            return FoundDestination(unknown, fault)
        owner = item.project if course else item
        if owner is not None and owner.is_archived:
            fault = f"the project {display_text(owner.name, longest=60)} is archived; unarchive it, or name another"
        if course:
            return FoundDestination(Destination(None, owner.name if owner else None, item.id, item.name), fault)
        return FoundDestination(Destination(item.id, item.name), fault)

    def _courses_of(self, project: _Place) -> NameLookup[_Place]:
        if project.id not in self._of_project:
            self._of_project[project.id] = NameLookup(
                [course for course in self._all_courses if course.project == project]
            )
        return self._of_project[project.id]

    def _one(self, lookup: NameLookup[_Place], kind: str, wanted: str, where: str) -> tuple[_Place | None, str]:
        matches = lookup.matches(wanted)
        if len(matches) == 1:
            return matches[0], ""
        if matches:
            more = f" and {len(matches) - CANDIDATES_SHOWN:,} more" if len(matches) > CANDIDATES_SHOWN else ""
            listed = ", ".join(str(match) for match in matches[:CANDIDATES_SHOWN])
            return None, f"several {kind}s have this name: {listed}{more}; name one by its id"
        hint = "".join(f"; did you mean {display_text(near, longest=60)!r}?" for near in lookup.nearest(wanted))
        return None, f"there is no {kind} {display_text(wanted, longest=60)!r} {where}{hint}"

"""Ask for confirmation before a project or course gets a name that another one has.

The service compares, and refuses in the same unit, so that of two people at one time only one succeeds. If it does not
announce `refuseSameName`, the client only checks before a name is given. Source: ours.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final, TypeVar

from pydantic import BaseModel, ValidationError

from workbench.client.lookups.courses import iter_courses
from workbench.client.lookups.names import created_detail, folded_name
from workbench.client.sync import Client
from workbench.errors import NameTaken, NotConfirmed
from workbench.procedures.course import Course, create_course, rename_course
from workbench.procedures.declare import Call
from workbench.procedures.lesson import restore_lesson
from workbench.procedures.organization import Project, get_organization_projects
from workbench.procedures.project import archive_project, create_project, rename_project
from workbench.text import display_text
from workbench.wording import count_text

A = TypeVar("A", bound=BaseModel)
MOST_LISTED: Final = 5
_MOST_NOTES: Final = 20
_MOST_SEARCH: Final = 200
_COMPARED: Final = "refuseSameName"
_RESTORED_LESSONS: Final = "refuseSameNameOfLesson"


def project_detail(project: Project) -> str:
    """Return what distinguishes a project from another of its name: its content, and the day of its creation."""
    parts = (count_text(project.course_count or 0, "course"), created_detail(project.created_at))
    return ", ".join(part for part in (*parts, "archived" if project.is_archived else "") if part)


def course_detail(course: Course, project_name: str | None) -> str:
    """Tell a course from another of its title: its lessons, its project, and the day on which it was created."""
    where = f" in the project {display_text(project_name, longest=60)}" if project_name else ""
    return f"{count_text(course.lesson_count, 'lesson')}{where}, {created_detail(course.created_at)}"


def project_names(client: Client, organization_id: str | None) -> dict[str, str]:
    """Map the id of each project to its name, archived ones included."""
    return {project.project_id or "": project.name or "" for project in _projects(client, organization_id)}


def call_unless_taken(client: Client, call: Call[A]) -> A:
    """Give a project or course its name by this call, or bring one back; the call's answer.

    Raises `NotConfirmed` where another one of the organization has the name: it says which, each with id, content,
    project and date. Nothing was changed then.
    """
    if not _is_refused_by_service(client, call):
        if taken := name_taken(client, call):
            raise NotConfirmed(taken)
        return client.call(call)
    refusing: Any = call.input.model_copy(update={"refuse_same_name": True})
    try:
        return client.call(replace(call, input=refusing))
    except NameTaken as refused:
        raise NotConfirmed(_refusal(client, call, refused)) from None


def _is_refused_by_service(client: Client, call: Call[Any]) -> bool:
    capabilities = client.capabilities()
    addition = _RESTORED_LESSONS if call.name == restore_lesson.name else _COMPARED
    return capabilities is not None and addition in capabilities.additions


def name_taken(client: Client, call: Call[Any]) -> str:
    """Say which others have the name that this call gives a project or course, each with id, content, project and date.

    Empty if none has, and for a call that restores one, whose name only the service knows. Reads only.
    """
    given: Any = call.input
    if call.name in (create_project.name, rename_project.name):
        mine = getattr(given, "project_id", None)
        organization_id = getattr(given, "organization_id", None)
        projects = _projects(client, organization_id, name=given.name)
        alike = [
            project
            for project in projects
            if project.project_id != mine and folded_name(project.name or "") == folded_name(given.name)
        ]
        return _of_projects(given.name, alike, len(alike))
    if call.name in (create_course.name, rename_course.name):
        mine = given.course_id if call.name == rename_course.name else None
        organization_id = getattr(given, "organization_id", None)
        courses = [course for course in _same_titled(client, organization_id, given.title) if course.course_id != mine]
        return _of_courses(client, organization_id, given.title, courses, len(courses))
    return ""


def new_course_notes(client: Client, organization_id: str | None, titles: Iterable[str], maker: str) -> tuple[str, ...]:
    """Return a note for each title of new courses that another course has or that occurs twice.

    `maker` is what makes the courses, such as `This plan`. Reads only: nothing if no title is given, else all
    courses of the organization.
    """
    wanted: dict[str, list[str]] = {}
    for title in titles:
        wanted.setdefault(folded_name(title), []).append(title)
    if not wanted:
        return ()
    alike: dict[str, list[Course]] = {folded: [] for folded in wanted}
    for course in iter_courses(client, organization_id, title=_only_title(client, wanted)):
        if folded_name(course.title) in alike:
            alike[folded_name(course.title)].append(course)
    notes = []
    for folded, same in wanted.items():
        makes = f"{maker} creates {'another one' if len(same) == 1 else f'{len(same):,} more'}."
        if alike[folded]:
            notes.append(f"{_of_courses(client, organization_id, same[0], alike[folded], len(alike[folded]))} {makes}")
        elif len(same) > 1:
            title = display_text(same[0], longest=60)
            notes.append(
                f"{maker} creates {len(same):,} courses named “{title}”: then none of them can be found by name alone."
            )
    more = f"The same of {len(notes) - _MOST_NOTES:,} more titles."
    return (*notes[:_MOST_NOTES], *([more] if len(notes) > _MOST_NOTES else []))


def _only_title(client: Client, wanted: Mapping[str, Sequence[str]]) -> str | None:
    """Return the title for the service to filter courses by, if only one is wanted; `None` otherwise."""
    capabilities = client.capabilities()
    is_compared = capabilities is not None and _COMPARED in capabilities.additions
    return next(iter(wanted.values()))[0] if is_compared and len(wanted) == 1 else None


def _refusal(client: Client, call: Call[Any], refused: NameTaken) -> str:
    """Return the sentence for the courses listed in the service's refusal, or its own if they cannot be read."""
    facts, organization_id = refused.facts, getattr(call.input, "organization_id", None)
    name, count, alike = facts.get("name"), facts.get("alikeCount"), facts.get("alike")
    if not isinstance(name, str) or not isinstance(count, int) or not isinstance(alike, list):
        return refused.message
    try:
        if call.name in (create_project.name, rename_project.name, archive_project.name):
            return _of_projects(name, [Project.model_validate(record) for record in alike], count)
        courses = [Course.model_validate(record) for record in alike]
    except ValidationError:
        return refused.message
    return _of_courses(client, organization_id, name, courses, count)


def _same_titled(client: Client, organization_id: str | None, title: str) -> list[Course]:
    capabilities = client.capabilities()
    is_compared = capabilities is not None and _COMPARED in capabilities.additions
    courses = iter_courses(
        client,
        organization_id,
        search=None if is_compared else title.strip()[:_MOST_SEARCH],
        title=title if is_compared else None,
    )
    return [course for course in courses if folded_name(course.title) == folded_name(title)]


def _projects(client: Client, organization_id: str | None, *, name: str | None = None) -> list[Project]:
    call = get_organization_projects(organization_id=organization_id, include_archived=True, name=name)
    return client.call(call).projects


def _of_projects(name: str, alike: Sequence[Project], count: int) -> str:
    return _sentence("project", name, [(project.project_id or "", project_detail(project)) for project in alike], count)


def _of_courses(client: Client, organization_id: str | None, title: str, alike: Sequence[Course], count: int) -> str:
    names = project_names(client, organization_id) if alike else {}
    details = [(course.course_id, course_detail(course, names.get(course.project_id))) for course in alike]
    return _sentence("course", title, details, count)


def _sentence(kind: str, name: str, alike: Sequence[tuple[str, str]], count: int) -> str:
    if not alike:
        return ""
    listed = "; ".join(f"{its_id} ({detail})" for its_id, detail in alike[:MOST_LISTED])
    more = f"; and {count - MOST_LISTED:,} more" if count > MOST_LISTED else ""
    there = "There is a" if count == 1 else f"There are {count:,}"
    of_name = f"{kind}{'' if count == 1 else 's'} named “{display_text(name, longest=60)}” already: {listed}{more}"
    return f"{there} {of_name}. With another one, neither can be found by name alone."

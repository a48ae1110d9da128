"""Filters checked against the service: a value that nothing can match is an error, not an empty table.

Names of projects and titles of courses become their ids.

Asks the service, once for all that is given; what its answers do not tell is not refused.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from itertools import islice
from types import MappingProxyType
from typing import Any, Final

from workbench.client.calling import CallingClient
from workbench.client.lookups.filter_values import check_language
from workbench.client.lookups.identify import check_not_elsewhere
from workbench.client.lookups.names import folded_name
from workbench.client.lookups.paging import every_item
from workbench.errors import InputRejected, NotFound, OtherOrganization, WorkbenchError
from workbench.nearest_word import suggestion
from workbench.procedures.catalogue import CATALOGUE
from workbench.procedures.course import MAX_COURSE_PAGE, get_course, list_courses
from workbench.procedures.declare import Call
from workbench.procedures.lesson import list_lessons
from workbench.procedures.member import ADMIN_ACTIONS, MAX_AUDIT_PAGE
from workbench.procedures.organization import get_audit_log, get_members, get_organization_projects, remove_member
from workbench.reports.report import Report
from workbench.reports.scope import ACTION, COURSE, LANGUAGE, LANGUAGES, PERSON, PROJECT, Parameter, Scope

_MOST_COMPARED: Final = 2_000
_LONGEST_ID: Final = 64
"""Longest id; longer texts are titles."""


def check_filters(client: CallingClient, report: Report, scope: Scope, known: set[str]) -> Scope:
    """Return the scope with ids where projects and courses were given by their names.

    `known` are the procedures that the service offers: what these do not tell is not checked. Raises `InputRejected`,
    with the nearest word, for a filter whose value nothing in these organizations can have.
    """
    checked_filters = dict(scope.parameters)
    for parameter in report.parameters:
        value = scope.get(parameter.name)
        check = _CHECKS.get(parameter.kind)
        if check is None or value is None:
            continue
        values = [
            check(_Checked(client, scope, known, parameter, part)) or part
            for part in (value if isinstance(value, tuple) else [value])
        ]
        checked_filters[parameter.name] = tuple(dict.fromkeys(values)) if isinstance(value, tuple) else values[0]
    return replace(scope, parameters=checked_filters)


class _Checked:
    """A filter's parameter and value, and the calls that check it in the organizations of the scope."""

    def __init__(self, client: CallingClient, scope: Scope, known: set[str], parameter: Parameter, value: str) -> None:
        self.client, self.scope, self.known, self.parameter, self.value = client, scope, known, parameter, value

    def answers(self, procedure: Callable[..., Call[Any]], **which: Any) -> list[Any] | None:
        """Return an answer for each organization; None if the service or the role does not allow it."""
        calls = [
            procedure(organization_id=organization.organization_id, **which)
            for organization in self.scope.organizations
        ]
        if any(call.name not in self.known for call in calls):
            return None
        outcomes = list(self.client.outcomes(*calls))
        return None if any(isinstance(answer, WorkbenchError) for answer in outcomes) else outcomes

    def refuse_elsewhere(self, kind: str) -> None:
        """Raise `OtherOrganization`, which names it, for an id of an organization that the report is not about."""
        check_not_elsewhere(self.client, self.scope.organizations[0].organization_id, kind, [self.value])

    def id_of(self, names: Mapping[str, str]) -> str | None:
        """Return the id that the value is the name of; `None` for no name. Raises `InputRejected` for several."""
        ids = [id_ for id_, name in names.items() if folded_name(name) == folded_name(self.value)]
        if len(ids) > 1:
            several = f"{len(ids):,} have the name {self.value[:80]!r}"
            raise InputRejected(f"{self.parameter.name}: {several}. Give the id of the one you mean: {', '.join(ids)}.")
        return ids[0] if ids else None

    def refuse(self, what: str, names: Mapping[str, str]) -> None:
        """Raise `InputRejected` with the id of a thing that the value names, or the most similar name."""
        ids = [id_ for id_, name in names.items() if name.casefold() == self.value.casefold()]
        if ids:
            raise InputRejected(f"{self.parameter.name}: {self.value[:80]!r} is a name. Give its id: {', '.join(ids)}.")
        options = [f"{id_} ({name})" for id_, name in names.items()]
        near = suggestion(self.value, [*names, *names.values()], most=0) if names else ""
        there = near if near.startswith("Did you mean") else suggestion(self.value, options, most=5)
        raise InputRejected(f"{self.parameter.name}: there is no {what} {self.value[:80]!r} here. {there}")


def _project(checked: _Checked) -> str | None:
    answers = checked.answers(get_organization_projects, include_archived=True)
    if answers is None:
        return None
    projects = [project for answer in answers for project in answer.projects if project.project_id]
    names = {project.project_id or "": project.name or "" for project in projects}
    in_use = {project.project_id or "": project.name or "" for project in projects if not project.is_archived}
    if checked.value in names:
        return None
    if (project_id := checked.id_of(in_use) or checked.id_of(names)) is None:
        checked.refuse_elsewhere("project")
        checked.refuse("project", names)
    return project_id


def _course(checked: _Checked) -> str | None:
    if get_course(course_id=checked.value[:_LONGEST_ID]).name not in checked.known:
        return None
    if len(checked.value) <= _LONGEST_ID:
        (outcome,) = checked.client.outcomes(get_course(course_id=checked.value))
        if not isinstance(outcome, NotFound | OtherOrganization):
            return None
    in_use = dict(islice(_courses(checked, in_trash=None), _MOST_COMPARED))
    names = in_use | dict(islice(_courses(checked, in_trash=True), _MOST_COMPARED))
    if checked.value in names:
        return None
    if (id_ := checked.id_of(in_use) or checked.id_of(names)) is None:
        checked.refuse_elsewhere("course")
        checked.refuse("course", names)
    return id_


def _courses(checked: _Checked, *, in_trash: bool | None) -> Iterator[tuple[str, str]]:
    for organization in checked.scope.organizations:
        call = list_courses(organization_id=organization.organization_id, in_trash=in_trash, limit=MAX_COURSE_PAGE)
        with suppress(WorkbenchError):
            for course in every_item(checked.client, call):
                yield course.course_id, course.title


def _person(checked: _Checked) -> None:
    answers = checked.answers(get_members)
    if answers is None:
        return
    members = {member.person_id: member for answer in answers for member in answer.members}
    if checked.value in members:
        return
    done = checked.answers(get_audit_log, person_id=checked.value, limit=1)
    removed = checked.answers(get_audit_log, action=remove_member.name, limit=MAX_AUDIT_PAGE)
    if done is None or removed is None or any(answer.entries for answer in done):
        return
    if any(entry.subject == checked.value for answer in removed for entry in answer.entries):
        return
    emails = {id_: member.email for id_, member in members.items() if member.email}
    if checked.value in emails.values():
        checked.refuse("person", emails)
    checked.refuse("person", {id_: member.name for id_, member in members.items()})


def _action(checked: _Checked) -> None:
    actions = sorted({*CATALOGUE, *checked.known, *ADMIN_ACTIONS})
    if checked.value in actions:
        return
    entries = checked.answers(get_audit_log, action=checked.value, limit=1)
    if entries is None or any(answer.entries for answer in entries):
        return
    there = suggestion(checked.value, actions, most=5)
    raise InputRejected(f"{checked.parameter.name}: there is no action {checked.value[:80]!r}. {there}")


def _languages(checked: _Checked) -> None:
    if list_lessons.name in checked.known:
        for code in checked.value.split(","):
            check_language(
                checked.client,
                [organization.organization_id for organization in checked.scope.organizations],
                code,
                checked.parameter.name,
            )


_CHECKS: Final = MappingProxyType(
    {
        PROJECT: _project,
        COURSE: _course,
        PERSON: _person,
        ACTION: _action,
        LANGUAGE: _languages,
        LANGUAGES: _languages,
    }
)

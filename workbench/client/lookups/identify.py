"""Find what a person means: by id, by a unique name, or by a record with its id."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final, NamedTuple

from pydantic import BaseModel

from workbench.argument_check import describe_value
from workbench.client.lookups.assets import iter_assets
from workbench.client.lookups.courses import iter_courses
from workbench.client.lookups.lessons import iter_lessons
from workbench.client.lookups.names import NameLookup
from workbench.client.lookups.same_name import course_detail, project_detail, project_names
from workbench.client.lookups.sources import iter_sources
from workbench.client.sync import Client
from workbench.errors import InputRejected, OtherOrganization, UnknownName, WrongType
from workbench.patterns import Pattern
from workbench.procedures.course import list_courses
from workbench.procedures.declare import Call
from workbench.procedures.lesson import get_lesson, list_lessons
from workbench.procedures.organization import get_members, get_organization_projects
from workbench.procedures.source import get_passages
from workbench.text import display_text
from workbench.wording import count_text

ID: Final = Pattern(r"[0-9a-z]{25}")
"""Ids of the service: a text of this form is never looked up by name."""
MAX_SEARCH: Final = 200
_MOST_LISTED: Final = 10
_MAX_LOOKUPS: Final = 100
_NAMING: Final[Mapping[str, Callable[[str], Call[Any]]]] = {
    "project": lambda project_id: list_courses(project_id=project_id, limit=1),
    "course": lambda course_id: list_lessons(course_id=course_id, limit=1),
    "lesson": lambda lesson_id: get_lesson(lesson_id=lesson_id),
    "source": lambda source_id: get_passages(source_id=source_id, limit=1),
}
"""A read that names one thing of a kind, wherever it belongs."""


IdOrName = str | BaseModel | Mapping[str, Any]
"""Names one thing: its id, its name, or a record with the id, such as an answer or a row of a table."""
Several = Iterable[Any]
"""Names several things: a list of them, a Series, or a table with their ids."""
_NAME_OF: Final = {"organization": "name", "project": "name", "person": "name or email address", "asset": "file name"}
_PLURALS: Final = {"person": "people"}


class Candidate(NamedTuple):
    """A possible match: its id, its name, and a detail that distinguishes it from others of that name."""

    id: str
    name: str
    detail: str
    is_archived: bool = False


def project_id(client: Client, organization_id: str | None, wanted: IdOrName) -> str:
    """Return a project's id, given its id or name.

    Raises `InputRejected`, with the ids if several have the name.
    """
    text = name_or_id("project", wanted)

    def read(name: str | None = None) -> Iterable[Candidate]:
        call = get_organization_projects(organization_id=organization_id, include_archived=True, name=name)
        for project in client.call(call).projects:
            yield Candidate(
                project.project_id or "", project.name or "", project_detail(project), bool(project.is_archived)
            )

    return _find_id("project", text, lambda: read(text.strip()[:MAX_SEARCH]), read)


def course_id(client: Client, organization_id: str | None, wanted: IdOrName, *, in_trash: bool = False) -> str:
    """Return a course's id, given its id or title; with `in_trash` of one in the trash. Raises as `project_id`."""
    text = name_or_id("course", wanted)

    def read(search: str | None = None) -> Iterable[Candidate]:
        courses = list(iter_courses(client, organization_id, search=search, in_trash=in_trash, limit=_most(search)))
        names = project_names(client, organization_id) if search is not None and len(courses) > 1 else {}
        for course in courses:
            yield Candidate(course.course_id, course.title, course_detail(course, names.get(course.project_id)))

    return _find_id("course", text, lambda: read(text.strip()[:MAX_SEARCH]), read)


def lesson_id(client: Client, organization_id: str | None, wanted: IdOrName, *, in_trash: bool = False) -> str:
    """Return a lesson's id, given its id or title; with `in_trash` of one in the trash. Raises as `project_id`."""
    text = name_or_id("lesson", wanted)

    def read(search: str | None = None) -> Iterable[Candidate]:
        lessons = iter_lessons(client, organization_id, search=search, in_trash=in_trash or None, limit=_most(search))
        for lesson in lessons:
            yield Candidate(lesson.lesson_id, lesson.title, f"{lesson.language}, made {lesson.created_at:%Y-%m-%d}")

    return _find_id("lesson", text, lambda: read(text.strip()[:MAX_SEARCH]), read)


def course_or_lesson_id(client: Client, organization_id: str | None, wanted: IdOrName) -> str:
    """Return the id of a course, or else of a lesson, given its id or title. Raises as `project_id`."""
    try:
        return course_id(client, organization_id, wanted)
    except InputRejected as no_course:
        try:
            return lesson_id(client, organization_id, wanted)
        except InputRejected:
            raise no_course from None


def person_id(client: Client, organization_id: str | None, wanted: IdOrName) -> str:
    """Return a member's id, given an id, name or e-mail address. Raises as `project_id`."""

    def read() -> Iterable[Candidate]:
        for member in client.call(get_members(organization_id=organization_id)).members:
            yield Candidate(member.person_id, member.name, member.email or member.role)
            if member.email:
                yield Candidate(member.person_id, member.email, member.role)

    return _find_id("person", name_or_id("person", wanted), read, read)


def source_id(client: Client, organization_id: str | None, wanted: IdOrName) -> str:
    """Return a source's id, given its id or title. Raises as `project_id`."""

    def read() -> Iterable[Candidate]:
        for source in iter_sources(client, organization_id):
            yield Candidate(
                source.source_id,
                source.title,
                f"{count_text(source.passages, 'passage')}, added {source.created_at:%Y-%m-%d}",
            )

    return _find_id("source", name_or_id("source", wanted), read, read)


def asset_id(client: Client, organization_id: str | None, wanted: IdOrName) -> str:
    """Return an asset's id, given its id or file name. Raises as `project_id`."""

    def read() -> Iterable[Candidate]:
        for asset in iter_assets(client, organization_id):
            yield Candidate(
                asset.asset_id,
                asset.file_name,
                f"{count_text(asset.size, 'byte')}, uploaded {asset.created_at:%Y-%m-%d}",
            )

    return _find_id("asset", name_or_id("asset", wanted), read, read)


def name_or_id(kind: str, wanted: object) -> str:
    """Return the text that a thing is given by; of a record (a model, mapping, row of a table) its `{kind}_id`.

    A list, Series or table of one thing is that thing. Raises `InputRejected` for an empty text, for several things or
    none, and `WrongType` for a record without the id and anything else.
    """
    text = wanted if isinstance(wanted, str) else _id_in_record(kind, wanted)
    if text is None and isinstance(wanted, Iterable) and not isinstance(wanted, Mapping | BaseModel | bytes):
        things = several(kind, wanted)
        if len(things) != 1:
            given = f"{len(things):,}, in {describe_value(wanted)}"
            raise InputRejected(f"One {kind} is expected here; these are {given}. Nothing was changed.")
        text = name_or_id(kind, things[0])
    if text is not None and text.strip():
        return text
    name = _NAME_OF.get(kind, "title")
    how = f"{'An' if kind[0] in 'ao' else 'A'} {kind} is given by its id, its {name}, or a record with `{kind}_id`"
    if text is None:
        raise WrongType(f"{how}; this is {describe_value(wanted)}.")
    raise InputRejected(f"{how}; this is empty.")


def is_one(kind: str, wanted: object) -> bool:
    """Return whether one thing is given, by text or record; else several are meant."""
    return isinstance(wanted, str | Mapping) or _id_in_record(kind, wanted) is not None


def several(kind: str, wanted: Any) -> list[Any]:
    """Return the things that are given: one, a list, a Series or a table with ids; each once.

    The ids of a table are its column or index `{kind}_id`, or `{kind}Id` as files have it. Raises `InputRejected` for a
    table without ids, or with two such columns, and `WrongType` for anything else.
    """
    if is_one(kind, wanted):
        return [wanted]
    if hasattr(wanted, "columns") and hasattr(wanted, "to_dict"):
        wanted = ids_in_table(kind, wanted)
    elif isinstance(wanted, bytes) or not isinstance(wanted, Iterable):
        kinds = _PLURALS.get(kind, f"{kind}s")
        raise WrongType(
            f"A {kind}, several {kinds}, or a table with `{kind}_id` is expected; this is {describe_value(wanted)}."
        )
    given = list(wanted.dropna()) if hasattr(wanted, "dropna") else list(wanted)
    is_plain = all(isinstance(thing, str) for thing in given)
    return list(dict.fromkeys(given)) if is_plain else given


def ids_in_table(kind: str, table: Any) -> Any:
    """Return the column, or the index, of a table that has the ids. Raises as `several`."""
    name = f"{kind}_id"
    columns = [index for index, column in enumerate(table.columns) if column in (name, f"{kind}Id")]
    if len(columns) > 1:
        raise InputRejected(f"The table has {len(columns)} columns `{name}`. Keep one. Nothing was changed.")
    if columns:
        return table.iloc[:, columns[0]]
    if name in table.index.names:
        return table.index.get_level_values(name)
    there = ", ".join(display_text(str(column), longest=40) for column in table.columns[:_MOST_LISTED])
    raise InputRejected(
        f"The table has no column `{name}`. It has: {there or 'no column'}. "
        f"If one of them has the ids: table.rename(columns={{…: {name!r}}}). Nothing was changed."
    )


def _id_in_record(kind: str, wanted: Any) -> str | None:
    """Return the id in a model, mapping, row of a table, or an open lesson; `None` for anything else."""
    name = f"{kind}_id"
    if isinstance(wanted, Mapping) or (hasattr(wanted, "index") and hasattr(wanted, "iat")):
        value = wanted.get(name, wanted.get(f"{kind}Id"))
    else:
        value = getattr(wanted, name, None) or getattr(getattr(wanted, kind, None), name, None)
    return value if isinstance(value, str) else None


def check_not_elsewhere(client: object, organization_id: str | None, kind: str, ids: Iterable[str]) -> None:
    """Refuse ids that were not found in this organization because they belong to another of the caller's.

    `kind` is `project`, `course`, `lesson` or `source`. Asked about are the first hundred texts of the form of an id.
    Raises `OtherOrganization`, which names both. A service that does not check organizations refuses none, nor does a
    client that is limited to none where `organization_id` is `None`.
    """
    wanted = [id_ for id_ in dict.fromkeys(ids) if ID.fullmatch(id_)][:_MAX_LOOKUPS]
    if not wanted or not isinstance(client, Client):
        return
    limited = client if organization_id is None else client.within(organization_id)
    capabilities = limited.capabilities()
    if limited.organization_id is None or capabilities is None or "organizationHeader" not in capabilities.additions:
        return
    for outcome in limited.outcomes(*map(_NAMING[kind], wanted)):
        if isinstance(outcome, OtherOrganization):
            raise outcome


def _most(search: str | None) -> int | None:
    return None if search is not None else 1_000  # enough to suggest a name from


def _find_id(
    kind: str, wanted: str, matching: Callable[[], Iterable[Candidate]], others: Callable[[], Iterable[Candidate]]
) -> str:
    if ID.fullmatch(wanted):
        return wanted
    matches = list({match.id: match for match in NameLookup(matching()).matches(wanted)}.values())
    if len(matches) == 1:
        return matches[0].id
    if matches:
        listed = "; ".join(f"{candidate.id} ({display_text(candidate.detail)})" for candidate in matches[:_MOST_LISTED])
        more = f"; and {len(matches) - _MOST_LISTED:,} more" if len(matches) > _MOST_LISTED else ""
        kinds = _PLURALS.get(kind, f"{kind}s")
        raise InputRejected(
            f"{len(matches):,} {kinds} are named {display_text(wanted)!r}: "
            f"{listed}{more}. Pass the id of the one you mean."
        )
    near = NameLookup(others()).nearest(wanted, most=3)
    there = (
        f"The nearest: {', '.join(repr(display_text(near_name)) for near_name in near)}."
        if near
        else "No name is similar."
    )
    raise UnknownName(f"There is no {kind} {display_text(wanted)!r} here. {there}")

"""Turns a table of courses into a change plan for their links, comparing it with the service. Only reads."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import PurePath
from typing import Any, Final

from workbench.bulk.journal.idempotency import content_digest
from workbench.bulk.reading.table import cell_text
from workbench.bulk.running.clocks import epoch_ms
from workbench.changes.cells import CellSheet, fold_heading, is_missing, read_sheet, unused_columns
from workbench.changes.plan import ChangePlan
from workbench.changes.planning import MAX_NAME_CHARACTERS, check_name
from workbench.changes.present import PresentCourse
from workbench.changes.reading import find_target, read_courses
from workbench.changes.row import EMBED_ORIGINS, EXPIRES, INDEXING, ChangeRow, ChangeVerdict
from workbench.changes.share_cells import clean_share_cell
from workbench.client.calling import CallingClient
from workbench.client.lookups.identify import check_not_elsewhere
from workbench.errors import PlanRejected
from workbench.text import display_text

COURSE_ID: Final = "course_id"
_NAMES: Final = {
    **dict.fromkeys((COURSE_ID, "courseid"), COURSE_ID),
    **dict.fromkeys((EXPIRES, "expires_at", "expiresat"), EXPIRES),
    **dict.fromkeys((EMBED_ORIGINS, "embedorigins"), EMBED_ORIGINS),
    INDEXING: INDEXING,
}


def plan_share_settings(
    source: Any,
    client: CallingClient,
    *,
    organization_id: str | None = None,
    name: str | None = None,
    sheet: str | int | None = None,
    encoding: str | None = None,
) -> ChangePlan:
    """Plan changes that apply a table's settings to courses' links; planning changes nothing.

    The table has `course_id` and any of `expires`, `embed_origins` and `indexing`; an empty cell leaves a
    setting as it is. Raises `PlanRejected`, and `OtherOrganization` for a course of another organization.
    """
    check_name(name)
    table = read_sheet(source, _NAMES, sheet=sheet, encoding=encoding)
    column_indexes = _places(table)
    run_target, target = find_target(client, organization_id)
    read_at = epoch_ms()
    courses = read_courses(client, run_target)
    course_ids = {cell_text(values[column_indexes[COURSE_ID]]) for _, values, _ in table.rows}
    check_not_elsewhere(client, run_target.organization_id, "course", course_ids - courses.keys())
    rows = tuple(_rows(table, column_indexes, courses))
    notes = (*table.notes, *unused_columns([column for column in table.columns if fold_heading(column) not in _NAMES]))
    wanted = [f"{row.course_id}\n{row.field}\n{row.after}" for row in rows]
    stem = "".join(character for character in PurePath(table.name).stem or "links" if character.isprintable())
    derived = f"{stem[: MAX_NAME_CHARACTERS - 20]} {content_digest(wanted)}"
    return ChangePlan(name or derived, table.name, target, rows, notes, read_at)


def _places(sheet: CellSheet) -> dict[str, int]:
    places: dict[str, int] = {}
    for index, column in enumerate(sheet.columns):
        role = _NAMES.get(fold_heading(column))
        if role in places:
            raise PlanRejected(f"Several columns give the {role}. Keep one. Nothing was changed.")
        if role is not None:
            places[role] = index
    if COURSE_ID not in places:
        raise PlanRejected("The table has no column `course_id`. Nothing was changed.")
    if len(places) == 1:
        listed = ", ".join(field_name for field_name in dict.fromkeys(_NAMES.values()) if field_name != COURSE_ID)
        raise PlanRejected(f"The table needs a column to change: {listed}. Nothing was changed.")
    return places


def _rows(sheet: CellSheet, places: Mapping[str, int], courses: Mapping[str, PresentCourse]) -> Iterator[ChangeRow]:
    lines: dict[str, int] = {}
    for line, values, fault in sheet.rows:
        course_id = cell_text(values[places[COURSE_ID]])[:200]
        course = courses.get(course_id)
        if fault:
            yield ChangeRow(line=line, verdict=ChangeVerdict.NOT_ALLOWED, course_id=course_id, reason=fault)
        elif course is None:
            reason = (
                f"there is no course {display_text(course_id, longest=60)!r}"
                if course_id
                else "the course id is missing"
            )
            yield ChangeRow(line=line, verdict=ChangeVerdict.NAME_UNKNOWN, course_id=course_id, reason=reason)
        elif course_id in lines:
            reason = f"the same course is in line {lines[course_id]:,}"
            yield _row(line, course, ChangeVerdict.DUPLICATE, reason=reason)
        else:
            lines[course_id] = line
            yield from _course_rows(line, values, places, course)


def _course_rows(
    line: int, values: Sequence[Any], places: Mapping[str, int], course: PresentCourse
) -> Iterator[ChangeRow]:
    is_changed = False
    for field, index in places.items():
        value = values[index]
        if field == COURSE_ID or _is_missing(value):
            continue
        if field not in course.share:
            reason = "this service has no link settings"
            yield _row(line, course, ChangeVerdict.NOT_A_FIELD, field=field, reason=reason)
            continue
        before = course.share[field]
        try:
            after = clean_share_cell(field, value)
        except ValueError as refused:
            yield _row(
                line, course, ChangeVerdict.NOT_ALLOWED, field=field, after=display_text(value), reason=str(refused)
            )
            is_changed = True
            continue
        if after != before:
            is_changed = True
            yield _row(line, course, ChangeVerdict.CHANGE, field=field, before=before, after=after)
    if not is_changed:
        yield _row(line, course, ChangeVerdict.UNCHANGED)


def _row(line: int, course: PresentCourse, verdict: ChangeVerdict, **more: Any) -> ChangeRow:
    """Return a row for a course; learners of a public course see its change immediately."""
    is_public = course.is_public and verdict is ChangeVerdict.CHANGE
    return ChangeRow(
        line=line,
        verdict=verdict,
        course_id=course.course_id,
        course_title=course.title,
        is_public=is_public,
        **more,
    )


def _is_missing(value: Any) -> bool:
    """Return whether a cell is empty; an empty list of origins is a value."""
    return not getattr(value, "ndim", 0) and is_missing(value)

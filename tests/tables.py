"""The tables that a connected workbench gives, and the rule that all of them keep (docs/reports.md)."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pandas

from tests.reports.frames import dtype_name
from workbench.api.content.publications import CHANGE_COLUMNS, PUBLICATION_COLUMNS
from workbench.api.content.sources import passages_frame
from workbench.api.content.translations import blocks_frame
from workbench.api.reviews.review_tables import COMMENT_COLUMNS, REVIEW_COLUMNS, records_frame
from workbench.api.workbench import Workbench
from workbench.columns import DAY, FEW_VALUES, FLAG, INTEGER, MOMENT, NUMBER, TEXT, TEXTS, Columns
from workbench.errors import NotAllowed

FAMILIES = {dtype_name(kind) for kind in (TEXT, TEXTS, INTEGER, NUMBER, FLAG, MOMENT, DAY)}
OF_AN_ORGANIZATION: dict[str, Callable[[Any, Path], pandas.DataFrame]] = {
    "projects.list": lambda wb, _: wb.projects.list(),
    "courses.list": lambda wb, _: wb.courses.list(),
    "lessons.list": lambda wb, _: wb.lessons.list(),
    "lessons.search": lambda wb, _: wb.lessons.search("lang:en sails"),
    "lessons.check": lambda wb, _: wb.lessons.check(language="EN"),
    "tags.list": lambda wb, _: wb.tags.list(),
    "glossary.list": lambda wb, _: wb.glossary.list(),
    "assets.list": lambda wb, _: wb.assets.list(),
    "glossary.set": lambda wb, _: wb.glossary.set([{"term": ""}]),
    "translations.list": lambda wb, _: wb.translations.list(),
    "translations.blocks": lambda wb, _: blocks_frame([]),
    "sources.list": lambda wb, _: wb.sources.list(),
    "sources.passages": lambda wb, _: _passages(wb),
    "reviews.queue": lambda wb, _: wb.reviews.queue(rule="click-here"),
    "reviews.request": lambda wb, _: wb.reviews.request([]),
    "reviews.approve": lambda wb, _: wb.reviews.approve([]),
    "reviews.send_back": lambda wb, _: wb.reviews.send_back([], "Thin."),
    "reviews.history": lambda wb, _: _of_lesson(wb, "history", REVIEW_COLUMNS),
    "reviews.comments": lambda wb, _: _of_lesson(wb, "comments", COMMENT_COLUMNS),
    "courses.publications": lambda wb, _: _of_course(wb, "publications", PUBLICATION_COLUMNS),
    "courses.publication_changes": lambda wb, _: _of_course(wb, "publication_changes", CHANGE_COLUMNS),
    "people.list": lambda wb, _: wb.people.list(),
    "snapshots.list": lambda wb, sets: wb.snapshots.list(sets),
    "snapshots.get": lambda wb, sets: wb.snapshots.get(sets, "members"),
    "snapshots.compare": lambda wb, sets: wb.snapshots.compare(sets, "ledger", "9999-12-31"),
    "reports.list": lambda wb, _: wb.reports.list(),
    "reports.build": lambda wb, _: wb.reports.build("lessons", content=True),
    "reports.recent_items": lambda wb, _: wb.reports.recent_items(),
    "reports.projects": lambda wb, _: wb.reports.projects(),
    "reports.courses": lambda wb, _: wb.reports.courses(),
    "reports.lessons": lambda wb, _: wb.reports.lessons(),
    "reports.tags": lambda wb, _: wb.reports.tags(),
    "reports.coverage": lambda wb, _: wb.reports.coverage(),
    "reports.duplicates": lambda wb, _: wb.reports.duplicates(similar_percent=50),
    "reports.findings": lambda wb, _: wb.reports.findings(),
    "reports.members": lambda wb, _: wb.reports.members(),
    "reports.audit": lambda wb, _: wb.reports.audit(),
    "reports.ledger": lambda wb, _: wb.reports.ledger(),
    "reports.credits": lambda wb, _: wb.reports.credits(by="week"),
    "reports.forecast": lambda wb, _: wb.reports.forecast(plan_credits=50),
    "reports.monthly_forecast": lambda wb, _: wb.reports.monthly_forecast(),
    "reports.reconciliation": lambda wb, _: wb.reports.reconciliation(),
}
OF_THIS_COMPUTER: dict[str, Callable[[Workbench], pandas.DataFrame]] = {
    "runs.list": lambda wb: wb.runs.list(),
    "runs.rows": lambda wb: wb.runs.rows("two topics"),
    "reports.runs": lambda wb: wb.reports.runs(),
    "changes.list": lambda wb: wb.changes.list(),
    "changes.show": lambda wb: wb.changes.show("new titles"),
}


def tables(wb: Any, sets: Path) -> dict[str, pandas.DataFrame]:
    """The tables of an organization that a role may read, by the method that gives each."""
    if not sets.exists():
        wb.snapshots.create(sets)
    found = {}
    for name, give in OF_AN_ORGANIZATION.items():
        try:
            found[name] = give(wb, sets)
        except NotAllowed:
            continue
    return found


def _of_lesson(wb: Any, name: str, columns: Columns) -> pandas.DataFrame:
    """A table of the first lesson's; of an organization without one, none."""
    lesson_id = next((lesson.lesson_id for lesson in wb.lessons.iter()), None)
    give: Callable[[str], pandas.DataFrame] = getattr(wb.reviews, name)
    return records_frame(columns, []) if lesson_id is None else give(lesson_id)


def _of_course(wb: Any, name: str, columns: Columns) -> pandas.DataFrame:
    """A table of the first course's; of an organization without one, none."""
    course_id = next((course.course_id for course in wb.courses.iter()), None)
    give: Callable[[str], pandas.DataFrame] = getattr(wb.courses, name)
    return records_frame(columns, []) if course_id is None else give(course_id)


def _passages(wb: Any) -> pandas.DataFrame:
    """The passages of the first source; of an organization without one, none."""
    source_id = next((source.source_id for source in wb.sources.iter()), None)
    return passages_frame([]) if source_id is None else wb.sources.passages(source_id)


def dtypes(frame: pandas.DataFrame) -> dict[str, str]:
    """The dtype of each column by its name; which categories there are is no part of it."""
    return {str(column): str(dtype) for column, dtype in frame.dtypes.items()}


def breaches(name: str, frame: pandas.DataFrame) -> list[str]:
    """What a table does against the rule that all of them keep."""
    odd = [
        f"{name}.{column} is {dtype}"
        for column, dtype in frame.dtypes.items()
        if str(dtype) not in FAMILIES and not (str(dtype) == "category" and column in FEW_VALUES)
    ]
    odd += [
        f"{name}: no column name: {column!r}"
        for column in frame.columns
        if not re.fullmatch(r"[a-z][a-z_0-9]*", column)
    ]
    missing = frame.attrs.get("missing")
    if not isinstance(missing, list) or frame.attrs.get("is_complete") is not (not missing):
        odd.append(f"{name}: attrs are {frame.attrs}")
    if frame.columns.has_duplicates or list(frame.index) != list(range(len(frame))):
        odd.append(f"{name}: columns or rows are numbered otherwise")
    return odd

"""An outline while it is edited: lessons with their own ids; excluded ones keep their places.

Pure; a frozen value that is kept as JSON.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, replace
from itertools import count
from typing import Any, Self

from workbench.bulk.outlines.lesson_outline import LessonOutline, checked_lesson
from workbench.bulk.outlines.outline import Outline
from workbench.procedures.outlines import MAX_OUTLINE_LESSONS


@dataclass(frozen=True, slots=True)
class OutlineEntry:
    """A lesson in the list; `is_excluded`: it is not made."""

    id: str
    lesson: LessonOutline
    is_excluded: bool = False


@dataclass(frozen=True, slots=True)
class EditedOutline:
    """The outline as edited in the panel. `wanted` is the requested number of lessons, if any."""

    title: str
    language: str
    rows: tuple[OutlineEntry, ...]
    brief: str = ""
    writer: str = ""
    wanted: int | None = None

    @property
    def outline(self) -> Outline:
        """Outline to be made, without excluded lessons."""
        lessons = tuple(row.lesson for row in self.rows if not row.is_excluded)
        return Outline(self.title, self.language, lessons, brief=self.brief, writer=self.writer)

    def row(self, row_id: str) -> OutlineEntry | None:
        """Return the lesson with this id, or `None`."""
        return next((row for row in self.rows if row.id == row_id), None)

    def number(self, row_id: str) -> int:
        """Return a lesson's number in the course to be made; 0 for an excluded one."""
        living = [row.id for row in self.rows if not row.is_excluded]
        return living.index(row_id) + 1 if row_id in living else 0

    def rename(self, title: str) -> Self:
        """Return the outline with another course title. Raises `PlanRejected`."""
        return replace(self, title=replace(self.outline, lessons=()).rename(title).title)

    def change(self, row_id: str, **changes: Any) -> Self:
        """Return the outline with a lesson's `title`, `topic` or `objectives` changed. Raises `PlanRejected`."""
        place = next(index for index, row in enumerate(self.rows) if row.id == row_id)
        before = self.rows[place]
        lesson = checked_lesson(self.number(row_id) or place + 1, replace(before.lesson, **changes))
        return self._with([*self.rows[:place], replace(before, lesson=lesson), *self.rows[place + 1 :]])

    def reorder(self, ids: Sequence[str]) -> Self:
        """Return the outline with its lessons in this order of their ids."""
        by_id = {row.id: row for row in self.rows}
        return self._with(by_id[id_] for id_ in ids)

    def exclude(self, ids: Iterable[str], *, is_excluded: bool = True) -> Self:
        """Return the outline with these lessons excluded or included."""
        chosen = set(ids)
        return self._with(replace(row, is_excluded=is_excluded) if row.id in chosen else row for row in self.rows)

    def add(self, title: str, *, behind: str | None = None) -> Self:
        """Add a lesson, at the end or after another one. Raises `PlanRejected`."""
        new = OutlineEntry(self._new_id(), checked_lesson(len(self.rows) + 1, LessonOutline(title)))
        index = next((position for position, row in enumerate(self.rows, 1) if row.id == behind), len(self.rows))
        return self._with([*self.rows[:index], new, *self.rows[index:]])

    @property
    def can_add(self) -> bool:
        """Whether another lesson may be added."""
        return len(self.rows) < MAX_OUTLINE_LESSONS

    def as_json(self) -> dict[str, Any]:
        """Return the whole outline as JSON values."""
        return asdict(self)

    def _with(self, rows: Iterable[OutlineEntry]) -> Self:
        return replace(self, rows=tuple(rows))

    def _new_id(self) -> str:
        known = {row.id for row in self.rows}
        return next(candidate for candidate in map(str, count(len(self.rows) + 1)) if candidate not in known)


def start_editing(outline: Outline, *, wanted: int | None = None) -> EditedOutline:
    """Return an unedited `EditedOutline` of an outline."""
    rows = tuple(OutlineEntry(str(number), lesson) for number, lesson in enumerate(outline.lessons, 1))
    return EditedOutline(outline.title, outline.language, rows, outline.brief, outline.writer, wanted)


def edited_of_json(stored: dict[str, Any]) -> EditedOutline:
    """Return the outline that `as_json` wrote, here or before (`is_struck`).

    Raises `KeyError`, `TypeError` or `ValueError` for anything else.
    """
    rows = tuple(
        OutlineEntry(
            str(row["id"]),
            LessonOutline(
                str(row["lesson"]["title"]),
                tuple(map(str, row["lesson"]["objectives"])),
                str(row["lesson"]["topic"]),
            ),
            bool(row["is_excluded"] if "is_excluded" in row else row["is_struck"]),
        )
        for row in stored["rows"]
    )
    wanted = stored["wanted"]
    texts = [str(stored[name]) for name in ("title", "language", "brief", "writer")]
    return EditedOutline(texts[0], texts[1], rows, texts[2], texts[3], None if wanted is None else int(wanted))

"""An outline as a topic list: a row for each lesson, in order. Source: ours (bulk)."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from workbench.bulk.outlines.lesson_outline import LessonOutline, checked_lessons
from workbench.bulk.reading.table import Table, TopicLine

_PARTS_OF_PATHS: Final = re.compile(r"[./\\]+")


def outline_rows(title: str, lessons: Iterable[LessonOutline]) -> Table:
    """The lessons as a list that is named after the course, each on the line of its number. Raises `PlanRejected`."""
    lines = tuple(
        TopicLine(
            number,
            (
                f"{each.title}: {each.topic}" if each.topic else each.title,
                "".join(f"{objective}\n" for objective in each.objectives),  # a line each: they may hold semicolons
            ),
        )
        for number, each in enumerate(checked_lessons(lessons), 1)
    )
    # The run is named by it as by a file's name, of which only the last part without its ending counts.
    name = " ".join(_PARTS_OF_PATHS.sub(" ", title).split()) or "outline"
    return Table(name, ("topic", "objectives"), lines, is_file=True)

"""An outline as the plan of a run: a row for each lesson, all of them in one course, in the outline's order.

Source: ours (bulk).
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from workbench.bulk.outlines.outline import checked_lessons
from workbench.bulk.planning.plan import Plan
from workbench.bulk.planning.planner import PlanOptions, PlanTarget, plan_topics
from workbench.bulk.reading.table import Table, TopicLine
from workbench.errors import PlanRejected

if TYPE_CHECKING:
    from workbench.bulk.outlines.outline import Outline

_PARTS_OF_PATHS: Final = re.compile(r"[./\\]+")


def plan_outline(
    outline: Outline,
    *,
    project: str | None = None,
    course: str | None = None,
    name: str | None = None,
    budget: int | None = None,
    sample: int | None = None,
) -> Plan:
    """The plan of an outline whose client is known; `course` is one that is there, else a new one is made by the run.

    Reads only. Raises `PlanRejected` with what to do.
    """
    if outline.client is None:
        raise PlanRejected("This outline knows no service: get it from wb.courses.load_outline or wb.courses.outline.")
    target = PlanTarget(
        organization_id=outline.organization_id,
        project=project,
        course=course,
        new_course=outline.title if course is None else None,
    )
    options = PlanOptions(budget=budget, sample=sample)
    return plan_topics(
        outline_rows(outline), outline.client, language=outline.language, name=name, target=target, options=options
    )


def outline_rows(outline: Outline) -> Table:
    """The outline as a topic list, each lesson on the line of its number. Raises `PlanRejected`."""
    lessons = checked_lessons(outline.lessons)
    lines = tuple(
        TopicLine(
            number,
            (
                f"{each.title}: {each.topic}" if each.topic else each.title,
                "".join(f"{objective}\n" for objective in each.objectives),  # a line each: they may hold semicolons
            ),
        )
        for number, each in enumerate(lessons, 1)
    )
    # The run is named by it as by a file's name, of which only the last part without its ending counts.
    name = " ".join(_PARTS_OF_PATHS.sub(" ", outline.title).split()) or "outline"
    return Table(name, ("topic", "objectives"), lines, is_file=True)

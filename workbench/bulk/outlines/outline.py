"""The outline of a course: a frozen value that a person changes step by step, until it is planned as a run.

Source: ours (bulk).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Final, Self

from workbench.argument_check import checks_arguments
from workbench.authoring.title import MAX_TITLE_CHARACTERS
from workbench.bulk.outlines.lesson_outline import (
    LessonOutline,
    checked_lesson,
    checked_lessons,
    lessons_from_frame,
    single_line,
)
from workbench.columns import INTEGER, TEXT, TEXTS, Column, rows_frame
from workbench.errors import PlanRejected
from workbench.languages.reader import language_name
from workbench.procedures.outlines import (
    ProposedOutline,
)
from workbench.text import display_text, escape_html

if TYPE_CHECKING:
    import pandas

    from workbench.bulk.planning.plan import Plan
    from workbench.client.sync import Client
from workbench.bulk.reading.table import Table, TopicLine
from workbench.patterns import Pattern

_PARTS_OF_PATHS: Final = Pattern(r"[./\\]+")


COLUMNS: Final = (
    Column("lesson", INTEGER, "", "Its number in the course, from 1."),
    Column("title", TEXT, "", "The lesson's title."),
    Column("objectives", TEXTS, "", "What learners can do after it."),
    Column("topic", TEXT, "", "Its topic."),
)


@checks_arguments
@dataclass(frozen=True)
class Outline:
    """The outline of one course: its title, language and lessons in order. Its methods give a changed one.

    `brief` and `writer` say where it came from, empty for one that a person wrote; `cost_credits` is the price of the
    call, 0 if it was paid for before; `is_language_assumed` says that no language was given; `cells` are writing
    options (`audience`, `sources`). The service creates and stores nothing before a run of `plan()`.
    """

    title: str
    language: str
    lessons: tuple[LessonOutline, ...]
    brief: str = ""
    writer: str = ""
    cost_credits: int | None = None
    cells: Mapping[str, str] = field(default_factory=dict)
    client: Client | None = None
    organization_id: str | None = None
    is_language_assumed: bool = False
    runner: Callable[..., Any] | None = field(default=None, repr=False, compare=False)

    def frame(self) -> pandas.DataFrame:
        """Return a DataFrame with a row for each lesson, in the columns of COLUMNS.

        Edited, it can be passed to `with_frame`.
        """
        return rows_frame(
            COLUMNS,
            [
                {"lesson": number, "title": lesson.title, "objectives": list(lesson.objectives), "topic": lesson.topic}
                for number, lesson in enumerate(self.lessons, 1)
            ],
        )

    def with_frame(self, frame: pandas.DataFrame) -> Self:
        """Return the outline with the lessons of a table, in the order of its rows. Raises `PlanRejected`."""
        return self._with(lessons_from_frame(frame))

    def rename(self, title: str) -> Self:
        """Return the outline with another course title. Raises `PlanRejected`."""
        return replace(self, title=single_line(title, "The title of the course", MAX_TITLE_CHARACTERS))

    def retitle(self, lesson: int, title: str) -> Self:
        """Another title for the lesson of this number. Raises `PlanRejected`."""
        return self._change_lesson(lesson, title=title)

    def set_topic(self, lesson: int, topic: str) -> Self:
        """Return the outline with another topic for the lesson of this number. Raises `PlanRejected`."""
        return self._change_lesson(lesson, topic=topic)

    def set_objectives(self, lesson: int, objectives: Sequence[str]) -> Self:
        """Return the outline with other objectives for the lesson of this number. Raises `PlanRejected`.

        Objectives are what learners can do after the lesson.
        """
        return self._change_lesson(
            lesson, objectives=tuple([objectives] if isinstance(objectives, str) else objectives)
        )

    def move(self, lesson: int, to: int) -> Self:
        """Return the outline with the lesson of this number at another place. Raises `PlanRejected`."""
        moved, index = self.lessons[self._at(lesson)], self._at(to)
        other_lessons = [other_lesson for number, other_lesson in enumerate(self.lessons, 1) if number != lesson]
        return replace(self, lessons=(*other_lessons[:index], moved, *other_lessons[index:]))

    def strike(self, *lessons: int) -> Self:
        """Return the outline without the lessons of these numbers. Raises `PlanRejected`."""
        gone = {self._at(lesson) for lesson in lessons}
        return self._with(lesson for index, lesson in enumerate(self.lessons) if index not in gone)

    def add(self, title: str, *, objectives: Sequence[str] = (), topic: str = "", at: int | None = None) -> Self:
        """Return the outline with another lesson, at the end or as number `at`. Raises `PlanRejected`."""
        index = len(self.lessons) if at is None or at == len(self.lessons) + 1 else self._at(at)
        new = LessonOutline(title, tuple(objectives), topic)
        return self._with((*self.lessons[:index], new, *self.lessons[index:]))

    def plan(
        self,
        *,
        project: str | None = None,
        course: str | None = None,
        name: str | None = None,
        budget: int | None = None,
        sample: int | None = None,
    ) -> Plan:
        """Return a plan that makes these lessons in order in one new course of the outline's title; free.

        `project` is the project of the new course; `course` is an existing course to use instead. `name` is the
        name of the run, by default derived from title, language and organization: the same name is the same
        run, which makes no lesson and no course twice. `budget` is in credits, `sample` plans the first lessons
        only. Raises `PlanRejected`.
        """
        from workbench.bulk.planning.planner import PlanOptions, PlanTarget, plan_topics

        if self.client is None:
            raise PlanRejected(
                "This outline isn't connected to a service: get it from wb.courses.load_outline or .outline."
            )
        target = PlanTarget(
            organization_id=self.organization_id,
            project=project,
            course=course,
            new_course=self.title if course is None else None,
        )
        rows = outline_rows(self.title, self.lessons)
        options = PlanOptions(budget=budget, sample=sample, lesson=self.cells)
        plan = plan_topics(rows, self.client, language=self.language, name=name, target=target, options=options)
        plan = plan if self.runner is None else plan.connect_to(self.runner)
        if not self.is_language_assumed:
            return plan
        note = f"The outline names no language, so the default is used: {language_name(self.language)}."
        return replace(plan, notes=(note, *plan.notes))

    def __str__(self) -> str:
        lines = [f"{display_text(self.title, longest=200)} ({self.language}, {_count_lessons(len(self.lessons))})"]
        for number, lesson in enumerate(self.lessons, 1):
            lines.append(f"{number:>3}  {display_text(lesson.title, longest=200)}")
            lines += [f"     - {display_text(objective, longest=200)}" for objective in lesson.objectives]
        return "\n".join(lines)

    def __repr__(self) -> str:
        return f"Outline({display_text(self.title, longest=80)!r}: {_count_lessons(len(self.lessons))})"

    def _repr_html_(self) -> str:
        items = "".join(_item(lesson) for lesson in self.lessons)
        return (
            f"<p><strong>{escape_html(self.title, longest=300)}</strong> "
            f"({escape_html(self.language)})</p><ol>{items}</ol>"
        )

    def _with(self, lessons: Iterable[LessonOutline]) -> Self:
        return replace(self, lessons=checked_lessons(lessons))

    def _change_lesson(self, lesson: int, **changes: Any) -> Self:
        at = self._at(lesson)
        changed = checked_lesson(at + 1, replace(self.lessons[at], **changes))
        return replace(self, lessons=(*self.lessons[:at], changed, *self.lessons[at + 1 :]))

    def _at(self, lesson: int) -> int:
        if lesson not in range(1, len(self.lessons) + 1):
            raise PlanRejected(f"There is no lesson {lesson!r}: the outline has {_count_lessons(len(self.lessons))}.")
        return lesson - 1


def outline_from_answer(answer: ProposedOutline, *, language: str, brief: str) -> Outline:
    """Return the outline from a service's answer, with unprintable characters made visible and none omitted."""
    lessons = tuple(LessonOutline(lesson.title, tuple(lesson.objectives), lesson.topic) for lesson in answer.lessons)
    return Outline(answer.title, language, lessons, brief=brief, writer=answer.writer or "")


def _count_lessons(count: int) -> str:
    return f"{count:,} lesson{'' if count == 1 else 's'}"


def _item(lesson: LessonOutline) -> str:
    objectives = "".join(f"<li>{escape_html(objective, longest=480)}</li>" for objective in lesson.objectives)
    topic = f"<br><small>{escape_html(lesson.topic, longest=1_000)}</small>" if lesson.topic else ""
    return f"<li>{escape_html(lesson.title, longest=300)}{topic}<ul>{objectives}</ul></li>"


def outline_rows(title: str, lessons: Iterable[LessonOutline]) -> Table:
    """Return the lessons as a list named after the course, each on the line of its number.

    Raises `PlanRejected`.
    """
    lines = tuple(
        TopicLine(
            number,
            (
                f"{lesson.title}: {lesson.topic}" if lesson.topic else lesson.title,
                "".join(f"{objective}\n" for objective in lesson.objectives),  # a line each: they may hold semicolons
            ),
        )
        for number, lesson in enumerate(checked_lessons(lessons), 1)
    )
    # The run is named by it as by a file's name, of which only the last part without its ending counts.
    name = " ".join(_PARTS_OF_PATHS.sub(" ", title).split()) or "outline"
    return Table(name, ("topic", "objectives"), lines, is_file=True)

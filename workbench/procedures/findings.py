"""Records of what the checks find in lessons. Declares no procedure."""

from __future__ import annotations

from pydantic import Field

from workbench.authoring.shape import Count, OutputModel


class CheckFinding(OutputModel):
    """A finding of a rule in a lesson (docs/checks.md). Its message may quote the lesson: escape it."""

    rule: str = Field(description="The rule's name, such as `key-position`.")
    block_id: str | None = Field(default=None, description="The block; null where the whole lesson is meant.")
    severity: str = Field(description="`error`, `warning` or `note`.")
    message: str = Field(description="The finding in a sentence.")


class LessonFindings(OutputModel):
    """The findings of the checks in a lesson."""

    findings: list[CheckFinding] = Field(
        description="Errors first, then warnings and notes, each in the order of blocks."
    )
    revision: Count | None = Field(default=None, description="The lesson's revision that was checked.")
    ruleset: Count | None = Field(default=None, description="Increases when a rule changes what it finds.")


class CheckedLesson(OutputModel):
    """A lesson with what the checks found in it."""

    lesson_id: str = Field(description="The lesson.")
    course_id: str = Field(description="Its course.")
    title: str = Field(description="Its title.")
    language: str = Field(description="Upper-case language code.")
    revision: Count = Field(description="Its revision now.")
    findings: list[CheckFinding] | None = Field(
        default=None, description="Findings at this revision; null until it is checked."
    )


class ListFindingsOutput(OutputModel):
    """A page of lessons with what the checks found in them."""

    lessons: list[CheckedLesson] = Field(description="Lessons in the requested order.")
    total: Count = Field(description="Number of items on all pages.")
    next_cursor: str | None = Field(default=None, description="The next page's cursor; null at the end.")

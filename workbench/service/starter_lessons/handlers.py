"""Handlers of what a writer drafts for a credit: a lesson, the outline of a course, and help with a block."""

from __future__ import annotations

from workbench.procedures import course, lesson
from workbench.procedures.lesson import StarterLesson
from workbench.procedures.outlines import ProposedOutline, ProposeOutlineInput
from workbench.procedures.starter_lesson import StarterLessonInput
from workbench.procedures.suggestions import BlockSuggestion, SuggestBlockInput
from workbench.service.kernel.binding import serves_alone
from workbench.service.kernel.context import Caller
from workbench.service.starter_lessons import course_outlines, drafting, suggestions


@serves_alone(lesson.create_starter_lesson, requires="generate")
async def create_starter_lesson(asker: Caller, request: StarterLessonInput) -> StarterLesson:
    """Return a paid lesson written from the topic, in a new course or in the chosen one."""
    return await drafting.make(asker, request)


@serves_alone(course.propose_outline, requires="generate", needs_model=True)
async def propose_outline(asker: Caller, request: ProposeOutlineInput) -> ProposedOutline:
    """Return the paid outline of a course, written by a model from a brief."""
    return await course_outlines.propose(asker, request)


@serves_alone(lesson.suggest_block, requires="generate", needs_model=True)
async def suggest_block(asker: Caller, request: SuggestBlockInput) -> BlockSuggestion:
    """Return a model's paid proposal for the block; the lesson does not change."""
    return await suggestions.suggest(asker, request)

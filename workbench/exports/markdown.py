"""A lesson or a course as Markdown. Pure functions; plain text is escaped, so that none of it is read as Markdown."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from workbench.authoring.block import below_title
from workbench.authoring.blocks.output import NO_LINKS, MarkdownOutput, MediaLinks, lesson_words
from workbench.authoring.blocks.question import (
    ChoiceQuestion,
    GapsQuestion,
    MatchQuestion,
    OrderQuestion,
    Question,
    TextQuestion,
    shuffle,
)
from workbench.authoring.blocks.registry import BLOCK_TYPES
from workbench.authoring.content import valid_content
from workbench.authoring.markup.plain import items_markdown, plain_line
from workbench.authoring.plain_text import plain_text
from workbench.exports.page_facts import NO_FACTS, PageFacts
from workbench.procedures.lesson import Lesson


def course_markdown(
    title: str, lessons: Sequence[Lesson], links: MediaLinks = NO_LINKS, facts: PageFacts = NO_FACTS
) -> str:
    """Return the course with its lessons in the given order.

    A lesson with the same title gets no extra heading.
    """
    if len(lessons) == 1 and lessons[0].title == title:
        return lesson_markdown(lessons[0], links=links, facts=facts)
    made = (lesson_markdown(lesson, level=2, links=links, facts=facts).rstrip() for lesson in lessons)
    parts = [f"# {plain_line(title)}", *made]
    return "\n\n".join(parts) + "\n"


def lesson_markdown(
    lesson: Lesson, *, level: int = 1, links: MediaLinks = NO_LINKS, facts: PageFacts = NO_FACTS
) -> str:
    """Return the lesson under its title, a heading of this level; its own headings are below it.

    Its last line states its author and approver, if `facts` has them.
    """
    parts = [f"{'#' * level} {plain_line(lesson.title)}"]
    for block in below_title(lesson.blocks, lesson.title):
        parts.append(block_markdown(block.type, block.content, lesson.language, level, links).strip())
    foot = plain_line(facts.foot_text(lesson))
    parts.append(f"*{foot}*" if foot else "")
    return "\n\n".join(part for part in parts if part) + "\n"


def block_markdown(
    block_type: str, content: Mapping[str, Any], language: str, level: int = 1, links: MediaLinks = NO_LINKS
) -> str:
    """Return one block as Markdown; a content that its schema refuses becomes plain text."""
    known, valid = BLOCK_TYPES.get(block_type), valid_content(block_type, content)
    if known is None or valid is None:
        return "\n\n".join(plain_line(line) for line in plain_text(block_type, content).splitlines())
    to = MarkdownOutput(known.labels(language), lesson_words(language), links, level)
    return known.markdown(valid, to) if known.markdown else to.part(to.label, _question(known.to_question(valid), to))


def _question(question: Question, to: MarkdownOutput) -> str:
    """Return the question with its choices, the right answer, and the feedback."""
    options, right = "", ""
    match question:
        case ChoiceQuestion():
            options = _numbered_list(option.text for option in question.options)
            right = "\n".join(
                f"- {plain_line(option.text)}" + (f" ({plain_line(option.feedback)})" if option.feedback else "")
                for option in question.options
                if option.is_right
            )
        case OrderQuestion():
            options, right = items_markdown(shuffle(question.items)), _numbered_list(question.items)
        case MatchQuestion():
            options = f"{items_markdown(question.lefts)}\n\n---\n\n{items_markdown(shuffle(question.rights))}"
            right = "\n".join(f"- {plain_line(left)}: {plain_line(right)}" for left, right in question.pairs)
        case GapsQuestion():
            right = _numbered_list(" / ".join(accepted) for accepted in question.gaps)
        case TextQuestion():
            answer = f"**{plain_line(to.words['model_answer'])}:** {plain_line(question.model_answer)}"
            return f"{plain_line(question.prompt)}\n\n{answer}"
    correct, feedback = f"**{plain_line(to.words['correct'])}:**", plain_line(question.feedback)
    parts = [plain_line(question.prompt), options, correct, right, feedback]
    return "\n\n".join(part for part in parts if part)


def _numbered_list(texts: Iterable[str]) -> str:
    return "\n".join(f"{position}. {plain_line(text)}" for position, text in enumerate(texts, 1))

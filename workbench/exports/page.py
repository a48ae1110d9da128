"""Lesson or course as one HTML file without addresses of other hosts; pictures are inside or next to it.

It is a learner's page as the service shares it, in the organization's theme, with the notes for authors if it
is not made from a publication: one style, and questions that can be answered.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from workbench.authoring.block import below_title
from workbench.authoring.blocks.output import NO_LINKS, MediaLinks
from workbench.authoring.rendering.blocks import blocks_html
from workbench.authoring.rendering.outline import section_levels
from workbench.authoring.rendering.questions import answers_html
from workbench.exports.page_facts import NO_FACTS, PageFacts
from workbench.languages.reader import direction
from workbench.learner_pages.document import document, file_policy, script_data
from workbench.learner_pages.words import learner_words, script_words
from workbench.procedures.lesson import Lesson


def course_page(
    title: str, lessons: Sequence[Lesson], links: MediaLinks = NO_LINKS, facts: PageFacts = NO_FACTS
) -> str:
    """Return the whole document: the lessons in the given order, with a table of contents if there are several.

    Answers stay in the browser that opens the file, as one score. `facts` are theme, authors and passages; the
    theme's logo is included if it has a link.
    """
    language = lessons[0].language if lessons else "EN"
    is_alone = len(lessons) == 1
    body = "\n".join(_article(index, lesson, links, facts, alone=is_alone) for index, lesson in enumerate(lessons))
    course_id = lessons[0].course_id if lessons else ""
    data = script_data(course_id, lessons[0].lesson_id if is_alone else "all", script_words(language))
    head = f'<h1 dir="auto">{escape(title)}</h1>\n{_contents(lessons, language)}'
    theme = facts.page_theme(links)
    policy = file_policy("data:", theme=theme)
    shown = data if lessons else None
    return document(title, f"{head}{body}", language=language, data=shown, policy=policy, theme=theme)


def _article(index: int, lesson: Lesson, links: MediaLinks, facts: PageFacts, *, alone: bool) -> str:
    head, level = ("", 1) if alone else (f'<h2 dir="auto">{escape(lesson.title)}</h2>\n', 2)
    blocks = below_title(lesson.blocks, lesson.title)
    levels = section_levels(blocks, level)
    shown = blocks_html(
        blocks, lesson.language, links=links, has_author_notes=True, sections=levels, passages=facts.passages
    )
    foot = f"\n{made}" if (made := facts.foot(lesson)) else ""
    language = escape(lesson.language.lower(), quote=True)
    return (
        f'<article id="lesson-{index + 1}" lang="{language}" dir="{direction(lesson.language)}">\n{head}'
        f"{shown}{answers_html(blocks, lesson.language, level + 1)}\n</article>{foot}"
    )


def _contents(lessons: Sequence[Lesson], language: str) -> str:
    if len(lessons) < 2:
        return ""
    links = (
        f'<li><a href="#lesson-{index + 1}"><bdi>{escape(lesson.title)}</bdi></a></li>'
        for index, lesson in enumerate(lessons)
    )
    label = escape(learner_words(language)["lessons"])
    return f'<nav class="outline" aria-label="{label}"><ol>{"".join(links)}</ol></nav>\n'

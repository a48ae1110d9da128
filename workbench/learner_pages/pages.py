"""A course's outline and the page of one of its lessons, from titles and blocks that are HTML already. Source: ours."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from typing import TypedDict

from workbench.languages.reader import direction
from workbench.learner_pages.document import NO_THEME, document, file_policy, script_data
from workbench.learner_pages.theme import PageTheme
from workbench.learner_pages.words import learner_words, script_words


@dataclass(frozen=True, slots=True)
class PageLesson:
    """A lesson as the pages of its course name it."""

    lesson_id: str
    title: str
    language: str


class _Around(TypedDict):
    policy: str
    theme: PageTheme


@dataclass(frozen=True, slots=True)
class CoursePages:
    """A course whose pages are made: its lessons in order. A course of one lesson is shown as that lesson.

    `ending` is the suffix of pages' addresses: `.html` if they are files, which then contain their policy.
    """

    course_id: str
    title: str
    lessons: Sequence[PageLesson]
    ending: str = ""
    theme: PageTheme = NO_THEME

    def outline(self) -> str:
        """Return the document that lists the lessons, each with a link to its page."""
        language = self.lessons[0].language if self.lessons else "EN"
        words = learner_words(language)
        links = "".join(
            f'<li><a href="{self.course_id}/{lesson.lesson_id}{self.ending}" data-lesson="{lesson.lesson_id}"'
            f' lang="{escape(lesson.language.lower(), quote=True)}"><bdi>{escape(lesson.title)}</bdi></a></li>'
            for lesson in self.lessons
        )
        body = f'<h1 dir="auto">{escape(self.title)}</h1>\n'
        if self.lessons:
            body += f'<nav class="outline" aria-label="{escape(words["lessons"])}"><ol>{links}</ol></nav>'
        data = script_data(self.course_id, "", script_words(language))
        return document(self.title, body, language=language, data=data, **self._around())

    def lesson(self, index: int, blocks: str, made_by: str = "") -> str:
        """Return the document of the lesson at a position, from 0, with links to the course and its neighbours.

        `made_by` is its footer: its writer and its approver (`made_by_html`).
        """
        lesson = self.lessons[index]
        words = learner_words(lesson.language)
        is_alone = len(self.lessons) == 1
        title = self.title if is_alone else lesson.title
        above = below = ""
        if not is_alone:
            to_course = f'<a href="../{self.course_id}{self.ending}" dir="auto">{escape(self.title)}</a>'
            at = words["lesson"].format(n=index + 1, m=len(self.lessons))
            above = f'<nav class="course" aria-label="{escape(words["lessons"])}">{to_course}<span>{at}</span></nav>\n'
            before = self.lessons[index - 1] if index else None
            after = self.lessons[index + 1] if index + 1 < len(self.lessons) else None
            turns = f"{self._turn('prev', words['previous'], before)}{self._turn('next', words['next'], after)}"
            label = f"{words['previous']}, {words['next']}"
            below = f'\n<nav class="turn" aria-label="{escape(label)}">{turns}</nav>'
        language, way = escape(lesson.language.lower(), quote=True), direction(lesson.language)
        article = f'<article lang="{language}" dir="{way}">\n<h1 dir="auto">{escape(title)}</h1>\n{blocks}\n</article>'
        foot = f"\n{made_by}" if made_by else ""
        data = script_data(self.course_id, lesson.lesson_id, script_words(lesson.language))
        body = f"{above}{article}{foot}{below}"
        return document(title, body, language=lesson.language, data=data, **self._around())

    def _around(self) -> _Around:
        return {"policy": file_policy(theme=self.theme) if self.ending else "", "theme": self.theme}

    def _turn(self, rel: str, word: str, lesson: PageLesson | None) -> str:
        if lesson is None:
            return ""
        link = f'<a rel="{rel}" href="{lesson.lesson_id}{self.ending}">'
        return f"{link}{escape(word)}<span>: </span><bdi>{escape(lesson.title)}</bdi></a>"

"""Facts that pages show in addition to a lesson's text: theme, author and approver, and readable passages.

The passages are those that learners may read. The facts are those of the organization's own learner pages
(`service/http/share_page`), requested once per export.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Final

from workbench.authoring.blocks.output import MediaLinks
from workbench.authoring.source_quotes import source_quotes
from workbench.client.lookups.sources import iter_sources, passages_by_id
from workbench.client.sync import Client
from workbench.learner_pages.document import NO_THEME
from workbench.learner_pages.made_by import MadeBy, made_by_html, made_by_text
from workbench.learner_pages.theme import PageLogo, PageTheme
from workbench.procedures.course import get_page_context
from workbench.procedures.declare import Call
from workbench.procedures.history import RevisionInput
from workbench.procedures.lesson import Lesson
from workbench.procedures.sharing import MAX_CONTEXT_LESSONS, LogoFacts, PageContext

MOST_PASSAGES: Final = 200
"""Passages that one lesson shows, as on learner pages."""
_TOGETHER: Final = 50


@dataclass(frozen=True, slots=True)
class PageFacts:
    """Theme, logo, and by lesson id who made it; `passages` are texts by the passage's id.

    Empty where the service does not tell it.
    """

    theme: PageTheme = NO_THEME
    logo: LogoFacts | None = None
    makers: Mapping[str, MadeBy] = field(default_factory=lambda: MappingProxyType({}))
    passages: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))

    @property
    def shown_assets(self) -> list[str]:
        """Ids of the assets that pages show around lessons: the logo's."""
        return [] if self.logo is None else [self.logo.asset_id]

    def page_theme(self, links: MediaLinks) -> PageTheme:
        """Return the theme of a page with these links; the logo is left out if it has no link."""
        link = None if self.logo is None else links.get(self.logo.asset_id)
        if self.logo is None or link is None:
            return self.theme
        logo = PageLogo(link.address, self.logo.alternative_text, self.logo.width, self.logo.height)
        return replace(self.theme, logo=logo)

    def foot(self, lesson: Lesson) -> str:
        """Return the lesson's author and approver as HTML; empty if unknown."""
        made = self.makers.get(lesson.lesson_id)
        return "" if made is None else made_by_html(made, lesson.language)

    def foot_text(self, lesson: Lesson) -> str:
        """Return the lesson's author and approver as plain text; empty if unknown."""
        made = self.makers.get(lesson.lesson_id)
        return "" if made is None else made_by_text(made, lesson.language)


NO_FACTS: Final = PageFacts()


def read_page_facts(client: Client, lessons: Mapping[str, Sequence[Lesson]]) -> dict[str, PageFacts]:
    """Return the facts of these lessons' pages, by the course that shows them, at their revisions here.

    Raises a call's errors.
    """
    capabilities = client.capabilities()
    if capabilities is None or get_page_context.name not in capabilities.procedures:
        return dict.fromkeys(lessons, NO_FACTS)
    calls = [call for course_id, some in lessons.items() for call in _calls(course_id, some)]
    contexts: dict[str, list[PageContext]] = {}
    for start in range(0, len(calls), _TOGETHER):
        for context in client.batch(*calls[start : start + _TOGETHER]):
            contexts.setdefault(context.course_id, []).append(context)
    publishable: dict[str, frozenset[str]] = {}
    return {
        course_id: _facts(client, contexts[course_id], some, publishable) if some else NO_FACTS
        for course_id, some in lessons.items()
    }


def _calls(course_id: str, lessons: Sequence[Lesson]) -> Iterator[Call[PageContext]]:
    for start in range(0, len(lessons), MAX_CONTEXT_LESSONS):
        some = lessons[start : start + MAX_CONTEXT_LESSONS]
        wanted = [RevisionInput(lesson_id=lesson.lesson_id, revision=lesson.revision) for lesson in some]
        yield get_page_context(course_id=course_id, lessons=wanted)


def _facts(
    client: Client, contexts: Sequence[PageContext], lessons: Sequence[Lesson], publishable: dict[str, frozenset[str]]
) -> PageFacts:
    """Return the facts in the answers about one course.

    `publishable` are sources by organization, as far as read.
    """
    first, theme = contexts[0], contexts[0].theme
    makers = {
        lesson.lesson_id: MadeBy(context.organization_name, lesson.model, lesson.has_edits, lesson.approved_on)
        for context in contexts
        for lesson in context.lessons
    }
    quoted = [_quoted_passages(lesson) for lesson in lessons]
    if any(quoted) and first.organization_id not in publishable:
        sources = iter_sources(client, first.organization_id)
        publishable[first.organization_id] = frozenset(source.source_id for source in sources if source.is_publishable)
    readable = publishable.get(first.organization_id, frozenset())
    passages = _passages(client, quoted, readable) if readable else {}
    return PageFacts(PageTheme(theme.name, None, theme.accent, theme.footer), first.logo, makers, passages)


def _passages(client: Client, quoted: Sequence[Sequence[tuple[str, str]]], readable: frozenset[str]) -> dict[str, str]:
    """Return the texts of passages that lessons quote from sources which learners may read."""
    wanted: dict[str, dict[str, None]] = {}
    for passages in quoted:
        for source_id, passage_id in [passage for passage in passages if passage[0] in readable][:MOST_PASSAGES]:
            wanted.setdefault(source_id, {})[passage_id] = None
    by_source = (passages_by_id(client, source_id, list(ids)) for source_id, ids in wanted.items())
    return {passage.passage_id: passage.text for passages in by_source for passage in passages}


def _quoted_passages(lesson: Lesson) -> list[tuple[str, str]]:
    """Source and passage of each quote that was found in its source, in the order in which learner pages take them."""
    quotes = [quote for block in lesson.blocks for quote in source_quotes(block.content) if quote.state != "unverified"]
    return sorted({(quote.source_id, quote.passage_id): None for quote in quotes}, key=lambda pair: pair[0])

"""Answers of a model that were recorded: lessons drafted from a document, and a translation, for a try without a model.

They ship with the package. Their quotes are checked here against the passages, as the service checks a model's.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Protocol, TypeVar

from workbench.api.content.example_lesson import add_example, read_example
from workbench.authoring.block import Block, new_block_id
from workbench.authoring.quotes import FoldedText, check_quote
from workbench.authoring.source_quotes import SOURCES, SourceQuote
from workbench.authoring.translation import translatable_texts, translated_content
from workbench.client.lookups.courses import iter_courses
from workbench.client.lookups.sources import iter_passages, iter_sources
from workbench.client.lookups.translations import iter_translations
from workbench.procedures.course import CourseWithLessons, create_course, get_course
from workbench.procedures.lesson import create_lesson, get_lesson, get_translation, tie_translation
from workbench.procedures.source import SourcePassage, SourceSummary
from workbench.procedures.translations import BlockTie, Translation
from workbench.sources.example_file import EXAMPLE_FILE
from workbench.sources.reading import read_source
from workbench.sources.sending import send_source

if TYPE_CHECKING:
    from workbench.client.sync import Client

EXAMPLE_SOURCE: Final = "Working at height"
_RECORDED: Final = Path(__file__).with_suffix(".json")


class _Titled(Protocol):
    @property
    def title(self) -> str: ...


_T = TypeVar("_T", bound=_Titled)


@cache
def _read_recording() -> dict[str, Any]:
    answers: dict[str, Any] = json.loads(_RECORDED.read_text("utf-8"))
    return answers


def add_example_source(client: Client, organization_id: str | None) -> SourceSummary:
    """Return the source with the title of the example document, or add the document under it."""
    title = EXAMPLE_SOURCE
    if (source := _find_by_title(iter_sources(client, organization_id), title)) is None:
        send_source(client, read_source(EXAMPLE_FILE), organization_id=organization_id, title=title)
        source = _find_by_title(iter_sources(client, organization_id), title)
        assert source is not None
    return source


def add_recorded_drafts(client: Client, organization_id: str | None) -> CourseWithLessons:
    """Return the private course of the recorded drafts, or create it: lessons that quote the example document.

    A course with its title is returned as it is.
    """
    drafts = _read_recording()["drafts"]
    courses = iter_courses(client, organization_id, search=drafts["course"])
    if (present := _find_by_title(courses, drafts["course"])) is not None:
        return client.call(get_course(course_id=present.course_id))
    source = add_example_source(client, organization_id)
    passages = list(iter_passages(client, source.source_id))
    course = client.call(create_course(title=drafts["course"], organization_id=organization_id))
    for draft in drafts["lessons"]:
        blocks = [
            Block(id=new_block_id(), type=block["type"], content=_quoting(block, source, passages))
            for block in draft["blocks"]
        ]
        language = drafts["language"]
        client.call(create_lesson(title=draft["title"], language=language, course_id=course.course_id, blocks=blocks))
    return client.call(get_course(course_id=course.course_id))


def add_recorded_translation(client: Client, organization_id: str | None) -> Translation:
    """Return the recorded French translation of the example lesson; both are created as private if they are new.

    A French translation that the lesson already has is returned as it is.
    """
    recorded = _read_recording()["translation"]
    language = recorded["language"]
    course = client.call(get_course(course_id=add_example(client, organization_id).course_id))
    source = client.call(get_lesson(lesson_id=course.lessons[0].lesson_id))
    translations = iter_translations(client, organization_id, lesson_id=source.lesson_id)
    if (known := next((one for one in translations if one.language == language), None)) is not None:
        translation = client.call(get_translation(lesson_id=known.lesson_id)).translation
        assert translation is not None
        return translation
    texts = _texts_by_source()
    pairs = [
        (block, Block(id=new_block_id(), type=block.type, content=translated_content(block.content, written)))
        for block in source.blocks
        if (written := texts.get(_key(block.content)))
    ]
    made = create_lesson(
        title=recorded["title"],
        language=language,
        organization_id=organization_id,
        blocks=[block for _, block in pairs],
    )
    lesson = client.call(made)
    ties = [BlockTie(block_id=block.id, source_block_id=theirs.id) for theirs, block in pairs]
    call = tie_translation(
        lesson_id=lesson.lesson_id,
        source_lesson_id=source.lesson_id,
        source_revision=source.revision,
        blocks=ties,
        is_title_current=True,
    )
    return client.call(call)


def _find_by_title(listed: Iterable[_T], title: str) -> _T | None:
    return next((one for one in listed if one.title == title), None)


def _quoting(block: dict[str, Any], source: SourceSummary, passages: Sequence[SourcePassage]) -> dict[str, Any]:
    """Return a recorded block's content with its quotes, each checked against the passages."""
    texts = [FoldedText(passage.text) for passage in passages]
    quotes = []
    for recorded in block["quotes"]:
        headed = next((number for number, one in enumerate(passages) if one.heading == recorded["heading"]), 0)
        checked = check_quote(recorded["quote"], texts, first=headed)
        passage = passages[headed if checked.passage is None else checked.passage]
        quote = SourceQuote(
            passage_id=passage.passage_id,
            quote=checked.quote,
            source_id=source.source_id,
            title=source.title,
            place=passage.place,
            state=checked.state,
        )
        quotes.append(quote.to_wire())
    return {**block["content"], SOURCES: quotes} if quotes else block["content"]


def _texts_by_source() -> dict[tuple[str, ...], dict[str, str]]:
    """Return the translated texts of each block of the example lesson, by the texts that they translate."""
    blocks = read_example()["blocks"]
    translated = _read_recording()["translation"]["blocks"]
    return {_key(block["content"]): texts for block, texts in zip(blocks, translated, strict=True)}


def _key(content: Mapping[str, Any]) -> tuple[str, ...]:
    return tuple(translatable_texts(content).values())

"""Every block type in every output: what is written into a block reaches each place that shows, reads or exports it.

A type without a column here, or an output without an answer for a type, fails. How each looks is held where it is made.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import pytest
from pydantic.alias_generators import to_snake

from tests.authoring.content.contents import CONTENTS
from tests.exports.lessons import lesson
from tests.markup import seen
from tests.meta.source_tree import PACKAGE
from workbench.api.content.lesson_page import LessonPage
from workbench.authoring.block import Block, new_block_id
from workbench.authoring.checks import check
from workbench.authoring.comparison import compared
from workbench.authoring.content import AUTHOR_NOTE, CONTENT_MODELS, checked_content, content_problem
from workbench.authoring.content.questions import QUESTION_TYPES
from workbench.authoring.conversion import converted, starting_content
from workbench.authoring.measure import measured
from workbench.authoring.plain_text import excerpt, plain_text
from workbench.authoring.rendering.blocks import block_html, blocks_html
from workbench.authoring.rendering.labels import LABELS, Labels
from workbench.authoring.rendering.questions import answers_html
from workbench.exports.markdown import lesson_markdown
from workbench.exports.page import lesson_page
from workbench.reports.contents import BLOCK_COUNTS
from workbench.widgets.block_list.wording import BLOCK_NAMES, card

TYPES = [each for each in CONTENT_MODELS if each != "blank"]
WORDLESS_LABELS = {"heading", "text"}
"""Types that are shown without a word of ours."""
LABEL_OF_TYPE: Mapping[str, Callable[[Labels], str]] = {
    "objectives": lambda words: words.objectives,
    "keyTerms": lambda words: words.key_terms,
    "example": lambda words: words.example,
    "callout": lambda words: words.warning,
    "quiz": lambda words: words.quiz,
    "ordering": lambda words: words.ordering,
    "matching": lambda words: words.matching,
    "fillIn": lambda words: words.fill_in,
    "shortAnswer": lambda words: words.short_answer,
    "image": lambda words: words.image,
    "audio": lambda words: words.audio,
    "video": lambda words: words.video,
    "file": lambda words: words.file,
    "reflection": lambda words: words.reflection,
    "summary": lambda words: words.summary,
    AUTHOR_NOTE: lambda words: words.author_note,
}
NO_TEXT = {"kind", "asset"}
"""Fields that hold no words: one of a few, or an id."""
FORMS = "".join(
    (PACKAGE / "widgets" / "block_list" / each).read_text(encoding="utf-8") for each in ("forms.js", "media_forms.js")
)
GLYPHS = (PACKAGE / "widgets" / "block_list" / "elements.js").read_text(encoding="utf-8")


def texts(content: object, field: str = "") -> Iterator[str]:
    """The words of a content, each of them alone: a sign of Markdown or a gap stands between two."""
    if isinstance(content, str) and field not in NO_TEXT:
        yield from re.findall(r"[^\W_]+", re.sub(r"\(https://\S+\)", "", content))
    elif isinstance(content, Mapping):
        for name, inner in content.items():
            yield from texts(inner, name)
    elif isinstance(content, list):
        for inner in content:
            yield from texts(inner, field)


def block(kind: str) -> Block:
    """The good block of a type."""
    return Block(id=new_block_id(), type=kind, content=CONTENTS[kind])


def page(kind: str) -> str:
    """The lesson of one block as a file of HTML, read."""
    return seen(lesson_page(lesson("Tides", (kind, CONTENTS[kind])))).text


OUTPUTS: Mapping[str, Callable[[str], str]] = {
    "plain text": lambda kind: plain_text(kind, CONTENTS[kind]),
    "excerpt": lambda kind: excerpt(kind, CONTENTS[kind], 1_000),
    "card in the block list": lambda kind: f"{card(block(kind))[1]} {CONTENTS[kind]}",  # it is cut at 120 characters
    "HTML": lambda kind: seen(block_html(kind, CONTENTS[kind])).text,
    "preview": lambda kind: seen(blocks_html([block(kind)], has_author_notes=True)).text,
    "Markdown": lambda kind: lesson_markdown(lesson("Tides", (kind, CONTENTS[kind]))),
    "HTML file": page,
    "notebook": lambda kind: LessonPage(lesson("Tides", (kind, CONTENTS[kind])))._repr_mimebundle_()["text/html"],
    "as text": lambda kind: converted(kind, CONTENTS[kind], "text")["markdown"],
}


@pytest.mark.parametrize("output", OUTPUTS)
@pytest.mark.parametrize("kind", TYPES)
def test_every_word_reaches_every_output(kind: str, output: str) -> None:
    """Whatever an author wrote is in each, `blank` apart, which has nothing."""
    there = set(re.findall(r"[^\W_]+", OUTPUTS[output](kind)))
    wanted = set(texts({**CONTENTS[kind]}))
    if (kind, output) == ("fillIn", "as text"):
        wanted -= set(texts({"gaps": CONTENTS[kind]["gaps"], "feedback": CONTENTS[kind]["feedback"]}))
    if (kind, output) == ("matching", "as text"):
        wanted -= set(texts(CONTENTS[kind]["feedback"]))
    if (kind, output) == ("example", "as text"):
        wanted -= {"A", "loaf"}  # a text has no title
    if (kind, output) == ("quiz", "Markdown"):
        wanted -= {"Look", "again"}  # a file has the right answer's feedback

    assert wanted - there == set()


@pytest.mark.parametrize("kind", TYPES)
def test_learners_get_every_type_but_notes_for_authors(kind: str) -> None:
    """What renders blocks for learners has the words of all others."""
    wanted = set() if kind == AUTHOR_NOTE else set(texts(CONTENTS[kind]))

    assert wanted - set(re.findall(r"[^\W_]+", seen(blocks_html([block(kind)])).text)) == set()
    assert (blocks_html([block(kind)]) == "") == (kind == AUTHOR_NOTE)


@pytest.mark.parametrize("kind", CONTENT_MODELS)
def test_every_type_has_a_schema_a_sample_and_a_beginning(kind: str) -> None:
    """The sample is good and comes back unchanged; a new block begins with each field of it."""
    assert checked_content(kind, CONTENTS[kind]) == CONTENTS[kind]
    assert set(starting_content(kind)) == set(CONTENTS[kind])


@pytest.mark.parametrize("kind", CONTENT_MODELS)
def test_every_type_can_be_edited(kind: str) -> None:
    """It has a name and a place in the menu, a sign in the list, and a form."""
    assert kind in BLOCK_NAMES
    assert re.search(rf"^  {kind}(\(content[,)]|:)", FORMS, re.MULTILINE)
    assert re.search(rf"\b{kind}: \"", GLYPHS)


@pytest.mark.parametrize("language", LABELS)
@pytest.mark.parametrize("kind", [each for each in TYPES if each not in WORDLESS_LABELS])
def test_every_type_has_its_words_in_every_language(kind: str, language: str) -> None:
    """Above its content, in the lesson's language."""
    assert LABEL_OF_TYPE[kind](LABELS[language]) in seen(block_html(kind, CONTENTS[kind], language)).text


@pytest.mark.parametrize("kind", CONTENT_MODELS)
@pytest.mark.parametrize("new_kind", CONTENT_MODELS)
def test_every_type_becomes_every_other(kind: str, new_kind: str) -> None:
    """A draft that lacks something says what in a sentence; nothing has the wrong form."""
    problem = content_problem(new_kind, converted(kind, CONTENTS[kind], new_kind)) or ""

    assert "form" not in problem and "must be" not in problem


@pytest.mark.parametrize("kind", [each for each in TYPES if each != AUTHOR_NOTE])
def test_the_checks_read_every_type(kind: str) -> None:
    """A place left to be filled in is found, in whichever field it stands; what kind of callout it is is no text."""

    def spoiled(value: Any, field: str = "") -> Any:
        if isinstance(value, str):
            return value if field in NO_TEXT else f"{value} [INSERT NAME]"
        if isinstance(value, Mapping):
            return {name: spoiled(inner, name) for name, inner in value.items()}
        return [spoiled(each) for each in value] if isinstance(value, list) else value

    made = block(kind).model_copy(update={"content": spoiled(CONTENTS[kind])})

    assert "placeholder" in {each.rule for each in check([made])}


@pytest.mark.parametrize("kind", CONTENT_MODELS)
def test_every_type_is_counted_and_compared(kind: str) -> None:
    """The reports have its column, a lesson's measure its count, and history sees when it changes."""
    other = block(kind).model_copy(update={"content": {**CONTENTS[kind], "ours": 1}})
    old = block(kind).model_copy(update={"id": other.id})

    assert BLOCK_COUNTS[kind].name == f"{to_snake(kind)}_blocks"
    assert measured([block(kind)]).blocks_by_type == {kind: 1}
    assert compared([old], [other]) != compared([old], [old])


@pytest.mark.parametrize("kind", CONTENT_MODELS)
def test_a_printed_lesson_has_the_answer_of_every_question(kind: str) -> None:
    """At its end; what is no question has none."""
    answers = seen(answers_html([block(kind)], "EN")).text
    right = {
        "quiz": ["Yes"],
        "ordering": ["Mix Knead Bake"],
        "matching": ["Yeast makes it rise Salt slows it"],
        "fillIn": ["220 / two hundred and twenty", "40"],
        "shortAnswer": ["It makes gluten. Gluten holds gas."],
    }

    assert set(right) == set(QUESTION_TYPES)
    assert [each for each in right.get(kind, [""]) if each not in answers] == []
    assert bool(answers) == (kind in QUESTION_TYPES)

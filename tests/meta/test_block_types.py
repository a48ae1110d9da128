"""Every block type in every output: what is written into a block reaches each place that shows, reads or exports it.

A type without a column here, or an output without an answer for a type, fails. How each looks is held where it is made.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from pydantic.alias_generators import to_snake

from tests.authoring.content.contents import CONTENTS
from tests.exports.lessons import lesson
from tests.markup import seen
from tests.meta.source_tree import PACKAGE
from workbench.api.content.lesson_page import LessonPage
from workbench.authoring.block import Block, new_block_id
from workbench.authoring.blocks.question import (
    CLASS_OF_KIND,
    ChoiceQuestion,
    GapsQuestion,
    MatchQuestion,
    OrderQuestion,
    Question,
    TextQuestion,
)
from workbench.authoring.blocks.registry import BLOCK_TYPES, QUESTION_TYPES
from workbench.authoring.checks import check
from workbench.authoring.comparison import compare_blocks
from workbench.authoring.content import AUTHOR_NOTE, CONTENT_MODELS, checked_content, content_problem, question_in_block
from workbench.authoring.content.block_text import with_text
from workbench.authoring.content.media_types import MEDIA_BLOCKS
from workbench.authoring.conversion import convert_content, starting_content
from workbench.authoring.measure import measure_blocks
from workbench.authoring.mutation import LessonBlockInsert
from workbench.authoring.plain_text import excerpt, plain_text
from workbench.authoring.rendering.blocks import block_html, blocks_html
from workbench.authoring.rendering.questions import answers_html
from workbench.authoring.transaction import Transaction
from workbench.authoring.translation import is_translated, translatable_texts
from workbench.changes.replacing import Replacement, plan_replacements
from workbench.client.lookups.search import search_lessons
from workbench.client.sync import Client
from workbench.embedded.record import EmbeddedService
from workbench.errors import NotSent
from workbench.exports.chosen import ChosenCourse
from workbench.exports.folders.lesson_file import lesson_text, read_lesson
from workbench.exports.markdown import lesson_markdown
from workbench.exports.page import course_page
from workbench.exports.questions.bank import question_bank
from workbench.exports.questions.export import render_bank
from workbench.exports.scorm.package import CoursePackage
from workbench.exports.xliff.export import text_context
from workbench.languages.reader import base_language, language_codes
from workbench.procedures.lesson import create_lesson
from workbench.procedures.realtime import execute_transactions
from workbench.reports.contents import BLOCK_COUNTS
from workbench.widgets.block_list.wording import card
from workbench.widgets.kit.block_names import block_kinds

TYPES = [model for model in CONTENT_MODELS if model != "blank"]
UNLABELLED = {"heading", "text"}
"""Types that are shown without a word of ours."""
BASE_LANGUAGES = sorted({base_language(code) for code in language_codes()})
LABEL_FILES = sorted((PACKAGE / "authoring" / "blocks").glob("*.toml"))
NO_TEXT = {"kind", "asset"}
"""Fields that hold no words: one of a few, or an id."""
SCRIPTS = "".join(
    (PACKAGE / "widgets" / "block_list" / name).read_text(encoding="utf-8") for name in ("forms.js", "media_forms.js")
)


def texts(content: object, field: str = "") -> Iterator[str]:
    """The words of a content, each of them alone: a sign of Markdown or a gap is between two."""
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
    return seen(course_page("Tides", [lesson("Tides", (kind, CONTENTS[kind]))])).text


OUTPUTS: Mapping[str, Callable[[str], str]] = {
    "plain text": lambda kind: plain_text(kind, CONTENTS[kind]),
    "excerpt": lambda kind: excerpt(kind, CONTENTS[kind], 1_000),
    "card in the block list": lambda kind: f"{card(block(kind))[1]} {CONTENTS[kind]}",  # it is cut at 120 characters
    "HTML": lambda kind: seen(block_html(kind, CONTENTS[kind])).text,
    "preview": lambda kind: seen(blocks_html([block(kind)], has_author_notes=True)).text,
    "Markdown": lambda kind: lesson_markdown(lesson("Tides", (kind, CONTENTS[kind]))),
    "HTML file": page,
    "notebook": lambda kind: LessonPage(lesson("Tides", (kind, CONTENTS[kind])))._repr_mimebundle_()["text/html"],
    "as text": lambda kind: convert_content(kind, CONTENTS[kind], "text")["markdown"],
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
    [(title, sign, form)] = [(title, sign, form) for name, title, sign, form in block_kinds() if name == kind]
    fields = {control["name"] for control in form["controls"]}

    assert title and sign
    assert fields == set(CONTENTS[kind]) or re.search(rf"^  {form['special']}(\(content|:)", SCRIPTS, re.MULTILINE)
    assert all(f"  {control['control']}(" in SCRIPTS for control in form["controls"])


@pytest.mark.parametrize("language", BASE_LANGUAGES)
@pytest.mark.parametrize("kind", CONTENT_MODELS)
def test_every_type_has_its_labels_in_every_language(kind: str, language: str) -> None:
    """Above its content, in the lesson's language; each says something, and no two types say the same."""
    labels = BLOCK_TYPES[kind].labels(language)
    others = [label for name in CONTENT_MODELS if name != kind for label in BLOCK_TYPES[name].labels(language).values()]
    text = seen(block_html(kind, CONTENTS[kind], language)).text

    assert all(label.strip() for label in labels.values()) and not set(labels.values()) & set(others)
    assert kind in UNLABELLED or any(label in text for label in labels.values())


@pytest.mark.parametrize("path", LABEL_FILES, ids=lambda path: path.stem)
def test_every_label_is_in_every_language(path: Path) -> None:
    """A file belongs to a type, and a label has a word for each language that learner pages speak."""
    found = tomllib.loads(path.read_text(encoding="utf-8"))

    assert path.stem in map(to_snake, CONTENT_MODELS)
    assert {name: set(words) for name, words in found.items()} == {name: set(BASE_LANGUAGES) for name in found}


@pytest.mark.parametrize("kind", CONTENT_MODELS)
@pytest.mark.parametrize("new_kind", CONTENT_MODELS)
def test_every_type_becomes_every_other(kind: str, new_kind: str) -> None:
    """A draft that lacks something says what in a sentence; nothing has the wrong form."""
    problem = content_problem(new_kind, convert_content(kind, CONTENTS[kind], new_kind)) or ""

    assert "form" not in problem and "must be" not in problem


@pytest.mark.parametrize("kind", [type_ for type_ in TYPES if type_ != AUTHOR_NOTE])
def test_the_checks_read_every_type(kind: str) -> None:
    """A place left to be filled in is found, in whichever field it stands; what kind of callout it is is not text."""

    def spoiled(value: Any, field: str = "") -> Any:
        if isinstance(value, str):
            return value if field in NO_TEXT else f"{value} [INSERT NAME]"
        if isinstance(value, Mapping):
            return {name: spoiled(inner, name) for name, inner in value.items()}
        return [spoiled(item) for item in value] if isinstance(value, list) else value

    made = block(kind).model_copy(update={"content": spoiled(CONTENTS[kind])})

    assert "placeholder" in {finding.rule for finding in check([made])}


@pytest.mark.parametrize("kind", CONTENT_MODELS)
def test_every_type_is_counted_and_compared(kind: str) -> None:
    """The reports have its column, a lesson's measure its count, and history sees when it changes."""
    other = block(kind).model_copy(update={"content": {**CONTENTS[kind], "ours": 1}})
    old = block(kind).model_copy(update={"id": other.id})

    assert BLOCK_COUNTS[kind].name == f"{to_snake(kind)}_blocks"
    assert measure_blocks([block(kind)]).blocks_by_type == {kind: 1}
    assert compare_blocks([old], [other]) != compare_blocks([old], [old])


@pytest.mark.parametrize("kind", CONTENT_MODELS)
def test_a_printed_lesson_has_the_answer_of_every_question(kind: str) -> None:
    """At its end; what is no question has none."""
    answers = seen(answers_html([block(kind)], "EN")).text
    question = question_in_block(kind, CONTENTS[kind])

    assert [text for text in right_answers(question) if text not in answers] == []
    assert bool(answers) == (question is not None) == (kind in QUESTION_TYPES)


def right_answers(question: Question | None) -> list[str]:
    """What a printed lesson says of a question, in order."""
    match question:
        case ChoiceQuestion():
            return [option.text for option in question.options if option.is_right]
        case OrderQuestion():
            return [" ".join(question.items)]
        case MatchQuestion():
            return [" ".join(f"{left} {right}" for left, right in question.pairs)]
        case GapsQuestion():
            return [" / ".join(accepted) for accepted in question.gaps]
        case TextQuestion():
            return [" ".join(question.model_answer.split())]
        case None:
            return []


@pytest.mark.parametrize("kind", CONTENT_MODELS)
def test_a_file_of_every_type_is_read_back(kind: str) -> None:
    """As it was: as Markdown where the type says how, else as TOML."""
    [found] = read_lesson(lesson_text("l1", "Tides", "EN", 1, [block(kind)])).blocks or ()

    assert (found.type, found.problem) == (kind, "")
    assert found.content == CONTENTS[kind]


@pytest.mark.parametrize("kind", [name for name, block_type in BLOCK_TYPES.items() if block_type.question])
def test_question_banks_have_every_question_or_say_why_not(kind: str) -> None:
    """Each is in some format, and where it is not, the reason is given."""
    found = [banked(kind, form) for form in ("gift", "moodle-xml", "qti", "anki")]
    reasons = [reason for reason in found if isinstance(reason, str)]

    assert len(reasons) < len(found)
    assert all("There are no questions for this format" in reason for reason in reasons)


def banked(kind: str, form: str) -> bytes | str:
    """The file of a format with the good block of a type, or why there isn't one."""
    bank = question_bank([ChosenCourse("c1", "Sea", (lesson("Tides", (kind, CONTENTS[kind])),))])
    try:
        return render_bank(bank, form)[1]
    except NotSent as refused:
        return str(refused)


@pytest.mark.parametrize("kind", [name for name in TYPES if BLOCK_TYPES[name].kind])
def test_a_package_records_every_question(kind: str) -> None:
    """Graded or not; its page has the class by which the script knows how it is answered."""
    asked = block(kind)
    package = CoursePackage("scorm12", "c1", "Sea", [lesson().model_copy(update={"blocks": [asked]})])
    [launched] = package.launched_lessons
    page_text = "".join(text for name, text in package.files() if name == launched.page)

    assert launched.questions == (asked.id,)
    assert bool(launched.not_graded) == (BLOCK_TYPES[kind].kind == "text")
    assert f'class="block {BLOCK_TYPES[kind].classes}"' in page_text
    assert CLASS_OF_KIND[BLOCK_TYPES[kind].kind or "text"] in BLOCK_TYPES[kind].classes.split()


def test_every_type_is_found_and_replaced(own_service: EmbeddedService) -> None:
    """A word in it finds its lesson, and is another one afterwards; media need an asset, and notes no learner reads."""
    kinds = [kind for kind in TYPES if kind not in (*MEDIA_BLOCKS, AUTHOR_NOTE)]
    with Client(own_service.base_url, own_service.token) as client:
        lesson_id = client.call(create_lesson(title="Every type", language="EN")).lesson_id
        added = [block(kind).model_copy(update={"content": marked(kind)}) for kind in kinds]
        inserted = Transaction(
            label="insertPages", mutations=[LessonBlockInsert(block=added_block) for added_block in added]
        )
        client.call(execute_transactions(lesson_id=lesson_id, language="EN", transactions=[inserted]))
        found = {kind: len(search_lessons(client, None, f"mark{kind.lower()}").lessons) for kind in kinds}
        rows = {kind: plan_replacements(Replacement(f"mark{kind.lower()}", "x"), client).rows for kind in kinds}

    assert found == dict.fromkeys(kinds, 1)
    assert {kind: [row.after for row in of_kind] for kind, of_kind in rows.items()} == {
        kind: [f"{next(iter(translatable_texts(CONTENTS[kind]).values()))} x"] for kind in kinds
    }


def marked(kind: str) -> dict[str, Any]:
    """The good content of a type with a word that no other has at the end of its first text."""
    place, text = next(iter(translatable_texts(CONTENTS[kind]).items()))
    return with_text(CONTENTS[kind], place, f"{text} mark{kind.lower()}")


@pytest.mark.parametrize("kind", [kind for kind in TYPES if kind != AUTHOR_NOTE])
def test_translators_get_every_text_of_every_type(kind: str) -> None:
    """Each with what it is; the codes of a callout or an asset are none of them."""
    found, name = translatable_texts(CONTENTS[kind]), BLOCK_TYPES[kind].about or BLOCK_TYPES[kind].title

    assert is_translated(kind)
    assert set(texts(found)) == set(texts({**CONTENTS[kind]}))
    assert all(text_context(kind, CONTENTS[kind], place).startswith(name) for place in found)

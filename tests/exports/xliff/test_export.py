"""Lessons for translators, read from a real service."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.exports.xliff.schema import schema_errors
from tests.needs import needs
from workbench.api.workbench import Workbench
from workbench.authoring.block import Block
from workbench.authoring.mutation import LessonBlockInsert, LessonBlockUpdate
from workbench.authoring.transaction import Transaction
from workbench.client.sync import Client
from workbench.errors import InputRejected, NotSent
from workbench.exports.xliff.export import export_xliff, longest_note, text_context
from workbench.procedures.lesson import Lesson, create_lesson, get_lesson, tie_translation
from workbench.procedures.realtime import execute_transactions

HEADING, TEXT = "00000000-0000-4000-8000-000000000001", "00000000-0000-4000-8000-000000000002"
OTHER = "00000000-0000-4000-8000-00000000000a"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Where it goes."""
    return tmp_path / "texts.xlf"


def edited(client: Client, lesson_id: str, language: str, *mutations: LessonBlockInsert | LessonBlockUpdate) -> None:
    """The lesson with these edits."""
    transaction = Transaction(label="editPage", mutations=list(mutations))
    client.call(execute_transactions(lesson_id=lesson_id, language=language, transactions=[transaction]))


def inserted(own: str, kind: str, content: dict[str, object]) -> LessonBlockInsert:
    """A new block at the beginning."""
    return LessonBlockInsert(block=Block(id=own, type=kind, content=content))


@pytest.fixture
def tides(client: Client) -> Lesson:
    """A lesson of two blocks and a note for authors."""
    lesson_id = client.call(create_lesson(title="Tides & <waves>", language="EN")).lesson_id
    note = inserted("00000000-0000-4000-8000-000000000003", "authorNote", {"markdown": "SECRET"})
    text = inserted(TEXT, "text", {"markdown": "The [moon](https://a.b) pulls."})
    edited(client, lesson_id, "EN", note, text, inserted(HEADING, "heading", {"text": "Tides", "level": 1}))
    return client.call(get_lesson(lesson_id=lesson_id))


@pytest.fixture
def marées(client: Client, tides: Lesson) -> Lesson:
    """Its translation into French, without the heading."""
    lesson_id = client.call(create_lesson(title="Marées", language="FR")).lesson_id
    edited(client, lesson_id, "FR", inserted(OTHER, "text", {"markdown": "La [lune](https://a.b) tire."}))
    ties = [{"block_id": OTHER, "source_block_id": TEXT}]
    client.call(
        tie_translation(
            lesson_id=lesson_id,
            source_lesson_id=tides.lesson_id,
            source_revision=tides.revision,
            blocks=ties,
            is_title_current=True,
        )
    )
    return client.call(get_lesson(lesson_id=lesson_id))


@needs("xliff-schema")
def test_a_lesson_is_a_file_of_texts(client: Client, tides: Lesson, file: Path) -> None:
    """Each once, under its block's id; notes for authors are not in it."""
    made = export_xliff(client, [tides.course_id], "fr", file)
    text = file.read_text(encoding="utf-8")

    assert str(made) == f"{file}: 1 lesson into FR, 3 texts, 3 to translate."
    assert schema_errors(file) == []
    assert f'<unit xmlns="urn:oasis:names:tc:xliff:document:2.0" id="{TEXT}.markdown"' in text
    assert f'id="course.{tides.course_id}"' in text and f'id="{tides.lesson_id}.title"' in text
    assert "SECRET" not in text and "Tides &amp; &lt;waves&gt;" in text


def test_translations_that_are_there_come_along(client: Client, tides: Lesson, marées: Lesson, file: Path) -> None:
    """With what is missing; where the source has changed since, that is reported."""
    first = export_xliff(client, [tides.lesson_id], "FR", file)
    text = file.read_text(encoding="utf-8")
    update = {"type": "lessonBlockUpdate", "id": TEXT, "content": {"markdown": "The [sun](https://a.b) pulls."}}
    edited(client, tides.lesson_id, "EN", LessonBlockUpdate.model_validate(update))
    second = export_xliff(client, [tides.lesson_id], "FR", file, overwrite=True)

    assert (first.texts, first.untranslated, first.stale) == (3, 1, 0)
    assert f"workbench:lesson/{tides.lesson_id}/{tides.revision}/translation/{marées.lesson_id}/" in text
    assert "<target>Marées</target>" in text and ">lune</pc> tire.</target>" in text
    assert (second.untranslated, second.stale) == (1, 1)
    assert "The source has changed since this was translated." in file.read_text(encoding="utf-8")


def test_what_has_no_place_is_told(client: Client, tides: Lesson, marées: Lesson, file: Path) -> None:
    """A translation, a lesson of another language, and one without words."""
    empty = client.call(create_lesson(title="Nothing", language="EN")).lesson_id
    german = client.call(create_lesson(title="Deutsch", language="DE")).lesson_id
    made = export_xliff(client, [tides.lesson_id, marées.lesson_id, empty, german], "ES", file)

    assert [title for title, _ in made.left_out] == ["Marées", "Nothing", "Deutsch"]
    assert "it is a translation itself" in str(made) and "it has no words" in str(made)
    with pytest.raises(NotSent, match="There is nothing to translate: “Nothing”: it has no words"):
        export_xliff(client, [empty], "ES", file, overwrite=True)
    with pytest.raises(NotSent, match="There is no lesson in another language than EN"):
        export_xliff(client, [tides.lesson_id], "EN", file, overwrite=True)
    with pytest.raises(InputRejected, match="a language is a code such as EN"):
        export_xliff(client, [tides.lesson_id], "french", file)


def test_a_whole_course_is_told_as_it_is_read(workbench: Workbench, client: Client, file: Path) -> None:
    """The number of lessons read, for a bar of progress."""
    course = workbench.courses.add_example()
    seen: list[int] = []
    show: Callable[[int], object] = seen.append
    made = export_xliff(client, [course.course_id], "JA", file, progress=show)

    assert (seen, made.lessons) == ([1], 1)
    assert made.texts == made.untranslated > 40


CHOICES = {"choices": [{"text": "Moon", "isCorrect": True}, {"text": "Sun", "isCorrect": False}]}


@pytest.mark.parametrize(
    ("block_type", "place", "about"),
    [
        ("text", "markdown", "Text"),
        ("quiz", "question", "Quiz: the question"),
        ("quiz", "choices.0.text", "Quiz: choice 1, a right answer"),
        ("quiz", "choices.1.feedback", "Quiz: choice 2, a wrong answer, what is said after the answer"),
        ("keyTerms", "terms.1.meaning", "Key terms: what the term means, number 2"),
        ("ordering", "items.2", "Ordering question, items in the right order: an item, number 3"),
        ("fillIn", "gaps.0.answers.1", "Text with gaps: an answer that fits into the gap, number 1"),
    ],
)
def test_a_text_is_said_to_be_what_it_is(block_type: str, place: str, about: str) -> None:
    """Whether an answer is right or wrong, too: the meaning stays so."""
    assert text_context(block_type, CHOICES, place) == about


def test_limits_are_said() -> None:
    """Of texts and of titles."""
    assert longest_note("quiz", "choices.0.text") == "At most 500 characters."
    assert longest_note("", "title") == "At most 300 characters."
    assert longest_note("ofAnotherMaker", "text") == ""

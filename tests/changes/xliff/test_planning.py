"""A translators' file becomes translations that are tied to their sources, and what is wrong in it is reported."""

from __future__ import annotations

import copy
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.changes.acme import Acme
from tests.changes.xliff.files import (
    HEADING,
    QUIZ,
    TEXT,
    Translators,
    edit_block,
    say_all,
    translate_unit,
    unit,
)
from tests.exports.folders.contents import blocks
from workbench.authoring.translation import is_translated, translated_content
from workbench.changes.results import find_change_set
from workbench.changes.row import ChangeVerdict
from workbench.changes.undo import undo_changes
from workbench.changes.xliff.planning import plan_xliff
from workbench.errors import NotFound
from workbench.exports.xliff.names import name
from workbench.exports.xliff.reading import open_xliff
from workbench.procedures.course import create_course, get_course
from workbench.procedures.lesson import create_lesson
from workbench.procedures.translations import list_translations


def test_a_translated_file_makes_translations(sea: Translators) -> None:
    """In a course of their own with its title, in order, tied block by block; exported again it is nothing to do."""
    assert sea.plan().changes == ()
    sea.translate()
    plan = sea.run()
    lesson, ties = sea.translation()

    assert [change.field for change in plan.changes].count("new lesson") == 2
    assert (lesson.title, lesson.language) == ("fr Tides", "FR")
    assert lesson.blocks[1].content == {"markdown": "fr The [fr moon](https://a.b) pulls at `x`."}
    assert lesson.blocks[2].content["choices"][0] == {"text": "fr Moon", "isCorrect": True, "feedback": "fr Yes."}
    assert [block.state for block in ties.blocks] == ["current"] * 3
    course = sea.acme.ana.call(get_course(course_id=lesson.course_id))
    assert (course.title, [lesson.title for lesson in course.lessons]) == ("fr The sea", ["fr Tides", "fr Waves"])
    sea.export()
    again = sea.plan()
    assert {row.verdict for row in again.rows} == {ChangeVerdict.UNCHANGED}


def test_a_translated_course_of_a_taken_title_is_a_line_in_the_plan(sea: Translators) -> None:
    """Regression: it was made silently."""
    twin = sea.acme.ana.call(create_course(title="FR The sea")).course_id
    sea.translate()
    [note] = sea.plan().notes

    assert twin in note and note.endswith("This plan creates another one.")


def test_what_translators_noted_is_told(sea: Translators) -> None:
    """It has no place in a lesson; it was left out silently."""
    sea.translate()
    assert not [note for note in sea.plan().notes if "translators" in note]

    def add_notes(root: Any) -> None:
        for number in range(4):
            note = root.makeelement(name("note"), {"category": "query"})
            note.text = f"Is this {number} right?"
            unit(root, f"{TEXT}.markdown").insert(0, note)

    sea.edit(add_notes)
    notes = [note for note in sea.plan().notes if "translators" in note]

    assert len(notes) == 1
    assert notes[0].startswith("4 notes of translators on “Tides” cannot be kept; read them in the file: line ")
    assert "“Is this 3 right?”" in notes[0] and notes[0].endswith("; and 1 more.")


def rows(sea: Translators, *, verdict: ChangeVerdict) -> list[str]:
    """The sentences of the plan's rows with this verdict."""
    return [row.verdict_text for row in sea.plan().rows if row.verdict is verdict]


def test_edits_of_a_translation_are_taken(sea: Translators) -> None:
    """Text by text, the title too; undone, the translation is as it was."""
    sea.translate()
    sea.run()
    before, _ = sea.translation()
    sea.export()
    sea.edit(lambda root: say_all(root, f"{QUIZ}.choices.1.text", "Soleil"))
    sea.edit(lambda root: say_all(root, f"{sea.lesson_ids[0]}.title", "Les marées"))
    plan = sea.run()
    after, _ = sea.translation()

    assert sorted(change.field for change in plan.changes) == ["choices.1.text", "title"]
    assert (after.title, after.blocks[2].content["choices"][1]["text"]) == ("Les marées", "Soleil")
    undone = undo_changes(find_change_set(plan.name), sea.acme.ana.client)
    again, _ = sea.translation()
    assert (undone.undone, undone.left) == (2, ())
    assert (again.title, again.blocks) == (before.title, before.blocks)


def test_an_import_is_undone_whole(sea: Translators) -> None:
    """The translations go into the trash with their course; imported again they are made again."""
    sea.translate()
    plan = sea.run()
    lesson, _ = sea.translation()
    undone = undo_changes(find_change_set(plan.name), sea.acme.ana.client)
    client = sea.acme.ana.client

    assert (undone.undone, undone.left) == (len(plan.changes), ())
    assert client.call(list_translations()).translations == []
    [gone] = client.outcomes(get_course(course_id=lesson.course_id))
    assert isinstance(gone, NotFound)
    sea.run()
    assert sea.translation()[0].lesson_id != lesson.lesson_id


def test_what_somebody_edited_meanwhile_stays(sea: Translators) -> None:
    """Where the file has another text, too, that is reported; where it has none, theirs stays silently."""
    sea.translate()
    sea.run()
    sea.export()
    lesson, _ = sea.translation()
    changes = {"markdown": "Ours [lune](https://a.b) `x`."}
    edit_block(sea.acme, lesson.lesson_id, lesson.blocks[1].id, "text", changes)
    edit_block(sea.acme, lesson.lesson_id, lesson.blocks[0].id, "heading", {"text": "Ours", "level": 1})
    sea.edit(lambda root: say_all(root, f"{HEADING}.text", "Theirs"))
    [conflict] = rows(sea, verdict=ChangeVerdict.CONFLICT)

    assert conflict == "changed since it was read: someone has changed it here since the file was written, to 'Ours'"
    assert sea.plan().changes == ()


def test_a_source_that_has_changed_is_told(sea: Translators) -> None:
    """Its texts are not taken, the others are; exported again, translated and imported, it is current."""
    sea.translate()
    sea.run()
    source = sea.lesson(sea.lesson_ids[0])
    sea.export()
    edit_block(sea.acme, source.lesson_id, TEXT, "text", {"markdown": "The [sun](https://a.b) pulls at `x`."})
    sea.translate(lambda unit, text: f"{text}!")
    stale = rows(sea, verdict=ChangeVerdict.SOURCE_CHANGED)

    assert stale == ["source changed since: its source has changed; export it again to translate that"]
    sea.run()
    assert [block.state for block in sea.translation()[1].blocks] == ["current", "stale", "current"]
    sea.export()
    assert sea.plan().changes == ()
    sea.edit(lambda root: translate_unit(unit(root, f"{TEXT}.markdown"), lambda _, text: f"neu {text}"))
    plan = sea.run()
    lesson, ties = sea.translation()
    assert [change.field for change in plan.changes] == ["ties", "markdown"] or [
        change.field for change in plan.changes
    ] == [
        "markdown",
        "ties",
    ]
    assert lesson.blocks[1].content["markdown"].startswith("neu The [neu sun]")
    assert [block.state for block in ties.blocks] == ["current"] * 3
    undo_changes(find_change_set(plan.name), sea.acme.ana.client)
    assert [block.state for block in sea.translation()[1].blocks] == ["current", "stale", "current"]


def test_a_stale_text_that_still_fits_is_confirmed(sea: Translators) -> None:
    """By its state alone; no text is changed."""
    sea.translate()
    sea.run()
    edit_block(sea.acme, sea.lesson_ids[0], HEADING, "heading", {"text": "Tides!", "level": 1})
    sea.export()
    sea.edit(lambda root: unit(root, f"{HEADING}.text").find(name("segment")).set("state", "reviewed"))
    plan = sea.run()

    assert [change.field for change in plan.changes] == ["ties"]
    assert [block.state for block in sea.translation()[1].blocks] == ["current"] * 3


def test_new_blocks_come_where_their_sources_stand(sea: Translators) -> None:
    """The rest of the translation stays as it is."""
    sea.translate()
    sea.run()
    sea.acme.insert(sea.lesson_ids[0], "reflection", {"prompt": "Why?"})
    sea.export()
    sea.edit(lambda root: say_all(root, ".prompt", "Pourquoi ?"))
    plan = sea.run()
    lesson, ties = sea.translation()

    assert [change.field for change in plan.changes] == ["blocks", "ties"]
    assert [block.type for block in lesson.blocks] == [block.type for block in sea.lesson(sea.lesson_ids[0]).blocks]
    assert [block.state for block in ties.blocks] == ["current"] * 4
    undo_changes(find_change_set(plan.name), sea.acme.ana.client)
    assert [block.state for block in sea.translation()[1].blocks].count("missing") == 1


def _break_all(root: Any) -> None:
    """One text of the first lesson is broken in each way; the second lesson is whole."""
    say_all(root, f"{QUIZ}.choices.0.text", "Sun")
    say_all(root, f"{HEADING}.text", "x" * 501)
    target = unit(root, f"{TEXT}.markdown").find(name("segment")).find(name("target"))
    target.remove(target.find(name("ph")))


def test_what_is_wrong_is_told_and_the_rest_is_taken(sea: Translators) -> None:
    """Blocks that lack a text are left out of the new translation, and missing in it."""
    sea.translate()
    sea.edit(_break_all)
    sea.edit(lambda root: say_all(root, f"{HEADING}.text", "Marées", at=1))
    refused = rows(sea, verdict=ChangeVerdict.NOT_ALLOWED)

    assert "not allowed: The text is longer than 500 characters" in refused
    assert "not allowed: it lacks the code 2 of its source (code)" in refused
    assert "not allowed: choices.0.text says what choices.1.text said, so another answer would be right" in refused
    sea.edit(lambda root: say_all(root, f"{HEADING}.text", "Marées"))
    sea.run()
    assert [block.state for block in sea.translation()[1].blocks] == ["current", "missing", "missing"]
    assert [block.state for block in sea.translation(1)[1].blocks] == ["current"] * 3


def _shuffle(root: Any) -> None:
    files = list(root)
    for file in files:
        inside = [element for element in file if element.tag == name("unit")]
        for element in reversed(inside):
            file.append(element)
        root.remove(file)
    for file in reversed(files):
        root.append(file)


def test_files_and_units_may_stand_in_any_order(sea: Translators) -> None:
    """It is the same plan."""
    sea.translate()
    before = {(change.lesson_id, change.field, change.after) for change in sea.plan().changes}
    sea.edit(_shuffle)

    assert {(change.lesson_id, change.field, change.after) for change in sea.plan().changes} == before


def test_missing_units_are_counted(sea: Translators) -> None:
    """And a lesson whose title has no translation is not made."""
    sea.translate()
    sea.edit(lambda root: unit(root, f"{HEADING}.text").getparent().remove(unit(root, f"{HEADING}.text")))
    plan = sea.plan()
    sea.edit(lambda root: unit(root, f"{sea.lesson_ids[0]}.title").find(name("segment")).find(name("target")).clear())

    assert plan.notes == ("1 text of “Tides” not in the file; unchanged.",)
    assert (
        "its title has no translation, so the lesson is not created" in rows(sea, verdict=ChangeVerdict.NOT_ALLOWED)[0]
    )


def test_lessons_of_others_are_refused(sea: Translators, tmp_path: Path) -> None:
    """Of another organization, in the trash, there twice, a translation, or of another language."""
    other = sea.acme.person("bob@example.org", organization="Other")
    theirs = plan_xliff(open_xliff(sea.path), other.client)
    sea.translate()
    sea.edit(lambda root: root.append(copy.deepcopy(root[-1])))
    [doubled] = set(rows(sea, verdict=ChangeVerdict.DUPLICATE))

    assert {row.verdict for row in theirs.rows} == {ChangeVerdict.UNKNOWN_LESSON} and theirs.changes == ()
    assert doubled.startswith("doubled: its <file> occurs 2 times, in lines ")
    assert [change.lesson_title for change in sea.plan().changes if change.field == "new lesson"] == ["fr Tides"]
    sea.edit(lambda root: root.set("srcLang", "de"))
    assert "it is in EN, and the file is from DE" in rows(sea, verdict=ChangeVerdict.NOT_ALLOWED)[0]


def test_a_translation_that_was_made_meanwhile_stays(sea: Translators) -> None:
    """What differs is reported."""
    sea.translate()
    first = sea.path.read_bytes()
    sea.run()
    assert sea.plan().changes == ()
    sea.path.write_bytes(first)
    sea.edit(lambda root: say_all(root, f"{HEADING}.text", "Autre"))

    assert len(rows(sea, verdict=ChangeVerdict.CONFLICT)) == 1
    assert sea.plan().changes == ()


@pytest.mark.parametrize("language", ["AR", "ZH-HANT-TW"])
def test_generated_lessons_come_back_whole(acme: Acme, tmp_path: Path, language: str) -> None:
    """Every type of block, with texts that look like markup: translated as they are, nothing is left to do."""
    random = Random(language)
    made = blocks(random)[:-1]
    course_id = acme.ana.call(create_course(title="Every <type>")).course_id
    asked = create_lesson(title="Every & type", language="EN", course_id=course_id, blocks=made)
    sea = Translators(acme, tmp_path, course_id, [acme.ana.call(asked).lesson_id])
    sea.export(language)
    sea.translate(lambda _, text: text)
    sea.run()
    lesson, ties = sea.translation(language=language)

    wanted = [made_block for made_block in made if is_translated(made_block.type)]
    assert [block.content for block in lesson.blocks] == [
        translated_content(made_block.content, {}) for made_block in wanted
    ]
    assert {block.state for block in ties.blocks} == {"current"}
    sea.export(language)
    assert sea.plan().changes == ()

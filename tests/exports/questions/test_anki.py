"""Anki decks: read by SQLite here, and by Anki itself in an environment of its own (`make test-slow`)."""

from __future__ import annotations

import io
import json
import subprocess
import sys
import zipfile
from datetime import UTC, datetime
from pathlib import Path

import pytest

from tests.exports.lessons import lesson
from tests.exports.questions.banks import RIGHT, bank, course, every_type, with_ids
from tests.exports.questions.banks import deck_rows as rows
from workbench.exports.questions.export import render_bank

ANKI = "anki==26.9.3"  # AGPL: in an environment of its own, never one of ours


@pytest.fixture
def deck() -> bytes:
    """The deck of every type."""
    return render_bank(bank(), "anki")[1]


def test_every_question_and_term_is_a_note(deck: bytes) -> None:
    """A gap is a card each; a reflection has no answer to turn to, and is reported."""
    kept, _ = render_bank(bank(), "anki")

    assert rows(deck, "select count(*) from notes") == [(kept.count(),)] == [(11,)]
    assert rows(deck, "select count(*) from cards") == [(12,)]
    assert [question.type for question in kept.left_out] == ["reflection"]
    assert not any("SECRET" in fields for (fields,) in rows(deck, "select flds from notes"))


def test_a_note_is_known_by_its_block() -> None:
    """After an edit it is the same note, changed later than the one before."""
    before = with_ids(lesson("Tides", ("quiz", {"question": "What pulls?", "choices": RIGHT})), "a")
    edited = before.blocks[0].model_copy(update={"content": {"question": "Who pulls?", "choices": RIGHT}})
    after = before.model_copy(update={"blocks": [edited], "updated_at": datetime(2026, 1, 2, tzinfo=UTC)})
    first, second = (render_bank(bank(course(version)), "anki")[1] for version in (before, after))

    query = "select guid, id from notes"
    assert rows(first, query) == rows(second, query)
    assert rows(first, "select mod from notes") < rows(second, "select mod from notes")
    assert rows(first, "select flds from notes") != rows(second, "select flds from notes")


def test_texts_mean_nothing_to_anki(deck: bytes) -> None:
    """No deletion, sound or markup comes of what an author wrote."""
    fields = [text for (text,) in rows(deck, "select flds from notes")]
    gaps = [field for field in fields if "{{" in field]

    assert not any("[sound" in field or "<script" in field or "<b>" in field for field in fields)
    assert sorted(gap.count("{{c1::") for gap in gaps) == [1, 1]
    assert any("Twice a {{c1::day &amp; night / 24 hours*}} it &#123;rises&#125;." in gap for gap in gaps)


def test_a_deck_has_the_two_files_that_anki_looks_for(deck: bytes) -> None:
    """The list of its pictures and sounds says that there are none."""
    with zipfile.ZipFile(io.BytesIO(deck)) as archive:
        assert archive.namelist() == ["collection.anki2", "media"]
        assert json.loads(archive.read("media")) == {}


def test_quotes_around_a_gap_stay_quotes() -> None:
    """A learner compares what was typed with the text as it is."""
    gap = ("fillIn", {"text": 'Say "___" & go.', "gaps": [{"answers": ['a "b"']}]})
    [(fields,)] = rows(render_bank(bank(course(lesson("Tides", gap))), "anki")[1], "select flds from notes")

    assert 'Say "{{c1::a "b"}}" &amp; go.' in fields


def test_a_deck_is_a_lesson_in_its_course(deck: bytes) -> None:
    """Their names make no levels of their own."""
    [(decks,)] = rows(deck, "select decks from col")

    assert {value["name"] for value in json.loads(decks).values()} == {
        "Default", "Sea & <b>shore</b>/1::Tides: {1} // ~2", "Sea & <b>shore</b>/1::المد والجزر"
    }  # fmt: skip


def test_a_file_is_no_deck_without_its_notes(deck: bytes) -> None:
    """The reader does read."""
    with pytest.raises(zipfile.BadZipFile):
        rows(deck[: len(deck) // 2], "select 1 from notes")


@pytest.mark.slow
def test_anki_imports_the_deck(deck: bytes, tmp_path: Path) -> None:
    """All notes once; again none; after an edit the one that was edited; its check finds nothing to mend."""
    first = every_type()
    blocks = list(first.lessons[0].blocks)
    blocks[0] = blocks[0].model_copy(update={"content": {"question": "Who pulls?", "choices": RIGHT}})
    changed = {"blocks": blocks, "updated_at": datetime(2026, 1, 2, tzinfo=UTC)}
    edited = first._replace(lessons=(first.lessons[0].model_copy(update=changed), first.lessons[1]))
    (tmp_path / "deck.apkg").write_bytes(deck)
    (tmp_path / "edited.apkg").write_bytes(render_bank(bank(edited), "anki")[1])
    subprocess.run([sys.executable, "-m", "venv", str(tmp_path / "anki")], check=True)
    python = tmp_path / "anki" / "bin" / "python"
    subprocess.run([python, "-m", "pip", "install", "--quiet", ANKI], check=True, timeout=600)

    command = [python, str(Path(__file__).with_name("read_anki.py")), "deck.apkg", "deck.apkg", "edited.apkg"]
    told = subprocess.run(command, cwd=tmp_path, check=True, capture_output=True, text=True, timeout=120)
    found = json.loads(told.stdout)

    assert found["imports"][:2] == [{"new": 11, "updated": 0}, {"new": 0, "updated": 0}]
    assert found["imports"][2]["new"] == 0 and found["imports"][2]["updated"] >= 1
    assert (found["notes"], found["cards"], found["is_sound"]) == (11, 12, True)
    assert any("Who pulls?" in question for question in found["questions"])
    assert not any("<script" in question for question in found["questions"])

"""Lists that are worked on lie on the disk: nothing that was corrected is lost, and nobody else gets it."""

from __future__ import annotations

import json
import os
import stat
import time
from dataclasses import replace
from pathlib import Path

import pytest

from workbench.bulk.reading.topic_columns import ColumnMapping
from workbench.widgets.bulk.edited_list import Corrections, ListSettings
from workbench.widgets.bulk.stored_lists import DAYS, MOST_LISTS, ListEdits, ListSource, StoredLists

SOURCE = ListSource("list.csv", b"topic\nTides\n")
EDITS = ListEdits(
    ListSettings(ColumnMapping(template="{topic}"), ("EN", "DE"), "project-1", "Watch", 2, 50),
    Corrections({2: {"topic": "Waves \ud800"}}, frozenset({"2 DE"})),
    "a run",
)


@pytest.fixture
def stored(tmp_path: Path) -> StoredLists:
    """Ada's lists in one organization; nothing is there yet."""
    return StoredLists("ada", 0, tmp_path / "lists")


def test_a_list_is_there_again_with_its_corrections(stored: StoredLists) -> None:
    """As another kernel finds it."""
    assert stored.keep(SOURCE)
    assert stored.save(SOURCE, EDITS)

    assert stored.latest() == SOURCE
    assert stored.edits(SOURCE) == EDITS


def test_a_list_of_an_earlier_version_has_its_corrections(stored: StoredLists) -> None:
    """It has no course, copies and budget."""
    stored.keep(SOURCE)
    stored.save(SOURCE, EDITS)
    path = next(stored.folder.glob("*.edits.json"))
    content = json.loads(path.read_text(encoding="utf-8"))
    for name in ("course", "copies", "budget"):
        del content[name]
    path.write_text(json.dumps(content), encoding="utf-8")

    settings = replace(EDITS.settings, course="", copies=1, budget=None)
    assert stored.edits(SOURCE) == replace(EDITS, settings=settings)


def test_the_list_that_was_worked_on_last_is_the_latest(stored: StoredLists) -> None:
    """The other one keeps its corrections."""
    other = ListSource("other.csv", b"topic\nKnots\n")
    for index, source in enumerate((SOURCE, other)):
        stored.keep(source)
        stored.save(source, EDITS)
        os.utime(next(stored.folder.glob(f"*{source.digest}.edits.json")), (1e9, time.time() - 60 + index))

    assert stored.latest() == other
    assert stored.edits(SOURCE) == EDITS


def test_nobody_else_gets_it(stored: StoredLists) -> None:
    """Another person, another organization, or the same one after signing out."""
    stored.keep(SOURCE)
    stored.save(SOURCE, EDITS)

    for other in (replace(stored, owner="ben"), replace(stored, sign_outs=1)):
        assert other.latest() is None
        assert other.edits(SOURCE) == ListEdits()
    assert {stat.S_IMODE(path.stat().st_mode) for path in stored.folder.iterdir()} == {0o600}


def test_while_nobody_is_known_nothing_is_kept(tmp_path: Path) -> None:
    """It could not be said whose it is."""
    unknown = StoredLists("", 0, tmp_path / "lists")

    assert not unknown.keep(SOURCE)
    assert unknown.latest() is None
    assert not (tmp_path / "lists").exists()


def test_too_old_and_too_many_are_taken_away(stored: StoredLists) -> None:
    """The latest few are kept."""
    sources = [ListSource(f"{number}.csv", b"topic\nTides\n") for number in range(MOST_LISTS + 2)]
    for source in sources:
        stored.save(source, EDITS)
        stored.keep(source)
    left = [*stored.folder.glob("*.edits.json")]
    assert len(left) == MOST_LISTS
    for path in left:
        os.utime(path, (1, time.time() - (DAYS + 1) * 24 * 3600))

    assert stored.latest() is None
    assert [*stored.folder.glob("*.edits.json")] == []


@pytest.mark.parametrize("text", ["", "[]", "{", '{"signOuts": 0}', '{"signOuts": 0, "columns": {"x": 1}}', "[" * 9999])
def test_a_damaged_file_is_no_correction(stored: StoredLists, text: str) -> None:
    """The list is read again."""
    stored.keep(SOURCE)
    stored.save(SOURCE, EDITS)
    next(stored.folder.glob("*.edits.json")).write_text(text)

    assert stored.edits(SOURCE) == ListEdits()


def test_what_cannot_be_kept_is_said(stored: StoredLists) -> None:
    """The folder is a file, say."""
    stored.folder.write_text("")

    assert not stored.keep(SOURCE)
    assert not stored.save(SOURCE, EDITS)


def test_forgotten_it_is_gone(stored: StoredLists) -> None:
    """With its corrections."""
    stored.keep(SOURCE)
    stored.save(SOURCE, EDITS)
    stored.forget(SOURCE)

    assert [*stored.folder.iterdir()] == []

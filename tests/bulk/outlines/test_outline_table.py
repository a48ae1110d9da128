"""Outlines as files that people edit."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import cast

import pytest

from tests.bulk.fake_service import FakeService
from tests.bulk.outlines.test_outline import BREAD
from workbench.bulk.outlines.lesson_outline import LessonOutline
from workbench.bulk.outlines.outline import Outline
from workbench.bulk.outlines.outline_table import load_outline, outline_from_frame, save_outline
from workbench.client.sync import Client
from workbench.errors import PlanRejected

ODD = Outline(
    "=1+1; “Brot”",
    "DE",
    (LessonOutline("-1 Grad", ("Teig; kneten", "+ wiegen"), '@Hefe, "Salz"'), LessonOutline("مرحبا")),
    brief="Ein Kurs",
    writer="openai:x",
    cells={"audience": "Anfänger"},
)


@pytest.mark.parametrize("ending", [".csv", ".xlsx", ".json"])
@pytest.mark.parametrize("outline", [BREAD, ODD], ids=["plain", "odd"])
def test_what_is_saved_comes_back(ending: str, outline: Outline, tmp_path: Path) -> None:
    """Formulas, semicolons and other scripts included; a table keeps no brief."""
    found = load_outline(save_outline(outline, tmp_path / f"outline{ending}"))

    assert (found.title, found.language, found.lessons) == (outline.title, outline.language, outline.lessons)
    assert (found.brief, found.cells) == ((outline.brief, outline.cells) if ending == ".json" else ("", {}))


def test_a_spreadsheet_runs_nothing_of_it(tmp_path: Path) -> None:
    """A cell that would be a formula begins with an apostrophe."""
    text = save_outline(ODD, tmp_path / "o.csv").read_text("utf-8-sig")

    assert "'=1+1" in text and "'-1 Grad" in text and "'@Hefe" in text


def test_nothing_is_overwritten_unasked(tmp_path: Path) -> None:
    """Somebody may have edited it."""
    path = save_outline(BREAD, tmp_path / "o.csv")

    with pytest.raises(PlanRejected, match="already exists"):
        save_outline(BREAD, path)
    assert save_outline(BREAD.strike(1), path, overwrite=True) == path


def test_a_table_of_other_making_is_read(tmp_path: Path) -> None:
    """Titles in a column of a known name; the file's name is the course's, the language is reported."""
    path = tmp_path / "Bread at home.csv"
    path.write_text("Titel;Lernziele\nMehl;Mehle kennen\n;\nHefe;\n", "utf-8")
    found = load_outline(path, language="de")

    assert (found.title, found.language) == ("Bread at home", "DE")
    assert found.lessons == (LessonOutline("Mehl", ("Mehle kennen",)), LessonOutline("Hefe"))


def test_lessons_written_by_hand_are_an_outline() -> None:
    """Titles alone, or records."""
    titles = outline_from_frame(["Flour", "Yeast"], title="Bread", language="EN")
    records = outline_from_frame([{"title": "Flour", "topic": "It."}], title="Bread", language="EN")

    assert [lesson.title for lesson in titles.lessons] == ["Flour", "Yeast"]
    assert records.lessons == (LessonOutline("Flour", (), "It."),)


WRONG = [
    ("o.csv", "what,language\nFlour,EN\n", "No column seems to contain titles"),
    ("o.json", "{}", "is not a saved outline"),
    ("o.json", '{"form": "workbench outline 1", "lessons": 3}', "is not a saved outline"),
    ("o.csv", "title,language\n,EN\n", "at least one lesson"),
]


@pytest.mark.parametrize(("name", "text", "sentence"), WRONG)
def test_another_file_is_refused_in_a_sentence(name: str, text: str, sentence: str, tmp_path: Path) -> None:
    """With what to do, where there is something."""
    (tmp_path / name).write_text(text, "utf-8")

    with pytest.raises(PlanRejected, match=sentence):
        load_outline(tmp_path / name)


def test_a_file_without_a_language_has_the_default_and_its_plan_says_so(tmp_path: Path) -> None:
    """It was refused before. A language that the file or the caller names is not an assumption."""
    (tmp_path / "o.csv").write_text("title\nFlour\n", "utf-8")
    outline = load_outline(tmp_path / "o.csv", assumed_language=lambda: "DE")
    said = load_outline(tmp_path / "o.csv", language="FR")
    plan = replace(outline, client=cast("Client", FakeService())).plan()

    assert (outline.language, outline.is_language_assumed, said.is_language_assumed) == ("DE", True, False)
    assert plan.notes[0] == "The outline names no language, so the default is used: German · Deutsch (DE)."
    assert [row.language for row in plan.rows] == ["DE"]


def test_an_ending_that_is_none_of_ours_is_refused(tmp_path: Path) -> None:
    """The three are named."""
    with pytest.raises(PlanRejected, match=r"\.csv, \.xlsx, \.json"):
        save_outline(BREAD, tmp_path / "o.docx")

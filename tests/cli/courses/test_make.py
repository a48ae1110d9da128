"""`workbench courses make`: an outline's file becomes a course, once."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.own_service import command
from workbench.api.connect import connect

pytestmark = pytest.mark.usefixtures("own_service")


@pytest.fixture
def outline(tmp_path: Path) -> str:
    """An outline as a spreadsheet saves it, of a course that only this test has."""
    path = tmp_path / "outline.csv"
    here = tmp_path.name
    rows = [f"Flour,Tell flours apart,Wheat in {here}", f"Yeast in {here},,"]
    listed = "".join(f"Baking in {here},EN,{row}\n" for row in rows)
    path.write_text(f"course,language,title,objectives,topic\n{listed}")
    return str(path)


def told(*words: str) -> Any:
    """What the command tells programs."""
    ended = command("course", "make", *words, "--json")
    assert ended.returncode == 0, ended.stderr
    return json.loads(ended.stdout)


def test_an_outline_becomes_one_course_in_order(outline: str, tmp_path: Path) -> None:
    """Said twice, nothing is made twice."""
    first = told(outline)
    again = told(outline)
    with connect() as workbench:
        made = workbench.courses.get(f"Baking in {tmp_path.name}")

    assert (first["done"], first["creditsSpent"], again["creditsSpent"]) == (2, 2, 2)
    assert [lesson.topic for lesson in made.lessons] == [
        f"Flour: Wheat in {tmp_path.name}",
        f"Yeast in {tmp_path.name}",
    ]


def test_a_plan_shows_the_course_that_would_be_made(outline: str, tmp_path: Path) -> None:
    """And makes none."""
    plan = told(outline, "--plan", "--title", f"Bread of {tmp_path.name}")
    with connect() as workbench:
        titles = workbench.courses.list()["title"].to_list()

    assert (plan["course"], plan["isNewCourse"], plan["ready"]) == (f"Bread of {tmp_path.name}", True, 2)
    assert f"Bread of {tmp_path.name}" not in titles


def test_a_file_that_is_no_outline_is_refused_in_one_line(tmp_path: Path) -> None:
    """Exit code 1 or 2, and what to do."""
    path = tmp_path / "o.csv"
    path.write_text("a,b\n1,2\n")
    ended = command("course", "make", str(path))

    assert ended.returncode != 0 and "No column seems to contain titles" in ended.stderr

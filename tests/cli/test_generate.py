"""`workbench generate`: plans, asks, runs; wrong lists are refused in one line and nothing is written."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.own_service import command
from workbench.api.connect import connect
from workbench.procedures.course import create_course, get_course

pytestmark = pytest.mark.usefixtures("own_service")


@pytest.fixture
def few(tmp_path: Path) -> str:
    """A list of three topics, one of them twice."""
    path = tmp_path / "few.csv"
    path.write_text(f"topic\nMagnets in {tmp_path.name}\nMirrors in {tmp_path.name}\nMagnets in {tmp_path.name}\n")
    return str(path)


@pytest.fixture
def many(tmp_path: Path) -> str:
    """A list of thirty topics: more than run unasked."""
    path = tmp_path / "many.csv"
    path.write_text("topic\n" + "".join(f"Station {index} of {tmp_path.name}\n" for index in range(30)))
    return str(path)


def lessons() -> int:
    """How many lessons the service has."""
    with connect() as workbench:
        return workbench.lessons.count()


def told(*words: str) -> Any:
    """What the command tells programs."""
    return json.loads(command("generate", *words, "--json").stdout)


def test_each_topic_becomes_one_lesson(few: str) -> None:
    """A duplicate is not made twice; the table and the end are reported."""
    before = lessons()
    ended = command("generate", few, "--language", "en")

    assert ended.returncode == 0, ended.stderr
    assert "2 of 2 done" in ended.stdout
    assert lessons() == before + 2


def test_run_again_nothing_is_made_twice(few: str) -> None:
    """The same list is the same run."""
    command("generate", few, "--language", "EN")
    before = lessons()

    assert told(few, "--language", "EN")["done"] == 2
    assert lessons() == before


def test_a_plan_writes_nothing(few: str) -> None:
    """It tells verdicts and cost."""
    before = lessons()
    plan = told(few, "--language", "EN", "--plan")

    assert (plan["ready"], plan["totalCredits"]) == (2, 2)
    assert [row["verdict"] for row in plan["rows"]] == ["ready", "ready", "duplicate"]
    assert lessons() == before


def test_a_plan_is_a_table(few: str) -> None:
    """With every row."""
    head, *lines = command("generate", few, "--language", "EN", "--plan", "--output", "csv").stdout.splitlines()

    assert head.startswith("row,topic,language,copy,verdict,reason,warning,credits,projectId,")
    assert len(lines) == 3 and all(",EN,1," in line for line in lines)


def test_many_need_a_yes(many: str) -> None:
    """Nobody at the terminal: exit 2, with the words that approve."""
    before = lessons()
    ended = command("generate", many, "--language", "EN")

    assert ended.returncode == 2
    assert "30 practice credits" in ended.stderr
    assert "--yes" in ended.stderr
    assert lessons() == before


def test_many_run_with_a_yes(many: str) -> None:
    """All of them."""
    assert told(many, "--language", "EN", "--yes")["done"] == 30


def test_a_sample_makes_the_first_few(many: str) -> None:
    """The rest stays for later, in the same run."""
    assert told(many, "--language", "EN", "--sample", "2")["done"] == 2
    assert told(many, "--language", "EN", "--plan")["ready"] == 28
    assert told(many, "--language", "EN", "--yes")["done"] == 30


def test_a_budget_is_not_passed(many: str) -> None:
    """Not even with a yes; what is left over makes exit 1."""
    before = lessons()
    ended = command("generate", many, "--language", "EN", "--budget", "4", "--yes")

    assert ended.returncode == 1
    assert lessons() == before + 4


def test_a_pasted_list_comes_from_standard_input() -> None:
    """With `-`."""
    ended = command("generate", "-", "--language", "EN", "--plan", "--json", stdin="topic\nOne\nTwo\n")

    assert json.loads(ended.stdout)["ready"] == 2


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "empty"),
        (b"\x7fELF\x00\x01\x02", "program"),
        (b"topic\ncaf\xe9 and bread\n", "UTF-8"),
        (b"colour,size\nred,1\nblue,2\n", "colour"),
    ],
)
def test_a_list_that_cannot_be_read_is_one_line(content: bytes, said: str, tmp_path: Path) -> None:
    """Exit 2, what is wrong with it, nothing written."""
    path = tmp_path / "topics.csv"
    path.write_bytes(content)
    ended = command("generate", str(path), "--language", "EN")

    assert (ended.returncode, ended.stdout) == (2, "")
    assert ended.stderr.count("\n") == 1
    assert said in ended.stderr


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["https://example.org/topics.csv", "--language", "EN"], "address"),
        (["nowhere.csv", "--language", "EN"], "nowhere.csv"),
        (["{few}", "--language", "Klingon!"], "language"),
        (["{few}", "--language", "EN", "--sample", "0"], "1 or more"),
        (["{few}", "--language", "EN", "--budget", "-1"], "0 or more"),
        (["{few}", "--language", "EN", "--organization", "Nobody"], "My organization"),
    ],
)
def test_wrong_use_is_one_line(words: list[str], said: str, few: str) -> None:
    """Exit 2, with what is right."""
    ended = command("generate", *(word.format(few=few) for word in words))

    assert (ended.returncode, ended.stdout, ended.stderr.count("\n")) == (2, "", 1)
    assert said in ended.stderr


def test_a_list_to_fill_in_is_written(tmp_path: Path) -> None:
    """With the command that reads it; never over one that is there."""
    path = str(tmp_path / "mine.csv")
    ended = command("generate", path, "--blank")

    assert "--template" in ended.stdout
    assert Path(path).read_text(encoding="utf-8-sig").startswith("topic,language")
    assert "already exists" in command("generate", path, "--blank").stderr


def test_a_plan_is_saved_only_where_one_is_shown(few: str, tmp_path: Path) -> None:
    """Else it would be made before anybody looked."""
    ended = command("generate", few, "--language", "EN", "--save", str(tmp_path / "plan.json"))

    assert (ended.returncode, "--plan" in ended.stderr) == (2, True)


def test_lessons_go_into_the_course_that_is_named(few: str, tmp_path: Path) -> None:
    """In the list's order; an unknown one is a reason of its rows, and nothing is made."""
    with connect() as workbench:
        course_id = workbench.client.call(create_course(title=tmp_path.name)).course_id
        missing = told(few, "--language", "EN", "--course", f"{tmp_path.name}x", "--plan")
        assert {row["verdict"] for row in missing["rows"][:2]} == {"destination unknown"}
        assert f"did you mean {tmp_path.name!r}" in missing["rows"][0]["reason"]

        made = told(few, "--language", "EN", "--course", tmp_path.name)
        there = workbench.client.call(get_course(course_id=course_id)).lessons

    assert [row["courseId"] for row in made["rows"]] == [course_id] * 2
    assert [lesson.lesson_id for lesson in there] == [row["lessonId"] for row in made["rows"]]


def test_a_column_of_something_else_is_left_out(tmp_path: Path) -> None:
    """A list may have projects that are none of the service's."""
    path = tmp_path / "projects.csv"
    path.write_text("topic,project\nCranes,P-17\n")

    assert told(str(path), "--language", "EN", "--plan")["ready"] == 0
    assert told(str(path), "--language", "EN", "--plan", "--project-column", "")["ready"] == 1

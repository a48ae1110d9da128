"""`workbench call`."""

from __future__ import annotations

import json

import pytest

from tests.own_service import command
from workbench.procedures.catalogue import CATALOGUE

pytestmark = pytest.mark.usefixtures("own_service")


def test_it_prints_the_answer() -> None:
    """As on the wire: camelCase."""
    ended = command("call", "organization.getOrgTierAndStatus")

    assert json.loads(ended.stdout) == {"tier": "Free", "status": "Active"}


def test_it_takes_its_input_from_standard_input() -> None:
    """With `-`, for long ones."""
    ended = command("call", "lesson.createStarterLesson", "-", stdin='{"topic": "Rivers", "language": "EN"}')

    assert json.loads(ended.stdout)["title"] == "Rivers"


def test_it_names_every_procedure() -> None:
    """With read or write, and what it is for."""
    assert [name for name in CATALOGUE if name not in command("call", "list").stdout] == []


def test_the_names_are_a_table() -> None:
    """With whether it writes, and where it comes from."""
    assert command("call", "list", "--output", "csv").stdout.startswith("procedure,isWrite,about,source\r\n")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["lesson.getLessn"], "Did you mean lesson.getLesson?"),
        (["listLesons"], "Did you mean lesson.listLessons?"),
        (["qqqq.zzzz"], "workbench call list"),
        (["lesson.getLesson"], "lessonId"),
        (["lesson.getLesson", "{"], "not valid JSON"),
        (["lesson.getLesson", '{"lessonId": 1}'], "it must be text"),
        (["lesson.getLesson", '{"lessonId": "a", "lessonId": "b"}'], "not valid JSON"),
        (["lesson.getLesson", '{"lessonId": "a", "x": 1}'], "unknown field"),
        (["lesson.createStarterLesson", '{"topic": "", "language": "EN"}'], "topic"),
        (["lesson.createStarterLesson", '{"topic": "a", "language": "Klingon!"}'], "language"),
    ],
)
def test_wrong_use_says_what_is_right(words: list[str], said: str) -> None:
    """One line, exit 2, nothing sent."""
    ended = command("call", *words)

    assert (ended.returncode, ended.stdout, ended.stderr.count("\n")) == (2, "", 1)
    assert said in ended.stderr


def test_a_refusal_of_the_service_is_one_line() -> None:
    """Exit 1, with its code."""
    ended = command("call", "lesson.getLesson", '{"lessonId": "nobody-knows-it"}')

    assert (ended.returncode, ended.stderr.count("\n")) == (1, 1)
    assert "NOT_FOUND" in ended.stderr


def test_it_says_what_learners_will_see_before_it_is_done() -> None:
    """On standard error: the answer stays what programs read."""
    lesson = json.loads(command("call", "lesson.createLesson", '{"title": "Rivers", "language": "EN"}').stdout)
    block = {"id": "3f2b8c1e-8d7a-4c55-9b1e-2f60a4d3c7aa", "type": "blank", "content": {}}
    insert = {"label": "insertPages", "mutations": [{"type": "lessonBlockInsert", "block": block}]}
    edit = {"lessonId": lesson["lessonId"], "language": "EN", "transactions": [insert]}
    command("call", "realtime.executeTransactions", json.dumps(edit))
    shared = {"courseId": lesson["courseId"], "isPublic": True}
    command("call", "courseRouter.setCourseSharing", json.dumps(shared))
    ended = command("call", "courseRouter.deleteCourse", json.dumps({"courseId": lesson["courseId"]}))

    assert "is public: its link will stop working" in ended.stderr
    assert json.loads(ended.stdout)["lessonCount"] == 1

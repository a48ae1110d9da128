"""A call of a procedure by its wire name."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.client.spoken import spoken
from workbench.client.by_name import call_by_name
from workbench.client.exchange import Exchange
from workbench.errors import InputRejected
from workbench.procedures.lesson import Lesson, get_lesson
from workbench.wire.message import Response


@pytest.mark.parametrize("given", [{"lessonId": "l1"}, {"lesson_id": "l1"}])
def test_it_is_the_call_that_the_declaration_makes(given: dict[str, Any]) -> None:
    """Fields are named as on the wire or as in Python."""
    assert call_by_name("lesson.getLesson", given) == get_lesson(lesson_id="l1")


def test_no_input_is_sent_as_absent() -> None:
    """As the interface tells null and absent apart."""
    request = spoken([call_by_name("organization.getUserData")], Exchange(Response(500))).sends[0].request
    assert "undefined" in request.target


@pytest.mark.parametrize(
    ("name", "given", "words"),
    [
        ("lesson.getLeson", None, "Unknown procedure: 'lesson.getLeson'. Did you mean 'lesson.getLesson'"),
        ("lessons.getLesson", None, "Did you mean 'lesson.getLesson'"),
        ("lesson.getLesson", {"lessonID": "l1"}, r"did you mean lesson_id\? It takes lessonId"),
        ("lesson.getLesson", {"lessonId": 7}, "it must be text"),
        ("organization.getUserData", {"organizationId": 7}, r"It takes organizationId\?"),
        ("nothing.atAll", None, "is_write=False"),
    ],
)
def test_what_is_wrong_is_said_before_anything_is_sent(name: str, given: dict[str, Any] | None, words: str) -> None:
    """With the nearest name, or the fields that there are."""
    with pytest.raises(InputRejected, match=words):
        call_by_name(name, given)


@pytest.mark.parametrize(("is_write", "method"), [(False, "GET"), (True, "POST")])
def test_a_procedure_that_only_the_service_knows_is_sent_too(is_write: bool, method: str) -> None:
    """Its input goes as it is given, and its answer comes as it is."""
    body = json.dumps([{"result": {"data": ["as", {"it": "is"}]}}]).encode()
    talk = spoken([call_by_name("boat.sail", {"knotCount": 3}, is_write=is_write)], Exchange(Response(200, {}, body)))

    assert talk.sends[0].request.method == method and talk.outcomes[0].root == ["as", {"it": "is"}]
    assert "knotCount" in talk.sends[0].request.target + (talk.sends[0].request.body or b"").decode()


def test_a_read_is_not_sent_as_a_write() -> None:
    """Nor the other way; the declaration knows."""
    with pytest.raises(InputRejected, match="is a read"):
        call_by_name("lesson.getLesson", {"lessonId": "l1"}, is_write=True)


def test_the_answer_is_the_procedures_model() -> None:
    """Where it is declared."""
    assert call_by_name("lesson.getLesson", {"lessonId": "l1"}).procedure.output is Lesson

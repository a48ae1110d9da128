"""The service accepts each example's request as it stands, and answers in the example's shape."""

from __future__ import annotations

import pytest

from tests.examples.example import EVERY, Example
from tests.examples.shape import differences
from tests.service.asking import Asking

pytestmark = pytest.mark.anyio

# The ids that the examples name. A service makes its own, so each stands for one that is there.
ORGANIZATION = b"q2m7v0c5x1h8k3t9z4r6n2b7d"
COURSE = b"h3j9k2l6z0x4c8v1b5n7m3q9w"
LESSON = b"t5y1u8i3o7p2a9s4d0f6g1h5j"
FIRST_BLOCK = b"0b6e8a52-3c1d-4f7e-9a40-5d2c7b18e6f3"
SECOND_BLOCK = b"7d0f4c9e-51ab-4b3a-8c66-1e9f20d7a485"


async def sent(example: Example, person: Asking) -> tuple[str, bytes | None]:
    """Target and body of the example's request, about a lesson that this person has."""
    lesson = await person.starter("How bread rises")
    ids = {
        ORGANIZATION: person.organization_id,
        COURSE: lesson["courseId"],
        LESSON: lesson["lessonId"],
        FIRST_BLOCK: lesson["blocks"][0]["id"],
        SECOND_BLOCK: lesson["blocks"][1]["id"],
    }
    target, body = example.target.encode(), example.body
    for shown, own in ids.items():
        target = target.replace(shown, own.encode())
        body = body and body.replace(shown, own.encode())
    return target.decode(), body


@pytest.mark.parametrize("example", EVERY, ids=lambda each: each.name)
async def test_the_service_answers_in_the_examples_shape(example: Example, ana: Asking) -> None:
    """Status, envelope, every field and its type; only the values are the service's own."""
    target, body = await sent(example, ana)
    answered = await ana.send(example.request["method"], target, body, content_type="application/json")
    assert answered.status_code == example.response["http_status"]
    assert list(differences(example.response["body"], answered.json())) == []


@pytest.mark.parametrize("example", EVERY, ids=lambda each: each.name)
async def test_nobody_gets_an_answer_without_a_session(example: Example, ana: Asking) -> None:
    """Interface 5: every endpoint requires a valid session."""
    target, body = await sent(example, ana)
    answered = await ana.send(example.request["method"], target, body, content_type="application/json", cookie="")
    assert answered.status_code == 401

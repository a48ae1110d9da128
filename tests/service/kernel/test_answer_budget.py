"""An answer has 16 MB and a lesson 4: no one read takes the memory or the time of everybody else."""

from __future__ import annotations

from dataclasses import replace
from typing import Any
from uuid import uuid4

import pytest

from tests.service.asking import Asking
from tests.service.heavy import stored_lesson, text_blocks
from tests.service.writers import ScriptedWriter
from workbench.authoring.block import Block
from workbench.service.ai.writer import DraftBlock, StarterDraft
from workbench.service.kernel.admission import AdmissionControl
from workbench.service.kernel.answer_budget import ANSWER_BYTES, AnswerBudget, TooMuchAtOnce
from workbench.service.kernel.errors import HandlerError
from workbench.service.kernel.settings import RateLimits

pytestmark = pytest.mark.anyio

PAGE = "words " * 10_000
REST = ("PAYLOAD_TOO_LARGE", 413, "answerFull")


def pages(megabytes: float) -> tuple[Block, ...]:
    """Blocks of so much text."""
    return text_blocks(*[PAGE] * round(megabytes * 1_000_000 / len(PAGE)))


def told(element: Any) -> Any:
    """The failure of an element; how many blocks it has if it is none."""
    if "error" not in element:
        return len(element["result"]["data"]["blocks"])
    data = element["error"]["data"]
    return data["code"], data["httpStatus"], data["reason"]


def inserted(lesson_id: str, count: int, markdown: str = PAGE) -> dict[str, Any]:
    """A call that inserts so many pages."""
    mutations = [
        {"type": "lessonBlockInsert", "block": {"id": str(uuid4()), "type": "text", "content": {"markdown": markdown}}}
        for _ in range(count)
    ]
    return {"lessonId": lesson_id, "language": "EN", "transactions": [{"label": "add", "mutations": mutations}]}


async def test_a_batch_of_heavy_lessons_once_froze_the_process(ana: Asking) -> None:
    """What finds no room in the answer is not read: it fails, and says that it is to be asked alone."""
    lesson_id, _ = await stored_lesson(ana.service.store, ana.added, pages(6))
    answered = await ana.get(",".join(["lesson.getLesson"] * 100), *[{"lessonId": lesson_id}] * 100)

    assert answered.status_code == 207
    assert [told(answer) for answer in answered.json()] == [100, 100, *[REST] * 98]
    assert len(answered.content) < ANSWER_BYTES


async def test_the_first_of_an_answer_is_whole_whatever_it_weighs(ana: Asking) -> None:
    """So a client that asks again for the rest always comes further."""
    lesson_id, _ = await stored_lesson(ana.service.store, ana.added, pages(18))
    answered = await ana.get("lesson.getLesson,lesson.getLesson", *[{"lessonId": lesson_id}] * 2)

    assert [told(answer) for answer in answered.json()] == [300, REST]


async def test_old_revisions_and_lists_have_room_in_an_answer_or_are_not_read(ana: Asking) -> None:
    """The siblings of `getLesson`: each is counted as what it is."""
    lesson_id, _ = await stored_lesson(ana.service.store, ana.added, pages(6))
    given = [{"lessonId": lesson_id, "revision": 1}] * 5
    revisions = (await ana.get(",".join(["lesson.getRevision"] * 5), *given)).json()

    assert [told(revision) for revision in revisions] == [100, 100, REST, REST, REST]


async def test_a_light_batch_is_answered_as_ever(ana: Asking) -> None:
    """A hundred lessons that are no weight, some of them next to the loop."""
    made = await ana.starter()
    asked = [{"lessonId": made["lessonId"]}] * 100
    answered = await ana.get(",".join(["lesson.getLesson"] * 100), *asked)

    assert answered.status_code == 200
    assert {told(answer) for answer in answered.json()} == {len(made["blocks"])}


async def test_what_was_begun_again_beside_the_loop_is_counted_once(ana: Asking) -> None:
    """A person's rate does not shrink because their lesson is large."""
    lesson_id, _ = await stored_lesson(ana.service.store, ana.added, pages(1))
    one_call = replace(ana.service.settings, rates=RateLimits(calls_per_minute=1, calls_at_once=1))
    ana.service.gate = AdmissionControl(one_call, ana.service.clock)
    answers = [await ana.get("lesson.getLesson", {"lessonId": lesson_id}) for _ in range(2)]

    assert [answer.status_code for answer in answers] == [200, 429]


async def test_a_lesson_of_more_than_4_megabytes_is_refused(ana: Asking) -> None:
    """It could be neither read nor exported in one piece; nothing of the call is kept."""
    lesson_id, _ = await stored_lesson(ana.service.store, ana.added, pages(3.5))
    answered = await ana.post("realtime.executeTransactions", inserted(lesson_id, 40, PAGE[:20_000]))

    assert told(answered.json()) == ("PAYLOAD_TOO_LARGE", 413, "lessonWeight")
    assert "at most 4 MB" in answered.json()["error"]["message"]
    assert (await ana.data("lesson.getLesson", {"lessonId": lesson_id}))["revision"] == 1


async def test_a_lesson_that_was_heavier_may_only_shrink(ana: Asking) -> None:
    """It is read, moved about and made lighter; not made heavier, and not brought back."""
    blocks = pages(4.8)
    lesson_id, _ = await stored_lesson(ana.service.store, ana.added, blocks)
    heavier = await ana.post("realtime.executeTransactions", inserted(lesson_id, 1, "x"))
    delete = [{"type": "lessonBlockDelete", "id": block.id} for block in blocks[:2]]
    lighter = {"lessonId": lesson_id, "language": "EN", "transactions": [{"label": "cut", "mutations": delete}]}
    await ana.done("realtime.executeTransactions", lighter)
    back = await ana.post("lesson.revertTo", {"lessonId": lesson_id, "revision": 1})

    assert [told(answer.json()) for answer in (heavier, back)] == [("PAYLOAD_TOO_LARGE", 413, "lessonWeight")] * 2
    assert (await ana.data("lesson.getLesson", {"lessonId": lesson_id}))["blockCount"] == 78


async def test_a_draft_that_is_too_heavy_costs_nothing(ana: Asking, writer: ScriptedWriter) -> None:
    """A model's too; the credits are returned."""
    page = DraftBlock("text", {"markdown": PAGE})
    writer.draft = StarterDraft("Heavy", (page,) * 70, "scripted", None, None)
    answered = await ana.post("lesson.createStarterLesson", {"language": "EN", "topic": "Tides"})

    assert told(answered.json()) == ("PAYLOAD_TOO_LARGE", 413, "lessonWeight")
    assert (await ana.data("organization.getUserData"))["aiCreditBalance"] == 100


def test_in_the_loop_little_is_read_at_once() -> None:
    """More is read next to it; there, what finds no room is refused before it is read."""
    loop, beside = AnswerBudget(at_once=True), AnswerBudget(at_once=False)
    with pytest.raises(TooMuchAtOnce):
        loop.expect(400_000)
    beside.count(1)
    with pytest.raises(HandlerError, match="16 MB"):
        beside.expect(ANSWER_BYTES)
    assert beside.is_full

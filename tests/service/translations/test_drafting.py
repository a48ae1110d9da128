"""A translation is made once, in the course's counterpart, tied block by block, and paid once."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from tests.service.asking import Asking
from tests.service.writers import ScriptedWriter
from workbench.service.ai.translation import TranslationRequest
from workbench.service.ai.writer import DraftBlock, StarterDraft, WriterFailed

pytestmark = pytest.mark.anyio

TRANSLATE = "lesson.createTranslation"
SOURCE = StarterDraft(
    title="Tides",
    blocks=(
        DraftBlock("heading", {"text": "Tides", "level": 2}),
        DraftBlock("text", {"markdown": "The moon pulls."}),
        DraftBlock("summary", {"items": ["The moon pulls at the sea."]}),
    ),
    writer="scripted",
)


@pytest.fixture
async def tides(ana: Asking, writer: ScriptedWriter) -> dict[str, Any]:
    """A lesson of three blocks, paid for with one of 100 credits."""
    writer.draft = SOURCE
    return await ana.starter("Tides")


async def balance(person: Asking) -> int:
    """The credits that the person's organization has."""
    return int((await person.data("organization.getUserData"))["aiCreditBalance"])


async def lesson(person: Asking, lesson_id: str) -> dict[str, Any]:
    """The lesson with its blocks."""
    return await person.data("lesson.getLesson", {"lessonId": lesson_id})


async def tied(person: Asking, lesson_id: str) -> dict[str, Any]:
    """The translation next to its source."""
    found = await person.data("lesson.getTranslation", {"lessonId": lesson_id})
    assert found["translation"] is not None
    return dict(found["translation"])


async def edited(person: Asking, lesson_id: str, block_id: str, markdown: str) -> None:
    """The text block says this from now on."""
    update = {"type": "lessonBlockUpdate", "id": block_id, "blockType": "text", "content": {"markdown": markdown}}
    asked = {"lessonId": lesson_id, "language": "EN", "transactions": [{"label": "editPage", "mutations": [update]}]}
    await person.done("realtime.executeTransactions", asked)


async def test_a_translation_is_a_lesson_tied_to_its_source(ana: Asking, tides: dict[str, Any]) -> None:
    """One credit; each block translates one of the source's, under an id of its own."""
    made = await ana.done(TRANSLATE, {"lessonId": tides["lessonId"], "language": "FR"})
    found = await lesson(ana, made["lessonId"])
    state = await tied(ana, made["lessonId"])

    assert (made["sourceLessonId"], made["sourceRevision"], made["writer"]) == (tides["lessonId"], 1, "scripted")
    assert (found["title"], found["language"], found["writer"]) == ("FR: Tides", "FR", "scripted")
    assert found["blocks"][1]["content"] == {"markdown": "FR: The moon pulls."}
    assert [(block["sourceBlockId"], block["blockId"], block["state"]) for block in state["blocks"]] == [
        (source["id"], block["id"], "current") for source, block in zip(tides["blocks"], found["blocks"], strict=True)
    ]
    assert await balance(ana) == 98


async def test_a_key_makes_one_translation(ana: Asking, tides: dict[str, Any]) -> None:
    """And pays once for it."""
    asked, key = {"lessonId": tides["lessonId"], "language": "FR"}, {"Idempotency_Key": "one"}
    first = await ana.post(TRANSLATE, asked, **key)
    again = await ana.post(TRANSLATE, asked, **key)

    assert first.json() == again.json() and again.headers["idempotent-replayed"] == "true"
    assert await balance(ana) == 98


async def test_two_at_once_make_one(ana: Asking, writer: ScriptedWriter, tides: dict[str, Any]) -> None:
    """The second is told of the first one's, and pays nothing."""
    gates = writer.gated(2)
    asked = {"lessonId": tides["lessonId"], "language": "FR"}
    both = [asyncio.create_task(ana.post(TRANSLATE, asked)) for _ in range(2)]
    for gate in gates:
        gate.set()
    first, second = sorted(await asyncio.gather(*both), key=lambda answer: answer.status_code)

    assert (first.status_code, second.status_code) == (200, 409)
    data = second.json()["error"]["data"]
    assert (data["reason"], data["lessonId"]) == ("alreadyTranslated", first.json()["result"]["data"]["lessonId"])
    assert await balance(ana) == 98


async def test_lessons_of_a_course_go_to_its_counterpart_in_order(ana: Asking, writer: ScriptedWriter) -> None:
    """Whichever is translated first; its title is translated once."""
    writer.draft = SOURCE
    course = await ana.done("courseRouter.createCourse", {"title": "The sea"})
    asked = {"language": "EN", "courseId": course["courseId"]}
    made = [
        await ana.done("lesson.createStarterLesson", {**asked, "topic": topic}) for topic in ("Tides", "Waves", "Winds")
    ]
    for place in (2, 0, 1):
        await ana.done(TRANSLATE, {"lessonId": made[place]["lessonId"], "language": "FR"})
    courses = (await ana.data("courseRouter.listCourses"))["courses"]
    french = next(course for course in courses if course["title"] == "FR: The sea")
    lessons = (await ana.data("courseRouter.getCourse", {"courseId": french["courseId"]}))["lessons"]
    sources = [(await tied(ana, translated_lesson["lessonId"]))["sourceLessonId"] for translated_lesson in lessons]
    titles = [request.course_title for request in writer.requests if isinstance(request, TranslationRequest)]

    assert sources == [made_lesson["lessonId"] for made_lesson in made]
    assert (titles, len(courses)) == (["The sea", "", ""], 2)


async def test_an_edit_of_the_source_makes_its_block_stale(ana: Asking, tides: dict[str, Any]) -> None:
    """That one alone; to tie it again makes it current, at the source's revision."""
    made = await ana.done(TRANSLATE, {"lessonId": tides["lessonId"], "language": "FR"})
    await edited(ana, tides["lessonId"], tides["blocks"][1]["id"], "The sun pulls, too.")
    stale = await tied(ana, made["lessonId"])
    listed = (await ana.data("lesson.listTranslations", {"lessonId": tides["lessonId"]}))["translations"]
    pair = {name: stale["blocks"][1][name] for name in ("blockId", "sourceBlockId")}
    tie = {"lessonId": made["lessonId"], "sourceLessonId": tides["lessonId"], "blocks": [pair]}
    late = await ana.post("lesson.tieTranslation", {**tie, "sourceRevision": 1})
    again = await ana.done("lesson.tieTranslation", {**tie, "sourceRevision": 2})

    assert [block["state"] for block in stale["blocks"]] == ["current", "stale", "current"]
    assert [
        (translation["language"], translation["staleBlocks"], translation["missingBlocks"]) for translation in listed
    ] == [("FR", 1, 0)]
    assert (late.status_code, late.json()["error"]["data"]["reason"]) == (409, "sourceChanged")
    assert [block["state"] for block in again["blocks"]] == ["current"] * 3


async def test_a_deleted_block_is_missing_and_a_new_one_is_extra(ana: Asking, tides: dict[str, Any]) -> None:
    """Neither is lost from sight."""
    made = await ana.done(TRANSLATE, {"lessonId": tides["lessonId"], "language": "FR"})
    blocks = (await lesson(ana, made["lessonId"]))["blocks"]
    page = {"id": "3f2b8c1e-8d7a-4c55-9b1e-2f60a4d3c7aa", "type": "text", "content": {"markdown": "Mot du traducteur"}}
    mutations = [
        {"type": "lessonBlockDelete", "id": blocks[1]["id"]},
        {"type": "lessonBlockInsert", "block": page},
    ]
    asked = {"lessonId": made["lessonId"], "language": "FR"}
    await ana.done(
        "realtime.executeTransactions", {**asked, "transactions": [{"label": "edit", "mutations": mutations}]}
    )
    state = await tied(ana, made["lessonId"])

    assert [block["state"] for block in state["blocks"]] == ["current", "missing", "current"]
    assert state["extraBlockIds"] == [page["id"]]


@pytest.mark.parametrize("language", ["EN", "FR"])
async def test_what_cannot_be_translated_costs_nothing(ana: Asking, tides: dict[str, Any], language: str) -> None:
    """The language that it is in, one that it has a translation into, and a translation itself."""
    made = await ana.done(TRANSLATE, {"lessonId": tides["lessonId"], "language": "FR"})
    before = await balance(ana)
    answers = [
        await ana.post(TRANSLATE, {"lessonId": tides["lessonId"], "language": language}),
        await ana.post(TRANSLATE, {"lessonId": made["lessonId"], "language": "DE"}),
    ]

    assert [answer.status_code for answer in answers] == [409 if language == "FR" else 400, 400]
    assert await balance(ana) == before


async def test_a_new_one_takes_the_place_of_one_in_the_trash(ana: Asking, tides: dict[str, Any]) -> None:
    """The old one is a lesson like others from then on, when it is taken out."""
    asked = {"lessonId": tides["lessonId"], "language": "FR"}
    first = await ana.done(TRANSLATE, asked)
    await ana.done("lesson.deleteLesson", {"lessonId": first["lessonId"]})
    second = await ana.done(TRANSLATE, asked)
    await ana.done("lesson.restoreLesson", {"lessonId": first["lessonId"]})
    old = await ana.data("lesson.getTranslation", {"lessonId": first["lessonId"]})

    assert old["translation"] is None
    assert (await tied(ana, second["lessonId"]))["sourceLessonId"] == tides["lessonId"]


async def test_while_its_source_is_in_the_trash_it_is_a_lesson_like_others(ana: Asking, tides: dict[str, Any]) -> None:
    """Regression: it was answered that the translation is not there. It is tied as before when the source is back."""
    made = await ana.done(TRANSLATE, {"lessonId": tides["lessonId"], "language": "FR"})
    await ana.done("lesson.deleteLesson", {"lessonId": tides["lessonId"]})
    alone = await ana.data("lesson.getTranslation", {"lessonId": made["lessonId"]})
    refused = await ana.post(TRANSLATE, {"lessonId": made["lessonId"], "language": "DE"})
    await ana.done("lesson.restoreLesson", {"lessonId": tides["lessonId"]})

    assert alone["translation"] is None
    assert "restore it first" in refused.json()["error"]["message"]
    assert (await tied(ana, made["lessonId"]))["sourceLessonId"] == tides["lessonId"]


async def test_a_refused_translation_costs_nothing(ana: Asking, writer: ScriptedWriter, tides: dict[str, Any]) -> None:
    """Nothing is stored."""
    before = await balance(ana)
    writer.failure = WriterFailed("The draft was no usable translation.", reason="malformed")
    answered = await ana.post(TRANSLATE, {"lessonId": tides["lessonId"], "language": "FR"})

    assert (answered.status_code, answered.json()["error"]["data"]["reason"]) == (422, "draftRefused")
    assert await balance(ana) == before
    assert (await ana.data("lesson.listTranslations"))["translations"] == []


async def test_an_edit_while_it_is_translated_shows_as_stale(
    ana: Asking, writer: ScriptedWriter, tides: dict[str, Any]
) -> None:
    """The ties are to the texts that the model was given."""
    (gate,) = writer.gated(1)
    writer.begun.clear()
    made = asyncio.create_task(ana.done(TRANSLATE, {"lessonId": tides["lessonId"], "language": "FR"}))
    await writer.begun.wait()
    await edited(ana, tides["lessonId"], tides["blocks"][1]["id"], "The sun pulls, too.")
    gate.set()
    state = await tied(ana, (await made)["lessonId"])

    assert [block["state"] for block in state["blocks"]] == ["current", "stale", "current"]
    assert (state["sourceRevision"], state["translatedRevision"]) == (2, 1)


async def test_the_course_of_a_first_translation_is_the_counterpart(ana: Asking, writer: ScriptedWriter) -> None:
    """One that people made and tied, too: what a model translates afterwards goes into the same course."""
    writer.draft = SOURCE
    course = await ana.done("courseRouter.createCourse", {"title": "The sea"})
    made = {"language": "EN", "courseId": course["courseId"]}
    tides = await ana.done("lesson.createStarterLesson", {**made, "topic": "Tides"})
    waves = await ana.done("lesson.createStarterLesson", {**made, "topic": "Waves"})
    own = await ana.done("lesson.createLesson", {"title": "Marées", "language": "FR"})
    tie = {"lessonId": own["lessonId"], "sourceLessonId": tides["lessonId"], "sourceRevision": 1, "blocks": []}
    await ana.done("lesson.tieTranslation", tie)
    translated = await ana.done(TRANSLATE, {"lessonId": waves["lessonId"], "language": "FR"})

    assert translated["courseId"] == own["courseId"]

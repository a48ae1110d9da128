"""Lessons are found by their words: the same ones, in the same order, on both databases."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import pytest

from tests.authoring.content.contents import CONTENTS
from tests.service.asking import Asking
from tests.service.db.plans import plan_of
from workbench.service.administration.checking import problems
from workbench.service.search import query as found_lessons
from workbench.service.search.query import SearchFilter, SearchTerm

pytestmark = pytest.mark.anyio


async def lesson(person: Asking, title: str, *texts: str, language: str = "EN", **more: Any) -> str:
    """The id of a new lesson with a block for each text."""
    made = await person.done("lesson.createLesson", {"title": title, "language": language, **more})
    blocks = [
        {"id": str(UUID(int=index + 1)), "type": "text", "content": {"markdown": text}}
        for index, text in enumerate(texts)
    ]
    await edit(
        person,
        made["lessonId"],
        *[{"type": "lessonBlockInsert", "block": block} for block in blocks],
        language=language,
    )
    return str(made["lessonId"])


async def edit(person: Asking, lesson_id: str, *mutations: dict[str, Any], language: str = "EN") -> None:
    """One transaction with these mutations."""
    transaction = {"label": "edit", "mutations": list(mutations)}
    await person.done(
        "realtime.executeTransactions", {"lessonId": lesson_id, "language": language, "transactions": [transaction]}
    )


async def found(person: Asking, query: str, **more: Any) -> list[str]:
    """The titles that are found, in order."""
    answer = await person.data("lesson.search", {"query": query, **more})
    assert answer["total"] == len(answer["lessons"]) or more
    return [found_lesson["title"] for found_lesson in answer["lessons"]]


async def test_a_title_counts_most_then_tags_then_how_often(ana: Asking) -> None:
    """Every word has to be somewhere in the lesson, wherever."""
    once = await lesson(ana, "Once", "salt in water", "and bread")
    await lesson(ana, "Twice", "Salt.", "sält", "bread")
    tagged = await lesson(ana, "Tagged", "bread")
    await ana.done("lesson.setTags", {"lessonId": tagged, "tags": ["sea salt"]})
    await lesson(ana, "On salt", "bread")
    await lesson(ana, "Neither", "saltless ice")
    assert await found(ana, "salt bread") == ["On salt", "Tagged", "Twice", "Once"]
    assert await found(ana, '"salt in water"') == ["Once"]
    assert await found(ana, "salted") == []
    (hit,) = (await ana.data("lesson.search", {"query": "water"}))["lessons"]
    assert (hit["lessonId"], hit["courseTitle"], hit["projectName"]) == (once, "Once", "Starter lessons")
    assert hit["hits"] == [{"field": "block", "blockId": str(UUID(int=1)), "text": "salt in water", "marks": [[8, 13]]}]


async def test_the_index_follows_every_change(ana: Asking) -> None:
    """Edits, renames, the trash and back: what is found is what is there."""
    lesson_id = await lesson(ana, "Old name", "alpha", "beta")
    change = {"type": "lessonBlockUpdate", "id": str(UUID(int=1)), "content": {"markdown": "gamma"}}
    await edit(ana, lesson_id, change, {"type": "lessonBlockDelete", "id": str(UUID(int=2))})
    await ana.done("lesson.renameLesson", {"lessonId": lesson_id, "title": "New name"})
    assert [await found(ana, name) for name in ("alpha", "beta", "old", "gamma", "new")] == [
        [], [], [], ["New name"], ["New name"],
    ]  # fmt: skip
    await ana.done("lesson.revertTo", {"lessonId": lesson_id, "revision": 2})
    assert [await found(ana, name) for name in ("alpha", "gamma", "old")] == [["Old name"], [], ["Old name"]]
    await ana.done("lesson.deleteLesson", {"lessonId": lesson_id})
    assert await found(ana, "alpha") == []
    await ana.done("lesson.restoreLesson", {"lessonId": lesson_id})
    assert await found(ana, "alpha") == ["Old name"]
    assert await ana.service.store.read(problems) == []


async def test_filters_narrow_what_is_found(ana: Asking) -> None:
    """Alone they list, newest first; a course's tag and a language's regions count."""
    course = await ana.done("courseRouter.createCourse", {"title": "Fire drills"})
    await lesson(ana, "Hose", "water", courseId=course["courseId"])
    await lesson(ana, "Wasser", "Wasser", language="DE")
    await lesson(ana, "Água", "water", language="PT-BR")
    asked = {"id": str(UUID(int=9)), "type": "quiz", "content": {"question": "Water?", "choices": []}}
    quiz = await lesson(ana, "Asked", "water")
    await edit(ana, quiz, {"type": "lessonBlockInsert", "block": asked | {"content": QUIZ}})
    await ana.done("courseRouter.setTags", {"courseId": course["courseId"], "tags": ["Safety  First"]})
    await ana.done("lesson.setTags", {"lessonId": quiz, "tags": ["safety first", "exam"]})
    assert {query: sorted(await found(ana, query)) for query in EXPECTED} == EXPECTED


QUIZ = {"question": "Water?", "choices": [{"text": "yes", "isCorrect": True}, {"text": "no", "isCorrect": False}]}
EXPECTED = {
    'tag:"safety first"': ["Asked", "Hose"],
    'tag:"SAFETY first" tag:exam water': ["Asked"],
    "tag:safety": [],
    "tag:none": ["Wasser", "Água"],
    "lang:pt water": ["Água"],
    "lang:pt-br": ["Água"],
    "quiz:some": ["Asked"],
    "quiz:none water": ["Hose", "Água"],
    "course:drill": ["Hose"],
    'project:"Starter lessons" course:fire': ["Hose"],
    "updated:<1h": ["Asked", "Hose", "Wasser", "Água"],
    "updated:>1h water": [],
    "exam": ["Asked"],
}


async def test_a_question_of_any_type_is_one(ana: Asking) -> None:
    """Regression: a lesson that requested an order was found without a question."""
    kinds = ("ordering", "shortAnswer")
    for number, kind in enumerate(kinds):
        asked = {"id": str(UUID(int=number + 1)), "type": kind, "content": CONTENTS[kind]}
        await edit(ana, await lesson(ana, kind), {"type": "lessonBlockInsert", "block": asked})
    await lesson(ana, "Told")
    assert (sorted(await found(ana, "quiz:some")), await found(ana, "quiz:none")) == ([*kinds], ["Told"])


async def test_pages_lead_through_all_that_is_found(ana: Asking) -> None:
    """Each lesson once; the total is that of all pages, also after the last."""
    for number in range(5):
        await lesson(ana, f"Salt {number}")
    titles, cursor = [], None
    while cursor is not None or not titles:
        asked = {"query": "salt", "limit": 2, "cursor": cursor}
        page = await ana.data("lesson.search", {name: value for name, value in asked.items() if value is not None})
        titles += [found_lesson["title"] for found_lesson in page["lessons"]]
        cursor = page["nextCursor"]
        assert page["total"] == 5
    assert titles == [f"Salt {number}" for number in (4, 3, 2, 1, 0)]
    behind = await ana.data("lesson.search", {"query": "salt", "cursor": "s.90"})
    assert (behind["lessons"], behind["total"], behind["nextCursor"]) == ([], 5, None)


async def test_nobody_finds_what_is_anothers(ana: Asking, eve: Asking) -> None:
    """Not by words, not by tags, not by naming the other organization."""
    lesson_id = await lesson(ana, "Salt", "salt")
    await ana.done("lesson.setTags", {"lessonId": lesson_id, "tags": ["salt"]})
    assert [await found(eve, text) for text in ("salt", "tag:salt", "tag:none")] == [[], [], []]
    answered = await eve.get("lesson.search", {"query": "salt", "organizationId": ana.organization_id})
    assert answered.status_code == 404
    assert (await eve.data("organization.listTags"))["tags"] == []


async def test_whatever_is_typed_finds_or_is_refused_with_a_sentence(ana: Asking) -> None:
    """Never an error of the database; what is too long is refused before it is read."""
    await lesson(ana, "🔥 DROP TABLE lesson", "near a b", "\\\\ & '")
    typed = ["%", "*", '"', "\\' & !", "'; DROP TABLE lesson --", "🔥", "NEAR(a b)", "§quiz", "x" * 1_001]
    answers = [await ana.get("lesson.search", {"query": query}) for query in typed]
    totals = [answer.json()[0].get("result", {}).get("data", {}).get("total") for answer in answers]
    assert [answer.status_code for answer in answers] == [400, 400, 400, 400, 200, 200, 200, 200, 400]
    assert totals == [None, None, None, None, 1, 1, 1, 0, None]


@pytest.mark.parametrize("words", [1, 2])
def test_words_lead_to_their_lessons(migrated_url: str, words: int) -> None:
    """By index to the parts with them and to each lesson by its number: no other lesson or part is read."""
    which = SearchFilter(tuple(SearchTerm((str(index),)) for index in range(words)))
    values = found_lessons._values("o", which)
    plan = plan_of(migrated_url, found_lessons._page(found_lessons._shape(which)), limit=1, offset=0, **values)
    assert "uq_lesson_number" in plan and "ix_lesson" not in plan and "search_text_pkey" not in plan
    assert "ix_search_text_words" in plan or "VIRTUAL TABLE INDEX 0:M1><" in plan


def test_filters_look_at_what_words_found(migrated_url: str) -> None:
    """Regression: PostgreSQL gathered a tag's lessons again for each lesson that had the word, two seconds long."""
    which = SearchFilter((SearchTerm(("salt",)),), tags=("exam",), has_quiz=False)
    values = found_lessons._values("o", which)
    plan = plan_of(migrated_url, found_lessons._page(found_lessons._shape(which)), limit=1, offset=0, **values)
    assert ("CTE Scan on living" in plan) == migrated_url.startswith("postgresql")

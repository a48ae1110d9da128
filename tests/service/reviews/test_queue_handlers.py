"""The review queue has the lessons with the worst findings first, by any filter, each once."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy import bindparam, update

from tests.service.asking import Asking
from tests.service.reviews.test_handlers import decide, edit, lesson, reviewer
from workbench.service.administration.checking import problems
from workbench.service.db.statement import Statement
from workbench.service.db.tables import lesson as lesson_table
from workbench.service.findings.checks import RULESET
from workbench.service.findings.store import StoredFindings, store_findings

pytestmark = pytest.mark.anyio

ERROR = ("key-missing", "error", None, "No answer is right.")
WARNING = ("key-position", "warning", None, 'It says {"rule":"few-words",.')
HINT = ("few-words", "note", None, "Short.")


async def queued(person: Asking, *titles: str) -> dict[str, str]:
    """New lessons in review, by title, in the order in which they were asked about."""
    ids = {title: await lesson(person, title) for title in titles}
    for lesson_id in ids.values():
        await person.done("lesson.requestReview", {"lessonIds": [lesson_id]})
    return ids


async def find(person: Asking, lesson_id: str, *findings: Any) -> None:
    """Let this be what the checks found in the lesson."""
    found = [StoredFindings(lesson_id, 1, tuple(findings))]
    await person.service.store.write(lambda db: store_findings(db, found, ruleset=RULESET))


async def titles(person: Asking, **asked: Any) -> list[str]:
    """The titles of the queue's first page."""
    page = await person.data("lesson.listReviewQueue", {"organizationId": person.organization_id, **asked})
    assert page["total"] == len(page["lessons"])
    return [queued_lesson["title"] for queued_lesson in page["lessons"]]


async def test_the_worst_findings_come_first(ana: Asking) -> None:
    """Errors before any number of warnings, hints do not count; of equals the one that waits longest."""
    ids = await queued(ana, "first", "second", "warned", "wrong")
    await find(ana, ids["second"], HINT, HINT)
    await find(ana, ids["warned"], WARNING, WARNING)
    await find(ana, ids["wrong"], ERROR)
    assert await titles(ana) == ["wrong", "warned", "first", "second"]
    page = await ana.data("lesson.listReviewQueue")
    assert [
        (queued_lesson["errors"], queued_lesson["warnings"], queued_lesson["hints"])
        for queued_lesson in page["lessons"]
    ] == [
        (1, 0, 0),
        (0, 2, 0),
        (0, 0, 0),
        (0, 0, 2),
    ]
    assert {queued_lesson["requestedBy"] for queued_lesson in page["lessons"]} == {"ana"}
    await find(ana, ids["wrong"])  # it was put right
    assert await titles(ana) == ["warned", "first", "second", "wrong"]


async def test_each_lesson_says_who_asked_last_about_it(ana: Asking) -> None:
    """However often others were asked about."""
    ids, rosa = await queued(ana, "a", "b"), await reviewer(ana, role="author")
    await decide(ana, ids["b"], "changesRequested")
    await rosa.done("lesson.requestReview", {"lessonIds": [ids["b"]]})
    page = await ana.data("lesson.listReviewQueue")

    assert {queued_lesson["title"]: queued_lesson["requestedBy"] for queued_lesson in page["lessons"]} == {
        "a": "ana",
        "b": "rosa",
    }


async def test_each_lesson_is_on_one_page(ana: Asking) -> None:
    """A page begins after the lesson that the one before ended with; a cursor that is none is refused."""
    ids = await queued(ana, "a", "b", "c", "d", "e")
    await find(ana, ids["c"], ERROR)
    found: list[str] = []
    cursor: dict[str, str] = {}
    for last in (False, False, True):
        page = await ana.data("lesson.listReviewQueue", {"limit": 2, **cursor})
        found += [queued_lesson["title"] for queued_lesson in page["lessons"]]
        cursor = {"cursor": page["nextCursor"]}
        assert (page["nextCursor"] is None) == last
    assert found[0] == "c" and sorted(found) == ["a", "b", "c", "d", "e"]
    for wrong in ("x", "1.2.3", "0.1", "-1.1.' OR 1=1"):
        assert (await ana.get("lesson.listReviewQueue", {"cursor": wrong})).status_code == 400


async def test_lessons_asked_about_together_come_in_the_order_in_which_they_were_made(ana: Asking) -> None:
    """They wait equally long: a list of topics is reviewed from its top, whatever a page's size."""
    made = [await lesson(ana, title) for title in ("a", "b", "c", "d", "e", "f", "g")]
    await ana.done("lesson.requestReview", {"lessonIds": sorted(made)})
    first = await ana.data("lesson.listReviewQueue", {"limit": 4})
    rest = await ana.data("lesson.listReviewQueue", {"limit": 4, "cursor": first["nextCursor"]})
    assert [queued_lesson["lessonId"] for queued_lesson in first["lessons"] + rest["lessons"]] == made


async def test_a_lesson_is_in_the_queue_of_its_state(ana: Asking) -> None:
    """Decided, edited and trashed ones leave it."""
    ids = await queued(ana, "waiting", "fine", "thin", "edited", "trashed")
    await lesson(ana, "new")
    for title in ("fine", "edited"):
        await decide(ana, ids[title])
    await decide(ana, ids["thin"], "changesRequested")
    await edit(ana, ids["edited"])
    await ana.done("lesson.deleteLesson", {"lessonId": ids["trashed"]})
    listed = (await ana.data("lesson.listLessons", {"sortPreference": "alphabetical"}))["lessons"]
    assert {listed_lesson["title"]: listed_lesson["reviewState"] for listed_lesson in listed} == {
        "waiting": "inReview",
        "fine": "approved",
        "thin": "changesRequested",
        "edited": "draft",
        "new": "draft",
    }
    assert (await ana.data("lesson.getLesson", {"lessonId": ids["fine"]}))["reviewState"] == "approved"
    assert await ana.service.store.read(problems) == []
    assert await titles(ana) == ["waiting"]
    assert await titles(ana, state="approved") == ["fine"]
    (fine,) = (await ana.data("lesson.listReviewQueue", {"state": "approved"}))["lessons"]
    course = await ana.data("courseRouter.getCourse", {"courseId": fine["courseId"]})
    assert (fine["approvedRevision"], fine["requestedBy"], fine["courseTitle"]) == (1, "ana", course["title"])
    assert await titles(ana, state="changesRequested") == ["thin"]
    assert sorted(await titles(ana, state="draft")) == ["edited", "new"]


async def test_the_queue_is_filtered(ana: Asking) -> None:
    """By rule (words of a message are none), writer, language, project and the run that made it."""
    ids = await queued(ana, "hinted", "warned")
    await find(ana, ids["hinted"], HINT)
    await find(ana, ids["warned"], WARNING)
    made = await ana.starter("Tides", workbench_run="spring")
    await ana.done("lesson.requestReview", {"lessonIds": [made["lessonId"]]})
    assert await titles(ana, rule="few-words") == ["hinted"]
    assert await titles(ana, rule="words") == await titles(ana, rule="few") == []
    assert await titles(ana, rule="key-position") == ["warned"]
    assert await titles(ana, writer=made["writer"]) == [made["title"]]
    assert await titles(ana, language="DE") == []
    assert await titles(ana, run="spring") == [made["title"]]
    assert await titles(ana, run="autumn") == []
    assert len(await titles(ana, projectId=made["projectId"])) == 3
    assert (await ana.get("lesson.listReviewQueue", {"rule": "%"})).status_code == 400


async def test_findings_of_an_old_revision_count_until_the_lesson_is_checked_again(ana: Asking) -> None:
    """What is stored is what the queue is sorted by, whatever the rules' version."""
    ids = await queued(ana, "a", "b")
    await find(ana, ids["b"], ERROR)
    await edit(ana, ids["b"])
    assert await titles(ana) == ["b", "a"]
    older = [StoredFindings(ids["b"], 1, ())]
    await ana.service.store.write(lambda db: store_findings(db, older, ruleset=RULESET - 1))
    stored = update(lesson_table).values(checked_revision=0).where(lesson_table.c.id == bindparam("of_id"))
    await ana.service.store.write(lambda db: db.run(Statement(stored), of_id=ids["b"]))
    again = [StoredFindings(ids["b"], 2, (WARNING,))]
    await ana.service.store.write(lambda db: store_findings(db, again, ruleset=RULESET))
    page = await ana.data("lesson.listReviewQueue")
    assert [(queued_lesson["title"], queued_lesson["errors"]) for queued_lesson in page["lessons"]] == [
        ("b", 0),
        ("a", 0),
    ]

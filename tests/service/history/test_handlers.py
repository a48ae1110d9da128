"""A lesson's history over HTTP: told in words, rebuilt exactly, and gone back to as a new change."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy import delete as delete_from

from tests.service.asking import Asking, asking
from workbench.service.db.statement import Statement
from workbench.service.db.tables import lesson_revision
from workbench.service.lessons.milestones import EVERY

pytestmark = pytest.mark.anyio


def page(number: int) -> dict[str, Any]:
    """A page with a number in it."""
    return {"id": f"{number:08d}-8d7a-4c55-9b1e-2f60a4d3c7aa", "type": "text", "content": {"markdown": str(number)}}


@pytest.fixture
async def lesson_id(ana: Asking) -> str:
    """A lesson of Ana's without pages."""
    return str((await ana.done("lesson.createLesson", {"title": "Sourdough", "language": "EN"}))["lessonId"])


async def edit(person: Asking, lesson_id: str, *mutations: dict[str, Any], label: str = "edit", **more: Any) -> Any:
    """The answer to one transaction."""
    transactions = [{"label": label, "mutations": list(mutations)}]
    asked = {"lessonId": lesson_id, "language": "EN", "transactions": transactions, **more}
    return await person.post("realtime.executeTransactions", asked)


def insert(number: int) -> dict[str, Any]:
    """The mutation that inserts a page."""
    return {"type": "lessonBlockInsert", "block": page(number)}


def delete(number: int) -> dict[str, Any]:
    """The mutation that deletes a page."""
    return {"type": "lessonBlockDelete", "id": page(number)["id"]}


def order(*numbers: int) -> dict[str, Any]:
    """The mutation that orders pages."""
    return {"type": "lessonBlockOrderUpdate", "after": [page(number)["id"] for number in numbers]}


async def pages(person: Asking, lesson_id: str) -> list[dict[str, Any]]:
    """The lesson's pages now."""
    found: list[dict[str, Any]] = (await person.data("lesson.getLesson", {"lessonId": lesson_id}))["blocks"]
    return found


async def history(person: Asking, lesson_id: str, **more: Any) -> list[dict[str, Any]]:
    """The entries of a page of the history."""
    found: list[dict[str, Any]] = (await person.data("lesson.getHistory", {"lessonId": lesson_id, **more}))["entries"]
    return found


async def test_the_history_tells_in_words_what_changed(ana: Asking, lesson_id: str) -> None:
    """Newest first, down to the making of the lesson."""
    update = {"type": "lessonBlockUpdate", "id": page(2)["id"], "content": {"markdown": "new"}}
    await edit(ana, lesson_id, insert(1), insert(2), insert(3), label="insertPages")
    await edit(ana, lesson_id, order(3, 1, 2), update)
    await edit(ana, lesson_id, delete(1))

    assert [(entry["revision"], entry["label"], entry["summary"]) for entry in await history(ana, lesson_id)] == [
        (4, "edit", "1 block deleted."),
        (3, "edit", "1 block changed, 1 block moved."),
        (2, "insertPages", "3 blocks added."),
        (1, "", "The lesson was made."),
    ]


async def test_the_history_tells_who_it_was(ana: Asking, lesson_id: str) -> None:
    """The maker too."""
    ben = await asking(ana.service, "ben@example.org", role="reviewer")
    await edit(ben, lesson_id, insert(1))

    assert [entry["personName"] for entry in await history(ana, lesson_id)] == ["ben", "ana"]


async def rename(person: Asking, lesson_id: str, title: str) -> None:
    """Gives the lesson another title."""
    await person.done("lesson.renameLesson", {"lessonId": lesson_id, "title": title})


async def test_a_rename_left_no_trace(ana: Asking, lesson_id: str) -> None:
    """It is a revision with both titles, the log names them, and the title of each revision is reported."""
    await edit(ana, lesson_id, insert(1))
    await rename(ana, lesson_id, "Rye")
    await rename(ana, lesson_id, "Spelt")
    newest, older, *_ = await history(ana, lesson_id)
    (logged, *_) = (await ana.data("organization.getAuditLog"))["entries"]
    told = [
        (await ana.data("lesson.getRevision", {"lessonId": lesson_id, "revision": index}))["title"]
        for index in range(1, 5)
    ]

    assert (newest["summary"], newest["label"]) == ("Renamed from “Rye” to “Spelt”.", "renameLesson")
    assert (older["titleBefore"], older["title"]) == ("Sourdough", "Rye")
    assert {"titleBefore": "Rye", "title": "Spelt", "revision": 4, "isCourseRenamed": True}.items() <= logged[
        "facts"
    ].items()
    assert told == ["Sourdough", "Sourdough", "Rye", "Spelt"]


async def test_a_rename_could_not_be_undone(ana: Asking) -> None:
    """Going back brings title, heading and the course's title again; and forth again."""
    lesson = await ana.starter()
    await rename(ana, lesson["lessonId"], "Green")
    seen = []
    for revision in (1, 2):
        await ana.done("lesson.revertTo", {"lessonId": lesson["lessonId"], "revision": revision})
        now = await ana.data("lesson.getLesson", {"lessonId": lesson["lessonId"]})
        course = await ana.data("courseRouter.getCourse", {"courseId": lesson["courseId"]})
        seen.append((now["title"], now["blocks"][0]["content"]["text"], course["title"]))

    assert seen == [("Photosynthesis",) * 3, ("Green",) * 3]


async def test_a_rename_takes_no_base_from_an_open_editor(ana: Asking, lesson_id: str) -> None:
    """Who edits on the revision before is not refused for a title; for a page they still are."""
    await rename(ana, lesson_id, "Rye")
    kept = await edit(ana, lesson_id, insert(1), baseRevision=1)
    stale = await edit(ana, lesson_id, insert(2), baseRevision=1)

    assert (kept.status_code, stale.status_code) == (200, 409)
    assert await pages(ana, lesson_id) == [page(1)]


async def test_a_base_that_never_was_is_still_a_conflict(ana: Asking, lesson_id: str) -> None:
    """Neither the revision before the first nor one that is to come."""
    await rename(ana, lesson_id, "Rye")
    answered = [await edit(ana, lesson_id, insert(1), baseRevision=number) for number in (0, 3)]

    assert [answer.status_code for answer in answered] == [409, 409]


@pytest.mark.parametrize("limit", [1, 2, 3, 4])
async def test_the_history_is_read_page_by_page(ana: Asking, lesson_id: str, limit: int) -> None:
    """Each entry once, whatever the page's size."""
    for number in (1, 2, 3):
        await edit(ana, lesson_id, insert(number))
    seen, cursor = [], None
    for _ in range(5):
        found = await ana.data("lesson.getHistory", {"lessonId": lesson_id, "limit": limit, "cursor": cursor})
        seen += [entry["revision"] for entry in found["entries"]]
        cursor = found["nextCursor"]
        if cursor is None:
            break

    assert (seen, cursor) == ([4, 3, 2, 1], None)


async def test_a_revision_is_rebuilt_exactly(ana: Asking, lesson_id: str) -> None:
    """Inserts, orders, deletions and all; content to the letter."""
    was = [await pages(ana, lesson_id)]
    for mutations in ([insert(1), insert(2)], [order(3, 2, 1), insert(3)], [delete(2)], [order(1, 3)], [insert(4)]):
        await edit(ana, lesson_id, *mutations)
        was.append(await pages(ana, lesson_id))
    rebuilt = [
        (await ana.data("lesson.getRevision", {"lessonId": lesson_id, "revision": revision}))["blocks"]
        for revision in range(1, 7)
    ]

    assert rebuilt == was


@pytest.mark.parametrize("revision", [3, 2**31 - 1])
@pytest.mark.parametrize("name", ["lesson.getRevision", "lesson.revertTo"])
async def test_a_revision_that_never_was_is_not_found(ana: Asking, lesson_id: str, name: str, revision: int) -> None:
    """The answer tells the newest."""
    await edit(ana, lesson_id, insert(1))
    asked = {"lessonId": lesson_id, "revision": revision}
    answered = await (ana.get(name, asked) if name == "lesson.getRevision" else ana.post(name, asked))

    assert answered.status_code == 404
    assert "revision is 2" in answered.text


async def test_going_back_is_a_new_change(ana: Asking, lesson_id: str) -> None:
    """Nothing is taken out of the history; the entry says which revision came back."""
    await edit(ana, lesson_id, insert(1), insert(2))
    await edit(ana, lesson_id, delete(1))
    gone = await ana.done("lesson.revertTo", {"lessonId": lesson_id, "revision": 2, "baseRevision": 3})

    assert gone == {"lessonId": lesson_id, "revision": 4}
    assert await pages(ana, lesson_id) == [page(1), page(2)]
    newest = (await history(ana, lesson_id))[0]
    assert (newest["sameAs"], newest["summary"], newest["label"]) == (2, "1 block added.", "back to revision 2")


async def test_undo_and_redo_alternate(ana: Asking, lesson_id: str) -> None:
    """As often as one likes."""
    await edit(ana, lesson_id, insert(1))
    for _ in range(2):
        await ana.done("lesson.revertTo", {"lessonId": lesson_id, "revision": 1})
        assert await pages(ana, lesson_id) == []
        await ana.done("lesson.revertTo", {"lessonId": lesson_id, "revision": 2})
        assert await pages(ana, lesson_id) == [page(1)]


async def test_going_back_again_changes_nothing(ana: Asking, lesson_id: str) -> None:
    """A repeated call whose answer was lost is a success, its old base notwithstanding."""
    await edit(ana, lesson_id, insert(1))
    asked = {"lessonId": lesson_id, "revision": 1, "baseRevision": 2}
    first = await ana.done("lesson.revertTo", asked)
    second = await ana.done("lesson.revertTo", asked)

    assert first == second == {"lessonId": lesson_id, "revision": 3}


async def test_going_back_does_not_run_over_another_persons_change(ana: Asking, lesson_id: str) -> None:
    """With a base that is not current it is a conflict, and nothing changes."""
    await edit(ana, lesson_id, insert(1))
    await edit(ana, lesson_id, insert(2))
    answered = await ana.post("lesson.revertTo", {"lessonId": lesson_id, "revision": 1, "baseRevision": 2})

    assert answered.status_code == 409
    assert answered.json()["error"]["data"]["revision"] == 3
    assert len(await pages(ana, lesson_id)) == 2


async def test_an_inverse_may_be_sent_twice_on_two_bases(ana: Asking, lesson_id: str) -> None:
    """A deleted page is brought back a second time, though the words of the call are the same."""
    await edit(ana, lesson_id, insert(1), baseRevision=1)
    await edit(ana, lesson_id, delete(1), baseRevision=2)
    await edit(ana, lesson_id, insert(1), baseRevision=3)
    await edit(ana, lesson_id, delete(1), baseRevision=4)
    await edit(ana, lesson_id, insert(1), baseRevision=5)

    assert await pages(ana, lesson_id) == [page(1)]


async def test_a_repeated_call_with_its_base_is_recognised(ana: Asking, lesson_id: str) -> None:
    """Though the base is not current any more: the answer of the first was lost."""
    first = await edit(ana, lesson_id, insert(1), baseRevision=1)
    second = await edit(ana, lesson_id, insert(1), baseRevision=1)

    assert (first.status_code, second.status_code) == (200, 200)
    assert len(await history(ana, lesson_id)) == 2


@pytest.fixture
async def long_lesson_id(ana: Asking, lesson_id: str) -> str:
    """A lesson with a page for each of its changes, which are more than are between two that are kept whole."""
    for number in range(1, EVERY + 5):
        await edit(ana, lesson_id, insert(number))
    return lesson_id


@pytest.mark.parametrize("revision", [2, EVERY - 1, EVERY, EVERY + 1, EVERY + 4])
async def test_a_revision_far_back_is_rebuilt_exactly(ana: Asking, long_lesson_id: str, revision: int) -> None:
    """On both sides of one that is kept whole."""
    found = await ana.data("lesson.getRevision", {"lessonId": long_lesson_id, "revision": revision})

    assert found["blocks"] == [page(number) for number in range(1, revision)]


async def test_the_way_back_does_not_begin_at_the_newest_revision(ana: Asking, long_lesson_id: str) -> None:
    """What came after a revision that is kept whole is not needed, so the way does not grow with it."""
    later = Statement(delete_from(lesson_revision).where(lesson_revision.c.revision > EVERY))
    await ana.service.store.write(lambda db: db.run(later))
    found = await ana.data("lesson.getRevision", {"lessonId": long_lesson_id, "revision": EVERY // 2})

    assert len(found["blocks"]) == EVERY // 2 - 1


@pytest.mark.parametrize("cursor", ["2147483648", "9" * 18])
async def test_a_cursor_beyond_any_revision_is_refused(ana: Asking, lesson_id: str, cursor: str) -> None:
    """PostgreSQL failed with 500 at a number that its column cannot hold."""
    answered = await ana.get("lesson.getHistory", {"lessonId": lesson_id, "cursor": cursor})

    assert answered.status_code == 400
    assert "cursor: it doesn't belong" in answered.text


@pytest.mark.parametrize(("keeps", "title"), [(True, "Flow"), (False, "Tides")])
async def test_going_back_leaves_the_course_its_title_when_asked(ana: Asking, keeps: bool, title: str) -> None:
    """A course that was made for the lesson alone follows otherwise, since it bears the lesson's title."""
    made = await ana.starter("Tides")
    await ana.done("courseRouter.renameCourse", {"courseId": made["courseId"], "title": "Flow"})
    await rename(ana, made["lessonId"], "Flow")
    asked = {"lessonId": made["lessonId"], "revision": 1, "baseRevision": 2, "keepCourseTitle": keeps}
    await ana.done("lesson.revertTo", asked)
    course = await ana.data("courseRouter.getCourse", {"courseId": made["courseId"]})

    assert course["title"] == title
    assert course["lessons"][0]["title"] == "Tides"


async def test_history_names_the_change_set(ana: Asking, lesson_id: str) -> None:
    """Of each revision that was made by one, whichever procedure made it, and for who follows the lesson too."""
    named = {"workbench_change_set": "Spelling"}
    inserted = {"label": "i", "mutations": [insert(1)]}
    edited = {"lessonId": lesson_id, "language": "EN", "transactions": [inserted]}
    await ana.done("realtime.executeTransactions", edited, **named)
    await ana.done("lesson.renameLesson", {"lessonId": lesson_id, "title": "Rye"}, **named)
    await ana.done("lesson.revertTo", {"lessonId": lesson_id, "revision": 1}, **named)
    await edit(ana, lesson_id, insert(2))
    entries = await history(ana, lesson_id)
    changes = (await ana.data("realtime.getChanges", {"lessonId": lesson_id, "sinceRevision": 3}))["changes"]

    assert [entry["changeSet"] for entry in entries] == [None, "Spelling", "Spelling", "Spelling", None]
    assert [change["changeSet"] for change in changes] == ["Spelling", None]

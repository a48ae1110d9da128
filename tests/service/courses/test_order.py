"""The order of a course's lessons: appended, placed, ordered by two people together, and through trash and moves."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Any

import pytest

from tests.service.asking import Asking, asking
from tests.service.shared_courses import page, publish
from workbench.service.courses import store as courses
from workbench.service.courses.order import locked_order, set_order
from workbench.service.courses.store import CourseGone
from workbench.service.db.seam import Db
from workbench.service.kernel.context import now_ms
from workbench.service.lessons import store as lessons
from workbench.service.lessons import trash

pytestmark = pytest.mark.anyio

ORDER = "courseRouter.orderLessons"


async def course(person: Asking, count: int = 4) -> tuple[str, list[str]]:
    """A new course and its lessons, `1` to `count`."""
    course_id = (await person.done("courseRouter.createCourse", {"title": "Tides"}))["courseId"]
    return course_id, [await added(person, course_id, str(number)) for number in range(1, count + 1)]


async def added(person: Asking, course_id: str, title: str, **more: Any) -> str:
    """The id of a new lesson in the course."""
    made = {"title": title, "language": "EN", "courseId": course_id, **more}
    return str((await person.done("lesson.createLesson", made))["lessonId"])


async def order(person: Asking, course_id: str) -> tuple[int, str]:
    """The version of the course's order, and the titles of its lessons in it."""
    found = await person.data("courseRouter.getCourse", {"courseId": course_id})
    return found["orderVersion"], "".join(lesson["title"] for lesson in found["lessons"])


async def test_new_lessons_are_appended(ana: Asking) -> None:
    """Each has its position, and the version of the order stays: nothing that is there changes places."""
    course_id, _ = await course(ana, 3)
    found = (await ana.data("courseRouter.getCourse", {"courseId": course_id}))["lessons"]

    assert [(lesson["title"], lesson["position"]) for lesson in found] == [("1", 1), ("2", 2), ("3", 3)]
    assert await order(ana, course_id) == (1, "123")


async def test_lessons_are_put_in_order(ana: Asking) -> None:
    """The answer, the course and the share page agree; no lesson counts as changed by it."""
    course_id, ids = await course(ana, 3)
    before = await ana.data("lesson.listLessons", {"courseId": course_id})
    wanted = [ids[2], ids[0], ids[1]]
    answer = await ana.done(ORDER, {"courseId": course_id, "lessonIds": wanted, "baseVersion": 1})
    await publish(ana, course_id)
    after = await ana.data("lesson.listLessons", {"courseId": course_id})
    shown = (await page(ana, course_id)).text

    assert answer == {"courseId": course_id, "orderVersion": 2, "lessonIds": wanted}
    assert await order(ana, course_id) == (2, "312")
    changed = {"position": 0, "status": "public"}
    assert [lesson | changed for lesson in after["lessons"]] == [lesson | changed for lesson in before["lessons"]]
    assert shown.index(">3<") < shown.index(">1<") < shown.index(">2<")


async def test_a_lesson_that_is_not_listed_stays_behind_its_neighbour(ana: Asking) -> None:
    """So that the lesson that another person has just added is not lost, and needs no conflict."""
    course_id, ids = await course(ana, 4)
    await ana.done(ORDER, {"courseId": course_id, "lessonIds": [ids[2], ids[0]]})

    assert await order(ana, course_id) == (2, "3412")


async def test_an_order_that_is_there_already_is_a_success(ana: Asking) -> None:
    """A repeated call changes nothing, with the version of before too."""
    course_id, ids = await course(ana, 2)
    wanted = {"courseId": course_id, "lessonIds": ids[::-1], "baseVersion": 1}
    first, second = await ana.done(ORDER, wanted), await ana.done(ORDER, wanted)

    assert first == second
    assert await order(ana, course_id) == (2, "21")


async def test_a_stale_order_is_a_conflict_with_the_one_that_is(ana: Asking) -> None:
    """Nothing is changed; the answer says what a new try needs."""
    course_id, ids = await course(ana, 3)
    await ana.done(ORDER, {"courseId": course_id, "lessonIds": ids[::-1]})
    answered = await ana.post(ORDER, {"courseId": course_id, "lessonIds": [ids[1], ids[2]], "baseVersion": 1})
    facts = answered.json()["error"]["data"]

    assert (answered.status_code, facts["orderVersion"], facts["lessonIds"]) == (409, 2, ids[::-1])
    assert await order(ana, course_id) == (2, "321")


async def test_of_two_who_order_at_once_one_has_a_conflict(ana: Asking) -> None:
    """And the order is one of the two, whole."""
    course_id, ids = await course(ana, 4)
    ben = await asking(ana.service, "ben@example.org", role="author")
    wishes = [[*reversed(ids)], [ids[1], ids[0], *ids[2:]]]
    answered = await asyncio.gather(
        *(
            person.post(ORDER, {"courseId": course_id, "lessonIds": wish, "baseVersion": 1})
            for person, wish in zip((ana, ben), wishes, strict=True)
        )
    )

    assert sorted(answer.status_code for answer in answered) == [200, 409]
    assert await order(ana, course_id) in [(2, "4321"), (2, "2134")]


async def test_orders_edits_and_deletions_at_once_all_end(ana: Asking) -> None:
    """Nobody waits for ever, no lesson is lost, and each order is whole."""
    course_id, ids = await course(ana, 6)
    calls = [
        *(ana.post(ORDER, {"courseId": course_id, "lessonIds": ids[index:] + ids[:index]}) for index in range(1, 5)),
        *(ana.post("lesson.renameLesson", {"lessonId": id_, "title": "x"}) for id_ in ids[:3]),
        ana.post("lesson.deleteLesson", {"lessonId": ids[5]}),
        ana.post("lesson.createLesson", {"title": "new", "language": "EN", "courseId": course_id}),
    ]
    answered = await asyncio.gather(*calls)
    found = (await ana.data("courseRouter.getCourse", {"courseId": course_id}))["lessons"]

    assert {answer.status_code for answer in answered} == {200}
    assert {lesson["lessonId"] for lesson in found} > set(ids[:5])
    assert len({lesson["position"] for lesson in found}) == len(found) == 6


async def test_a_lesson_in_the_trash_is_passed_over(ana: Asking) -> None:
    """Ordered while another deleted it; taken out, it is where it was listed."""
    course_id, ids = await course(ana, 4)
    await ana.done("lesson.deleteLesson", {"lessonId": ids[1]})
    wanted = {"courseId": course_id, "lessonIds": [ids[3], ids[1], ids[0], ids[2]], "baseVersion": 1}
    answer = await ana.done(ORDER, wanted)

    assert answer["lessonIds"] == [ids[3], ids[0], ids[2]]
    await ana.done("lesson.restoreLesson", {"lessonId": ids[1]})
    assert await order(ana, course_id) == (2, "4213")


async def test_trash_and_restore_of_a_course_keep_its_order(ana: Asking) -> None:
    """The lessons come back as they stood."""
    course_id, ids = await course(ana, 3)
    await ana.done(ORDER, {"courseId": course_id, "lessonIds": ids[::-1]})
    await ana.done("courseRouter.deleteCourse", {"courseId": course_id})
    refused = await ana.post(ORDER, {"courseId": course_id, "lessonIds": ids})
    await ana.done("courseRouter.restoreCourse", {"courseId": course_id})

    assert refused.status_code == 404
    assert await order(ana, course_id) == (2, "321")


@pytest.mark.parametrize("kind", ["elsewhere", "foreign", "missing"])
async def test_what_is_no_lesson_of_the_course_is_named(ana: Asking, eve: Asking, kind: str) -> None:
    """A lesson of another course, another organization's and none at all are alike; nothing is changed."""
    course_id, ids = await course(ana, 2)
    other = {"elsewhere": ana, "foreign": eve}.get(kind)
    strange = "0" * 25 if other is None else (await other.starter())["lessonId"]
    answered = await ana.post(ORDER, {"courseId": course_id, "lessonIds": [ids[1], strange, ids[0]]})
    facts = answered.json()["error"]["data"]

    assert (answered.status_code, facts["unknown"], facts["lessonIds"]) == (409, [strange], ids)
    assert await order(ana, course_id) == (1, "12")


async def test_a_lesson_that_is_listed_twice_is_refused(ana: Asking) -> None:
    """Nobody could say where it is to stand."""
    course_id, ids = await course(ana, 2)
    answered = await ana.post(ORDER, {"courseId": course_id, "lessonIds": [ids[0], ids[1], ids[0]]})

    assert answered.status_code == 400


async def test_who_may_only_read_does_not_order(ana: Asking) -> None:
    """But sees the order."""
    course_id, ids = await course(ana, 2)
    vera = await asking(ana.service, "vera@example.org", role="viewer")
    answered = await vera.post(ORDER, {"courseId": course_id, "lessonIds": ids[::-1]})

    assert answered.status_code == 403
    assert await order(vera, course_id) == (1, "12")


async def test_a_lesson_moves_to_the_end_or_to_a_position(ana: Asking) -> None:
    """Moving in raises no version: what is there stays in its order. Within its course it does."""
    course_id, ids = await course(ana, 3)
    other = (await ana.starter("Other"))["lessonId"]
    last = await ana.done("lesson.moveLesson", {"lessonId": other, "courseId": course_id})
    await ana.done("lesson.renameLesson", {"lessonId": other, "title": "o"})

    assert (last["position"], await order(ana, course_id)) == (4, (1, "123o"))
    stays = await ana.done("lesson.moveLesson", {"lessonId": ids[0], "courseId": course_id})
    assert (stays["position"], await order(ana, course_id)) == (1, (1, "123o"))
    await ana.done("lesson.moveLesson", {"lessonId": ids[0], "courseId": course_id, "position": 9})
    assert await order(ana, course_id) == (2, "23o1")


async def test_lessons_of_one_position_stand_by_age(ana: Asking) -> None:
    """So that rows that two runs place at the same positions keep the order of each run."""
    course_id, _ = await course(ana, 0)
    for title, position in (("c", 7), ("a", 5), ("b", 6), ("d", 5)):
        await added(ana, course_id, title, position=position)

    assert await order(ana, course_id) == (1, "adbc")
    await added(ana, course_id, "e")
    assert await order(ana, course_id) == (1, "adbce")


@pytest.mark.parametrize("position", [0, -1, 1_000_001, "2", True])
async def test_a_position_that_is_none_is_refused(ana: Asking, position: object) -> None:
    """Whole numbers from 1 to a million."""
    course_id, ids = await course(ana, 1)
    moved = {"lessonId": ids[0], "courseId": course_id, "position": position}

    assert (await ana.post("lesson.moveLesson", moved)).status_code == 400


async def test_a_position_goes_with_a_course(ana: Asking) -> None:
    """In its own course a lesson is the only one."""
    answered = await ana.post("lesson.createLesson", {"title": "x", "language": "EN", "position": 2})

    assert answered.status_code == 400
    assert answered.json()["error"]["message"] == "input: a position goes with a courseId."


async def test_a_thousand_lessons_are_put_in_order(ana: Asking) -> None:
    """In one call, and it is the order then."""
    made = await ana.done("courseRouter.createCourse", {"title": "Tides"})
    course_id = made["courseId"]
    of_course = ana.organization_id, made["projectId"]

    async def unit(db: Db) -> list[str]:
        new = [
            lessons.NewLesson(*of_course, str(number), "EN", (), None, course_id=course_id, position=number)
            for number in range(1, 1001)
        ]
        return [(await lessons.insert_lesson(db, new_lesson, now=now_ms()))[0] for new_lesson in new]

    ids = await ana.service.store.write(unit)
    answer = await ana.done(ORDER, {"courseId": course_id, "lessonIds": ids[::-1]})
    found = (await ana.data("courseRouter.getCourse", {"courseId": course_id}))["lessons"]

    assert answer["lessonIds"] == [lesson["lessonId"] for lesson in found] == ids[::-1]
    assert [lesson["position"] for lesson in found] == list(range(1, 1001))


async def test_what_changes_a_course_and_its_lessons_locks_them_in_one_order(ana: Asking) -> None:
    """Else PostgreSQL ends one of two as a deadlock, after a second, and it is run again."""
    course_id, ids = await course(ana, 6)
    here = ana.organization_id
    found = await ana.service.store.read(
        lambda db: courses.course_by_id(db, course_id, organization_id=here, now=now_ms())
    )
    assert found is not None
    runs = []

    async def ordered(db: Db, first: int) -> None:
        known = await locked_order(db, course_id, organization_id=here)
        if known is not None:
            await set_order(db, course_id, known, [*known.positions][first:] + [*known.positions][:first], now=now_ms())

    async def counted(db: Db, number: int) -> None:
        runs.append(number)
        match number % 5:
            case 0:
                await trash.delete_course(db, course_id, organization_id=here, now=now_ms())
            case 1:
                await trash.restore_course(db, course_id, organization_id=here, now=now_ms())
            case 2:
                await courses.move_course(
                    db, course_id, organization_id=here, project_id=found.project_id, now=now_ms()
                )
            case 3:
                await ordered(db, number % 4 + 1)
            case _:
                await lessons.move_lesson(db, ids[number % 6], found, organization_id=here, position=2, now=now_ms())

    calls = [ana.service.store.write(partial(counted, number=number)) for number in range(40)]
    ended = await asyncio.gather(*calls, return_exceptions=True)

    assert {type(outcome) for outcome in ended} <= {type(None), CourseGone}
    assert sorted(runs) == list(range(40))

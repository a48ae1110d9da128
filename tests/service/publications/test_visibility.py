"""What learners see is the publication pointed at minus the trash, whatever is done to the course in the meantime."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from anyio.from_thread import BlockingPortal, start_blocking_portal
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.service.asking import Asking, asking
from tests.service.db.cast import NOW, Place, lesson, published, read, written
from tests.service.shared_courses import page
from workbench.authoring.block import Block
from workbench.service.courses import store as courses
from workbench.service.courses.store import CourseRow, set_expiry
from workbench.service.db.seam import Db, Store
from workbench.service.kernel.settings import Settings
from workbench.service.lessons import lists, trash
from workbench.service.lessons import store as lessons
from workbench.service.publications.visibility import current_lessons, lessons_quoting, published_in_trash
from workbench.service.running.server import open_service

STEPS = ("edit", "edit", "retitle", "leave", "come", "trash", "untrash", "order", "new", "rename")
ACTS = ("publish", "publish", "undo", "unpublish")
_NUMBERS = count(1)

Seen = tuple[str, tuple[tuple[str, str, str], ...]]
"""A course's title and, for each lesson in order, its id, title and text."""


@dataclass
class Lesson:
    """A lesson as the test knows it."""

    lesson_id: str
    title: str
    text: str
    is_here: bool = True
    in_trash: bool = False


@dataclass
class Course:
    """A course as the test knows it, and what was published of it."""

    ana: Asking
    course_id: str
    other_id: str
    title: str
    lessons: list[Lesson] = field(default_factory=list)
    published: list[Seen] = field(default_factory=list)
    shown: int | None = None

    def state(self) -> Seen:
        """What a publication would have now."""
        lessons = [own_lesson for own_lesson in self.lessons if own_lesson.is_here and not own_lesson.in_trash]
        return self.title, tuple(
            (seen_lesson.lesson_id, seen_lesson.title, seen_lesson.text) for seen_lesson in lessons
        )

    def visible(self) -> Seen | None:
        """What learners have to see; None for nothing."""
        if self.shown is None:
            return None
        title, lessons = self.published[self.shown - 1]
        trashed = {own_lesson.lesson_id for own_lesson in self.lessons if own_lesson.in_trash}
        return title, tuple(seen_lesson for seen_lesson in lessons if seen_lesson[0] not in trashed)

    async def add(self) -> None:
        """A new lesson with one text."""
        number = next(_NUMBERS)
        title, text = f"Lesson {number}", f"words-{number}."
        made = await self.ana.done(
            "lesson.createLesson", {"title": title, "language": "EN", "courseId": self.course_id}
        )
        self.lessons.append(Lesson(made["lessonId"], title, ""))
        await self.write(self.lessons[-1], text)

    async def write(self, lesson: Lesson, text: str) -> None:
        """The lesson's only block says this."""
        block = {"id": "00000000-0000-4000-8000-000000000001", "type": "text", "content": {"markdown": text}}
        kind: dict[str, Any] = {"type": "lessonBlockInsert", "block": block}
        if lesson.text:
            kind = {"type": "lessonBlockUpdate", "id": block["id"], "content": block["content"]}
        edit = {"lessonId": lesson.lesson_id, "language": "EN"}
        await self.ana.done(
            "realtime.executeTransactions", {**edit, "transactions": [{"label": "edit", "mutations": [kind]}]}
        )
        lesson.text = text

    async def step(self, name: str, which: int) -> None:
        """Do one thing, and know what it did."""
        lesson, ana, number = self.lessons[which % len(self.lessons)], self.ana, next(_NUMBERS)
        of_lesson = {"lessonId": lesson.lesson_id}
        match name:
            case "edit" if not lesson.in_trash:
                await self.write(lesson, f"words-{number}.")
            case "retitle" if not lesson.in_trash:
                lesson.title = f"Lesson {number}"
                await ana.done("lesson.renameLesson", {**of_lesson, "title": lesson.title})
            case "leave" | "come" if not lesson.in_trash and lesson.is_here == (name == "leave"):
                lesson.is_here = name == "come"
                to = self.course_id if lesson.is_here else self.other_id
                await ana.done("lesson.moveLesson", {**of_lesson, "courseId": to})
                if lesson.is_here:  # it comes last
                    self.lessons.remove(lesson)
                    self.lessons.append(lesson)
            case "trash" if not lesson.in_trash:
                lesson.in_trash = True
                await ana.done("lesson.deleteLesson", of_lesson)
            case "untrash" if lesson.in_trash:
                lesson.in_trash = False
                await ana.done("lesson.restoreLesson", of_lesson)
            case "order" if lesson.is_here and not lesson.in_trash:
                self.lessons.remove(lesson)
                self.lessons.insert(0, lesson)
                ids = [seen_lesson[0] for seen_lesson in self.state()[1]]
                await ana.done("courseRouter.orderLessons", {"courseId": self.course_id, "lessonIds": ids})
            case "new" if len(self.lessons) < 5:
                await self.add()
            case "rename":
                self.title = f"Course {number}"
                await ana.done("courseRouter.renameCourse", {"courseId": self.course_id, "title": self.title})
            case "publish" | "undo" | "unpublish":
                await self.act(name, which)

    async def act(self, name: str, which: int) -> None:
        """Publish, show an earlier publication again, or make private."""
        of_course = {"courseId": self.course_id}
        if name == "unpublish":
            self.shown = None
            await self.ana.done("courseRouter.unpublishCourse", of_course)
        elif name == "undo" and self.published:
            self.shown = which % len(self.published) + 1
            await self.ana.done("courseRouter.restorePublication", {**of_course, "number": self.shown})
        elif name == "publish":
            answered = await self.ana.post("courseRouter.publishCourse", of_course)
            if not self.state()[1]:
                assert answered.status_code == 409  # no page
                return
            number = answered.json()["result"]["data"]["number"]
            if number > len(self.published):
                self.published.append(self.state())
            assert self.published[number - 1] == self.state()
            self.shown = number


async def seen_by_learners(ana: Asking, course_id: str) -> Seen | None:
    """The course's title and its lessons, read off its pages."""
    front = await page(ana, course_id)
    if front.status_code == 404:
        return None
    title = re.search(r'<h1 dir="auto">(.*?)</h1>', front.text)
    assert title is not None
    found = re.findall(r'data-lesson="([^"]+)"[^>]*><bdi>([^<]+)</bdi></a>', front.text)
    if not found:  # one lesson is shown as the course, or there isn't one
        words = re.findall(r"words-\d+\.", front.text)
        return title[1], (("", "", words[0]),) if words else ()
    lessons = []
    for lesson_id, name in found:
        text = (await page(ana, f"{course_id}/{lesson_id}")).text
        lessons.append((lesson_id, name, re.findall(r"words-\d+\.", text)[0]))
    return title[1], tuple(lessons)


async def holds(ana: Asking, steps: list[tuple[str, int]]) -> None:
    """After every step learners see what they have to."""
    made = [await ana.done("courseRouter.createCourse", {"title": title}) for title in ("Course 0", "Other")]
    course = Course(ana, made[0]["courseId"], made[1]["courseId"], "Course 0")
    await course.add()
    await course.add()
    for name, which in steps:
        await course.step(name, which)
        expected, found = course.visible(), await seen_by_learners(ana, course.course_id)
        if expected is None or found is None or len(expected[1]) != 1:
            assert found == expected, (name, which)
        else:  # under the course's title, so the lesson's is not on the page
            assert (found[0], found[1][0][2]) == (expected[0], expected[1][0][2]), (name, which)


@pytest.fixture(scope="module")
def portal() -> Iterator[BlockingPortal]:
    """An event loop for the service."""
    with start_blocking_portal() as running:
        yield running


@pytest.fixture(scope="module")
def ana(portal: BlockingPortal, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Asking]:
    """The owner of an organization at a service of the module's own."""
    path: Path = tmp_path_factory.mktemp("published")
    service = portal.call(open_service, Settings(f"sqlite:///{path / 'service.db'}"))
    yield portal.call(asking, service, "ana@example.org", "Acme")
    portal.call(service.store.close)


def test_learners_see_the_publication_minus_the_trash(portal: BlockingPortal, ana: Asking) -> None:
    """Any steps in any order; shrunk to the fewest that show another thing."""
    steps = st.lists(st.tuples(st.sampled_from(STEPS + ACTS), st.integers(0, 7)), min_size=4, max_size=14)

    @settings(max_examples=12, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
    @given(steps)
    def holds_for(found: list[tuple[str, int]]) -> None:
        portal.call(holds, ana, found)

    holds_for()


SOURCE = "s" * 25
QUOTE = {
    "passageId": f"{SOURCE}.1.1",
    "quote": "Yeast feeds on sugar.",
    "sourceId": SOURCE,
    "title": "Handbook",
    "place": "page 3",
    "state": "verified",
}
QUOTING = (
    Block(id="3f2b8c1e-8d7a-4c55-9b1e-2f60a4d3c7ab", type="text", content={"markdown": "Yeast.", "sources": [QUOTE]}),
)


async def course_of(db: Db, lesson_id: str, *, organization_id: str) -> CourseRow:
    """The lesson's course."""
    item = await lists.lesson_item(db, lesson_id, organization_id=organization_id)
    assert item is not None
    found = await courses.course_by_id(db, item.course_id, organization_id=organization_id, now=NOW)
    assert found is not None
    return found


async def public_lessons(store: Store, here: Place, number: int) -> tuple[CourseRow, list[str]]:
    """A public course, and the ids of its lessons, each of which quotes a source."""
    of = {"organization_id": here.organization_id}
    ids = [await lesson(store, here, blocks=QUOTING) for _ in range(number)]
    course = await read(store, course_of, ids[0], **of)
    for lesson_id in ids[1:]:
        await written(store, lessons.move_lesson, lesson_id, course, now=NOW, **of)
    await written(store, published, course.course_id, **of)
    return course, ids


async def test_learners_see_no_lesson_that_is_in_the_trash_or_whose_link_has_ended(store: Store, acme: Place) -> None:
    """So such a lesson stops nobody from opening its source or widening its link; it is judged when it comes back."""
    of = {"organization_id": acme.organization_id}
    course, (stays, goes) = await public_lessons(store, acme, 2)
    await written(store, trash.delete_lesson, goes, now=NOW, **of)
    await written(store, set_expiry, course.course_id, expires_at=NOW + 5, **of)

    for now, seen in ((NOW + 4, [stays]), (NOW + 5, [])):
        current = await read(store, current_lessons, course.course_id, now=now)
        quoting = await read(store, lessons_quoting, SOURCE, now=now, **of)
        coming_back = await read(store, published_in_trash, now=now, lesson_id=goes)
        assert [one.lesson_id for one in current] == [one.lesson_id for one in quoting] == seen
        assert [one.lesson_id for one in coming_back] == [goes] * len(seen)
    assert await read(store, published_in_trash, now=NOW, lesson_id=stays) == []


async def test_only_who_quotes_a_source_is_asked_about_it(store: Store, acme: Place, other: Place) -> None:
    """Neither lessons that quote another one, nor another organization's."""
    for here in (acme, other):
        _, ids = await public_lessons(store, here, 1)
        asked = {"organization_id": here.organization_id, "now": NOW}
        assert [one.lesson_id for one in await read(store, lessons_quoting, SOURCE, **asked)] == ids
        assert await read(store, lessons_quoting, "t" * 25, **asked) == []


async def test_a_course_brings_back_only_what_went_into_the_trash_with_it(store: Store, acme: Place) -> None:
    """What went alone stays there, and what another course took along comes with that one."""
    of = {"organization_id": acme.organization_id}
    _, ids = await public_lessons(store, acme, 4)
    taken, alone, of_another, _ = ids
    first, second = [await read(store, course_of, await lesson(store, acme), **of) for _ in range(2)]
    for lesson_id, course in ((taken, first), (alone, first), (of_another, second)):
        await written(store, lessons.move_lesson, lesson_id, course, now=NOW, **of)
    await written(store, trash.delete_lesson, alone, now=NOW + 1, **of)
    for course in (first, second):
        await written(store, trash.delete_course, course.course_id, now=NOW + 2, **of)

    for course, lesson_id in ((first, taken), (second, of_another)):
        found = await read(store, published_in_trash, now=NOW + 3, course_id=course.course_id)
        assert [one.lesson_id for one in found] == [lesson_id]

"""Every cell of the table in docs/permissions.md: which role lets learners see more, by path and policy."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from tests.service.asking import Asking, asking
from tests.service.places import added_asset, added_source
from tests.service.reviews.test_handlers import decide
from workbench.service.kernel.context import Service
from workbench.service.kernel.roles import ROLES

pytestmark = pytest.mark.anyio

PAGE = Path(__file__).parents[3] / "docs" / "permissions.md"
COLUMNS = ("anyone", "owners", "not approved", "errors", "approved")
PLAIN = "The tide comes in twice a day and goes out twice a day."
WITH_ERROR = "As an AI language model, I cannot see the tide."
_NEW = count(1)

Call = tuple[str, dict[str, Any]]


def expected() -> dict[str, dict[str, list[str]]]:
    """By column and path, the roles that the handwritten table names."""
    rows = re.findall(r"^\| (`.*) \|$", PAGE.read_text("utf-8"), re.MULTILINE)
    cells = [[part.strip() for part in row.split("|")] for row in rows if row.count("|") == len(COLUMNS)]
    return {
        column: {path: sorted(named[index].replace("nobody", "").replace(",", " ").split()) for path, *named in cells}
        for index, column in enumerate(COLUMNS)
    }


@dataclass
class Stage:
    """An organization with a person of each role, in one column of the table."""

    people: dict[str, Asking]
    column: str

    @property
    def owner(self) -> Asking:
        return self.people["owner"]

    async def policy(self, *, is_set: bool) -> None:
        """The column's policy, or the one of a new organization."""
        roles = ["owner"] if is_set and self.column in ("owners", "approved") else ["owner", "admin", "author"]
        only_approved = is_set and self.column not in ("anyone", "owners")
        policy = {"publication": "approvedOnly" if only_approved else "anyone", "sharingRoles": roles}
        await self.owner.done("organization.setPublishingPolicy", {**policy, "reviewBySomebodyElse": only_approved})

    async def course(self) -> str:
        return str((await self.owner.done("courseRouter.createCourse", {"title": "Tides"}))["courseId"])

    async def lesson(self, course_id: str, *more: dict[str, Any], language: str = "EN") -> str:
        """A lesson in the course, approved where the column says so."""
        text = {"markdown": WITH_ERROR if self.column == "errors" else PLAIN}
        blocks = [block(block_facts) for block_facts in ({"type": "text", "content": text}, *more)]
        facts = {"title": "Ebb", "language": language, "courseId": course_id, "blocks": blocks}
        lesson_id = str((await self.owner.done("lesson.createLesson", facts))["lessonId"])
        await self.approve(lesson_id, 1)
        return lesson_id

    async def edit(self, lesson_id: str, revision: int) -> None:
        """One block more, which makes this revision."""
        await self.owner.done(*insertion(lesson_id))
        await self.approve(lesson_id, revision)

    async def approve(self, lesson_id: str, revision: int) -> None:
        if self.column in ("errors", "approved"):
            await decide(self.people["reviewer"], lesson_id, revision=revision)

    async def publish(self, course_id: str) -> None:
        await self.owner.done("courseRouter.publishCourse", {"courseId": course_id})

    async def public_lesson(self, *more: dict[str, Any]) -> tuple[str, str]:
        """The ids of a public course and of its one lesson."""
        course_id = await self.course()
        lesson_id = await self.lesson(course_id, *more)
        await self.publish(course_id)
        return course_id, lesson_id


def block(given: dict[str, Any]) -> dict[str, Any]:
    """The block with an id of its own."""
    return {"id": f"00000000-0000-4000-8000-{next(_NEW):012}", **given}


def insertion(lesson_id: str) -> Call:
    """A call that adds a block to the lesson."""
    new = block({"type": "text", "content": {"markdown": f"Line {next(_NEW)} of the tide table."}})
    edit = {"label": "insertPages", "mutations": [{"type": "lessonBlockInsert", "block": new}]}
    return "realtime.executeTransactions", {"lessonId": lesson_id, "language": "EN", "transactions": [edit]}


Prepare = Callable[[Stage], Awaitable[tuple[str, Call]]]
"""Prepares a course, and gives its id and the call that may let learners see more of it."""


async def _publish(stage: Stage) -> tuple[str, Call]:
    course_id, lesson_id = await stage.public_lesson()
    await stage.edit(lesson_id, 2)
    return course_id, ("courseRouter.publishCourse", {"courseId": course_id})


async def _share(stage: Stage) -> tuple[str, Call]:
    course_id = await stage.course()
    await stage.lesson(course_id)
    return course_id, ("courseRouter.setCourseSharing", {"courseId": course_id, "isPublic": True})


async def _restore_publication(stage: Stage) -> tuple[str, Call]:
    course_id, lesson_id = await stage.public_lesson()
    await stage.edit(lesson_id, 2)
    await stage.publish(course_id)
    return course_id, ("courseRouter.restorePublication", {"courseId": course_id, "number": 1})


async def _restore_lesson(stage: Stage) -> tuple[str, Call]:
    course_id = await stage.course()
    lesson_id, _ = [await stage.lesson(course_id) for _ in range(2)]
    await stage.publish(course_id)
    await stage.owner.done("lesson.deleteLesson", {"lessonId": lesson_id})
    return course_id, ("lesson.restoreLesson", {"lessonId": lesson_id})


async def _restore_course(stage: Stage) -> tuple[str, Call]:
    course_id, other_id = await stage.course(), await stage.course()
    lesson_id, _ = [await stage.lesson(course_id) for _ in range(2)]
    await stage.publish(course_id)
    await stage.owner.done("lesson.moveLesson", {"lessonId": lesson_id, "courseId": other_id})
    await stage.owner.done("courseRouter.deleteCourse", {"courseId": other_id})
    return course_id, ("courseRouter.restoreCourse", {"courseId": other_id})


async def _widen_link(stage: Stage) -> tuple[str, Call]:
    course_id, _ = await stage.public_lesson()
    return course_id, ("courseRouter.setShareSettings", {"courseId": course_id, "indexing": True})


async def quoted_source(stage: Stage) -> tuple[str, str]:
    """The ids of a public course and of the source that it quotes."""
    source_id = await added_source(stage.owner)
    words = "Yeast feeds on sugar and gives off carbon dioxide."
    quote = {"passageId": f"{source_id}.1.1", "quote": words, "sourceId": source_id, "title": "Handbook"}
    quotes = [{**quote, "place": "page 3", "state": "verified"}]
    course_id, _ = await stage.public_lesson({"type": "text", "content": {"markdown": "Yeast.", "sources": quotes}})
    return course_id, source_id


async def _open_source(stage: Stage) -> tuple[str, Call]:
    course_id, source_id = await quoted_source(stage)
    return course_id, ("source.updateSource", {"sourceId": source_id, "isPublishable": True})


async def _upload_open_source(stage: Stage) -> tuple[str, Call]:
    course_id, source_id = await quoted_source(stage)
    part = {"title": "Handbook", "contentDigest": f"{next(_NEW):063x}f", "first": 1, "isLast": True}
    passages = [{"place": "page 3", "text": "A second version of it."}]
    upload = {**part, "sourceId": source_id, "passages": passages, "isPublishable": True}
    return course_id, ("source.addPassages", upload)


async def _theme(stage: Stage) -> tuple[str, Call]:
    course_id, _ = await stage.public_lesson()
    return course_id, ("organization.setTheme", {"name": f"School {next(_NEW)}", "logoAssetId": None, "footer": ""})


async def _logo(stage: Stage) -> tuple[str, Call]:
    course_id, _ = await stage.public_lesson()
    asset_id = await added_asset(stage.owner)
    await stage.owner.done("organization.setTheme", {"name": "", "logoAssetId": asset_id, "footer": ""})
    return course_id, ("asset.updateAsset", {"assetId": asset_id, "alternativeText": f"Crane {next(_NEW)}"})


async def _picture(stage: Stage) -> tuple[str, Call]:
    asset_id = await added_asset(stage.owner)
    image = {"asset": asset_id, "alternativeText": "Dough", "decorative": False}
    course_id, _ = await stage.public_lesson({"type": "image", "content": image})
    texts = {"alternativeText": "Bread", "fileName": "bread.png"}
    return course_id, ("asset.updateAsset", {"assetId": asset_id, **texts})


async def _edit(stage: Stage) -> tuple[str, Call]:
    course_id, lesson_id = await stage.public_lesson()
    return course_id, insertion(lesson_id)


async def _update_lesson(stage: Stage) -> tuple[str, Call]:
    course_id, lesson_id = await stage.public_lesson()
    changes = insertion(lesson_id)[1]["transactions"]
    facts = {"lessonId": lesson_id, "baseRevision": 1, "title": "Flow", "transactions": changes}
    return course_id, ("lesson.updateLesson", facts)


async def _rename_lesson(stage: Stage) -> tuple[str, Call]:
    course_id, lesson_id = await stage.public_lesson()
    return course_id, ("lesson.renameLesson", {"lessonId": lesson_id, "title": "Flow"})


async def _revert(stage: Stage) -> tuple[str, Call]:
    course_id, lesson_id = await stage.public_lesson()
    await stage.edit(lesson_id, 2)
    await stage.publish(course_id)
    return course_id, ("lesson.revertTo", {"lessonId": lesson_id, "revision": 1, "baseRevision": 2})


async def _create_lesson(stage: Stage) -> tuple[str, Call]:
    course_id, _ = await stage.public_lesson()
    blocks = [block({"type": "text", "content": {"markdown": PLAIN}})]
    facts = {"title": "Flow", "language": "EN", "courseId": course_id, "blocks": blocks}
    return course_id, ("lesson.createLesson", facts)


async def _starter_lesson(stage: Stage) -> tuple[str, Call]:
    course_id, _ = await stage.public_lesson()
    return course_id, ("lesson.createStarterLesson", {"topic": "Tides", "language": "EN", "courseId": course_id})


async def _duplicate_lesson(stage: Stage) -> tuple[str, Call]:
    course_id, lesson_id = await stage.public_lesson()
    return course_id, ("lesson.duplicateLesson", {"lessonId": lesson_id})


async def _move_lesson(stage: Stage) -> tuple[str, Call]:
    course_id, _ = await stage.public_lesson()
    lesson_id = await stage.lesson(await stage.course())
    return course_id, ("lesson.moveLesson", {"lessonId": lesson_id, "courseId": course_id})


async def _tie(stage: Stage) -> tuple[str, Call]:
    course_id, lesson_id = await stage.public_lesson()
    source_id = await stage.lesson(await stage.course(), language="DE")
    ties = {"lessonId": lesson_id, "sourceLessonId": source_id, "sourceRevision": 1, "blocks": []}
    return course_id, ("lesson.tieTranslation", ties)


async def _update_translation(stage: Stage) -> tuple[str, Call]:
    course_id, tied = await _tie(stage)
    await stage.owner.done(*tied)
    changes = insertion(tied[1]["lessonId"])[1]["transactions"]
    facts = {"lessonId": tied[1]["lessonId"], "baseRevision": 1, "sourceRevision": 1, "blocks": []}
    return course_id, ("lesson.updateTranslation", {**facts, "transactions": changes, "title": "Flow"})


async def _review(stage: Stage) -> tuple[str, Call]:
    course_id, lesson_id = await stage.public_lesson()
    await stage.owner.done(*insertion(lesson_id))
    return course_id, ("lesson.review", {"lessonId": lesson_id, "revision": 2, "verdict": "changesRequested"})


async def _rename_course(stage: Stage) -> tuple[str, Call]:
    course_id, _ = await stage.public_lesson()
    return course_id, ("courseRouter.renameCourse", {"courseId": course_id, "title": "Sea"})


async def _move_course(stage: Stage) -> tuple[str, Call]:
    course_id, _ = await stage.public_lesson()
    project = await stage.owner.done("project.createProject", {"name": "Sea"})
    return course_id, ("courseRouter.moveCourse", {"courseId": course_id, "projectId": project["projectId"]})


async def _order_lessons(stage: Stage) -> tuple[str, Call]:
    course_id = await stage.course()
    lesson_ids = [await stage.lesson(course_id) for _ in range(2)]
    await stage.publish(course_id)
    return course_id, ("courseRouter.orderLessons", {"courseId": course_id, "lessonIds": lesson_ids[::-1]})


async def _take_back_project(stage: Stage) -> tuple[str, Call]:
    course_id, moved = await _move_course(stage)
    await stage.owner.done(*moved)
    project = {"projectId": moved[1]["projectId"]}
    await stage.owner.done("project.archiveProject", {**project, "isArchived": True})
    return course_id, ("project.archiveProject", {**project, "isArchived": False})


PATHS: tuple[Prepare, ...] = (
    _publish,
    _share,
    _restore_publication,
    _restore_lesson,
    _restore_course,
    _widen_link,
    _open_source,
    _upload_open_source,
    _theme,
    _logo,
    _picture,
    _edit,
    _update_lesson,
    _rename_lesson,
    _revert,
    _create_lesson,
    _starter_lesson,
    _duplicate_lesson,
    _move_lesson,
    _tie,
    _update_translation,
    _review,
    _rename_course,
    _move_course,
    _order_lessons,
    _take_back_project,
)
"""In the order of the table."""


async def seen(owner: Asking, course_id: str) -> list[Any]:
    """What learners get of the course: its page, the pages that it leads to, and who may embed and index them."""
    found = []
    for path in dict.fromkeys([f"/s/{course_id}", *await lesson_paths(owner, course_id)]):
        answered = await owner.send("GET", path, cookie="")
        headers = {text: answered.headers.get(text) for text in ("content-security-policy", "x-robots-tag")}
        found.append((path, answered.status_code, answered.text, headers))
    return found


async def lesson_paths(owner: Asking, course_id: str) -> list[str]:
    """The addresses of lessons that the course's page names."""
    text = (await owner.send("GET", f"/s/{course_id}", cookie="")).text
    return re.findall(rf'href="(/s/{course_id}/[a-z0-9]+)"', text)


async def roles_that_publish(stage: Stage, path: Prepare) -> list[str]:
    """The roles after whose call learners see something else; every role calls, and gets a clear answer."""
    found = []
    course_id, call = await prepared(stage, path)
    before = await seen(stage.owner, course_id)
    for role in reversed(ROLES):
        answered = await stage.people[role].post(*call)
        assert answered.status_code in (200, 403, 409), (path.__name__, role, answered.text)
        if answered.status_code == 200 and await seen(stage.owner, course_id) != before:
            found.append(role)
            course_id, call = await prepared(stage, path)
            before = await seen(stage.owner, course_id)
    assert await seen(stage.owner, course_id) == before, (path.__name__, "a refused call changed what learners see")
    return sorted(found)


async def prepared(stage: Stage, path: Prepare) -> tuple[str, Call]:
    """The path's course and call, made under the policy of a new organization and met under the column's."""
    await stage.policy(is_set=False)
    found = await path(stage)
    await stage.policy(is_set=True)
    return found


@pytest.mark.parametrize("column", COLUMNS)
async def test_learners_see_more_by_the_roles_of_the_table_and_by_no_other(service: Service, column: str) -> None:
    """Every role calls every path under the column's policy."""
    people = {role: await asking(service, f"{role}@example.org", role=role) for role in ROLES}
    stage = Stage(people, column)
    table = expected()[column]
    assert len(table) == len(PATHS)
    found = {row: await roles_that_publish(stage, path) for row, path in zip(table, PATHS, strict=True)}

    assert found == table

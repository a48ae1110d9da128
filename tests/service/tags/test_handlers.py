"""Tags are set by who may edit, on condition of their version, and stay with the thing."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from tests.service.asking import Asking, asking

pytestmark = pytest.mark.anyio


async def lesson(person: Asking, *tags: str) -> dict[str, Any]:
    """A new lesson with these tags."""
    made = await person.done("lesson.createLesson", {"title": "Salt", "language": "EN"})
    found: dict[str, Any] = await person.done("lesson.setTags", {"lessonId": made["lessonId"], "tags": list(tags)})
    return found


async def test_tags_stay_through_moves_and_the_trash(ana: Asking) -> None:
    """A rename, another course, the trash and back: they are as they were set."""
    found = await lesson(ana, "b", "A  b", "B")
    course = await ana.done("courseRouter.createCourse", {"title": "Sea"})
    lesson_id = found["lessonId"]
    await ana.done("lesson.moveLesson", {"lessonId": lesson_id, "courseId": course["courseId"]})
    await ana.done("courseRouter.deleteCourse", {"courseId": course["courseId"]})
    assert (await ana.data("organization.listTags"))["tags"] == []
    await ana.done("courseRouter.restoreCourse", {"courseId": course["courseId"]})
    after = await ana.data("lesson.getLesson", {"lessonId": lesson_id})
    assert (after["tags"], after["tagsVersion"], after["revision"]) == (["A b", "b"], 2, found["revision"])
    listed = (await ana.data("organization.listTags"))["tags"]
    assert [(tag["tag"], tag["lessonCount"], tag["courseCount"]) for tag in listed] == [("A b", 1, 0), ("b", 1, 0)]


async def test_of_two_who_set_tags_at_once_one_is_told(ana: Asking) -> None:
    """Who wants what already exists is content."""
    found = await lesson(ana, "a")
    wanted = [{"lessonId": found["lessonId"], "tags": [name], "baseTagsVersion": 2} for name in ("b", "c")]
    answers = await asyncio.gather(*[ana.post("lesson.setTags", request) for request in wanted])
    assert sorted(answer.status_code for answer in answers) == [200, 409]
    refused = next(answer.json() for answer in answers if answer.status_code == 409)["error"]["data"]
    assert refused["tagsVersion"] == 3 and refused["tags"] in (["b"], ["c"])
    again = {**wanted[0], "tags": refused["tags"]}
    assert (await ana.done("lesson.setTags", again))["tagsVersion"] == 3


async def test_tags_are_part_of_an_update(ana: Asking) -> None:
    """With title and revision they are one unit: where one is refused, nothing is changed; the log has one entry."""
    found = await lesson(ana, "A")
    update = {"lessonId": found["lessonId"], "baseRevision": 1, "title": "Pepper", "tags": ["c"]}
    refused = await ana.post("lesson.updateLesson", {**update, "baseTags": []})
    stays = await ana.data("lesson.getLesson", {"lessonId": found["lessonId"]})
    assert (refused.status_code, stays["title"], stays["tags"]) == (409, "Salt", ["A"])
    after = await ana.done("lesson.updateLesson", {**update, "baseTags": ["A"]})
    assert (after["title"], after["tags"], after["revision"]) == ("Pepper", ["c"], 2)
    await ana.done("lesson.updateLesson", {"lessonId": found["lessonId"], "baseRevision": 2, "tags": []})
    only_tags, both, *_ = (await ana.data("organization.getAuditLog"))["entries"]
    assert only_tags["facts"] == {"tagsBefore": ["c"], "tags": []}
    wanted = {"revision": 2, "titleBefore": "Salt", "title": "Pepper", "tagsBefore": ["A"], "tags": ["c"]}
    assert {name: both["facts"].get(name) for name in wanted} == wanted


async def test_a_viewer_reads_tags_and_sets_none(ana: Asking) -> None:
    """Rights are those of other edits; what was set is in the audit log."""
    found = await lesson(ana, "a")
    course = await ana.done("courseRouter.setTags", {"courseId": found["courseId"], "tags": ["sea"]})
    vic = await asking(ana.service, "vic@example.org", "Acme", role="viewer")
    sets = [
        ("lesson.setTags", {"lessonId": found["lessonId"]}),
        ("courseRouter.setTags", {"courseId": found["courseId"]}),
    ]
    assert [(await vic.post(name, {**value, "tags": []})).status_code for name, value in sets] == [403, 403]
    assert (await vic.data("lesson.search", {"query": "tag:sea"}))["total"] == 1
    entries = (await ana.data("organization.getAuditLog"))["entries"]
    assert [(entry["action"], entry["facts"]) for entry in entries[1:3]] == [
        ("courseRouter.setTags", {"tagsBefore": [], "tags": ["sea"]}),
        ("lesson.setTags", {"tagsBefore": [], "tags": ["a"]}),
    ]
    assert course["tagsVersion"] == 2
    await vic.http.aclose()

"""Lessons with any blocks at all, and their share pages, for the tests of pages."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import httpx
from sqlalchemy import bindparam, update

from tests.markup import seen
from tests.service.asking import Asking
from tests.service.db.cast import published
from workbench.authoring.block import Block
from workbench.learner_pages.document import SCRIPT
from workbench.service.db.seam import Db
from workbench.service.db.statement import Statement
from workbench.service.db.tables import course
from workbench.service.kernel import membership
from workbench.service.lessons import store as lessons

_DELETE = Statement(update(course).values(deleted_at=bindparam("now")).where(course.c.id == bindparam("course_id")))

Content = tuple[str, dict[str, Any]]

EVERY_TYPE: tuple[Content, ...] = (
    ("heading", {"text": "The sea", "level": 2}),
    ("text", {"markdown": "The **moon** pulls. See [tables](https://example.org/tides)."}),
    ("objectives", {"items": ["Read a tide table"]}),
    ("keyTerms", {"terms": [{"term": "Neap", "meaning": "The smallest range."}]}),
    ("example", {"title": "Brest", "markdown": "Six metres."}),
    (
        "quiz",
        {
            "question": "When?",
            "choices": [
                {"text": "At new moon", "isCorrect": True, "feedback": "In one line."},
                {"text": "Never", "isCorrect": False},
            ],
        },
    ),
    ("callout", {"kind": "warning", "markdown": "Do not swim."}),
    (
        "ordering",
        {"prompt": "Which comes first?", "items": ["Low water", "Flood", "High water"], "feedback": "Up."},
    ),
    (
        "matching",
        {"prompt": "Which?", "pairs": [{"left": "Neap", "right": "small"}, {"left": "Spring", "right": "large"}]},
    ),
    ("fillIn", {"text": "Twice a ___.", "gaps": [{"answers": ["day"]}], "feedback": "Nearly."}),
    ("shortAnswer", {"question": "Why twice?", "modelAnswer": "There are two bulges."}),
    ("reflection", {"prompt": "Where have you seen it?"}),
    ("summary", {"items": ["The moon pulls"]}),
    ("blank", {}),
    ("video.v2", {"title": "Of another maker"}),
)


def with_everywhere(text: str) -> tuple[Content, ...]:
    """Every block type with this text in each of its fields, and once in a form that its schema refuses."""
    choices = [{"text": text, "isCorrect": True, "feedback": text}, {"text": f"{text} 2", "isCorrect": False}]
    return (
        ("heading", {"text": text, "level": 2}),
        ("text", {"markdown": text}),
        ("objectives", {"items": [text]}),
        ("keyTerms", {"terms": [{"term": text, "meaning": text}]}),
        ("example", {"title": text, "markdown": text}),
        ("quiz", {"question": text, "choices": choices}),
        ("callout", {"kind": "note", "markdown": text}),
        ("ordering", {"prompt": text, "items": [text, f"{text} 2"], "feedback": text}),
        ("matching", {"prompt": text, "pairs": [{"left": f"{text} {at}", "right": f"{at} {text}"} for at in "ab"]}),
        ("fillIn", {"text": f"{text} ___ {text}", "gaps": [{"answers": [text]}], "feedback": text}),
        ("shortAnswer", {"question": text, "modelAnswer": text}),
        ("callout", {"kind": text, "markdown": text}),
        ("reflection", {"prompt": text}),
        ("summary", {"items": [text]}),
        ("video.v2", {"title": text, text: [text, {"deep": text}]}),
        ("heading", {"text": text, "level": f"1 onclick={text}"}),
        ("quiz", {"question": [text], "choices": text}),
    )


async def keep(
    owner: Asking, *contents: Content, title: str = "Tides", language: str = "EN", of_course: str = ""
) -> str:
    """The id of the course that holds the lesson, private as every new one."""
    blocks = tuple(Block(id=str(uuid4()), type=kind, content=content) for kind, content in contents)

    async def unit(db: Db) -> str:
        project_id = await membership.default_project(db, owner.organization_id)
        new = lessons.NewLesson(
            organization_id=owner.organization_id,
            project_id=project_id,
            title=title,
            language=language,
            blocks=blocks,
            person_id=owner.added.person_id,
            course_id=of_course or None,
        )
        return (await lessons.insert_lesson(db, new, now=owner.service.clock()))[1]

    return await owner.service.store.write(unit)


async def public(owner: Asking, *contents: Content, **more: str) -> str:
    """The id of a course that is shared."""
    course_id = await keep(owner, *contents, **more)
    await publish(owner, course_id)
    return course_id


async def publish(owner: Asking, course_id: str) -> None:
    """Learners see the course as it is now, whatever its lessons hold."""
    await owner.service.store.write(lambda db: published(db, course_id, organization_id=owner.organization_id))


async def delete(owner: Asking, course_id: str) -> None:
    """Puts the course into the trash."""
    await owner.service.store.write(lambda db: db.run(_DELETE, course_id=course_id, now=owner.service.clock()))


def without_script(html: str) -> str:
    """The page without the one script that is ours."""
    assert html.count("<script>") == html.count(f"<script>{SCRIPT}</script>") == 1
    return html.replace(f"<script>{SCRIPT}</script>", "")


def links_of(response: httpx.Response) -> list[str]:
    """Where the page's links lead within the course, in order."""
    found = seen(without_script(response.text)).attributes
    return [
        value for tag, name, value in found if (tag, name) == ("a", "href") and not value.startswith(("https", "#"))
    ]


def same(first: httpx.Response, second: httpx.Response) -> bool:
    """Whether two answers are one to anyone who gets them: status, headers, body."""
    return (first.status_code, first.headers, first.content) == (second.status_code, second.headers, second.content)


async def page(owner: Asking, course_id: str, method: str = "GET", **headers: str) -> httpx.Response:
    """The share page as anybody gets it, with no cookie."""
    return await owner.send(method, f"/s/{course_id}", cookie="", **headers)

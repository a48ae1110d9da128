"""Planning sheets made into lessons, as authors do it: a text in place of each note."""

from __future__ import annotations

import asyncio
import time

from workbench.authoring.block import Block, new_block_id
from workbench.authoring.mutation import LessonBlockInsert, LessonBlockUpdate
from workbench.authoring.transaction import Transaction
from workbench.client.sync import Client
from workbench.procedures.course import get_course, set_course_sharing
from workbench.procedures.lesson import create_lesson, get_lesson
from workbench.procedures.realtime import execute_transactions
from workbench.service.db.opening import open_store
from workbench.service.findings.store import lessons_to_check


def finish(client: Client, *lesson_ids: str, text: str = "What learners read.") -> None:
    """Write the text in place of each note of the lessons; a number makes no two of them alike."""
    for lesson_id in lesson_ids:
        lesson = client.call(get_lesson(lesson_id=lesson_id))
        notes = [block.id for block in lesson.blocks if block.type == "authorNote"]
        contents = [{"markdown": f"{text} {number}"} for number in range(len(notes))]
        changes = [
            LessonBlockUpdate(id=note, block_type="text", content=content)
            for note, content in zip(notes, contents, strict=True)
        ]
        if changes:
            transaction = Transaction(label="editPages", mutations=[*changes])
            client.call(execute_transactions(lesson_id=lesson_id, language=lesson.language, transactions=[transaction]))


def share(client: Client, course_id: str) -> None:
    """Finish the course's lessons and make it public."""
    finish(client, *(lesson.lesson_id for lesson in client.call(get_course(course_id=course_id)).lessons))
    client.call(set_course_sharing(course_id=course_id, is_public=True))


def write_lesson(client: Client, organization_id: str, title: str, language: str, text: str) -> str:
    """The id of a new lesson without notes: a heading and a text."""
    made = client.call(create_lesson(title=title, language=language, organization_id=organization_id))
    blocks = [
        Block(id=new_block_id(), type="heading", content={"text": title, "level": 2}),
        Block(id=new_block_id(), type="text", content={"markdown": text}),
    ]
    transaction = Transaction(label="insertPages", mutations=[LessonBlockInsert(block=block) for block in blocks])
    client.call(execute_transactions(lesson_id=made.lesson_id, language=language, transactions=[transaction]))
    return made.lesson_id


def wait_until_checked(database_url: str) -> None:
    """Wait until the service of that database has stored the findings of all lessons, so that they stay as they are."""
    deadline = time.monotonic() + 60
    while asyncio.run(_has_unchecked(database_url)):
        assert time.monotonic() < deadline
        time.sleep(0.1)


async def _has_unchecked(database_url: str) -> bool:
    store = await open_store(database_url)
    try:
        return bool(await store.read(lambda db: lessons_to_check(db, ruleset=0)))
    finally:
        await store.close()

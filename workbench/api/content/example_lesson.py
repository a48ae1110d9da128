"""The finished lesson that ships with the package: something to look at, and to share, before there is one's own."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from workbench.authoring.block import Block, new_block_id
from workbench.authoring.content.media_types import IMAGE
from workbench.authoring.mutation import LessonBlockInsert
from workbench.authoring.transaction import Transaction
from workbench.client.asset_transfer import upload_file
from workbench.client.lookups.courses import iter_courses
from workbench.procedures.course import Course, get_course
from workbench.procedures.lesson import create_lesson
from workbench.procedures.realtime import execute_transactions

if TYPE_CHECKING:
    from workbench.client.sync import Client

EXAMPLE_LESSON: Final = Path(__file__).with_suffix(".json")
EXAMPLE_PICTURE: Final = Path(__file__).with_suffix(".png")


def read_example() -> dict[str, Any]:
    """Return the title, language and blocks of the lesson, with the name of its picture file as the asset."""
    lesson: dict[str, Any] = json.loads(EXAMPLE_LESSON.read_text("utf-8"))
    return lesson


def add_example(client: Client, organization_id: str | None) -> Course:
    """Return the course of the example lesson, or create it as a private one. Raises what the client raises.

    A course with its title is returned as it is. The picture is stored first, so that the lesson is complete or
    does not exist.
    """
    lesson = read_example()
    title = lesson["title"]
    present = next(
        (course for course in iter_courses(client, organization_id, search=title) if course.title == title), None
    )
    if present is not None:
        return present
    blocks = _with_picture(client, organization_id, lesson["blocks"])
    made = client.call(create_lesson(title=title, language=lesson["language"], organization_id=organization_id))
    inserts = [LessonBlockInsert(block=Block(id=new_block_id(), **block)) for block in blocks]
    transaction = Transaction(label="insertPages", mutations=[*inserts])
    client.call(execute_transactions(lesson_id=made.lesson_id, language=lesson["language"], transactions=[transaction]))
    return client.call(get_course(course_id=made.course_id))


def _with_picture(client: Client, organization_id: str | None, blocks: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the blocks with the stored picture, or without it if the service keeps no files."""
    capabilities = client.capabilities()
    if capabilities is None or capabilities.assets is None:
        return [block for block in blocks if block["type"] != IMAGE]
    asset = upload_file(client, EXAMPLE_PICTURE, organization_id=organization_id, alternative_text=None)
    return [
        {**block, "content": {**block["content"], "asset": asset.asset_id}} if block["type"] == IMAGE else block
        for block in blocks
    ]

"""Lessons in a real service, for browsers to work on: made of any blocks, and read back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from uuid import uuid4

from workbench.authoring.block import Block
from workbench.authoring.gesture import insert_blocks
from workbench.authoring.transaction import difference
from workbench.client.sync import Client
from workbench.procedures.lesson import Lesson, create_starter_lesson, get_lesson
from workbench.procedures.realtime import execute_transactions

Content = tuple[str, dict[str, Any]]


def blocks_of(contents: Sequence[Content]) -> tuple[Block, ...]:
    """New blocks of these contents."""
    return tuple(Block(id=str(uuid4()), type=kind, content=content) for kind, content in contents)


@dataclass(frozen=True)
class Writing:
    """Makes lessons and reads them back, as the owner."""

    client: Client

    def lesson(self, *contents: Content, language: str = "EN", topic: str = "Tides") -> str:
        """The id of a lesson of exactly these blocks."""
        made = self.client.call(create_starter_lesson(language=language, topic=topic))
        self.put(made.lesson_id, contents)
        return made.lesson_id

    def of_texts(self, *texts: str) -> str:
        """The id of a lesson with a text block for each text."""
        return self.lesson(*(("text", {"markdown": text}) for text in texts))

    def put(self, lesson_id: str, contents: Sequence[Content]) -> None:
        """Replace all blocks of a lesson."""
        self.become(lesson_id, blocks_of(contents))

    def become(self, lesson_id: str, blocks: Sequence[Block], label: str = "editPages") -> None:
        """Give a lesson these blocks."""
        lesson = self.read(lesson_id)
        self._send(lesson, difference(tuple(lesson.blocks), tuple(blocks), label))

    def append(self, lesson_id: str, text: str) -> None:
        """Add a text block at the end, as somebody else would."""
        lesson = self.read(lesson_id)
        block = Block(id=str(uuid4()), type="text", content={"markdown": text})
        self._send(lesson, [insert_blocks(tuple(lesson.blocks), [block])])

    def read(self, lesson_id: str) -> Lesson:
        """The lesson as the service has it."""
        return self.client.call(get_lesson(lesson_id=lesson_id))

    def texts(self, lesson_id: str) -> list[str]:
        """The Markdown of its text blocks, in order; of another block its type."""
        return [block.content.get("markdown", block.type) for block in self.read(lesson_id).blocks]

    def _send(self, lesson: Lesson, transactions: Sequence[Any]) -> None:
        self.client.call(
            execute_transactions(lesson_id=lesson.lesson_id, language=lesson.language, transactions=list(transactions))
        )

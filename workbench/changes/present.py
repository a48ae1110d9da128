"""The present state of lessons, courses and projects, as values that a table is compared with."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from workbench.authoring.block import Block, Blocks
from workbench.procedures.lesson import Lesson
from workbench.procedures.translations import Translation


@dataclass(frozen=True, slots=True)
class PresentLesson:
    """A lesson now; `blocks` are set if they were read. `position` is its sort number in its course.

    `tags` are `None` where the service keeps none.
    """

    lesson_id: str
    title: str
    course_id: str
    language: str
    revision: int
    blocks: Mapping[str, Block] = field(default_factory=dict)
    position: int = 0
    tags: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class PresentCourse:
    """A course now; `order_version` is `None` where the service keeps no order.

    `share` are the settings of its link as a table has them; empty where the service keeps none. `publication` is the
    number of the one that learners see.
    """

    course_id: str
    title: str
    project_id: str
    lesson_count: int
    is_public: bool
    order_version: int | None = None
    tags: tuple[str, ...] | None = None
    share: Mapping[str, str] = field(default_factory=dict)
    publication: int | None = None


@dataclass(frozen=True, slots=True)
class PresentProject:
    """A project now."""

    project_id: str
    name: str
    is_archived: bool = False


@dataclass(frozen=True, slots=True)
class PresentTranslation:
    """A lesson that is, or becomes, a translation, with its source and its links; None if it has none.

    `other` is the id of another translation of the source into the language, `failed` are blocks whose texts were not
    changed, None is the title.
    """

    lesson: Lesson | None = None
    source: Lesson | None = None
    ties: Translation | None = None
    other: str | None = None
    failed: frozenset[str | None] = frozenset()


@dataclass(frozen=True, slots=True)
class PresentState:
    """Lessons, courses and projects by id; `trashed` are ids of lessons in the trash, `trashed_courses` of courses.

    `orders` has the lessons of a course in order, each with its position, for the courses whose order was read;
    `translations` has those that rows of links are about, by the translation's id, if they were read.
    """

    lessons: Mapping[str, PresentLesson]
    courses: Mapping[str, PresentCourse] = field(default_factory=dict)
    projects: Mapping[str, PresentProject] = field(default_factory=dict)
    trashed: frozenset[str] = frozenset()
    trashed_courses: frozenset[str] = frozenset()
    orders: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    translations: Mapping[str, PresentTranslation] = field(default_factory=dict)


def blocks_text(blocks: Iterable[Block]) -> str:
    """Return a lesson's blocks as text for a row: equal for equal blocks."""
    return json.dumps([[block.id, block.type, block.content] for block in blocks], ensure_ascii=False, sort_keys=True)


def parse_blocks(text: str) -> Blocks:
    """Return the blocks in a text that `blocks_text` made."""
    return tuple(Block(id=own, type=kind, content=content) for own, kind, content in json.loads(text))

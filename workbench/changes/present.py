"""The present state of lessons, courses and projects, as values that a table is compared with."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from workbench.authoring.block import Block
from workbench.authoring.content import AUTHOR_NOTE


@dataclass(frozen=True, slots=True)
class PresentLesson:
    """A lesson now; `blocks` are there where they were read. `position` is what it sorts by in its course.

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

    def is_author_note(self, block_id: str) -> bool:
        """Whether the block is known to be a note for authors, which learners do not see."""
        block = self.blocks.get(block_id)
        return block is not None and block.type == AUTHOR_NOTE


@dataclass(frozen=True, slots=True)
class PresentCourse:
    """A course now; `order_version` is `None` where the service keeps no order."""

    course_id: str
    title: str
    project_id: str
    lesson_count: int
    is_public: bool
    order_version: int | None = None
    tags: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class PresentProject:
    """A project now."""

    project_id: str
    name: str
    is_archived: bool = False


@dataclass(frozen=True, slots=True)
class PresentState:
    """Lessons, courses and projects by id; `trashed` are ids of lessons in the trash.

    `orders` has the lessons of a course in order, each with its position, for the courses whose order was read.
    """

    lessons: Mapping[str, PresentLesson]
    courses: Mapping[str, PresentCourse] = field(default_factory=dict)
    projects: Mapping[str, PresentProject] = field(default_factory=dict)
    trashed: frozenset[str] = frozenset()
    orders: Mapping[str, Mapping[str, int]] = field(default_factory=dict)

    @property
    def public_courses(self) -> tuple[str, ...]:
        """The ids of the courses that learners see."""
        return tuple(sorted(each.course_id for each in self.courses.values() if each.is_public))

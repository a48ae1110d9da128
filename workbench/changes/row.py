"""A row of a change plan, one cell with before, after and a verdict; and where changes are made. Frozen values.

Source: ours (changes 2).
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from workbench.wording import count_text

TITLE: Final = "title"
COURSE: Final = "course"
PROJECT: Final = "project"
POSITION: Final = "position"
TAGS: Final = "tags"
BLOCKS: Final = "blocks"
"""All blocks of a lesson, in order; only rows from a folder of files have this field, never rows from a table."""
NEW_LESSON: Final = "new lesson"
NEW_COURSE: Final = "new course"
TRASH: Final = "trash"
"""A whole lesson or course, created or moved to the trash; only in rows from folders and files, never from a table."""
IN_TRASH: Final = "in the trash"
RESTORE: Final = "restore"
"""A whole lesson or course, taken out of the trash."""
NOT_IN_TRASH: Final = "not in the trash"
LINK: Final = "link"
"""What learners see of a course: nothing, one of its publications, or the course as it is now."""
PRIVATE: Final = "private"
PUBLISHED: Final = "the course as it is now"
PUBLISHED_WITH_PLACES: Final = "the course as it is now, with placeholders"
TIES: Final = "ties"
"""The current blocks of a translation: a row of a translators' file."""
FIELDS: Final = (TITLE, COURSE, PROJECT, POSITION, TAGS)
"""The fields of a lesson that a column can change; for text in a block, it is the path in the block's content."""
EXPIRES: Final = "expires"
EMBED_ORIGINS: Final = "embed_origins"
INDEXING: Final = "indexing"
SHARE_FIELDS: Final = (EXPIRES, EMBED_ORIGINS, INDEXING)
"""The settings of a course's link that a column can change."""


class ChangeVerdict(StrEnum):
    """Planned outcome of a row."""

    CHANGE = "change"
    UNCHANGED = "unchanged"
    CONFLICT = "changed since it was read"
    SOURCE_CHANGED = "source changed since"
    NO_LESSON_ID = "no lesson id"
    UNKNOWN_LESSON = "unknown lesson"
    UNKNOWN_BLOCK = "unknown block"
    DUPLICATE = "doubled"
    NOT_A_FIELD = "not a field"
    WRONG_TYPE = "wrong type"
    NOT_ALLOWED = "not allowed"
    NAME_UNKNOWN = "name unknown"
    NAME_NOT_UNIQUE = "name not unique"
    COURSE_INCOMPLETE = "not all lessons of the course"


@dataclass(frozen=True, slots=True)
class ChangeRow:
    """A changed cell. `line` is its line in the table as a spreadsheet numbers it, counting the header.

    `before` and `after` are the stored values: a text, or the id of a course or project, whose names are
    `before_name` and `after_name`. A project, a link and its settings belong to a course, and so may tags and the
    trash: the row has `course_id` and no lesson. A position is one in a course: its row has `course_id` and the
    lesson, and `base_revision` is the version of the course's order. Of a link, it is the number of the publication
    that learners see.
    `is_public`: learners see the change immediately; other changes wait for the next publication of its course.
    All texts are untrusted when displayed.
    """

    line: int
    verdict: ChangeVerdict
    lesson_id: str = ""
    course_id: str = ""
    block_id: str = ""
    field: str = ""
    before: str = ""
    after: str = ""
    before_name: str = ""
    after_name: str = ""
    base_revision: int = 0
    lesson_title: str = ""
    course_title: str = ""
    is_public: bool = False
    reason: str = ""

    @property
    def title(self) -> str:
        """Title of the row's lesson or course; the id of a lesson without a title."""
        return self.lesson_title or self.course_title or self.lesson_id

    @property
    def shown_before(self) -> str:
        """Readable form of the value before."""
        return self.before_name or shown_value(self.field, self.block_id, self.before)

    @property
    def shown_after(self) -> str:
        """Readable form of the value after."""
        return self.after_name or shown_value(self.field, self.block_id, self.after)

    @property
    def verdict_text(self) -> str:
        """The verdict with its reason."""
        return ": ".join(part for part in (str(self.verdict), self.reason) if part)


def shown_value(field: str, block_id: str, value: str) -> str:
    """Return a readable value: the number of blocks or ties, the title of a new course, or the value itself."""
    if field not in (BLOCKS, NEW_LESSON, NEW_COURSE, TIES) or block_id or not value:
        return value
    content = json.loads(value)
    if field == NEW_COURSE:
        return str(content["title"])
    if field == TIES:
        return _ties_text(len(content["blocks"]), has_title=content["title"] is not None)
    count = len(content if field == BLOCKS else json.loads(content["blocks"]))
    return count_text(count, "block")


def _ties_text(count: int, *, has_title: bool) -> str:
    blocks = count_text(count, "block")
    return f"the title and {blocks} of its source" if has_title else f"{blocks} of its source"


def publication_text(number: int | None) -> str:
    """Return the text that stands for what learners see of a course: the publication with this number, if any."""
    return f"publication {number}" if number else PRIVATE


def publication_number(text: str) -> int | None:
    """Return the number in a text that `publication_text` made; `None` for a private course."""
    return None if text == PRIVATE else int(text.rpartition(" ")[2])


def trash_count(rows: Iterable[ChangeRow]) -> int:
    """Return how many of the rows move a lesson or course to the trash."""
    return sum(row.field == TRASH and row.verdict is ChangeVerdict.CHANGE for row in rows)


def revision_text(revision: int) -> str:
    """Return the text that stands for a whole lesson that is not in the trash."""
    return f"revision {revision:,}"


@dataclass(frozen=True, slots=True)
class PlannedOrder:
    """The order of a course at its `version`: the ids of its lessons before, and as planned.

    `after` is empty for a course that only loses lessons: its order is kept for undo, and not set.
    """

    course_id: str
    version: int
    before: tuple[str, ...]
    after: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ChangeConditions:
    """Conditions of a plan that are not stored in its rows."""

    orders: tuple[PlannedOrder, ...] = ()

    def order(self, course_id: str, version: int) -> PlannedOrder | None:
        """Return the order of a course at a version."""
        return next((order for order in self.orders if (order.course_id, order.version) == (course_id, version)), None)


@dataclass(frozen=True, slots=True)
class ChangeTarget:
    """The target of changes and the person who makes them. `service` is its persistent id."""

    service: str
    origin: str
    organization_id: str
    person: str
    organization_name: str = ""
    person_name: str = ""

    @property
    def identity(self) -> tuple[str, str, str]:
        """The values that a change set is bound to."""
        return self.service, self.organization_id, self.person

"""Look up lessons and courses by id, without knowing which of them an id belongs to."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from workbench.client.sync import Client
from workbench.errors import InputRejected, NotFound
from workbench.procedures.course import CourseWithLessons, get_course
from workbench.procedures.declare import Call
from workbench.procedures.lesson import Lesson, get_lesson
from workbench.text import display_text

KINDS: Final = ("course", "lesson")
_BATCH_SIZE: Final = 50


class Target(NamedTuple):
    """A lesson or a course: `lesson` or `course`, its id and its title."""

    kind: str
    id: str
    title: str

    @property
    def anchor(self) -> str:
        """The part of a page's address after the `#`."""
        return f"{self.kind}/{self.id}"


def find_target(client: Client, content_id: str, kind: str = "") -> Target:
    """Return the lesson or course with this id, of the given kind if known. Raises as `find_targets`."""
    return find_targets(client, [content_id], [kind] if kind else KINDS)[0]


def find_targets(client: Client, content: Sequence[str | Target], kinds: Sequence[str] = KINDS) -> list[Target]:
    """Return the lessons and courses with these ids, in their order.

    Targets of these kinds are used as they are. Raises `InputRejected` for one that the user cannot see, and
    the client's errors.
    """
    ids = [entry.id if isinstance(entry, Target) else entry for entry in content]
    by_id = {entry.id: entry for entry in content if isinstance(entry, Target) and entry.kind in kinds}
    for kind in kinds:
        missing = [id_ for id_ in dict.fromkeys(ids) if id_ not in by_id]
        for start in range(0, len(missing), _BATCH_SIZE):
            calls = [_call(kind, missing_id) for missing_id in missing[start : start + _BATCH_SIZE]]
            by_id |= {target.id: target for target in map(_target, client.outcomes(*calls)) if target is not None}
    for id_ in ids:
        if id_ not in by_id:
            names = " or ".join(sorted(kinds, reverse=True))
            raise InputRejected(
                f"There is no {names} {display_text(id_)} at {client.origin}, or you don't have access."
            )
    return [by_id[id_] for id_ in ids]


def _call(kind: str, content_id: str) -> Call[Any]:
    return get_lesson(lesson_id=content_id) if kind == "lesson" else get_course(course_id=content_id)


def _target(outcome: object) -> Target | None:
    if isinstance(outcome, Lesson):
        return Target("lesson", outcome.lesson_id, outcome.title)
    if isinstance(outcome, CourseWithLessons):
        return Target("course", outcome.course_id, outcome.title)
    if isinstance(outcome, Exception) and not isinstance(outcome, NotFound | InputRejected):
        raise outcome
    return None

"""What can be done with a lesson or a course of a listing, each as the call that does it. Sends nothing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from workbench.errors import NotSent
from workbench.procedures.course import delete_course, duplicate_course, move_course, rename_course, restore_course
from workbench.procedures.course import set_tags as set_course_tags
from workbench.procedures.declare import Call, Procedure
from workbench.procedures.lesson import delete_lesson, duplicate_lesson, move_lesson, rename_lesson, restore_lesson
from workbench.procedures.lesson import set_tags as set_lesson_tags
from workbench.procedures.organization import list_tags
from workbench.widgets.browser.queries import BrowserItem
from workbench.widgets.browser.state import Undoable

RENAME: Final[tuple[Procedure[..., Any, Any], ...]] = (rename_lesson, rename_course)
MOVE: Final[tuple[Procedure[..., Any, Any], ...]] = (move_lesson, move_course)
DUPLICATE: Final[tuple[Procedure[..., Any, Any], ...]] = (duplicate_lesson, duplicate_course)
DELETE: Final[tuple[Procedure[..., Any, Any], ...]] = (delete_lesson, delete_course)
RESTORE: Final[tuple[Procedure[..., Any, Any], ...]] = (restore_lesson, restore_course)
TAG: Final[tuple[Procedure[..., Any, Any], ...]] = (list_tags, set_lesson_tags, set_course_tags)


def rename(item: BrowserItem, title: str, *, base_title: str | None = None) -> Call[Any]:
    """Give it another title; with `base_title` only if it still has that one."""
    if item.kind == "lesson":
        return rename_lesson(lesson_id=item.id, title=title, base_title=base_title)
    return rename_course(course_id=item.id, title=title, base_title=base_title)


def move(item: BrowserItem, to: str) -> Call[Any]:
    """Move a lesson to a course, a course to a project."""
    if item.kind == "lesson":
        return move_lesson(lesson_id=item.id, course_id=to)
    return move_course(course_id=item.id, project_id=to)


def move_back(item: BrowserItem, done: Undoable) -> Call[Any]:
    """Move it to where it was, a lesson to its place in its course; a course that was moved again stays."""
    if item.kind == "lesson":
        return move_lesson(
            lesson_id=item.id,
            course_id=item.course_id or "",
            position=done.positions.get(item.id),
        )
    return move_course(course_id=item.id, project_id=item.project_id or "", base_project_id=done.to)


def duplicate(item: BrowserItem) -> Call[Any]:
    """Copy a lesson into its course, a course with its lessons into its project."""
    return duplicate_lesson(lesson_id=item.id) if item.kind == "lesson" else duplicate_course(course_id=item.id)


def delete(item: BrowserItem) -> Call[Any]:
    """Put it into the trash."""
    return delete_lesson(lesson_id=item.id) if item.kind == "lesson" else delete_course(course_id=item.id)


def restore(item: BrowserItem) -> Call[Any]:
    """Take it out of the trash."""
    if item.kind == "lesson":
        return restore_lesson(lesson_id=item.id)
    return restore_course(course_id=item.id)


def set_tags(item: BrowserItem, tags: Sequence[str]) -> Call[Any]:
    """Give it other tags, if it still has those that it is shown with."""
    if item.kind == "lesson":
        return set_lesson_tags(lesson_id=item.id, tags=[*tags], base_tags_version=item.tags_version)
    return set_course_tags(course_id=item.id, tags=[*tags], base_tags_version=item.tags_version)


def warning(items: Sequence[BrowserItem]) -> str:
    """Return the warning shown before these items are deleted."""
    is_single = len(items) == 1
    if any(item.kind == "course" for item in items):
        lessons, links = ("all its lessons", "Its link") if is_single else ("all lessons in them", "Their links")
        return (
            f"{items_text(items)} will go to the trash with {lessons}. {links} will stop working. "
            "Credits are not refunded."
        )
    lesson = "this lesson" if is_single else "one of these lessons"
    return (
        f"{items_text(items)} will go to the trash. A course created just for {lesson} goes too, "
        "and its link stops working. Credits are not refunded."
    )


def items_text(items: Sequence[BrowserItem]) -> str:
    """Such as `“Tides”` or `3 lessons`."""
    if len(items) == 1:
        return f"“{items[0].title}”"
    kinds = {item.kind for item in items}
    return f"{len(items):,} {'lessons' if kinds == {'lesson'} else 'courses' if kinds == {'course'} else 'items'}"


def only(items: Sequence[BrowserItem]) -> BrowserItem:
    """Return the single item. Raises `NotSent` for none or several."""
    if len(items) != 1:
        raise NotSent("Select one lesson or course first.")
    return items[0]

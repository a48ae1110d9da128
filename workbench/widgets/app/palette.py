"""The command palette of the page: finds sections and commands by itself, and content and people of the service."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

import anywidget
import traitlets

from workbench.client.sync import Client
from workbench.procedures.course import ListCoursesOutput, list_courses
from workbench.procedures.declare import Call
from workbench.procedures.lesson import ListLessonsOutput, SearchOutput, list_lessons
from workbench.procedures.lesson import search as search_lessons
from workbench.procedures.member import ListMembersOutput
from workbench.procedures.organization import get_members
from workbench.widgets.kit.assets import script, styles

LONGEST_QUERY: Final = 200
_LONGEST_ANCHOR: Final = 200
MOST_FOUND: Final = 8
"""Lessons that are listed for a search; courses and people, half as many each."""
_PEOPLE: Final = "settings/people"


class Palette(anywidget.AnyWidget):
    """A dialog that Ctrl+K opens. Sends `{"intent": "search", "query"}` and `{"intent": "go", "anchor"}`.

    `commands` are found in the browser, without the kernel. What the service found comes as a message, so that no
    notebook saves what was typed.
    """

    _esm = script("app/palette")
    _css = styles("app/palette")

    commands = traitlets.List(traitlets.Dict()).tag(sync=True)

    def __init__(
        self,
        commands: Sequence[dict[str, str]],
        on_search: Callable[[str], object],
        on_go: Callable[[str], object],
    ) -> None:
        super().__init__(commands=list(commands))
        self._on_search, self._on_go = on_search, on_go
        self.on_msg(lambda widget, message, buffers: self._on_message(message))

    def show_found(self, query: str, entries: Sequence[dict[str, str]]) -> None:
        """Show what the service found for a query; a palette in which something else was typed since ignores it."""
        self.send({"query": query, "entries": list(entries)})

    def _on_message(self, message: Any) -> None:
        intent = message.get("intent") if isinstance(message, dict) else None
        if intent == "search" and isinstance(message.get("query"), str):
            self._on_search(message["query"][:LONGEST_QUERY])
        elif intent == "go" and isinstance(message.get("anchor"), str):
            self._on_go(message["anchor"][:_LONGEST_ANCHOR])

    def __repr__(self) -> str:
        return "The command palette of the page."


def find_entries(client: Client, query: str) -> list[dict[str, str]]:
    """Return lessons, courses and people that match, each with its text, kind and anchor. Blocks.

    What the service refuses, such as people whom the person may not see, is left out.
    """
    organization_id = client.organization_id
    capabilities = client.capabilities()
    offered = frozenset(capabilities.procedures if capabilities else ())
    lessons: Call[Any] = list_lessons(organization_id=organization_id, search=query, limit=MOST_FOUND)
    if search_lessons.name in offered:
        lessons = search_lessons(organization_id=organization_id, query=query, limit=MOST_FOUND)
    calls: list[Call[Any]] = [
        lessons,
        list_courses(organization_id=organization_id, search=query, limit=MOST_FOUND // 2),
        get_members(organization_id=organization_id),
    ]
    wanted = [call for call in calls if call.procedure.name in offered]
    return [entry for answer in (client.outcomes(*wanted) if wanted else ()) for entry in _entries(answer, query)]


def _entries(answer: object, query: str) -> Iterator[dict[str, str]]:
    if isinstance(answer, SearchOutput | ListLessonsOutput):
        for lesson in answer.lessons:
            yield {"text": lesson.title, "where": "Lesson", "anchor": f"lesson/{lesson.lesson_id}"}
    elif isinstance(answer, ListCoursesOutput):
        for course in answer.courses:
            yield {"text": course.title, "where": "Course", "anchor": f"course/{course.course_id}"}
    elif isinstance(answer, ListMembersOutput):
        words = query.casefold().split()
        people = [member for member in answer.members if all(word in member.name.casefold() for word in words)]
        for member in people[: MOST_FOUND // 2]:
            yield {"text": member.name, "where": f"Person · {member.role}", "anchor": _PEOPLE}

"""The destination of a lesson. Source: ours (bulk)."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

DEFAULT_PROJECT: Final = "the default project"


@dataclass(frozen=True, slots=True)
class Destination:
    """The destination of a lesson: a project, in which it gets its own course, or a course, whose project has no id
    here.

    Without both it is the service's default project. The names are for people, and untrusted. `is_new_course`: a course
    of this name that the run makes in the project, for all of its lessons; only a plan has such a one, and a journal
    has the course that was made.
    """

    project_id: str | None = None
    project_name: str | None = None
    course_id: str | None = None
    course_name: str | None = None
    is_new_course: bool = False

    @property
    def identity(self) -> dict[str, str]:
        """Return the part of a row's key about this: the values sent, without names, which may change."""
        new_course = self.course_name if self.is_new_course else None
        ids = {"projectId": self.project_id, "courseId": self.course_id, "newCourse": new_course}
        return {name: value for name, value in ids.items() if value is not None}

    @property
    def project_label(self) -> str | None:
        """Project for people: its name, else its id."""
        return self.project_name or self.project_id

    @property
    def course_label(self) -> str | None:
        """Course for people: its name, else its id, and whether it is still to be made."""
        return f"{self.course_name} (new)" if self.is_new_course else self.course_name or self.course_id

    def to_json(self) -> str:
        """Return the form that the journal stores: JSON, which later versions may extend."""
        names = {"projectName": self.project_name, "courseName": self.course_name}
        filled = {name: value for name, value in names.items() if value is not None}
        assert not self.is_new_course  # it is made before its rows are enrolled
        return json.dumps({**self.identity, **filled}, separators=(",", ":"))

    def __str__(self) -> str:
        return " / ".join(part for part in (self.project_label, self.course_label) if part) or DEFAULT_PROJECT


@lru_cache(maxsize=4096)
def stored_destination(text: str) -> Destination:
    """Return the destination from the text that `Destination.to_json` returned."""
    fields = json.loads(text)
    names = ("projectId", "projectName", "courseId", "courseName")
    return Destination(*(fields.get(name) for name in names))

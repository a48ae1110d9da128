"""A course that was exported as a folder, for the tests of imports."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.changes.acme import Acme
from workbench.changes.folders.planning import plan_folder
from workbench.changes.folders.scan import scan_folder
from workbench.changes.plan import ChangePlan
from workbench.changes.row import trash_count
from workbench.changes.running import ChangeRun
from workbench.exports.folders.export import export_folder
from workbench.procedures.course import get_course


@dataclass
class Exported:
    """An organization, the ids of a course and of its lessons, and the folder that they were exported to."""

    acme: Acme
    course_id: str
    lesson_ids: list[str]
    folder: Path

    def file(self, place: int) -> Path:
        """The file of a lesson, counted from 0."""
        return sorted(self.folder.glob("sea/[0-9]*.md"))[place]

    def titles(self) -> list[str]:
        """The titles of all lessons of the course in order."""
        return [lesson.title for lesson in self.acme.ana.call(get_course(course_id=self.course_id)).lessons]

    def edit(self, place: int, change: Callable[[str], str]) -> None:
        """Change the text of a lesson's file."""
        path = self.file(place)
        path.write_text(change(path.read_text("utf-8")), "utf-8")

    def plan(self, **more: Any) -> ChangePlan:
        """What importing the folder would change."""
        return plan_folder(scan_folder(self.folder), self.acme.ana.client, **more)

    def run(self, plan: ChangePlan) -> ChangeRun:
        """Make the changes."""
        approval = plan.approve(changes=len(plan.changes), trash=trash_count(plan.rows))
        return ChangeRun(plan, self.acme.ana.client, approval).start()

    def again(self) -> dict[str, bytes]:
        """The course exported again: every file's content, less revisions, by its name."""
        export_folder(self.acme.ana.client, [self.course_id], self.folder, overwrite=True)
        return self.contents()

    def contents(self) -> dict[str, bytes]:
        """Every file's content by its name."""
        return {str(path.relative_to(self.folder)): path.read_bytes() for path in self.folder.rglob("*.md")}


@pytest.fixture
def exported(acme: Acme, tmp_path: Path) -> Exported:
    """Three lessons of a course, exported; each has a heading and a text."""
    course_id, lesson_ids = acme.course("Sea", ["Tides", "Waves", "Sand"])
    folder = tmp_path / "courses"
    export_folder(acme.ana.client, [course_id], folder)
    return Exported(acme, course_id, lesson_ids, folder)

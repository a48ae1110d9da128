"""Lessons and courses as files, as `wb.exports` has them. The rules are those of `workbench.exports`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from workbench.api.content.collection import Collection
from workbench.client.lookups import identify

if TYPE_CHECKING:
    from workbench.exports.files import ExportedFile, Form

Progress = Callable[[int], object]


class Exports(Collection):
    """Exports: lessons and courses are given by id, or by a title that only one has.

    Files are written all or none; `overwrite=True` replaces those of the same names. `progress` is called with the
    number of lessons read so far; what it raises stops the export.
    """

    def lessons(
        self,
        lessons: Sequence[str],
        folder: str | Path,
        *,
        format: Form = "markdown",  # noqa: A002  (as the command calls it)
        overwrite: bool = False,
        progress: Progress | None = None,
    ) -> list[Path]:
        """Write a file for each lesson, Markdown or one HTML page (`format="html"`); their paths.

        >>> [path.name for path in wb.exports.lessons(["Reading a map"], folder)]
        ['reading-a-map.md']
        """
        from workbench.exports.files import export_lessons

        ids = [identify.lesson_id(self._client, self.organization_id, each) for each in _several(lessons)]
        return _written(folder, export_lessons(self._client, ids, format, progress=progress), overwrite=overwrite)

    def courses(
        self,
        courses: Sequence[str],
        folder: str | Path,
        *,
        format: Form = "markdown",  # noqa: A002  (as the command calls it)
        overwrite: bool = False,
        progress: Progress | None = None,
    ) -> list[Path]:
        """Write a file for each course, with all its lessons; their paths. Raises `NotSent` for a course without any.

        >>> [path.name for path in wb.exports.courses(["Reading a map"], folder, format="html")]
        ['reading-a-map.html']
        """
        from workbench.exports.files import export_courses

        ids = [identify.course_id(self._client, self.organization_id, each) for each in _several(courses)]
        return _written(folder, export_courses(self._client, ids, format, progress=progress), overwrite=overwrite)


def _several(things: Sequence[str]) -> Sequence[str]:
    return [things] if isinstance(things, str) else things


def _written(folder: str | Path, files: Sequence[ExportedFile], *, overwrite: bool) -> list[Path]:
    from workbench.exports.written import write_files

    return write_files(Path(folder).expanduser(), files, overwrite=overwrite)

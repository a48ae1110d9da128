"""Lessons and courses as files, as `wb.exports` has them. The rules are those of `workbench.exports`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from workbench.api.arguments import CourseName, LessonName, SeveralCourses, SeveralLessons
from workbench.api.collection import Collection
from workbench.client.lookups import identify
from workbench.client.lookups.identify import IdOrName
from workbench.errors import InputRejected

if TYPE_CHECKING:
    from workbench.exports.documents import Form
    from workbench.exports.folders.export import FolderExport
    from workbench.exports.questions.export import QuestionExport
    from workbench.exports.scorm.options import Completion, Items
    from workbench.exports.scorm.writing import WrittenPackage
    from workbench.exports.written import ExportedFile
    from workbench.exports.xliff.export import XliffExport

Progress = Callable[[int], object]
Contents = CourseName | SeveralCourses
"""Courses and lessons by ids, titles or records, one or several, or a table with `lesson_id` or `course_id`."""


class Exports(Collection):
    """Exports of lessons and courses, given by id or by a unique title.

    Pictures, recordings and files go into the folder `media` next to the documents, small pictures of HTML
    pages into the pages; with `media=False` only their text is written. Either all files are written or none;
    `overwrite=True` replaces files of the same names. `progress` is called with the number of lessons read so
    far; an exception that it raises stops the export.
    """

    def markdown(
        self,
        content: Contents,
        folder: str | Path,
        *,
        published: bool = False,
        media: bool = True,
        overwrite: bool = False,
        progress: Progress | None = None,
    ) -> list[Path]:
        """Write courses and lessons as Markdown to read, a file each; their paths. See `courses` for `published`.

        >>> [path.name for path in wb.exports.markdown(["Reading a map"], folder / "plain")]
        ['reading-a-map.md']
        """
        write = partial(self.write, content, folder, format="markdown", overwrite=overwrite, progress=progress)
        return [made.path for made in write(published=published, media=media)]

    def html(
        self,
        content: Contents,
        folder: str | Path,
        *,
        published: bool = False,
        media: bool = True,
        overwrite: bool = False,
        progress: Progress | None = None,
    ) -> list[Path]:
        """Write courses and lessons as HTML pages, a file each; their paths. See `courses` for `published`.

        >>> [path.name for path in wb.exports.html(["Reading a map"], folder / "pages")]
        ['reading-a-map.html']
        """
        write = partial(self.write, content, folder, format="html", overwrite=overwrite, progress=progress)
        return [made.path for made in write(published=published, media=media)]

    def lessons(
        self,
        lessons: LessonName | SeveralLessons,
        folder: str | Path,
        *,
        format: Form = "markdown",  # noqa: A002  (as the command calls it)
        media: bool = True,
        overwrite: bool = False,
        progress: Progress | None = None,
    ) -> list[Path]:
        """Write a file for each lesson, Markdown or one HTML page (`format="html"`); their paths.

        >>> [path.name for path in wb.exports.lessons(["Reading a map"], folder)]
        ['reading-a-map.md']
        """
        from workbench.exports.documents import export_lessons

        ids = [
            identify.lesson_id(self._client, self.organization_id, lesson)
            for lesson in identify.several("lesson", lessons)
        ]
        files = export_lessons(self._client, ids, format, has_media=media, progress=progress)
        return _write_files(folder, files, overwrite=overwrite)

    def courses(
        self,
        courses: CourseName | SeveralCourses,
        folder: str | Path,
        *,
        format: Form = "markdown",  # noqa: A002  (as the command calls it)
        media: bool = True,
        published: bool = False,
        overwrite: bool = False,
        progress: Progress | None = None,
    ) -> list[Path]:
        """Write a file for each course, with all its lessons, and return the paths.

        Raises `NotSent` for a course without lessons. `published=True` writes what learners see: the current
        publication, without notes for authors; it raises `NotFound` for a course without a publication. HTML
        has the organization's theme, and says who wrote and approved each lesson.

        >>> [path.name for path in wb.exports.courses(["Reading a map"], folder, format="html")]
        ['reading-a-map.html']
        """
        from workbench.exports.documents import export_courses

        ids = [
            identify.course_id(self._client, self.organization_id, course)
            for course in identify.several("course", courses)
        ]
        files = export_courses(self._client, ids, format, is_published=published, has_media=media, progress=progress)
        return _write_files(folder, files, overwrite=overwrite)

    def folder(
        self,
        content: Contents | None,
        folder: str | Path,
        *,
        overwrite: bool = False,
        media: bool = True,
        progress: Progress | None = None,
    ) -> FolderExport:
        """Write courses as folders of Markdown files with ids, to be edited and imported again.

        Each course becomes a folder with a file for each lesson, and pictures and recordings in `media`;
        `folder` may be a ZIP archive, `courses.zip`. `wb.changes.import_folder(folder)` takes edits back.
        `content` are courses, or some lessons of them; `None` is every course. `overwrite=True` rewrites an
        existing course folder and removes the files of deleted lessons. `media=False` does not write pictures,
        recordings and files.

        >>> wb.exports.folder("Reading a map", folder / "courses").lessons
        1
        """
        made: FolderExport = next(
            self.write(content, folder, format="folder", media=media, overwrite=overwrite, progress=progress)
        )
        return made

    def xliff(
        self,
        content: Contents,
        to: str | Path,
        *,
        language: str,
        overwrite: bool = False,
        progress: Progress | None = None,
    ) -> XliffExport:
        """Write courses and lessons for translators, as one XLIFF 2.0 file with the translations that there are.

        `wb.changes.import_xliff(file)` imports it again. `content` are ids or titles, a course's before a lesson's;
        `to` is a file or an existing folder, `language` a code such as `"FR"`. The result has `path`, `lessons`,
        `texts`, `untranslated` and `stale` (numbers of texts), and `left_out`: lessons, each with the reason. Needs the
        extra `xliff`. Raises `NotSent` if there is nothing to translate.

        >>> made = wb.exports.xliff("Reading a map", folder / "map.xlf", language="FR")
        >>> made.lessons, made.texts == made.untranslated
        (1, True)
        """
        made: XliffExport = next(
            self.write(content, to, format="xliff", language=language, overwrite=overwrite, progress=progress)
        )
        return made

    def scorm12(
        self,
        courses: CourseName | SeveralCourses,
        to: str | Path,
        *,
        pass_mark: int | None = 80,
        complete: Completion = "seen",
        items: Items = "course",
        published: bool = False,
        media: bool = True,
        overwrite: bool = False,
        progress: Progress | None = None,
    ) -> list[WrittenPackage]:
        """Write a SCORM 1.2 package for each course, with the organization's theme.

        `to` is a folder, or for one course its file (`course.zip`). `pass_mark` is the percentage of correct answers
        needed to pass; with None nobody fails. A package is complete when all pages were seen (`complete="seen"`),
        when all questions were answered too (`"answered"`), or when it was passed (`"passed"`). `items="lessons"`
        makes an item of each lesson, with its own status. `published=True` takes the current publication, as learners
        see it; else lessons are as they are now, without notes for authors. Each package is whole or not there;
        `progress` as for files.

        >>> [package] = wb.exports.scorm12("Reading a map", folder)
        >>> package.path.name, package.lessons
        ('reading-a-map.zip', 1)
        """
        write = partial(self.write, courses, to, format="scorm12", overwrite=overwrite, progress=progress)
        return [*write(pass_mark=pass_mark, complete=complete, items=items, published=published, media=media)]

    def scorm2004(
        self,
        courses: CourseName | SeveralCourses,
        to: str | Path,
        *,
        pass_mark: int | None = 80,
        complete: Completion = "seen",
        items: Items = "course",
        published: bool = False,
        media: bool = True,
        overwrite: bool = False,
        progress: Progress | None = None,
    ) -> list[WrittenPackage]:
        """Write a SCORM 2004 4th Edition package for each course, as `scorm12` does.

        >>> [package] = wb.exports.scorm2004("Reading a map", folder / "course.zip", pass_mark=60)
        >>> package.path.name
        'course.zip'
        """
        write = partial(self.write, courses, to, format="scorm2004", overwrite=overwrite, progress=progress)
        return [*write(pass_mark=pass_mark, complete=complete, items=items, published=published, media=media)]

    def gift(
        self,
        content: Contents,
        to: str | Path,
        *,
        overwrite: bool = False,
        progress: Progress | None = None,
    ) -> QuestionExport:
        """Write the questions of courses and lessons as one GIFT file.

        `content` are ids or titles, a course's before a lesson's; `to` is a file or an existing folder. The result has
        `path`, `questions` (their number) and `left_out`: the blocks that GIFT cannot represent, each with its reason.
        Raises `NotSent` if there is no question.

        >>> course = wb.courses.add_example()
        >>> made = wb.exports.gift(course.course_id, folder / "bank.gift")
        >>> made.questions, [each.type for each in made.left_out]
        (7, ['keyTerms', 'fillIn'])
        """
        made: QuestionExport = next(self.write(content, to, format="gift", overwrite=overwrite, progress=progress))
        return made

    def moodle_xml(
        self,
        content: Contents,
        to: str | Path,
        *,
        overwrite: bool = False,
        progress: Progress | None = None,
    ) -> QuestionExport:
        """Write them for Moodle's question bank, with categories, feedback and ids. Else as `gift`.

        >>> course = wb.courses.add_example()
        >>> wb.exports.moodle_xml(course.course_id, folder / "bank.xml").questions
        8
        """
        made: QuestionExport = next(
            self.write(content, to, format="moodle-xml", overwrite=overwrite, progress=progress)
        )
        return made

    def qti(
        self,
        content: Contents,
        to: str | Path,
        *,
        overwrite: bool = False,
        progress: Progress | None = None,
    ) -> QuestionExport:
        """Write them as a package of QTI 2.1: an item for each question, a section for each lesson. Else as `gift`.

        >>> course = wb.courses.add_example()
        >>> wb.exports.qti(course.course_id, folder / "bank.zip").questions
        8
        """
        made: QuestionExport = next(self.write(content, to, format="qti", overwrite=overwrite, progress=progress))
        return made

    def anki(
        self,
        content: Contents,
        to: str | Path,
        *,
        overwrite: bool = False,
        progress: Progress | None = None,
    ) -> QuestionExport:
        """Write questions and key terms as a deck of cards for Anki; an edit keeps the learning progress.

        Otherwise as `gift`.

        Needs the extra `anki`. `questions` counts notes.

        >>> course = wb.courses.add_example()
        >>> wb.exports.anki(course.course_id, folder / "bank.apkg").questions
        10
        >>> wb.courses.delete(course.title).lesson_count
        1
        """
        made: QuestionExport = next(self.write(content, to, format="anki", overwrite=overwrite, progress=progress))
        return made

    def write(
        self,
        content: Contents | None,
        to: str | Path,
        *,
        format: str,  # noqa: A002  (as the command calls it)
        overwrite: bool = False,
        progress: Progress | None = None,
        **options: Any,
    ) -> Iterator[Any]:
        """Write courses and lessons in a format by its name, with its options; yield each result.

        Each result has `path`, `summary()`, and `facts()` for programs. Files are written while you iterate: `list(…)`
        writes all. `content=None` is every course, if the format accepts that. Raises as the method of the format's
        name.

        >>> [made.summary() for made in wb.exports.write("Reading a map", folder / "map.zip", format="folder")]
        ['1 course, 1 lesson']
        """
        from workbench.exports.formats import find_format

        form = find_format(format)
        if content is None and not form.takes_all:
            raise InputRejected(f"Name the courses or lessons that become {form.label}.")
        ids = None if content is None else [self._content_id(wanted) for wanted in _several(content)]
        path = Path(to).expanduser()
        yield from form.write(self._client, ids, path, overwrite=overwrite, progress=progress, **options)

    def _content_id(self, wanted: IdOrName) -> str:
        return identify.course_or_lesson_id(self._client, self.organization_id, wanted)


def _several(content: Any) -> list[Any]:
    """Return the given courses and lessons; a table or record with `lesson_id` means its lessons."""
    names = getattr(content, "columns", ())
    kind = "lesson" if "lesson_id" in names or identify.is_one("lesson", content) else "course"
    return identify.several(kind, content)


def _write_files(folder: str | Path, files: Sequence[ExportedFile], *, overwrite: bool) -> list[Path]:
    from workbench.exports.written import write_files

    return [made.path for made in write_files(Path(folder).expanduser(), files, overwrite=overwrite)]

"""`workbench export`: lessons and courses as files, packages for learning systems, or their questions as one file."""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable
from functools import partial
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Final

from workbench.cli.interrupts import stoppable
from workbench.cli.output import UsageError, note, say, say_json
from workbench.exports.scorm.options import COMPLETIONS, ITEMS, PASS_MARK, STANDARDS

if TYPE_CHECKING:
    from workbench.client.lookups.targets import Target
    from workbench.client.sync import Client
    from workbench.exports.files import ExportedFile

_ID: Final = re.compile("[0-9a-z]{25}")
QUESTION_FORMATS: Final = ("gift", "moodle-xml", "qti", "anki")
"""The questions of all that is given, in one file."""
XLIFF: Final = "xliff"
FORMATS: Final = ("markdown", "html", *STANDARDS, *QUESTION_FORMATS, XLIFF)


def arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    parser.add_argument(
        "ids",
        nargs="*",
        metavar="ID",
        help="ids of lessons and courses; each becomes one file, the questions of all together one; behind --format "
        "markdown also the folder or ZIP archive for a round trip (as --editable --to), without ids of all courses",
    )
    parser.add_argument("--published", action="store_true", help="courses as learners see them, not as they are now")
    parser.add_argument(
        "--format",
        choices=FORMATS,
        help="markdown, html, a package for a learning system, a bank of questions or cards, or xliff for translators "
        "(default: markdown)",
    )
    parser.add_argument(
        "--to",
        metavar="FOLDER",
        help="where the files go (default: here); for one package, a bank or XLIFF its file too",
    )
    parser.add_argument(
        "--editable",
        action="store_true",
        help="Markdown with ids, a folder a course, or all of it a ZIP: edit it, then `workbench import`; no ids: all",
    )
    parser.add_argument("--language", metavar="CODE", help="of XLIFF, the language to translate into, such as FR")
    parser.add_argument("--without-media", action="store_true", help="leave out pictures, recordings and files")
    parser.add_argument("--overwrite", action="store_true", help="write over files of the same names")
    parser.set_defaults(more_words="ids")
    _package_arguments(parser)


def _package_arguments(parser: argparse.ArgumentParser) -> None:
    packages = parser.add_argument_group("packages for learning systems")
    mark = packages.add_mutually_exclusive_group()
    mark.add_argument(
        "--pass-mark",
        type=int,
        metavar="PERCENT",
        default=PASS_MARK,
        help=f"right questions that pass (default: {PASS_MARK})",
    )
    mark.add_argument(
        "--no-pass-mark", action="store_const", dest="pass_mark", const=None, help="nobody passes or fails"
    )
    packages.add_argument(
        "--complete",
        choices=COMPLETIONS,
        default="seen",
        help="complete when all pages were seen, when all questions were answered too, or when passed (default: seen)",
    )
    packages.add_argument(
        "--items",
        choices=ITEMS,
        default="course",
        help="one item in the learning system's outline, or one for each lesson (default: course)",
    )


def run(chosen: argparse.Namespace) -> int:
    """Read, make the files, write them; print their paths. A package is written when it was read, and then the next."""
    _find_folder(chosen)
    if chosen.published and (chosen.editable or chosen.format in (*QUESTION_FORMATS, XLIFF)):
        raise UsageError("--published goes with --format markdown, html, scorm12 or scorm2004. Nothing was written.")
    if (chosen.format == XLIFF) != (chosen.language is not None):
        raise UsageError("--language goes with --format xliff, which needs it: the language to translate into.")
    if chosen.editable:
        return _export_folder(chosen)
    if chosen.format == XLIFF:
        return _export_xliff(chosen)
    if chosen.format in QUESTION_FORMATS:
        return _export_questions(chosen)
    if chosen.format in STANDARDS:
        return _run_packages(chosen)
    from workbench.api.connect import connect
    from workbench.client.lookups.targets import find_targets
    from workbench.exports.written import write_files

    with stoppable("lessons read") as progress:
        with connect() as workbench:
            files = _read(workbench.client, find_targets(workbench.client, chosen.ids), chosen, progress)
        paths = write_files(Path(chosen.to).expanduser(), files, overwrite=chosen.overwrite)
    if chosen.as_json:
        say_json([str(path) for path in paths])
    else:
        for path in paths:
            say(str(path))
    return 0


def _find_folder(chosen: argparse.Namespace) -> None:
    """Settle what was left open: `--format markdown FOLDER` is a round trip, as `--editable --to FOLDER` is."""
    ids = list(chosen.ids)
    if chosen.format == "markdown" and chosen.to is None and ids and not _ID.fullmatch(ids[-1]):
        chosen.to, chosen.editable = ids.pop(), True
    chosen.ids, chosen.format, chosen.to = ids, chosen.format or "markdown", chosen.to or "."
    if not ids and not chosen.editable:
        raise UsageError("Name lessons or courses by their ids, or export all: workbench export --editable --to FOLDER")


def _read(
    client: Client, targets: list[Target], chosen: argparse.Namespace, progress: Callable[[int], object]
) -> list[ExportedFile]:
    from workbench.exports.files import export_courses, export_lessons, with_unique_names

    _check_published(targets, chosen)
    export = partial(export_courses, is_published=chosen.published)
    files: list[ExportedFile] = []
    for kind, some in groupby(targets, key=lambda each: each.kind):
        ids, has_media = [each.id for each in some], not chosen.without_media
        make = export if kind == "course" else export_lessons
        files += make(client, ids, chosen.format, has_media=has_media, progress=progress)
    return with_unique_names(files)


def _check_published(targets: list[Target], chosen: argparse.Namespace) -> None:
    if chosen.published and any(each.kind != "course" for each in targets):
        raise UsageError("--published is about courses: they are published, not lessons alone. Nothing was written.")


def _run_packages(chosen: argparse.Namespace) -> int:
    from workbench.api.connect import connect
    from workbench.client.lookups.targets import find_targets
    from workbench.exports.scorm.options import PackageOptions
    from workbench.exports.scorm.writing import export_packages

    options = PackageOptions(chosen.pass_mark, chosen.complete, chosen.items)
    written = []
    stopped = "Stopped. Packages that were named are whole; no half one was left."
    with stoppable("lessons read", message=stopped) as progress, connect() as workbench:
        targets = find_targets(workbench.client, chosen.ids)
        _check_published(targets, chosen)
        for each in export_packages(
            workbench.client,
            targets,
            chosen.format,
            Path(chosen.to).expanduser(),
            options,
            is_published=chosen.published,
            has_media=not chosen.without_media,
            overwrite=chosen.overwrite,
            progress=progress,
        ):
            written.append(each)
            if not chosen.as_json:
                say(str(each.path))
            for sentence in each.notes:
                note(f"{each.title}: {sentence}")
    if chosen.as_json:
        say_json([each.facts() for each in written])
    return 0


def _export_questions(chosen: argparse.Namespace) -> int:
    from workbench.api.connect import connect
    from workbench.exports.questions.export import export_questions

    to = Path(chosen.to).expanduser()
    with stoppable("lessons read") as progress, connect() as workbench:
        made = export_questions(
            workbench.client, chosen.ids, chosen.format, to, overwrite=chosen.overwrite, progress=progress
        )
    if chosen.as_json:
        left_out = [
            {"lessonId": each.lesson_id, "blockId": each.block_id, "type": each.type, "reason": each.reason}
            for each in made.left_out
        ]
        say_json({"path": str(made.path), "questions": made.questions, "leftOut": left_out})
    else:
        say(str(made))
    return 0


def _export_xliff(chosen: argparse.Namespace) -> int:
    from workbench.api.connect import connect
    from workbench.exports.xliff.export import export_xliff

    to = Path(chosen.to).expanduser()
    with stoppable("lessons read") as progress, connect() as workbench:
        made = export_xliff(
            workbench.client, chosen.ids, chosen.language, to, overwrite=chosen.overwrite, progress=progress
        )
    if chosen.as_json:
        facts = {"path": str(made.path), "language": made.language, "lessons": made.lessons, "texts": made.texts}
        left_out = [{"title": title, "reason": reason} for title, reason in made.left_out]
        say_json(facts | {"untranslated": made.untranslated, "stale": made.stale, "leftOut": left_out})
    else:
        say(str(made))
    return 0


def _export_folder(chosen: argparse.Namespace) -> int:
    if chosen.format != "markdown":
        raise UsageError(f"--editable goes with Markdown, not with {chosen.format}. Nothing was written.")
    from workbench.api.connect import connect
    from workbench.exports.folders.export import export_folder

    folder = Path(chosen.to).expanduser()
    with stoppable("lessons read") as progress, connect() as workbench:
        made = export_folder(
            workbench.client,
            chosen.ids or None,
            folder,
            overwrite=chosen.overwrite,
            has_media=not chosen.without_media,
            progress=progress,
        )
    if chosen.as_json:
        facts = {"folder": str(made.folder), "courses": made.courses, "lessons": made.lessons, "media": made.media}
        say_json(facts | {"removed": [str(each) for each in made.removed]})
    else:
        say(
            f"{made.folder}: {_counted(made.courses, 'course')}, {_counted(made.lessons, 'lesson')}"
            f"{', ' + _counted(made.media, 'picture or file') if made.media else ''}. "
            f"To take edits back: workbench import {made.folder}"
        )
    return 0


def _counted(number: int, noun: str) -> str:
    several = noun.replace("picture", "pictures") if " or " in noun else noun
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {several}s"

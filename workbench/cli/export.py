"""`workbench export`: lessons and courses as files of their own, Markdown or one HTML page each."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from workbench.cli.interrupts import stoppable
from workbench.cli.output import say, say_json

if TYPE_CHECKING:
    from workbench.client.sync import Client
    from workbench.exports.files import ExportedFile

FORMATS = ("markdown", "html")


def arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    parser.add_argument("ids", nargs="+", metavar="ID", help="ids of lessons, or of courses with --courses")
    parser.add_argument("--courses", action="store_true", help="the ids are those of courses; each becomes one file")
    parser.add_argument(
        "--format", choices=FORMATS, default="markdown", help="the form of the files (default: markdown)"
    )
    parser.add_argument("--to", metavar="FOLDER", default=".", help="where the files go (default: here)")
    parser.add_argument("--overwrite", action="store_true", help="write over files of the same names")


def run(chosen: argparse.Namespace) -> int:
    """Read, make the files, write them all or none; print their paths."""
    from workbench.api.connect import connect
    from workbench.exports.written import write_files

    with stoppable("lessons read") as progress:
        with connect() as workbench:
            files = _read(workbench.client, chosen, progress)
        paths = write_files(Path(chosen.to).expanduser(), files, overwrite=chosen.overwrite)
    if chosen.as_json:
        say_json([str(path) for path in paths])
    else:
        for path in paths:
            say(str(path))
    return 0


def _read(client: Client, chosen: argparse.Namespace, progress: Callable[[int], object]) -> list[ExportedFile]:
    from workbench.exports.files import export_courses, export_lessons

    export = export_courses if chosen.courses else export_lessons
    return export(client, chosen.ids, chosen.format, progress=progress)

"""`workbench export`: lessons and courses as files of their own, Markdown or one HTML page each."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from workbench.cli.output import Refused, say, say_json

if TYPE_CHECKING:
    from workbench.client.sync import Client
    from workbench.exports.files import Exported, Form

FORMS = ("markdown", "html")


def arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    parser.add_argument("ids", nargs="+", metavar="ID", help="ids of lessons, or of courses with --courses")
    parser.add_argument("--courses", action="store_true", help="the ids are those of courses; each becomes one file")
    parser.add_argument("--form", choices=FORMS, default="markdown", help="what is written (default: markdown)")
    parser.add_argument("--to", metavar="FOLDER", default=".", help="where the files go (default: here)")
    parser.add_argument("--overwrite", action="store_true", help="write over files of the same names")


def run(chosen: argparse.Namespace) -> int:
    """Read, make the files, write them all or none; print their paths."""
    from workbench.connect import connect

    with connect() as workbench:
        files = _read(workbench.client, chosen.ids, chosen.form, are_courses=chosen.courses)
    folder = Path(chosen.to).expanduser()
    paths = [folder / each.name for each in files]
    there = [path for path in paths if path.exists()]
    if there and not chosen.overwrite:
        raise Refused(f"{there[0]} is there already. Nothing was written; --overwrite replaces it.")
    folder.mkdir(parents=True, exist_ok=True)
    for path, each in zip(paths, files, strict=True):
        path.write_text(each.text, encoding="utf-8", newline="\n")
    if chosen.as_json:
        say_json([str(path) for path in paths])
    else:
        for path in paths:
            say(str(path))
    return 0


def _read(client: Client, ids: list[str], form: Form, *, are_courses: bool) -> list[Exported]:
    from workbench.exports.files import export_courses, export_lessons

    return export_courses(client, ids, form) if are_courses else export_lessons(client, ids, form)

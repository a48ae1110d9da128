"""How the commands speak: lines and tables for people, JSON for programs, one line for what went wrong."""

from __future__ import annotations

import argparse
import csv
import io
import json
import os
import shutil
import sys
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

_LOUDNESS: Final = {"quiet": False}


class UsageError(Exception):
    """The command was used wrongly; the message is the one line that is printed. Exit code 2."""

    def __init__(self, message: str) -> None:
        self.message = message
        super().__init__(message)


def ask_for_number(what: str, number: int, *, unasked: str) -> None:
    """Let a person at a terminal type a number of what is to be done. Raises `UsageError` for anything else.

    `unasked` is what to do where nobody can be asked.
    """
    if not sys.stdin.isatty():
        raise UsageError(f"{what} {unasked}")
    typed = input(f"{what} Type {number:,} to go on: ").strip().replace(",", "")
    if typed != str(number):
        raise UsageError("Nothing was changed.")


def add_yes_option(parser: argparse.ArgumentParser) -> None:
    """Add `--yes` to a command that asks with `confirm` before it does anything."""
    parser.add_argument("--yes", action="store_true", help="do it without being asked")


def confirm(chosen: argparse.Namespace, what: str, number: int) -> None:
    """Let a person approve how many things are changed, unless `--yes` did. Raises `UsageError` where they do not."""
    if not chosen.yes:
        ask_for_number(what, number, unasked="To do it: --yes.")


def say(text: str) -> None:
    """One line on standard output."""
    print(text, flush=True)


def say_json(value: object) -> None:
    """A JSON value on standard output, a document of its own."""
    from workbench.client.sanitize import harmless_json

    print(harmless_json(json.dumps(value, ensure_ascii=False, indent=2)), flush=True)


def answer(chosen: argparse.Namespace, facts: Mapping[str, object], sentence: str) -> int:
    """Print `facts` as JSON with `--json`, else the sentence; exit code 0."""
    if chosen.as_json:
        say_json(facts)
    else:
        say(sentence)
    return 0


def complain(text: str, *, exit_code: int, as_json: bool = False, **facts: object) -> int:
    """One line on standard error, as JSON an object `error` with what else is known; the exit code."""
    message = " ".join(text.split())
    if as_json:
        known = {name: value for name, value in facts.items() if value is not None}
        error = {"error": {"message": message, "exitCode": exit_code, **known}}
        print(json.dumps(error, ensure_ascii=False), file=sys.stderr, flush=True)
    else:
        print(f"workbench: {message}", file=sys.stderr, flush=True)
    return exit_code


def iso(at_ms: int | None) -> str | None:
    """A time in milliseconds since the epoch as programs read it: ISO 8601, UTC."""
    if not at_ms:
        return None
    from datetime import UTC, datetime

    return datetime.fromtimestamp(at_ms / 1000, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def be_quiet(is_quiet: bool) -> None:
    """Whether this process keeps notes and progress to itself, as with `--quiet`."""
    _LOUDNESS["quiet"] = is_quiet


def shows_progress() -> bool:
    """Whether somebody looks on at a terminal, and did not ask for quiet."""
    return sys.stderr.isatty() and not _LOUDNESS["quiet"]


def note(text: str) -> None:
    """One line about how it goes, on standard error, so that standard output stays what was requested."""
    if not _LOUDNESS["quiet"]:
        print(text, file=sys.stderr, flush=True)


def as_invoked() -> str:
    """How to call `workbench` again from here: by its name if that finds it, else by its path."""
    called = Path(sys.argv[0])
    if called.name != "workbench" or shutil.which("workbench"):
        return "workbench"
    return os.path.relpath(called)


def say_table(rows: Iterable[Mapping[str, Any]], columns: Sequence[str], *, longest: int = 60) -> None:
    """A plain table with a column for each name; long and untrusted texts are made fit for a terminal."""
    from workbench.client.sanitize import shown

    found = ([row.get(name) for name in columns] for row in rows)
    cells = [["" if each is None else shown(each, longest=longest) for each in row] for row in found]
    widths = [max([len(name), *(_width(row[at]) for row in cells)]) for at, name in enumerate(columns)]
    for row in [list(columns), *cells]:
        padded = (text + " " * (width - _width(text)) for text, width in zip(row, widths, strict=True))
        say("  ".join(padded).rstrip())


def say_csv(rows: Iterable[Mapping[str, Any]], columns: Sequence[str]) -> None:
    """The same table as CSV: whole texts, none that a spreadsheet would compute, ids and counts as they are."""
    from workbench.reports.files.formula import defused

    text = io.StringIO(newline="")
    lines = csv.writer(text, lineterminator="\r\n")
    lines.writerow(columns)
    for row in rows:
        lines.writerow([defused(each) if isinstance(each, str) else each for each in map(row.get, columns)])
    say_text(text.getvalue())


def say_text(text: str) -> None:
    """A whole text on standard output, as it is; without the mark that files have for spreadsheets."""
    sys.stdout.write(text.removeprefix("\ufeff"))
    sys.stdout.flush()


def _width(text: str) -> int:
    """How many places of a terminal a text takes: Chinese and Japanese signs two, accents of their own none."""
    if text.isascii():
        return len(text)
    marks = sum(unicodedata.category(each) in ("Mn", "Me", "Cf") for each in text)
    return len(text) - marks + sum(unicodedata.east_asian_width(each) in "WF" for each in text)

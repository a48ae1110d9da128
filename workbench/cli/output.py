"""Output of commands: lines and tables for people, JSON for programs, one line for errors."""

from __future__ import annotations

import argparse
import json
import os
import shutil
import sys
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

_LOUDNESS: Final = {"quiet": False}
_FORMAT: Final = {"output": "json"}


DONE, FAILED, WRONG_USE, INTERRUPTED, TERMINATED = 0, 1, 2, 130, 143
EXIT_CODES: Final = {
    DONE: "done",
    FAILED: "failed, completely or in part",
    WRONG_USE: "usage error; nothing was sent",
    INTERRUPTED: "stopped by Ctrl-C",
    TERMINATED: "ended by SIGTERM",
}
"""Exit codes of the commands, and their meaning."""


class UsageError(Exception):
    """The command was used wrongly; the message is the one line that is printed. Exit code 2."""

    def __init__(self, message: str) -> None:
        self.message = message
        super().__init__(message)


def ask_for_number(what: str, number: int, *, unasked: str) -> None:
    """Ask a person at a terminal to type the number of items to change. Raises `UsageError` for anything else.

    `unasked` is what to do if nobody can be asked.
    """
    if not sys.stdin.isatty():
        raise UsageError(f"{what} {unasked}")
    typed = input(f"{what} Type {number:,} to continue: ").strip().replace(",", "")
    if typed != str(number):
        raise UsageError("Nothing was changed.")


def add_yes_option(parser: argparse.ArgumentParser) -> None:
    """Add `--yes` to a command that asks with `confirm` before it does anything."""
    parser.add_argument("--yes", action="store_true", help="don't ask for confirmation")


def confirm(chosen: argparse.Namespace, what: str, number: int) -> None:
    """Ask a person to approve the number of changes, unless `--yes` did. Raises `UsageError` if they don't."""
    if not chosen.yes:
        ask_for_number(what, number, unasked="Use --yes to confirm.")


def say(text: str) -> None:
    """Print a line on standard output."""
    print(text, flush=True)


def answer_as(output: str) -> None:
    """In which form this process gives what programs read: `json`, `ndjson` or `csv`."""
    _FORMAT["output"] = output


def say_json(value: object, columns: Sequence[str] = ()) -> None:
    """Print a value for programs: one JSON document, or its rows one per line or as CSV.

    `columns` are those of a table that may have no rows.
    """
    from workbench.text import harmless_json

    if _FORMAT["output"] == "csv":
        rows = document_rows(value)
        say_csv(_flat(rows), columns or list(dict.fromkeys(name for row in rows for name in row)))
    elif _FORMAT["output"] == "ndjson":
        for row in document_rows(value):
            say(harmless_json(json.dumps(row, ensure_ascii=False)))
    else:
        say(harmless_json(json.dumps(value, ensure_ascii=False, indent=2)))


def document_rows(value: object) -> list[Mapping[str, Any]]:
    """Return the rows of a document: a list's items, those under the name `rows`, or the document as one row."""
    rows = value.get("rows", [value]) if isinstance(value, Mapping) else value
    return [row if isinstance(row, Mapping) else {"value": row} for row in (rows if isinstance(rows, list) else [rows])]


def _flat(rows: Iterable[Mapping[str, Any]]) -> Iterator[dict[str, Any]]:
    for row in rows:
        yield {name: _cell(value) for name, value in row.items()}


def _cell(value: object) -> object:
    """Return a value for one cell: true or false, a list of plain values with commas, nested values as JSON."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list) and not any(isinstance(item, list | dict) for item in value):
        return ", ".join(str(item) for item in value)
    return json.dumps(value, ensure_ascii=False) if isinstance(value, list | dict) else value


def answer(chosen: argparse.Namespace, facts: Mapping[str, object], sentence: str) -> int:
    """Print `facts` as JSON with `--json`, else the sentence; exit code 0."""
    if chosen.as_json:
        say_json(facts)
    else:
        say(sentence)
    return 0


def complain(text: str, *, exit_code: int, as_json: bool = False, **facts: object) -> int:
    """Print a line on standard error, or as JSON an object `error` with details; return the exit code."""
    message = " ".join(text.split())
    if as_json:
        known = {name: value for name, value in facts.items() if value is not None}
        error = {"error": {"message": message, "exitCode": exit_code, **known}}
        print(json.dumps(error, ensure_ascii=False), file=sys.stderr, flush=True)
    else:
        print(f"workbench: {message}", file=sys.stderr, flush=True)
    return exit_code


def iso(at_ms: int | None) -> str | None:
    """Return a time in milliseconds since the epoch as ISO 8601 in UTC, for programs."""
    if not at_ms:
        return None
    from datetime import UTC, datetime

    return datetime.fromtimestamp(at_ms / 1000, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def be_quiet(is_quiet: bool) -> None:
    """Set whether this process suppresses notes and progress, as with `--quiet`."""
    _LOUDNESS["quiet"] = is_quiet


def shows_progress() -> bool:
    """Return whether standard error is a terminal and quiet was not requested."""
    return sys.stderr.isatty() and not _LOUDNESS["quiet"]


def note(text: str) -> None:
    """Print a note on standard error, so that standard output contains only the requested data."""
    if not _LOUDNESS["quiet"]:
        print(text, file=sys.stderr, flush=True)


def as_invoked() -> str:
    """Return how to call `workbench` again from here: by its name if that finds it, else by its path."""
    called = Path(sys.argv[0])
    if called.name != "workbench" or shutil.which("workbench"):
        return "workbench"
    return os.path.relpath(called)


def say_table(rows: Iterable[Mapping[str, Any]], columns: Sequence[str], *, longest: int = 60) -> None:
    """Print a plain table with a column for each name; long and untrusted texts are made safe for a terminal."""
    from workbench.text import display_text

    lists = ([row.get(name) for name in columns] for row in rows)
    cells = [["" if value is None else display_text(value, longest=longest) for value in row] for row in lists]
    widths = [max([len(name), *(_width(row[index]) for row in cells)]) for index, name in enumerate(columns)]
    for row in [list(columns), *cells]:
        padded = (text + " " * (width - _width(text)) for text, width in zip(row, widths, strict=True))
        say("  ".join(padded).rstrip())


def say_csv(rows: Iterable[Mapping[str, Any]], columns: Sequence[str]) -> None:
    """Print the table as CSV: whole texts, no cell that a spreadsheet would compute, ids and counts unchanged."""
    from workbench.spreadsheet_text import csv_text

    say_text(csv_text([columns, *([row.get(name) for name in columns] for row in rows)]))


def say_text(text: str) -> None:
    """Print a whole text on standard output unchanged, without the byte order mark of files for spreadsheets."""
    sys.stdout.write(text.removeprefix("\ufeff"))
    sys.stdout.flush()


def _width(text: str) -> int:
    """Return a text's width in terminal columns: wide East Asian characters take two, combining marks none."""
    if text.isascii():
        return len(text)
    marks = sum(unicodedata.category(character) in ("Mn", "Me", "Cf") for character in text)
    return len(text) - marks + sum(unicodedata.east_asian_width(character) in "WF" for character in text)

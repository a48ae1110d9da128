"""Odd and mutated lists of topics (XLSX, Parquet, text) and Markdown files of lessons with questions, by seed.

Each is read in a copy of this process by the code that reads it on the reader's computer.
"""

from __future__ import annotations

import io
import json
import os
import resource
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random
from typing import Final

import pyarrow
import pyarrow.parquet
import xlsxwriter

from tests.exports.folders.contents import blocks
from tests.faults.imported_files import Case, Outcome, bent, end_after, kind_of
from workbench.bulk.reading.sources import ReadOptions, read_file
from workbench.bulk.reading.topic_columns import ColumnMapping, find_drafts, is_known_name
from workbench.changes.folders.scan import scan_folder
from workbench.errors import PlanRejected
from workbench.exports.folders.course_file import COURSE_FILE, CourseFile, course_text
from workbench.exports.folders.lesson_file import lesson_text

_PROCESSOR_SECONDS: Final = 20
_LESSON: Final = "0" * 25
_ODD: Final = (
    *("", " ", "=1+1", '=HYPERLINK("https://e.org","a")', "@SUM(1)", "+1", "\ufeffTides", "a\x00b", "a\r\nb\rc\nd"),
    *("Ti\u202edes", "\ud800", "e\u0301" * 500, "word " * 20_000, "a" * 200_000, "\t", "\u2028", "'", '"', "--- "),
    *("[" * 5_000, "{" * 5_000, '"' * 2_001, "<!-- block", "```toml", "- [x] right", "- [ ] wrong", "$a$" * 3_000),
)
_COLUMNS: Final = (1, 3, 30, 100_000)
_XLSX_COLUMNS: Final = 16_384


def list_case(seed: int) -> Case:
    """The case of a seed, the same each time."""
    chance = Random(seed)
    kind = seed % 4
    if kind == 3:
        return _lesson_case(seed, chance)
    name, make = _LISTS[kind]
    return bent(seed, name, make(_rows(chance), chance), chance)


def list_outcome(case: Case) -> Outcome:
    """Read the case in a copy of this process. Raises `AssertionError` for an end that is none."""
    with tempfile.TemporaryDirectory() as folder:
        path, said = Path(folder, "course", case.name), Path(folder, "said")
        path.parent.mkdir()
        path.write_bytes(case.data)
        if case.name.endswith(".md"):
            Path(path.parent, COURSE_FILE).write_text(course_text(CourseFile("c" * 25, "Sea", written={_LESSON: 1})))
        child = os.fork()
        if child == 0:
            end_after(partial(_tell, path, said))
        _, status, usage = os.wait4(child, 0)
        facts = f"{case.seed} ({case.name}: {case.made})"
        assert os.WIFEXITED(status) and os.WEXITSTATUS(status) == 0, f"{facts}: it ended with {status}"
        found = json.loads(said.read_text("utf-8"))
    for sentence in found["sentences"]:
        assert "\n" not in sentence and "Traceback" not in sentence and len(sentence) < 700, f"{facts}: {sentence!r}"
    sentence = found["sentences"][0] if found["sentences"] else ""
    kind = kind_of(sentence.removeprefix(case.name).lstrip(": "))
    seconds, megabytes = usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1_000
    return Outcome(facts, kind, seconds, megabytes, found["read"])


def _rows(chance: Random) -> list[list[str]]:
    """A table of topics: a heading, and rows of which some cells are odd."""
    columns = chance.choice(_COLUMNS)
    heading = [chance.choice(("Topic", "Language", "Course", chance.choice(_ODD)))] + [
        f"c{index}" for index in range(1, columns)
    ]
    heading[chance.randrange(len(heading))] = "Topic"
    rows = chance.choice((0, 1, 5, 200)) if columns < 100 else 1
    cells = [[f"Tides {chance.randrange(10**6)}" for _ in heading] for _ in range(rows)]
    for _ in range(chance.choice((0, 1, 1, 5)) if cells else 0):
        row = chance.choice(cells)
        row[chance.randrange(len(row))] = chance.choice(_ODD)
    return [heading, *cells]


def _xlsx(rows: list[list[str]], chance: Random) -> bytes:
    out = io.BytesIO()
    with xlsxwriter.Workbook(out, {"strings_to_formulas": chance.random() < 0.3}) as workbook:
        sheet = workbook.add_worksheet("Topics")
        for number, row in enumerate(rows):
            for index, value in enumerate(row[:_XLSX_COLUMNS]):
                sheet.write(number, index, _storable(value)[:32_767])
    return out.getvalue()


def _parquet(rows: list[list[str]], chance: Random) -> bytes:
    heading, *cells = rows
    names = list(dict.fromkeys(map(_storable, heading)))[:5_000]
    columns: list[pyarrow.Array] = []
    for index, _ in enumerate(names):
        values = [_storable(row[index]) for row in cells]
        chosen = chance.random()
        nested: list[object] = [[value] for value in values]
        columns.append(pyarrow.array(nested if chosen < 0.1 else [None] * len(values) if chosen < 0.2 else values))
    out = io.BytesIO()
    pyarrow.parquet.write_table(pyarrow.table(columns, names=names), out)
    return out.getvalue()


def _text(rows: list[list[str]], chance: Random) -> bytes:
    between, end = chance.choice((",", ";", "\t", "|")), chance.choice(("\n", "\r\n", "\r", "\n\n"))
    text = end.join(between.join(row) for row in rows)
    return chance.choice((b"", b"\xef\xbb\xbf")) + text.encode(
        chance.choice(("utf-8", "utf-8", "utf-16", "cp1252")), "replace"
    )


_LISTS: Final[tuple[tuple[str, Callable[[list[list[str]], Random], bytes]], ...]] = (
    ("topics.xlsx", _xlsx),
    ("topics.parquet", _parquet),
    ("topics.csv", _text),
)


def _lesson_case(seed: int, chance: Random) -> Case:
    """A lesson's file, most of them with odd lines in it."""
    lines = lesson_text(_LESSON, "Tides", "EN", 1, blocks(chance)).split("\n")
    for _ in range(chance.choice((0, 1, 5)) if seed % 25 else 0):
        lines.insert(chance.randrange(len(lines) + 1), chance.choice(_ODD))
    end = chance.choice(("\n", "\n", "\r\n", "\r"))
    data = chance.choice((b"", b"\xef\xbb\xbf")) + end.join(lines).encode("utf-8", "surrogatepass")
    return bent(seed, "01 Tides.md", data, chance)


def _storable(value: str) -> str:
    return value.encode("utf-8", "replace").decode()


def _tell(path: Path, said: Path) -> None:
    resource.setrlimit(resource.RLIMIT_CPU, (_PROCESSOR_SECONDS, _PROCESSOR_SECONDS))
    said.write_text(json.dumps(_read(path)), "utf-8")


def _read(path: Path) -> dict[str, object]:
    try:
        if path.suffix == ".md":
            found = scan_folder(path.parent)
            sentences = [file.problem for file in found.files if file.problem]
            read = [one for file in found.files if file.lesson for one in file.lesson.blocks or ()]
            sentences += [one.problem for one in read if one.problem]
            return {"sentences": sentences, "read": sum(not one.problem for one in read)}
        table = read_file(path, ReadOptions(), is_known_name)
        drafts = find_drafts(table, ColumnMapping(), wants_language=False)
    except PlanRejected as refused:
        return {"sentences": [str(refused)], "read": 0}
    return {"sentences": [], "read": len(drafts)}

"""Mutated files of every format that is imported, by seed, and the outcome of one: read, or refused in one sentence.

Each is read by the code of the process that reads files, under its limits, in a copy of this process: a fork is made in
milliseconds, where a new process needs a second.
"""

from __future__ import annotations

import io
import json
import os
import random
import signal
import sys
import tempfile
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any, Final, NoReturn

from tests.imports.reading.round_trips import random_bank, written
from workbench.child_process import limit_itself
from workbench.documents.child import print_lines
from workbench.documents.file_kind import FileRefused
from workbench.documents.office import DAMAGED
from workbench.documents.process import unless_refused
from workbench.imports.reading import docx, gift, moodle_xml, pptx
from workbench.imports.reading.file_kind import read_lines
from workbench.imports.reading.process import LIMITS, collect

FILES: Final = Path(__file__).parents[1] / "imports" / "reading" / "files"
SOURCES: Final = Path(__file__).parents[1] / "documents" / "files"
READERS: Final = (docx, gift, moodle_xml, pptx)
"""Imported before a fork is made, which then has them."""
MOST_SECONDS: Final = 5.0
MOST_MEGABYTES: Final = 200
_WORDS: Final = (
    *(b"<w:p>", b"</w:p>", b"<w:tbl>", b"<w:tr><w:tc>", b"</a:t>", b"<m:oMath>", b"<!DOCTYPE a [<!ENTITY b 'c'>]>"),
    *(b"{", b"}", b"=", b"~", b"->", b"%50%", b"####", b"::", b"\\", b"<question type='essay'>", b"]]>", b"<![CDATA["),
    *(b"\x00", b"\xff\xfe", b"\xe2\x80\xae", b"{1:SHORTANSWER:=", b"</questiontext>", b"$CATEGORY: ", b"\xed\xa0\x80"),
    *(b'w:val="999999999999"', b'r:embed="rId1"', b'TargetMode="External"', b"&#0;", b"&#x1F600;", b"<br>" * 50),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Case:
    """One file: its name, its bytes, and how it was made."""

    seed: int
    name: str
    data: bytes
    made: str


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome of a case: `sentence` is empty for one that was read, else why it was refused."""

    case: str
    sentence: str
    seconds: float
    megabytes: float
    lessons: int = 0


def case_of(seed: int) -> Case:
    """The case of a seed, the same each time."""
    chance = random.Random(seed)
    name, data = _valid(chance, seed)
    case = bent(seed, name, data, chance)
    if seed % 25 and chance.random() < 0.05:
        return replace(case, name=chance.choice(("a.docx", "a.pptx", "a.gift", "a.xml", "a.txt", "a")))
    return case


def bent(seed: int, name: str, data: bytes, chance: random.Random) -> Case:
    """The case of a file: bent in one way or several, every twenty-fifth as it is."""
    if seed % 25 == 0:
        return Case(seed, name, data, "as it is")
    bends = [chance.choice(_BENDS) for _ in range(chance.choice((1, 1, 2, 4)))]
    for bend in bends:
        data = bend(data, chance)
    return Case(seed, name, data, ", ".join(bend.__name__.strip("_") for bend in bends))


def _valid(chance: random.Random, seed: int) -> tuple[str, bytes]:
    kind = seed % 4
    if kind < 2:
        return chance.choice(_OFFICE)
    form = ("gift", "xml")[kind - 2]
    return f"bank.{form}", written(random_bank(seed, count=chance.randint(1, 12)), form)[1]


_OFFICE: Final = tuple(
    (path.name, path.read_bytes())
    for folder in (FILES, SOURCES)
    for path in sorted(folder.iterdir())
    if path.suffix in (".docx", ".pptx")
)


def _flipped(data: bytes, chance: random.Random) -> bytes:
    found = bytearray(data)
    for _ in range(chance.choice((1, 5, 50))):
        if found:
            found[chance.randrange(len(found))] = chance.randrange(256)
    return bytes(found)


def _cut(data: bytes, chance: random.Random) -> bytes:
    return data[: chance.randrange(len(data) + 1)]


def _spliced(data: bytes, chance: random.Random) -> bytes:
    start, end = sorted((chance.randrange(len(data) + 1), chance.randrange(len(data) + 1)))
    at = chance.randrange(len(data) + 1)
    return data[:at] + data[start : start + min(end - start, 5_000)] + data[at:]


def _with_words(data: bytes, chance: random.Random) -> bytes:
    for _ in range(chance.choice((1, 3, 20))):
        at = chance.randrange(len(data) + 1)
        data = data[:at] + chance.choice(_WORDS) * chance.choice((1, 1, 1, 300)) + data[at:]
    return data


def _in_parts(data: bytes, chance: random.Random) -> bytes:
    """The parts of an archive bent, dropped, doubled, swapped or blown up; other files as text."""
    if not data.startswith(b"PK"):
        return _with_words(data, chance)
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as packed:
            parts = {member: packed.read(member) for member in packed.namelist()}
    except (*DAMAGED, KeyError):
        return data
    out = io.BytesIO()
    texts = [part for part in parts if part.endswith((".xml", ".rels"))] or list(parts)
    if not texts:
        return data
    chosen = chance.choice(texts)
    action = chance.randrange(7)
    if action == 0:
        parts[chosen] = _flipped(parts[chosen], chance)
    elif action <= 2:
        parts[chosen] = _with_words(parts[chosen], chance)
    elif action == 3:
        del parts[chosen]
    elif action == 4:
        parts[chosen] = parts[chance.choice(list(parts))]
    elif action == 5:
        parts[chosen] += b" " * chance.choice((10_000, 30_000_000, 120_000_000))
    else:
        parts[chance.choice(("../evil", "/etc/x", "word/vbaProject.bin", "a" * 300, "x\u202e"))] = b"x"
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as packed:
        for name, content in parts.items():
            packed.writestr(name, content)
    return out.getvalue()


def _emptied(data: bytes, chance: random.Random) -> bytes:
    return chance.choice((b"", b"PK\x03\x04", b"PK\x05\x06" + bytes(18), b"<quiz/>", b"{}", b"::a::{", bytes(1_000)))


_BENDS: Final = (_flipped, _cut, _spliced, _with_words, _in_parts, _in_parts, _in_parts, _emptied)


def outcome_of(case: Case) -> Outcome:
    """Read the case in a copy of this process. Raises `AssertionError` for an end that is none."""
    with tempfile.TemporaryFile() as given:
        given.write(case.data)
        given.flush()
        given.seek(0)
        read_end, write_end = os.pipe()
        child = os.fork()
        if child == 0:
            os.close(read_end)
            end_after(partial(_read, given.fileno(), write_end, case.name))
        os.close(write_end)
        with os.fdopen(read_end, "rb") as heard:
            said = heard.read()
        _, status, usage = os.wait4(child, 0)
        return _judged(case, said, status, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1_000)


def end_after(work: Callable[[], None]) -> NoReturn:
    """Do a copy's own part and end it: with 0, or another code where the work raised."""
    code = 70
    try:
        work()
        code = 0
    except BaseException as failed:  # noqa: BLE001  (told to the parent, which fails)
        sys.stderr.write(f"{type(failed).__name__}: {failed}\n")
        sys.stderr.flush()
    finally:
        os._exit(code)


def _read(given: int, said: int, name: str) -> None:
    signal.signal(signal.SIGXCPU, signal.SIG_DFL)
    limit_itself(LIMITS.memory_bytes + _own_bytes(), int(LIMITS.seconds))
    with os.fdopen(given, "rb", closefd=False) as source, os.fdopen(said, "w", encoding="utf-8") as out:
        print_lines(read_lines, source, out, name, {"is_one_lesson": False, "language": "EN"})


def _own_bytes() -> int:
    """The address space that this process has already, which a new one would not have."""
    pages = int(Path("/proc/self/statm").read_text().split()[0])
    return pages * os.sysconf("SC_PAGE_SIZE")


def _judged(case: Case, said: bytes, status: int, seconds: float, megabytes: float) -> Outcome:
    facts = f"{case.seed} ({case.name}: {case.made})"
    assert os.WIFEXITED(status) and os.WEXITSTATUS(status) == 0, f"{facts}: it ended with {status}"
    lines: Iterator[Any] = map(json.loads, said.splitlines())
    try:
        found = collect(case.name, unless_refused(lines))
    except FileRefused as refused:
        sentence = str(refused)
        assert "\n" not in sentence and sentence.rstrip().endswith((".", "”", "”.")), f"{facts}: {sentence!r}"
        assert "Traceback" not in sentence and len(sentence) < 700, f"{facts}: {sentence!r}"
        return Outcome(facts, kind_of(sentence), seconds, megabytes)
    assert found is not None, f"{facts}: it needed more than the limits"
    assert found.lessons and all(lesson.blocks for lesson in found.lessons), facts
    return Outcome(facts, "", seconds, megabytes, len(found.lessons))


def kind_of(sentence: str) -> str:
    """A sentence without what differs from file to file."""
    return sentence.split(":")[0][:60]

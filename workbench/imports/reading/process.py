"""Read a file to import in a separate process, and check its results here.

Pictures wait in a file without a name until they are uploaded.
"""

from __future__ import annotations

import base64
import os
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import IO, Any, Final

from workbench.authoring.content import content_problem
from workbench.authoring.content.media_types import IMAGE
from workbench.documents.file_kind import FileRefused
from workbench.documents.process import Purpose, ReadLimits, opened_file, read_in_process
from workbench.errors import PlanRejected
from workbench.imports.reading.draft import DraftLesson, ImportedBlock, ImportFinding, excerpt
from workbench.imports.reading.file_kind import ImportReading
from workbench.text import display_text

LIMITS: Final = ReadLimits(seconds=30.0, memory_bytes=400_000_000)
MAX_PICTURES_BYTES: Final = 200_000_000
_PURPOSE: Final = Purpose("workbench.imports.reading.file_kind", verb="Import", noun="an import")
_NOTHING: Final = "Nothing was changed."


@dataclass(slots=True)
class Pictures:
    """The pictures of a file by their SHA-256, in a temporary file that is removed when it is no longer used."""

    file: IO[bytes] = field(default_factory=tempfile.TemporaryFile)
    places: dict[str, tuple[int, int]] = field(default_factory=dict)

    def __del__(self) -> None:
        self.file.close()

    def add(self, digest: str, data: bytes) -> None:
        """Append the next bytes of a picture; those of one picture arrive consecutively."""
        end = self.file.seek(0, os.SEEK_END)
        start, size = self.places.get(digest, (end, 0))
        if start + size == end:
            self.file.write(data)
            self.places[digest] = (start, size + len(data))

    def size(self) -> int:
        """Return the total number of bytes."""
        return sum(size for _, size in self.places.values())

    def read(self, digest: str) -> bytes:
        """Return the bytes of a picture."""
        start, size = self.places[digest]
        self.file.seek(start)
        return self.file.read(size)


@dataclass(frozen=True, slots=True)
class ImportedFile:
    """The content read from a file: its lessons with valid blocks, and a finding for everything that is not kept.

    `kind` is such as "Word document"; `title` is that of a course for the lessons, `language` a code or empty.
    """

    name: str
    digest: str
    kind: str
    title: str
    language: str
    lessons: tuple[DraftLesson, ...]
    findings: tuple[ImportFinding, ...]
    more_findings: Mapping[str, int]
    pictures: Pictures = field(compare=False, repr=False)


def read_import(
    source: str | os.PathLike[str] | bytes,
    *,
    file_name: str | None = None,
    is_one_lesson: bool = False,
    language: str | None = None,
    should_stop: Callable[[], bool] = lambda: False,
    limits: ReadLimits = LIMITS,
) -> ImportedFile:
    """Return the lessons of a file, or of bytes from a file called `file_name`.

    `language` is that of the lessons if the file specifies none. Raises `PlanRejected` with one sentence if the
    file cannot be read, needs too much memory or time, changes during reading, or was stopped.
    """
    given = source if isinstance(source, bytes) else Path(source).expanduser()
    name = (file_name or ("file" if isinstance(given, bytes) else given.name))[-300:]
    shown_name = name if isinstance(given, bytes) else str(given)
    try:
        with opened_file(given) as file:
            digest, imported = read_in_process(
                file,
                name,
                _PURPOSE,
                asdict(ImportReading(is_one_lesson, language or "")),
                collect=partial(collect, name),
                should_stop=should_stop,
                limits=limits,
            )
    except FileRefused as refused:
        raise PlanRejected(f"{display_text(shown_name, longest=120)} {refused} {_NOTHING}") from None
    return replace(imported, digest=digest)


def collect(name: str, lines: Iterable[Mapping[str, Any]]) -> ImportedFile | None:
    """Return the result of `file_kind.read_lines` for a file, without its digest; `None` if it breaks off.

    Raises `FileRefused` if no block can be made.
    """
    pictures, lessons, findings = Pictures(), list[DraftLesson](), list[ImportFinding]()
    for line in lines:
        if "picture" in line:
            pictures.add(line["picture"], base64.b64decode(line["data"]))
            if pictures.size() > MAX_PICTURES_BYTES:
                raise FileRefused(f"holds more than {MAX_PICTURES_BYTES // 10**6} MB of pictures. Split it.")
        elif "lesson" in line:
            lessons.append(DraftLesson(line["lesson"]))
        elif "block" in line:
            lessons[-1].blocks.append(ImportedBlock(*line["block"]))
        elif "finding" in line:
            findings.append(ImportFinding(*line["finding"]))
        elif "end" in line:
            end = line["end"]
            checked = [_with_valid_blocks(lesson, findings) for lesson in lessons]
            kept = tuple(lesson for lesson in checked if lesson.blocks)
            if not kept:
                raise FileRefused(f"contains nothing that a lesson could use. {_first(findings)}".strip())
            facts = end["kind"], end["title"], end["language"]
            return ImportedFile(name, "", *facts, kept, tuple(findings), end["more"], pictures)
    return None


def _with_valid_blocks(lesson: DraftLesson, findings: list[ImportFinding]) -> DraftLesson:
    """Return the lesson with those of its blocks that can be made; the others become findings."""
    return DraftLesson(lesson.title, list(_fitting(lesson.blocks, findings)))


def _fitting(blocks: Iterable[ImportedBlock], findings: list[ImportFinding]) -> Iterator[ImportedBlock]:
    for block in blocks:
        content = {**block.content, "asset": "a"} if block.type == IMAGE else block.content
        problem = content_problem(block.type, content)
        if problem is None:
            yield block
        else:
            text = next((value for value in block.content.values() if isinstance(value, str) and value), "")
            findings.append(ImportFinding(block.place, "left out", f"{problem} “{excerpt(text)}”"))


def _first(findings: list[ImportFinding]) -> str:
    return f"{findings[0].place}: {findings[0].text}" if findings else ""

"""Read a file as draft lessons: detect its kind by its first bytes, call its reader, and report in lines."""

from __future__ import annotations

import base64
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import PurePath
from typing import Any, BinaryIO, Final

from workbench.documents.file_kind import (
    PDF_MARK,
    PICTURE,
    POWERPOINT_PART,
    WORD_PART,
    FileRefused,
    archive_kind,
    unreadable_kind,
)
from workbench.documents.office import OfficeFile
from workbench.documents.paragraph import one_line
from workbench.imports.reading.draft import DraftFile
from workbench.patterns import MULTILINE, Pattern

MAX_TEXT_BYTES: Final = 20_000_000
PIECE_BYTES: Final = 49_152
"""Bytes of a picture in one line."""
MAX_DECLARED_BYTES: Final = 300_000_000
KINDS: Final = "Word (.docx), PowerPoint (.pptx), GIFT (.gift, .txt) or Moodle XML (.xml)"
_INSTEAD: Final = {
    "a PDF": ". Import the document that it was made from, or add it as a source",
    PICTURE: ". Upload it as one",
    "an Excel workbook": "; its topics are a list for bulk generation",
    "an OpenDocument file": "; save it as .docx or .pptx",
    "a package of a learning system": ", which cannot be taken apart",
}
_QUESTION: Final = Pattern(r"(?<!\\)\{[^{}]{0,20000}(?<!\\)\}|^\$CATEGORY:", MULTILINE)
_SLASH = Pattern(r"[/\\]")


@dataclass(frozen=True, slots=True)
class ImportReading:
    """Options for reading a file: as one lesson, and the language if the file doesn't say."""

    is_one_lesson: bool = False
    language: str = ""


def read_lines(
    source: BinaryIO, name: str, options: Mapping[str, Any], say: Callable[[dict[str, Any]], object]
) -> None:
    """Read a file in the child process, and yield pictures as they are found, then the result.

    Lines are `{"picture": digest, "data": base64}` in order, `{"lesson": title}` and its `{"block": […]}`,
    `{"finding": […]}`, and last `{"end": {…}}`. `options` are those of `ImportReading`. Raises `FileRefused`.
    """

    def say_picture(digest: str, data: bytes) -> None:
        view = memoryview(data)
        for start in range(0, len(data), PIECE_BYTES):
            say({"picture": digest, "data": base64.b64encode(view[start : start + PIECE_BYTES]).decode()})

    file = DraftFile(name, send_picture=say_picture)
    read_file(source, file, ImportReading(**options))
    for lesson in file.lessons:
        say({"lesson": lesson.title})
        for block in lesson.blocks:
            say({"block": [block.type, block.content, block.place, block.picture, block.is_true_false]})
    for finding in file.findings:
        say({"finding": [finding.place, finding.kind, finding.text]})
    left_out = dict(file.findings_left_out)
    say({"end": {"kind": file.kind, "title": file.title, "language": file.language, "more": left_out}})


def read_file(source: BinaryIO, file: DraftFile, options: ImportReading) -> None:
    """Fill `file` with lessons and findings; its kind is what its bytes say.

    Use nothing of a file that raises `FileRefused`, or an error that `child.damage_as_refusal` turns into one.
    """
    start = source.read(1024)
    source.seek(0)
    if not start.strip():
        raise FileRefused("is empty.")
    what = "a PDF" if start.startswith(PDF_MARK) else unreadable_kind(start)
    if what:
        raise FileRefused(f"is {what}{_INSTEAD.get(what, '')}. An import is {KINDS}.")
    file.language = options.language
    file.title = title_from_file_name(file.name)
    if start.startswith(b"PK"):
        _read_office(source, file, options)
    else:
        _read_questions(source, start, file)
    for lesson in file.lessons:
        if not lesson.blocks and lesson.title:
            file.add_finding(
                "document",
                "empty lesson",
                f"There is nothing below this heading, so it is not a lesson: {lesson.title}",
            )
    file.lessons = [lesson for lesson in file.lessons if lesson.blocks]
    if not file.lessons:
        raise FileRefused("contains nothing that a lesson could use.")


def title_from_file_name(name: str) -> str:
    """Return a title made from the name of a file."""
    words = one_line(PurePath(name).stem.replace("_", " "), 300)
    return words if any(character.isalnum() for character in words) else "Import"


def _read_office(source: BinaryIO, file: DraftFile, options: ImportReading) -> None:
    from workbench.imports.reading import docx, pptx

    office = OfficeFile(source, allows_macros=True)
    declared = office.declared_bytes()
    if declared > MAX_DECLARED_BYTES:
        raise FileRefused(f"unpacks to {declared // 10**6:,} MB; at most {MAX_DECLARED_BYTES // 10**6} are allowed.")
    if any(part.startswith(("/", "\\")) or ".." in _SLASH.split(part) for part in office.parts()):
        raise FileRefused("holds a path that leads out of it, as no Office file does.")
    if WORD_PART in office:
        file.kind = "Word document"
        docx.read_docx(office, file, is_one_lesson=options.is_one_lesson)
    elif POWERPOINT_PART in office:
        file.kind = "PowerPoint presentation"
        pptx.read_pptx(office, file, is_one_lesson=options.is_one_lesson)
    else:
        what = archive_kind(office)
        raise FileRefused(f"is {what}{_INSTEAD.get(what, '')}. An import is {KINDS}.")
    usual = ".docx" if file.kind == "Word document" else ".pptx"
    suffix = PurePath(file.name).suffix.lower()
    if suffix not in (usual, usual.replace("x", "m")):
        file.add_finding("file", "name", f"It is a {file.kind}, despite its name, and was read as one.")


def _read_questions(source: BinaryIO, start: bytes, file: DraftFile) -> None:
    suffix = PurePath(file.name).suffix.lower()
    begin = start.removeprefix(b"\xef\xbb\xbf").replace(b"\x00", b"").lstrip(b"\xff\xfe \t\r\n")
    if begin.startswith(b"<"):
        from workbench.imports.reading.moodle_xml import read_moodle_xml

        if begin[:200].lower().startswith((b"<!doctype html", b"<html")):
            raise FileRefused(f"is a web page. An import is {KINDS}.")
        file.kind = "Moodle XML"
        read_moodle_xml(source, file)
        return
    if suffix in (".docx", ".docm", ".pptx", ".pptm"):
        raise FileRefused(f"is no {suffix[1:].upper()}, despite its name, or its start is missing.")
    text = _decode_text(source)
    if suffix != ".gift" and not _QUESTION.search(text):
        raise FileRefused(f"can't be imported; supported are: {KINDS}.")
    from workbench.imports.reading.gift import read_gift

    file.kind = "GIFT"
    read_gift(text, file)


def _decode_text(source: BinaryIO) -> str:
    data = source.read(MAX_TEXT_BYTES + 1)
    if len(data) > MAX_TEXT_BYTES:
        raise FileRefused(f"is larger than {MAX_TEXT_BYTES // 10**6} MB, which no list of questions is. Split it.")
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        encoding = "utf-16"
    elif b"\x00" in data:
        raise FileRefused(f"contains null bytes: it is not text. An import is {KINDS}.")
    else:
        encoding = "utf-8-sig"
    try:
        return data.decode(encoding)
    except UnicodeDecodeError:
        raise FileRefused("is not UTF-8 text. Save it as UTF-8.") from None

"""The passages that a document is cut into: each has its place, and ends where a sentence ends."""

from __future__ import annotations

import time
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import Any, BinaryIO, Final

from workbench.authoring.characters import is_blank
from workbench.documents.document import read_document
from workbench.documents.file_kind import FileRefused
from workbench.documents.paragraph import Paragraph, clean_text, one_line
from workbench.errors import PlanRejected
from workbench.patterns import Pattern

MIN_PASSAGE_CHARACTERS: Final = 300
MAX_PASSAGE_CHARACTERS: Final = 1_500
MAX_PASSAGES: Final = 20_000
MAX_CHARACTERS: Final = 40_000_000
MAX_PLACE_CHARACTERS: Final = 200
MAX_HEADING_CHARACTERS: Final = 300
_PROGRESS_SECONDS: Final = 0.2
_LONG_ENOUGH_CHARACTERS: Final = 1_000  # a passage of this length ends with its paragraph
_SENTENCE_END: Final = Pattern(r"(?:[.!?…؟।]['\"”’»)\]]*(?=\s))|[。！？]['\"”’」』）]*")
_LINE_END: Final = Pattern(r"(?<!-)\n")
_SPACE: Final = Pattern(r"(?<!-)\s+")  # a word with a hyphen at a line's end continues on the next line


@dataclass(frozen=True, slots=True)
class TextPassage:
    """A passage of a source: its number from 1, the place of its first word, the heading above it and its text."""

    number: int
    place: str
    heading: str | None
    text: str


def read_lines(file: BinaryIO, name: str, options: Mapping[str, Any], emit: Callable[[dict[str, Any]], object]) -> None:
    """Read a document (in a worker process); emit its passages, its progress, and last its media type and notes.

    Lines are `{"passage": [place, heading, text]}`, `{"page": n, "pages": m}`, `{"end": {...}}`. `options` has the
    `encoding`. Raises `FileRefused`.
    """
    shown_at = time.monotonic()

    def say_page(page: int, pages: int) -> None:
        nonlocal shown_at
        if time.monotonic() - shown_at >= _PROGRESS_SECONDS:
            shown_at = time.monotonic()
            emit({"page": page, "pages": pages})

    try:
        document = read_document(file, name, encoding=options["encoding"], on_page=say_page)
    except PlanRejected as refused:  # an encoding problem has its own message
        emit({"rejected": str(refused)})
        return
    is_empty = True
    for passage in cut_passages(document.paragraphs, joiner=document.joiner):
        is_empty = False
        emit({"passage": [passage.place, passage.heading, passage.text]})
    if is_empty:
        raise FileRefused("has no text in it.")
    emit({"end": {"media_type": document.media_type, "notes": document.notes}})


def cut_passages(paragraphs: Iterable[Paragraph], *, joiner: str = "\n\n") -> Iterator[TextPassage]:
    """Return the passages of a file in order, 300 to 1,500 characters each; the last of a section may be shorter.

    A passage ends with a paragraph, else with a sentence, else between two words; only a run of more than 1,500
    characters without a space is cut inside. Raises `FileRefused` if there are more passages than a source may have.
    """
    number = characters = 0
    for _, section in groupby(paragraphs, key=lambda paragraph: paragraph.section):
        for place, heading, text in _section_passages(section, joiner):
            number += 1
            characters += len(text)
            if number > MAX_PASSAGES:
                raise FileRefused(f"is too long for one source: it has more than {MAX_PASSAGES:,} passages. Split it.")
            if characters > MAX_CHARACTERS:
                millions = MAX_CHARACTERS // 10**6
                raise FileRefused(
                    f"is too long for one source: it has more than {millions} million characters. Split it."
                )
            yield TextPassage(number, place, heading, text)


def _section_passages(section: Iterable[Paragraph], joiner: str) -> Iterator[tuple[str, str | None, str]]:
    # One passage is held back, so that a short remainder can be appended to it.
    held: tuple[str, str | None, str] | None = None
    for place, heading, text in _fill_passages(section, joiner):
        if held and len(text) < MIN_PASSAGE_CHARACTERS and len(held[2]) + len(joiner + text) <= MAX_PASSAGE_CHARACTERS:
            held = (held[0], held[1], held[2] + joiner + text)
            continue
        if held:
            yield held
        held = (place, heading, text)
    if held:
        yield held


def _fill_passages(section: Iterable[Paragraph], joiner: str) -> Iterator[tuple[str, str | None, str]]:
    place, heading, text = "", None, ""
    for paragraph in section:
        for piece in _pieces(clean_text(paragraph.text)):
            if is_blank(piece):
                continue
            if text and (
                len(text) >= _LONG_ENOUGH_CHARACTERS or len(text) + len(joiner) + len(piece) > MAX_PASSAGE_CHARACTERS
            ):
                yield place, heading, text
                text = ""
            if text:
                text += joiner + piece
            else:
                place = one_line(paragraph.place, MAX_PLACE_CHARACTERS)
                heading = one_line(paragraph.heading or "", MAX_HEADING_CHARACTERS) or None
                text = piece
    if text:
        yield place, heading, text


def _pieces(text: str) -> Iterator[str]:
    """Return a paragraph in pieces of at most 1,500 characters."""
    begin = 0
    while len(text) - begin > MAX_PASSAGE_CHARACTERS:
        end = _cut_place(text, begin)
        yield text[begin:end].rstrip()
        begin = end
        while begin < len(text) and text[begin].isspace():
            begin += 1
    if begin < len(text):
        yield text[begin:]


def _cut_place(text: str, begin: int) -> int:
    window = text[begin : begin + MAX_PASSAGE_CHARACTERS + 1]
    ends = [match.end() for match in _SENTENCE_END.finditer(window)]
    lines = [match.start() for match in _LINE_END.finditer(window)]
    spaces = [match.start() for match in _SPACE.finditer(window)]
    for places in (ends, lines, spaces):
        fitting = [index for index in places if MIN_PASSAGE_CHARACTERS <= index <= MAX_PASSAGE_CHARACTERS]
        if fitting:
            return begin + fitting[-1]
    end = begin + MAX_PASSAGE_CHARACTERS
    while end > begin + 1 and (unicodedata.combining(text[end]) or text[end] in "\u200d\ufe0f"):
        end -= 1
    return end

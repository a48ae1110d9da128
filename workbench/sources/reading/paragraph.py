"""Paragraphs of a file, and the passages they are cut into: each has its place, and ends where a sentence ends."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from workbench.authoring.characters import is_blank, without_unfit
from workbench.patterns import Pattern

MIN_PASSAGE_CHARACTERS: Final = 300
MAX_PASSAGE_CHARACTERS: Final = 1_500
MAX_PASSAGES: Final = 20_000
MAX_CHARACTERS: Final = 40_000_000
MAX_PLACE_CHARACTERS: Final = 200
MAX_HEADING_CHARACTERS: Final = 300
_ENOUGH: Final = 1_000  # a passage of so many characters ends with its paragraph
_SENTENCE_END: Final = Pattern(r"(?:[.!?…؟।]['\"”’»)\]]*(?=\s))|[。！？]['\"”’」』）]*")
_LINE_END: Final = Pattern(r"(?<!-)\n")
_SPACE: Final = Pattern(r"(?<!-)\s+")  # behind a hyphen at a line's end the word goes on


@dataclass(frozen=True, slots=True)
class Paragraph:
    """One paragraph as the file has it.

    `place` is where it stands ("page 3"), `heading` what it stands under. Paragraphs of one `section` may share a
    passage: those of a page, of a slide, below one heading.
    """

    text: str
    place: str
    heading: str | None = None
    section: int = 0


@dataclass(frozen=True, slots=True)
class TextPassage:
    """A passage of a source: its number from 1, the place of its first word, the heading above it and its text."""

    number: int
    place: str
    heading: str | None
    text: str


TAKES_TOO_LONG: Final = "holds a text that takes too long to be searched. Shorten it, or divide it into several."
"""What follows the name of a file for which a search gave up."""


class FileRefused(ValueError):
    """The file cannot be a source; the message says why, to stand behind the file's name."""


@dataclass(frozen=True, slots=True)
class TextLine:
    """A paragraph or a heading, as it comes in a file."""

    text: str
    place: str
    is_heading: bool = False


def below_headings(lines: Iterable[TextLine]) -> Iterator[Paragraph]:
    """The paragraphs, each below the last heading before it; a heading that has none below it is a paragraph itself.

    A heading without text ends the section before it.
    """
    heading: TextLine | None = None
    section, is_empty = 0, False
    for line in lines:
        if line.is_heading:
            if heading and is_empty:
                yield Paragraph(heading.text, heading.place, heading.text, section)
            heading, is_empty, section = line if line.text else None, True, section + 1
        else:
            is_empty = False
            yield Paragraph(line.text, line.place, heading.text if heading else None, section)
    if heading and is_empty:
        yield Paragraph(heading.text, heading.place, heading.text, section)


def cut_passages(paragraphs: Iterable[Paragraph], *, joiner: str = "\n\n") -> Iterator[TextPassage]:
    """The passages of a file in order, 300 to 1,500 characters each; one that ends its section may be shorter.

    A passage ends with a paragraph, else with a sentence, else between two words; only a run of more than 1,500
    characters without a space is cut inside. Raises `FileRefused` behind the last passage that a source may have.
    """
    number = characters = 0
    for _, section in groupby(paragraphs, key=lambda each: each.section):
        for place, heading, text in _of_section(section, joiner):
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


def clean_text(text: str) -> str:
    """The text as the service keeps it: a space for each character that is not kept (`authoring.characters`).

    Ligatures, soft hyphens and the breaks of lines stay: comparing a quote is the service's work.
    """
    return without_unfit(text.replace("\r\n", "\n").replace("\r", "\n")).strip()


def one_line(text: str, longest: int) -> str:
    """The text on one line, cut with `…` after `longest` characters."""
    line = " ".join(clean_text(text[: longest * 10]).split())
    return line if len(line) <= longest else line[: longest - 1] + "…"


def _of_section(section: Iterable[Paragraph], joiner: str) -> Iterator[tuple[str, str | None, str]]:
    # One passage is held back, so that a short rest can join it.
    held: tuple[str, str | None, str] | None = None
    for place, heading, text in _filled(section, joiner):
        if held and len(text) < MIN_PASSAGE_CHARACTERS and len(held[2]) + len(joiner + text) <= MAX_PASSAGE_CHARACTERS:
            held = (held[0], held[1], held[2] + joiner + text)
            continue
        if held:
            yield held
        held = (place, heading, text)
    if held:
        yield held


def _filled(section: Iterable[Paragraph], joiner: str) -> Iterator[tuple[str, str | None, str]]:
    place, heading, text = "", None, ""
    for paragraph in section:
        for piece in _pieces(clean_text(paragraph.text)):
            if is_blank(piece):
                continue
            if text and (len(text) >= _ENOUGH or len(text) + len(joiner) + len(piece) > MAX_PASSAGE_CHARACTERS):
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
    """A paragraph in pieces of at most 1,500 characters."""
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
    ends = [each.end() for each in _SENTENCE_END.finditer(window)]
    lines = [each.start() for each in _LINE_END.finditer(window)]
    spaces = [each.start() for each in _SPACE.finditer(window)]
    for places in (ends, lines, spaces):
        fitting = [each for each in places if MIN_PASSAGE_CHARACTERS <= each <= MAX_PASSAGE_CHARACTERS]
        if fitting:
            return begin + fitting[-1]
    end = begin + MAX_PASSAGE_CHARACTERS
    while end > begin + 1 and (unicodedata.combining(text[end]) or text[end] in "\u200d\ufe0f"):
        end -= 1
    return end

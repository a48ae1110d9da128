"""Paragraphs of a document with their place and the heading above them, and text that is fit to be kept."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from workbench.authoring.characters import without_unfit


@dataclass(frozen=True, slots=True)
class Paragraph:
    """One paragraph of the file.

    `place` is its position ("page 3"), `heading` the heading above it. Paragraphs of one `section` may share a
    passage: those of a page, of a slide, below one heading.
    """

    text: str
    place: str
    heading: str | None = None
    section: int = 0


@dataclass(frozen=True, slots=True)
class TextLine:
    """A paragraph or a heading, as it comes in a file."""

    text: str
    place: str
    is_heading: bool = False


def below_headings(lines: Iterable[TextLine]) -> Iterator[Paragraph]:
    """Return the paragraphs, each below the last heading before it; a heading without any is a paragraph itself.

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


def clean_text(text: str) -> str:
    """Return the text as the service keeps it: a space for each character that is not kept (`authoring.characters`).

    Ligatures, soft hyphens and the breaks of lines stay: comparing a quote is the service's work.
    """
    return without_unfit(text.replace("\r\n", "\n").replace("\r", "\n")).strip()


def one_line(text: str, longest: int) -> str:
    """Return the text on one line, cut with `…` after `longest` characters."""
    line = " ".join(clean_text(text[: longest * 10]).split())
    return line if len(line) <= longest else line[: longest - 1] + "…"


@dataclass(frozen=True, slots=True)
class TextRun:
    """A piece of text that looks one way. `link` is an address as the file has it; `raw` is Markdown already."""

    text: str
    bold: bool = False
    italic: bool = False
    struck: bool = False
    code: bool = False
    link: str = ""
    raw: bool = False


def plain(runs: Iterable[TextRun]) -> str:
    """Return the words alone, in one line."""
    return " ".join("".join(run.text for run in runs if not run.raw).split())

"""Text and Markdown to paragraphs: blank lines part them, `#` lines and underlined lines are headings."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from workbench.documents.paragraph import Paragraph, TextLine, below_headings
from workbench.patterns import Pattern

_HEADING: Final = Pattern(r" {0,3}#{1,6}[ \t]++(?P<text>.*?)(?:(?<![ \t])[ \t]++#++)?(?:(?<![ \t])[ \t]++)?")
_UNDERLINE: Final = Pattern(r" {0,3}(=+|-+)[ \t]*")
_MAX_HEADING_LINE: Final = 1_000
_FENCE: Final = Pattern(r" {0,3}(?P<fence>`{3,}|~{3,})")


def read_text(text: str) -> Iterator[Paragraph]:
    """Return the paragraphs of plain text; the place of each is its first line."""
    for number, lines in _blocks(text):
        yield Paragraph("\n".join(lines), f"line {number}")


def read_markdown(text: str) -> Iterator[Paragraph]:
    """Return the paragraphs of Markdown, which is kept as it is written, below their headings."""
    return below_headings(
        TextLine("\n".join(lines) if title is None else title, f"line {number}", title is not None)
        for number, lines in _markdown_blocks(text)
        for title in [_heading_text(lines)]
    )


def _blocks(text: str) -> Iterator[tuple[int, list[str]]]:
    begin, lines = 0, list[str]()
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip():
            begin = begin if lines else number
            lines.append(line.rstrip())
        elif lines:
            yield begin, lines
            lines = []
    if lines:
        yield begin, lines


def _markdown_blocks(text: str) -> Iterator[tuple[int, list[str]]]:
    """Return paragraphs and headings, each with the number of its first line; code between fences is one paragraph."""
    begin, lines, fence = 0, list[str](), ""
    for number, line in enumerate(text.splitlines(), 1):
        is_code = bool(fence)
        if mark := _FENCE.match(line):
            if not fence:
                fence = mark["fence"]
            elif mark["fence"].startswith(fence) and not line[mark.end() :].strip():
                fence = ""
        is_heading = not (is_code or fence) and _heading_text([line]) is not None
        if lines and (is_heading or (not line.strip() and not is_code)):
            yield begin, lines
            lines = []
        if is_heading:
            yield number, [line]
        elif line.strip() or is_code:
            begin = begin if lines else number
            lines.append(line.rstrip())
            if len(lines) == 2 and not is_code and not fence and _UNDERLINE.fullmatch(line):
                yield begin, lines
                lines = []
    if lines:
        yield begin, lines


def _heading_text(lines: list[str]) -> str | None:
    if max(map(len, lines)) > _MAX_HEADING_LINE:
        return None
    if len(lines) == 1 and (mark := _HEADING.fullmatch(lines[0])):
        return mark["text"].strip()
    if len(lines) == 2 and _UNDERLINE.fullmatch(lines[1]) and not lines[0].lstrip().startswith(("-", "|", ">", "*")):
        return lines[0].strip()
    return None

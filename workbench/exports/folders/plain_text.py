"""Markdown as people write it anywhere, divided into blocks: headings, pictures, and text between. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from workbench.authoring.blocks.image import read_image
from workbench.patterns import Match, Pattern

_HEADING = Pattern(r"(#{1,3})[ \t]++(.+?)(?:(?<![ \t])[ \t]++#++)?(?:(?<![ \t])[ \t]++)?")
_FENCE = Pattern(r" {0,3}(`{3,}+|~{3,}+)(.*+)")
_PICTURE = Pattern(r"!\[[^\[\]]*\]\([^()]+\)")
_ADDRESS = Pattern(r"!\[[^\[\]]*\]\(<?[A-Za-z][A-Za-z0-9+.-]*:")
_MOST_CHARACTERS: Final = 300


def divide_text(markdown: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield type and content of each block that the text becomes; the content of a fence stays one text."""
    lines: list[str] = []
    fence = ""
    for line in markdown.split("\n"):
        mark = _FENCE.fullmatch(line)
        if fence:
            is_end = mark is not None and mark[1].startswith(fence) and not mark[2].strip()
            fence = "" if is_end else fence
            lines.append(line)
            continue
        heading = _HEADING.fullmatch(line)
        alone = (heading and _heading(heading)) or _picture(line)
        if alone:
            yield from _text(lines)
            lines = []
            yield alone
            continue
        fence = mark[1] if mark else ""
        lines.append(line)
    yield from _text(lines)


def first_heading(markdown: str) -> str:
    """Return the text of the first heading of the highest level present; empty without headings."""
    headings = [content for kind, content in divide_text(markdown) if kind == "heading"]
    return str(min(headings, key=lambda heading: int(heading["level"]))["text"]) if headings else ""


def _heading(match: Match[str]) -> tuple[str, dict[str, Any]] | None:
    text = match[2]
    return ("heading", {"text": text, "level": len(match[1])}) if len(text) <= _MOST_CHARACTERS else None


def _picture(line: str) -> tuple[str, dict[str, Any]] | None:
    """Return a picture of the folder that is a separate paragraph; one at an address stays text."""
    text = line.strip()
    if not _PICTURE.fullmatch(text) or _ADDRESS.match(text):
        return None
    try:
        return "image", read_image(text)
    except ValueError:
        return None


def _text(lines: list[str]) -> Iterator[tuple[str, dict[str, Any]]]:
    text = "\n".join(lines).strip("\n")
    if text.strip():
        yield "text", {"markdown": text}

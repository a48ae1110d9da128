"""Plain text as Markdown that nothing in it changes, and Markdown of authors made safe to be shown elsewhere. Pure."""

from __future__ import annotations

from collections.abc import Iterable

from workbench.authoring.links import code_lines, images, is_allowed, raw_html, refused_links
from workbench.patterns import IGNORECASE, MULTILINE, Match, Pattern

_SIGNS = Pattern(r"([\\`*_\[\]<>#|~&!$]|(?<=:)/(?=/))")
_HTML_START = Pattern(r"<(?!(?:https://|mailto:)[^\s<>]*>)", IGNORECASE)
_DEFINITION = Pattern(r"\]:\s*<?(\S*)")
_LINE_START = Pattern(r"^([^\S\n]*)([-+=]|\d+[.)])", MULTILINE)


def safe_markdown(markdown: str) -> str:
    """Return the Markdown with HTML, images, and links that are neither https nor mailto, as plain text."""
    if _is_safe(markdown):
        return markdown
    code, lines = code_lines(markdown), markdown.splitlines()
    disarmed = "\n".join(line if index in code else _disarm_line(line) for index, line in enumerate(lines))
    return disarmed if _is_safe(disarmed) else "\n".join(map(plain_line, lines))


def _is_safe(markdown: str) -> bool:
    # A definition and the image that refers to it may be in different blocks of the file.
    code = code_lines(markdown)
    lines = [line for index, line in enumerate(markdown.splitlines()) if index not in code]
    if any("![" in line or not _defines_safely(line) for line in lines):
        return False
    return not (raw_html(markdown) or images(markdown) or refused_links(markdown))


def _disarm_line(line: str) -> str:
    plain = _HTML_START.sub("&lt;", line).replace("![", "&#33;[")
    return plain if _defines_safely(plain) and not refused_links(plain) else plain.replace("[", "&#91;")


def _defines_safely(line: str) -> bool:
    match = _DEFINITION.search(line)
    return match is None or is_allowed(match[1])


def items_markdown(items: Iterable[str]) -> str:
    """Plain texts as a list."""
    return "\n".join(f"- {plain_line(item)}" for item in items)


def heading_signs(level: int) -> str:
    """Return the signs of a heading below the title."""
    return "#" * max(2, min(level, 6))


def plain_line(text: str) -> str:
    """Plain text on one line that Markdown reads as text."""
    one = " ".join(text.split())
    return _LINE_START.sub(_escape_start, _SIGNS.sub(r"\\\1", one))


def _escape_start(match: Match[str]) -> str:
    sign = match[2]
    return f"{match[1]}{sign[:-1]}\\{sign[-1]}"

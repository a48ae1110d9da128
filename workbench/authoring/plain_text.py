"""A content as plain words: for search, counting, comparison and lists. It never fails on any content."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from workbench.authoring.blocks.registry import BLOCK_TYPES
from workbench.authoring.source_quotes import SOURCES
from workbench.patterns import MULTILINE, Pattern

EXCERPT_CHARS: Final = 120
"""Length of an excerpt when the caller names none."""


def plain_text(block_type: str, content: Mapping[str, Any]) -> str:
    """Return all words of a content, a line for each text, without Markdown signs.

    Never fails on odd content.
    """
    lines = (_strip_markdown(text) if key == "markdown" else text.strip() for key, text in _read(block_type, content))
    return "\n".join(line for line in lines if line)


def excerpt(block_type: str, content: Mapping[str, Any], limit: int = EXCERPT_CHARS) -> str:
    """Return one line of plain text, at most `limit` characters, cut at a word with an ellipsis; empty if no words.

    Its parts (paragraphs, items, a term and its meaning) are kept apart: `Yeast: makes it rise · Salt: slows it`.
    """
    line = _join_parts(_parts(block_type, content), limit)
    if len(line) <= limit:
        return line
    cut = line[: max(limit - 1, 0)]
    at_word = cut.rsplit(" ", 1)[0] if " " in cut[limit // 2 :] else cut
    return (at_word.rstrip(" ,;:·-") + "…")[:limit]


def _read(block_type: str, content: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Return the (field, text) pairs to read: gaps as ellipses, without a callout's kind and an asset's id."""
    known = BLOCK_TYPES.get(block_type)
    texts = _texts(content, known=known is not None)
    if known is None or not (known.plain or known.code_fields):
        return texts
    plain, codes = known.plain or str, known.code_fields
    return ((key, plain(text)) for key, text in texts if key not in codes)


def _parts(block_type: str, content: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield the (field, line) pairs of a content in reading order; Markdown gives one for each element."""
    for key, text in _read(block_type, content):
        for part in _set_apart(text.splitlines()) if key == "markdown" else (text,):
            line = " ".join(part.split())
            if line:
                yield key, line


def _join_parts(parts: Iterable[tuple[str, str]], limit: int) -> str:
    """Return the first parts in one line, as many as make it longer than `limit`."""
    line, before = "", ""
    for key, part in parts:
        if len(line) > limit:
            break
        if not line or line.endswith(_ENDS):
            between = " "
        else:
            between = ": " if before in _SAYS_OF_WHAT_FOLLOWS or key in _SAYS_OF_WHAT_PRECEDES else " · "
        line, before = f"{line}{between}{part}".lstrip(" "), key
    return line


_ENDS = (*".!?…:;,。！？：؟۔।", ".”", "!”", "?”", '."', '!"', '?"', ".)")
_SAYS_OF_WHAT_FOLLOWS = {"title"}
_SAYS_OF_WHAT_PRECEDES = {"meaning", "feedback", "modelAnswer", "right"}


def words(block_type: str, content: Mapping[str, Any]) -> int:
    """Return the number of words that a learner reads in a content."""
    return count_words(plain_text(block_type, content))


def count_words(text: str) -> int:
    """Return the number of words in a plain text; a compound with hyphens or apostrophes counts as one."""
    return len(_WORD.findall(text))


_WORD = Pattern(r"\w+(?:['’\-]\w+)*")
# Nothing here reads a part of the text more than a few times, whatever is in it: tests count the work.
_FENCES = ("```", "~~~")
_FENCE = Pattern(r"^[ \t]*(?:```|~~~).*$", MULTILINE)
_LINK = Pattern(r"!?(?<!\\)\[((?:[^\[\]\\]++|\\.)*+)\]\((?:[^()]++|\([^()]*+\))*+\)")
_LINE_START = Pattern(r"^[ \t]*(?:#{1,6}\s+|>\s?|[-*+]\s+|\d+[.)]\s+)", MULTILINE)
_RULE = Pattern(r"^[ \t]*(?:(?:[-*_][ \t]*){3,}|=+[ \t]*)$", MULTILINE)
_HEADING = Pattern(r"#{1,6}\s")
_ITEM = Pattern(r"(?:[-*+]|\d+[.)])\s")
_TABLE_RULE = Pattern(r"[\s|:-]+")
_CELL = Pattern(r"(?<!\\)\|")
_SIGN = Pattern(r"\\.|\*\*|__|\*|``*|~~")  # "``*" and not "`+": each then begins with a letter to look for
_SIGNS = ("\\", "*", "_", "`", "~")
_ESCAPE = Pattern(r"\\([!-/:-@\[-`{-~])")
_LINE_SIGN = Pattern(r"\n[ \t]*[-+*_=#>`~\d]")
_ADDRESS = Pattern(r"(?=\S+\Z)(?:data:|.*?://).*|[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}")


def _strip_markdown(markdown: str) -> str:
    # Most texts have few of these signs, so absent ones are skipped.
    text, has_line_signs = markdown, bool(_LINE_SIGN.search(f"\n{markdown}"))
    if has_line_signs:
        text = _RULE.sub("", _FENCE.sub("", text))
    if "](" in text:
        text = _LINK.sub(r"\1", _LINK.sub(r"\1", text))  # a picture may be a link's label
        has_line_signs = True  # a label can begin with one
    if has_line_signs:
        text = _LINE_START.sub("", text)
    if any(sign in text for sign in _SIGNS):
        text = "\n".join(map(_plain, text.splitlines()))
    if "\\" in text:
        text = _ESCAPE.sub(r"\1", text)
    return "\n".join(line.strip() for line in text.splitlines() if line.strip())


def _plain(line: str) -> str:
    """Return the line without pairs of emphasis signs, in one pass, matching each sign with its like."""
    waiting: dict[str, tuple[int, int]] = {}
    gone: list[tuple[int, int]] = []
    for match in _SIGN.finditer(line):
        sign, (start, end) = match[0], match.span()
        if sign.startswith("\\"):
            continue
        if sign in waiting and start > waiting[sign][1] and not line[start - 1].isspace():
            gone += (waiting.pop(sign), (start, end))
        elif end < len(line) and not line[end].isspace():
            waiting.setdefault(sign, (start, end))
    if not gone:
        return line
    ends = [0, *(end for _, end in sorted(gone))]
    starts = [*(start for start, _ in sorted(gone)), len(line)]
    return "".join(line[end:start] for end, start in zip(ends, starts, strict=True))


def _set_apart(markdown: Iterable[str]) -> Iterator[str]:
    """Yield the paragraphs, headings, list items and table cells of lines of Markdown, without signs."""
    paragraph: list[str] = []
    for line in map(str.strip, (*markdown, "")):
        first = line[:1]
        is_row, is_heading = first == "|", first == "#" and bool(_HEADING.match(line))
        is_between = not line or is_row or is_heading
        is_between = is_between or (first in "-*_=`~" and (line.startswith(_FENCES) or bool(_RULE.match(line))))
        if paragraph and (is_between or ((first in "-+*" or first.isdigit()) and _ITEM.match(line))):
            yield _strip_markdown("\n".join(paragraph))
            paragraph = []
        if is_heading:
            yield _strip_markdown(line)
        elif is_row and not _TABLE_RULE.fullmatch(line):
            yield from map(_strip_markdown, _CELL.split(line))
        elif not is_between:
            paragraph.append(line.removesuffix("\\"))


def _texts(value: object, key: str = "", *, known: bool) -> Iterator[tuple[str, str]]:
    """Yield the (field, text) pairs of a content in reading order.

    Addresses and ids are left out of an unknown type.
    """
    if isinstance(value, str):
        if known or not _ADDRESS.fullmatch(value.strip()):
            yield key, value
    elif isinstance(value, Mapping):
        ordered = sorted(value.items(), key=lambda item: _READ_FIRST.get(str(item[0]), 1))
        for name, inner in ordered:
            if known and not key and name == SOURCES:
                continue
            yield from _texts(inner, str(name), known=known)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from _texts(inner, key, known=known)


_READ_FIRST = {"title": 0, "question": 0, "prompt": 0, "term": 0, "left": 0, "gaps": 2, "feedback": 3}

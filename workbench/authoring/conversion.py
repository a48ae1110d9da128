"""A block's content as the content of another type: the words are kept as far as the new type has a place for them.

A first draft for an author, who looks at it before it is saved: it need not be valid. Source: ours.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, TypeVar

from workbench.authoring.content import GAP, LINE_CHARS, LIST_ITEMS, MARKDOWN_CHARS, PASSAGE_CHARS
from workbench.authoring.content.media_types import MEDIA_BLOCKS
from workbench.authoring.plain_text import plain_text
from workbench.authoring.source_quotes import SOURCES

T = TypeVar("T")
_PARTS = (": ", " – ", " — ", " - ")


def converted(block_type: str, content: Mapping[str, Any], new_type: str) -> dict[str, Any]:
    """The content for `new_type`; the same when the type stays or is not one of ours."""
    make = _MAKERS.get(new_type)
    if make is None or block_type == new_type:
        return dict(content)
    markdown = content.get("markdown")
    new = make(_lines(block_type, content), markdown if isinstance(markdown, str) else None)
    if block_type in MEDIA_BLOCKS and new_type in MEDIA_BLOCKS:
        new |= {name: content[name] for name in ("asset", "caption") if name in content and name in new}
    return {**new, SOURCES: content[SOURCES]} if SOURCES in content else new


def starting_content(block_type: str) -> dict[str, Any]:
    """What a new block of the type begins with: its fields, empty. An unknown type begins with nothing."""
    return converted("blank", {}, block_type)


_Make = Callable[[Sequence[str], str | None], dict[str, Any]]


def _heading(lines: Sequence[str], markdown: str | None) -> dict[str, Any]:
    return {"text": _first(lines)[:LINE_CHARS], "level": 2}


def _text(lines: Sequence[str], markdown: str | None) -> dict[str, Any]:
    return {"markdown": ("\n\n".join(lines) if markdown is None else markdown)[:MARKDOWN_CHARS]}


def _example(lines: Sequence[str], markdown: str | None) -> dict[str, Any]:
    return {"title": "", **_text(lines, markdown)}


def _items(lines: Sequence[str], markdown: str | None) -> dict[str, Any]:
    return {"items": [line[:LINE_CHARS] for line in lines[:LIST_ITEMS]]}


def _terms(lines: Sequence[str], markdown: str | None) -> dict[str, Any]:
    pairs = [_pair(line) for line in lines[:LIST_ITEMS]] or [("", "")]
    return {"terms": [{"term": term[:LINE_CHARS], "meaning": meaning[:PASSAGE_CHARS]} for term, meaning in pairs]}


def _quiz(lines: Sequence[str], markdown: str | None) -> dict[str, Any]:
    answers = _at_least_two([line[:LINE_CHARS] for line in lines[1 : LIST_ITEMS + 1]], "")
    choices = [{"text": text, "isCorrect": place == 0, "feedback": ""} for place, text in enumerate(answers)]
    return {"question": _first(lines)[:PASSAGE_CHARS], "multiple": False, "choices": choices}


def _callout(lines: Sequence[str], markdown: str | None) -> dict[str, Any]:
    return {"kind": "note", **_text(lines, markdown)}


def _ordering(lines: Sequence[str], markdown: str | None) -> dict[str, Any]:
    items = [line[:LINE_CHARS] for line in lines[1 : LIST_ITEMS + 1]]
    return {"prompt": _first(lines)[:PASSAGE_CHARS], "items": _at_least_two(items, ""), "feedback": ""}


def _matching(lines: Sequence[str], markdown: str | None) -> dict[str, Any]:
    has_prompt = bool(lines) and not _pair(lines[0])[1]
    pairs = [_pair(line) for line in lines[has_prompt : LIST_ITEMS + has_prompt]]
    made = [{"left": left[:LINE_CHARS], "right": right[:LINE_CHARS]} for left, right in _at_least_two(pairs, ("", ""))]
    return {"prompt": lines[0][:PASSAGE_CHARS] if has_prompt else "", "pairs": made, "feedback": ""}


def _fill_in(lines: Sequence[str], markdown: str | None) -> dict[str, Any]:
    text = "\n".join(lines)[:PASSAGE_CHARS]
    gaps: list[dict[str, list[str]]] = [{"answers": []} for _ in GAP.findall(text)[:LIST_ITEMS]]
    return {"text": text, "gaps": gaps, "feedback": ""}


def _short_answer(lines: Sequence[str], markdown: str | None) -> dict[str, Any]:
    return {"question": _first(lines)[:PASSAGE_CHARS], "modelAnswer": "\n".join(lines[1:])[:PASSAGE_CHARS]}


def _reflection(lines: Sequence[str], markdown: str | None) -> dict[str, Any]:
    return {"prompt": "\n".join(lines)[:PASSAGE_CHARS]}


def _image(lines: Sequence[str], markdown: str | None) -> dict[str, Any]:
    return {"asset": "", "alternativeText": _first(lines)[:LINE_CHARS], "decorative": False, "caption": ""}


def _media(lines: Sequence[str], markdown: str | None) -> dict[str, Any]:
    return {"asset": "", "caption": _first(lines)[:LINE_CHARS]}


def _blank(lines: Sequence[str], markdown: str | None) -> dict[str, Any]:
    return {}


_MAKERS: Final[Mapping[str, _Make]] = {
    "heading": _heading,
    "text": _text,
    "objectives": _items,
    "keyTerms": _terms,
    "example": _example,
    "callout": _callout,
    "quiz": _quiz,
    "ordering": _ordering,
    "matching": _matching,
    "fillIn": _fill_in,
    "shortAnswer": _short_answer,
    "image": _image,
    "audio": _media,
    "video": _media,
    "file": _media,
    "reflection": _reflection,
    "summary": _items,
    "authorNote": _text,
    "blank": _blank,
}


def _lines(block_type: str, content: Mapping[str, Any]) -> list[str]:
    terms, pairs = content.get("terms"), content.get("pairs")
    if block_type == "keyTerms" and isinstance(terms, list):
        return _joined_pairs(terms, "term", "meaning")
    if block_type == "matching" and isinstance(pairs, list):
        return [str(content.get("prompt", "")), *_joined_pairs(pairs, "left", "right")]
    if block_type == "fillIn" and isinstance(content.get("text"), str):
        return str(content["text"]).splitlines()  # a gap stays one
    return plain_text(block_type, content).splitlines()


def _joined_pairs(pairs: Sequence[Any], first: str, second: str) -> list[str]:
    return [f"{each.get(first, '')}: {each.get(second, '')}" for each in pairs if isinstance(each, Mapping)]


def _at_least_two(parts: list[T], empty: T) -> list[T]:
    return parts + [empty] * (2 - len(parts))


def _first(lines: Sequence[str]) -> str:
    return lines[0] if lines else ""


def _pair(line: str) -> tuple[str, str]:
    for sign in _PARTS:
        term, found, meaning = line.partition(sign)
        if found:
            return term.strip(), meaning.strip()
    return line, ""

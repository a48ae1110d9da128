"""A block's content as the content of another type: the words are kept as far as the new type has a place for them.

A first draft for an author, who looks at it before it is saved: it need not be valid. Source: ours.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from workbench.authoring.content import LINE_CHARS, LIST_ITEMS, MARKDOWN_CHARS, PASSAGE_CHARS
from workbench.authoring.plain_text import plain_text
from workbench.authoring.source_quotes import SOURCES

_PARTS = (": ", " – ", " — ", " - ")


def converted(block_type: str, content: Mapping[str, Any], new_type: str) -> dict[str, Any]:
    """The content for `new_type`; the same when the type stays or is not one of ours."""
    make = _MAKERS.get(new_type)
    if make is None or block_type == new_type:
        return dict(content)
    markdown = content.get("markdown")
    new = make(_lines(block_type, content), markdown if isinstance(markdown, str) else None)
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
    answers = [line[:LINE_CHARS] for line in lines[1 : LIST_ITEMS + 1]]
    answers += [""] * (2 - len(answers))
    choices = [{"text": text, "isCorrect": place == 0, "feedback": ""} for place, text in enumerate(answers)]
    return {"question": _first(lines)[:PASSAGE_CHARS], "multiple": False, "choices": choices}


def _reflection(lines: Sequence[str], markdown: str | None) -> dict[str, Any]:
    return {"prompt": "\n".join(lines)[:PASSAGE_CHARS]}


def _blank(lines: Sequence[str], markdown: str | None) -> dict[str, Any]:
    return {}


_MAKERS: Final[Mapping[str, _Make]] = {
    "heading": _heading,
    "text": _text,
    "objectives": _items,
    "keyTerms": _terms,
    "example": _example,
    "quiz": _quiz,
    "reflection": _reflection,
    "summary": _items,
    "authorNote": _text,
    "blank": _blank,
}


def _lines(block_type: str, content: Mapping[str, Any]) -> list[str]:
    terms = content.get("terms")
    if block_type == "keyTerms" and isinstance(terms, list):
        pairs = [each for each in terms if isinstance(each, Mapping)]
        return [f"{each.get('term', '')}: {each.get('meaning', '')}" for each in pairs]
    return plain_text(block_type, content).splitlines()


def _first(lines: Sequence[str]) -> str:
    return lines[0] if lines else ""


def _pair(line: str) -> tuple[str, str]:
    for sign in _PARTS:
        term, found, meaning = line.partition(sign)
        if found:
            return term.strip(), meaning.strip()
    return line, ""

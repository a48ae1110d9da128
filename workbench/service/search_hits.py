"""The places of a lesson where the words stand that were searched for, as plain text with marks. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

from workbench.authoring.block import Block
from workbench.authoring.content import plain_text
from workbench.authoring.words import placed_words
from workbench.procedures.lesson import SearchHit
from workbench.service.store.search.found import SearchTerm

BEFORE, LENGTH = 50, 200
"""Characters of a block's text that are shown before the first word and altogether, about."""

Mark = tuple[int, int]


def hits_of(title: str, tags: Sequence[str], blocks: Sequence[Block], terms: Sequence[SearchTerm]) -> list[SearchHit]:
    """Where the words stand: in the title, in the tags, in the first of the blocks that has one."""
    if not terms:
        return []
    fields: tuple[tuple[Literal["title", "tags"], str], ...] = (("title", title), ("tags", " · ".join(tags)))
    found = [
        SearchHit(field=field, text=text, marks=marks) for field, text in fields if (marks := list(_marks(text, terms)))
    ]
    for each in blocks:
        text = " ".join(plain_text(each.type, each.content).split())
        if marks := list(_marks(text, terms)):
            return [*found, _excerpt(each.id, text, marks)]
    return found


def _marks(text: str, terms: Sequence[SearchTerm]) -> Iterator[Mark]:
    """Start and end of each word that belongs to a term, in order, each once."""
    placed = list(placed_words(text))
    words = [word for word, _, _ in placed]
    shown = 0
    for place in range(len(placed)):
        length = max((len(each.words) for each in terms if _is_at(words, place, each)), default=0)
        for _, start, end in placed[place : place + length]:
            if end > shown:
                yield start, end
                shown = end


def _is_at(words: Sequence[str], place: int, term: SearchTerm) -> bool:
    first = words[place]
    if len(term.words) == 1:
        return first.startswith(term.words[0]) if term.is_prefix else first == term.words[0]
    if first != term.words[0]:
        return False
    *inner, end = words[place : place + len(term.words)]
    if len(inner) + 1 < len(term.words) or tuple(inner) != term.words[:-1]:
        return False
    return end.startswith(term.words[-1]) if term.is_prefix else end == term.words[-1]


def _excerpt(block_id: str, text: str, marks: Sequence[Mark]) -> SearchHit:
    """The text around the first mark, cut between words."""
    start = max(0, marks[0][0] - BEFORE)
    if start:
        space = text.find(" ", start, marks[0][0])
        start = space + 1 if space >= 0 else start
    end = min(len(text), max(start + LENGTH, marks[0][1]))
    if end < len(text):
        space = text.rfind(" ", marks[0][1], end)
        end = space if space >= 0 else end
    lead, trail = "…" if start else "", "…" if end < len(text) else ""
    shift = len(lead) - start
    shown = [(first + shift, last + shift) for first, last in marks if last <= end]
    return SearchHit(field="block", block_id=block_id, text=f"{lead}{text[start:end]}{trail}", marks=shown)

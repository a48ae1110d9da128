"""The places of a lesson that match a search, as plain text with marks. Pure."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from heapq import merge
from itertools import islice, takewhile
from typing import Literal

from workbench.authoring.block import Block
from workbench.authoring.plain_text import plain_text
from workbench.authoring.words import placed_words
from workbench.procedures.lesson import SearchHit
from workbench.service.search.query import SearchTerm

BEFORE, LENGTH = 50, 200
"""Characters of a block's text that are shown before the first word and altogether, about."""

Mark = tuple[int, int]


def find_hits(title: str, tags: Sequence[str], blocks: Sequence[Block], terms: Sequence[SearchTerm]) -> list[SearchHit]:
    """Return the matches of a search: in the title, in the tags, and in the first matching block."""
    if not terms:
        return []
    fields: tuple[tuple[Literal["title", "tags"], str], ...] = (("title", title), ("tags", " · ".join(tags)))
    hits = [
        SearchHit(field=field, text=text, marks=marks)
        for field, text in fields
        if text and (marks := list(_marks(text, terms)))
    ]
    for block in blocks:
        text = " ".join(plain_text(block.type, block.content).split())
        marked = _marks(text, terms)
        if (first := next(marked, None)) is not None:
            return [*hits, _excerpt(block.id, text, first, marked)]
    return hits


def _marks(text: str, terms: Sequence[SearchTerm]) -> Iterator[Mark]:
    """Start and end of each word that belongs to a term, in order, each once."""
    shown = 0
    for placed in _beginnings(text, terms):
        words = [word for word, _, _ in placed]
        length = max((len(term.words) for term in terms if _is_at(words, term)), default=0)
        for _, start, end in placed[:length]:
            if end > shown:
                yield start, end
                shown = end


def _beginnings(text: str, terms: Sequence[SearchTerm]) -> Iterator[Sequence[tuple[str, int, int]]]:
    """From each word that a term may begin with, as many placed words as the longest term has."""
    firsts = tuple({term.words[0] for term in terms})
    longest = max(len(term.words) for term in terms)
    if text.isascii():  # most texts and words are; then only the words in question are taken apart
        folded, before = text.lower(), -1
        starts = [_starts(folded, first) for first in firsts]
        for start in starts[0] if len(starts) == 1 else merge(*starts):
            if start != before:
                yield list(islice(placed_words(text, start), longest))
            before = start
        return
    if longest == 1:
        for word in placed_words(text, 0, firsts):
            yield [word]
        return
    placed = placed_words(text)
    window = deque(islice(placed, longest))
    while window:
        if window[0][0].startswith(firsts):
            yield list(window)
        window.popleft()
        window.extend(islice(placed, 1))


def _starts(text: str, beginning: str) -> Iterator[int]:
    """Return whether a word of the text begins with this; the text is ASCII."""
    start = text.find(beginning)
    while start >= 0:
        if start == 0 or not text[start - 1].isalnum():
            yield start
        start = text.find(beginning, start + 1)


def _is_at(words: Sequence[str], term: SearchTerm) -> bool:
    """Return whether the words begin with the term."""
    *inner, last = term.words
    if len(words) <= len(inner) or list(words[: len(inner)]) != inner:
        return False
    end = words[len(inner)]
    return end.startswith(last) if term.is_prefix else end == last


def _excerpt(block_id: str, text: str, first: Mark, others: Iterable[Mark]) -> SearchHit:
    """Return the text around the first mark, cut between words."""
    start = max(0, first[0] - BEFORE)
    if start:
        space = text.find(" ", start, first[0])
        start = space + 1 if space >= 0 else start
    end = min(len(text), max(start + LENGTH, first[1]))
    if end < len(text):
        space = text.rfind(" ", first[1], end)
        end = space if space >= 0 else end
    lead, trail = "…" if start else "", "…" if end < len(text) else ""
    shift = len(lead) - start
    shown = [(begin + shift, stop + shift) for begin, stop in (first, *takewhile(lambda mark: mark[1] <= end, others))]
    return SearchHit(field="block", block_id=block_id, text=f"{lead}{text[start:end]}{trail}", marks=shown)

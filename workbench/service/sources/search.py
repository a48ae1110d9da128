"""Full-text search for passages of given source versions, best first.

A passage ranks by the rarity of the words that it contains. A word found in a quarter of many passages does not
distinguish any of them, and is counted no further. Both databases give the same rows in the same order.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache
from typing import Final

from sqlalchemy import text

from workbench.authoring.words import split_words
from workbench.service.db.seam import Db, Value
from workbench.service.db.statement import Statement
from workbench.service.sources.index import version_word

MAX_TERMS: Final = 48
"""Different words of a text that are looked for."""
MAX_RANKED_TERMS: Final = 16
"""The rarest of them that count."""
_COMMON_PART: Final = 4
_FEW_PASSAGES: Final = 200
_FEWEST_LETTERS: Final = 3


def search_terms(query: str) -> list[str]:
    """Return the search terms: the text's words, folded, each once, short ones last.

    Scripts without spaces give pairs of characters.
    """
    terms: dict[str, None] = {}
    alone = ""
    for word in split_words(query):
        is_alone = len(word) == 1 and not word.isascii()
        if is_alone:
            terms[f"{alone} {word}" if alone else word] = None
        else:
            terms[word] = None
        alone = word if is_alone else ""
    long = [term for term in terms if _tells(term)]
    return [*long, *[term for term in terms if not _tells(term)]][:MAX_TERMS]


async def ranked_rows(db: Db, query: str, numbers: Sequence[int], *, passages: int, limit: int) -> list[int]:
    """Return the rows of the passages that have words of the query, best first.

    The search covers the versions with these numbers, which have `passages` passages in total.
    """
    terms = search_terms(query)
    if not terms or not numbers:
        return []
    common = max(_FEW_PASSAGES, passages // _COMMON_PART + 1)
    counts = await _counts(db, terms, numbers, most=common)
    rare = [term for term in terms if 0 < counts[term] < common] or [term for term in terms if counts[term]]
    chosen = sorted(rare, key=lambda rare_term: counts[rare_term])[:MAX_RANKED_TERMS]
    if not chosen:
        return []
    values: dict[str, Value] = {"limit": limit}
    for index, term in enumerate(chosen):
        # Integers, so that both databases get the same sums.
        values[f"weight_{index}"] = round(1_000 * math.log(1 + passages / counts[term])) + 1
        values |= _matching(index, term, numbers)
    return [int(row[0]) for row in await db.rows(_ranking(len(chosen)), **values)]


async def _counts(db: Db, terms: Sequence[str], numbers: Sequence[int], *, most: int) -> dict[str, int]:
    """Return the number of passages with each term, counted up to `most`."""
    values: dict[str, Value] = {"most": most}
    for index, term in enumerate(terms):
        values |= _matching(index, term, numbers)
    return {terms[index]: count for index, count in await db.rows(_counting(len(terms)), **values)}


def _matching(index: int, term: str, numbers: Sequence[int]) -> dict[str, Value]:
    """Return the parameters of a term, for FTS5 and for `tsquery`."""
    versions = [version_word(number) for number in numbers]
    any_fts, any_tsquery = (
        " OR ".join(f'"{version}"' for version in versions),
        " | ".join(f"'{version}'" for version in versions),
    )
    words = " <-> ".join(f"'{word}'" for word in term.split())
    return {f"fts_{index}": f'({any_fts}) AND "{term}"', f"tsquery_{index}": f"({any_tsquery}) & ({words})"}


@cache
def _counting(terms: int) -> Statement:
    one = "SELECT {} AS place, count(*) AS passages FROM (SELECT 1 FROM search_passage WHERE {} LIMIT :most) AS hit"
    here = [one.format(index, _on_sqlite(index)) for index in range(terms)]
    there = [one.format(index, _on_server(index)) for index in range(terms)]
    return Statement(text(" UNION ALL ".join(here)), postgresql=text(" UNION ALL ".join(there)))


@cache
def _ranking(terms: int) -> Statement:
    one = "SELECT rowid AS found, {} AS weight FROM search_passage WHERE {}"
    ranked = (
        "SELECT found, sum(weight) AS score FROM ({}) AS hit GROUP BY found ORDER BY score DESC, found LIMIT :limit"
    )
    here = [one.format(f":weight_{index}", _on_sqlite(index)) for index in range(terms)]
    there = [one.format(f"CAST(:weight_{index} AS BIGINT)", _on_server(index)) for index in range(terms)]
    return Statement(
        text(ranked.format(" UNION ALL ".join(here))), postgresql=text(ranked.format(" UNION ALL ".join(there)))
    )


def _on_sqlite(index: int) -> str:
    return f"search_passage MATCH :fts_{index}"


def _on_server(index: int) -> str:
    return f"words @@ CAST(:tsquery_{index} AS tsquery)"


def _tells(term: str) -> bool:
    """Return whether a term is significant: three letters, a digit, or a script without spaces."""
    return len(term) >= _FEWEST_LETTERS or not term.isascii() or any(character.isdigit() for character in term)

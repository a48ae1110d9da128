"""The ids of passages, and the index that passages are searched with: FTS5, or a `tsvector` with a GIN index.

A version has a number in a range of its organization. Number and passage make a row of the index and the passage's id,
so that a version's passages are a range of rows. Each row also has a word made of the version's number: a search
intersects it with the search words, and reads no other organization's.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from sqlalchemy import text

from workbench.authoring.words import split_words
from workbench.patterns import ASCII, Pattern
from workbench.service.db.seam import Db, Value
from workbench.service.db.statement import Statement
from workbench.service.db.text_index import MAX_PART_WORDS, number_base

_SEQUENCE_BITS, _PASSAGE_BITS = 24, 15
_PASSAGE_ID: Final = Pattern(r"([a-z0-9]{1,64})\.([1-9][0-9]{0,8})\.([1-9][0-9]{0,4})", ASCII)

_PUT = Statement(
    text("INSERT OR REPLACE INTO search_passage (rowid, words) VALUES (:row, :words)"),
    postgresql=text(
        "INSERT INTO search_passage (rowid, words) VALUES (:row, CAST(CAST(:places AS TEXT) AS tsvector)) "
        "ON CONFLICT (rowid) DO UPDATE SET words = EXCLUDED.words"
    ),
)
_TAKE = Statement(text("DELETE FROM search_passage WHERE rowid BETWEEN :first_row AND :last_row"))


def version_range(organization_id: str) -> dict[str, int]:
    """Return the exclusive lower bound and the maximum of the organization's version numbers."""
    base = number_base(organization_id) >> 32 << _SEQUENCE_BITS
    return {"number_base": base, "number_end": base + (1 << _SEQUENCE_BITS) - 1}


def passage_row(number: int, passage: int) -> int:
    """Return the row of a passage of the numbered version; passage 0 to `rows_end` spans all its rows."""
    return number << _PASSAGE_BITS | passage


def rows_end(number: int) -> int:
    """Return the last row that a passage of the version can have."""
    return passage_row(number, (1 << _PASSAGE_BITS) - 1)


def number_and_passage(row: int) -> tuple[int, int]:
    """Return the version number and the passage number of a row."""
    return row >> _PASSAGE_BITS, row & (1 << _PASSAGE_BITS) - 1


def passage_id(source_id: str, version: int, passage: int) -> str:
    """Return the id of a passage in wire form."""
    return f"{source_id}.{version}.{passage}"


def read_passage_id(text: str) -> tuple[str, int, int] | None:
    """Parse a passage id into source, version and passage number; None for an invalid id."""
    match = _PASSAGE_ID.fullmatch(text)
    return None if match is None else (match[1], int(match[2]), int(match[3]))


def version_word(number: int) -> str:
    """Return the word that marks the passages of a version; `§` is not a letter, so no text contains it."""
    return f"§{number}"


async def index_passages(db: Db, number: int, texts: Mapping[int, str]) -> None:
    """Index passages of the version with the number: the text of each by its own number, in their order."""
    rows: list[dict[str, Value]] = []
    for passage, passage_text in texts.items():
        words = [version_word(number), *split_words(passage_text)][:MAX_PART_WORDS]
        places = " ".join([f"'{word}':{position}" for position, word in enumerate(words, 1)])
        rows.append({"row": passage_row(number, passage), "words": " ".join(words), "places": places})
    await db.run_many(_PUT, rows)


async def forget_passages(db: Db, number: int, first: int = 0) -> None:
    """Take the passages of a version out of the index, those from `first` on."""
    await db.run(_TAKE, first_row=passage_row(number, first), last_row=rows_end(number))

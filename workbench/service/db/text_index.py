"""The index that lessons are searched with: FTS5 on SQLite, a `tsvector` with a GIN index on PostgreSQL.

A lesson has up to 256 parts in it: its title, its tags, and its blocks, distributed by their ids, so that an edit of a
block writes little, however long the lesson is. The words are folded here, so that both databases find the same. A
part's row is the lesson's number with the part's in its lowest byte; the number begins with bits of the organization's
id, so that a search reads only its own: a range of rows of FTS5, which is in their order, and in a `tsvector` a word
made of these bits. It is written in the unit that changes the lesson.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from zlib import crc32

from sqlalchemy import text

from workbench.authoring.block import Blocks
from workbench.authoring.plain_text import plain_text
from workbench.authoring.words import split_words
from workbench.service.db.seam import Db, Value
from workbench.service.db.statement import Statement

TITLE, TAGS, FIRST_OF_BLOCKS, PARTS = 0, 1, 2, 256
MAX_PART_WORDS = 16_000
"""Words of a part that are found; PostgreSQL counts the places of no more in one."""
_ORGANIZATION_BITS, _LESSON_BITS, _PART_BITS = 22, 32, 8
_SIGN = "§"

_PUT = Statement(
    text(
        "INSERT OR REPLACE INTO search_text (rowid, words) "
        "SELECT (number << 8) | :part, :words FROM lesson WHERE id = :lesson_id"
    ),
    postgresql=text(
        "INSERT INTO search_text (rowid, words) "
        "SELECT (number << 8) | CAST(:part AS BIGINT), CAST(CAST(:places AS TEXT) || ' ''§' || (number >> 32) || '''' "
        "AS tsvector) FROM lesson WHERE id = :lesson_id "
        "ON CONFLICT (rowid) DO UPDATE SET words = EXCLUDED.words"
    ),
)
_TAKE = Statement(
    text("DELETE FROM search_text WHERE rowid = (SELECT (number << 8) | :part FROM lesson WHERE id = :lesson_id)"),
    postgresql=text(
        "DELETE FROM search_text "
        "WHERE rowid = (SELECT (number << 8) | CAST(:part AS BIGINT) FROM lesson WHERE id = :lesson_id)"
    ),
)
INDEXED = Statement(
    text("SELECT rowid & 255 FROM search_text WHERE rowid BETWEEN :number << 8 AND (:number << 8) | 255"),
    postgresql=text(
        "SELECT rowid & 255 FROM search_text "
        "WHERE rowid BETWEEN CAST(:number AS BIGINT) << 8 AND (CAST(:number AS BIGINT) << 8) | 255"
    ),
)
"""The parts that are there of the lesson with the number."""


def number_base(organization_id: str) -> int:
    """Return the exclusive lower bound of an organization's lesson numbers; others may share it by chance."""
    return (crc32(organization_id.encode()) % (1 << _ORGANIZATION_BITS)) << _LESSON_BITS


def number_range(organization_id: str) -> dict[str, int]:
    """Return the exclusive lower bound of an organization's lesson numbers, and the highest possible one."""
    base = number_base(organization_id)
    return {"number_base": base, "number_end": base + (1 << _LESSON_BITS) - 1}


def part_range(organization_id: str) -> tuple[int, int]:
    """Return the first and the last row that a part of the organization's lessons can be."""
    low = number_base(organization_id) << _PART_BITS
    return low, low + (1 << _LESSON_BITS + _PART_BITS) - 1


def organization_word(organization_id: str) -> str:
    """Return the word by which PostgreSQL finds the organization's parts; no block type begins with a digit."""
    return f"{_SIGN}{number_base(organization_id) >> _LESSON_BITS}"


def part_number(block_id: str) -> int:
    """Return the part that a block is in; up to some hundred blocks nearly always have separate ones."""
    return FIRST_OF_BLOCKS + crc32(block_id.encode()) % (PARTS - FIRST_OF_BLOCKS)


def type_word(block_type: str) -> str:
    """Return the word by which parts with a block of the type are found.

    No author's text has it, for `§` is not a letter.
    """
    return _SIGN + "".join(split_words(block_type))


async def index_lesson(db: Db, lesson_id: str, title: str, blocks: Blocks) -> None:
    """Index the title and blocks of a lesson that has no parts yet."""
    await index_title(db, lesson_id, title)
    await index_blocks(db, lesson_id, blocks, [block.id for block in blocks])


async def index_title(db: Db, lesson_id: str, title: str) -> None:
    """Index the lesson's title."""
    await _index(db, lesson_id, {TITLE: split_words(title)})


async def index_tags(db: Db, lesson_id: str, tags: Iterable[str]) -> None:
    """Index the lesson's tags."""
    await _index(db, lesson_id, {TAGS: [word for tag in tags for word in split_words(tag)]})


async def index_blocks(db: Db, lesson_id: str, blocks: Blocks, changed: Iterable[str]) -> None:
    """Index the parts that the changed blocks (their ids) are in, or were; `blocks` are all that the lesson has now."""
    parts: dict[int, list[str]] = {part_number(block_id): [] for block_id in changed}
    for block in blocks if parts else ():
        if (part := part_number(block.id)) in parts:
            parts[part] += [type_word(block.type), *split_words(plain_text(block.type, block.content))]
    await _index(db, lesson_id, parts)


def lesson_parts(title: str, tags: Iterable[str], block_ids: Iterable[str]) -> set[int]:
    """Return the parts that a lesson has in the index."""
    texts = {TITLE: title, TAGS: " ".join(tags)}
    return {part for part, text in texts.items() if split_words(text)} | {
        part_number(block_id) for block_id in block_ids
    }


async def _index(db: Db, lesson_id: str, parts: Mapping[int, list[str]]) -> None:
    """Keep the words of each part; one without words goes.

    In the order of their rows: FTS5 gathers what a transaction writes only while its rows ascend.
    """
    ordered = sorted(parts.items())
    rows = [{"lesson_id": lesson_id, "part": part, **_columns(words)} for part, words in ordered if words]
    await db.run_many(_PUT, rows)
    await db.run_many(_TAKE, [{"lesson_id": lesson_id, "part": part} for part, words in ordered if not words])


def _columns(words: list[str]) -> dict[str, Value]:
    """Return the words as FTS5 takes them, and with their positions as a `tsvector`."""
    counted = words[:MAX_PART_WORDS]
    places = " ".join([f"'{word}':{position}" for position, word in enumerate(counted, 1)])
    return {"words": " ".join(counted), "places": places}

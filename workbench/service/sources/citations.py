"""The source versions that lessons' blocks cite.

They are stored with the findings, in the same pass, so that a list of lessons can show which of them cite a
version that is no longer the current one.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from sqlalchemy import bindparam, delete, select

from workbench.authoring.block import Blocks
from workbench.authoring.source_quotes import SOURCES, source_quotes
from workbench.service.db.seam import Db
from workbench.service.db.statement import Statement, among, columns_of, insert_of
from workbench.service.db.tables import cited_source, source
from workbench.service.sources.index import read_passage_id


class Citation(NamedTuple):
    """A block cites a version of a source; the oldest, if there are several."""

    block_id: str
    source_id: str
    version: int


class OutdatedCitation(NamedTuple):
    """A block of a lesson cites a version of a source that has a newer one."""

    lesson_id: str
    block_id: str
    source_id: str
    title: str
    cited_version: int
    version: int


_OUTDATED = Statement(
    select(
        *columns_of(
            OutdatedCitation,
            cited_source,
            title=source.c.title,
            cited_version=cited_source.c.version,
            version=source.c.version,
        )
    )
    .join(source, source.c.id == cited_source.c.source_id)
    .where(
        among(cited_source.c.lesson_id, "lesson_ids"),
        source.c.organization_id == bindparam("organization_id"),
        cited_source.c.version < source.c.version,
    )
    .order_by(cited_source.c.lesson_id, cited_source.c.block_id, cited_source.c.source_id)
)
_PUBLISHABLE = Statement(
    select(source.c.id, source.c.updated_at)
    .where(
        among(source.c.id, "source_ids"),
        source.c.organization_id == bindparam("organization_id"),
        source.c.is_publishable,
        source.c.version > 0,
    )
    .order_by(source.c.id)
)
_FORGET = Statement(delete(cited_source).where(cited_source.c.lesson_id == bindparam("of_lesson_id")))
_INSERT = insert_of(cited_source)


def find_citations(blocks: Blocks) -> tuple[Citation, ...]:
    """Return the citations in the blocks."""
    versions: dict[tuple[str, str], int] = {}
    for block in blocks:
        for quote in source_quotes(block.content) if SOURCES in block.content else ():
            passage = read_passage_id(quote.passage_id)
            if passage is not None and passage[0] == quote.source_id:
                key = (block.id, quote.source_id)
                versions[key] = min(passage[1], versions.get(key, passage[1]))
    return tuple([Citation(*key, version) for key, version in versions.items()])


async def store_citations(db: Db, lesson_id: str, citations: Iterable[Citation]) -> None:
    """Replace the stored citations of a lesson's blocks."""
    await db.run(_FORGET, of_lesson_id=lesson_id)
    await db.run_many(_INSERT, [{"lesson_id": lesson_id, **citation._asdict()} for citation in citations])


async def outdated_citations(
    db: Db, lesson_ids: Sequence[str], *, organization_id: str
) -> dict[str, list[OutdatedCitation]]:
    """Return these lessons' citations of sources with a newer version, by lesson; deleted sources are excluded."""
    rows = await db.rows(_OUTDATED, lesson_ids=json.dumps(list(lesson_ids)), organization_id=organization_id)
    by_lesson: dict[str, list[OutdatedCitation]] = {}
    for row in rows:
        by_lesson.setdefault(row[0], []).append(OutdatedCitation(*row))
    return by_lesson


async def publishable_sources(db: Db, source_ids: Sequence[str], *, organization_id: str) -> dict[str, int]:
    """Return the organization's sources whose passages learners may read, with their last change."""
    if not source_ids:
        return {}
    rows = await db.rows(_PUBLISHABLE, source_ids=json.dumps(list(source_ids)), organization_id=organization_id)
    return dict(rows)

"""The passages that learners may read: those that a lesson's blocks quote, of sources that are marked publishable."""

from __future__ import annotations

from collections.abc import Iterable

from workbench.authoring.block import Block
from workbench.authoring.source_quotes import source_quotes
from workbench.service.db.seam import Db
from workbench.service.sources.index import passage_id
from workbench.service.sources.store import passages_by_id, version_numbers

MOST_PASSAGES = 200
"""Passages that one lesson shows."""


async def published_passages(
    db: Db, blocks: Iterable[Block], source_ids: Iterable[str], *, organization_id: str
) -> dict[str, str]:
    """Return the texts of the passages by id; `source_ids` are the organization's publishable sources."""
    wanted: dict[str, list[str]] = {source_id: [] for source_id in source_ids}
    for block in blocks:
        for quote in source_quotes(block.content):
            if quote.source_id in wanted and quote.state != "unverified":
                wanted[quote.source_id].append(quote.passage_id)
    texts: dict[str, str] = {}
    for source_id, passage_ids in wanted.items():
        numbers = await version_numbers(db, source_id, organization_id=organization_id)
        for passage in await passages_by_id(db, passage_ids[: MOST_PASSAGES - len(texts)], source_id, numbers):
            texts[passage_id(passage.source_id, passage.version, passage.number)] = passage.text
    return texts

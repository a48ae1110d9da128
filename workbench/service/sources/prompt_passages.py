"""Chooses the passages of current source versions that a draft is written from, within a character limit.

A call that names sources chooses before its credits are held; changes to the sources since then are checked
when they are held. Source: ours.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from workbench.service.ai.writer import PromptPassage
from workbench.service.db.seam import Db
from workbench.service.kernel.errors import HandlerError
from workbench.service.sources.index import passage_id
from workbench.service.sources.search import ranked_rows
from workbench.service.sources.store import (
    PassageRow,
    SourceRow,
    passages_by_row,
    passages_in_order,
    sources_by_id,
)

PROMPT_CHARACTERS: Final = 24_000
"""Characters of passages that a model is given for one draft."""
SHEET_CHARACTERS: Final = 4_000
"""Characters of passages that a planning sheet is made from."""
_MOST_RANKED: Final = 120
_MOST_FIRST: Final = 200


async def usable_sources(db: Db, source_ids: Sequence[str], *, organization_id: str) -> list[SourceRow]:
    """Return the sources with these ids, each once. Raises `HandlerError` if one is missing or incomplete."""
    by_id = await sources_by_id(db, source_ids, organization_id=organization_id)
    wanted = list(dict.fromkeys(source_ids))
    if any(source_id not in by_id for source_id in wanted):
        raise HandlerError("NOT_FOUND", "One of the sources doesn't exist. Nothing was generated.")
    sources = [by_id[source_id] for source_id in wanted]
    unfinished = next((source for source in sources if not source.is_ready), None)
    if unfinished is not None:
        raise HandlerError(
            "CONFLICT",
            "One of the sources is not fully uploaded. Nothing was generated.",
            sourceId=unfinished.source_id,
        )
    return sources


async def prompt_passages(
    db: Db, sources: Sequence[SourceRow], query: str, *, characters: int = PROMPT_CHARACTERS
) -> tuple[PromptPassage, ...]:
    """Return passages for the query within `characters`, in the order of the sources and their documents.

    These are all passages if they fit; else those with the rarest words of the query; else, if none matches,
    the first of each source and those with headings.
    """
    versions = {source.number: (source.source_id, source.version) for source in sources}
    if sum(source.characters for source in sources) <= characters:
        chosen = [passage for source in sources for passage in await _first_passages(db, source, characters)]
    else:
        count = sum(source.passages for source in sources)
        rows = await ranked_rows(db, query, list(versions), passages=count, limit=_MOST_RANKED)
        chosen = _fitting_passages(await passages_by_row(db, rows, versions), characters)
    if not chosen:
        share = characters // max(len(sources), 1)
        chosen = [passage for source in sources for passage in await _first_passages(db, source, share)]
    order = {source.source_id: index for index, source in enumerate(sources)}
    titles = {source.source_id: source.title for source in sources}
    return tuple(
        [
            PromptPassage(
                passage_id(row.source_id, row.version, row.number),
                row.source_id,
                titles[row.source_id],
                row.place,
                row.heading,
                row.text,
            )
            for row in sorted(chosen, key=lambda passage_row: (order[passage_row.source_id], passage_row.number))
        ]
    )


async def _first_passages(db: Db, source: SourceRow, characters: int) -> list[PassageRow]:
    """Return a source's first passages, those under a new heading first, within so many characters."""
    passages = await passages_in_order(db, source.source_id, source.version, source.number, limit=_MOST_FIRST)
    if sum(len(row.text) for row in passages) <= characters:
        return passages
    headed = [one for before, one in zip([None, *passages], passages, strict=False) if _begins_section(before, one)]
    return _fitting_passages(list(dict.fromkeys([*passages[:1], *headed, *passages])), characters)


def _begins_section(before: PassageRow | None, row: PassageRow) -> bool:
    return row.heading is not None and (before is None or before.heading != row.heading)


def _fitting_passages(passages: Sequence[PassageRow], characters: int) -> list[PassageRow]:
    """Return the first passages that fit together; one that is too long is skipped for the next."""
    chosen: list[PassageRow] = []
    left = characters
    for passage in passages:
        if len(passage.text) <= left:
            chosen.append(passage)
            left -= len(passage.text)
    return chosen

"""Findings, made on reading, for blocks that cite an older version of a source than the newest."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from workbench.authoring.block import Blocks
from workbench.authoring.quotes import FoldedText, check_quote
from workbench.authoring.source_quotes import SOURCES, SourceQuote, source_quotes
from workbench.service.db.seam import Db
from workbench.service.findings.store import StoredFinding
from workbench.service.sources.citations import OutdatedCitation, find_citations
from workbench.service.sources.search import ranked_rows
from workbench.service.sources.store import SourceRow, passages_by_row, sources_by_id

OUTDATED_SOURCE: Final = "outdated-source"
"""The finding's rule, described in `docs/service.md`, since nothing in the lesson alone breaks it."""
_SEVERITY: Final = "warning"
_MOST_LOOKED_UP: Final = 20
"""Quotes of a lesson that are looked for in the newer versions."""
_CANDIDATES: Final = 5


def outdated_finding(
    citation: OutdatedCitation, where: str = "Compare its quotes with the new version."
) -> StoredFinding:
    """Return the finding in the form of stored ones."""
    message = (
        f"The source “{citation.title}” has a newer version ({citation.version}) than the one quoted here "
        f"({citation.cited_version}). {where}"
    )
    return OUTDATED_SOURCE, _SEVERITY, citation.block_id, message


def in_order_of_severity(findings: Iterable[StoredFinding]) -> list[StoredFinding]:
    """Return errors first, then warnings and notes, keeping the order of equal ones."""
    ranks = {"error": 0, "warning": 1}
    return sorted(findings, key=lambda finding: ranks.get(finding[1], 2))


async def outdated_findings(
    db: Db, lesson_id: str, blocks: Blocks, *, organization_id: str
) -> tuple[StoredFinding, ...]:
    """Return the findings of a lesson's blocks, each with the place of its words in the newer version."""
    citations = find_citations(blocks)
    if not citations:
        return ()
    sources = await sources_by_id(
        db, list(dict.fromkeys(citation.source_id for citation in citations)), organization_id=organization_id
    )
    quotes = {block.id: source_quotes(block.content) for block in blocks if SOURCES in block.content}
    outdated: list[StoredFinding] = []
    for block_id, source_id, version in citations:
        now = sources.get(source_id)
        if now is None or not now.is_ready or version >= now.version:
            continue
        citation = OutdatedCitation(lesson_id, block_id, source_id, now.title, version, now.version)
        quote = next((quote for quote in quotes[block_id] if quote.source_id == source_id), None)
        where = await _present_place(db, now, quote) if quote is not None and len(outdated) < _MOST_LOOKED_UP else None
        outdated.append(outdated_finding(citation) if where is None else outdated_finding(citation, where))
    return tuple(outdated)


async def _present_place(db: Db, source: SourceRow, quote: SourceQuote) -> str | None:
    """Return where a quote is in the current source, as a sentence; None if nothing similar is there."""
    rows = await ranked_rows(db, quote.quote, [source.number], passages=source.passages, limit=_CANDIDATES)
    passages = await passages_by_row(db, rows, {source.number: (source.source_id, source.version)})
    if not passages:
        return None
    checked = check_quote(quote.quote, [FoldedText(passage.text) for passage in passages])
    if checked.passage is None:
        return f"The quoted text is no longer in it; the most similar passage is {passages[0].place}."
    place = passages[checked.passage].place
    return f"The quoted text is there too: {place}." if checked.state == "verified" else f"Compare it with {place}."

"""The states of quotes, as the service finds them: what a caller says of a quote is never stored unseen."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from workbench.authoring.block import Block, Blocks, stored_block
from workbench.authoring.quotes import FoldedText, QuoteState, check_quote
from workbench.authoring.source_quotes import MAX_QUOTES, SOURCES, SourceQuote, source_quote, source_quotes
from workbench.service.db.seam import Db
from workbench.service.sources.index import passage_id
from workbench.service.sources.store import passages_by_id, version_numbers

MOST_CHECKED: Final = 400
"""New quotes that one write has compared with their passages; those beyond it are stored as unverified."""

_Key = tuple[str, str, str]


async def with_quote_states(db: Db, organization_id: str, before: Blocks, after: Blocks) -> Blocks:
    """Return the blocks after a write, each quote with the state that its passage gives it.

    A quote that the lesson already has keeps its state, even when its source is gone. A new one is compared
    with the passage that it names, in this organization's sources; without such a passage it is unverified.
    """
    known = {_key(quote): quote.state for block in before for quote in source_quotes(block.content)}
    stored = {id(block) for block in before}
    written = [block for block in after if SOURCES in block.content and id(block) not in stored]
    if not written:
        return after
    new = [quote for block in written for quote in source_quotes(block.content) if _key(quote) not in known]
    states = known | await _found_states(db, organization_id, list({_key(quote): quote for quote in new}.values()))
    changed = {block.id: _with_states(block, states) for block in written}
    return tuple([changed.get(block.id, block) for block in after])


async def _found_states(db: Db, organization_id: str, quotes: Iterable[SourceQuote]) -> dict[_Key, QuoteState]:
    by_source: dict[str, list[SourceQuote]] = {}
    for quote in list(quotes)[:MOST_CHECKED]:
        by_source.setdefault(quote.source_id, []).append(quote)
    states: dict[_Key, QuoteState] = {}
    for source_id, of_source in by_source.items():
        numbers = await version_numbers(db, source_id, organization_id=organization_id)
        rows = await passages_by_id(db, [quote.passage_id for quote in of_source], source_id, numbers)
        texts = {passage_id(row.source_id, row.version, row.number): FoldedText(row.text) for row in rows}
        for quote in of_source:
            if quote.passage_id in texts:
                states[_key(quote)] = _state(quote, texts[quote.passage_id])
    return states


def _state(quote: SourceQuote, passage: FoldedText) -> QuoteState:
    """Return the state of a quote.

    `corrected`: the passage's words replaced a draft's; it stays as long as they are the passage's.
    """
    if check_quote(quote.quote, [passage]).state != "verified":
        return "unverified"
    return "corrected" if quote.state == "corrected" else "verified"


def _with_states(block: Block, states: dict[_Key, QuoteState]) -> Block:
    given = block.content[SOURCES]
    if not isinstance(given, list | tuple):
        return block
    made = [_with_state(entry, states) for entry in given[:MAX_QUOTES]]
    return stored_block(block.id, block.type, {**block.content, SOURCES: [*made, *given[MAX_QUOTES:]]})


def _with_state(given: object, states: dict[_Key, QuoteState]) -> object:
    quote = source_quote(given)
    if quote is None or not isinstance(given, dict):
        return given
    return {**given, "state": states.get(_key(quote), "unverified")}


def _key(quote: SourceQuote) -> _Key:
    return quote.source_id, quote.passage_id, quote.quote

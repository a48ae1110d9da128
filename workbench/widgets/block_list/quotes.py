"""What a block quotes from sources, and the passage of a quote when an author wants to read it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from workbench.authoring.quotes import FoldedText, check_quote
from workbench.authoring.source_quotes import source_quotes
from workbench.client.sync import Client
from workbench.errors import NotFound, WorkbenchError
from workbench.procedures.source import SourcePassage, get_passages
from workbench.widgets.block_list.gestures import PassageRequest
from workbench.widgets.kit.failure_text import sentence

GONE: Final = "The source of this passage was deleted. The quote stays as it was."
STALE: Final = (
    "The source has a newer version; this passage is from an earlier one. Check that the quote is still right."
)


def shown_quotes(content: Mapping[str, Any]) -> list[dict[str, str]]:
    """Return the quotes of a block's content in view form, in order."""
    return [
        {
            "source": quote.source_id,
            "passage": quote.passage_id,
            "title": quote.title,
            "place": quote.place,
            "quote": quote.quote,
            "state": str(quote.state),
        }
        for quote in source_quotes(content)
    ]


def read_passage(client: Client, request: PassageRequest) -> dict[str, Any]:
    """Return the passage of a quote in three parts, the second being the quote, or why it cannot be read.

    `note` says where the source now has another version. Blocks.
    """
    try:
        wanted, current = client.batch(
            get_passages(source_id=request.source, passage_ids=[request.passage]),
            get_passages(source_id=request.source, limit=1),
        )
    except NotFound:
        return {"problem": GONE, "isGone": True}
    except WorkbenchError as failed:
        return {"problem": sentence(failed)}
    if not wanted.passages:
        return {"problem": GONE, "isGone": True}
    passage = wanted.passages[0]
    is_stale = any(current_passage.version != passage.version for current_passage in current.passages)
    return {
        "problem": "",
        "parts": _parts(passage, request.quote),
        "heading": passage.heading or "",
        "note": STALE if is_stale else "",
    }


def _parts(passage: SourcePassage, quote: str) -> tuple[str, str, str]:
    """Return the text before the quote, the quote in the passage's own words, and the rest, each on one line."""
    text = FoldedText(passage.text)
    line = text.words(0, len(text.folded_text))
    checked = check_quote(quote, [text])
    start = line.find(checked.quote) if checked.passage is not None else -1
    if start < 0:
        return line, "", ""
    return line[:start], checked.quote, line[start + len(checked.quote) :]

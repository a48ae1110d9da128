"""What the block list's view asks Python for: a block's content, how a block or the lesson looks, what is wrong.

Answers go to the view that asked, as messages: contents and drafts never become widget state, so none is saved in a
notebook. HTML comes from `authoring.rendering`, sanitised.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from workbench.authoring.block import Block, Blocks
from workbench.authoring.content import checked_content, content_problem
from workbench.authoring.conversion import converted
from workbench.authoring.rendering.blocks import block_html, blocks_html
from workbench.authoring.rendering.outline import section_levels
from workbench.errors import EditRejected
from workbench.widgets.block_list.findings import ServiceFindings, shown_findings
from workbench.widgets.block_list.gestures import (
    BlockRequest,
    ConversionRequest,
    DraftRequest,
    FindingsRequest,
    Question,
    SavedRequest,
)
from workbench.widgets.block_list.quotes import shown_quotes

MOST_SHOWN = 200
"""Blocks of a lesson that are shown at a time; a view asks for the next ones when it wants them."""


def answer(
    request: Question,
    blocks: Blocks,
    language: str,
    authors: Mapping[str, tuple[str, str]] | None = None,
    service_findings: ServiceFindings | None = None,
) -> dict[str, Any]:
    """The answer's fields; `found` is false for a block that is not there any more.

    `authors` are name and time of who changed a block last, by its id; `by` and `at` are empty where nobody was told.
    """
    if isinstance(request, BlockRequest):
        block = next((each for each in blocks if each.id == request.id), None)
        if block is None:
            return {"found": False}
        by, at = (authors or {}).get(block.id, ("", ""))
        quotes = shown_quotes(block.content)
        fields = {"found": True, "type": block.type, "by": by, "at": at, "quotes": quotes}
        return fields | _content(block.type, block.content, language)
    if isinstance(request, DraftRequest):
        return _content(request.type, request.content, language)
    if isinstance(request, ConversionRequest):
        return _content(request.to, converted(request.type, request.content, request.to), language)
    if isinstance(request, SavedRequest):
        return {"saved": any(each.id == request.id and _has(each, request.type, request.content) for each in blocks)}
    if isinstance(request, FindingsRequest):
        return {"findings": shown_findings(blocks, language, service_findings)}
    shown = slice(request.start, request.start + MOST_SHOWN)
    part = blocks[shown]
    html = blocks_html(part, language, has_author_notes=True, sections=section_levels(blocks)[shown])
    return {"html": html, "next": min(request.start + len(part), len(blocks)), "of": len(blocks)}


def _has(block: Block, block_type: str, content: dict[str, Any]) -> bool:
    try:
        return block.type == block_type and block.content == checked_content(block_type, content)
    except EditRejected:
        return False


def _content(block_type: str, content: dict[str, Any], language: str) -> dict[str, Any]:
    return {
        "content": content,
        "html": block_html(block_type, content, language),
        "problem": content_problem(block_type, content) or "",
    }

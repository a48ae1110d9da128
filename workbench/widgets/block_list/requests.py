"""What the block list's view asks Python for: a block's content, how it looks, what is wrong.

Answers go to the view that asked, as messages: contents and drafts never become widget state, so none is saved in a
notebook. HTML comes from `authoring.rendering`, sanitised.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from workbench.authoring.block import Block, Blocks, stored_block
from workbench.authoring.blocks.output import lesson_words
from workbench.authoring.content import content_problem, shape_problem, storable_content
from workbench.authoring.conversion import convert_content
from workbench.authoring.rendering.blocks import block_classes, block_html, sources_html
from workbench.authoring.rendering.outline import levels_below_title
from workbench.errors import EditRejected
from workbench.widgets.block_list.findings import ServiceFindings, shown_findings
from workbench.widgets.block_list.gestures import (
    BlockRequest,
    ConversionRequest,
    DraftRequest,
    Question,
    RenderedRequest,
    SavedRequest,
)
from workbench.widgets.block_list.quotes import shown_quotes


def answer(
    request: Question,
    blocks: Blocks,
    language: str,
    authors: Mapping[str, tuple[str, str]] | None = None,
    service_findings: ServiceFindings | None = None,
    *,
    title: str = "",
) -> dict[str, Any]:
    """Return the answer's fields; `found` is false for a block that no longer exists.

    The HTML is what learners of the lesson with this title get for the same blocks, with notes for authors
    added. `authors` holds name and time of each block's last change, by its id; `by` and `at` are empty if
    unknown.
    """
    if isinstance(request, BlockRequest):
        block = next((block for block in blocks if block.id == request.id), None)
        if block is None:
            return {"found": False}
        by, at = (authors or {}).get(block.id, ("", ""))
        quotes = shown_quotes(block.content)
        fields = {"found": True, "type": block.type, "by": by, "at": at, "quotes": quotes}
        return fields | _content(block, blocks, language, title)
    if isinstance(request, DraftRequest):
        return _content(stored_block(request.id, request.type, request.content), blocks, language, title)
    if isinstance(request, ConversionRequest):
        content = convert_content(request.type, request.content, request.to)
        return _content(stored_block(request.id, request.to, content), blocks, language, title)
    if isinstance(request, SavedRequest):
        return {"saved": any(block.id == request.id and _has(block, request.type, request.content) for block in blocks)}
    if isinstance(request, RenderedRequest):
        return {"blocks": _render_blocks(frozenset(request.ids), blocks, language, title)}
    return {"findings": shown_findings(blocks, language, service_findings)}


def _has(block: Block, block_type: str, content: dict[str, Any]) -> bool:
    try:
        return block.type == block_type and block.content == storable_content(block_type, content)
    except EditRejected:
        return False


def _render_blocks(wanted: frozenset[str], blocks: Blocks, language: str, title: str) -> dict[str, list[Any]]:
    """Return classes, HTML and content of the wanted blocks, by id; those that are gone are left out."""
    levels = levels_below_title(blocks, title)
    return {
        block.id: [block_classes(block.type), _html(block, language, level), block.content]
        for block, level in zip(blocks, levels, strict=True)
        if block.id in wanted
    }


def _html(block: Block, language: str, level: int | None) -> str:
    sources = sources_html(block.content, lesson_words(language), {})
    return block_html(block.type, block.content, language, level) + sources


def _content(block: Block, blocks: Blocks, language: str, title: str) -> dict[str, Any]:
    """Return a block's content and its rendering at its place in the lesson.

    `problem` is what is wrong with it, `refused` why it cannot be stored; `stored` is the content as it is stored.
    """
    refused = shape_problem(block.type, block.content) or ""
    lesson = [block if other_block.id == block.id else other_block for other_block in blocks]
    levels = dict(zip((block.id for block in lesson), levels_below_title(lesson, title), strict=True))
    return {
        "content": block.content,
        "html": _html(block, language, levels.get(block.id)),
        "problem": content_problem(block.type, block.content) or "",
        "refused": refused,
        "stored": block.content if refused else storable_content(block.type, block.content),
    }

"""An empty page."""

from __future__ import annotations

from html import escape
from typing import Any

from workbench.authoring.blocks.block_type import BlockType
from workbench.authoring.blocks.fields import BlockContent
from workbench.authoring.blocks.form import BlockForm


class Blank(BlockContent):
    """An empty page (interface 4.5)."""


def _read(body: str) -> dict[str, Any]:
    if body:
        raise ValueError("an empty page has no text")
    return {}


BLANK = BlockType(
    name="blank",
    model=Blank,
    title="Blank block",
    glyph="▢",
    draft=lambda lines, markdown: {},
    form=BlockForm(note="A blank block has nothing in it. Choose another type above to write one."),
    html=lambda content, at: f'<p class="blank">{escape(at.label)}</p>',
    markdown=lambda content, to: "",
    write=lambda content: "",
    read=_read,
)

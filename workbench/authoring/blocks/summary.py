"""A summary."""

from __future__ import annotations

from workbench.authoring.blocks.block_type import BlockType
from workbench.authoring.blocks.draft import items_draft
from workbench.authoring.blocks.fields import BlockContent, Lines
from workbench.authoring.blocks.file_text import read_items, write_items
from workbench.authoring.blocks.form import BlockForm, FormField
from workbench.authoring.blocks.output import list_html


class Summary(BlockContent):
    """The main points of a lesson."""

    items: Lines


SUMMARY = BlockType(
    name="summary",
    model=Summary,
    title="Summary",
    glyph="Σ",
    draft=items_draft,
    form=BlockForm({"items": FormField("What to take along, one a line")}),
    html=lambda content, at: at.heading(at.label) + list_html(content.items),
    markdown=lambda content, to: to.list_items(content.items),
    write=write_items,
    read=read_items,
)

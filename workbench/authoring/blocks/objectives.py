"""Learning objectives."""

from __future__ import annotations

from workbench.authoring.blocks.block_type import BlockType
from workbench.authoring.blocks.draft import items_draft
from workbench.authoring.blocks.fields import BlockContent, Lines
from workbench.authoring.blocks.file_text import read_items, write_items
from workbench.authoring.blocks.form import BlockForm, FormField
from workbench.authoring.blocks.output import list_html


class Objectives(BlockContent):
    """What learners can do after the lesson."""

    items: Lines


OBJECTIVES = BlockType(
    name="objectives",
    model=Objectives,
    title="Objectives",
    about="Learning objectives",
    glyph="◎",
    draft=items_draft,
    form=BlockForm({"items": FormField("What learners will be able to do, one per line")}),
    html=lambda content, at: at.heading(at.label) + list_html(content.items),
    markdown=lambda content, to: to.list_items(content.items),
    write=write_items,
    read=read_items,
)

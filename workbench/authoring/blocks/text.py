"""Running text."""

from __future__ import annotations

from workbench.authoring.blocks.block_type import BlockType
from workbench.authoring.blocks.draft import markdown_draft
from workbench.authoring.blocks.fields import WithMarkdown
from workbench.authoring.blocks.file_text import read_markdown, write_markdown
from workbench.authoring.blocks.form import BlockForm, FormField
from workbench.authoring.markup.plain import safe_markdown


class Text(WithMarkdown):
    """Running text, in Markdown. It may be empty."""


TEXT = BlockType(
    name="text",
    model=Text,
    title="Text",
    glyph="¶",
    draft=markdown_draft,
    form=BlockForm(
        {
            "markdown": FormField(
                "Text (Markdown)", hint="Write in Markdown: **bold**, *italic*, - lists, [links](https://…)"
            )
        }
    ),
    html=lambda content, at: at.markdown(content.markdown),
    markdown=lambda content, to: safe_markdown(content.markdown),
    write=write_markdown,
    read=read_markdown,
)

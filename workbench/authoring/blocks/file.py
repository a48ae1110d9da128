"""A file to take along."""

from __future__ import annotations

from html import escape

from workbench.authoring.blocks.block_type import BlockType
from workbench.authoring.blocks.fields import BlockContent, OptionalLine
from workbench.authoring.blocks.form import BlockForm
from workbench.authoring.blocks.media import (
    OPTIONAL,
    AssetId,
    figure,
    link_markdown,
    media_draft,
    media_name,
    read_link,
    write_link,
)
from workbench.authoring.blocks.output import HtmlOutput, MediaLink


class File(BlockContent):
    """A file to download, with a caption."""

    asset: AssetId
    caption: OptionalLine = ""


def _html(content: File, at: HtmlOutput) -> str:
    caption = content.caption.strip()

    def link_html(link: MediaLink) -> str:
        name, address = media_name(caption, link, at), escape(link.address, quote=True)
        return f'<p><a href="{address}" download>{escape(name)}</a> ({escape(at.label)})</p>'

    # The caption is the text of the link.
    return figure("file", content.asset, at, link_html, instead=f"{caption} ({at.label})" if caption else at.label)


FILE = BlockType(
    name="file",
    model=File,
    title="File",
    glyph="↧",
    draft=media_draft,
    form=BlockForm(special="file"),
    html=_html,
    markdown=lambda content, to: link_markdown(content.asset, content.caption, to),
    write=write_link,
    read=read_link,
    optional=OPTIONAL,
)

"""A sound recording."""

from __future__ import annotations

from workbench.authoring.blocks.block_type import BlockType
from workbench.authoring.blocks.fields import BlockContent, OptionalLine
from workbench.authoring.blocks.form import BlockForm
from workbench.authoring.blocks.media import (
    OPTIONAL,
    AssetId,
    link_markdown,
    media_draft,
    read_link,
    recording_html,
    write_link,
)


class Audio(BlockContent):
    """A sound recording, with a caption."""

    asset: AssetId
    caption: OptionalLine = ""


AUDIO = BlockType(
    name="audio",
    model=Audio,
    title="Sound",
    about="Sound recording",
    glyph="♪",
    draft=media_draft,
    form=BlockForm(special="audio"),
    html=lambda content, at: recording_html("audio", content.asset, content.caption, at),
    markdown=lambda content, to: link_markdown(content.asset, content.caption, to),
    write=write_link,
    read=read_link,
    optional=OPTIONAL,
)

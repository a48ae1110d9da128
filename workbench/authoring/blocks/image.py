"""A picture."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

from workbench.authoring.blocks.block_type import BlockType
from workbench.authoring.blocks.draft import first
from workbench.authoring.blocks.fields import LINE_CHARS, BlockContent, Flag, OptionalLine
from workbench.authoring.blocks.form import BlockForm
from workbench.authoring.blocks.media import AssetId, figure, media_file
from workbench.authoring.blocks.output import HtmlOutput, MarkdownOutput, MediaLink
from workbench.authoring.markup.plain import plain_line
from workbench.patterns import Pattern

_PICTURE = Pattern(r"!\[([^\[\]\n]*)\]\((?:<([^<>\n]+)>|([^()\s]+))\)")


class Image(BlockContent):
    """A picture with a text alternative, unless it is only decoration, and a caption."""

    asset: AssetId
    alternative_text: OptionalLine = ""
    decorative: Flag = False
    caption: OptionalLine = ""


def lacks_text(block_type: str, content: Mapping[str, Any]) -> bool:
    """Return whether a picture is inaccessible: without alternative text and not marked as decorative."""
    text = str(content.get("alternativeText") or "").strip()
    return block_type == IMAGE.name and content.get("decorative") is not True and not text


def _html(content: Image, at: HtmlOutput) -> str:
    text = "" if content.decorative else content.alternative_text

    def image_html(link: MediaLink) -> str:
        address = escape(link.address, quote=True)
        size = f' width="{link.width}" height="{link.height}"' if link.width and link.height else ""
        return f'<img src="{address}" alt="{escape(text, quote=True)}"{size} loading="lazy" decoding="async">'

    name = f"{at.label}: {text.strip()}" if text.strip() else at.label
    return figure("image", content.asset, at, image_html, instead=name, text=text, caption=content.caption.strip())


def _markdown(content: Image, to: MarkdownOutput) -> str:
    link, text = to.links.get(content.asset), plain_line(content.alternative_text)
    if link is None:
        shown = f"**{plain_line(to.label)}**{': ' if text else ''}{text}"
    else:
        shown = f"![{'' if content.decorative else text}](<{link.address}>)"
    return "\n\n".join(part for part in (shown, plain_line(content.caption)) if part)


def _draft(lines: Sequence[str], markdown: str | None) -> dict[str, Any]:
    return {"asset": "", "alternativeText": first(lines)[:LINE_CHARS], "decorative": False, "caption": ""}


def _write(content: Mapping[str, Any]) -> str:
    picture = f"![{content.get('alternativeText', '')}]({media_file(content)})"
    return f"{picture}\n\n{content['caption']}" if content.get("caption") else picture


def read_image(body: str) -> dict[str, Any]:
    """Return the fields of a picture written as Markdown. Raises `ValueError` for anything else."""
    line, _, caption = body.partition("\n")
    match = _PICTURE.fullmatch(line.rstrip())
    if match is None:
        raise ValueError("a picture is a line ![what it shows](media/file.png), and below it a caption if it has one")
    asset = match[2] or match[3]
    return {"asset": asset, "alternativeText": match[1], "decorative": False, "caption": caption.strip("\n")}


IMAGE = BlockType(
    name="image",
    model=Image,
    title="Picture",
    glyph="▦",
    draft=_draft,
    form=BlockForm(special="image"),
    html=_html,
    markdown=_markdown,
    write=_write,
    read=read_image,
    optional={"alternativeText": "", "decorative": False, "caption": ""},
)

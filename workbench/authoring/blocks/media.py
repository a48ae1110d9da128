"""Common parts of pictures, recordings and files: each refers to an asset of the organization by its id.

The code that shows the lesson gives the addresses of assets; without an address, the asset's text is shown
instead. The placeholder carries the asset's id, so that a page which has the bytes can insert them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from html import escape
from typing import Annotated, Any, Final

from pydantic import Field, Strict

from workbench.authoring.blocks.draft import first
from workbench.authoring.blocks.fields import LINE_CHARS, CodeText
from workbench.authoring.blocks.output import HtmlOutput, MarkdownOutput, MediaLink, Output
from workbench.authoring.markup.plain import plain_line
from workbench.patterns import Pattern

AssetId = Annotated[str, Strict(), Field(max_length=64, pattern=r"^[a-z0-9]+$"), CodeText()]
OPTIONAL: Final[Mapping[str, Any]] = {"caption": ""}
"""Fields that a recording or file may do without."""
_LINK = Pattern(r"\[([^\[\]\n]*)\]\((?:<([^<>\n]+)>|([^()\s]+))\)")


def figure(
    kind: str,
    asset: str,
    at: HtmlOutput,
    shown: Callable[[MediaLink], str],
    *,
    instead: str,
    text: str = "",
    caption: str = "",
) -> str:
    """Return the asset as a figure with its caption, with the text `instead` if it has no link.

    `shown` makes the HTML of the link. `text` describes a picture, for a page that finds the asset itself.
    """
    link = at.links.get(asset)
    if link is None:
        facts = f'data-asset="{escape(asset)}" data-kind="{kind}" data-alternative="{escape(text, quote=True)}"'
        made = f'<figure class="media" {facts}><p class="missing" dir="auto">{escape(instead)}</p>'
    else:
        made = f'<figure class="media">{shown(link)}'
    words = f'<figcaption dir="auto">{escape(caption)}</figcaption>' if caption else ""
    return f"{made}{words}</figure>"


def recording_html(tag: str, asset: str, caption: str, at: HtmlOutput) -> str:
    """Return a recording or video as an element with controls."""
    caption = caption.strip()

    def player_html(link: MediaLink) -> str:
        address, name = escape(link.address, quote=True), media_name(caption, link, at)
        label = escape(f"{at.label}: {name}", quote=True)
        return (
            f'<{tag} controls preload="metadata" aria-label="{label}" src="{address}">'
            f'<a href="{address}">{escape(name)}</a></{tag}>'
        )

    return figure(tag, asset, at, player_html, instead=at.label, caption=caption)


def link_markdown(asset: str, caption: str, to: MarkdownOutput) -> str:
    """Return a recording or file as a link with its caption, or its description without an address."""
    link, caption = to.links.get(asset), plain_line(caption)
    if link is None:
        return "\n\n".join(part for part in (f"**{plain_line(to.label)}**", caption) if part)
    return f"[{caption or plain_line(link.file_name) or plain_line(to.label)}](<{link.address}>)"


def media_name(caption: str, link: MediaLink, to: Output) -> str:
    """Return the text of a link to the asset."""
    return caption or link.file_name or to.label


def media_draft(lines: Sequence[str], markdown: str | None) -> dict[str, Any]:
    """No asset yet; the first line is the caption."""
    return {"asset": "", "caption": first(lines)[:LINE_CHARS]}


def write_link(content: Mapping[str, Any]) -> str:
    """Return a link to the file in the folder."""
    return f"[{content.get('caption', '')}]({media_file(content)})"


def read_link(body: str) -> dict[str, Any]:
    """Return the fields of a link to a file."""
    match = _LINK.fullmatch(body)
    if match is None:
        raise ValueError("a recording or file is a line [caption](media/file.mp3)")
    return {"asset": match[2] or match[3], "caption": match[1]}


def media_file(content: Mapping[str, Any]) -> str:
    """Return the file in the folder that the block refers to, if any."""
    if "/" not in content["asset"]:
        raise ValueError("it has no file in the folder")
    return str(content["asset"])

"""Pictures, recordings and files as HTML. Where they are is said by whoever shows the lesson; else their words stand.

What stands for one that has no address carries its asset's id, so that a page which has the bytes can put them there.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from html import escape
from types import MappingProxyType
from typing import Any, Final

from workbench.authoring.content.media_types import AUDIO, FILE, IMAGE, VIDEO
from workbench.authoring.rendering.labels import Labels


@dataclass(frozen=True, slots=True)
class MediaLink:
    """Where an asset's bytes are, and of which type they are; `width` and `height` are a picture's, in pixels."""

    address: str
    media_type: str
    file_name: str = ""
    width: int | None = None
    height: int | None = None


MediaLinks = Mapping[str, MediaLink]
"""Links by the assets' ids."""
NO_LINKS: Final[MediaLinks] = MappingProxyType({})


def media_label(block_type: str, words: Labels) -> str:
    """What a block of the type is called in the lesson's language."""
    return {IMAGE: words.image, AUDIO: words.audio, VIDEO: words.video, FILE: words.file}[block_type]


def media_html(block_type: str, content: Mapping[str, Any], words: Labels, links: MediaLinks = NO_LINKS) -> str:
    """The block as a figure. An asset that has no link is told by its words."""
    link = links.get(content["asset"])
    caption = str(content.get("caption", "")).strip()
    if link is None:
        shown = _instead(block_type, content, words)
        text = "" if content.get("decorative") else escape(str(content.get("alternativeText", "")), quote=True)
        facts = f'data-asset="{escape(content["asset"])}" data-kind="{block_type}" data-alternative="{text}"'
        tag = f'<figure class="media" {facts}>'
    else:
        shown = _shown(block_type, content, words, link)
        tag = '<figure class="media">'
    if caption and block_type != FILE:  # there it is the link's text
        shown += f'<figcaption dir="auto">{escape(caption)}</figcaption>'
    return f"{tag}{shown}</figure>"


def media_name(block_type: str, content: Mapping[str, Any], words: Labels) -> str:
    """What it is in one line: the label, and what a picture shows."""
    text = str(content.get("alternativeText", "")).strip()
    label = media_label(block_type, words)
    return f"{label}: {text}" if text and not content.get("decorative") else label


def _instead(block_type: str, content: Mapping[str, Any], words: Labels) -> str:
    name = media_name(block_type, content, words)
    caption = str(content.get("caption", "")).strip()
    text = f"{caption} ({name})" if caption and block_type == FILE else name
    return f'<p class="missing" dir="auto">{escape(text)}</p>'


def _shown(block_type: str, content: Mapping[str, Any], words: Labels, link: MediaLink) -> str:
    address = escape(link.address, quote=True)
    if block_type == IMAGE:
        text = "" if content.get("decorative") else str(content.get("alternativeText", ""))
        size = f' width="{link.width}" height="{link.height}"' if link.width and link.height else ""
        return f'<img src="{address}" alt="{escape(text, quote=True)}"{size} loading="lazy" decoding="async">'
    caption = str(content.get("caption", "")).strip()
    name = caption or link.file_name or media_label(block_type, words)
    if block_type == FILE:
        return f'<p><a href="{address}" download>{escape(name)}</a> ({escape(media_label(block_type, words))})</p>'
    label = escape(f"{media_label(block_type, words)}: {name}", quote=True)
    return (
        f'<{block_type} controls preload="metadata" aria-label="{label}" src="{address}">'
        f'<a href="{address}">{escape(name)}</a></{block_type}>'
    )

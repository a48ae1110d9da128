"""Schemas of pictures, recordings and files: each refers to an asset of the organization by its id."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import Field, Strict

from workbench.authoring.content.fields import BlockContent, Flag, OptionalLine
from workbench.authoring.content.media_types import IMAGE

AssetId = Annotated[str, Strict(), Field(max_length=64, pattern=r"^[a-z0-9]+$")]


class Image(BlockContent):
    """A picture: what it shows in words, for who cannot see it, unless it is only decoration; and a caption."""

    asset: AssetId
    alternative_text: OptionalLine = ""
    decorative: Flag = False
    caption: OptionalLine = ""


class Audio(BlockContent):
    """A sound recording, with a caption that says what it is."""

    asset: AssetId
    caption: OptionalLine = ""


class Video(BlockContent):
    """A video, with a caption that says what it is."""

    asset: AssetId
    caption: OptionalLine = ""


class File(BlockContent):
    """A file to take along, with a caption that says what it is."""

    asset: AssetId
    caption: OptionalLine = ""


def lacks_text(block_type: str, content: Mapping[str, Any]) -> bool:
    """Whether a picture says nothing to who cannot see it: no alternative text, and not marked as decoration."""
    text = str(content.get("alternativeText") or "").strip()
    return block_type == IMAGE and content.get("decorative") is not True and not text

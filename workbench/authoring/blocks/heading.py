"""A heading."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import Annotated, Any

from pydantic import Field, Strict

from workbench.authoring.blocks.block_type import BlockType
from workbench.authoring.blocks.draft import first
from workbench.authoring.blocks.fields import LINE_CHARS, BlockContent, Line
from workbench.authoring.blocks.form import BlockForm, FormField
from workbench.authoring.blocks.output import HtmlOutput, MarkdownOutput
from workbench.authoring.markup.plain import heading_signs, plain_line
from workbench.patterns import Pattern

_HEADING = Pattern(r"(#{1,3}) (.+)")


class Heading(BlockContent):
    """A heading: level 1 (the lesson) to 3 (a part of a section)."""

    text: Line
    level: Annotated[int, Strict(), Field(ge=1, le=3)] = 2


def _html(content: Heading, at: HtmlOutput) -> str:
    level = at.section or content.level + 1  # the page's own title is the one first-level heading
    return f"<h{level}>{escape(content.text)}</h{level}>"


def _markdown(content: Heading, to: MarkdownOutput) -> str:
    return f"{heading_signs(to.level + content.level - 1)} {plain_line(content.text)}"


def _draft(lines: Sequence[str], markdown: str | None) -> dict[str, Any]:
    return {"text": first(lines)[:LINE_CHARS], "level": 2}


def _write(content: Mapping[str, Any]) -> str:
    return f"{'#' * int(content['level'])} {content['text']}"


def _read(body: str) -> dict[str, Any]:
    match = _HEADING.fullmatch(body)
    if match is None:
        raise ValueError("a heading is one line that begins with #, ## or ###")
    return {"text": match[2], "level": len(match[1])}


HEADING = BlockType(
    name="heading",
    model=Heading,
    title="Heading",
    glyph="H",
    draft=_draft,
    form=BlockForm(
        {
            "text": FormField("Heading"),
            "level": FormField(
                "Level",
                width="short",
                options={1: "1: a part of the lesson", 2: "2: a section", 3: "3: inside a section"},
            ),
        }
    ),
    html=_html,
    markdown=_markdown,
    write=_write,
    read=_read,
)

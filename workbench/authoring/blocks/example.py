"""A worked example."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from workbench.authoring.blocks.block_type import BlockType
from workbench.authoring.blocks.draft import markdown_draft
from workbench.authoring.blocks.fields import OptionalLine, WithMarkdown
from workbench.authoring.blocks.form import BlockForm, FormField
from workbench.authoring.blocks.output import Output
from workbench.authoring.markup.plain import safe_markdown

_TITLE = "#### "


class Example(WithMarkdown):
    """A worked example, in Markdown, under a title that may be empty."""

    title: OptionalLine = ""


def _heading(content: Example, to: Output) -> str:
    return f"{to.label}: {content.title}" if content.title else to.label


def _write(content: Mapping[str, Any]) -> str:
    title = content["title"]
    return f"{_TITLE}{title}\n\n{content['markdown']}" if title else str(content["markdown"])


def _read(body: str) -> dict[str, Any]:
    first, _, rest = body.partition("\n")
    if first.startswith(_TITLE):
        return {"title": first.removeprefix(_TITLE), "markdown": rest.strip("\n")}
    return {"title": "", "markdown": body}


EXAMPLE = BlockType(
    name="example",
    model=Example,
    title="Example",
    about="Worked example",
    glyph="e.g.",
    draft=lambda lines, markdown: {"title": "", **markdown_draft(lines, markdown)},
    form=BlockForm({"title": FormField("Title (optional)"), "markdown": FormField("Example (Markdown)")}),
    html=lambda content, at: at.heading(_heading(content, at)) + at.markdown(content.markdown),
    markdown=lambda content, to: to.part(_heading(content, to), safe_markdown(content.markdown)),
    write=_write,
    read=_read,
)

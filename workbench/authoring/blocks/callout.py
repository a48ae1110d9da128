"""A callout: a note, a tip or a warning."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from typing import Any, Literal

from workbench.authoring.blocks.block_type import BlockType
from workbench.authoring.blocks.draft import markdown_draft
from workbench.authoring.blocks.fields import WithMarkdown
from workbench.authoring.blocks.file_text import quote, unquote
from workbench.authoring.blocks.form import BlockForm, FormField
from workbench.authoring.blocks.output import HtmlOutput
from workbench.patterns import Pattern

_MARK = Pattern(r"\[!(NOTE|TIP|WARNING)\]")


class Callout(WithMarkdown):
    """Highlighted passage in Markdown: a note, a tip or a warning."""

    kind: Literal["note", "tip", "warning"] = "note"


def _html(content: Callout, at: HtmlOutput) -> str:
    label = f'<p class="kind">{escape(at.labels[content.kind])}</p>'
    return f'<div class="{content.kind}" role="note">{label}{at.markdown(content.markdown)}</div>'


def _write(content: Mapping[str, Any]) -> str:
    return quote(f"[!{str(content['kind']).upper()}]\n{content['markdown']}")


def _read(body: str) -> dict[str, Any]:
    first, _, rest = unquote(body.split("\n")).partition("\n")
    match = _MARK.fullmatch(first)
    if match is None:
        raise ValueError("a callout begins with > [!NOTE], > [!TIP] or > [!WARNING]")
    return {"kind": match[1].lower(), "markdown": rest}


CALLOUT = BlockType(
    name="callout",
    model=Callout,
    title="Callout",
    glyph="!",
    draft=lambda lines, markdown: {"kind": "note", **markdown_draft(lines, markdown)},
    form=BlockForm(
        {
            "kind": FormField("Kind", width="short", options={"note": "Note", "tip": "Tip", "warning": "Warning"}),
            "markdown": FormField("Text (Markdown)"),
        }
    ),
    html=_html,
    markdown=lambda content, to: to.quote(to.labels[content.kind], content.markdown),
    write=_write,
    read=_read,
)

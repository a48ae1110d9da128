"""Key terms, each with its meaning."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import Annotated, Any

from pydantic import Field

from workbench.authoring.blocks.block_type import BlockType, parts
from workbench.authoring.blocks.draft import pair
from workbench.authoring.blocks.fields import LINE_CHARS, LIST_ITEMS, PASSAGE_CHARS, BlockContent, Line, Passage
from workbench.authoring.blocks.form import BlockForm, FormField
from workbench.authoring.blocks.output import HtmlOutput, MarkdownOutput
from workbench.authoring.blocks.question import Cards
from workbench.authoring.markup.plain import plain_line
from workbench.patterns import Pattern

_TERM = Pattern(r"- \*\*(?>(.+?)\*\*: )(.*+)")


class Term(BlockContent):
    """A term and its meaning in this lesson."""

    term: Line
    meaning: Passage


class KeyTerms(BlockContent):
    """The words that matter in the lesson."""

    terms: Annotated[tuple[Term, ...], Field(min_length=1, max_length=LIST_ITEMS)]


def _html(content: KeyTerms, at: HtmlOutput) -> str:
    pairs = "".join(f"<dt>{escape(term.term)}</dt><dd>{escape(term.meaning)}</dd>" for term in content.terms)
    return f"{at.heading(at.label)}<dl>{pairs}</dl>"


def _markdown(content: KeyTerms, to: MarkdownOutput) -> str:
    terms = (f"- **{plain_line(term.term)}**: {plain_line(term.meaning)}" for term in content.terms)
    return to.part(to.label, "\n".join(terms))


def _draft(lines: Sequence[str], markdown: str | None) -> dict[str, Any]:
    pairs = [pair(line) for line in lines[:LIST_ITEMS]] or [("", "")]
    return {"terms": [{"term": term[:LINE_CHARS], "meaning": meaning[:PASSAGE_CHARS]} for term, meaning in pairs]}


def _lines(content: Mapping[str, Any]) -> list[str] | None:
    if not isinstance(content.get("terms"), list):
        return None
    return [f"{term.get('term', '')}: {term.get('meaning', '')}" for _, term in parts(content, "terms")]


def _write(content: Mapping[str, Any]) -> str:
    return "\n".join(f"- **{term['term']}**: {term['meaning']}" for term in content["terms"])


def _read(body: str) -> dict[str, Any]:
    lines = [_TERM.fullmatch(line) for line in body.split("\n")]
    if None in lines:
        raise ValueError("each of its lines is - **term**: meaning")
    return {"terms": [{"term": term[1], "meaning": term[2]} for term in lines if term]}


KEY_TERMS = BlockType(
    name="keyTerms",
    model=KeyTerms,
    title="Key terms",
    glyph="Aa",
    draft=_draft,
    lines=_lines,
    form=BlockForm(
        {
            "terms": FormField(
                part="term",
                fields={
                    "term": FormField("Term", width="narrow"),
                    "meaning": FormField("Meaning", width="wide", rows=2),
                },
            )
        }
    ),
    html=_html,
    markdown=_markdown,
    write=_write,
    read=_read,
    question=lambda content: Cards(tuple((term.term, term.meaning) for term in content.terms)),
)

"""Blocks as HTML that is safe to show: share pages, previews and exports use this one rendering.

Every text is untrusted: plain text is escaped, Markdown is rendered without raw HTML and then sanitised, links are
https or mailto only, there are no pictures, scripts, styles or handlers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from html import escape
from types import MappingProxyType
from typing import Any

import nh3
from markdown_it import MarkdownIt

from workbench.authoring.block import Block
from workbench.authoring.content import AUTHOR_NOTE, content_problem
from workbench.authoring.content.questions import QUESTION_TYPES
from workbench.authoring.links import keep_footnotes
from workbench.authoring.plain_text import plain_text
from workbench.authoring.rendering.labels import Labels, labels_for
from workbench.authoring.rendering.questions import question_html, question_label
from workbench.authoring.rendering.sources import sources_html

_TAGS = {
    "a", "blockquote", "br", "code", "del", "em", "h1", "h2", "h3", "h4", "h5", "h6", "hr", "li", "ol", "p", "pre",
    "s", "strong", "table", "tbody", "td", "th", "thead", "tr", "ul",
}  # fmt: skip
_MOST_BRACKETS = 1_000
_NO_PASSAGES: Mapping[str, str] = MappingProxyType({})


def block_html(block_type: str, content: Mapping[str, Any], language: str = "EN") -> str:
    """One block as an HTML fragment; a block that its type's schema refuses is shown as its plain words."""
    words = labels_for(language)
    render = _RENDERERS.get(block_type)
    if block_type == "blank":
        return f'<p class="blank">{escape(words.blank)}</p>'
    if content_problem(block_type, content) is None and block_type in QUESTION_TYPES:
        return f"<h3>{escape(question_label(block_type, words))}</h3>{question_html(block_type, content, words)}"
    if render is None or content_problem(block_type, content) is not None:
        label = f"<h3>{escape(words.author_note)}</h3>" if block_type == AUTHOR_NOTE else ""
        return label + _as_words(block_type, content)
    return render(content, words)


def blocks_html(
    blocks: Iterable[Block],
    language: str = "EN",
    *,
    has_author_notes: bool = False,
    passages: Mapping[str, str] = _NO_PASSAGES,
) -> str:
    """The blocks with their sources, each in a section that carries its type as a class.

    Notes for authors are left out, unless `has_author_notes`: that is for what authors see, never for learners.
    `passages` are the texts, by id, of passages of sources that may be read.
    """
    words = labels_for(language)
    return "\n".join(
        f'<section class="block {escape(each.type)}">{block_html(each.type, each.content, language)}'
        f"{sources_html(each.content, words, passages)}</section>"
        for each in blocks
        if has_author_notes or each.type != AUTHOR_NOTE
    )


def markdown_html(markdown: str) -> str:
    """Markdown as sanitised HTML; where there are brackets by the thousand, none is taken for a link."""
    return nh3.clean(
        _markdown(has_links=markdown.count("[") <= _MOST_BRACKETS).render(markdown),
        tags=_TAGS,
        attributes={"a": {"href"}},
        url_schemes={"https", "mailto"},
        link_rel="noopener noreferrer nofollow",
    )


@cache
def _markdown(*, has_links: bool) -> MarkdownIt:
    parser = MarkdownIt("commonmark", {"html": False, "linkify": False})
    parser.enable(["table", "strikethrough"]).disable("image")
    keep_footnotes(parser)
    return parser if has_links else parser.disable("link")


def _heading(content: Mapping[str, Any], words: Labels) -> str:
    level = int(content.get("level", 2)) + 1  # the page's own title is the one first-level heading
    return f"<h{level}>{escape(content['text'])}</h{level}>"


def _text(content: Mapping[str, Any], words: Labels) -> str:
    return markdown_html(content["markdown"])


def _list(items: Iterable[str]) -> str:
    return "<ul>" + "".join(f"<li>{escape(item)}</li>" for item in items) + "</ul>"


def _objectives(content: Mapping[str, Any], words: Labels) -> str:
    return f"<h3>{escape(words.objectives)}</h3>{_list(content['items'])}"


def _summary(content: Mapping[str, Any], words: Labels) -> str:
    return f"<h3>{escape(words.summary)}</h3>{_list(content['items'])}"


def _key_terms(content: Mapping[str, Any], words: Labels) -> str:
    pairs = "".join(f"<dt>{escape(each['term'])}</dt><dd>{escape(each['meaning'])}</dd>" for each in content["terms"])
    return f"<h3>{escape(words.key_terms)}</h3><dl>{pairs}</dl>"


def _example(content: Mapping[str, Any], words: Labels) -> str:
    title = content.get("title", "")
    head = f"{words.example}: {title}" if title else words.example
    return f"<h3>{escape(head)}</h3>{markdown_html(content['markdown'])}"


def _callout(content: Mapping[str, Any], words: Labels) -> str:
    kind = content.get("kind", "note")
    label = {"note": words.note, "tip": words.tip, "warning": words.warning}[kind]
    return (
        f'<div class="{kind}" role="note"><p class="kind">{escape(label)}</p>{markdown_html(content["markdown"])}</div>'
    )


def _reflection(content: Mapping[str, Any], words: Labels) -> str:
    return f"<h3>{escape(words.reflection)}</h3><p>{escape(content['prompt'])}</p>"


def _author_note(content: Mapping[str, Any], words: Labels) -> str:
    return f"<h3>{escape(words.author_note)}</h3>{markdown_html(content['markdown'])}"


def _as_words(block_type: str, content: Mapping[str, Any]) -> str:
    lines = plain_text(block_type, content).splitlines()
    return "".join(f"<p>{escape(line)}</p>" for line in lines)


_RENDERERS: dict[str, Callable[[Mapping[str, Any], Labels], str]] = {
    "heading": _heading,
    "text": _text,
    "objectives": _objectives,
    "keyTerms": _key_terms,
    "example": _example,
    "callout": _callout,
    "reflection": _reflection,
    "summary": _summary,
    AUTHOR_NOTE: _author_note,
}

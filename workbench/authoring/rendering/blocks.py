"""Blocks as HTML that is safe to show: share pages, previews and exports use this one rendering.

Every text is untrusted: plain text is escaped, Markdown is rendered without raw HTML and then sanitised, links are
https or mailto only, there are no scripts, styles or handlers, and no pictures but the organization's own.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from html import escape
from types import MappingProxyType
from typing import Any, Final

from workbench.authoring.block import Block
from workbench.authoring.content import AUTHOR_NOTE, content_problem
from workbench.authoring.content.media_types import MEDIA_BLOCKS
from workbench.authoring.content.questions import QUESTION_TYPES
from workbench.authoring.plain_text import plain_text
from workbench.authoring.rendering.labels import Labels, labels_for
from workbench.authoring.rendering.markdown import markdown_html
from workbench.authoring.rendering.media import NO_LINKS, MediaLinks, media_html
from workbench.authoring.rendering.outline import DEEPEST, section_levels
from workbench.authoring.rendering.questions import question_html, question_label
from workbench.authoring.rendering.sources import sources_html

_NO_PASSAGES: Final[Mapping[str, str]] = MappingProxyType({})


def block_html(
    block_type: str,
    content: Mapping[str, Any],
    language: str = "EN",
    section: int | None = None,
    links: MediaLinks = NO_LINKS,
) -> str:
    """One block as an HTML fragment; a block that its type's schema refuses is shown as its plain words.

    `section` is the level of the heading that it stands below, or that it is; without it that of a lesson's section.
    `links` says where the pictures, recordings and files are; one that has no link is told by its words.
    """
    words = labels_for(language)
    render = _RENDERERS.get(block_type)
    if block_type == "blank":
        made = f'<p class="blank">{escape(words.blank)}</p>'
    elif content_problem(block_type, content) is not None or not (render or block_type in _OTHER_TYPES):
        label = _label(words.author_note, section or 2) if block_type == AUTHOR_NOTE else ""
        made = label + _as_words(block_type, content)
    elif block_type in MEDIA_BLOCKS:
        made = media_html(block_type, content, words, links)
    elif block_type == "heading":
        level = section or int(content.get("level", 2)) + 1  # the page's own title is the one first-level heading
        made = f"<h{level}>{escape(content['text'])}</h{level}>"
    elif render is None:
        made = _label(question_label(block_type, words), section or 2) + question_html(block_type, content, words)
    else:
        made = render(content, words, section or 2)
    return _WITH_WORDS.sub(r'<\1\2 dir="auto">', made)


_OTHER_TYPES: Final = {"heading", *QUESTION_TYPES, *MEDIA_BLOCKS}
_WITH_WORDS: Final = re.compile(
    r"<(p|h[1-6]|dt|dd|td|th|li(?!>\s*<(?:[uod]l|p|pre|h[1-6]|blockquote|div)\b))"
    r'(| class="kind"| value="\d+")>'
)
"""Elements that hold words themselves, and take their direction from them: texts of two directions are mixed."""


def blocks_html(
    blocks: Sequence[Block],
    language: str = "EN",
    *,
    links: MediaLinks = NO_LINKS,
    has_author_notes: bool = False,
    sections: Sequence[int] | None = None,
    passages: Mapping[str, str] = _NO_PASSAGES,
    has_ids: bool = False,
) -> str:
    """The blocks with their sources, each in a section that carries its type as a class, and with `has_ids` its id.

    Notes for authors are left out, unless `has_author_notes`: that is for what authors see, never for learners.
    `sections` has the blocks' levels (`section_levels`) where they are a part of a lesson.
    `passages` are the texts, by id, of passages of sources that may be read.
    """
    words = labels_for(language)
    return "\n".join(
        f'<section class="block {escape(each.type)}"{_id(each) if has_ids else ""}>'
        f"{block_html(each.type, each.content, language, section, links)}"
        f"{sources_html(each.content, words, passages)}</section>"
        for each, section in zip(blocks, sections or section_levels(blocks), strict=True)
        if has_author_notes or each.type != AUTHOR_NOTE
    )


def _id(block: Block) -> str:
    return f' data-block="{escape(block.id, quote=True)}"'


def _label(text: str, section: int) -> str:
    level = min(section + 1, DEEPEST)
    return f"<h{level}>{escape(text)}</h{level}>"


def _text(content: Mapping[str, Any], words: Labels, section: int) -> str:
    return markdown_html(content["markdown"], section)


def _list(items: Iterable[str]) -> str:
    return "<ul>" + "".join(f"<li>{escape(item)}</li>" for item in items) + "</ul>"


def _objectives(content: Mapping[str, Any], words: Labels, section: int) -> str:
    return f"{_label(words.objectives, section)}{_list(content['items'])}"


def _summary(content: Mapping[str, Any], words: Labels, section: int) -> str:
    return f"{_label(words.summary, section)}{_list(content['items'])}"


def _key_terms(content: Mapping[str, Any], words: Labels, section: int) -> str:
    pairs = "".join(f"<dt>{escape(each['term'])}</dt><dd>{escape(each['meaning'])}</dd>" for each in content["terms"])
    return f"{_label(words.key_terms, section)}<dl>{pairs}</dl>"


def _example(content: Mapping[str, Any], words: Labels, section: int) -> str:
    title = content.get("title", "")
    head = f"{words.example}: {title}" if title else words.example
    return f"{_label(head, section)}{markdown_html(content['markdown'], section)}"


def _callout(content: Mapping[str, Any], words: Labels, section: int) -> str:
    kind = content.get("kind", "note")
    label = {"note": words.note, "tip": words.tip, "warning": words.warning}[kind]
    text = markdown_html(content["markdown"], section)
    return f'<div class="{kind}" role="note"><p class="kind">{escape(label)}</p>{text}</div>'


def _reflection(content: Mapping[str, Any], words: Labels, section: int) -> str:
    return f"{_label(words.reflection, section)}<p>{escape(content['prompt'])}</p>"


def _author_note(content: Mapping[str, Any], words: Labels, section: int) -> str:
    return f"{_label(words.author_note, section)}{markdown_html(content['markdown'], section)}"


def _as_words(block_type: str, content: Mapping[str, Any]) -> str:
    lines = plain_text(block_type, content).splitlines()
    return "".join(f"<p>{escape(line)}</p>" for line in lines)


_RENDERERS: dict[str, Callable[[Mapping[str, Any], Labels, int], str]] = {
    "text": _text,
    "objectives": _objectives,
    "keyTerms": _key_terms,
    "example": _example,
    "callout": _callout,
    "reflection": _reflection,
    "summary": _summary,
    AUTHOR_NOTE: _author_note,
}

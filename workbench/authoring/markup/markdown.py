"""Markdown as sanitised HTML: CommonMark with tables, strikethrough, bare links, footnotes and maths.

There is no raw HTML, no picture, and no address but https and mailto.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from hashlib import blake2b
from typing import Any, Final

import nh3
from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.rules_core import StateCore
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token
from mdit_py_plugins.dollarmath import dollarmath_plugin
from mdit_py_plugins.footnote import footnote_plugin

from workbench.authoring.links import keep_footnotes
from workbench.authoring.markup.maths import (
    MATHML_ATTRIBUTES,
    MATHML_TAGS,
    MOST_TEXT_FORMULAS,
    MOST_TEXT_TEX_CHARS,
    maths_html,
    tex_html,
)
from workbench.patterns import DOTALL, Pattern

_TAGS: Final = {
    "a", "blockquote", "br", "code", "del", "div", "em", "h1", "h2", "h3", "h4", "h5", "h6", "hr", "li", "ol", "p",
    "pre", "s", "section", "strong", "sup", "table", "tbody", "td", "th", "thead", "tr", "ul",
} | MATHML_TAGS  # fmt: skip
_ATTRIBUTES: Final = {"a": {"href", "id"}, "li": {"id"}, **MATHML_ATTRIBUTES}
_CLASSES: Final = {"section": {"footnotes"}, "div": {"formula"}}
_MOST_BRACKETS: Final = 1_000
_FORMULA: Final = Pattern(
    r"\$\$((?:[^$\\]|\\.)++)\$\$|\$(?![\s$]|\d[\d.,]*\s+\w)((?:[^$\\]|\\.)++)(?<!\s)\$(?!\d)", DOTALL
)
"""A formula within a line, by pandoc's rules: `$5 and $6` is not one, and neither is text that begins like a price."""
_ADDRESS: Final = Pattern(r"://[^\s<>\[\]`\"“”]+")
_AROUND: Final = "?!.,:;*_~'’)…"
"""Characters that end a sentence or an emphasis, and not an address."""
DEEPEST: Final = 6


def markdown_html(markdown: str, section: int = 2) -> str:
    """Markdown as sanitised HTML, its headings below one of level `section`.

    With thousands of brackets, none is treated as a link.
    """
    parser = _parser_for(markdown)
    env: dict[str, Any] = {"docId": blake2b(markdown.encode("utf-8", "surrogatepass"), digest_size=4).hexdigest()}
    tokens = parser.parse(markdown, env)
    _set_levels(tokens, section)
    return nh3.clean(
        parser.renderer.render(tokens, parser.options, env),
        tags=_TAGS,
        attributes=_ATTRIBUTES,
        allowed_classes=_CLASSES,
        url_schemes={"https", "mailto"},
        link_rel="noopener noreferrer nofollow",
    )


def markdown_tokens(markdown: str) -> list[Token]:
    """Return the parser's tokens from which `markdown_html` makes its HTML."""
    return _parser_for(markdown).parse(markdown)


def _parser_for(markdown: str) -> MarkdownIt:
    return _markdown(has_links=markdown.count("[") <= _MOST_BRACKETS)


def _set_levels(tokens: Sequence[Token], section: int) -> None:
    headings = [token for token in tokens if token.type in ("heading_open", "heading_close")]
    levels = nested_levels((int(heading.tag[1:]) for heading in headings[::2]), section)
    for level, opening, closing in zip(levels, headings[::2], headings[1::2], strict=True):
        opening.tag = closing.tag = f"h{level}"


@cache
def _markdown(*, has_links: bool) -> MarkdownIt:
    parser = MarkdownIt("commonmark", {"html": False, "linkify": False})
    parser.enable(["table", "strikethrough"]).disable("image")
    keep_footnotes(parser)
    if not has_links:
        return _with_maths(parser.disable("link"))
    footnote_plugin(parser, inline=False)
    parser.core.ruler.before("footnote_tail", "footnotes_without_reference", _append_unreferenced)
    parser.add_render_rule("footnote_anchor", _back_link)
    parser.add_render_rule("footnote_block_open", _footnotes_open)
    parser.inline.ruler.after("text", "bare_link", _bare_link)
    return _with_maths(parser)


def _with_maths(parser: MarkdownIt) -> MarkdownIt:
    dollarmath_plugin(parser, allow_labels=False, allow_blank_lines=False)
    parser.inline.ruler.at("math_inline", _formula_in_line)
    for name in ("math_inline", "math_block"):
        parser.add_render_rule(name, _formula)
    return parser


def _formula_in_line(state: StateInline, silent: bool) -> bool:
    if state.src[state.pos] != "$":
        return False
    match = _FORMULA.match(state.src, state.pos, state.posMax)
    if match is None or (state.pos and state.src[state.pos - 1].isdigit()):
        return False
    if not silent:
        token = state.push("math_inline", "math", 0)
        token.content, token.markup = match[1] or match[2], "$$" if match[1] else "$"
    state.pos = match.end()
    return True


def _formula(renderer: RendererHTML, tokens: Sequence[Token], at: int, options: Any, env: dict[str, Any]) -> str:
    token = tokens[at]
    env["tex"], env["formulas"] = env.get("tex", 0) + len(token.content), env.get("formulas", 0) + 1
    is_block = token.type == "math_block" or token.markup == "$$"
    is_converted = env["tex"] <= MOST_TEXT_TEX_CHARS and env["formulas"] <= MOST_TEXT_FORMULAS
    made = maths_html(token.content, is_block=is_block) if is_converted else tex_html(token.content)
    return f'<div class="formula">{made}</div>\n' if token.type == "math_block" else made


def _bare_link(state: StateInline, silent: bool) -> bool:
    """Parse `https://…` without surrounding signs.

    The text before it, which is `pending` up to here, must not end with a letter.
    """
    before = state.pending
    if state.src[state.pos] != ":" or before[-5:].lower() != "https" or before[-6:-5].isalnum() or state.linkLevel:
        return False
    match = _ADDRESS.match(state.src, state.pos, state.posMax)
    if match is None:
        return False
    address = _trim_address(match[0])
    href = state.md.normalizeLink(f"https{address}")
    if len(address) <= len("://") or not state.md.validateLink(href):
        return False
    if not silent:
        state.pending = before[:-5]
        state.push("link_open", "a", 1).attrs = {"href": href}
        state.push("text", "", 0).content = f"{before[-5:]}{address}"
        state.push("link_close", "a", -1)
    state.pos += len(address)
    return True


def _trim_address(address: str) -> str:
    """Without the signs at its end that belong to the sentence; a bracket that it opened belongs to it."""
    opened, closed = address.count("("), address.count(")")
    end = len(address)
    while end and address[end - 1] in _AROUND and not (address[end - 1] == ")" and opened >= closed):
        closed -= address[end - 1] == ")"
        end -= 1
    return address[:end]


def _append_unreferenced(state: StateCore) -> None:
    """Add footnotes without a reference to the list, so that their words are not lost."""
    notes = state.env.get("footnotes", {})
    for name, number in notes.get("refs", {}).items():
        if number < 0:
            notes["refs"][name] = len(notes["list"])
            notes["list"][len(notes["list"])] = {"label": name[1:], "count": 0}


def _back_link(renderer: RendererHTML, tokens: Sequence[Token], at: int, options: Any, env: dict[str, Any]) -> str:
    meta = tokens[at].meta
    if not env["footnotes"]["list"][meta["id"]].get("count"):
        return ""
    number = f"{meta['id'] + 1}:{meta['subId']}" if meta["subId"] else f"{meta['id'] + 1}"
    return f' <a href="#fnref-{env["docId"]}-{number}">↩ {number}</a>'


def _footnotes_open(renderer: RendererHTML, tokens: Sequence[Token], at: int, options: Any, env: dict[str, Any]) -> str:
    return '<section class="footnotes"><ol>\n'


def nested_levels(levels: Iterable[int], below: int) -> Iterator[int]:
    """Yield the level of each heading, nested below a heading of level `below`, at most 6.

    `2, 4, 2` below 1 become `2, 3, 2`: a higher heading stays higher, and no level is skipped.
    """
    around: list[int] = []
    for level in levels:
        while around and around[-1] >= level:
            around.pop()
        around.append(level)
        yield min(below + len(around), DEEPEST)

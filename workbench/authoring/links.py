"""The addresses that lesson text may link to: https and mailto, nothing else.

It reads Markdown the way a page renders it, so that only real links count (not those inside code). It only finds
addresses; `rendering` makes text safe to show.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from html import unescape
from typing import TYPE_CHECKING

from workbench.patterns import IGNORECASE, Pattern

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

_ALLOWED = Pattern(r"(?:https://[^\s]|mailto:[^\s])", IGNORECASE)
_MAY_LINK = Pattern(r"[<\[]")
_IGNORED_BY_BROWSERS = Pattern(r"[\x00-\x20\x7f-\xa0\u200b-\u200f\u2028-\u202f\u2060-\u2069\ufeff]+")


def is_allowed(address: str) -> bool:
    """True for an https or mailto address, however it is spelled (entities, case, hidden characters)."""
    return bool(_ALLOWED.match(_IGNORED_BY_BROWSERS.sub("", unescape(address))))


def refused_links(markdown: str) -> tuple[str, ...]:
    """Return the addresses of links and images in the text that are neither https nor mailto, in order."""
    return tuple(address for address in _addresses(markdown) if not is_allowed(address))


def raw_html(markdown: str) -> tuple[str, ...]:
    """Return the pieces of HTML in the text outside code, in order."""
    return tuple(token.content for token in _tokens(markdown) if token.type in ("html_block", "html_inline"))


def images(markdown: str) -> tuple[str, ...]:
    """Return the addresses of images in the text, in order; opening the text would fetch them."""
    return tuple(str(token.attrGet("src")) for token in _tokens(markdown) if token.type == "image")


def code_lines(markdown: str) -> frozenset[int]:
    """Return the lines, from 0, of code blocks, which contain no links or HTML."""
    blocks = (token.map for token in _tokens(markdown) if token.type in ("fence", "code_block") and token.map)
    return frozenset(line for start, end in blocks for line in range(start, end))


def code_texts(markdown: str) -> Iterator[str]:
    """Yield code, where nothing is a link or HTML: spans, blocks, and first lines of fenced blocks."""
    for token in _parser().parse(markdown):
        if token.type in ("fence", "code_block"):
            yield f"{token.info}\n{token.content}"
        yield from (inner.content for inner in _inner(token) if inner.type == "code_inline")


def keep_footnotes(parser: MarkdownIt) -> None:
    """Make a parser treat a footnote, `[^1]: Smith`, as text: CommonMark makes a link to its first word of it."""
    from markdown_it.rules_block import StateBlock, reference

    def reference_but_no_footnote(state: StateBlock, start: int, end: int, silent: bool) -> bool:
        begin = state.bMarks[start] + state.tShift[start]
        return not state.src.startswith("[^", begin) and reference(state, start, end, silent)

    parser.block.ruler.at("reference", reference_but_no_footnote)


def _addresses(markdown: str) -> Iterator[str]:
    for token in _tokens(markdown):
        address = token.attrGet("href") or token.attrGet("src")
        if token.type in ("link_open", "image") and address is not None:
            yield str(address)


def _tokens(markdown: str) -> Iterator[Token]:
    if not _MAY_LINK.search(markdown):
        return
    for token in _parser().parse(markdown):
        yield token
        yield from _inner(token)


def _inner(token: Token) -> Iterator[Token]:
    for child in token.children or ():
        yield child
        yield from _inner(child)


@cache
def _parser() -> MarkdownIt:
    from markdown_it import MarkdownIt

    parser = MarkdownIt("commonmark", {"html": True}).enable("table")
    keep_footnotes(parser)
    # The parser by itself turns a dangerous link into plain text, where nobody would see that it was one.
    parser.validateLink = lambda url: True  # type: ignore[method-assign]
    return parser

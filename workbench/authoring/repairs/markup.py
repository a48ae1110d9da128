"""HTML-like signs in a draft: kept as text where they are words (`List<String>`, `Dear <name>`), detected where they
could act.

Only Markdown can hold markup. All other text of a block is shown escaped, so there a tag may be named; a tag in use is
found there too, in case another program shows the text less carefully.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from workbench.authoring.content import MARKDOWN_CHARS
from workbench.authoring.links import code_texts, raw_html
from workbench.patterns import DOTALL, IGNORECASE, MULTILINE, Pattern

_HTML_BEGINS: Final = Pattern(r"(?<!\\)((?:\\\\)*)<(?=[A-Za-z/!?])")
_AUTOLINK: Final = Pattern(r"<(?:[A-Za-z][A-Za-z0-9.+-]{1,31}:(?!:)|[\w.+-]+@)[^<>\x00-\x20]*>")
_SCOPED: Final = Pattern(r"<[A-Za-z][A-Za-z0-9.+-]{1,31}::[^<>\x00-\x20]*>")
_MARK: Final = 0xF0000
"""The first of the private characters that stand for signs while their place is looked for."""
_MARKS: Final = Pattern("[\U000f0000-\U000ffffd]")

_ACTS: Final = Pattern(r"</?(?:script|style|iframe|svg|embed|frameset)\b|<[^<>]*=|<[!?]", IGNORECASE)
_TAGS: Final = "script|iframe|object|embed|form|input|button|svg|math|img|video|audio|link|meta|style|base|a"
_IN_USE: Final = Pattern(
    rf"<(?:{_TAGS})\b(?=[^<>]*=)[^<>]*>"  # with an attribute
    rf"|<({_TAGS})\b[^<>]*>(?=\S)(?:(?!</?\1\b).)*</\1\b"  # with something in it
    r"|<[A-Za-z/!][^<>]{0,200}?[\s/\"']on\w+\s*=",  # with a handler
    IGNORECASE | DOTALL,
)
_ADDRESS_ACTS: Final = Pattern(
    r"(?:j\s*a\s*v\s*a|v\s*b)\s*s\s*c\s*r\s*i\s*p\s*t:\S"
    r"|\bdata:(?:text|image|application|audio|video|font)/[\w.+-]+[;,]",
    IGNORECASE,
)
_ESCAPED: Final = Pattern(r"\\[\\<]")
_CODE: Final = Pattern(r"^(```|~~~).*?^\1|(?<!`)(`++).*?\2", DOTALL | MULTILINE)


def html_as_text(markdown: str) -> tuple[str, tuple[str, ...]]:
    r"""Return the Markdown with `\<` where HTML would begin, and the pieces that became text.

    Code is unchanged. If a piece could act (a script, a handler, any attribute, a comment), or nothing is HTML,
    the Markdown is returned unchanged.
    """
    if len(markdown) > MARKDOWN_CHARS:
        return markdown, ()
    pieces = raw_html(markdown)
    scoped = tuple(_SCOPED.findall(markdown))
    if not (pieces or scoped) or any(map(_ACTS.search, pieces)) or _MARKS.search(markdown):
        return markdown, ()
    text = _escape_html(markdown)
    return (markdown, ()) if text == markdown or raw_html(text) else (text, pieces or scoped)


def active_in_markdown(markdown: str) -> bool:
    """Return whether Markdown holds HTML, or outside code what a plain text may not hold."""
    shown = _ESCAPED.sub(" ", _CODE.sub(" ", markdown))
    return bool(raw_html(markdown) or active_in_plain(shown))


def active_in_plain(text: str) -> bool:
    """Return whether a plain text holds a tag in use, or an address that runs something.

    `What does <script> do?` does not.
    """
    return bool(_IN_USE.search(text) or _ADDRESS_ACTS.search(text))


def _escape_html(markdown: str) -> str:
    """Return the Markdown with each `<` that may begin HTML escaped, except in code and addresses.

    The parser finds the code: a private character replaces each sign, and those that come back in code stay
    unescaped.
    """
    places = [
        match.end() - 1 for match in _HTML_BEGINS.finditer(markdown) if not _is_address(markdown, match.end() - 1)
    ]
    marked = "".join(_pieces(markdown, places, [chr(_MARK + number) for number in range(len(places))]))
    in_code = {ord(mark) - _MARK for text in code_texts(marked) for mark in _MARKS.findall(text)}
    return "".join(_pieces(markdown, places, ["<" if number in in_code else "\\<" for number in range(len(places))]))


def _is_address(markdown: str, index: int) -> bool:
    return bool(_AUTOLINK.match(markdown, index)) or markdown.endswith("](", 0, index)


def _pieces(text: str, places: list[int], replacements: list[str]) -> Iterator[str]:
    begin = 0
    for index, replacement in zip(places, replacements, strict=True):
        yield text[begin:index]
        yield replacement
        begin = index + 1
    yield text[begin:]

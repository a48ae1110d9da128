"""A text as words and inline codes: the words are translated, the codes must appear unchanged in the translation. Pure.

Links, code, formulas, gaps and the marks at the beginning of lines are codes of their source that a translation has
exactly once; emphasis may be left out. Put together, the parts are the very text. Source: ours.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, NamedTuple

from workbench.authoring.content import GAP, MARKDOWN_CHARS
from workbench.authoring.markup.markdown import markdown_tokens
from workbench.patterns import Match, Pattern

MOST_NESTED: Final = 12
"""Levels of codes within codes; deeper ones stay words."""
_LOOKED_BACK: Final = 40
"""Opening marks that a closing one is compared with, the last ones."""


class Role(StrEnum):
    """Role of a code: standalone, or one end of a pair around words."""

    ALONE = "alone"
    OPENS = "opens"
    CLOSES = "closes"


@dataclass(frozen=True, slots=True)
class InlineCode:
    """Markup that a translation keeps: `start` alone, or `start` and `end` around words. `id` is its number, from 1.

    `kind` is a word for people; an optional code may be left out of a translation.
    """

    id: str
    kind: str
    start: str
    end: str | None = None
    is_optional: bool = False


class Mark(NamedTuple):
    """Mark of a code in a text."""

    role: Role
    code: InlineCode


class Place(NamedTuple):
    """The position of a code in a translation, by the code's id."""

    role: Role
    id: str


@dataclass(slots=True)
class _Token:
    """Piece of a text during parsing: words (no kind), a standalone code, or a possible end of a pair."""

    text: str
    kind: str = ""
    may_open: bool = False
    may_close: bool = False
    role: Role = Role.ALONE
    partner: _Token | None = None

    @property
    def is_words(self) -> bool:
        """Whether the token is not a code: without a kind, or a possible end of a pair without a partner."""
        return not self.kind or ((self.may_open or self.may_close) and self.partner is None)


_STRUCTURE: Final = Pattern(
    r"[ ]{0,3}(?:(?:>[ ]?|#{1,6}(?:[ ]+|$)|[-*+][ ]+(?:\[[ xX]\][ ]+)?|\d{1,9}[.)][ ]+)[ ]{0,3})+"
)
_RULE: Final = Pattern(r"[ ]{0,3}(?:\|?[ ]*:?-+:?[ ]*(?:\|[ ]*:?-+:?[ ]*)*\|?|(?:\*[ ]*+){3,}+|(?:_[ ]*+){3,}+)")
"""A line between head and body of a table, or one across the page."""
_FENCE: Final = Pattern(r"[ ]{0,3}(`{3,}|~{3,})")
_INLINE: Final = Pattern(
    r"(?P<words>\\[!-/:-@\[-`{-~])"
    r"|(?P<code>(?<!`)(?P<ticks>`+)(?!`)[^`]+(?<!`)(?P=ticks)(?!`))"
    r"|(?P<formula>\$\$[^$\n]+\$\$|\$[^$\n]+\$)"
    r"|(?P<address><[A-Za-z][A-Za-z0-9+.-]{1,31}:[^<>\s]*>|<[\w.+-]{1,64}@[\w.-]{1,255}>)"
    r"|(?P<footnote>\[\^[^\]\s\[]{1,100}\]:?)"
    r"|(?P<opens>\[)"
    r"|(?P<link>\]\((?:<[^<>\n]*>|[^\s()<>]*+(?:\([^\s()<>]*+\)[^\s()<>]*+)*+)(?:\s+(?:\"[^\"\n]*\"|'[^'\n]*'))?\s*\))"
    r"|(?P<closes>\])"
    r"|(?P<emphasis>\*{1,3}|_{1,3}|~~)"
)


def split_codes(field: str, text: str) -> list[str | Mark]:
    """Return the text as words and marks of codes.

    `field` is the name of the text's field: only `markdown` holds markup.

    >>> [each if isinstance(each, str) else each.code.start for each in coded("markdown", "See [it](https://a.b).")]
    ['See ', '[', 'it', '[', '.']
    """
    if field == "markdown":
        tokens: Iterable[_Token] = _markdown(text) if len(text) <= MARKDOWN_CHARS else [_Token(text)]
    elif field == "text":
        tokens = _with_gaps(text)
    else:
        tokens = [_Token(text)]
    return _number_tokens(tokens)


def codes_by_id(parts: Sequence[str | Mark]) -> dict[str, InlineCode]:
    """Return the codes of a text by id."""
    return {part.code.id: part.code for part in parts if isinstance(part, Mark)}


def renumber(parts: Sequence[str | Mark], source: Sequence[str | Mark]) -> list[str | Mark]:
    """Return a translation's words and codes, with the numbers that the same codes have in the source.

    Each code of the source is used once; a code that the source lacks becomes words.
    """
    free = list(codes_by_id(source).values())
    known: dict[str, InlineCode] = {}
    for code in codes_by_id(parts).values():
        like = next(
            (free_code for free_code in free if (free_code.start, free_code.end) == (code.start, code.end)), None
        )
        if like is not None:
            free.remove(like)
            known[code.id] = like
    renumbered: list[str | Mark] = []
    for part in parts:
        if isinstance(part, Mark) and part.code.id in known:
            renumbered.append(Mark(part.role, known[part.code.id]))
            continue
        text = part if isinstance(part, str) else mark_text(part)
        if renumbered and isinstance(renumbered[-1], str):
            renumbered[-1] += text
        else:
            renumbered.append(text)
    return renumbered


def mark_text(mark: Mark) -> str:
    """Return the text at the start or end of the code."""
    return (mark.code.end or "") if mark.role is Role.CLOSES else mark.code.start


def join_codes(parts: Sequence[str | Place], codes: Mapping[str, InlineCode]) -> str:
    """Return the text with the given codes.

    Raises `ValueError` with a sentence for a code that is unknown or not closed.
    """
    texts: list[str] = []
    open_ids: list[str] = []
    for part in parts:
        if isinstance(part, str):
            texts.append(part)
            continue
        code = codes.get(part.id)
        if code is None or (part.role is Role.ALONE) != (code.end is None):
            raise ValueError(f"it has the code {part.id[:20]!r}, which its source has not")
        if part.role is Role.OPENS:
            open_ids.append(part.id)
        elif part.role is Role.CLOSES and (not open_ids or open_ids.pop() != part.id):
            raise ValueError(f"it has {_code_text(code)} in disorder: its ends cross another's")
        texts.append(mark_text(Mark(part.role, code)))
    if open_ids:
        raise ValueError(f"it has {_code_text(codes[open_ids[-1]])} without its end")
    return "".join(texts)


def code_problem(parts: Sequence[str | Place], codes: Mapping[str, InlineCode]) -> str | None:
    """Return a clause about a code of the source that a translation lacks or repeats, or None."""
    counts = Counter(part.id for part in parts if isinstance(part, Place) and part.role is not Role.CLOSES)
    doubled = next((key for key, times in counts.items() if times > 1 and key in codes), None)
    if doubled is not None:
        return f"it has {_code_text(codes[doubled])} twice"
    missing = next((code for code in codes.values() if not code.is_optional and code.id not in counts), None)
    return None if missing is None else f"it lacks {_code_text(missing)}"


def _code_text(code: InlineCode) -> str:
    return f"the code {code.id} of its source ({code.kind})"


def _with_gaps(text: str) -> Iterator[_Token]:
    at = 0
    for match in GAP.finditer(text):
        yield _Token(text[at : match.start()])
        yield _Token(match[0], "gap")
        at = match.end()
    yield _Token(text[at:])


def _markdown(text: str) -> Iterator[_Token]:
    contents = Counter(_literal_contents(text))
    paragraph: list[_Token] = []
    fenced, fence = "", ""
    for line in text.splitlines(keepends=True):
        bare = line.rstrip("\r\n")
        mark = _FENCE.match(bare)
        if fence or mark:
            yield from _pair_tokens(paragraph)
            paragraph, fenced = [], fenced + line
            if mark and not fence:
                fence = mark[1]
            elif mark and mark[1].startswith(fence) and not bare[mark.end() :].strip():
                yield _Token(fenced, "code")
                fenced = fence = ""
            continue
        begins = _RULE.fullmatch(bare) or _STRUCTURE.match(bare)
        if begins or not bare.strip():
            yield from _pair_tokens(paragraph)
            paragraph = []
        if begins and begins[0].strip():
            yield _Token(begins[0], "structure")
            line = line[begins.end() :]
        paragraph += _inline(line, contents)
    yield from _pair_tokens(paragraph)
    yield _Token(fenced, "code" if fenced else "")


def _literal_contents(text: str) -> Iterator[tuple[str, str]]:
    """Yield the contents of code and formulas in lines, as the parser sees them.

    Anything else, such as prices, is words.
    """
    for token in markdown_tokens(text):
        for child in token.children or ():
            if child.type == "code_inline":
                yield "code", child.content.strip()
            elif child.type.startswith("math"):
                yield "formula", child.content.strip()
        if token.type.startswith("math"):
            yield "formula", token.content.strip()


def _inline(line: str, contents: Counter[tuple[str, str]]) -> Iterator[_Token]:
    at = begin = 0
    while (match := _INLINE.search(line, at)) is not None:
        token = _token(match, line, contents)
        if token is None:
            at = match.start() + (1 if match["code"] or match["formula"] else len(match[0]))
            continue
        yield _Token(line[begin : match.start()])
        yield token
        at = begin = match.end()
    yield _Token(line[begin:])


def _token(match: Match[str], line: str, contents: Counter[tuple[str, str]]) -> _Token | None:
    text = match[0]
    for kind in ("code", "formula"):
        if match[kind]:
            key = kind, text.strip("`$").strip()
            contents[key] -= 1
            return _Token(text, kind) if contents[key] >= 0 else None
    if match["address"] or match["footnote"]:
        return _Token(text, "link" if match["address"] else "footnote")
    if match["opens"]:
        return _Token(text, "link", may_open=True)
    if match["link"] or match["closes"]:
        return _Token(text, "link" if match["link"] else "bracket", may_close=True)
    if not match["emphasis"]:
        return None
    before, after = (
        line[match.start() - 1 : match.start()] if match.start() else "",
        line[match.end() : match.end() + 1],
    )
    opens, closes = bool(after.strip()), bool(before.strip())
    if text[0] == "_":
        opens, closes = opens and not before.isalnum(), closes and not after.isalnum()
    return _Token(text, "emphasis", may_open=opens, may_close=closes) if opens or closes else None


def _pair_tokens(tokens: Sequence[_Token]) -> Sequence[_Token]:
    """Return the tokens of a paragraph, with the partners of those that form pairs."""
    opened: list[_Token] = []
    for token in tokens:
        index = _opening(opened, token) if token.may_close else None
        if index is not None:
            if token.kind != "bracket":
                other = opened[index]
                other.partner, token.partner = token, other
                other.role, token.role = Role.OPENS, Role.CLOSES
            del opened[index:]
        elif token.may_open:
            opened.append(token)
    return tokens


def _opening(opened: Sequence[_Token], token: _Token) -> int | None:
    """Return the place of the token that this one closes, or None; emphasis does not cross its brackets."""
    for index in range(len(opened) - 1, max(-1, len(opened) - 1 - _LOOKED_BACK), -1):
        other = opened[index]
        if token.kind == "emphasis":
            if other.kind == "link":
                return None
            if other.text == token.text:
                return index
        elif other.kind == "link":
            return index
    return None


def _number_tokens(tokens: Iterable[_Token]) -> list[str | Mark]:
    parts: list[str | Mark] = []
    open_codes: list[InlineCode] = []
    number = 0
    for token in tokens:
        if token.role is Role.OPENS and token.partner is not None and len(open_codes) >= MOST_NESTED:
            token.partner.partner = None
            token.partner = None
        if token.is_words:
            if parts and isinstance(parts[-1], str):
                parts[-1] += token.text
            elif token.text:
                parts.append(token.text)
        elif token.role is Role.CLOSES:
            parts.append(Mark(Role.CLOSES, open_codes.pop()))
        else:
            number += 1
            end = token.partner.text if token.partner is not None else None
            code = InlineCode(str(number), token.kind, token.text, end, is_optional=token.kind == "emphasis")
            if end is not None:
                open_codes.append(code)
            parts.append(Mark(token.role, code))
    return parts

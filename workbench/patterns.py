"""Regular expressions with a time limit: the only way in which this package searches texts.

Lessons, uploaded files, topic lists and requests are written by other people, and one unlucky pattern over one
unlucky text can take minutes, in which the standard library's `re` lets no other thread run. A `Pattern` runs
on the `regex` package instead: a search gives up after a time in proportion to the text's length, and other
threads keep running. A lint rule (`TID251` in pyproject.toml) rejects `re` and `regex` everywhere else in this
package.

Patterns are written in the syntax that `re` and `regex` share, so that a test can generate texts from them.
"""

from __future__ import annotations

import weakref
from collections.abc import Callable, Iterator
from re import Match as Match
from typing import Any, AnyStr, Final, Generic

from workbench.errors import PatternTimedOut

IGNORECASE: Final = 0x2
MULTILINE: Final = 0x8
DOTALL: Final = 0x10
ASCII: Final = 0x80

SECONDS: Final = 0.25
"""Processor seconds that one search may take in a short text."""
SECONDS_PER_CHARACTER: Final = 2e-6
"""Time for each character; searches take a hundredth of it."""
_SHARED_FROM: Final = 512
"""Length from which other threads run during a search; below it, waiting for one's turn again costs more."""
_MOST_NEEDED: Final = 40
"""Texts to look for before a search; to look for more costs what the search does."""
_SPECIAL: Final = frozenset(r"\.^$*+?{}[]|()&~#- " + "\t\n\r\v\f")

compiled_patterns: Final[weakref.WeakSet[Pattern[Any]]] = weakref.WeakSet()
"""All patterns in use; the growth test walks it."""


class Pattern(Generic[AnyStr]):
    """A regular expression, compiled when it is first used, whose methods are those of `re.Pattern`.

    `flags` are this module's. `pos` and `endpos` limit the search as in `re`. Every method raises `PatternTimedOut`
    when the search takes too long, which is never the same as having found nothing.
    """

    __slots__ = ("__weakref__", "_compiled", "flags", "pattern")

    def __init__(self, pattern: AnyStr, flags: int = 0) -> None:
        self.pattern: AnyStr = pattern
        self.flags = flags
        self._compiled: Any = None
        compiled_patterns.add(self)

    def __repr__(self) -> str:
        return f"Pattern({self.pattern!r})"

    def search(self, text: AnyStr, pos: int = 0, endpos: int | None = None) -> Match[AnyStr] | None:
        """Return the first match anywhere in the text."""
        return _run((self._compiled or self._compile()).search, text, pos, endpos)  # type: ignore[no-any-return]

    def match(self, text: AnyStr, pos: int = 0, endpos: int | None = None) -> Match[AnyStr] | None:
        """Return the match that begins at `pos`."""
        return _run((self._compiled or self._compile()).match, text, pos, endpos)  # type: ignore[no-any-return]

    def fullmatch(self, text: AnyStr, pos: int = 0, endpos: int | None = None) -> Match[AnyStr] | None:
        """Return the match of the whole text."""
        return _run((self._compiled or self._compile()).fullmatch, text, pos, endpos)  # type: ignore[no-any-return]

    def findall(self, text: AnyStr) -> list[Any]:
        """Return all matches as `re.findall` does: texts, or tuples where there are several groups."""
        return _run((self._compiled or self._compile()).findall, text, 0, None)  # type: ignore[no-any-return]

    def finditer(self, text: AnyStr, pos: int = 0, endpos: int | None = None) -> Iterator[Match[AnyStr]]:
        """Iterate over all matches, which are searched eagerly so that the caller's own work is not counted."""
        finditer = (self._compiled or self._compile()).finditer
        try:
            return iter(list(_run(finditer, text, pos, endpos)))
        except TimeoutError:
            raise PatternTimedOut from None

    def split(self, text: AnyStr, maxsplit: int = 0) -> list[AnyStr | Any]:
        """Return the pieces between matches, and what groups matched."""
        split = (self._compiled or self._compile()).split
        try:
            return split(text, maxsplit, **_limits(len(text)))  # type: ignore[no-any-return]
        except TimeoutError:
            raise PatternTimedOut from None

    def sub(self, replacement: AnyStr | Callable[[Match[AnyStr]], AnyStr], text: AnyStr, count: int = 0) -> AnyStr:
        """Return the text with each match replaced; the time that a function takes is not counted."""
        if not callable(replacement):
            try:
                return (self._compiled or self._compile()).sub(  # type: ignore[no-any-return]
                    replacement, text, count, **_limits(len(text))
                )
            except TimeoutError:
                raise PatternTimedOut from None
        pieces: list[AnyStr] = []
        end = 0
        for index, match in enumerate(self.finditer(text)):
            if count and index == count:
                break
            pieces += [text[end : match.start()], replacement(match)]
            end = match.end()
        pieces.append(text[end:])
        return text[:0].join(pieces)

    def _compile(self) -> Any:
        import regex  # it takes tens of milliseconds to import, and many commands search nothing

        self._compiled = regex.compile(self.pattern, self.flags)
        return self._compiled


def escape(text: str) -> str:
    """Return a pattern that matches exactly this text."""
    return "".join("\\" + sign if sign in _SPECIAL else sign for sign in text)


def needed_words(pattern: str) -> frozenset[str] | None:
    """Return texts of which every match contains at least one; None if they cannot be determined.

    This holds for patterns without flags for upper and lower case.
    """
    from re import _parser  # type: ignore[attr-defined]

    return _needed_in_nodes(_parser.parse(pattern))


def _needed_in_nodes(nodes: Any) -> frozenset[str] | None:
    """Return the best of what the parts of a sequence require: few texts, none of them short."""
    alternatives: list[frozenset[str]] = []
    literal = ""
    for kind, value in nodes:
        name = str(kind)
        if name == "LITERAL":
            literal += chr(value)
            continue
        if literal:
            alternatives.append(frozenset({literal}))
            literal = ""
        needed = None
        if name == "BRANCH":
            needed = _needed_by_all(value[1])
        elif name == "SUBPATTERN":
            needed = _needed_in_nodes(value[3])
        elif name == "ATOMIC_GROUP":
            needed = _needed_in_nodes(value)
        elif name == "IN" and all(str(inner) == "LITERAL" for inner, _ in value):
            needed = frozenset(chr(code) for _, code in value)
        elif name in ("MAX_REPEAT", "MIN_REPEAT", "POSSESSIVE_REPEAT") and value[0]:
            is_one_sign = [str(inner) for inner, _ in value[2]] == ["LITERAL"]
            needed = frozenset({value[0] * chr(value[2][0][1])}) if is_one_sign else _needed_in_nodes(value[2])
        if needed:
            alternatives.append(needed)
    if literal:
        alternatives.append(frozenset({literal}))
    useful = [texts for texts in alternatives if len(texts) <= _MOST_NEEDED and all(map(_is_rare, texts))]
    return max(useful, key=lambda texts: (min(5, min(map(len, texts))), -len(texts)), default=None)


def _is_rare(text: str) -> bool:
    """Return whether many texts lack it: not so for a single letter, digit or space."""
    return len(text) > 1 or not (text.isalnum() or text.isspace())


def _needed_by_all(branches: Any) -> frozenset[str] | None:
    by_branch = [_needed_in_nodes(branch) for branch in branches]
    return frozenset().union(*filter(None, by_branch)) if all(by_branch) else None


def _run(method: Any, text: str | bytes, pos: int, endpos: int | None) -> Any:
    try:
        return method(text, pos, endpos, **_limits(len(text)))
    except TimeoutError:
        raise PatternTimedOut from None


def _limits(length: int) -> dict[str, Any]:
    return {"timeout": SECONDS + length * SECONDS_PER_CHARACTER, "concurrent": length >= _SHARED_FROM}

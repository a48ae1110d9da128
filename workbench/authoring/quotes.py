"""Check whether a passage contains a quote. Pure. Source: ours (decision 104).

Quote and passage are compared folded: NFKC (so ligatures are letters), white space as single spaces, no soft hyphens
and invisible characters, words that were divided at the end of a line joined, quotation marks and dashes of one kind.

- **verified**: the folded quote is in one passage, from the beginning of a word to the end of one.
- **corrected**: a contiguous part of it does, of at least 12 characters and 85% of the quote, without regard to case.
  The passage's own words take its place, so whatever differed is as the passage has it.
- **unverified**: neither. So is a quote of fewer than 12 characters, which would be found in many a text by chance.

A quote that is put together from two places has no such part: nothing is compared across passages, or across a gap.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final, Literal

from workbench.authoring.words import is_unspaced
from workbench.patterns import Match, Pattern

FEWEST_CHARACTERS: Final = 12
"""Characters of a quote that can be verified; one of a script without spaces counts as three."""
CONTIGUOUS_PERCENT: Final = 85
"""Share of a quote that must be in a passage in one piece."""
MAX_QUOTE: Final = 500
"""Characters of a quote that are kept."""

QuoteState = Literal["verified", "corrected", "unverified"]

_DIVIDED: Final = Pattern(r"(?<=[^\W\d_])[-\u2010\u2011\u00ad]\s*(?=[^\W\d_])")
_INVISIBLE: Final = Pattern("[\u00ad\u200b-\u200f\u2060-\u2064\ufeff]")
_SIGNS: Final = str.maketrans(
    {
        **dict.fromkeys("“”„‟«»‹›〝〞", '"'),
        **dict.fromkeys("‘’‚‛′`´", "'"),
        **dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212", "-"),
    }
)


@dataclass(frozen=True, slots=True)
class CheckedQuote:
    """A quote after the comparison: its words, and the index of the passage that has them (None: none has)."""

    state: QuoteState
    quote: str
    passage: int | None


@dataclass(frozen=True)
class FoldedText:
    """A text to compare quotes with; matches are returned in the text's own words."""

    text: str

    @cached_property
    def folded_text(self) -> str:
        """Text in the form used for comparison."""
        return self._folded_with_places[0]

    @cached_property
    def lower_text(self) -> str:
        """Folded text without case, of the same length."""
        return "".join(low if len(low := character.lower()) == 1 else character for character in self.folded_text)

    @cached_property
    def composed_text(self) -> str:
        """Text in the form in which its words are returned: NFC."""
        return unicodedata.normalize("NFC", self.text)

    @cached_property
    def _folded_with_places(self) -> tuple[str, list[int]]:
        """Folded text with the source place of each of its characters, followed by the end."""
        text = self.composed_text
        divided = {index for match in _DIVIDED.finditer(text) for index in range(*match.span())}
        folded: list[str] = []
        places: list[int] = []
        for index, character in enumerate(text):
            if index in divided or _INVISIBLE.match(character):
                continue
            for letter in (
                character if character.isascii() else unicodedata.normalize("NFKC", character.translate(_SIGNS))
            ):
                if not letter.isspace():
                    folded.append(letter)
                elif folded and folded[-1] != " ":
                    folded.append(" ")
                else:
                    continue
                places.append(index)
        while folded and folded[-1] == " ":
            folded.pop()
            places.pop()
        return "".join(folded), [*places, len(text.rstrip())]

    def words(self, start: int, end: int) -> str:
        """Return the text between two places of the folded text, in the original words, in one line."""
        places = self._folded_with_places[1]
        last = places[end - 1] + 1 if end else 0
        while last < places[-1] and unicodedata.combining(self.composed_text[last]):
            last += 1
        return " ".join(
            _INVISIBLE.sub("", _DIVIDED.sub(_join_divided, self.composed_text[places[start] : last])).split()
        )


def check_quote(quote: str, passages: Sequence[FoldedText], *, first: int | None = None) -> CheckedQuote:
    """Compare the quote with the passages: the one at index `first`, then the others in order."""
    wanted = FoldedText(quote)
    order = sorted(range(len(passages)), key=lambda index: index != first)
    if _weight(wanted.folded_text) >= FEWEST_CHARACTERS:
        for place in order:
            if _exact(wanted.folded_text, passages[place].folded_text) is not None:
                return CheckedQuote("verified", _cut(" ".join(wanted.composed_text.split())), place)
        for place in order:
            span = _near(wanted.lower_text, passages[place].lower_text)
            if span is not None:
                return CheckedQuote("corrected", _cut(passages[place].words(*span)), place)
    return CheckedQuote("unverified", _cut(" ".join(wanted.composed_text.split())), None)


def _exact(wanted: str, text: str) -> tuple[int, int] | None:
    """Return where the quote occurs in the text as whole words, or None."""
    start = text.find(wanted)
    while start >= 0:
        end = start + len(wanted)
        if _is_edge(text, start) and _is_edge(text, end):
            return start, end
        start = text.find(wanted, start + 1)
    return None


def _near(wanted: str, text: str) -> tuple[int, int] | None:
    """Return where a piece with enough of the quote is, extended to about its length in whole words.

    Such a piece contains the middle of the quote, wherever it begins.
    """
    length = len(wanted)
    needed = max(-(-length * CONTIGUOUS_PERCENT // 100), 1)
    slack = length - needed
    middle = wanted[slack : length - slack]
    best: tuple[int, int, int] | None = None
    at = text.find(middle) if middle else -1
    while at >= 0:
        left, right = at, at + len(middle)
        before, after = slack, length - slack
        while before and left and wanted[before - 1] == text[left - 1]:
            before, left = before - 1, left - 1
        while after < length and right < len(text) and wanted[after] == text[right]:
            after, right = after + 1, right + 1
        if best is None or after - before > best[0]:
            best = (after - before, max(left - before, 0), min(right + length - after, len(text)))
        at = text.find(middle, at + 1)
    if best is None or best[0] < needed or _weight(wanted[:needed]) < FEWEST_CHARACTERS:
        return None
    return _whole_words(text, best[1], best[2])


def _whole_words(text: str, start: int, end: int) -> tuple[int, int]:
    while start and not _is_edge(text, start):
        start -= 1
    while end < len(text) and not _is_edge(text, end):
        end += 1
    while start < end and text[start] == " ":
        start += 1
    while start < end and text[end - 1] == " ":
        end -= 1
    return start, end


def _is_edge(text: str, index: int) -> bool:
    """Return whether a word begins or ends here, so that neither a word nor a number continues.

    In scripts without spaces it always does.
    """
    if index in (0, len(text)):
        return True
    before, after = text[index - 1], text[index]
    if before.isdigit() and after in ".,:" and text[index + 1 : index + 2].isdigit():
        return False
    if after.isdigit() and before in ".,:" and index > 1 and text[index - 2].isdigit():
        return False
    return not (before.isalnum() and after.isalnum()) or is_unspaced(before) or is_unspaced(after)


def _weight(text: str) -> int:
    return sum(3 if is_unspaced(character) else 1 for character in text)


def _join_divided(match: Match[str]) -> str:
    """Return the replacement for a hyphen: empty at the end of a line, unchanged within one."""
    return "" if "\n" in match[0] or match[0].startswith("\u00ad") else match[0]


def _cut(quote: str) -> str:
    if len(quote) <= MAX_QUOTE:
        return quote
    head = quote[: MAX_QUOTE + 1]
    return head.rsplit(" ", 1)[0] if " " in head[MAX_QUOTE // 2 :] else head[:MAX_QUOTE]

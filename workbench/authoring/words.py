"""Normalize text for search: no case, accents or signs. Pure; used for both stored text and queries.

A word is a run of letters and digits. Scripts that are written without spaces (Chinese, Japanese, Thai ...) and
emoji have a word for each character, so that any part of such a text is found as a phrase. Source: ours.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from workbench.patterns import Match, Pattern

MAX_WORD: Final = 60
"""Characters of a word that count."""

_WORD: Final = Pattern("[a-z0-9\x80-\U0010ffff]+")
_SIGNS: Final = {code: " " for code in range(128) if not chr(code).isalnum()}
_WORD_ASCII: Final = Pattern("[A-Za-z0-9]+")
_NOT_ASCII: Final = Pattern("[^\x00-\x7f]+")
_UNSPACED: Final = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3005-\u30ff\u31f0-\u31ff\u3400-\u9fff\uf900-\ufaff"
_ALONE: Final = Pattern(f"[{_UNSPACED}\u2190-\u2bff\U0001f000-\U0001faff\U00020000-\U0003ffff]")
_PIECE: Final = Pattern(f"{_ALONE.pattern}|[^\\s\x00-/:-@\\[-`{{-\x7f{_ALONE.pattern[1:-1]}]+")
_SCRIPT: Final = Pattern(f"[{_UNSPACED}\U00020000-\U0003ffff]")
_LETTERS: Final = str.maketrans(
    {"ø": "o", "ł": "l", "đ": "d", "ð": "d", "ħ": "h", "ı": "i", "þ": "th", "æ": "ae", "œ": "oe"}
)


def split_words(text: str) -> list[str]:
    """Return the words of a text in order, folded."""
    folded = text.casefold()
    if not folded.isascii():
        folded = _NOT_ASCII.sub(_plain, folded)
    # most texts are ASCII once they are folded, and these are divided faster without a pattern
    words = folded.translate(_SIGNS).split() if folded.isascii() else _WORD.findall(folded)
    return words if len(folded) <= MAX_WORD else [word[:MAX_WORD] for word in words]


def placed_words(text: str, start: int = 0, beginnings: tuple[str, ...] = ("",)) -> Iterator[tuple[str, int, int]]:
    """Yield the folded words of a text from `start` on, each with its start and end in the text.

    Words that begin with none of the `beginnings` are left out.
    """
    for piece in (_WORD_ASCII if text.isascii() else _PIECE).finditer(text, start):
        written = piece[0]
        for word in (written.lower()[:MAX_WORD],) if written.isascii() else _words_of_piece(written):
            if word.startswith(beginnings):
                yield word, piece.start(), piece.end()


def is_unspaced(character: str) -> bool:
    """Return whether a character belongs to a script written without spaces."""
    return _SCRIPT.match(character) is not None


@lru_cache(20_000)
def _words_of_piece(piece: str) -> tuple[str, ...]:
    return tuple(split_words(piece))


def _plain(match: Match[str]) -> str:
    return _fold_run(match[0])


@lru_cache(20_000)
def _fold_run(run: str) -> str:
    """Return a folded run of non-ASCII characters: marks dropped, and spaces for signs.

    Each character of an unspaced script is set apart.
    """
    letters = unicodedata.normalize("NFKD", run).translate(_LETTERS)
    plain = "".join(_letter(letter) for letter in letters)
    return unicodedata.normalize("NFC", plain).casefold()


def _letter(character: str) -> str:
    if character.isascii():  # part of a former single character, such as a ligature
        return character
    kind = unicodedata.category(character)
    if kind[0] == "M" or kind == "Cf":
        return ""
    if _ALONE.match(character):
        return f" {character} "
    return character if kind[0] in "LN" else " "

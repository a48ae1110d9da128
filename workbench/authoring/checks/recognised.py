"""Recognition of phrases by the rules, from `languages/*.toml`, compiled on first use.

Each phrase is a regular expression for lower-case text with straight apostrophes; it begins and ends at the
edge of a word. `<name>` means any of the phrases of that name, in the file's `parts` or in all files. A
phrase that needs capitals marks them with `(?-i:...)` and is searched in the unchanged text.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, Final

from workbench.patterns import IGNORECASE, MULTILINE, Match, Pattern, needed_words

LANGUAGES: Final = ("en", "de", "es", "fr")
"""Languages with phrases for every rule; the rules are measured on them."""
_FOLDER: Final = Path(__file__).with_name("languages")
FILES: Final = ("any", *LANGUAGES, "more")
"""The files of `languages/` that have phrases, without their endings."""
_NAME: Final = Pattern(r"<([a-z_]+)>(?!>)")
_CASED: Final = "(?-i:"


@dataclass(frozen=True, slots=True)
class Phrase:
    """A pattern, and lower-case texts of which any match contains at least one; None if there are none."""

    pattern: Pattern[str]
    needs: tuple[str, ...] | None


@dataclass(frozen=True, slots=True)
class _Read:
    """A text as phrases look at it: with straight signs, in lower case too, and which of `_grams` are in that."""

    plain: str
    lowered: str
    grams: frozenset[str]


class _PhraseList:
    """Phrases of which few are searched for in a text: only those whose words are there."""

    def __init__(self, listed: list[Phrase]) -> None:
        self._listed = listed
        self._always: list[int] = []
        self._with_gram: dict[str, list[int]] = {}
        for index, phrase in enumerate(listed):
            grams = None if phrase.needs is None else {_rarest_gram(text) for text in phrase.needs}
            if grams is None or "" in grams:
                self._always.append(index)
                continue
            for gram in grams:
                self._with_gram.setdefault(gram, []).append(index)
        _grams.update(self._with_gram)
        _read.cache_clear()  # results cached before don't include these

    def possible(self, read: _Read) -> list[Phrase]:
        """Return the phrases whose words are in the text, in their order."""
        places: Iterable[int] = self._always
        grams = read.grams & self._with_gram.keys()
        if grams:
            places = sorted({*places, *(index for gram in grams for index in self._with_gram[gram])})
        candidates = []
        for index in places:
            phrase = self._listed[index]
            if phrase.needs is None or any(map(read.lowered.__contains__, phrase.needs)):
                candidates.append(phrase)
        return candidates


def _earliest(listed: list[Phrase], text: str) -> Match[str] | None:
    """Return the earliest match; of several at one place, that of the phrase that comes first."""
    first: Match[str] | None = None
    for phrase in listed:
        match = phrase.pattern.search(text)
        if match is not None and (first is None or match.start() < first.start()):
            first = match
    return first


class Phrases:
    """The phrases of one name: those for lower-case text, and those that look at capitals."""

    def __init__(self, lower: list[str], cased: list[str]) -> None:
        self.lower, self.cased = _any(lower), _any(cased, IGNORECASE)
        self._lower_list = _PhraseList([_phrase(text) for text in lower])
        self._cased_list = _PhraseList([_phrase(text, IGNORECASE) for text in cased])

    def search(self, text: str) -> str:
        """Return the first match as it is written in the text, or an empty text without one."""
        read = _reading(text)
        match = _earliest(self._lower_list.possible(read), read.lowered)
        match = match or _earliest(self._cased_list.possible(read), read.plain)
        if match is None:
            return ""
        is_same_length = len(read.lowered) == len(text)
        return (text[slice(*match.span())] if is_same_length else match[0]).strip() or match[0]

    def covers(self, text: str) -> bool:
        """Return whether the whole text is one of the phrases."""
        return self.lower is not None and self.lower.fullmatch(_straight(text).lower()) is not None

    def without(self, text: str) -> str:
        """Return the text in lower case, without the phrases."""
        lowered = _straight(text).lower()
        return self.lower.sub("", lowered) if self.lower else lowered


@cache
def phrases(name: str) -> Phrases:
    """Return the phrases of that name in all languages, since drafts drift from one into another."""
    return _compile([phrase for file in FILES for phrase in expand_phrases(file, name)])


@cache
def phrases_in(language: str, name: str) -> Phrases:
    """Return the phrases of that name for one language and for all languages; none without a language file."""
    return _compile([*expand_phrases("any", name), *expand_phrases(language, name)] if language in LANGUAGES else [])


def _compile(patterns: list[str]) -> Phrases:
    return Phrases([text for text in patterns if _CASED not in text], [text for text in patterns if _CASED in text])


@cache
def _phrase(text: str, flags: int = 0) -> Phrase:
    needs = needed_words(text)
    lowered = None if needs is None else tuple(sorted({word.lower() for word in needs}, key=len))
    return Phrase(Pattern(rf"(?<!\w)(?:{text})(?!\w)", flags | MULTILINE), lowered)


def _any(patterns: list[str], flags: int = 0) -> Pattern[str] | None:
    return Pattern(rf"(?<!\w)(?:{'|'.join(patterns)})(?!\w)", flags | MULTILINE) if patterns else None


@cache
def _file(name: str) -> dict[str, dict[str, list[str]]]:
    with (_FOLDER / f"{name}.toml").open("rb") as opened:
        content: dict[str, Any] = tomllib.load(opened)
    return content


def expand_phrases(file: str, name: str) -> list[str]:
    """Return the phrases of that name in one file, each `<part>` filled in."""

    def part(match: Match[str]) -> str:
        own = _file(file).get("parts", {}).get(match[1])
        if own is not None:
            return "(?:" + "|".join(_NAME.sub(part, alternative) for alternative in own) + ")"
        everywhere = [alternative for one in FILES for alternative in expand_phrases(one, match[1])]
        return "(?:" + "|".join(everywhere) + ")" if everywhere else match[0]

    return [_NAME.sub(part, phrase) for phrase in _file(file).get("phrases", {}).get(name, ())]


_GRAM: Final = 3
_RARITY: Final = {sign: place for place, sign in enumerate(" enaitrsodlucmphgbfvkwzyxjq")}
"""Letters of Latin-script languages, the most frequent first; others are rarer."""
_LONGEST_REMEMBERED: Final = 20_000
_grams: Final[set[str]] = set()
"""Character sequences required by phrases, by which the phrases are found in a text."""


def _rarest_gram(text: str) -> str:
    """Return the part of the text that the fewest other texts have; empty for a text that is too short."""
    return max(_grams_of(text), key=lambda gram: (sum(_RARITY.get(sign, 30) for sign in gram), gram), default="")


def _grams_of(text: str) -> set[str]:
    return {text[start : start + _GRAM] for start in range(len(text) - _GRAM + 1)}


def _reading(text: str) -> _Read:
    """Return the text as phrases look at it; the rules ask for the same texts again and again."""
    return _read(text) if len(text) <= _LONGEST_REMEMBERED else _read.__wrapped__(text)


@lru_cache(500)
def _read(text: str) -> _Read:
    plain = _straight(text)
    lowered = plain.lower()
    return _Read(plain, lowered, frozenset(_grams_of(lowered) & _grams))


def _straight(text: str) -> str:
    """Return the text with straight apostrophes and plain spaces, of the same length."""
    return text.replace("’", "'").replace("\u00a0", " ").replace("\u202f", " ")

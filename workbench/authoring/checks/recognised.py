"""Recognising what the rules look for by the phrases of `languages/*.toml`, which are compiled when first needed.

Each phrase is a regular expression for lower-case text with straight apostrophes; it begins and ends at the edge of a
word. `<name>` stands for any of the phrases of that name, in the file's `parts` or in all files. What needs capitals
says so by `(?-i:...)` and is looked for in the text as it is.
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

LANGUAGES: Final = ("en", "de", "es", "fr")
"""Languages with phrases for every rule; the rules are measured on them."""
_FOLDER: Final = Path(__file__).with_name("languages")
_FILES: Final = ("any", *LANGUAGES, "more")
_NAME: Final = re.compile(r"<([a-z_]+)>(?!>)")
_CASED: Final = "(?-i:"


@dataclass(frozen=True, slots=True)
class Pattern:
    """The phrases of one name: those for lower-case text, and those that look at capitals."""

    lower: re.Pattern[str] | None
    cased: re.Pattern[str] | None

    def search(self, text: str) -> str:
        """The words that were found first, as they stand in the text; empty if there are none."""
        plain = _straight(text)
        lowered = plain.lower()
        found = self.lower.search(lowered) if self.lower else None
        if found is None:
            found = self.cased.search(plain) if self.cased else None
        if found is None:
            return ""
        is_same_length = len(lowered) == len(text)
        return (text[slice(*found.span())] if is_same_length else found[0]).strip() or found[0]

    def covers(self, text: str) -> bool:
        """Whether the whole text is one of the phrases."""
        return self.lower is not None and self.lower.fullmatch(_straight(text).lower()) is not None

    def without(self, text: str) -> str:
        """The text, lower-case, without the phrases."""
        lowered = _straight(text).lower()
        return self.lower.sub("", lowered) if self.lower else lowered


@cache
def phrases(name: str) -> Pattern:
    """The phrases of that name in all languages: drafts drift from one into another."""
    return _compiled([each for file in _FILES for each in _expanded(file, name)])


@cache
def phrases_in(language: str, name: str) -> Pattern:
    """The phrases of that name in one language and in every language; none for a language without a file."""
    return _compiled([*_expanded("any", name), *_expanded(language, name)] if language in LANGUAGES else [])


def _compiled(patterns: list[str]) -> Pattern:
    lower = [each for each in patterns if _CASED not in each]
    cased = [each for each in patterns if _CASED in each]
    return Pattern(_any(lower), _any(cased, re.IGNORECASE))


def _any(patterns: list[str], flags: int = 0) -> re.Pattern[str] | None:
    return re.compile(rf"(?<!\w)(?:{'|'.join(patterns)})(?!\w)", flags | re.MULTILINE) if patterns else None


@cache
def _file(name: str) -> dict[str, dict[str, list[str]]]:
    with (_FOLDER / f"{name}.toml").open("rb") as opened:
        found: dict[str, Any] = tomllib.load(opened)
    return found


def _expanded(file: str, name: str) -> list[str]:
    """The phrases of that name in one file, each `<part>` filled in."""

    def part(found: re.Match[str]) -> str:
        own = _file(file).get("parts", {}).get(found[1])
        if own is not None:
            return "(?:" + "|".join(_NAME.sub(part, each) for each in own) + ")"
        everywhere = [each for one in _FILES for each in _expanded(one, found[1])]
        return "(?:" + "|".join(everywhere) + ")" if everywhere else found[0]

    return [_NAME.sub(part, each) for each in _file(file).get("phrases", {}).get(name, ())]


def _straight(text: str) -> str:
    """The text with straight apostrophes and plain spaces, of the same length."""
    return text.replace("’", "'").replace("\u00a0", " ").replace("\u202f", " ")

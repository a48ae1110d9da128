"""Read the words of a language from its TOML file, and the names of all. A further language is a further file."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

_FOLDER: Final = Path(__file__).parent
_NAMES_FILE: Final = _FOLDER / "names.toml"
_RIGHT_TO_LEFT: Final = frozenset({"AR", "FA", "HE", "UR", "YI", "PS", "SD", "UG", "DV"})


class LanguageName(NamedTuple):
    """A language's name in English and in itself, and its other spellings in lists of topics."""

    english: str
    own: str
    spellings: tuple[str, ...]


def _read_names() -> tuple[str, dict[str, LanguageName]]:
    names = tomllib.loads(_NAMES_FILE.read_text(encoding="utf-8"))
    default = str(names.pop("default"))
    return default, {
        code: LanguageName(name["english"], name["own"], tuple(name.get("spellings", ())))
        for code, name in names.items()
    }


DEFAULT_LANGUAGE, LANGUAGE_NAMES = _read_names()
"""The default language, and the list of languages with a name; any other code can be typed."""


def default_language(offered: Iterable[str] | None = None, preferred: str | None = None) -> str:
    """Return the default language: the preferred one, which is an organization's, or else English.

    Of the codes that are `offered` (default: any); the first of them where neither is offered.

    >>> default_language(), default_language(preferred="PT-BR"), default_language(["NL", "PT"], "PT-BR")
    ('EN', 'PT-BR', 'PT')
    >>> default_language(["NL", "DE"])
    'NL'
    """
    codes = None if offered is None else list(offered)
    wanted = [preferred, base_language(preferred), DEFAULT_LANGUAGE] if preferred else [DEFAULT_LANGUAGE]
    return next((code for code in wanted if not codes or code in codes), codes[0] if codes else DEFAULT_LANGUAGE)


def language_name(code: str) -> str:
    """Return the name of a language with its code; a code without a name is returned as it is.

    >>> language_name("DE")
    'German · Deutsch (DE)'
    """
    name = LANGUAGE_NAMES.get(code)
    if name is None:
        return code
    return f"{name.english} ({code})" if name.english == name.own else f"{name.english} · {name.own} ({code})"


def english_name(code: str) -> str:
    """Return the English name of a language with its code, for where there is little room.

    >>> english_name("DE")
    'German (DE)'
    """
    name = LANGUAGE_NAMES.get(code)
    return code if name is None else f"{name.english} ({code})"


def language_choices(offered: Iterable[str] | None = None, preferred: str | None = None) -> list[tuple[str, str]]:
    """List text and code of each language that is offered, by name; without codes, all with a name and `preferred`."""
    codes = {*LANGUAGE_NAMES, preferred or DEFAULT_LANGUAGE} if offered is None else offered
    return sorted((language_name(code), code) for code in codes)


@cache
def language_codes() -> tuple[str, ...]:
    """List the codes of the languages that have a file, such as `DE` and `PT-BR`, in alphabetical order."""
    return tuple(sorted(path.stem.upper().replace("_", "-") for path in _FOLDER.glob("*.toml") if path != _NAMES_FILE))


def base_language(code: str) -> str:
    """Return the language of a code without its script and region, in upper case.

    >>> base_language("pt-BR")
    'PT'
    """
    return code.partition("-")[0].upper()


def direction(code: str) -> str:
    """Return `rtl` or `ltr`, the writing direction of a language.

    >>> direction("he"), direction("PT-BR")
    ('rtl', 'ltr')
    """
    return "rtl" if base_language(code) in _RIGHT_TO_LEFT else "ltr"


def language_section(code: str, section: str) -> dict[str, Any] | None:
    """Return a section of a language's file, or None where neither the code nor its base language has that section.

    A region has its own words (`PT-BR`) or those of its base language (`PT`). Treat the result as read-only.
    """
    own = _file(code.upper()).get(section)
    return own if own is not None else _file(base_language(code)).get(section)


@cache
def _file(code: str) -> dict[str, Any]:
    if code not in language_codes():
        return {}
    path = _FOLDER / f"{code.lower().replace('-', '_')}.toml"
    return tomllib.loads(path.read_text(encoding="utf-8"))

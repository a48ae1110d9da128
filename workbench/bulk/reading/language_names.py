"""Languages as spreadsheets name them: `English`, `Deutsch`, `français`. Knows no plan; codes are left as they are."""

from __future__ import annotations

import unicodedata

from workbench.languages.reader import LANGUAGE_NAMES


def language_of_name(text: str) -> str:
    """Return the code of a language that is written out; any other text unchanged."""
    return _CODES.get(_fold_name(text), text)


def _fold_name(text: str) -> str:
    plain = unicodedata.normalize("NFKD", text.strip().casefold())
    return "".join(character for character in plain if not unicodedata.combining(character))


_CODES = {
    _fold_name(text): code
    for code, name in LANGUAGE_NAMES.items()
    for text in (name.english, name.own, *name.spellings)
}

"""Languages as spreadsheets name them: `English`, `Deutsch`, `français`. Knows no plan; codes are left as they are."""

from __future__ import annotations

import unicodedata
from typing import Final

# Each language in English, in itself, and in the languages of the lists that are met most.
_NAMES: Final = {
    "AR": "arabic arabisch arabe árabe arabo العربية عربي",
    "CS": "czech čeština tschechisch tchèque",
    "DA": "danish dansk dänisch danois",
    "DE": "german deutsch allemand alemán tedesco duits niemiecki alemão",
    "EL": "greek ελληνικά griechisch grec",
    "EN": "english englisch anglais inglés inglese engels angielski inglês",
    "ES": "spanish español castellano spanisch espagnol spagnolo spaans hiszpański espanhol",
    "FI": "finnish suomi finnisch finnois",
    "FR": "french français französisch francés francese frans francuski francês",
    "HE": "hebrew עברית hebräisch hébreu",
    "HI": "hindi हिन्दी",
    "HU": "hungarian magyar ungarisch hongrois",
    "IT": "italian italiano italienisch italien italiaans włoski",
    "JA": "japanese 日本語 japanisch japonais",
    "KO": "korean 한국어 koreanisch coréen",
    "NL": "dutch nederlands niederländisch néerlandais neerlandés olandese niderlandzki holandês",
    "PL": "polish polski polnisch polonais polaco polacco pools",
    "PT": "portuguese português portugiesisch portugais portugués portoghese portugees portugalski",
    "RU": "russian русский russisch russe",
    "SV": "swedish svenska schwedisch suédois",
    "TR": "turkish türkçe türkisch turc",
    "UK": "ukrainian українська ukrainisch ukrainien",
    "ZH": "chinese 中文 chinesisch chinois",
}


def language_of_name(text: str) -> str:
    """The code of a language that is written out; any other text as it was."""
    return _CODES.get(_folded(text), text)


def _folded(text: str) -> str:
    plain = unicodedata.normalize("NFKD", text.strip().casefold())
    return "".join(each for each in plain if not unicodedata.combining(each))


_CODES: Final = {_folded(name): code for code, names in _NAMES.items() for name in names.split()}

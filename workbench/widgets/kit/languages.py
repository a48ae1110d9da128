"""Languages by name, for people who choose one: code, English name, its own name. Any other code can be typed."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

NAMES: Final[dict[str, tuple[str, str]]] = {
    "AR": ("Arabic", "العربية"),
    "BG": ("Bulgarian", "български"),
    "BN": ("Bengali", "বাংলা"),
    "CA": ("Catalan", "català"),
    "CS": ("Czech", "čeština"),
    "DA": ("Danish", "dansk"),
    "DE": ("German", "Deutsch"),
    "EL": ("Greek", "ελληνικά"),
    "EN": ("English", "English"),
    "ES": ("Spanish", "español"),
    "ET": ("Estonian", "eesti"),
    "FA": ("Persian", "فارسی"),
    "FI": ("Finnish", "suomi"),
    "FR": ("French", "français"),
    "GA": ("Irish", "Gaeilge"),
    "HE": ("Hebrew", "עברית"),
    "HI": ("Hindi", "हिन्दी"),
    "HR": ("Croatian", "hrvatski"),
    "HU": ("Hungarian", "magyar"),
    "ID": ("Indonesian", "Indonesia"),
    "IT": ("Italian", "italiano"),
    "JA": ("Japanese", "日本語"),
    "KO": ("Korean", "한국어"),
    "LT": ("Lithuanian", "lietuvių"),
    "LV": ("Latvian", "latviešu"),
    "MT": ("Maltese", "Malti"),
    "NB": ("Norwegian", "norsk bokmål"),
    "NL": ("Dutch", "Nederlands"),
    "PL": ("Polish", "polski"),
    "PT": ("Portuguese", "português"),
    "PT-BR": ("Portuguese, Brazil", "português (Brasil)"),
    "RO": ("Romanian", "română"),
    "RU": ("Russian", "русский"),
    "SK": ("Slovak", "slovenčina"),
    "SL": ("Slovenian", "slovenščina"),
    "SR": ("Serbian", "српски"),
    "SV": ("Swedish", "svenska"),
    "SW": ("Swahili", "Kiswahili"),
    "TH": ("Thai", "ไทย"),
    "TR": ("Turkish", "Türkçe"),
    "UK": ("Ukrainian", "українська"),
    "UR": ("Urdu", "اردو"),
    "VI": ("Vietnamese", "Tiếng Việt"),
    "ZH": ("Chinese", "中文"),
}


def language_name(code: str) -> str:
    """Such as `German · Deutsch (DE)`; a code that has no name here is shown as it is."""
    english, own = NAMES.get(code, ("", ""))
    if not english:
        return code
    return f"{english} ({code})" if english == own else f"{english} · {own} ({code})"


def language_choices(codes: Iterable[str] | None) -> list[tuple[str, str]]:
    """Text and code of each language that is offered, by name; `None` offers all that have a name here."""
    return sorted((language_name(code), code) for code in (NAMES if codes is None else codes))

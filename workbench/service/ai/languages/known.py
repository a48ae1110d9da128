"""The languages of planning sheets, by their code. A further language is a file here and a line below."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from workbench.service.ai.languages import ar, de, en, es, fr, it, nl, pl, pt, pt_br
from workbench.service.ai.languages.phrases import Language

LANGUAGES: Final[Mapping[str, Language]] = MappingProxyType(
    {file.LANGUAGE.code: file.LANGUAGE for file in (ar, de, en, es, fr, it, nl, pl, pt, pt_br)}
)


def language_of(code: str) -> Language | None:
    """The language for a code such as `EN-GB`: its own, else that of its base (`EN`); None if neither is known."""
    return LANGUAGES.get(code) or LANGUAGES.get(code.partition("-")[0])

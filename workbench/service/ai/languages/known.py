"""The languages of the outline writer, by their code. A further language is a file here and a line below."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from workbench.service.ai.languages import ar, de, en, es, fr, it, nl, pl, pt
from workbench.service.ai.languages.phrases import Language

LANGUAGES: Final[Mapping[str, Language]] = MappingProxyType(
    {file.LANGUAGE.code: file.LANGUAGE for file in (ar, de, en, es, fr, it, nl, pl, pt)}
)


def language_of(code: str) -> Language | None:
    """The language for a code such as `PT-BR`, by its base (`PT`) if need be; None if it is not known."""
    return LANGUAGES.get(code) or LANGUAGES.get(code.partition("-")[0])

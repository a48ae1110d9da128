"""Language codes: the shape of BCP 47 (language, optional script and region), upper case."""

from __future__ import annotations

import re
from typing import Annotated

from pydantic import AfterValidator

_SHAPE = re.compile(r"[A-Za-z]{2,3}(?:-[A-Za-z]{4})?(?:-(?:[A-Za-z]{2}|[0-9]{3}))?")


def language_code(text: str) -> str:
    """The code in upper case (`en` gives `EN`, `pt-br` gives `PT-BR`).

    Raises `ValueError` with a sentence when the text has not the shape of a language code. Source: interface 4.3.
    """
    code = text.strip().replace("_", "-")
    if not _SHAPE.fullmatch(code):
        raise ValueError("a language is a code such as EN, DE or PT-BR")
    return code.upper()


LanguageCode = Annotated[str, AfterValidator(language_code)]

"""Pieces of a text that may be personal data: addresses, and phone, card and identity numbers. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from workbench.patterns import IGNORECASE, Pattern

_EMAIL: Final = Pattern(r"\b[\w.+-]{1,64}+@[\w-]+(?:\.[\w-]+)+\b")
_FOR_EXAMPLES: Final = Pattern(
    r"@(?:[\w-]+\.)*(?:example|beispiel|ejemplo|exemple|test|invalid)\b"
    r"|@(?:example|test|domain|company|mail|email|firma|empresa|musterfirma|entreprise)\.",
    IGNORECASE,
)
_CARD: Final = Pattern(r"\b\d(?:[ -]?\d){12,18}\b")
_PHONE: Final = (
    r"\+\d{1,3}[ ./-]?(?:\(0?\d{1,4}\)[ ./-]?)?\d(?:[ ./-]?\d){6,12}",  # +49 30 1234567
    r"\(\d{3}\) ?\d{3}[ -]\d{4}|\d{3}-\d{3}-\d{4}",  # (212) 555-0123
    r"0\d{2,5}[ /-]{1,3}\d{3,}+(?:[ -]\d{2,}+)*",  # 030 / 12 34 567
    r"0\d(?:[ .]\d{2}){4}",  # 01 23 45 67 89
    r"[679]\d{2} \d{2,3} \d{2,3}(?: \d{2,3})?",  # 612 34 56 78
)
_IDENTITY: Final = (
    r"\d{3}-\d{2}-\d{4}",  # social security, United States
    r"\d{8}-?[A-HJ-NP-TV-Z]|[XYZ]-?\d{7}-?[A-Z]",  # DNI and NIE, Spain
    r"[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){3,7}(?: ?[A-Z0-9]{1,4})?",  # IBAN
    r"[12] ?\d{2} ?\d{2} ?\d{2} ?\d{3} ?\d{3} ?\d{2}",  # social security, France
)
_NUMBER: Final = Pattern(rf"(?<![\w.,/-])(?:{'|'.join((*_PHONE, *_IDENTITY))})(?![\w-])")
_POSTAL: Final = Pattern(
    r"\b\d{1,5}(?: ?[a-zA-Z])? (?:[A-Z][\w'’.-]+ ){1,3}"
    r"(?:Street|St|Road|Rd|Avenue|Ave|Lane|Drive|Close|Boulevard|Court|Way|Square|Terrace|Gardens|Crescent)\b"
    r"|\b[A-Z]{1,2}\d{1,2} ?\d[A-Z]{2}\b"
    r"|\b\d{5} [A-ZÄÖÜ][a-zäöüß]{2,}\b"
    r"|\b[A-ZÄÖÜ][\wäöüß.-]{0,40}(?: [A-ZÄÖÜ][\wäöüß.-]{0,40})?"
    r"(?:straße|strasse|str\.|weg|allee|gasse|platz|damm|ufer|ring)[ -]?\d{1,4} ?[a-z]?\b"
    r"|\b(?:[Cc]alle|C/|[Aa]venida|[Aa]vda\.?|[Pp]laza|[Pp]aseo|[Cc]amino) (?:de (?:la |los |las )?|del )?"
    r"[A-ZÁÉÍÓÚÑ][\wáéíóúñ]+(?: (?:de |la |del ){0,3}[\wáéíóúñ]+){0,3},? (?:n\.?º ?|núm\.? ?)?\d{1,4}\b"
    r"|\b\d{1,4}(?: ?bis| ?ter)?,? (?:rue|avenue|av\.|boulevard|bd|place|chemin|impasse|allée|quai|route|cours) "
    r"(?:de (?:la |l['’])?|du |des |d['’])?[A-ZÀ-Ý][\wà-ÿ'’-]+"
)


_EVERY_ONE_HOLDS: Final = Pattern(r"[@\d]")
_SAMPLE: Final = Pattern(r"\b(?:Muster\w*|Jane Doe|John Doe|Perico|Fulano|Dupont|Beispiel\w*)\b")


def find_personal_data(text: str) -> Iterator[str]:
    """Yield what looks like personal data, except addresses at example domains."""
    if not _EVERY_ONE_HOLDS.search(text):
        return
    for match in _EMAIL.finditer(text):
        if not _FOR_EXAMPLES.search(match[0]):
            yield match[0]
    for match in _CARD.finditer(text):
        digits = [int(one) for one in match[0] if one.isdigit()]
        if _has_check_digit(digits):
            yield match[0]
    for pattern in (_NUMBER, _POSTAL):
        for match in pattern.finditer(text):
            if not _SAMPLE.search(text[max(0, match.start() - 60) : match.end() + 30]):
                yield match[0]


def _has_check_digit(digits: list[int]) -> bool:
    """Return whether the digits satisfy the Luhn checksum of card numbers."""
    doubled = [digit * 2 - 9 * (digit > 4) for digit in digits[-2::-2]]
    return (sum(doubled) + sum(digits[-1::-2])) % 10 == 0

"""Characters that a stored text may contain: one rule for titles, names, labels, reasons and topics.

White space is folded; control characters, turns of the reading direction (U+202A to U+202E), isolates without their
counterpart, halves of surrogate pairs and noncharacters are refused. Balanced isolates, joiners and direction marks
stay: scripts and emoji need them. So do characters that this Python does not know yet. Source: ours.
"""

from __future__ import annotations

import unicodedata
from typing import Annotated, Final

from pydantic import AfterValidator

from workbench.patterns import Pattern

_PLANES: Final = "".join(chr(plane << 16 | last) for plane in range(17) for last in (0xFFFE, 0xFFFF))
_UNFIT: Final = Pattern(
    f"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028-\u202e\ud800-\udfff\ufdd0-\ufdef{_PLANES}]"  # tab and newline are fit
)
_ISOLATES: Final = Pattern("[\u2066-\u2069]")
_END: Final = "\u2069"


def unfit_characters_text(text: str) -> str | None:
    """Return a clause that names what a text holds that is not kept, with its code point, or None."""
    if text.isprintable():
        return None
    match = _UNFIT.search(text)
    if match:
        return f"it holds the character {_code(match[0])}, which controls how text is shown; take it out"
    alone = _alone(text)
    return (
        f"it holds {_code(alone)} without its counterpart, which turns the text after it; take it out"
        if alone
        else None
    )


def without_unfit(text: str) -> str:
    """Return the text with a space for each refused character, including unpaired isolates."""
    if text.isprintable():
        return text
    fit = _UNFIT.sub(" ", text)
    return _ISOLATES.sub(" ", fit) if _alone(fit) else fit


def is_blank(text: str) -> bool:
    """Return whether a text has no visible character."""
    return not text or all(character.isspace() or unicodedata.category(character) in ("Cc", "Cf") for character in text)


def one_line(text: str) -> str:
    """Return the text in one line with single spaces. Raises `ValueError` for a character that is not kept."""
    line = " ".join(text.split())
    problem = unfit_characters_text(line)
    if problem:
        raise ValueError(problem)
    return line


def name_line(text: str) -> str:
    """Return the text in one line if it has a visible character. Raises `ValueError`."""
    line = one_line(text)
    if is_blank(line):
        raise ValueError("it is empty")
    return line


def paragraphs(text: str) -> str:
    """Return the text without outer white space, with every line break as a newline.

    Raises `ValueError` if no character of it is visible, and for a character that is not kept.
    """
    several = "\n".join(text.splitlines()).strip()
    if is_blank(several):
        raise ValueError("it is empty")
    problem = unfit_characters_text(several)
    if problem:
        raise ValueError(problem)
    return several


Line = Annotated[str, AfterValidator(one_line)]
Name = Annotated[str, AfterValidator(name_line)]
Paragraphs = Annotated[str, AfterValidator(paragraphs)]


def _alone(text: str) -> str | None:
    """Return an isolate without its end, or an end without its isolate."""
    opened: list[str] = []
    for sign in map(str, _ISOLATES.findall(text)):
        if sign != _END:
            opened.append(sign)
        elif not opened:
            return sign
        else:
            opened.pop()
    return opened[0] if opened else None


def _code(character: str) -> str:
    return f"U+{ord(character):04X}"

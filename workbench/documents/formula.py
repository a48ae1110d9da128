"""Formulas of Word and PowerPoint (OMML) as a line of characters, read as events of XML."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

MAX_CHARACTERS: Final = 20_000
"""Characters of one formula at most; the rest is left out."""
_RAISED: Final = str.maketrans("0123456789+-−=()ni", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ⁿⁱ")
_LOWERED: Final = str.maketrans("0123456789+-−=()", "₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎")
_SIGNS: Final = frozenset({"chr", "begChr", "endChr", "sepChr"})
_HOLDERS: Final = frozenset({"nary", "d", "acc", "groupChr"})
_SEPARATED: Final = {"d": "|", "m": "; ", "mr": ", ", "eqArr": "; "}
_AROUND: Final = {
    "num": ("(", ")"),
    "den": ("/(", ")"),
    "sup": ("^(", ")"),
    "sub": ("_(", ")"),
    "lim": ("_(", ")"),
    "fName": ("", " "),
}
_ITEMS: Final = {"d": "e", "mr": "e", "eqArr": "e", "m": "mr"}


def superscript(text: str) -> str:
    """Return the text as superscript where every sign of it has one, such as ² and ⁻¹; else as it is."""
    raised = text.translate(_RAISED)
    return raised if not set(raised) & set(text.replace(" ", "")) else text


def subscript(text: str) -> str:
    """Return the text as subscript where every sign of it has one, such as ₂; else as it is."""
    lowered = text.translate(_LOWERED)
    return lowered if not set(lowered) & set(text.replace(" ", "")) else text


@dataclass(slots=True)
class _Part:
    name: str
    signs: dict[str, str] = field(default_factory=dict)
    pieces: list[str] = field(default_factory=list)
    items: list[str] = field(default_factory=list)


class FormulaReader:
    """Reads one formula from the events of its elements; `text` is there when it `is_whole`."""

    def __init__(self) -> None:
        self.text = ""
        self.is_whole = False
        self._open: list[_Part] = []
        self._left = MAX_CHARACTERS

    def begin(self, name: str, attributes: dict[str, str]) -> None:
        """Begin an element; a sign belongs to the part of the formula that it is drawn with."""
        if name in _SIGNS:
            holder = next((part for part in reversed(self._open) if part.name in _HOLDERS), None)
            if holder is not None:
                holder.signs[name] = attributes.get("val", "")[:1]
        self._open.append(_Part(name))

    def add(self, data: str) -> None:
        """Add text within the formula."""
        if self._open:
            self._open[-1].pieces.append(data[: self._left])
            self._left -= min(len(data), self._left)

    def end(self) -> None:
        """End the element that was begun last."""
        if not self._open:
            return
        done = self._open.pop()
        text = _part_text(done)
        if not self._open:
            self.text, self.is_whole = text, True
        elif done.name == _ITEMS.get(self._open[-1].name):
            self._open[-1].items.append(text)
        elif done.name == "deg":
            self._open[-1].signs["deg"] = text
        else:
            self._open[-1].pieces.append(text)


def _part_text(part: _Part) -> str:
    separator = part.signs.get("sepChr", _SEPARATED.get(part.name, ""))
    text = "".join((*part.pieces, separator.join(part.items)))
    if part.name in _AROUND:
        before, behind = _AROUND[part.name]
        return f"{before}{text}{behind}" if text else ""
    if part.name == "rad":
        degree = part.signs.get("deg", "")
        root = superscript(degree) if superscript(degree) != degree else f"({degree})" * bool(degree)
        return f"{root}√({text})"
    if part.name == "nary":
        return part.signs.get("chr", "∫") + text
    if part.name == "d":
        return f"{part.signs.get('begChr', '(')}{text}{part.signs.get('endChr', ')')}"
    return text + part.signs.get("chr", "̂") if part.name == "acc" else text

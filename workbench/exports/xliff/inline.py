"""Words and codes as the content of `<source>` and `<target>`, and back. Source: XLIFF 2.0, 4.2.3 and 4.7."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from workbench.authoring.translation.codes import InlineCode, Mark, Place, Role, codes_by_id
from workbench.exports.xliff.names import name
from workbench.patterns import Pattern

if TYPE_CHECKING:
    from lxml.etree import _Element

_NOT_IN_XML: Final = Pattern("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_TYPES: Final = {"link": "link", "emphasis": "fmt"}
_NO_MARKUP: Final = frozenset({name("sm"), name("em")})
_HEX: Final = Pattern(r"[0-9A-Fa-f]{2,8}")


def add_original_data(unit: _Element, parts: Sequence[str | Mark]) -> None:
    """Add the meaning of a text's codes as `<originalData>`; nothing if there is no code."""
    from lxml.etree import SubElement

    codes = codes_by_id(parts)
    if not codes:
        return
    original = SubElement(unit, name("originalData"))
    for data_id, text in _data(codes).items():
        _fill(SubElement(original, name("data"), {"id": data_id}), [text])


def fill(element: _Element, parts: Sequence[str | Mark]) -> None:
    """Put words and codes into a `<source>` or `<target>`."""
    from lxml.etree import SubElement

    inside = [element]
    for part in parts:
        if isinstance(part, str):
            _fill(inside[-1], [part])
        elif part.role is Role.CLOSES:
            inside.pop()
        elif part.role is Role.OPENS:
            inside.append(SubElement(inside[-1], name("pc"), _pair_attributes(part.code)))
        else:
            shown = {"equiv": "" if part.code.kind == "structure" else _printable(part.code.start)}
            SubElement(inside[-1], name("ph"), _attributes(part.code) | {"dataRef": f"d{part.code.id}"} | shown)


def read_parts(element: _Element) -> list[str | Place]:
    """Return the words and places of codes in a `<source>` or `<target>`.

    Raises `ValueError` with a sentence for an element that is not an inline code.
    """
    return list(_parts(element))


def _parts(element: _Element) -> Iterator[str | Place]:
    if element.text:
        yield element.text
    for child in element:
        tag, own = child.tag, str(child.get("id") or "")
        if tag == name("cp"):
            yield _character(str(child.get("hex") or ""))
        elif tag == name("ph"):
            yield Place(Role.ALONE, own)
        elif tag == name("pc"):
            yield Place(Role.OPENS, own)
            yield from _parts(child)
            yield Place(Role.CLOSES, own)
        elif tag == name("sc"):
            yield Place(Role.OPENS, own)
        elif tag == name("ec"):
            yield Place(Role.CLOSES, str(child.get("startRef") or own))
        elif tag == name("mrk"):
            yield from _parts(child)
        elif tag not in _NO_MARKUP:
            raise ValueError("it contains an element that is not an XLIFF code")
        if child.tail:
            yield child.tail


def _character(digits: str) -> str:
    character = chr(code) if _HEX.fullmatch(digits) and (code := int(digits, 16)) < 0x110000 else ""
    if not _NOT_IN_XML.fullmatch(character):
        raise ValueError("it contains a <cp> that is not a character")
    return character


def _fill(element: _Element, texts: Sequence[str]) -> None:
    """Add text at the end; a character that XML cannot hold becomes a `<cp>`."""
    from lxml.etree import SubElement

    for text in texts:
        at = 0
        for match in _NOT_IN_XML.finditer(text):
            _append(element, text[at : match.start()])
            SubElement(element, name("cp"), {"hex": f"{ord(match[0]):04X}"})
            at = match.end()
        _append(element, text[at:])


def _append(element: _Element, text: str) -> None:
    if not text:
        return
    if len(element):
        last = element[-1]
        last.tail = (last.tail or "") + text
    else:
        element.text = (element.text or "") + text


def _data(codes: Mapping[str, InlineCode]) -> dict[str, str]:
    data: dict[str, str] = {}
    for code in codes.values():
        data[f"d{code.id}"] = code.start
        if code.end is not None:
            data[f"d{code.id}e"] = code.end
    return data


def _attributes(code: InlineCode) -> dict[str, str]:
    can_delete = "yes" if code.is_optional else "no"
    attributes = {"id": code.id, "canCopy": "no", "canDelete": can_delete}
    return attributes | ({"type": _TYPES[code.kind]} if code.kind in _TYPES else {})


def _pair_attributes(code: InlineCode) -> dict[str, str]:
    refs = {"dataRefStart": f"d{code.id}", "dataRefEnd": f"d{code.id}e"}
    return _attributes(code) | refs


def _printable(text: str) -> str:
    return _NOT_IN_XML.sub(" ", " ".join(text.split()))[:200]

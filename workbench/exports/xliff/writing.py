"""An XLIFF file, written lesson by lesson: memory holds one at a time. Source: XLIFF 2.0, OASIS."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from workbench.authoring.characters import without_unfit
from workbench.authoring.translation.codes import renumber, split_codes
from workbench.errors import NotSent
from workbench.exports.xliff.inline import add_original_data, fill
from workbench.exports.xliff.names import NAMESPACE, STALE, language_tag, name
from workbench.languages.reader import direction

if TYPE_CHECKING:
    from lxml.etree import _Element

NO_LXML: Final = "XLIFF needs one more package: pip install 'lesson-workbench[xliff]'. Nothing was written or changed."
_SPACE: Final = "{http://www.w3.org/XML/1998/namespace}space"


class TextState(StrEnum):
    """The state of a text's translation."""

    MISSING = "missing"
    STALE = "stale"
    TRANSLATED = "translated"
    REVIEWED = "reviewed"


@dataclass(frozen=True, slots=True)
class TextUnit:
    """A text to translate. `field` is the name of its field, `target` the translation that is there, if any."""

    id: str
    field: str
    source: str
    target: str | None = None
    state: TextState = TextState.MISSING
    notes: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class TextFile:
    """The texts of a lesson, or the title of a course. `original` is their origin."""

    id: str
    original: str
    units: Sequence[TextUnit]
    notes: tuple[tuple[str, str], ...] = ()


def lxml_etree() -> Any:
    """Return lxml. Raises `NotSent` if it is not installed."""
    try:
        from lxml import etree
    except ImportError:
        raise NotSent(NO_LXML) from None
    return etree


def write_xliff(path: Path, files: Iterable[TextFile], *, source_language: str, language: str) -> None:
    """Write the files as one document; languages are upper-case codes. Raises `OSError`, and `NotSent` without lxml."""
    etree = lxml_etree()
    languages = {"srcLang": language_tag(source_language), "trgLang": language_tag(language)}
    directions = {"srcDir": direction(source_language), "trgDir": direction(language)}
    with path.open("wb") as stream, etree.xmlfile(stream, encoding="utf-8") as document:
        document.write_declaration()
        with document.element(name("xliff"), {"version": "2.0"} | languages, nsmap={None: NAMESPACE}):
            for file in files:
                document.write("\n")
                attributes = {"id": file.id, "original": file.original} | directions
                with document.element(name("file"), attributes):
                    _write_file(document, file)
            document.write("\n")


def _write_file(document: Any, file: TextFile) -> None:
    from lxml.etree import Element

    if file.notes:
        notes = Element(name("notes"), nsmap={None: NAMESPACE})
        _add_notes(notes, file.notes)
        document.write("\n ", notes)
    for unit in file.units:
        document.write("\n ", _unit(unit))
    document.write("\n")


def _unit(unit: TextUnit) -> _Element:
    from lxml.etree import Element, SubElement

    made = Element(name("unit"), {"id": unit.id, _SPACE: "preserve"}, nsmap={None: NAMESPACE})
    source = split_codes(unit.field, unit.source)
    if unit.notes:
        _add_notes(SubElement(made, name("notes")), unit.notes)
    add_original_data(made, source)
    segment = SubElement(made, name("segment"), _state(unit.state))
    fill(SubElement(segment, name("source")), source)
    if unit.target is not None:
        fill(SubElement(segment, name("target")), renumber(split_codes(unit.field, unit.target), source))
    made.text, segment.text = "\n  ", "\n   "
    for parent, indent in ((made, "\n  "), (segment, "\n   ")):
        for element in parent:
            element.tail = indent if element.getnext() is not None else indent[:-1]
    return made


def _add_notes(element: _Element, notes: Iterable[tuple[str, str]]) -> None:
    from lxml.etree import SubElement

    for category, text in notes:
        note = SubElement(element, name("note"), {"category": category})
        note.text = without_unfit(" ".join(text.split()))


def _state(state: TextState) -> dict[str, str]:
    if state is TextState.STALE:
        return {"state": "initial", "subState": STALE}
    return {"state": "initial" if state is TextState.MISSING else str(state)}

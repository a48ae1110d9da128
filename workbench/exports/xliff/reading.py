"""An XLIFF file as somebody's tool wrote it, read in a stream: one lesson's texts at a time, under limits.

There are no entities, no document type and no network; anything larger than its limit is refused before it is stored.
Source: XLIFF 2.0 and 2.1, OASIS.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, Final

from workbench.authoring.language import language_code
from workbench.authoring.translation.codes import Place
from workbench.errors import PlanRejected
from workbench.exports.xliff.inline import read_parts
from workbench.exports.xliff.names import OWN_NOTES, Original, name, parse_original
from workbench.exports.xliff.writing import lxml_etree
from workbench.text import display_text

if TYPE_CHECKING:
    from lxml.etree import _Element

MOST_BYTES: Final = 32_000_000
"""Some hundred large lessons."""
MOST_ELEMENTS: Final = 400_000
"""Elements of a file."""
MOST_IN_A_UNIT: Final = 20_000
"""Elements of one unit, or between two: more than any text has codes."""
MOST_UNITS: Final = 20_000
"""Texts of one lesson."""
MOST_FILES: Final = 20_000
MOST_BETWEEN: Final = 300_000
"""Bytes without the beginning or end of an element: more than any text has, and a bound for a single tag."""
MOST_ID_CHARACTERS: Final = 200
_NOTE_SHOWN: Final = 60
_PIECE: Final = 32_768
_NOTHING: Final = "Nothing was changed."
_TOO_LARGE: Final = f"is larger than {MOST_BYTES // 1_000_000} MB: export fewer lessons at a time"
_XLIFF_1: Final = "urn:oasis:names:tc:xliff:document:1."

Parts = tuple[str | Place, ...]


@dataclass(frozen=True, slots=True)
class ReadUnit:
    """A text in the file; `target` is None without a translation. `line` is the unit's in the file.

    `state` is that of the least finished part of it; `problem` says in a clause why it cannot be read.
    """

    id: str
    line: int
    source: Parts = ()
    target: Parts | None = None
    state: str = "initial"
    problem: str = ""


@dataclass(frozen=True, slots=True)
class ReadFile:
    """The texts of one `<file>`; `original` is None if the tool did not keep our entry.

    `notes` are those that somebody else wrote, and comments in texts, each with its line and how it begins.
    """

    id: str
    line: int
    original: Original | None
    units: tuple[ReadUnit, ...]
    notes: tuple[tuple[int, str], ...] = ()

    @property
    def lesson_id(self) -> str:
        """Id of the file's lesson: the one it was written from, else its own id."""
        return self.original.lesson_id if self.original is not None else self.id


@dataclass(frozen=True, slots=True)
class XliffFile:
    """A file on the disk: its languages as upper-case codes, and in which lines its `<file>`s begin, by lesson.

    `digest` has eight hexadecimal digits of its translations and their states: equal for equal content.
    """

    path: Path
    source_language: str
    language: str
    lines: dict[str, list[int]] = field(repr=False)
    digest: str = ""

    def files(self) -> Iterator[ReadFile]:
        """Yield its `<file>`s in order, each read when it is needed. Raises `PlanRejected`."""
        for part in _read(self.path):
            if isinstance(part, ReadFile):
                yield part


def open_xliff(path: Path) -> XliffFile:
    """Read the file through once, so that a truncated one is refused as a whole. Raises `PlanRejected`."""
    languages = ("", "")
    lines: dict[str, list[int]] = {}
    digest = sha256()
    for part in _read(path):
        if isinstance(part, ReadFile):
            lines.setdefault(part.lesson_id, []).append(part.line)
            texts = [part.id, *((unit.id, unit.target, unit.state) for unit in part.units)]
            digest.update(repr(texts).encode(errors="surrogatepass"))
        else:
            languages = part
            digest.update(repr(part).encode())
    return XliffFile(path, *languages, lines, digest.hexdigest()[:8])


def _read(path: Path) -> Iterator[tuple[str, str] | ReadFile]:
    """Yield the languages, then the `<file>`s."""
    etree = lxml_etree()
    try:
        with path.open("rb") as stream:
            if os.fstat(stream.fileno()).st_size > MOST_BYTES:
                raise PlanRejected(f"{display_text(path.name, longest=100)} {_TOO_LARGE}. {_NOTHING}")
            yield from _Reader(path, etree).read(stream)
    except OSError as refused:
        reason = refused.strerror or "it cannot be read"
        raise PlanRejected(f"{display_text(path, longest=200)} cannot be read: {reason}. {_NOTHING}") from None
    except etree.XMLSyntaxError as broken:
        line = broken.lineno or 1
        reason = display_text((broken.msg or "it is no XML").rpartition(", line")[0] or broken.msg, longest=120)
        raise PlanRejected(
            f"{display_text(path.name, longest=100)} is broken in line "
            f"{line:,}: {reason}. Have it written again. {_NOTHING}"
        ) from None


class _Reader:
    """One reading of a file."""

    def __init__(self, path: Path, etree: Any) -> None:
        self._name = display_text(path.name, longest=100)
        self._parser = etree.XMLPullParser(
            ("start", "end"),
            resolve_entities=False,
            load_dtd=False,
            no_network=True,
            huge_tree=False,
            remove_comments=True,
            remove_pis=True,
        )
        self._root: _Element | None = None
        self._file: _Element | None = None
        self._file_line = self._files = self._elements = self._in_unit = 0
        self._unit: _Element | None = None
        self._unit_line = 0
        self._units: list[ReadUnit] = []
        self._notes: list[tuple[int, str]] = []

    def read(self, stream: IO[bytes]) -> Iterator[tuple[str, str] | ReadFile]:
        """Yield the languages once the root is read, then each `<file>` once its end is."""
        read = last = 0
        while piece := stream.read(_PIECE):
            read += len(piece)
            if read > MOST_BYTES:
                raise self._rejection(_TOO_LARGE)
            self._parser.feed(piece)
            seen = self._elements
            for event in self._events():
                last = read
                yield from [event] if event is not None else []
            if read - last > (MOST_BETWEEN if seen else 2 * _PIECE):
                raise self._rejection("has a text or a tag that is too long" if seen else "is not an XLIFF file")
        self._parser.close()
        yield from (event for event in self._events() if event is not None)
        if self._root is None:
            raise self._rejection("is not an XLIFF file")

    def _events(self) -> Iterator[tuple[str, str] | ReadFile | None]:
        """Something, or None, for each beginning and end of an element."""
        for event, element in self._parser.read_events():
            if event == "start":
                if self._root is None:
                    self._root = element
                    yield self._languages(element)
                self._begin(element)
                yield None
            else:
                yield self._end(element)

    def _begin(self, element: _Element) -> None:
        self._elements += 1
        self._in_unit += 1
        if self._elements > MOST_ELEMENTS:
            raise self._rejection(f"has more than {MOST_ELEMENTS:,} elements: export fewer lessons at a time")
        if self._in_unit > MOST_IN_A_UNIT:
            raise self._rejection(
                f"has more than {MOST_IN_A_UNIT:,} elements in one text in line {element.sourceline:,}"
            )
        if self._unit is not None:
            return
        if element.tag == name("file"):
            if self._file is not None:
                raise self._rejection(f"has a <file> in another in line {element.sourceline:,}")
            self._files += 1
            if self._files > MOST_FILES:
                raise self._rejection(f"has more than {MOST_FILES:,} lessons: export fewer at a time")
            self._file, self._file_line, self._units = element, element.sourceline or 0, []
            self._notes = []
        elif element.tag == name("unit"):
            if self._file is None:
                raise self._rejection(f"has a text outside of any <file> in line {element.sourceline:,}")
            self._unit, self._unit_line = element, element.sourceline or 0

    def _end(self, element: _Element) -> ReadFile | None:
        if element.tag == name("note") and element.get("category") not in OWN_NOTES:
            self._note(element, "".join(map(str, element.itertext())))
        elif element.tag == name("mrk") and element.get("type") == "comment":
            self._note(element, str(element.get("value") or ""))
        if element is self._unit:
            self._units.append(_unit(element, self._unit_line))
            if len(self._units) > MOST_UNITS:
                raise self._rejection(f"has more than {MOST_UNITS:,} texts in one <file>")
            self._unit = None
            self._forget(element)
        elif self._file is not None and element is self._file:
            original = parse_original(str(element.get("original") or ""))
            file = ReadFile(_id(element), self._file_line, original, tuple(self._units), tuple(self._notes))
            self._file, self._units, self._notes = None, [], []
            self._forget(element)
            return file
        elif self._unit is None and element is not self._root:
            self._forget(element)
        return None

    def _note(self, element: _Element, text: str) -> None:
        if text.strip():
            self._notes.append((element.sourceline or 0, display_text(text.strip(), longest=_NOTE_SHOWN)))

    def _forget(self, element: _Element) -> None:
        """Discard what was read."""
        self._in_unit = 0
        element.clear()
        parent = element.getparent()
        while parent is not None and element.getprevious() is not None:
            del parent[0]

    def _languages(self, root: _Element) -> tuple[str, str]:
        """Return the root's languages. Raises `PlanRejected` if it is not XLIFF 2.0 or has a document type."""
        if root.getroottree().docinfo.doctype or root.getroottree().docinfo.internalDTD is not None:
            raise self._rejection("has a document type, which our XLIFF files never have")
        tag, version = str(root.tag), str(root.get("version") or "")
        if tag.startswith(f"{{{_XLIFF_1}") or (tag.endswith("xliff") and version.startswith("1.")):
            raise self._rejection("is XLIFF 1: have the tool write XLIFF 2.0, in which it was exported")
        if tag != name("xliff") or not version.startswith("2."):
            raise self._rejection("is not an XLIFF 2.0 file as written by `workbench export --format xliff`")
        languages = []
        for attribute in ("srcLang", "trgLang"):
            try:
                languages.append(language_code(str(root.get(attribute) or "")))
            except ValueError:
                raise self._rejection(f"does not say its language in {attribute}") from None
        return languages[0], languages[1]

    def _rejection(self, why: str) -> PlanRejected:
        return PlanRejected(f"{self._name} {why}. {_NOTHING}")


def _unit(unit: _Element, line: int) -> ReadUnit:
    own = _id(unit)
    sources: list[str | Place] = []
    targets: dict[int, Parts] = {}
    states: list[str] = []
    lacking = 0
    for number, part in enumerate((child for child in unit if child.tag in (name("segment"), name("ignorable"))), 1):
        source, target = part.find(name("source")), part.find(name("target"))
        try:
            words = read_parts(source) if source is not None else []
            translated = None if target is None else read_parts(target)
        except ValueError as odd:
            return ReadUnit(own, line, problem=str(odd))
        sources += words
        is_segment = part.tag == name("segment")
        if is_segment:
            states.append(str(part.get("state") or ("initial" if not translated else "translated")))
            lacking += bool(words) and not translated
        if translated is None and not is_segment:
            translated = words
        targets[_order(target, number, targets)] = tuple(translated or ())
    if states and lacking and lacking < len(states):
        return ReadUnit(own, line, problem=f"{lacking:,} of its {len(states):,} segments have no translation")
    state = "initial" if "initial" in states else states[0] if states else "initial"
    target_parts = tuple(target for place in sorted(targets) for target in targets[place])
    return ReadUnit(own, line, tuple(sources), None if lacking else target_parts, state)


def _id(element: Any) -> str:
    return str(element.get("id") or "")[:MOST_ID_CHARACTERS]


def _order(target: _Element | None, number: int, taken: dict[int, Parts]) -> int:
    """Return the place of a segment's translation among those of its unit: its own, or the one in `order`."""
    order = str(target.get("order") or "") if target is not None else ""
    position = int(order) if order.isascii() and order.isdigit() and len(order) < 6 else number
    return position if position not in taken else MOST_IN_A_UNIT + number

"""DOCX and PPTX as archives of XML: opened under limits, and each part read as it is unpacked, never whole.

Refused: macros, passwords, declarations of entities, parts that unpack to more than 100 MB, elements nested too deep.
Nothing outside of the file is opened. Source: ours (decision 0105, reliability T30).
"""

from __future__ import annotations

import posixpath
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import inf
from typing import Any, BinaryIO, Final
from urllib.parse import unquote
from xml.parsers.expat import ExpatError, ParserCreate

from workbench.documents.file_kind import FileRefused

MAX_UNPACKED_BYTES: Final = 100_000_000
MAX_PARTS: Final = 20_000
MAX_DEPTH: Final = 256
NO_MEMORY: Final = 1
"""Expat's error code for missing memory."""
_CHUNK: Final = 1 << 16
DAMAGED: Final = (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, OSError, RuntimeError, ValueError)
OBJECTS: Final[Mapping[str, tuple[str, str]]] = {
    "chart": ("chart", "A chart is not kept. Save it as a picture, and insert that."),
    "relIds": ("diagram", "A SmartArt diagram is not kept. Save it as a picture, and insert that."),
    "OLEObject": ("embedded object", "An object of another program is not kept."),
    "oleObj": ("embedded object", "An object of another program is not kept."),
    "videoFile": ("video", "A video is not kept. Upload it, and insert it."),
    "audioFile": ("sound", "A sound is not kept. Upload it, and insert it."),
    "wavAudioFile": ("sound", "A sound is not kept. Upload it, and insert it."),
    "altChunk": ("embedded document", "An embedded document is not kept. Import it separately."),
    "contentPart": ("ink", "A drawing by hand is not kept."),
    "rt": ("reading aid", "Signs above a word that say how it is read are not kept."),
    "checkbox": (
        "checkbox",
        "A box that can be ticked is kept as its sign. Make it a question, if learners are to tick it.",
    ),
    "checkBox": ("checkbox", "A box that can be ticked is not kept. Write its sign, ☐ or ☒, or make it a question."),
    "ddList": ("list to choose from", "A list to choose from is not kept. Write the choice, or make it a question."),
    "dropDownList": (
        "list to choose from",
        "Only the selected entry of a list is kept. Make it a question.",
    ),
    "comboBox": ("list to choose from", "Only the selected entry of a list is kept. Make it a question."),
    "fieldFormula": ("formula", "A formula that is a field is not kept. Write it again."),
    "fontSymbol": ("symbol", "A sign of a font of symbols is not kept. Insert it again."),
}
"""Elements that cannot be kept, and two names of ours: the name in a finding, and its sentence."""


@dataclass(frozen=True, slots=True)
class TextLimits:
    """Limits of a reader; everything else is limited by the process's memory and time only."""

    paragraphs: float = inf
    cells: float = inf
    characters: float = inf


class OfficeFile:
    """A DOCX or PPTX, opened; `read` hands the elements of a part to its reader."""

    def __init__(self, file: BinaryIO, *, allows_macros: bool = False) -> None:
        """Open an archive. With `allows_macros` one that holds macros is read without them; `has_macros` says so."""
        self._archive = zipfile.ZipFile(file)
        parts = self._archive.infolist()
        self._parts = {part.filename: part for part in parts}
        self._left = MAX_UNPACKED_BYTES
        if len(parts) > MAX_PARTS:
            raise FileRefused(f"has more than {MAX_PARTS:,} parts.")
        if len(self._parts) != len(parts):
            raise FileRefused("holds the same part twice.")
        if any(part.flag_bits & 1 for part in parts):
            raise FileRefused("has a password. Save a copy without one.")
        self.has_macros = any(name.lower().endswith("vbaproject.bin") for name in self._parts)
        if self.has_macros and not allows_macros:
            raise FileRefused("holds macros. Save a copy without them (.docx, .pptx).")

    def __contains__(self, part: object) -> bool:
        return part in self._parts

    def read(self, part: str, reader: ElementReader) -> None:
        """Give `reader` every element and text of a part. Raises `FileRefused`."""
        parser = ParserCreate(namespace_separator=" ")
        parser.buffer_text = True
        parser.StartElementHandler, parser.EndElementHandler = reader.start_element, reader.end_element
        parser.CharacterDataHandler = reader.text
        parser.StartDoctypeDeclHandler = _refuse_declaration
        try:
            for piece in self.pieces(part):
                parser.Parse(piece, False)
            parser.Parse(b"", True)
        except (ExpatError, LookupError) as refused:  # an unknown encoding raises LookupError
            if getattr(refused, "code", 0) == NO_MEMORY:
                raise MemoryError from None
            raise FileRefused(f"is damaged: {refused} in {part}.") from None

    def pieces(self, part: str) -> Iterator[bytes]:
        """Return the bytes of a part as they are unpacked. Raises `FileRefused`."""
        if part not in self._parts:
            raise FileRefused(f"is damaged: it has no part {part}.")
        with self._archive.open(self._parts[part]) as packed:
            while piece := packed.read(_CHUNK):
                self._left -= len(piece)  # unpacked bytes are counted; a declared size may be wrong
                if self._left < 0:
                    raise FileRefused(f"unpacks to more than {MAX_UNPACKED_BYTES // 10**6} MB.")
                yield piece

    def first_bytes(self, part: str, most: int) -> bytes:
        """Return the bytes of a part, cut soon after `most` of them; empty if it doesn't exist."""
        if part not in self:
            return b""
        beginning = bytearray()
        for piece in self.pieces(part):
            beginning += piece
            if len(beginning) > most:
                break
        return bytes(beginning)

    def title(self) -> str:
        """Return the title among the file's properties; empty if it has none."""
        if "docProps/core.xml" not in self:
            return ""
        reader = _TitleReader()
        self.read("docProps/core.xml", reader)
        return " ".join(reader.title.split())

    def relations(self, part: str) -> dict[str, tuple[str, str]]:
        """Return the parts that a part names, by id, each with its kind's last word; targets outside are left out."""
        return self._relations(part).found

    def addresses(self, part: str) -> dict[str, str]:
        """Return the external references of a part, by id: addresses as they are written, of any scheme."""
        return self._relations(part).outside

    def declared_bytes(self) -> int:
        """Return how many bytes its parts unpack to, as the file itself says."""
        return sum(part.file_size for part in self._parts.values())

    def parts(self) -> Iterator[str]:
        """Return the names of all parts."""
        return iter(self._parts)

    def _relations(self, part: str) -> _Relations:
        folder, name = posixpath.split(part)
        path = posixpath.join(folder, "_rels", f"{name}.rels")
        reader = _Relations(folder)
        if path in self:
            self.read(path, reader)
        return reader


class ElementReader:
    """Reads XML by the local names of elements; a subclass has `begin`, `end` and `text`."""

    def __init__(self) -> None:
        self._depth = 0

    def start_element(self, name: str, attributes: dict[str, str]) -> None:
        """Called by the parser."""
        self._depth += 1
        if self._depth > MAX_DEPTH:
            raise FileRefused(f"is damaged: its elements are nested more than {MAX_DEPTH} deep.")
        # `r:id` takes precedence over `id`: it names a part.
        ordered = sorted(attributes.items(), key=lambda attribute: " " in attribute[0])
        self.begin(_local(name), {_local(key): value for key, value in ordered})

    def end_element(self, name: str) -> None:
        """Called by the parser."""
        self._depth -= 1
        self.end(_local(name))

    def begin(self, name: str, attributes: dict[str, str]) -> None:
        """Take the beginning of an element; names are without their namespaces."""

    def end(self, name: str) -> None:
        """Take the end of an element."""

    def text(self, data: str) -> None:
        """Take text between elements."""


class _TitleReader(ElementReader):
    def __init__(self) -> None:
        super().__init__()
        self.title = ""
        self._is_title = False

    def begin(self, name: str, attributes: dict[str, str]) -> None:
        self._is_title = name == "title"

    def end(self, name: str) -> None:
        self._is_title = False

    def text(self, data: str) -> None:
        if self._is_title and len(self.title) < 1_000:
            self.title += data


class _Relations(ElementReader):
    def __init__(self, folder: str) -> None:
        super().__init__()
        self.found: dict[str, tuple[str, str]] = {}
        self.outside: dict[str, str] = {}
        self._folder = folder

    def begin(self, name: str, attributes: dict[str, str]) -> None:
        if name == "Relationship" and attributes.get("TargetMode") == "External":
            self.outside[attributes.get("Id", "")] = attributes.get("Target", "")
        elif name == "Relationship":
            target = unquote(attributes.get("Target", ""))
            path = posixpath.normpath(posixpath.join("/", self._folder, target)).lstrip("/")
            self.found[attributes.get("Id", "")] = (attributes.get("Type", "").rpartition("/")[2], path)


def _local(name: str) -> str:
    return name.rpartition(" ")[2]


def _refuse_declaration(*_declared: Any) -> None:
    raise FileRefused("declares XML entities, which no Word or PowerPoint file does.")

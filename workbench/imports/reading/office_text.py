"""What Word and PowerPoint share: formulas as a line of characters, pictures of a part, and what objects are called."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from workbench.imports.reading.flow import MAX_PICTURE_BYTES
from workbench.sources.reading.office import ElementReader, OfficeFile

OBJECTS: Final[Mapping[str, tuple[str, str]]] = {
    "chart": ("chart", "A chart is not kept. Save it as a picture, and insert that."),
    "relIds": ("diagram", "A SmartArt diagram is not kept. Save it as a picture, and insert that."),
    "OLEObject": ("embedded object", "An object of another program is not kept."),
    "oleObj": ("embedded object", "An object of another program is not kept."),
    "videoFile": ("video", "A video is not kept. Upload it, and insert it."),
    "audioFile": ("sound", "A sound is not kept. Upload it, and insert it."),
    "wavAudioFile": ("sound", "A sound is not kept. Upload it, and insert it."),
    "altChunk": ("embedded document", "A document within the document is not kept. Import it by itself."),
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
        "Of a list to choose from, only what is chosen is kept. Make it a question.",
    ),
    "comboBox": ("list to choose from", "Of a list to choose from, only what is chosen is kept. Make it a question."),
    "fieldFormula": ("formula", "A formula that is a field is not kept. Write it again."),
    "fontSymbol": ("symbol", "A sign of a font of symbols is not kept. Insert it again."),
}
"""Elements that stand for what cannot be kept, and two names of ours: what a finding calls it, and its sentence."""


def picture_bytes(file: OfficeFile, part: str) -> bytes:
    """The bytes of a part, no more than a picture may have and one; empty where it is not there."""
    if part not in file:
        return b""
    found = bytearray()
    for piece in file.pieces(part):
        found += piece
        if len(found) > MAX_PICTURE_BYTES:
            break
    return bytes(found)


def picture_kind(part: str) -> str:
    """What a picture's file is called by its ending, such as EMF."""
    return part.rpartition(".")[2].upper()[:8] or "unknown type"


def core_title(office: OfficeFile) -> str:
    """The title among the properties of an Office file; empty where it has none."""
    if "docProps/core.xml" not in office:
        return ""
    reader = _CoreReader()
    office.read("docProps/core.xml", reader)
    return " ".join(reader.title.split())


class _CoreReader(ElementReader):
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

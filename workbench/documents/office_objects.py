"""Content of DOCX and PPTX other than text, tables and pictures, counted where it occurs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

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

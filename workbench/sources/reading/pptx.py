"""PPTX to paragraphs: slides in the order they are shown, their titles as headings, and the speaker's notes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from workbench.sources.reading.office import ElementReader, OfficeFile
from workbench.sources.reading.paragraph import FileRefused, Paragraph

MAIN_PART: Final = "ppt/presentation.xml"
MAX_SLIDES: Final = 5_000
_LEFT_OUT: Final = frozenset({"fld", "Fallback"})  # a field is a slide's number or a date
_TITLES: Final = frozenset({"title", "ctrTitle"})
_NOT_NOTES: Final = frozenset({"sldNum", "dt", "hdr", "ftr", "sldImg"})


def read_pptx(file: OfficeFile) -> Iterator[Paragraph]:
    """The paragraphs of each slide and of its notes. Raises `FileRefused`."""
    deck = _Deck()
    file.read(MAIN_PART, deck)
    if len(deck.slides) > MAX_SLIDES:
        raise FileRefused(f"has more than {MAX_SLIDES:,} slides. Split it.")
    parts = file.relations(MAIN_PART)
    for number, relation in enumerate(deck.slides, 1):
        kind, part = parts.get(relation, ("", ""))
        if kind != "slide" or part not in file:
            raise FileRefused(f"is damaged: slide {number} is not in it.")
        slide = _Slide()
        file.read(part, slide)
        place = f"slide {number} (hidden)" if slide.is_hidden else f"slide {number}"
        title = " ".join(slide.title) or None
        texts = slide.paragraphs or slide.title
        yield from (Paragraph(text, place, title, 2 * number) for text in texts)
        for kind, notes_part in file.relations(part).values():
            if kind == "notesSlide" and notes_part in file:
                notes = _Slide()
                file.read(notes_part, notes)
                yield from (Paragraph(text, f"{place}, notes", title, 2 * number + 1) for text in notes.paragraphs)


class _Deck(ElementReader):
    def __init__(self) -> None:
        super().__init__()
        self.slides: list[str] = []

    def begin(self, name: str, attributes: dict[str, str]) -> None:
        if name == "sldId":  # its own `id` is a number; `r:id`, which follows it, is the relation
            self.slides.append(attributes.get("id", ""))


class _Slide(ElementReader):
    """The title and the paragraphs of a slide; a row of a table is one paragraph."""

    def __init__(self) -> None:
        super().__init__()
        self.title: list[str] = []
        self.paragraphs: list[str] = []
        self.is_hidden = False
        self._kind = ""
        self._pieces: list[str] = []
        self._row: list[str] | None = None
        self._skipped = 0
        self._is_text = False

    def begin(self, name: str, attributes: dict[str, str]) -> None:
        if self._skipped or name in _LEFT_OUT:
            self._skipped += 1
        elif name in ("sld", "notes"):
            self.is_hidden = attributes.get("show") in ("0", "false")
        elif name == "sp":
            self._kind = ""
        elif name == "ph":
            self._kind = attributes.get("type", "body")
        elif name == "p":
            self._pieces = []
        elif name == "t":
            self._is_text = True
        elif name in ("br", "tab"):
            self._pieces.append(" ")
        elif name == "tr":
            self._row = []

    def end(self, name: str) -> None:
        if self._skipped:
            self._skipped -= 1
        elif name == "t":
            self._is_text = False
        elif name == "p":
            text, self._pieces = " ".join("".join(self._pieces).split()), []
            if text and self._row is not None:
                self._row.append(text)
            elif text and self._kind in _TITLES:
                self.title.append(text)
            elif text and self._kind not in _NOT_NOTES:
                self.paragraphs.append(text)
        elif name == "tr" and self._row is not None:
            row, self._row = " | ".join(self._row), None
            if row:
                self.paragraphs.append(row)

    def text(self, data: str) -> None:
        if self._is_text:
            self._pieces.append(data)

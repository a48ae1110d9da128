"""PPTX: slides in the order they are shown, with their shapes in reading order; and as plain paragraphs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Final

from workbench.documents.file_kind import POWERPOINT_PART, FileRefused
from workbench.documents.formula import FormulaReader, subscript, superscript
from workbench.documents.office import OBJECTS, ElementReader, OfficeFile, TextLimits
from workbench.documents.paragraph import Paragraph, TextRun, plain

MAX_SLIDES: Final = 5_000
"""Most slides of a presentation that is read as plain paragraphs."""
TITLES: Final = frozenset({"title", "ctrTitle"})
NOT_READ: Final = frozenset({"sldNum", "dt", "hdr", "ftr", "sldImg"})
"""Kinds of shapes that repeat on every slide."""
_LEFT_OUT: Final = frozenset({"fld", "Fallback"})  # a field is a slide's number or a date


@dataclass(slots=True)
class SlideParagraph:
    """A paragraph of a shape. `bullet` is `None` where the slide does not say, else "", "•" or "1"."""

    runs: list[TextRun] = field(default_factory=list)
    depth: int = 0
    bullet: str | None = None


@dataclass(slots=True)
class SlidePart:
    """A shape in reading order: `kind` is the placeholder's, "table" or "picture"; a table has rows of cells."""

    kind: str
    paragraphs: list[SlideParagraph] = field(default_factory=list)
    rows: list[list[list[SlideParagraph]]] = field(default_factory=list)
    relation: str = ""
    alternative: str = ""
    decorative: bool = False


class Slide(ElementReader):
    """The shapes of a slide or of its notes, and its other content."""

    def __init__(self, links: dict[str, str], limits: TextLimits = TextLimits()) -> None:  # noqa: B008  (it is frozen)
        super().__init__()
        self.parts: list[SlidePart] = []
        self.is_hidden = self.is_animated = self.has_merged = False
        self.paragraphs = self.characters = 0
        self.formulas: list[str] = []
        self.objects: Counter[str] = Counter()
        self._links, self._limits = links, limits
        self._add_description = ("", False)
        self._paragraph: SlideParagraph | None = None
        self._look = TextRun("")
        self._skipped = 0
        self._is_text = False
        self._formula: FormulaReader | None = None
        self._height = 0

    def titles(self) -> list[str]:
        """Return the paragraphs of its title."""
        texts = (plain(paragraph.runs) for part in self.parts if part.kind in TITLES for paragraph in part.paragraphs)
        return [text for text in texts if text]

    def texts(self) -> list[str]:
        """Return the other paragraphs; a row of a table is one."""
        texts: list[str] = []
        for part in self.parts:
            for row in part.rows:
                texts.append(" | ".join(filter(None, (plain(paragraph.runs) for cell in row for paragraph in cell))))
            if part.kind not in TITLES and part.kind not in NOT_READ:
                texts += (plain(paragraph.runs) for paragraph in part.paragraphs)
        return [text for text in texts if text]

    def begin(self, name: str, attributes: dict[str, str]) -> None:
        if self._skipped or name in _LEFT_OUT:
            self._skipped += 1
            return
        handler = _BEGIN.get(name)
        if handler is not None:
            handler(self, attributes)
        elif name in OBJECTS:
            self.objects[name] += 1
        if self._formula is not None:
            self._formula.begin(name, attributes)

    def end(self, name: str) -> None:
        if self._skipped:
            self._skipped -= 1
            return
        if self._formula is not None:
            self._formula.end()
            if self._formula.is_whole:
                text, self._formula = self._formula.text, None
                if text.strip():
                    self.formulas.append(text)
                    self._add(TextRun(text))
        if name == "t":
            self._is_text = False
        elif name == "p":
            self._paragraph = None

    def text(self, data: str) -> None:
        if self._is_text and self._formula is not None:
            self._formula.add(data)
        elif self._is_text:
            look = self._look
            self.characters += len(data)
            if self.characters > self._limits.characters:
                raise FileRefused(f"has a slide with more than {self._limits.characters:,} characters. Split it.")
            data = superscript(data) if self._height > 0 else subscript(data) if self._height < 0 else data
            self._add(TextRun(data, look.bold, look.italic, look.struck, link=look.link))

    def _add(self, run: TextRun) -> None:
        if self._paragraph is not None:
            self._paragraph.runs.append(run)


@dataclass(frozen=True, slots=True)
class Deck:
    """The slides in the order they are shown, `(id, part)`, and the sections, each with the ids of its slides.

    The part is empty for a slide that is not in the file.
    """

    slides: list[tuple[str, str]]
    sections: list[tuple[str, list[str]]]


def read_deck(file: OfficeFile, *, most_slides: int) -> Deck:
    """Return what a presentation shows. Raises `FileRefused`."""
    reader = _DeckReader()
    file.read(POWERPOINT_PART, reader)
    if len(reader.slides) > most_slides:
        raise FileRefused(f"has more than {most_slides:,} slides. Split it.")
    parts = file.relations(POWERPOINT_PART)
    slides = []
    for slide_id, relation in reader.slides:
        kind, part = parts.get(relation, ("", ""))
        slides.append((slide_id, part if kind == "slide" and part in file else ""))
    return Deck(slides, reader.sections)


def notes_parts(file: OfficeFile, slide_part: str) -> list[str]:
    """Return the parts with the notes of a slide."""
    return [part for kind, part in file.relations(slide_part).values() if kind == "notesSlide" and part in file]


def slide_paragraphs(file: OfficeFile) -> Iterator[Paragraph]:
    """Return the paragraphs of each slide below its title, and of its notes. Raises `FileRefused`."""
    for number, (_, part) in enumerate(read_deck(file, most_slides=MAX_SLIDES).slides, 1):
        if not part:
            raise FileRefused(f"is damaged: slide {number} is not in it.")
        slide = Slide({})
        file.read(part, slide)
        place = f"slide {number} (hidden)" if slide.is_hidden else f"slide {number}"
        titles = slide.titles()
        heading = " ".join(titles) or None
        texts = slide.texts() or titles
        yield from (Paragraph(text, place, heading, 2 * number) for text in texts)
        for notes_part in notes_parts(file, part):
            notes = Slide({})
            file.read(notes_part, notes)
            yield from (Paragraph(text, f"{place}, notes", heading, 2 * number + 1) for text in notes.texts())


class _DeckReader(ElementReader):
    """The slides in the order they are shown, `(id, relation)`, and the sections with the ids of their slides."""

    def __init__(self) -> None:
        super().__init__()
        self.slides: list[tuple[str, str]] = []
        self.sections: list[tuple[str, list[str]]] = []
        self._in_sections = False

    def start_element(self, name: str, attributes: dict[str, str]) -> None:
        local = name.rpartition(" ")[2]
        if local == "sldId" and not self._in_sections:
            relation = next((value for key, value in attributes.items() if key.endswith(" id")), "")
            self.slides.append((attributes.get("id", ""), relation))
        super().start_element(name, attributes)

    def begin(self, name: str, attributes: dict[str, str]) -> None:
        if name == "sectionLst":
            self._in_sections = True
        elif name == "section":
            self.sections.append((attributes.get("name", ""), []))
        elif name == "sldId" and self._in_sections and self.sections:
            self.sections[-1][1].append(attributes.get("id", ""))

    def end(self, name: str) -> None:
        if name == "sectionLst":
            self._in_sections = False


def _slide(slide: Slide, attributes: dict[str, str]) -> None:
    slide.is_hidden = attributes.get("show") in ("0", "false")


def _shape(slide: Slide, attributes: dict[str, str]) -> None:
    slide.parts.append(SlidePart("text"))


def _picture(slide: Slide, attributes: dict[str, str]) -> None:
    slide.parts.append(SlidePart("picture"))


def _add_description(slide: Slide, attributes: dict[str, str]) -> None:
    if slide.parts and slide.parts[-1].kind == "picture":
        slide.parts[-1].alternative = attributes.get("descr", "")


def _decorative(slide: Slide, attributes: dict[str, str]) -> None:
    if slide.parts and slide.parts[-1].kind == "picture":
        slide.parts[-1].decorative = attributes.get("val", "1") not in ("0", "false")


def _shows(slide: Slide, attributes: dict[str, str]) -> None:
    if slide.parts and slide.parts[-1].kind == "picture" and not slide.parts[-1].relation:
        slide.parts[-1].relation = attributes.get("embed", "") or "linked"


def _placeholder(slide: Slide, attributes: dict[str, str]) -> None:
    if slide.parts and slide.parts[-1].kind == "text":
        slide.parts[-1].kind = attributes.get("type", "body")


def _table(slide: Slide, attributes: dict[str, str]) -> None:
    slide.parts.append(SlidePart("table"))


def _row(slide: Slide, attributes: dict[str, str]) -> None:
    if slide.parts and slide.parts[-1].kind == "table":
        slide.parts[-1].rows.append([])


def _cell(slide: Slide, attributes: dict[str, str]) -> None:
    slide.has_merged = slide.has_merged or any(attributes.get(key, "1") != "1" for key in ("gridSpan", "rowSpan"))
    if slide.parts and slide.parts[-1].rows:
        slide.parts[-1].rows[-1].append([])


def _begin_paragraph(slide: Slide, attributes: dict[str, str]) -> None:
    slide._paragraph, slide._look = SlideParagraph(), TextRun("")
    slide.paragraphs += 1
    if slide.paragraphs > slide._limits.paragraphs:
        raise FileRefused(f"has a slide with more than {slide._limits.paragraphs:,} paragraphs. Split it.")
    if not slide.parts:
        return
    last = slide.parts[-1]
    if last.kind == "table" and last.rows and last.rows[-1]:
        last.rows[-1][-1].append(slide._paragraph)
    elif last.kind == "picture":
        slide.parts.append(SlidePart("text", [slide._paragraph]))
    else:
        last.paragraphs.append(slide._paragraph)


def _paragraph_looks(slide: Slide, attributes: dict[str, str]) -> None:
    level = attributes.get("lvl", "0")
    if slide._paragraph is not None and level in tuple("012345678"):
        slide._paragraph.depth = int(level)


def _bullet(sign: str) -> Callable[[Slide, dict[str, str]], None]:
    def begins(slide: Slide, attributes: dict[str, str]) -> None:
        if slide._paragraph is not None:
            slide._paragraph.bullet = sign

    return begins


def _run(slide: Slide, attributes: dict[str, str]) -> None:
    slide._look, slide._height = TextRun(""), 0


def _looks(slide: Slide, attributes: dict[str, str]) -> None:
    struck = attributes.get("strike", "noStrike") != "noStrike"
    height = attributes.get("baseline", "0").removesuffix("%")
    slide._height = 0 if height in ("0", "") else -1 if height.startswith("-") else 1
    slide._look = TextRun("", attributes.get("b") in ("1", "true"), attributes.get("i") in ("1", "true"), struck)


def _link(slide: Slide, attributes: dict[str, str]) -> None:
    look = slide._look
    link = slide._links.get(attributes.get("id", ""), "")
    slide._look = TextRun("", look.bold, look.italic, look.struck, link=link)


def _text(slide: Slide, attributes: dict[str, str]) -> None:
    slide._is_text = True


def _break(slide: Slide, attributes: dict[str, str]) -> None:
    slide._add(TextRun("\n"))


def _formula(slide: Slide, attributes: dict[str, str]) -> None:
    slide._formula = FormulaReader() if slide._formula is None else slide._formula


def _mark_animated(slide: Slide, attributes: dict[str, str]) -> None:
    slide.is_animated = True


_BEGIN: Final[dict[str, Callable[[Slide, dict[str, str]], None]]] = {
    "sld": _slide,
    "sp": _shape,
    "pic": _picture,
    "cNvPr": _add_description,
    "decorative": _decorative,
    "blip": _shows,
    "ph": _placeholder,
    "tbl": _table,
    "tr": _row,
    "tc": _cell,
    "p": _begin_paragraph,
    "pPr": _paragraph_looks,
    "buNone": _bullet(""),
    "buChar": _bullet("•"),
    "buBlip": _bullet("•"),
    "buAutoNum": _bullet("1"),
    "r": _run,
    "rPr": _looks,
    "hlinkClick": _link,
    "t": _text,
    "br": _break,
    "oMath": _formula,
    "animEffect": _mark_animated,
    "anim": _mark_animated,
}

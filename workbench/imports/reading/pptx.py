"""PPTX to draft lessons: a slide is a heading, its texts, lists, tables and pictures; notes are notes for authors.

Sections divide a presentation into lessons, unless it is read as one. Hidden slides are left out and reported.
"""

from __future__ import annotations

from typing import Final

from workbench.documents.office import OBJECTS, ElementReader, OfficeFile, TextLimits
from workbench.documents.paragraph import TextRun, plain
from workbench.documents.pptx import NOT_READ, TITLES, Slide, SlidePart, notes_parts, read_deck
from workbench.imports.reading.draft import DraftFile, ImportedBlock, excerpt
from workbench.imports.reading.flow import (
    MAX_PICTURE_BYTES,
    Flow,
    cut_markdown,
    divide_blocks,
    picture_kind,
    short_title,
)
from workbench.imports.reading.inline import address, in_line, markdown

MAX_SLIDES: Final = 2_000
SLIDE_LIMITS: Final = TextLimits(paragraphs=5_000, characters=200_000)
_NO_TITLES: Final = ("", "PowerPoint Presentation", "PowerPoint-Präsentation")
"""Placeholder titles that programs write."""


def read_pptx(office: OfficeFile, file: DraftFile, *, is_one_lesson: bool = False) -> None:
    """Fill `file` with the lessons and findings of a presentation. Raises `FileRefused`."""
    deck = read_deck(office, most_slides=MAX_SLIDES)
    title = office.title()
    file.title = file.title if title in _NO_TITLES else short_title(title)
    maker = _LessonMaker(office, file)
    sections = [] if is_one_lesson else [section for section in deck.sections if section[1]]
    by_slide = {slide: title for title, slides in sections for slide in slides} if len(sections) > 1 else {}
    section = None
    for number, (slide_id, part) in enumerate(deck.slides, 1):
        if number == 1 or by_slide.get(slide_id, section) != section:
            section = by_slide.get(slide_id, section)
            maker.begin(section)
        if not part:
            file.add_finding(f"slide {number}", "slide", "It is not in the file, which is damaged there.")
            continue
        maker.slide(number, part)
    maker.end()


class _CommentReader(ElementReader):
    """The texts of a part of comments, of old presentations and of new ones."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []
        self._is_text = False

    def begin(self, name: str, attributes: dict[str, str]) -> None:
        if name in ("cm", "reply"):
            self.texts.append("")
        self._is_text = name in ("text", "t")

    def end(self, name: str) -> None:
        self._is_text = False

    def text(self, data: str) -> None:
        if self._is_text and self.texts:
            self.texts[-1] += data


class _LessonMaker:
    """Makes lessons of slides one by one."""

    def __init__(self, office: OfficeFile, file: DraftFile) -> None:
        self._office, self._file = office, file
        self._flow = Flow(file)
        self._section: str | None = None
        self._title = self._before = ""
        self._hidden: list[int] = []
        self._animated: list[int] = []
        self._footers: dict[str, list[int]] = {}

    def begin(self, section: str | None) -> None:
        """Begin a lesson; `section` is its title if the presentation has one for it."""
        self._finish()
        self._section = section

    def slide(self, number: int, part: str) -> None:
        """Add the next slide."""
        links, relations = self._office.addresses(part), self._office.relations(part)
        slide = Slide(links, SLIDE_LIMITS)
        self._office.read(part, slide)
        place = f"slide {number}"
        if slide.is_hidden:
            self._hidden.append(number)
            return
        if slide.is_animated:
            self._animated.append(number)
        self._heading(slide, number, place)
        for slide_part in slide.parts:
            self._part(slide_part, place, relations)
        for text in slide.formulas:
            self._file.add_finding(place, "formula", f"It is kept as plain characters: {excerpt(text)}")
        if slide.has_merged:
            self._file.add_finding(place, "merged cells", "Merged cells were split; the additional cells are empty.")
        for name, count in slide.objects.items():
            for _ in range(min(count, 20)):
                self._file.add_finding(place, *OBJECTS[name])
        for footer in (shape for shape in slide.parts if shape.kind in NOT_READ):
            for paragraph in footer.paragraphs:
                if text := plain(paragraph.runs):
                    self._footers.setdefault(text, []).append(number)
        self._notes(part, place)
        self._comments(relations, place)

    def end(self) -> None:
        """Finish the last lesson, and note what concerns the whole presentation."""
        self._finish()
        if self._hidden:
            self._file.add_finding(
                _slides(self._hidden), "hidden slide", "Hidden slides are skipped. Unhide them to import them."
            )
        if self._animated:
            self._file.add_finding(
                _slides(self._animated), "animation", "Animations are not kept; everything is visible from the start."
            )
        for text, numbers in self._footers.items():
            self._file.add_finding(
                _slides(numbers), "footer", f"Text repeated on every slide is not kept: “{excerpt(text)}”."
            )
        if self._office.has_macros:
            self._file.add_finding("presentation", "macro", "Macros are not kept, and were not run.")

    def _finish(self) -> None:
        self._flow.end()
        blocks, self._flow = self._flow.blocks, Flow(self._file)
        if blocks:
            self._file.lessons += divide_blocks(self._section or self._title or self._file.title, blocks)
        self._before = ""
        if not self._section:
            self._title = ""

    def _heading(self, slide: Slide, number: int, place: str) -> None:
        """Add the slide's title unless the previous slide has the same; the first slide's is the lesson's too."""
        titles = [part for part in slide.parts if part.kind in TITLES]
        runs = [run for part in titles for paragraph in part.paragraphs for run in (*paragraph.runs, TextRun(" "))]
        title = plain(runs)
        if not title:
            return
        for link in dict.fromkeys(run.link for run in runs if run.link):
            self._file.add_finding(place, "link", f"Headings have no links; its words are kept: {link}")
        if number == 1:
            self._title = self._file.title = short_title(title)
        if title != self._before and (number > 1 or self._section):
            self._flow.heading(runs, 2, place)
        self._before = title

    def _part(self, part: SlidePart, place: str, relations: dict[str, tuple[str, str]]) -> None:
        if part.kind in TITLES or part.kind in NOT_READ:
            return
        if part.kind == "picture":
            self._picture(part, place, relations)
        elif part.kind == "table":
            self._table(part, place)
        else:
            self._paragraphs(part, place)

    def _paragraphs(self, part: SlidePart, place: str) -> None:
        written = [paragraph for paragraph in part.paragraphs if plain(paragraph.runs)]
        is_list = part.kind in ("body", "obj") and (len(written) > 1 or any(paragraph.depth for paragraph in written))
        counts: dict[int, int] = {}
        for paragraph in written:
            self._links(paragraph.runs, place)
            bullet = paragraph.bullet if paragraph.bullet is not None else ("•" if is_list else "")
            if bullet == "1":
                counts = {depth: count for depth, count in counts.items() if depth <= paragraph.depth}
                counts[paragraph.depth] = counts.get(paragraph.depth, 0) + 1
                self._flow.item(paragraph.runs, place, depth=paragraph.depth, number=counts[paragraph.depth])
            elif bullet:
                self._flow.item(paragraph.runs, place, depth=paragraph.depth)
            else:
                self._flow.paragraph(paragraph.runs, place)

    def _table(self, part: SlidePart, place: str) -> None:
        for row in part.rows:
            for cell in row:
                for paragraph in cell:
                    self._links(paragraph.runs, place)
        rows = [
            [" ".join(filter(None, (markdown(in_line(paragraph.runs)) for paragraph in cell))) for cell in row]
            for row in part.rows
        ]
        self._flow.table(rows, place)

    def _picture(self, part: SlidePart, place: str, relations: dict[str, tuple[str, str]]) -> None:
        _, name = relations.get(part.relation, ("", ""))
        data = self._office.first_bytes(name, MAX_PICTURE_BYTES)
        if not data:
            self._file.add_finding(place, "picture", "It is not in the presentation. Insert it again.")
        elif not self._flow.picture(data, place, alternative=part.alternative, decorative=part.decorative):
            what = f"Lessons show PNG, JPEG, GIF and WebP of at most 20 MB, and not {picture_kind(name)}."
            self._file.add_finding(place, "picture", what)

    def _notes(self, slide_part: str, place: str) -> None:
        for part in notes_parts(self._office, slide_part):
            notes = Slide(self._office.addresses(part), SLIDE_LIMITS)
            self._office.read(part, notes)
            written = [
                paragraph
                for shape in notes.parts
                if shape.kind not in NOT_READ
                for paragraph in (*shape.paragraphs, *(one for row in shape.rows for cell in row for one in cell))
            ]
            paragraphs = [markdown(paragraph.runs) for paragraph in written]
            for text in cut_markdown("\n\n".join(filter(None, paragraphs))):
                self._flow.block(ImportedBlock("authorNote", {"markdown": text}, f"{place}, notes"))

    def _comments(self, relations: dict[str, tuple[str, str]], place: str) -> None:
        for kind, part in relations.values():
            if kind == "comments" and part in self._office:
                comments = _CommentReader()
                self._office.read(part, comments)
                for text in comments.texts:
                    self._file.add_finding(place, "comment", text)

    def _links(self, runs: list[TextRun], place: str) -> None:
        for link in dict.fromkeys(run.link for run in runs if run.link):
            if not address(link):
                self._file.add_finding(
                    place, "link", f"Only https and mailto links are supported; its text is kept: {link}"
                )


def _slides(numbers: list[int]) -> str:
    if len(numbers) == 1:
        return f"slide {numbers[0]}"
    more = f" and {len(numbers) - 12} more" if len(numbers) > 12 else ""
    return f"slides {', '.join(map(str, numbers[:12]))}{more}"

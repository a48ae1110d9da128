"""Read DOCX files as draft lessons: headings, texts, lists, tables, links, quotes, footnotes and pictures.

Everything else becomes a finding. Headings of the highest level that occurs more than once divide the document into
lessons, unless it is read as one lesson.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from workbench.documents.docx import WordBody, WordCell, WordParagraph, WordRow
from workbench.documents.docx_styles import Numbering, ParagraphStyle, Styles, read_numbering, read_styles
from workbench.documents.file_kind import WORD_PART
from workbench.documents.office import OBJECTS, ElementReader, OfficeFile, TextLimits
from workbench.documents.paragraph import TextRun, plain
from workbench.imports.reading.draft import DraftFile, ImportedBlock, excerpt
from workbench.imports.reading.flow import MAX_PICTURE_BYTES, Flow, divide_blocks, picture_kind, short_title
from workbench.imports.reading.inline import address, in_line, markdown
from workbench.patterns import Pattern

LIMITS: Final = TextLimits(paragraphs=50_000, cells=100_000, characters=5_000_000)
_MARGINS: Final = {"header": "hdr", "footer": "ftr"}
"""Parts repeated on every page, and their root elements."""
_IN_NOTES: Final = {
    "picture": ("picture", "Footnotes can't have pictures. Insert it again in the text."),
    "table": ("table", "Footnotes can't have tables; its cells became one line of text."),
}
_NOTE_SIGN: Final = Pattern("\x00((?:foot|end)note [^\x00]*)\x00")


def read_docx(office: OfficeFile, file: DraftFile, *, is_one_lesson: bool = False) -> None:
    """Fill `file` with the lessons and findings of a document. Raises `FileRefused`."""
    styles = read_styles(office)
    document = _Document(office, file, styles, read_numbering(office))
    body = WordBody(styles, office.addresses(WORD_PART), document.paragraph, document.table, limits=LIMITS)
    office.read(WORD_PART, body)
    document.end(contents=body.contents)
    file.language = file.language or styles.language
    title = short_title(document.title or office.title())
    file.title = title or file.title
    _divide(file, document.flow.blocks, is_one_lesson=is_one_lesson)
    kept = {file.title, *(lesson.title for lesson in file.lessons)}
    if document.title and title not in kept:
        file.add_finding(
            "document", "title", f"The only top-level heading became the course's title instead of “{title}”."
        )


def _divide(file: DraftFile, blocks: Sequence[ImportedBlock], *, is_one_lesson: bool) -> None:
    """Divide the blocks into lessons, one for each heading of the highest level that occurs more than once."""
    levels = sorted({int(block.content["level"]) for block in blocks if block.type == "heading"})
    counts = {level: _count(blocks, level) for level in levels}
    first = next((level for level in levels if counts[level] > 1), 0)
    above = [level for level in levels if level < first]
    if is_one_lesson or not first or sum(counts[level] for level in above) > 1:
        first = 0
    if not first:
        only = [block for block in blocks if block.type == "heading" and block.content["level"] == levels[0]][:2]
        is_title = len(only) == 1 and blocks[0] is only[0]
        title = str(only[0].content["text"]) if is_title else file.title
        rest = blocks[1:] if is_title else blocks
        file.lessons += divide_blocks(
            title, _at_levels(rest, [level for level in levels if level != levels[0] or not is_title])
        )
        file.title = file.title if file.title and not is_title else title
        return
    parts: list[tuple[str, list[ImportedBlock]]] = [("", [])]
    for block in blocks:
        level = int(block.content["level"]) if block.type == "heading" else 9
        if level < first:
            file.title = short_title(str(block.content["text"]))
        elif level == first:
            parts.append((str(block.content["text"]), []))
        else:
            parts[-1][1].append(block)
    for title, part in parts:
        if part or title:
            below = [level for level in levels if level > first]
            file.lessons += divide_blocks(title or file.title, _at_levels(part, below))


def _count(blocks: Sequence[ImportedBlock], level: int) -> int:
    return sum(block.type == "heading" and block.content["level"] == level for block in blocks)


def _at_levels(blocks: Sequence[ImportedBlock], levels: Sequence[int]) -> list[ImportedBlock]:
    """Return the blocks with headings of level 2, and 3 for all below; a lesson's title is level 1."""
    placed = {level: min(3, position) for position, level in enumerate(levels, 2)}
    for block in blocks:
        if block.type == "heading":
            block.content["level"] = placed[block.content["level"]]
    return list(blocks)


class _NoteReader(ElementReader):
    """Reads the notes of one part, each as one line of text with its author, if known."""

    def __init__(self, kind: str) -> None:
        super().__init__()
        self.texts: dict[str, str] = {}
        self._kind, self._id, self._author = kind, "", ""
        self._pieces: list[str] = []
        self._is_text = False

    def begin(self, name: str, attributes: dict[str, str]) -> None:
        if name == self._kind:
            self._id, self._author, self._pieces = attributes.get("id", ""), attributes.get("author", ""), []
        elif name == "t":
            self._is_text = True
        elif name in ("p", "br", "tab"):
            self._pieces.append(" ")

    def end(self, name: str) -> None:
        if name == "t":
            self._is_text = False
        elif name == self._kind:
            text = " ".join("".join(self._pieces).split())
            self.texts[self._id] = f"{self._author}: {text}" if self._author else text

    def text(self, data: str) -> None:
        if self._is_text:
            self._pieces.append(data)


class _NoteBody(WordBody):
    """The notes of one part as Markdown of one line each, with emphasis and links."""

    def __init__(self, kind: str, styles: Styles, links: dict[str, str]) -> None:
        super().__init__(styles, links, self._paragraph, self._table, limits=LIMITS)
        self.texts: dict[str, str] = {}
        self.objects: Counter[str] = Counter()
        self._kind, self._id = kind, ""

    def begin(self, name: str, attributes: dict[str, str]) -> None:
        if name == self._kind:
            self._id = attributes.get("id", "")
        super().begin(name, attributes)

    def _paragraph(self, paragraph: WordParagraph) -> None:
        text = " ".join(markdown(in_line(paragraph.runs)).split())
        self.texts[self._id] = " ".join(part for part in (self.texts.get(self._id, ""), text) if part)
        self.objects += paragraph.objects + Counter(
            {"picture": sum(bool(picture.relation) for picture in paragraph.pictures)}
        )

    def _table(self, rows: list[WordRow], has_merged: bool, has_tables: bool) -> None:
        for inner in (paragraph for row in rows for cell in row for paragraph in cell):
            self._paragraph(inner)
        self.objects["table"] += 1


class _Document:
    """Converts the paragraphs and tables of a body to blocks, and reports everything else in them as findings."""

    def __init__(self, office: OfficeFile, file: DraftFile, styles: Styles, numbering: Numbering) -> None:
        self.title = ""
        self.flow = Flow(file)
        self._office, self._file, self._styles, self._numbering = office, file, styles, numbering
        self._parts = office.relations(WORD_PART)
        self._notes = {f"footnote {key}": text for key, text in _notes(office, "footnote").items()}
        self._notes |= {f"endnote {key}": text for key, text in _notes(office, "endnote").items()}
        self._note_texts = {
            f"{kind} {key}": text for kind in ("footnote", "endnote") for key, text in self._note_markdown(kind).items()
        }
        self._comments = _notes(office, "comment")
        self._tables = self._footnotes = self._contents = self._changes = 0
        self._heading = ""
        self._counted: dict[tuple[str, int], int] = {}
        self._restarted: set[tuple[str, int]] = set()  # lists whose numbering has restarted
        self._margins()
        self._code: list[str] = []
        self._code_place = ""

    def paragraph(self, paragraph: WordParagraph) -> None:
        """Add a paragraph of the body."""
        style, place = self._styles.of_paragraph(paragraph.style), self._place(paragraph)
        if style.kind == "contents":
            self._contents += 1
            return
        if style.kind != "code":
            self._end_code()
        else:
            self._code.append("".join(run.text for run in paragraph.runs if not run.raw))
            self._code_place = self._code_place or place
            self._footnote_texts(paragraph, place)
            if paragraph.pictures:
                self._end_code()
                self._pictures(paragraph, place)
            self._other_findings(paragraph, place)
            return
        level = paragraph.outline + 1 if paragraph.outline is not None else style.heading
        text = plain(paragraph.runs)
        is_caption = style.kind == "caption" and bool(text)
        if is_caption:
            self._pictures(paragraph, place)
        if level and text and len(text) <= 500 and not (level < 0 and self.title):
            self._begin_section(paragraph, text, level, place)
        elif not (is_caption and self.flow.caption(text)):
            self._text(paragraph, style, place)
        else:
            self._footnote_texts(paragraph, place)
            self._lost_links(paragraph.runs, place)
        if not is_caption:
            self._pictures(paragraph, place)
        self._other_findings(paragraph, place)

    def table(self, rows: list[WordRow], has_merged: bool, has_tables: bool) -> None:
        """Add a table of the body, followed by the pictures in its cells."""
        self._end_code()
        self._tables += 1
        place = f"table {self._tables}{self._below()}"
        cells = [cell for row in rows for cell in row]
        if len(cells) == 1 and cells[0]:
            self._box(cells[0], place)
        else:
            self.flow.table([[self._cell(cell) for cell in row] for row in rows], place)
            if has_merged:
                self._file.add_finding(
                    place, "merged cells", "Merged cells were split; the additional cells are empty."
                )
            if has_tables:
                self._file.add_finding(place, "table in a table", "Its cells became text in one cell.")
            for inner in (paragraph for cell in cells for paragraph in cell):
                self._footnote_texts(inner, place)
                self._pictures(inner, place)
                self._other_findings(inner, place)

    def end(self, *, contents: int = 0) -> None:
        """Finish the last block, and add findings about the whole document.

        `contents` is the number of tables of contents.
        """
        self._end_code()
        self.flow.end()
        file = self._file
        if self._contents or contents:
            file.add_finding("document", "table of contents", "It is not kept: courses and lessons have their own.")
        if self._changes:
            counted = "1 change was" if self._changes == 1 else f"{self._changes:,} changes were"
            file.add_finding("document", "tracked change", f"{counted} accepted.")
        if self._office.has_macros:
            file.add_finding("document", "macro", "Macros are not kept, and were not run.")

    def _note_markdown(self, kind: str) -> dict[str, str]:
        """Return the notes of a kind as Markdown, and add findings for content that notes cannot have."""
        part = f"word/{kind}s.xml"
        if part not in self._office:
            return {}
        body = _NoteBody(kind, self._styles, self._office.addresses(part))
        self._office.read(part, body)
        for name, count in body.objects.items():
            what, sentence = OBJECTS.get(name, _IN_NOTES.get(name, (name, "")))
            for _ in range(min(count, 20)):
                self._file.add_finding(f"{kind}s", what, sentence)
        return body.texts

    def _margins(self) -> None:
        """Add findings for the headers and footers of pages, each text once."""
        seen = set[str]()
        for kind, part in self._parts.values():
            if kind not in _MARGINS or part not in self._office:
                continue
            reader = _NoteReader(_MARGINS[kind])
            self._office.read(part, reader)
            for text in reader.texts.values():
                if text and text not in seen:
                    seen.add(text)
                    self._file.add_finding("document", kind, f"The {kind} of pages is not kept: “{excerpt(text)}”.")

    def _begin_section(self, paragraph: WordParagraph, text: str, level: int, place: str) -> None:
        for footnote in paragraph.footnotes:
            self._file.add_finding(place, "footnote", f"Headings can't have footnotes: {self._notes.get(footnote, '')}")
        self._lost_links(paragraph.runs, place)
        if level < 0:
            self.title = text
            return
        self.flow.end()
        self.flow.block(ImportedBlock("heading", {"text": text, "level": level}, place))
        self._heading = text
        self._counted = {}

    def _text(self, paragraph: WordParagraph, style: ParagraphStyle, place: str) -> None:
        numbering = paragraph.numbering or style.numbering
        runs = self._with_notes(paragraph)
        self._links(runs, place)
        if style.kind in ("bullets", "numbers") or numbering not in ("", "0"):
            depth = paragraph.depth if paragraph.numbering else style.depth
            if self._numbering.has_no_sign(numbering, depth):
                self.flow.continue_item(runs, place)
            else:
                self._item(runs, place, numbering or style.kind, depth, has_numbers=style.kind == "numbers")
        else:
            self.flow.paragraph(runs, place, quote=style.kind == "quote")
        self._footnote_texts(paragraph, place, has_signs=True)

    def _item(self, runs: list[TextRun], place: str, list_id: str, depth: int, *, has_numbers: bool) -> None:
        if has_numbers or self._numbering.has_numbers(list_id, depth):
            many = len(self._counted) > 1_000
            self._counted = {} if many else {key: count for key, count in self._counted.items() if key[1] <= depth}
            key, restart = (self._numbering.family(list_id), depth), self._numbering.restart(list_id, depth)
            number = self._counted.get(key, self._numbering.start(list_id, depth) - 1) + 1
            if restart is not None and (list_id, depth) not in self._restarted:
                number = restart
            self._restarted.add((list_id, depth))
            self._counted[key] = number
            self.flow.item(runs, place, depth=depth, number=number)
        else:
            self._counted = {key: count for key, count in self._counted.items() if key[1] < depth}
            self.flow.item(runs, place, depth=depth)

    def _with_notes(self, paragraph: WordParagraph) -> list[TextRun]:
        """Return the runs with footnote marks in Markdown syntax."""
        runs = []
        for run in paragraph.runs:
            note = _NOTE_SIGN.fullmatch(run.text) if run.raw else None
            if note is None:
                runs.append(run)
            elif note[1] in self._notes:
                self._footnotes += 1
                runs.append(TextRun(f"[^{self._footnotes}]", raw=True))
        return runs

    def _footnote_texts(self, paragraph: WordParagraph, place: str, *, has_signs: bool = False) -> None:
        footnotes = [footnote for footnote in paragraph.footnotes if footnote in self._notes]
        if has_signs and plain(paragraph.runs):
            for number, known_footnote in enumerate(footnotes, self._footnotes - len(footnotes) + 1):
                self.flow.footnote(number, self._note_texts.get(known_footnote) or self._notes[known_footnote])
        else:
            for known_footnote in footnotes:
                self._file.add_finding(place, "footnote", f"It cannot be placed there: {self._notes[known_footnote]}")

    def _links(self, runs: Sequence[TextRun], place: str) -> None:
        for link in dict.fromkeys(run.link for run in runs if run.link):
            if not address(link):
                self._file.add_finding(
                    place, "link", f"Only https and mailto links are supported; its text is kept: {link}"
                )

    def _lost_links(self, runs: Sequence[TextRun], place: str) -> None:
        for link in dict.fromkeys(run.link for run in runs if run.link):
            self._file.add_finding(place, "link", f"Headings and captions can't have links; its text is kept: {link}")

    def _pictures(self, paragraph: WordParagraph, place: str) -> None:
        for picture in paragraph.pictures:
            if not picture.relation:
                continue
            _, part = self._parts.get(picture.relation, ("", ""))
            data = self._office.first_bytes(part, MAX_PICTURE_BYTES)
            if not data:
                self._file.add_finding(place, "picture", "It is not in the document. Insert it again.")
            elif not self.flow.picture(data, place, alternative=picture.alternative, decorative=picture.decorative):
                what = f"Lessons can show PNG, JPEG, GIF and WebP up to 20 MB, not {picture_kind(part)}."
                self._file.add_finding(place, "picture", what)

    def _other_findings(self, paragraph: WordParagraph, place: str) -> None:
        """Add findings for everything else in the paragraph."""
        for text in paragraph.formulas:
            self._file.add_finding(place, "formula", f"It is kept as plain characters: {excerpt(text)}")
        for comment in paragraph.comments:
            self._file.add_finding(place, "comment", self._comments.get(comment, "A comment is not kept."))
        for name, count in paragraph.objects.items():
            for _ in range(min(count, 20)):
                self._file.add_finding(place, *OBJECTS[name])
        if hidden := " ".join("".join(paragraph.hidden).split()):
            self._file.add_finding(
                place, "hidden text", f"It is hidden in the document, and skipped: “{excerpt(hidden)}”."
            )
        self._changes += paragraph.changes

    def _cell(self, cell: WordCell) -> str:
        texts = []
        for paragraph in cell:
            runs = [run for run in paragraph.runs if not run.raw]
            self._links(runs, f"table {self._tables}{self._below()}")
            text = markdown(in_line(runs))
            texts += [text] if text else []
        return " ".join(texts)

    def _box(self, cell: WordCell, place: str) -> None:
        """Add a table of one cell, which frames a text, as a callout."""
        texts = [text for paragraph in cell if (text := markdown([run for run in paragraph.runs if not run.raw]))]
        if texts and sum(map(len, texts)) < 15_000:
            self.flow.block(ImportedBlock("callout", {"kind": "note", "markdown": "\n\n".join(texts)}, place))
        else:
            for paragraph in cell:
                self.flow.paragraph([run for run in paragraph.runs if not run.raw], place)
        for paragraph in cell:
            self._footnote_texts(paragraph, place)
            self._pictures(paragraph, place)
            self._other_findings(paragraph, place)

    def _end_code(self) -> None:
        if self._code:
            self.flow.code("\n".join(self._code), self._code_place)
            self._code, self._code_place = [], ""

    def _place(self, paragraph: WordParagraph) -> str:
        return f"paragraph {paragraph.number}{self._below()}"

    def _below(self) -> str:
        return f", below “{excerpt(self._heading)[:60]}”" if self._heading else ""


def _notes(office: OfficeFile, kind: str) -> dict[str, str]:
    part = f"word/{kind}s.xml"
    if part not in office:
        return {}
    reader = _NoteReader(kind)
    office.read(part, reader)
    return reader.texts

"""Paragraphs, lists, tables and pictures in reading order as blocks: what runs on between two headings is one text."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from workbench.authoring.characters import without_unfit
from workbench.documents.file_kind import FileRefused
from workbench.documents.paragraph import TextRun, one_line, plain
from workbench.imports.reading.draft import (
    MAX_BLOCKS,
    MAX_TITLE,
    DraftFile,
    DraftLesson,
    ImportedBlock,
    excerpt,
)
from workbench.imports.reading.inline import code_span, markdown

ENOUGH: Final = 6_000
"""A text of this length ends with its paragraph."""
MAX_MARKDOWN: Final = 20_000
MAX_LINE: Final = 500
MAX_COLUMNS: Final = 60
MAX_LESSON_BLOCKS: Final = 1_500
MAX_LESSON_CHARACTERS: Final = 250_000
"""Largest part of a file in one lesson, which is created by one call."""
PICTURE_TYPES: Final = (
    (b"\x89PNG\r\n\x1a\n", "png"),
    (b"\xff\xd8\xff", "jpg"),
    (b"GIF87a", "gif"),
    (b"GIF89a", "gif"),
)
MAX_PICTURE_BYTES: Final = 20_000_000


@dataclass(slots=True)
class Flow:
    """Makes the blocks of one stretch of a file; `blocks` are those that are whole, `end` finishes the last."""

    file: DraftFile
    blocks: list[ImportedBlock] = field(default_factory=list)
    _text: list[str] = field(default_factory=list)
    _notes: list[str] = field(default_factory=list)
    _place: str = ""
    _was_item: bool = False
    _item_width: int = 0
    _is_bulleted: bool = True
    _was_quote: bool = False
    _sent: set[str] = field(default_factory=set)

    def heading(self, runs: Sequence[TextRun], level: int, place: str) -> None:
        """Add a heading of level 1 to 3; one longer than a heading may be becomes a paragraph."""
        text = without_unfit(plain(runs))
        if not text:
            return
        if len(text) > MAX_LINE:
            self.paragraph(runs, place)
            return
        self.end()
        self._add(ImportedBlock("heading", {"text": text, "level": min(3, max(1, level))}, place))

    def paragraph(self, runs: Sequence[TextRun], place: str, *, quote: bool = False) -> None:
        """Add a paragraph, or one of a quotation."""
        text = without_unfit(markdown(runs))
        if quote and text:
            text = "\n".join(f"> {line}" for line in text.split("\n"))
            if self._was_quote and self._text:
                text = f"{self._text.pop()}\n>\n{text}"
        self._piece(text, place)
        self._was_quote = quote

    def item(self, runs: Sequence[TextRun], place: str, *, depth: int = 0, number: int | None = None) -> None:
        """Add a list item; `number` is that of a numbered one."""
        text = without_unfit(markdown(runs))
        if not text:
            return
        mark = "-" if number is None else f"{number}."
        indent = "    " * min(depth, 6)
        self._item_width = len(indent) + len(mark) + 1
        behind = " " * self._item_width
        text = f"{indent}{mark} " + text.replace("\n", f"\n{behind}")
        if self._was_item and self._text and len(self._text[-1]) + len(text) < MAX_MARKDOWN:
            changes = not indent and (number is None) != self._is_bulleted
            self._text[-1] += f"\n\n{text}" if changes else f"\n{text}"
        else:
            self._piece(text.lstrip() if indent else text, place)
            self._was_item = True
        self._is_bulleted = number is None if not indent else self._is_bulleted

    def continue_item(self, runs: Sequence[TextRun], place: str) -> None:
        """Add a further paragraph to the item directly before; without one, add a paragraph."""
        text = without_unfit(markdown(runs))
        if not (text and self._was_item and self._text and len(self._text[-1]) + len(text) < MAX_MARKDOWN):
            self.paragraph(runs, place)
            return
        behind = " " * self._item_width
        self._text[-1] += f"\n\n{behind}" + text.replace("\n", f"\n{behind}")

    def code(self, text: str, place: str) -> None:
        """Add lines of code."""
        if "```" in text:
            self._piece(code_span(" ".join(text.split())), place)
        elif text.strip():
            self._piece(f"```\n{without_unfit(text)}\n```", place)

    def formula(self, tex: str, place: str) -> None:
        """Add a formula on a line of its own."""
        self._piece(f"$${tex}$$", place)

    def table(self, rows: Sequence[Sequence[str]], place: str) -> None:
        """Add a table of Markdown cells, the first row its header; one too long for a text continues in a second."""
        width = max((len(row) for row in rows), default=0)
        if not width:
            return
        if width > MAX_COLUMNS:
            self.file.add_finding(
                place, "wide table", f"Lessons have at most {MAX_COLUMNS} columns; its cells are a text."
            )
            self._piece(without_unfit(" ".join(cell for row in rows for cell in row)), place)
            return
        lines = [f"| {' | '.join((*row, *[''] * (width - len(row))))} |" for row in rows]
        head = [without_unfit(lines[0]), "|" + " --- |" * width]
        body: list[str] = []
        for line in lines[1:]:
            line = without_unfit(line)
            if sum(map(len, body)) + len(body) + len(line) + sum(map(len, head)) > MAX_MARKDOWN - 100:
                self._piece("\n".join([*head, *body]), place)
                body = []
            body.append(line)
        self._piece("\n".join([*head, *body]), place)

    def footnote(self, number: int, text: str) -> None:
        """Add the text of a footnote whose mark, `[^number]`, is in the last paragraph."""
        self._notes.append(f"[^{number}]: {without_unfit(' '.join(text.split()))}")

    def picture(self, data: bytes, place: str, *, alternative: str = "", decorative: bool = False) -> bool:
        """Add a picture as a block and return whether lessons can show it. Its bytes are passed on once."""
        if not is_picture(data):
            return False
        self.end()
        digest = hashlib.sha256(data).hexdigest()
        if digest not in self._sent:
            self._sent.add(digest)
            self.file.send_picture(digest, data)
        text = one_line(alternative, MAX_LINE)
        content = {"alternativeText": "" if decorative else text, "decorative": decorative, "caption": ""}
        self._add(ImportedBlock("image", content, place, picture=digest))
        if not text and not decorative:
            self.file.add_finding(
                place, "picture without alternative text", "Describe it for people who cannot see it."
            )
        return True

    def caption(self, text: str) -> bool:
        """Add a caption to the picture directly before; return whether there is one."""
        if self._text or not self.blocks or self.blocks[-1].type != "image" or self.blocks[-1].content["caption"]:
            return False
        self.blocks[-1].content["caption"] = one_line(text, MAX_LINE)
        return True

    def block(self, block: ImportedBlock) -> None:
        """Add a block of another type."""
        self.end()
        self._add(block)

    def end(self) -> None:
        """Finish the text that is being made."""
        text = "\n\n".join((*self._text, "\n".join(self._notes)) if self._notes else self._text)
        self._text, self._notes, self._was_item, self._was_quote = [], [], False, False
        for number, piece in enumerate(cut_markdown(text)):
            if number:
                self.file.add_finding(self._place, "long paragraph", f"It was divided: “{excerpt(piece)}”.")
            self._add(ImportedBlock("text", {"markdown": piece}, self._place))

    def _piece(self, text: str, place: str) -> None:
        self._was_item = self._was_quote = False
        if not text.strip():
            return
        if self._text and sum(map(len, self._text)) + len(text) > ENOUGH:
            self.end()
        if not self._text:
            self._place = place
        self._text.append(text)

    def _add(self, block: ImportedBlock) -> None:
        self.blocks.append(block)
        if len(self.blocks) > MAX_BLOCKS:
            raise FileRefused(f"makes more than {MAX_BLOCKS:,} blocks. Split it.")


def picture_kind(part: str) -> str:
    """Return what a picture's file is called by its ending, such as EMF."""
    return part.rpartition(".")[2].upper()[:8] or "unknown type"


def is_picture(data: bytes) -> bool:
    """Return whether lessons can show the data: PNG, JPEG, GIF or WebP of at most 20 MB."""
    known = any(data.startswith(start) for start, _ in PICTURE_TYPES)
    return len(data) <= MAX_PICTURE_BYTES and (known or (data[:4] == b"RIFF" and data[8:12] == b"WEBP"))


def cut_markdown(text: str) -> Iterator[str]:
    """Yield the text in pieces of at most 20,000 characters, cut between paragraphs, lines or words."""
    while len(text) > MAX_MARKDOWN:
        ends = (text.rfind(sign, 1, MAX_MARKDOWN) for sign in ("\n\n", "\n", " "))
        end = next((index for index in ends if index > MAX_MARKDOWN // 2), MAX_MARKDOWN)
        yield text[:end].strip("\n")
        text = text[end:].strip("\n ")
    if text.strip():
        yield text


def divide_blocks(title: str, blocks: Iterable[ImportedBlock]) -> list[DraftLesson]:
    """Return the blocks as one lesson, or as several with the same title if one cannot hold them."""
    lessons = [DraftLesson(short_title(title))]
    count = characters = 0
    for block in blocks:
        size = sum(len(text) for text in block.content.values() if isinstance(text, str)) + 200
        if count == MAX_LESSON_BLOCKS or (count and characters + size > MAX_LESSON_CHARACTERS):
            lessons.append(DraftLesson(short_title(f"{title[: MAX_TITLE - 10]} ({len(lessons) + 1})")))
            count = characters = 0
        lessons[-1].blocks.append(block)
        count, characters = count + 1, characters + size
    return lessons


def short_title(text: str) -> str:
    """Return the text as a one-line title of at most 300 characters."""
    return one_line(text, MAX_TITLE)

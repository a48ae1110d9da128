"""What a file is, and the one sentence for each that cannot be read."""

from __future__ import annotations

import io
import json
import random
import zipfile
from collections.abc import Callable
from typing import Any

import pytest

from tests.documents.source_files import FILES, REFUSED, archive, paragraph, pdf, slides, word
from tests.slow import first_in_gate
from tests.slow_texts import SLOW, searches_give_up
from workbench.documents.child import damage_as_refusal, print_lines
from workbench.documents.document import Document, read_document
from workbench.documents.file_kind import FileRefused
from workbench.documents.paragraph import Paragraph
from workbench.errors import PlanRejected
from workbench.sources.passages import MAX_PASSAGE_CHARACTERS, read_lines


def read(data: bytes, name: str, encoding: str | None = None) -> tuple[Document, list[Paragraph]]:
    """What a file is, and its paragraphs."""
    with damage_as_refusal():
        document = read_document(io.BytesIO(data), name, encoding=encoding)
        return document, list(document.paragraphs)


def lines_of(data: bytes, name: str) -> list[dict[str, Any]]:
    """What the process that reads sources says of a file."""
    out = io.StringIO()
    print_lines(read_lines, io.BytesIO(data), out, name, {"encoding": None})
    return [json.loads(line) for line in out.getvalue().splitlines()]


@pytest.mark.parametrize("name", sorted(set(REFUSED) - {"bomb.docx", "other.txt"}))  # in sources/test_reading.py
def test_a_file_that_cannot_be_read_is_one_sentence(name: str) -> None:
    """It continues from the file's name, and says what is wrong."""
    make, words = REFUSED[name]

    said = lines_of(make(), name)

    assert list(said[-1]) == ["refused"] and words in said[-1]["refused"]
    assert said[-1]["refused"].endswith(".") and "\n" not in said[-1]["refused"]


@pytest.mark.parametrize(
    ("data", "name", "kind"),
    [
        ("Text.".encode("utf-16"), "a.txt", "text/plain"),
        (b"\xef\xbb\xbf# Text\n\nText.", "a.MD", "text/markdown"),
        (b"WEBVTT\n\n00:01.000 --> 00:02.000\nHello", "a.txt", "text/vtt"),
        (b"1\n00:00:01,0 --> 00:00:02,0\nHello", "a.srt", "application/x-subrip"),
        (pdf("Text."), "a.pdf", "application/pdf"),
        (word(paragraph("Text.")), "a.docx", "application/vnd.openxmlformats-officedocument.wordprocessingml.document"),
        (slides("Text."), "a.pptx", "application/vnd.openxmlformats-officedocument.presentationml.presentation"),
    ],
)
def test_each_kind_is_known_by_its_bytes(data: bytes, name: str, kind: str) -> None:
    """The name only tells kinds of text apart."""
    document, paragraphs = read(data, name)

    assert (document.media_type, document.notes, len(paragraphs)) == (kind, (), 1)


def test_a_document_of_another_name_is_read_with_a_note() -> None:
    """Anyone who renamed it can see what was read."""
    document, paragraphs = read(word(paragraph("Text.")), "minutes.pdf")

    assert paragraphs[0].text == "Text."
    assert document.notes == ("It is a Word document, despite its name, and was read as one.",)


def test_an_encoding_that_is_named_is_used() -> None:
    """A file that is not UTF-8 is refused with the encoding that it looks like; that one is then given."""
    data = ("Grüße aus der Werkstatt, schöne Maße.\n" * 3).encode("cp1252")
    with pytest.raises(PlanRejected, match="looks like cp1252"):
        read(data, "a.txt")

    assert read(data, "a.txt", "cp1252")[1][0].text.startswith("Grüße")


SEEDS: dict[str, Callable[[], bytes]] = {
    "a.txt": lambda: "Über Pumpen.\n\nText. 泵。".encode() * 20,
    "a.md": lambda: b"# A\n\nText.\n```\ncode\n```\n\nB\n===\n- c\n" * 20,
    "a.vtt": lambda: b"WEBVTT\n\n00:01.000 --> 00:02.000\n<v A>Hello</v>\n\nNOTE x\n" * 10,
    "a.srt": lambda: b"1\n00:00:01,0 --> 00:00:02,0\n<i>Hello</i>\n\n" * 20,
    "a.docx": (FILES / "height.docx").read_bytes,
    "b.docx": lambda: word(paragraph("Text.") * 20),
    "a.pptx": (FILES / "extinguishers.pptx").read_bytes,
    "b.pptx": lambda: slides("One.", "Two."),
    "a.pdf": lambda: pdf("One.", "Two.", bookmarks={1: "A"}),
    "b.pdf": (FILES / "pumps.pdf").read_bytes,
}
CASES = [(name, first, 40) for first in range(0, 2_000, 40) for name in SEEDS]


@pytest.mark.parametrize(("name", "first", "count"), first_in_gate(CASES, len(SEEDS)))
def test_a_mutated_file_is_read_or_refused(name: str, first: int, count: int) -> None:
    """Bytes changed, cut, doubled and swapped: passages that hold the rules, or one sentence."""
    seed = SEEDS[name]()

    outcomes = [
        _outcome(_mutated(seed, random.Random(f"{name} {number}")), name) for number in range(first, first + count)
    ]

    assert set(outcomes) <= {"read", "refused"}


INNER = {"c.docx": (FILES / "height.docx", "word/document.xml"), "c.pptx": (FILES / "extinguishers.pptx", "slide1.xml")}


@pytest.mark.parametrize("first", first_in_gate(range(0, 800, 40)))
@pytest.mark.parametrize("name", INNER)
def test_a_mutated_part_is_read_or_refused(name: str, first: int) -> None:
    """The archive is whole, the XML in it is not: as the program behind the zip sees it."""
    path, part = INNER[name]
    packed = zipfile.ZipFile(path)
    texts = (member for member in packed.namelist() if member.endswith((part, "presentation.xml", ".rels")))
    parts = {text: packed.read(text) for text in texts}
    wanted = next(member for member in parts if member.endswith(part))
    chances = [random.Random(f"{name} {number}") for number in range(first, first + 40)]

    outcomes = [_outcome(archive({**parts, wanted: _mutated(parts[wanted], chance)}), name) for chance in chances]

    assert set(outcomes) <= {"read", "refused"}


def _outcome(data: bytes, name: str) -> str:
    *said, last = lines_of(data, name)
    if "refused" in last or "rejected" in last:
        return "refused"
    texts = [text for line in said if "passage" in line for _, _, text in [line["passage"]]]
    is_right = all(0 < len(text) <= MAX_PASSAGE_CHARACTERS and "\x00" not in text and text.encode() for text in texts)
    return "read" if is_right and "end" in last else f"{last} {texts}"


def _mutated(data: bytes, chance: random.Random) -> bytes:
    changed = bytearray(data)
    for _ in range(chance.randint(1, 12)):
        if not changed:
            break
        place, kind = chance.randrange(len(changed)), chance.randrange(5)
        size = chance.randint(1, 64)
        if kind == 0:
            changed[place] = chance.randrange(256)
        elif kind == 1:
            del changed[place : place + size]
        elif kind == 2:
            changed[place:place] = changed[place : place + size]
        elif kind == 3:
            changed[place:place] = chance.randbytes(size)
        else:
            del changed[max(place, len(changed) - size * 20) :]
    return bytes(changed)


@pytest.mark.parametrize(
    ("data", "name"),
    [(SLOW.encode(), "a.md"), (f"WEBVTT\n\n00:01.000 --> 00:02.000\n{SLOW}".encode(), "a.vtt")],
)
def test_a_file_that_cannot_be_searched_in_time_is_refused(
    data: bytes, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In one sentence that does not call the file damaged."""
    searches_give_up(monkeypatch)

    with pytest.raises(FileRefused, match="takes too long to be searched"):
        read(data, name)

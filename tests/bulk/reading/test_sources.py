"""Whatever holds topics becomes a table; what does not is refused before it is opened further."""

from __future__ import annotations

import os
import socket
from itertools import count
from pathlib import Path
from typing import Any

import pandas
import pytest

from tests.bulk.bombs import TOO_MUCH, workbook
from tests.bulk.memory import reading_of
from tests.slow import first_in_gate
from workbench.bulk.reading.decoding import EncodingUnclear
from workbench.bulk.reading.sources import MAX_FILE_BYTES, ReadOptions, read_source
from workbench.bulk.reading.table import Table
from workbench.bulk.reading.topic_columns import is_known_name
from workbench.errors import PlanRejected

ADDRESSES = [
    "http://example.org/topics.csv",
    "HTTPS://example.org/topics.csv",
    " https://example.org/topics.csv",
    "ftp://example.org/topics.csv",
    "s3://bucket/topics.csv",
    "gs://bucket/topics.csv",
    "file:///etc/passwd",
    "file:/etc/passwd",
    "//example.org/share/topics.csv",
    r"\\example.org\share\topics.csv",
    "data:text/csv,topic",
    r"http:\\example.org\topics.csv",
]


def table_of(source: Any, told: ReadOptions | None = None) -> Table:
    """The source as a table."""
    return read_source(source, told or ReadOptions(), is_known_name)


@pytest.fixture
def no_socket(monkeypatch: pytest.MonkeyPatch) -> None:
    """A socket that is opened fails the test."""

    def refuse(*args: object, **kwargs: object) -> None:
        raise AssertionError("a socket was opened")

    monkeypatch.setattr(socket.socket, "connect", refuse)
    monkeypatch.setattr(socket, "getaddrinfo", refuse)


@pytest.mark.usefixtures("no_socket")
@pytest.mark.parametrize("address", ADDRESSES)
def test_an_address_is_refused_and_no_socket_opened(address: str) -> None:
    """Files only: a list from elsewhere is downloaded by a person."""
    with pytest.raises(PlanRejected, match="is a web address"):
        table_of(address)


@pytest.mark.usefixtures("no_socket")
def test_an_address_in_a_pasted_list_is_a_topic_like_any_other() -> None:
    """It is text; nothing opens it."""
    assert len(table_of("Bread\nhttp://example.org/x\n").lines) == 2


def test_a_file_is_told_by_its_content(tmp_path: Path) -> None:
    """A Parquet file with the name of a CSV is Parquet."""
    path = tmp_path / "topics.csv"
    pandas.DataFrame({"topic": ["Bread"]}).to_parquet(path)

    assert table_of(path).lines[0].cells == ("Bread",)


@pytest.mark.parametrize("given", [str, Path])
def test_a_csv_is_read_by_path_or_name(given: Any, tmp_path: Path) -> None:
    """A string that names a file is a file."""
    (tmp_path / "topics.csv").write_text("topic\nBread\n", encoding="utf-8")
    table = table_of(given(tmp_path / "topics.csv"))

    assert (table.name, table.lines[0].cells) == ("topics.csv", ("Bread",))


def test_a_file_that_is_missing_is_no_topic() -> None:
    """A name with an ending of files is never taken for a topic."""
    with pytest.raises(PlanRejected, match="cannot be opened: No such file"):
        table_of("missing.csv")


def test_a_single_line_of_text_is_a_topic() -> None:
    """Pasted, with no file of that name."""
    assert table_of("Photosynthesis").lines[0].cells == ("Photosynthesis",)


@pytest.mark.parametrize(
    ("start", "what"),
    [
        (b"%PDF-1.7", "a PDF"),
        (b"\xd0\xcf\x11\xe0", "an old Excel"),
        (b"\x89PNG", "a picture"),
        (b"\x1f\x8b\x08", "gzip"),
        (b"\x7fELF", "a program"),
        (b"a\x00b", "not text"),
    ],
)
def test_a_file_of_another_kind_is_refused_by_its_kind(start: bytes, what: str, tmp_path: Path) -> None:
    """A person reads what it is, not what a decoder stumbled over."""
    (tmp_path / "topics.csv").write_bytes(start + b"x" * 100)

    with pytest.raises(PlanRejected, match=what):
        table_of(tmp_path / "topics.csv")


@pytest.mark.parametrize("content", [b"", b"\n \n"])
def test_an_empty_file_is_refused(content: bytes, tmp_path: Path) -> None:
    """There is nothing to plan."""
    (tmp_path / "topics.csv").write_bytes(content)

    with pytest.raises(PlanRejected, match="is empty"):
        table_of(tmp_path / "topics.csv")


def test_a_huge_file_is_refused_before_it_is_read_whole(tmp_path: Path) -> None:
    """A file with a hole of a terabyte costs nothing to make."""
    path = tmp_path / "topics.csv"
    with path.open("wb") as file:
        file.truncate(MAX_FILE_BYTES + 10**9)

    with pytest.raises(PlanRejected, match="larger than 50 MB"):
        table_of(path)


def test_a_folder_and_a_pipe_are_no_files(tmp_path: Path) -> None:
    """A pipe would block for ever."""
    os.mkfifo(tmp_path / "pipe.csv")

    with pytest.raises(PlanRejected):
        table_of(tmp_path)
    with pytest.raises(PlanRejected, match="is not a file"):
        table_of(tmp_path / "pipe.csv")


def test_the_encoding_of_a_file_can_be_said(tmp_path: Path) -> None:
    """First refused with an offer, then read."""
    (tmp_path / "t.csv").write_bytes("topic\nCafé au lait, crème brûlée\n".encode("cp1252"))

    with pytest.raises(EncodingUnclear):
        table_of(tmp_path / "t.csv")
    assert table_of(tmp_path / "t.csv", ReadOptions(encoding="cp1252")).lines[0].cells[0].startswith("Café")


def test_a_list_of_texts_is_a_list_of_topics() -> None:
    """Also a tuple or a generator."""
    assert [line.cells for line in table_of(name for name in ("Bread", None, "Milk")).lines] == [
        ("Bread",),
        ("",),
        ("Milk",),
    ]


def test_a_list_of_records_has_columns() -> None:
    """Fields that some lack are empty."""
    table = table_of([{"topic": "Bread"}, {"topic": "Milk", "language": "EN"}])

    assert (table.columns, table.lines[0].cells) == (("topic", "language"), ("Bread", ""))


@pytest.mark.parametrize("source", [[], [1, 2], b"topic\nBread\n", {"topic": "Bread"}, 7, None])
def test_anything_else_is_refused(source: Any) -> None:
    """With what could be given instead."""
    with pytest.raises(PlanRejected):
        table_of(source)


@pytest.mark.parametrize(
    ("content", "what"),
    [
        ("<!DOCTYPE html><html><body>Sign in</body></html>", "a web page"),
        ('{"form": "workbench plan 1",\n "rows": []}', "JSON"),
        ('[{"topic": "Bread"}]', "JSON"),
    ],
)
def test_a_text_that_is_no_list_is_refused(content: str, what: str, tmp_path: Path) -> None:
    """Each of its lines would become a lesson."""
    (tmp_path / "topics.csv").write_text(content, encoding="utf-8")

    with pytest.raises(PlanRejected, match=what):
        table_of(tmp_path / "topics.csv")


def test_a_list_whose_first_topic_is_in_brackets_is_a_list(tmp_path: Path) -> None:
    """It only begins like JSON."""
    (tmp_path / "topics.txt").write_text("[Draft] Bread\nMilk\n", encoding="utf-8")

    assert len(table_of(tmp_path / "topics.txt").lines) == 2


@pytest.mark.parametrize("name", first_in_gate(TOO_MUCH, 5))
def test_a_small_file_that_stands_for_much_is_refused_before_it_takes_memory(name: str, tmp_path: Path) -> None:
    """A workbook of 12 kB aborted the process, a Parquet file of 387 bytes took 4.6 GB."""
    reading = reading_of(tmp_path / name, TOO_MUCH[name]())

    assert reading.refusal
    assert reading.megabytes < 400


def test_a_sheet_with_a_million_empty_rows_is_read(tmp_path: Path) -> None:
    """Rows that are only formatted are none."""
    strings = b"<si><t>topic</t></si><si><t>Bread</t></si>"
    rows = b'<row><c t="s"><v>0</v></c></row><row><c t="s"><v>1</v></c></row>' + b'<row><c s="1"/></row>' * 1_000_000

    assert reading_of(tmp_path / "t.xlsx", workbook(strings, rows)).refusal == ""


def test_a_list_without_an_end_is_refused() -> None:
    """It was gathered until memory was full."""
    with pytest.raises(PlanRejected, match="more than 100,000 lines"):
        table_of(f"topic {number}" for number in count())


def test_records_that_share_no_field_are_refused() -> None:
    """Each would be a column of every row."""
    with pytest.raises(PlanRejected, match="different fields"):
        table_of([{f"field {number}": "Bread"} for number in range(5_000)])

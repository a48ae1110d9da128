"""Bytes to text: marks and UTF-8 are read, everything else needs a confirmation."""

from __future__ import annotations

import codecs

import pytest

from workbench.bulk.reading.decoding import EncodingUnclear, decode
from workbench.errors import PlanRejected

TEXT = "topic\nCafé\nŽivot\n"


@pytest.mark.parametrize(
    "data",
    [
        TEXT.encode(),
        codecs.BOM_UTF8 + TEXT.encode(),
        TEXT.encode("utf-16"),
        codecs.BOM_UTF16_BE + TEXT.encode("utf-16-be"),
        TEXT.encode("utf-32"),
    ],
)
def test_marked_text_and_utf8_are_read_as_they_are(data: bytes) -> None:
    """With or without a byte order mark, which is no part of the text."""
    assert decode(data).text == TEXT


def test_the_line_that_is_not_utf8_is_named() -> None:
    """A person finds the line, sees the byte and what was detected."""
    data = "topic\nBread\nCafé crème à la française\n".encode("cp1252")

    with pytest.raises(EncodingUnclear, match=r"Line 3 is not UTF-8 \(byte 0xE9\)") as refused:
        decode(data)

    assert refused.value.line == 3
    assert refused.value.detected is not None
    assert f"It looks like {refused.value.detected}" in refused.value.message
    assert "Café crème à la française" in refused.value.message


@pytest.mark.parametrize(
    ("encoding", "text"),
    [
        ("cp1252", "topic\nBread\nCafé crème à la française\n"),
        ("cp1252", "topic\nGrüße aus München, Straße\n" * 20),
        ("cp1250", "topic\nPříliš žluťoučký kůň\nzażółć gęślą jaźń, Łódź\n"),
        ("cp1251", "topic\nХлеб и молоко\nфотосинтез растений\n"),
        ("cp932", "topic\n光合成のしくみ\nパンの作り方\n"),
        ("gb18030", "topic\n光合作用\n面包的制作方法和历史\n"),
    ],
)
def test_the_encoding_that_is_met_most_is_offered(encoding: str, text: str) -> None:
    """Of several that fit; a person sees how the line then reads."""
    with pytest.raises(EncodingUnclear) as refused:
        decode(text.encode(encoding))

    assert refused.value.detected == encoding


def test_an_encoding_that_a_person_names_is_used() -> None:
    """Nothing is guessed then."""
    assert decode("Café".encode("cp1252"), "cp1252").text == "Café"


def test_a_named_encoding_that_does_not_fit_is_refused_with_the_line() -> None:
    """The person named it wrong."""
    with pytest.raises(PlanRejected, match="Line 2 is not ascii"):
        decode("a\né".encode(), "ascii")


def test_an_unknown_encoding_is_refused() -> None:
    """No such name."""
    with pytest.raises(PlanRejected, match="Unknown encoding:"):
        decode(b"a", "klingon")


def test_bytes_that_are_no_text_are_refused() -> None:
    """A null byte without a mark is not text."""
    with pytest.raises(PlanRejected, match="not text"):
        decode(b"a\x00b\x00c")

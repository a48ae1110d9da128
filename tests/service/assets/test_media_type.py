"""What a file is by its bytes, and whether it is whole."""

from __future__ import annotations

import io

import pytest

from tests.service.assets.media_files import SAMPLES, box, mp3, mp4, ogg, pdf, picture, webm
from workbench.authoring.content.media_types import IMAGE, MEDIA_TYPES
from workbench.service.assets.media_type import HEAD_BYTES, FileBroken, check_whole, detect_media_type

RECORDED = [name for name in SAMPLES if MEDIA_TYPES[name].block_type != IMAGE]


def test_there_is_a_sample_of_each_type() -> None:
    """What lessons take is tried here."""
    assert set(SAMPLES) == set(MEDIA_TYPES)


@pytest.mark.parametrize("name", SAMPLES)
def test_each_type_is_found_in_its_bytes(name: str) -> None:
    """The name of the file is not requested."""
    assert detect_media_type(SAMPLES[name][:HEAD_BYTES]) == MEDIA_TYPES[name]


@pytest.mark.parametrize(
    "head",
    [
        b"",
        b"\x00" * 100,
        b"<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>",
        b"\xef\xbb\xbf<?xml version='1.0'?><svg/>",
        b"<!doctype html><html><script>alert(1)</script></html>",
        b"   <html>",
        b"hello, this is text",
        b"BM" + bytes(60),
        b"II*\x00" + bytes(60),
        b"PK\x03\x04" + bytes(60),
        b"MZ" + bytes(60),
        b"\x7fELF" + bytes(60),
        b"RIFF\x00\x00\x00\x00WAVEfmt ",
        box(b"ftyp", b"heic" + bytes(8)),
        box(b"ftyp", b"avif" + bytes(8)),
        box(b"ftyp", b"qt  " + bytes(8)),
        b"\x1aE\xdf\xa3\x93\x42\x82\x88matroska" + bytes(40),
        b"OggS" + bytes(24) + b"\x80theora" + bytes(40),
    ],
)
def test_what_lessons_do_not_take_is_none(head: bytes) -> None:
    """Text of any kind, programs, archives, and formats that browsers show in part."""
    assert detect_media_type(head) is None


@pytest.mark.parametrize("name", RECORDED)
def test_a_whole_file_passes(name: str) -> None:
    """Recordings and documents are stored as they are."""
    check_whole(io.BytesIO(SAMPLES[name]), MEDIA_TYPES[name])


@pytest.mark.parametrize("name", RECORDED)
@pytest.mark.parametrize("share", [0.3, 0.9])
def test_a_file_that_is_cut_off_is_refused(name: str, share: float) -> None:
    """In a sentence that says what to do. (Of an MP3 the first frames are looked at: it plays to where it ends.)"""
    content = SAMPLES[name][: int(len(SAMPLES[name]) * share)]
    if name == "audio/mpeg":
        content = content[:400]
    with pytest.raises(FileBroken, match="cut off or damaged"):
        check_whole(io.BytesIO(content), MEDIA_TYPES[name])


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("video/mp4", mp4() + b"PK\x03\x04 and a whole archive behind it"),
        ("video/mp4", mp4() + b"<script>alert(1)</script>"),
        ("audio/ogg", ogg() + b"%PDF-1.4 "),
        ("video/webm", webm() + b"<html>"),
        ("application/pdf", b"GIF89a" + pdf()),
        ("video/mp4", box(b"ftyp", b"isom" + bytes(8)) + box(b"free", bytes(20))),
        ("video/mp4", box(b"ftyp", b"isom" + bytes(8)) + b"\x00\x00\x00\x00moov"),
        ("audio/mpeg", b"ID3\x04\x00\x00\x7f\x7f\x7f\x7f" + bytes(50)),
    ],
)
def test_a_file_that_is_two_is_refused(name: str, content: bytes) -> None:
    """What is after the end of a recording is no part of it."""
    with pytest.raises(FileBroken):
        check_whole(io.BytesIO(content), MEDIA_TYPES[name])


def test_long_mp3s_are_looked_at_in_part() -> None:
    """Their first frames follow one another."""
    check_whole(io.BytesIO(mp3(2_000)), MEDIA_TYPES["audio/mpeg"])


def test_pictures_are_decoded_instead() -> None:
    """Their end shows itself there."""
    check_whole(io.BytesIO(picture()[:50]), MEDIA_TYPES["image/png"])

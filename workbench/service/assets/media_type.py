"""Detection of a file's type and completeness by its bytes, never by its name.

The libraries look at the beginning only. A file whose end is missing, or that continues as something else after
its declared end, is refused here.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import IO, Final

from workbench.authoring.content.media_types import FILE, IMAGE, MEDIA_TYPES, MediaType
from workbench.errors import WorkbenchError
from workbench.patterns import Pattern

HEAD_BYTES: Final = 8_192
"""Bytes of a file that `detect_media_type` reads."""
_MP4_BRANDS: Final = frozenset(
    {b"isom", b"mp41", b"mp42", b"avc1", b"dash", b"mmp4", b"MSNV", b"M4V ", b"M4VH", b"M4VP", b"iso2", b"iso3"}
    | {b"iso4", b"iso5", b"iso6", b"iso7", b"iso8", b"iso9"}
)
_M4A_BRANDS: Final = frozenset({b"M4A ", b"M4B "})
_BOX: Final = Pattern(rb"[A-Za-z0-9 \xa9_-]{4}")
_BOX_LIMIT: Final = 10_000
_PAGE_LIMIT: Final = 500_000
_MP3_FRAMES: Final = 30
_EBML_HEADER, _SEGMENT = b"\x1aE\xdf\xa3", b"\x18S\x80g"
_UNKNOWN: Final = 2**56 - 1
_BITRATES: Final = (0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320)
_BITRATES_2: Final = (0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160)
_RATES: Final = {3: (44_100, 48_000, 32_000), 2: (22_050, 24_000, 16_000), 0: (11_025, 12_000, 8_000)}


class FileBroken(WorkbenchError):
    """The file is cut off or damaged. Nothing was stored; upload the original file."""


def detect_media_type(head: bytes) -> MediaType | None:
    """Return the type of a file by its first bytes (`HEAD_BYTES`, or all); None if lessons do not take it.

    Text is never accepted, whatever a library says about it: SVG and HTML have scripts.
    """
    import filetype

    if head[:4] == b"OggS":
        return MEDIA_TYPES["audio/ogg"] if _is_ogg_audio(head) else None
    if head[4:8] == b"ftyp":
        brand = head[8:12]
        name = "audio/mp4" if brand in _M4A_BRANDS else "video/mp4" if brand in _MP4_BRANDS else ""
        return MEDIA_TYPES.get(name)
    if head[:4] == _EBML_HEADER:
        return MEDIA_TYPES["video/webm"] if b"webm" in head[:100] else None
    guess = filetype.guess(head)
    return None if guess is None else MEDIA_TYPES.get(guess.mime)


def check_whole(file: IO[bytes], media_type: MediaType) -> None:
    """Raise `FileBroken` for a recording or document whose end is missing, or with something else after it."""
    size = file.seek(0, os.SEEK_END)
    file.seek(0)
    checks: dict[str, Callable[[IO[bytes], int], bool]] = {
        "audio/mpeg": _is_whole_mp3,
        "audio/mp4": _is_whole_mp4,
        "video/mp4": _is_whole_mp4,
        "audio/ogg": _is_whole_ogg,
        "video/webm": _is_whole_webm,
        "application/pdf": _is_whole_pdf,
    }
    check = checks.get(media_type.name)
    if check is not None and not check(file, size):
        kind = "document" if media_type.block_type == FILE else media_type.block_type
        raise FileBroken(
            f"The {kind} is cut off or damaged, or something else is attached to it. "
            "Nothing was stored; upload the original file."
        )
    assert check is not None or media_type.block_type == IMAGE, "pictures are decoded instead"


def _is_ogg_audio(head: bytes) -> bool:
    """Return whether the first stream is Vorbis, Opus or FLAC; Theora is a video."""
    return any(sign in head[:200] for sign in (b"\x01vorbis", b"OpusHead", b"\x7fFLAC")) and b"theora" not in head[:400]


def _is_whole_mp4(file: IO[bytes], size: int) -> bool:
    """Return whether boxes fill the file to its end, including an index and media."""
    offset = 0
    names: set[bytes] = set()
    for _ in range(_BOX_LIMIT):
        if offset == size:
            return {b"moov", b"mdat"} <= names or {b"moov", b"moof"} <= names
        file.seek(offset)
        head = file.read(16)
        length, name = int.from_bytes(head[:4], "big"), head[4:8]
        if length == 1:
            length = int.from_bytes(head[8:16], "big")
        elif length == 0:  # to the end of the file
            length = size - offset
        if len(head) < 8 or length < 8 or offset + length > size or _BOX.fullmatch(name) is None:
            return False
        names.add(name)
        offset += length
    return False


def _is_whole_ogg(file: IO[bytes], size: int) -> bool:
    """Return whether pages fill the file to its end and the last one is marked as the last."""
    offset, flags = 0, 0
    for _ in range(_PAGE_LIMIT):
        if offset == size:
            return bool(flags & 4)
        file.seek(offset)
        head = file.read(27)
        if len(head) < 27 or head[:4] != b"OggS":
            return False
        flags, segments = head[5], file.read(head[26])
        offset += 27 + len(segments) + sum(segments)
        if len(segments) < head[26] or offset > size:
            return False
    return False


def _is_whole_webm(file: IO[bytes], size: int) -> bool:
    """Return whether the one segment after the header has its declared length; a stream need not declare one."""
    length, offset = _element_end(file, 0, len(_EBML_HEADER))
    offset += length
    file.seek(offset)
    if file.read(4) != _SEGMENT:
        return False
    length, offset = _element_end(file, offset, len(_SEGMENT))
    return length == _UNKNOWN or offset + length == size


def _element_end(file: IO[bytes], offset: int, id_bytes: int) -> tuple[int, int]:
    """Return an element's declared length, and where its content begins."""
    file.seek(offset + id_bytes)
    head = file.read(8) + b"\x00"
    width = 9 - head[0].bit_length()
    if width > 8:
        return 0, offset
    length = int.from_bytes(head[:width], "big") & ((1 << 7 * width) - 1)
    is_unknown = length == (1 << 7 * width) - 1
    return _UNKNOWN if is_unknown else length, offset + id_bytes + width


def _is_whole_pdf(file: IO[bytes], size: int) -> bool:
    """Return whether the end has its mark and the position of the cross-reference table."""
    if file.read(5) != b"%PDF-":
        return False
    file.seek(max(0, size - 2_048))
    end = file.read()
    return b"startxref" in end and b"%%EOF" in end


def _is_whole_mp3(file: IO[bytes], size: int) -> bool:
    """Return whether frames follow one another from the start, after the tag.

    The last frame may be cut by any editor.
    """
    head = file.read(10)
    offset = 0
    if head[:3] == b"ID3" and len(head) == 10:
        offset = 10 + sum((byte & 0x7F) << 7 * (3 - index) for index, byte in enumerate(head[6:10]))
    for number in range(_MP3_FRAMES):
        file.seek(offset)
        length = _mp3_frame_bytes(file.read(4))
        if length == 0 or offset + length > size:
            return number > 1 and offset >= size - 2_000
        offset += length
    return True


def _mp3_frame_bytes(head: bytes) -> int:
    """Return the length of the frame that begins with these bytes; 0 if they begin none."""
    if len(head) < 4 or head[0] != 0xFF or head[1] & 0xE0 != 0xE0 or head[1] & 6 != 2:
        return 0
    version, bitrate, rate = head[1] >> 3 & 3, head[2] >> 4, head[2] >> 2 & 3
    if version == 1 or bitrate in (0, 15) or rate == 3:
        return 0
    kilobits = (_BITRATES if version == 3 else _BITRATES_2)[bitrate]
    per_frame = 144_000 if version == 3 else 72_000
    return per_frame * kilobits // _RATES[version][rate] + (head[2] >> 1 & 1)

"""Decode a text file by its byte order mark, as UTF-8, or in an encoding that a person named; guesses are suggestions.

A file that is not UTF-8 is refused with the line that shows it and the encoding that was detected.
"""

from __future__ import annotations

import codecs
from dataclasses import dataclass
from typing import Final

from workbench.errors import PlanRejected
from workbench.text import display_text

_MARKS: Final = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_SAMPLE_BYTES: Final = 256 * 1024
_SCORE_TOLERANCE: Final = 0.06
# Most common first: of the encodings that fit about equally well, the first of these is suggested.
_COMMON_ENCODINGS: Final = (
    *("cp1252", "cp1250", "cp1251", "cp932", "gb18030", "cp949", "big5", "cp1253", "cp1254", "cp1255", "cp1256"),
    *("cp1257", "mac_roman"),
)


class EncodingUnclear(PlanRejected):
    """The file is not UTF-8. Say which encoding it has; nothing was sent."""

    def __init__(self, message: str, *, line: int, detected: str | None) -> None:
        super().__init__(message)
        self.line = line
        self.detected = detected


@dataclass(frozen=True, slots=True)
class DecodedText:
    """The text, without a byte order mark, and the encoding it had."""

    text: str
    encoding: str


def decode(data: bytes, encoding: str | None = None) -> DecodedText:
    """Return the text of `data`.

    Raises `EncodingUnclear`, or `PlanRejected` if `encoding` is unknown or does not fit.
    """
    if encoding is not None:
        return _decoded_as(data, encoding)
    for mark, name in _MARKS:
        if data.startswith(mark):
            return _decoded_as(data, name)
    if b"\x00" in data[:_SAMPLE_BYTES]:
        raise PlanRejected(
            "The file contains null bytes: it is not text, or UTF-16 without a byte order mark. Use "
            "CSV, XLSX, Parquet or plain text, or name its encoding, such as utf-16-le. Nothing was sent."
        )
    try:
        return DecodedText(data.decode("utf-8"), "utf-8")
    except UnicodeDecodeError as refused:
        raise _unclear_error(data, refused) from None


def _decoded_as(data: bytes, encoding: str) -> DecodedText:
    try:
        name = codecs.lookup(encoding).name
        return DecodedText(data.decode(encoding).removeprefix("\ufeff"), name)
    except LookupError:
        raise PlanRejected(f"Unknown encoding: {display_text(encoding, longest=40)}. Nothing was sent.") from None
    except UnicodeDecodeError as refused:
        line = _line_of(data, refused.start)
        raise PlanRejected(f"Line {line} is not {encoding}. Name another encoding. Nothing was sent.") from None


def _unclear_error(data: bytes, refused: UnicodeDecodeError) -> EncodingUnclear:
    line = _line_of(data, refused.start)
    message = f"Line {line} is not UTF-8 (byte 0x{data[refused.start]:02X})."
    detected = _detect_encoding(data, refused.start)
    if detected is None:
        return EncodingUnclear(
            f"{message} Save the file as UTF-8, or name its encoding. Nothing was sent.", line=line, detected=None
        )
    begin = data.rfind(b"\n", 0, refused.start) + 1
    end = data.find(b"\n", refused.start)
    line_text = data[begin : end if end >= 0 else len(data)].decode(detected, "replace").strip()
    message += f" It looks like {detected}; the line then reads: {display_text(line_text, longest=120)}"
    return EncodingUnclear(
        f"{message}. If that is right, name this encoding. Nothing was sent.", line=line, detected=detected
    )


def _line_of(data: bytes, offset: int) -> int:
    return data.count(b"\n", 0, offset) + 1


def _detect_encoding(data: bytes, offset: int) -> str | None:
    from charset_normalizer import from_bytes

    # The bytes around the first invalid one say more than the file's beginning, which may be plain ASCII.
    begin = max(0, offset - _SAMPLE_BYTES // 2)
    matches = list(from_bytes(data[begin : begin + _SAMPLE_BYTES]))
    if not matches:
        return None
    best = matches[0]
    similar = [
        match
        for match in matches
        if match.chaos <= best.chaos + _SCORE_TOLERANCE and match.coherence >= best.coherence - _SCORE_TOLERANCE
    ]
    possible = {name for match in similar for name in (match.encoding, *match.could_be_from_charset)}
    return next((name for name in _COMMON_ENCODINGS if name in possible), best.encoding)

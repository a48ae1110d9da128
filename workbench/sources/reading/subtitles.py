"""Subtitles (WebVTT and SubRip) to paragraphs: one a cue, its place the time when it begins."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from typing import Final

from workbench.sources.reading.paragraph import Paragraph

_TIME: Final = r"(?:(\d{1,4}):)?(\d{1,2}):(\d{1,2})[.,]\d{1,3}"
_TIMING: Final = re.compile(rf"\s*{_TIME}\s*-->\s*{_TIME}(?:\s.*)?")
_SPEAKER: Final = re.compile(r"<v(?:\.[^\s>]*)?\s+([^>]{1,200})>")
_TAG: Final = re.compile(r"</?(?:[a-z]{1,6}(?:[.\s][^>]{0,200})?|\d[\d:.]{0,20})>|\{\\[^}]{0,200}\}", re.IGNORECASE)
_NOT_CUES: Final = ("NOTE", "STYLE", "REGION", "WEBVTT")


def read_subtitles(text: str) -> tuple[list[Paragraph], int]:
    """The cues in order without their marks, speakers before what they say; and how many have no readable time.

    Lines that are repeated from the cue before, as captions that roll do, are left out.
    """
    paragraphs, unreadable = list[Paragraph](), 0
    previous: list[str] = []
    for block in _blocks(text):
        timing = next((place for place, line in enumerate(block[:2]) if _TIMING.fullmatch(line)), None)
        if timing is None:
            unreadable += not block[0].lstrip("\ufeff").startswith(_NOT_CUES)
            continue
        lines = [plain for line in block[timing + 1 :] if (plain := _plain(line))]
        fresh = [each for each in lines if each not in previous]
        previous = lines or previous
        if fresh:
            paragraphs.append(Paragraph(" ".join(fresh), _place(block[timing])))
    return paragraphs, unreadable


def _blocks(text: str) -> Iterator[list[str]]:
    lines: list[str] = []
    for line in text.splitlines():
        if line.strip():
            lines.append(line)
        elif lines:
            yield lines
            lines = []
    if lines:
        yield lines


def _place(timing: str) -> str:
    found = _TIMING.fullmatch(timing)
    hours, minutes, seconds = found.group(1, 2, 3) if found else (None, "0", "0")
    return f"{int(hours or 0):02}:{int(minutes):02}:{int(seconds):02}"


def _plain(line: str) -> str:
    spoken = _SPEAKER.sub(lambda found: f"{found[1].strip()}: ", line)
    return " ".join(html.unescape(_TAG.sub("", spoken)).split())

"""Read subtitles (WebVTT and SubRip) as paragraphs: one for each cue, located by its start time."""

from __future__ import annotations

import html
from collections.abc import Iterator
from typing import Final

from workbench.documents.paragraph import Paragraph
from workbench.patterns import IGNORECASE, Pattern
from workbench.wording import count_text

_TIME: Final = r"(?:(\d{1,4}):)?(\d{1,2}):(\d{1,2})[.,]\d{1,3}"
_TIMING: Final = Pattern(rf"\s*{_TIME}\s*-->\s*{_TIME}(?:\s.*)?")
_SPEAKER: Final = Pattern(r"<v(?:\.[^\s>]{0,200})?\s+([^>]{1,200})>")
_TAG: Final = Pattern(r"</?(?:[a-z]{1,6}(?:[.\s][^>]{0,200})?|\d[\d:.]{0,20})>|\{\\[^}]{0,200}\}", IGNORECASE)
_NOT_CUES: Final = ("NOTE", "STYLE", "REGION", "WEBVTT")


def read_subtitles(text: str) -> tuple[list[Paragraph], list[str]]:
    """Return the cues in order without markup, each speaker before their words; and notes on skipped cues and lines.

    Lines repeated from the previous cue, as in rolling captions, are skipped and counted.
    """
    paragraphs, unreadable, repeated = list[Paragraph](), 0, 0
    previous: list[str] = []
    for block in _blocks(text):
        timing = next((index for index, line in enumerate(block) if _TIMING.fullmatch(line)), None)
        if timing is None:
            unreadable += not block[0].lstrip("\ufeff").startswith(_NOT_CUES)
            continue
        lines = [plain for line in block[timing + 1 :] if (plain := _plain(line))]
        new_lines = [line for line in lines if line not in previous]
        repeated += len(lines) - len(new_lines)
        previous = lines or previous
        if new_lines:
            paragraphs.append(Paragraph(" ".join(new_lines), _place(block[timing])))
    notes = [
        *_left_out(unreadable, "cue", "without a readable time"),
        *_left_out(repeated, "line", "repeated from before"),
    ]
    return paragraphs, notes


def _left_out(count: int, noun: str, which: str) -> list[str]:
    return [f"{count_text(count, noun)} {which} {'was' if count == 1 else 'were'} left out."] if count else []


def _blocks(text: str) -> Iterator[list[str]]:
    """Yield the lines of each cue, number and time first. A cue ends at an empty line or at the next cue's time."""
    lines: list[str] = []
    has_time = False
    for line in text.splitlines():
        if not line.strip():
            if lines:
                yield lines
            lines, has_time = [], False
        elif has_time and _TIMING.fullmatch(line):
            has_number = len(lines) > 2 and lines[-1].strip().isdecimal()
            yield lines[:-1] if has_number else lines
            lines = [*lines[-1:], line] if has_number else [line]
        else:
            lines.append(line)
            has_time = has_time or _TIMING.fullmatch(line) is not None
    if lines:
        yield lines


def _place(timing: str) -> str:
    match = _TIMING.fullmatch(timing)
    hours, minutes, seconds = match.group(1, 2, 3) if match else (None, "0", "0")
    return f"{int(hours or 0):02}:{int(minutes):02}:{int(seconds):02}"


def _plain(line: str) -> str:
    spoken = _SPEAKER.sub(lambda match: f"{match[1].strip()}: ", line)
    return " ".join(html.unescape(_TAG.sub("", spoken)).split())

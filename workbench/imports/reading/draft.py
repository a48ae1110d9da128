"""The result of a reader: lessons with blocks, and a finding for each thing that could not be kept.

These values are not validated: the content of blocks is checked when the plan is made. Source: ours (exchange 3).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final

from workbench.documents.paragraph import one_line

MAX_BLOCKS: Final = 20_000
"""Most blocks of one file: a book of a thousand pages has fewer."""
MAX_FINDINGS: Final = 2_000
MAX_PLACE: Final = 120
MAX_EXCERPT: Final = 160
MAX_TITLE: Final = 300


@dataclass(frozen=True, slots=True)
class ImportFinding:
    """Something in the file that the draft could not keep unchanged: its place, and what was done with it.

    `kind` is one or two words by which findings are counted, such as "formula" or "comment".
    """

    place: str
    kind: str
    text: str


@dataclass(frozen=True, slots=True)
class ImportedBlock:
    """A block to be made. `picture` is the SHA-256 of the picture that an image block shows; else it is empty.

    `is_true_false`: its two choices are worded in the lesson's language by `true_false_words`.
    """

    type: str
    content: dict[str, Any]
    place: str = ""
    picture: str = ""
    is_true_false: bool = False


@dataclass(slots=True)
class DraftLesson:
    """A lesson to be made."""

    title: str
    blocks: list[ImportedBlock] = field(default_factory=list)


@dataclass(slots=True)
class DraftFile:
    """The content read from a file.

    `title` is a title for a course of its lessons, `language` a code; empty if unknown.

    `send_picture` hands on the bytes of a picture, with its SHA-256, as soon as they are known.
    """

    name: str
    kind: str = ""
    title: str = ""
    language: str = ""
    lessons: list[DraftLesson] = field(default_factory=list)
    findings: list[ImportFinding] = field(default_factory=list)
    send_picture: Callable[[str, bytes], object] = lambda digest, data: None
    findings_left_out: Counter[str] = field(default_factory=Counter)

    def add_finding(self, place: str, kind: str, text: str) -> None:
        """Note what could not be kept. After the first 2,000 findings, only their kinds are counted."""
        if len(self.findings) < MAX_FINDINGS:
            self.findings.append(ImportFinding(one_line(place, MAX_PLACE), kind, one_line(text, 2 * MAX_EXCERPT)))
        else:
            self.findings_left_out[kind] += 1


def excerpt(text: str) -> str:
    """Return the start of a text on one line, to recognize it by."""
    return one_line(text, MAX_EXCERPT)

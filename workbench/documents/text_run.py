"""Pieces of text that look one way, as DOCX and PPTX are read into them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class TextRun:
    """A piece of text that looks one way. `link` is an address as the file has it; `raw` is Markdown already."""

    text: str
    bold: bool = False
    italic: bool = False
    struck: bool = False
    code: bool = False
    link: str = ""
    raw: bool = False


def plain(runs: Iterable[TextRun]) -> str:
    """Return the words alone, in one line."""
    return " ".join("".join(run.text for run in runs if not run.raw).split())

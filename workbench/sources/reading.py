"""Read a file as the passages of a source, in a separate process under limits of memory and time."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Final

from workbench.documents.file_kind import FileRefused
from workbench.documents.process import Purpose, ReadLimits, opened_file, read_in_process
from workbench.errors import SourceRejected
from workbench.sources.passages import MAX_PASSAGES, TextPassage
from workbench.text import display_text

_LIMITS: Final = ReadLimits(seconds=300.0, memory_bytes=1 << 30)
_PURPOSE: Final = Purpose("workbench.sources.passages", verb="Add", noun="a source")
Progress = Callable[[int, int | None], object]


@dataclass(frozen=True, slots=True)
class SourceText:
    """A file that was read: its name, SHA-256, kind, passages, and notes on what they leave out."""

    file_name: str
    content_digest: str
    media_type: str
    passages: tuple[TextPassage, ...]
    notes: tuple[str, ...] = ()


def read_source(
    source: str | os.PathLike[str] | bytes,
    *,
    file_name: str | None = None,
    encoding: str | None = None,
    on_progress: Progress = lambda done, total: None,
    should_stop: Callable[[], bool] = lambda: False,
    limits: ReadLimits = _LIMITS,
) -> SourceText:
    """Return the passages of a file, or of the bytes of a file named `file_name`.

    `on_progress(page, pages)` follows a PDF, `on_progress(passages, None)` other files. Raises `SourceRejected`
    with one sentence: for a file that cannot be read, needs too much memory or time, changes while it is read,
    or for a stopped reading.
    """
    given = source if isinstance(source, bytes) else Path(source).expanduser()
    name = file_name or ("file" if isinstance(given, bytes) else given.name)
    shown_name = name if isinstance(given, bytes) else str(given)
    try:
        with opened_file(given) as file:
            shown_name, name = name, name[-300:]
            digest, (media_type, passages, notes) = read_in_process(
                file,
                name,
                _PURPOSE,
                {"encoding": encoding or None},
                collect=partial(_collect, display_text(shown_name, longest=120), on_progress),
                should_stop=should_stop,
                limits=limits,
            )
    except FileRefused as refused:
        raise SourceRejected(f"{display_text(shown_name, longest=120)} {refused} Nothing was sent.") from None
    return SourceText(name, digest, media_type, passages, notes)


def _collect(
    name: str, on_progress: Progress, lines: Iterable[dict[str, Any]]
) -> tuple[str, tuple[TextPassage, ...], tuple[str, ...]] | None:
    """Return kind, passages and notes from `passages.read_lines`; `None` if it breaks off."""
    passages = list[TextPassage]()
    for line in lines:
        if "passage" in line:
            passages.append(TextPassage(len(passages) + 1, *line["passage"]))
            if len(passages) > MAX_PASSAGES:
                return None
            if len(passages) % 100 == 0:
                on_progress(len(passages), None)
        elif "page" in line:
            on_progress(line["page"], line["pages"])
        elif "rejected" in line:
            raise SourceRejected(f"{name}: {line['rejected']}")
        elif "end" in line:
            return line["end"]["media_type"], tuple(passages), tuple(line["end"]["notes"])
    return None

"""A file read in a process of its own, under limits of memory and time: whatever is in it, this process goes on.

The file is hashed before and after it is read: one that changes meanwhile is refused.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Mapping
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from workbench.errors import SourceRejected
from workbench.sources.reading.document import MAX_FILE_BYTES
from workbench.sources.reading.paragraph import MAX_PASSAGES, FileRefused, TextPassage
from workbench.sources.reading.reading_process import OpenFile, ReadingProcess, ReadLimits, file_digest, opened_file
from workbench.text import shown

_CHILD: Final = "workbench.sources.reading.child"
_LIMITS: Final = ReadLimits()


@dataclass(frozen=True, slots=True)
class SourceText:
    """A file that was read: its name, SHA-256, kind, passages, and notes on what is not in them."""

    file_name: str
    content_digest: str
    media_type: str
    passages: tuple[TextPassage, ...]
    notes: tuple[str, ...] = ()


Progress = Callable[[int, int | None], object]


def read_source(
    source: str | os.PathLike[str] | bytes,
    *,
    file_name: str | None = None,
    encoding: str | None = None,
    on_progress: Progress = lambda done, total: None,
    should_stop: Callable[[], bool] = lambda: False,
    limits: ReadLimits = _LIMITS,
) -> SourceText:
    """The passages of a file, or of the bytes of one that is called `file_name`.

    `on_progress(page, pages)` follows a PDF, `on_progress(passages, None)` other files. Raises `SourceRejected`
    with one sentence: for what cannot be read, needs too much memory or time, changes meanwhile, or was stopped.
    """
    path = None if isinstance(source, bytes) else Path(source).expanduser()
    name = file_name or (path.name if path else "file")
    try:
        with opened_file(path) if path else tempfile.TemporaryFile() as file:
            if isinstance(source, bytes):
                file.write(source)
                file.flush()
            return _read(file, name, encoding, on_progress=on_progress, should_stop=should_stop, limits=limits)
    except FileRefused as refused:
        raise SourceRejected(f"{shown(str(path or name), longest=120)} {refused} Nothing was sent.") from None


def _read(
    file: OpenFile,
    file_name: str,
    encoding: str | None,
    *,
    on_progress: Progress,
    should_stop: Callable[[], bool],
    limits: ReadLimits,
) -> SourceText:
    name = shown(file_name, longest=120)
    if os.fstat(file.fileno()).st_size > MAX_FILE_BYTES:
        raise SourceRejected(f"{name} is larger than {MAX_FILE_BYTES // 10**6} MB. Split it. Nothing was sent.")
    before = file_digest(file)
    arguments = [file_name[-300:], encoding or "", *limits.as_arguments()]
    child = ReadingProcess(_CHILD, arguments, file, should_stop=should_stop, limits=limits)
    passages = list[TextPassage]()
    end: Mapping[str, Any] = {}
    with closing(child.lines()) as lines:  # whatever is raised here, the process ends with it
        for line in lines:
            if "passage" in line:
                passages.append(TextPassage(len(passages) + 1, *line["passage"]))
                if len(passages) > MAX_PASSAGES:
                    break
                if len(passages) % 100 == 0:
                    on_progress(len(passages), None)
            elif "page" in line:
                on_progress(line["page"], line["pages"])
            else:
                end = line
    if child.failure:
        raise SourceRejected(f"{name} {child.failure} Nothing was sent.")
    if file_digest(file) != before:
        raise SourceRejected(f"{name} changed while it was read. Add it when it is finished. Nothing was sent.")
    if "refused" in end:
        raise SourceRejected(end["refused"])
    if "end" not in end:
        allowed = f"{limits.memory_bytes // 10**6:,} MB of memory, {limits.seconds:,.0f} s"
        raise SourceRejected(
            f"{name} cannot be read within the limits of a source ({allowed}): it is damaged, or made to be too much. "
            "Nothing was sent."
        )
    return SourceText(file_name[-300:], before, end["end"]["media_type"], tuple(passages), tuple(end["end"]["notes"]))

"""A report becomes a file, in the format that its name ends in: whole or not at all."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable
from difflib import get_close_matches
from pathlib import Path
from typing import Final

from workbench.client.atomic_write import private_path_near, sweep
from workbench.errors import InputRejected, WorkbenchError
from workbench.reports.files.csv_text import write_csv
from workbench.reports.files.html_page import write_page
from workbench.reports.files.parquet import write_json, write_parquet
from workbench.reports.files.xlsx import write_xlsx
from workbench.reports.tables.finished import FinishedReport

FORMATS: Final[dict[str, Callable[[FinishedReport, Path], None]]] = {
    ".csv": write_csv,
    ".xlsx": write_xlsx,
    ".parquet": write_parquet,
    ".json": write_json,
    ".html": write_page,
}


_NO_LINKS: Final = {errno.EPERM, errno.ENOSYS, errno.ENOTSUP, errno.EOPNOTSUPP, errno.EMLINK}


class NotWritten(WorkbenchError):
    """The file could not be written. What was there before is as it was."""


def write_report(report: FinishedReport, path: Path, *, overwrite: bool = False) -> Path:
    """Write the report to `path`; the path. Raises what `check_path` raises, and `NotWritten`."""
    write = check_path(path, overwrite=overwrite)
    write_whole(path, lambda beside: write(report, beside), overwrite=overwrite)
    return path


def check_path(path: Path, *, overwrite: bool = False) -> Callable[[FinishedReport, Path], None]:
    """Return the function that writes a file of this name.

    Raises `InputRejected` for another ending or a path that is taken.
    """
    write = FORMATS.get(path.suffix.lower())
    if write is None:
        near = get_close_matches(path.suffix.lower(), FORMATS, n=1)
        hint = f"Did you mean {near[0]}?" if near else f"It ends in one of {', '.join(FORMATS)}."
        raise InputRejected(f"{path.name}: the ending names no format. {hint}")
    refuse_taken(path, overwrite=overwrite)
    if not path.absolute().parent.is_dir():
        raise InputRejected(f"{path}: there is no such folder.")
    return write


def refuse_taken(path: Path, *, overwrite: bool) -> None:
    """Raise `InputRejected` for an existing path, unless it may be replaced; a folder never is."""
    if path.is_dir():
        raise InputRejected(f"{path} is a folder.")
    if not overwrite and os.path.lexists(path):
        raise InputRejected(f"{path} already exists. Replace it with --overwrite (in Python, overwrite=True).")


def write_whole(path: Path, write: Callable[[Path], None], *, overwrite: bool) -> None:
    """Let `write` fill a temporary file, then move it into place atomically.

    Raises `NotWritten` with nothing changed. Files that killed writers of the same file left there are removed.
    """
    sweep(path)
    try:
        with private_path_near(path) as beside:
            write(beside)
            with beside.open("rb+") as file:
                os.fsync(file.fileno())
            if overwrite:
                beside.replace(path)
            else:
                _put_where_nothing_is(beside, path)
    except FileExistsError:
        raise InputRejected(f"{path} already exists. Replace it with --overwrite.") from None
    except OSError as failed:
        raise NotWritten(f"{path} could not be written: {failed.strerror}. What was there is as it was.") from None


def _put_where_nothing_is(beside: Path, path: Path) -> None:
    """Unlike a rename, it raises `FileExistsError` where a file has come in between."""
    try:
        os.link(beside, path)
    except FileExistsError:
        raise
    except OSError as refused:
        if refused.errno not in _NO_LINKS:
            raise
        path.open("xb").close()  # a memory stick and some network drives have no hard links: the name is taken first
        beside.replace(path)

"""Write a report to a file atomically, in the format of its suffix."""

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
    """The file could not be written. Nothing was changed."""


def write_report(report: FinishedReport, path: Path, *, overwrite: bool = False) -> Path:
    """Write the report to `path`, and return the path. Raises as `check_path`, and `NotWritten`."""
    write = check_path(path, overwrite=overwrite)
    write_whole(path, lambda temporary: write(report, temporary), overwrite=overwrite)
    return path


def check_path(path: Path, *, overwrite: bool = False) -> Callable[[FinishedReport, Path], None]:
    """Return the function that writes a file of this name.

    Raises `InputRejected` for another ending or a path that is taken.
    """
    write = FORMATS.get(path.suffix.lower())
    if write is None:
        near = get_close_matches(path.suffix.lower(), FORMATS, n=1)
        hint = f"Did you mean {near[0]}?" if near else f"It ends in one of {', '.join(FORMATS)}."
        raise InputRejected(f"{path.name}: unknown file format. {hint}")
    refuse_taken(path, overwrite=overwrite)
    if not path.absolute().parent.is_dir():
        raise InputRejected(f"{path}: the folder doesn't exist.")
    return write


def refuse_taken(path: Path, *, overwrite: bool) -> None:
    """Raise `InputRejected` for an existing path, unless it may be replaced; a folder never is."""
    if path.is_dir():
        raise InputRejected(f"{path} is a folder.")
    if not overwrite and os.path.lexists(path):
        raise InputRejected(f"{path} already exists. Replace it with --overwrite (in Python, overwrite=True).")


def write_whole(path: Path, write: Callable[[Path], None], *, overwrite: bool) -> None:
    """Let `write` fill a temporary file, then move it into place atomically.

    Raises `NotWritten` with nothing changed. Temporary files left by writers that were killed are removed.
    """
    sweep(path)
    try:
        with private_path_near(path) as temporary:
            write(temporary)
            with temporary.open("rb+") as file:
                os.fsync(file.fileno())
            if overwrite:
                temporary.replace(path)
            else:
                _move_to_new_path(temporary, path)
    except FileExistsError:
        raise InputRejected(f"{path} already exists. Replace it with --overwrite.") from None
    except OSError as failed:
        raise NotWritten(f"{path} could not be written: {failed.strerror}. Nothing was changed.") from None


def _move_to_new_path(temporary: Path, path: Path) -> None:
    """Move the file into place. Unlike a rename, this raises `FileExistsError` if another file has appeared there."""
    try:
        os.link(temporary, path)
    except FileExistsError:
        raise
    except OSError as refused:
        if refused.errno not in _NO_LINKS:
            raise
        path.open("xb").close()  # a memory stick and some network drives have no hard links: the name is taken first
        temporary.replace(path)

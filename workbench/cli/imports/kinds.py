"""The kinds of things that `workbench import` takes, and how the kind of a path is found."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from workbench.cli.output import UsageError
from workbench.text import display_text

if TYPE_CHECKING:
    from workbench.api.workbench import Workbench
    from workbench.changes import ChangePlan


class ImportKind(NamedTuple):
    """A kind of import, and the sibling module that has its `read_import`.

    `endings` are the suffixes of its files in lower case with the dot, empty for a folder; `options` are the
    options of the command that apply to it in addition to `--name`, `--plan` and `--yes`.
    """

    about: str
    module: str
    endings: tuple[str, ...] = ()
    options: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PlannedImport:
    """A plan with what is done when it was approved, before its changes, and when they were made.

    `begin` may give the plan that is carried out in its stead, such as one with what it uploaded; it is approved with
    the first. `finish` gives a sentence about what it did, or none.
    """

    plan: ChangePlan
    begin: Callable[[], ChangePlan | None] | None = None
    finish: Callable[[], str] | None = None


ReadImport = Callable[[Path, Namespace], "Callable[[Workbench], PlannedImport]"]
"""`read_import(path, options)` reads the files; what it gives plans their import with a connection."""

_FILE_OPTIONS: Final = ("course", "project", "language", "one_lesson")
KINDS: Final = (
    ImportKind("a folder of Markdown files", "folder", options=("delete",)),
    ImportKind("a ZIP archive of one", "folder", (".zip",), options=("delete",)),
    ImportKind("a translators' file of XLIFF 2.0", "xliff", (".xlf", ".xliff")),
    ImportKind("a Word document", "drafts", (".docx", ".docm"), _FILE_OPTIONS),
    ImportKind("a PowerPoint presentation", "drafts", (".pptx", ".pptm"), _FILE_OPTIONS),
    ImportKind("questions in GIFT", "drafts", (".gift", ".txt"), _FILE_OPTIONS),
    ImportKind("questions in Moodle XML", "drafts", (".xml",), _FILE_OPTIONS),
)
"""Every kind, in the order of the help."""


def detect_kind(path: Path) -> ImportKind:
    """Return the kind of the file or folder. Raises `UsageError` if it does not exist or cannot be imported."""
    if path.is_dir():
        return next(kind for kind in KINDS if not kind.endings)
    if not path.exists():
        raise UsageError(f"No such file or folder: {display_text(str(path), longest=200)}. Nothing was changed.")
    found = next((kind for kind in KINDS if path.suffix.lower() in kind.endings), None)
    if found is None:
        name = display_text(path.name, longest=100)
        raise UsageError(f"{name} can't be imported. Use one of: {kinds_text()}. Nothing was changed.")
    return found


def kinds_text() -> str:
    """Return what can be imported, for people."""
    return ", ".join(f"{kind.about} ({', '.join(kind.endings)})" if kind.endings else kind.about for kind in KINDS)


def read_import(kind: ImportKind) -> ReadImport:
    """Return the function that reads this kind of import."""
    read: ReadImport = import_module(f"workbench.cli.imports.{kind.module}").read_import
    return read

"""Topic lists in progress, kept in the user's data folder so that they survive a reload or restart.

A list belongs to a service, an organization and a person, and is forgotten after 30 days, or when the person signs out.
Each list is stored in two files, so that a correction does not rewrite the whole list.
"""

from __future__ import annotations

import base64
import hashlib
import json
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Final

from workbench.bulk.reading.topic_columns import ColumnMapping
from workbench.client.data_folder import data_folder, ensure_private, write_private
from workbench.errors import Misconfigured
from workbench.widgets.bulk.edited_list import Corrections, ListSettings

DAYS: Final = 30
MOST_LISTS: Final = 5
_DIGEST_CHARACTERS: Final = 24
_SOURCE, _EDITS = ".source.json", ".edits.json"


@dataclass(frozen=True, slots=True)
class ListSource:
    """A list as it was given: a file's name and bytes, or pasted text with an empty name."""

    name: str
    data: bytes

    @property
    def digest(self) -> str:
        """Digest that identifies the list."""
        return _digest(self.name.encode() + b"\0" + self.data)


@dataclass(frozen=True, slots=True)
class ListEdits:
    """A person's choices and corrections in a list, and the run's name once it is known."""

    settings: ListSettings = field(default_factory=ListSettings)
    corrections: Corrections = field(default_factory=Corrections)
    run_name: str = ""


@dataclass(frozen=True, slots=True)
class StoredLists:
    """The lists of one person in one organization; nothing is kept if `owner` is empty.

    `sign_outs` counts sign-outs from the service on this computer; lists kept before the last one are not read.
    """

    owner: str
    sign_outs: int = 0
    folder: Path = field(default_factory=lambda: data_folder() / "lists")

    def keep(self, source: ListSource) -> bool:
        """Store the list, and remove lists that are too old or too many; return whether it was stored."""
        is_stored = self._write(source, _SOURCE, {"name": source.name, "data": base64.b64encode(source.data).decode()})
        for path in [*self._find_files()][MOST_LISTS:]:
            _remove(path)
        return is_stored

    def save(self, source: ListSource, edits: ListEdits) -> bool:
        """Store the corrections, and make this list the `latest`; return whether they were stored."""
        cells = {str(line): dict(cell) for line, cell in edits.corrections.cells.items()}
        stored = {
            "columns": asdict(edits.settings.columns),
            "languages": list(edits.settings.languages),
            "project": edits.settings.project,
            "course": edits.settings.course,
            "copies": edits.settings.copies,
            "budget": edits.settings.budget,
            "lesson": dict(edits.settings.lesson),
            "assumedLanguage": edits.settings.assumed_language,
            "cells": cells,
            "leftOut": sorted(edits.corrections.left_out),
            "runName": edits.run_name,
        }
        return self._write(source, _EDITS, stored)

    def edits(self, source: ListSource) -> ListEdits:
        """Return the stored corrections of this list; empty if there are none."""
        stored = self._read(self._path(source.digest, _EDITS))
        with suppress(KeyError, TypeError, ValueError, AttributeError):
            columns = ColumnMapping(**stored["columns"])
            budget = stored.get("budget")
            settings = ListSettings(
                columns,
                tuple(map(str, stored["languages"])),
                str(stored["project"]),
                str(stored.get("course", "")),  # lists stored by earlier versions lack the optional settings
                int(stored.get("copies", 1)),
                None if budget is None else int(budget),
                {str(name): str(cell) for name, cell in stored.get("lesson", {}).items()},
                str(stored.get("assumedLanguage", "")),
            )
            cells = {
                int(line): {str(name): str(text) for name, text in cell.items()}
                for line, cell in stored["cells"].items()
            }
            return ListEdits(settings, Corrections(cells, frozenset(map(str, stored["leftOut"]))), stored["runName"])
        return ListEdits()

    def latest(self) -> ListSource | None:
        """Return the list that was edited last, or `None`."""
        for path in self._find_files():
            stored = self._read(path.with_name(path.name.removesuffix(_EDITS) + _SOURCE))
            with suppress(KeyError, TypeError, ValueError):
                return ListSource(str(stored["name"]), base64.b64decode(stored["data"], validate=True))
        return None

    def forget(self, source: ListSource) -> None:
        """Delete the stored list."""
        if self.owner:
            _remove(self._path(source.digest, _EDITS))

    def _find_files(self) -> Iterator[Path]:
        """Yield the files of corrections, latest first; delete those that are too old."""
        if not self.owner:
            return
        dated = []
        for path in self.folder.glob(f"{self.owner}-*{_EDITS}"):
            with suppress(OSError):
                dated.append((path.stat().st_mtime, path))
        for at, path in sorted(dated, reverse=True):
            if time.time() - at > DAYS * 24 * 3600:
                _remove(path)
            else:
                yield path

    def _path(self, digest: str, ending: str) -> Path:
        return self.folder / f"{self.owner}-{digest}{ending}"

    def _write(self, source: ListSource, ending: str, content: dict[str, Any]) -> bool:
        if self.owner:
            with suppress(OSError, Misconfigured):
                ensure_private(self.folder)
                stored = json.dumps({**content, "signOuts": self.sign_outs})
                write_private(self._path(source.digest, ending), stored)
                return True
        return False

    def _read(self, path: Path) -> dict[str, Any]:
        with suppress(OSError, ValueError, RecursionError):
            stored = json.loads(path.read_bytes())
            if isinstance(stored, dict) and stored.get("signOuts") == self.sign_outs:
                return stored
        return {}


def _remove(edits: Path) -> None:
    for path in (edits, edits.with_name(edits.name.removesuffix(_EDITS) + _SOURCE)):
        with suppress(OSError):
            path.unlink()


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:_DIGEST_CHARACTERS]

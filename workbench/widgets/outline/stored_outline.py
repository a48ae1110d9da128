"""The outline being edited, kept in the user's data folder, so that a reload or restart loses nothing.

It belongs to a service, an organization and a person, and is forgotten after 30 days, or when the person signs out.
"""

from __future__ import annotations

import json
import time
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from workbench.client.data_folder import data_folder, ensure_private, write_private
from workbench.errors import Misconfigured
from workbench.widgets.outline.edited_outline import EditedOutline, edited_of_json

DAYS: Final = 30


@dataclass(frozen=True, slots=True)
class StoredOutline:
    """The outline of one person in one organization; with an empty `owner`, nothing is stored.

    `sign_outs` counts sign-outs from the service here: an outline stored before the last one is not read.
    """

    owner: str
    sign_outs: int = 0
    folder: Path = field(default_factory=lambda: data_folder() / "outlines")

    def save(self, outline: EditedOutline) -> bool:
        """Store the outline in place of the previous one. Return whether that worked."""
        if not self.owner:
            return False
        with suppress(OSError, Misconfigured):
            ensure_private(self.folder)
            write_private(self._path, json.dumps({"signOuts": self.sign_outs, "outline": outline.as_json()}))
            return True
        return False

    def load(self) -> EditedOutline | None:
        """Return the outline stored last, or `None`."""
        if not self.owner:
            return None
        with suppress(OSError, ValueError, KeyError, TypeError, RecursionError):
            if time.time() - self._path.stat().st_mtime > DAYS * 24 * 3600:
                self.forget()
                return None
            stored = json.loads(self._path.read_bytes())
            if stored["signOuts"] == self.sign_outs:
                return edited_of_json(stored["outline"])
        return None

    def forget(self) -> None:
        """Delete the stored outline."""
        if self.owner:
            with suppress(OSError):
                self._path.unlink()

    @property
    def _path(self) -> Path:
        return self.folder / f"{self.owner}.json"

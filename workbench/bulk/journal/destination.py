"""Where the lessons of a run go, as a value. Source: ours (bulk)."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

DEFAULT_PROJECT: Final = "the default project"


@dataclass(frozen=True, slots=True)
class Destination:
    """Where lessons go. Without a project it is the service's default one. The name is for people, and untrusted."""

    project_id: str | None = None
    project_name: str | None = None

    @property
    def identity(self) -> dict[str, str]:
        """What is part of a row's key: what the service is told, and no name that somebody may change."""
        return {} if self.project_id is None else {"projectId": self.project_id}

    def stored(self) -> str:
        """As the journal stores it: JSON, which later versions may extend."""
        name = {} if self.project_name is None else {"projectName": self.project_name}
        return json.dumps({**self.identity, **name}, separators=(",", ":"))

    def __str__(self) -> str:
        return self.project_name or self.project_id or DEFAULT_PROJECT


@lru_cache(maxsize=64)
def stored_destination(text: str) -> Destination:
    """The destination in the text that `Destination.stored` gave."""
    fields = json.loads(text)
    return Destination(fields.get("projectId"), fields.get("projectName"))

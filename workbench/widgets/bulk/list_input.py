"""Where a list comes in: a file that is dropped or chosen, or lines that are pasted. Part of the list's panel."""

from __future__ import annotations

from collections.abc import Callable
from os import PathLike
from pathlib import Path
from typing import Final

import ipywidgets

from workbench.bulk.reading.sources import MAX_FILE_BYTES, file_bytes, path_of
from workbench.widgets.bulk.stored_lists import ListSource
from workbench.widgets.kit.controls import button, line
from workbench.widgets.kit.entry import TextEntry
from workbench.widgets.kit.file_drop import FileDrop

ACCEPTED: Final = ".xlsx,.xlsm,.csv,.tsv,.tab,.txt,.md,.parquet,.pq"
_HINT: Final = (
    "Excel, CSV, TSV, text or Parquet; up to 50 MB and 100,000 lines. Nothing is created before you approve it."
)


class ListInput(ipywidgets.VBox):  # type: ignore[misc]  # ipywidgets ships no types
    """`take(source)` gets each list that comes in, `refuse(reason)` is told of a file that cannot."""

    def __init__(self, take: Callable[[ListSource], object], refuse: Callable[[str], object]) -> None:
        self._take = take
        self.drop = FileDrop(
            "Drop a list of topics here",
            lambda name, data: take(ListSource(name, data)),
            refuse,
            hint=_HINT,
            accept=ACCEPTED,
            max_bytes=MAX_FILE_BYTES,
        )
        self.pasted = TextEntry("Or paste topics, one per line", hint="You can paste cells from a spreadsheet", lines=3)
        self.paste_button = button("Check these topics", self.take_pasted)
        super().__init__((self.drop, self.pasted, line(self.paste_button)))
        self.add_class("wb-stack")

    def take_pasted(self) -> None:
        """Take the lines that were pasted as a list; nothing where there are none."""
        if self.pasted.value.strip():
            self._take(ListSource("", self.pasted.value.encode(errors="replace")))  # text, also where it names a file

    def __repr__(self) -> str:
        return repr(self.drop)


def list_source(topics: str | PathLike[str]) -> ListSource:
    """The list of a file, or of pasted text. Raises `PlanRejected` for a file that cannot be read."""
    path = path_of(topics) if isinstance(topics, str) else Path(topics)
    if path is not None:
        return ListSource(path.name, file_bytes(path))
    return ListSource("", str(topics).encode(errors="replace"))

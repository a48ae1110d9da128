"""A finished report: the frame with its metadata. Every format is made from it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime
from typing import TYPE_CHECKING, Any

from workbench.authoring.characters import without_unfit
from workbench.columns import Columns

if TYPE_CHECKING:
    import pandas
    import pyarrow


@dataclass(frozen=True, slots=True)
class FinishedReport:
    """A report's name and description, its columns, the frame, what is missing, and when it was read (ISO 8601)."""

    name: str
    about: str
    columns: Columns
    frame: pandas.DataFrame
    missing: tuple[str, ...] = ()
    at: str = ""

    def table(self) -> pyarrow.Table:
        """Return the frame as an Arrow table of its columns."""
        import pyarrow

        return pyarrow.Table.from_pandas(self.frame, preserve_index=False).replace_schema_metadata()

    def rows(self) -> Iterator[tuple[Any, ...]]:
        """Yield the rows as plain Python values; missing is None."""
        for batch in self.table().to_batches(max_chunksize=10_000):
            yield from zip(*(column.to_pylist() for column in batch.columns), strict=True)

    def printable_rows(self) -> Iterator[tuple[Any, ...]]:
        """Yield the same rows for display, with a space for each character that controls how text is shown.

        The service refuses such characters now; older content may contain them. A list is one text.
        """
        for row in self.rows():
            texts = (value_text(cell) if isinstance(cell, list) else cell for cell in row)
            yield tuple(without_unfit(text) if isinstance(text, str) else text for text in texts)


def value_text(value: object) -> str:
    """Return a value as text files show it.

    ISO 8601 with `Z` for times, true and false, nothing for missing values. The items of a list are separated by
    commas.
    """
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, datetime):
        return value.isoformat(timespec="milliseconds").replace("+00:00", "Z")
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, list):
        return ", ".join(map(value_text, value))
    return repr(value) if isinstance(value, float) else str(value)

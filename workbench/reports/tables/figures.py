"""The few numbers that a report comes down to, for a card above the table; each report declares its own."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final, Literal, NamedTuple

if TYPE_CHECKING:
    import pandas

_MOST: Final = 7


class Figure(NamedTuple):
    """A figure of a report: its column, how it is counted, and its label.

    `sum` adds up numbers, `true` counts rows that say yes, `distinct` the different values; `values` counts the
    rows of every value, under that value; `last` is the latest day.
    """

    column: str
    how: Literal["sum", "true", "distinct", "values", "last"]
    what: str = ""


LANGUAGE_COUNT: Final = Figure("language", "distinct", "languages")
AUTHOR_COUNT: Final = Figure("created_by_id", "distinct", "authors")
PROJECT_COUNT: Final = Figure("project_id", "distinct", "projects")
LAST_CHANGE: Final = Figure("updated_at", "last", "last change")
LAST_ENTRY: Final = Figure("at", "last", "last entry")
SPENT: Final = Figure("spent_credits", "sum", "credits spent")


class KeyFigure(NamedTuple):
    """A figure, and its value as people read it."""

    what: str
    shown: str


def figures(frame: pandas.DataFrame, declared: Sequence[Figure]) -> list[KeyFigure]:
    """Return at most seven figures; for an empty or incomplete frame, only its number of rows."""
    key_figures = [KeyFigure("rows", f"{len(frame):,}")]
    if frame.empty or not frame.attrs.get("is_complete", True):
        return key_figures  # figures of a part would be mistaken for the whole
    if "organization_id" in frame.columns and frame["organization_id"].nunique() > 1:
        key_figures.append(KeyFigure("organizations", f"{frame['organization_id'].nunique():,}"))
    for figure in declared:
        if figure.column in frame.columns and frame[figure.column].notna().any():
            key_figures += _key_figures(frame[figure.column], figure)
    return key_figures[:_MOST]


def _key_figures(values: pandas.Series, figure: Figure) -> Iterator[KeyFigure]:
    match figure.how:
        case "sum":
            yield KeyFigure(figure.what, f"{int(values.sum()):,}")
        case "true":
            yield KeyFigure(figure.what, f"{int(values.fillna(False).sum()):,}")
        case "distinct":
            yield KeyFigure(figure.what, f"{values.nunique():,}")
        case "values":
            yield from (KeyFigure(str(value), f"{int(count):,}") for value, count in values.value_counts().items())
        case "last":
            yield KeyFigure(figure.what, f"{values.max():%Y-%m-%d}")

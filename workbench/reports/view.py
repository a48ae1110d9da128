"""A report as a notebook shows it: its key figures as cards, and the table; a long one can be searched and sorted.

The table is plain HTML, which every viewer of a saved notebook shows; a small script in the output adds the search.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from functools import cache
from html import escape
from itertools import accumulate
from pathlib import Path
from typing import TYPE_CHECKING, Final

from workbench.reports.catalogue import REPORTS
from workbench.reports.tables.figures import KeyFigure, figures
from workbench.text import display_text, escape_html
from workbench.wording import count_text

if TYPE_CHECKING:
    import pandas

SHORT_ROWS: Final = 20
"""Rows of a table that is shown without search and pages."""

_CARDS: Final = "display:flex;flex-wrap:wrap;gap:.6rem;margin:.2rem 0 .8rem"
_CARD: Final = (
    "border:1px solid var(--jp-border-color2,#bdbdbd);border-radius:.5rem;padding:.45rem .8rem;min-width:6.5rem"
)
# JupyterLab lets terms float; these do not.
_BLOCK: Final = "display:block;float:none;width:auto;padding:0;text-align:start;margin:0"
_WHAT: Final = f"{_BLOCK};color:var(--jp-ui-font-color2,#616161);font-size:.8rem;font-weight:400"
_SHOWN: Final = f"{_BLOCK};font-size:1.25rem;font-weight:650;font-variant-numeric:tabular-nums"
SEARCHED_ROWS: Final = 1000
SEARCHED_CHARACTERS: Final = 300_000
"""A longer table is searched in its first rows, so that a saved notebook stays small; how many is said."""

_LONGEST: Final = 120
_SCRIPT: Final = Path(__file__).with_name("long_table.js")
_MARKUP_OF_CELL: Final = len('<td style="text-align:right"></td>')
"""Characters around a cell."""


@dataclass(frozen=True)
class ReportView:
    """A report's frame with its key figures. `columns` are those that the table shows."""

    frame: pandas.DataFrame
    columns: tuple[str, ...]

    @property
    def text(self) -> str:
        """Key figures in one sentence, for readers who cannot see the cards."""
        name = str(self.frame.attrs.get("report", "report")).replace("-", " ")
        return f"{name.capitalize()}: {', '.join(_as_words(figure) for figure in self.figures)}."

    @property
    def figures(self) -> list[KeyFigure]:
        """The key figures that the frame's report declares; for a table that is not a report, its row count."""
        report = REPORTS.get(str(self.frame.attrs.get("report")))
        return figures(self.frame, report.figures if report else ())

    def __repr__(self) -> str:
        left = len(self.frame) - SHORT_ROWS
        more = f"\nAnd {count_text(left, 'more row')}." if left > 0 else ""
        return f"{self.text}\n{self._table().head(SHORT_ROWS).to_string(index=False)}{more}"

    def _repr_html_(self) -> str:
        notes = "".join(f"<p>{escape_html(sentence)}</p>" for sentence in self.frame.attrs.get("missing", ()))
        table = self._table()
        body = _searchable(table) if len(table) > SHORT_ROWS else _plain(table)
        return f'<section aria-label="{escape(self.text, quote=True)}">{_cards(self.figures)}{notes}{body}</section>'

    def _table(self) -> pandas.DataFrame:
        return self.frame[list(self.columns)]


def view(frame: pandas.DataFrame, columns: tuple[str, ...] = ()) -> ReportView:
    """Return the view of a report; without `columns`, all but ids, `extra` and those without any value."""
    return ReportView(frame, columns or shown_columns(frame))


def shown_columns(frame: pandas.DataFrame) -> tuple[str, ...]:
    """Return the columns that people look at: all but ids, `extra` and those without any value."""
    known = frame.columns if frame.empty else frame.columns[frame.notna().any()]
    return tuple(str(column) for column in known if not str(column).endswith("_id") and column != "extra")


def _as_words(figure: KeyFigure) -> str:
    is_count = figure.shown.replace(",", "").isdigit()
    if figure.shown == "1":
        return f"1 {figure.what.removesuffix('s')}"
    return f"{figure.shown} {figure.what}" if is_count else f"{figure.what} {figure.shown}"


def _cards(shown: list[KeyFigure]) -> str:
    cards = "".join(
        f'<div style="{_CARD}"><dt style="{_WHAT}">{escape(figure.what)}</dt>'
        f'<dd style="{_SHOWN}">{escape(figure.shown)}</dd></div>'
        for figure in shown
    )
    return f'<dl style="{_CARDS}">{cards}</dl>'


def _searchable(table: pandas.DataFrame) -> str:
    searched = _beginning(table.head(SEARCHED_ROWS))
    count = f"The first {len(searched):,} of {len(table):,} rows"
    is_cut = len(searched) < len(table)
    note = f"<p>{count}, so that the notebook stays small; the frame has them all.</p>" if is_cut else ""
    return f"{note}{_plain(searched)}<script>{_script()}</script>"


@cache
def _script() -> str:
    """Return the module as a script for one output, which makes the table of the element that it is in searchable."""
    lines = _SCRIPT.read_text(encoding="utf-8").replace("\nexport function", "\nfunction").splitlines()
    module = "\n".join(line.strip() for line in lines if not line.lstrip().startswith(("//", "/**")))
    return f"(() => {{\n{module}\nmakeSearchable(document.currentScript?.parentElement);\n}})();"


def _beginning(table: pandas.DataFrame) -> pandas.DataFrame:
    """Return as many of the first rows as the characters allow, and at least as many as a short table has."""
    rows = accumulate(
        sum(len(cell_text(cell)) + _MARKUP_OF_CELL for cell in row)
        for row in table.astype(object).itertuples(index=False, name=None)
    )
    return table.head(max(SHORT_ROWS, sum(characters <= SEARCHED_CHARACTERS for characters in rows)))


def is_number(column: pandas.Series) -> bool:
    """Return whether the column holds numbers, which people read from the right."""
    import pandas

    kinds = pandas.api.types
    return bool(kinds.is_integer_dtype(column.dtype) or kinds.is_float_dtype(column.dtype))


def _text(value: object) -> str:
    import pandas

    if isinstance(value, float) and value == value:
        return f"{value:.2f}"

    if value is None or value is pandas.NA or value is pandas.NaT:
        return ""
    if isinstance(value, datetime):
        return value.strftime("%Y-%m-%d %H:%M")
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        value = ", ".join(map(str, value))
    return display_text(value, longest=_LONGEST)


def _plain(table: pandas.DataFrame) -> str:
    """Return the table, text left and numbers right; the rows after the first page are below it, to be opened.

    Alignment is in each cell: style sheets are taken out of a notebook that somebody else made.
    """
    sides = [f' style="text-align:{"right" if is_number(table[name]) else "left"}"' for name in table.columns]
    names = zip(table.columns, sides, strict=True)
    head = "".join(f'<th scope="col"{side}>{escape(str(column))}</th>' for column, side in names)
    rows = [
        "<tr>"
        + "".join(f"<td{side}>{escape(cell_text(cell))}</td>" for cell, side in zip(row, sides, strict=True))
        + "</tr>"
        for row in table.astype(object).itertuples(index=False, name=None)
    ]
    start = f'<table class="dataframe"><thead><tr>{head}</tr></thead><tbody>'
    shown, rest = "".join(rows[:SHORT_ROWS]), rows[SHORT_ROWS:]
    if not rest:
        return f"{start}{shown}</tbody></table>"
    more = f"<summary>{count_text(len(rest), 'more row')}</summary>{start}{''.join(rest)}</tbody></table>"
    return f"{start}{shown}</tbody></table><details>{more}</details>"


def cell_text(value: object) -> str:
    """Return a value as people read it: numbers with separators, times to the minute, nothing for what is missing."""
    if isinstance(value, float):
        return "" if value != value else f"{value:,.2f}"
    is_whole = isinstance(value, int) and not isinstance(value, bool)
    return f"{value:,}" if is_whole else _text(value)

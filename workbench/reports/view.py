"""A report as a notebook shows it: its key figures as cards, and the table; a long one can be searched and sorted.

The long table is itables' (extra `tables`), which works without any network.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from html import escape
from itertools import accumulate
from typing import TYPE_CHECKING, Any, Final

from workbench.reports.catalogue import REPORTS
from workbench.reports.tables.figures import KeyFigure, figures
from workbench.text import display_text, escape_html
from workbench.wording import count_text

if TYPE_CHECKING:
    import pandas

SHORT_ROWS: Final = 20
"""A table of so many rows is shown as it stands."""

_CARDS: Final = "display:flex;flex-wrap:wrap;gap:.6rem;margin:.2rem 0 .8rem"
_CARD: Final = (
    "border:1px solid var(--jp-border-color2,#bdbdbd);border-radius:.5rem;padding:.45rem .8rem;min-width:6.5rem"
)
# JupyterLab lets terms float; these do not.
_BLOCK: Final = "display:block;float:none;width:auto;padding:0;text-align:start;margin:0"
_WHAT: Final = f"{_BLOCK};color:var(--jp-ui-font-color2,#616161);font-size:.8rem;font-weight:400"
_SHOWN: Final = f"{_BLOCK};font-size:1.25rem;font-weight:650;font-variant-numeric:tabular-nums"
SEARCHED_ROWS: Final = 1000
SEARCHED_CHARACTERS: Final = 150_000
"""A longer table is searched in its first rows, so that a saved notebook stays small; how many is said."""

_LONGEST: Final = 120
_SEARCHABLE: Final[dict[str, Any]] = {
    "connected": False,  # the script comes along, nothing is fetched
    "showIndex": False,
    "maxBytes": 0,  # what is left out is said here, in our words
    "pageLength": SHORT_ROWS,
    "lengthMenu": [SHORT_ROWS, 50, 200],
    "classes": "display compact",
    "style": "width:100%;table-layout:auto",
    "autoWidth": False,
}


@dataclass(frozen=True)
class ReportView:
    """A report's frame with its key figures. `columns` are those that the table shows."""

    frame: pandas.DataFrame
    columns: tuple[str, ...]

    @property
    def text(self) -> str:
        """Key figures in one sentence, for readers who cannot see the cards."""
        name = str(self.frame.attrs.get("report", "report")).replace("-", " ")
        return f"{name.capitalize()}: {', '.join(_as_words(figure) for figure in _figures(self.frame))}."

    def __repr__(self) -> str:
        left = len(self.frame) - SHORT_ROWS
        more = f"\nAnd {count_text(left, 'more row')}." if left > 0 else ""
        return f"{self.text}\n{self._table().head(SHORT_ROWS).to_string(index=False)}{more}"

    def _repr_html_(self) -> str:
        notes = "".join(f"<p>{escape_html(sentence)}</p>" for sentence in self.frame.attrs.get("missing", ()))
        table = self._table()
        body = (_searchable(table) if len(table) > SHORT_ROWS else None) or _plain(table)
        return f'<section aria-label="{escape(self.text, quote=True)}">{_cards(self.frame)}{notes}{body}</section>'

    def _table(self) -> pandas.DataFrame:
        return self.frame[list(self.columns)]


def view(frame: pandas.DataFrame, columns: tuple[str, ...] = ()) -> ReportView:
    """Return the view of a report; without `columns`, all but ids, `extra` and those without any value."""
    return ReportView(frame, columns or shown_columns(frame))


def shown_columns(frame: pandas.DataFrame) -> tuple[str, ...]:
    """Return the columns that people look at: all but ids, `extra` and those without any value."""
    known = frame.columns if frame.empty else frame.columns[frame.notna().any()]
    return tuple(str(column) for column in known if not str(column).endswith("_id") and column != "extra")


def _figures(frame: pandas.DataFrame) -> list[KeyFigure]:
    """Return the figures that the frame's report declares; for a table that is not a report, its row count."""
    report = REPORTS.get(str(frame.attrs.get("report")))
    return figures(frame, report.figures if report else ())


def _as_words(figure: KeyFigure) -> str:
    is_count = figure.shown.replace(",", "").isdigit()
    if figure.shown == "1":
        return f"1 {figure.what.removesuffix('s')}"
    return f"{figure.shown} {figure.what}" if is_count else f"{figure.what} {figure.shown}"


def _cards(frame: pandas.DataFrame) -> str:
    cards = "".join(
        f'<div style="{_CARD}"><dt style="{_WHAT}">{escape(figure.what)}</dt>'
        f'<dd style="{_SHOWN}">{escape(figure.shown)}</dd></div>'
        for figure in _figures(frame)
    )
    return f'<dl style="{_CARDS}">{cards}</dl>'


def _searchable(table: pandas.DataFrame) -> str | None:
    try:
        from itables import options, to_html_datatable
        from itables.javascript import generate_init_offline_itables_html
    except ImportError:  # the plain table does without
        return None
    # Every table includes the script, so that each output works by itself when a notebook is opened again.
    script = generate_init_offline_itables_html(options.dt_bundle)
    readable = _beginning(_readable(table.head(SEARCHED_ROWS)))
    sides: dict[str, list[int]] = {"dt-left": [], "dt-right": []}
    for place, name in enumerate(table.columns):
        sides["dt-right" if _is_number(table[name]) else "dt-left"].append(place)
    aligned = [{"targets": places, "className": side} for side, places in sides.items()]
    drawn = to_html_datatable(readable, columnDefs=aligned, **_SEARCHABLE)
    count = f"The first {len(readable):,} of {len(table):,} rows"
    is_cut = len(readable) < len(table)
    note = f"<p>{count}, so that the notebook stays small; the frame has them all.</p>" if is_cut else ""
    return f"{note}{script}{drawn}"


def _beginning(readable: pandas.DataFrame) -> pandas.DataFrame:
    """Return as many of the first rows as the characters allow, and at least as many as a short table has."""
    rows = accumulate(sum(len(str(cell)) for cell in row) for row in readable.itertuples(index=False))
    return readable.head(max(SHORT_ROWS, sum(characters <= SEARCHED_CHARACTERS for characters in rows)))


def _readable(table: pandas.DataFrame) -> pandas.DataFrame:
    """Text short and without hidden signs, times as people read them, numbers as they are, nothing for what is missing.

    A column of numbers where one is missing is of text, which a table in the browser sorts as numbers all the same.
    """
    import pandas

    made: dict[str, Any] = {}
    for name in table.columns:
        column = table[name]
        if _is_number(column) and not column.isna().any():
            is_whole = pandas.api.types.is_integer_dtype(column.dtype)
            made[name] = column.astype("int64") if is_whole else column.astype("float64").round(2)
        else:
            made[name] = pandas.Series(
                [_text(value) for value in column.astype(object)], index=table.index, dtype=object
            )
    return pandas.DataFrame(made)


def _is_number(column: pandas.Series) -> bool:
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
    head = "".join(f'<th scope="col">{escape(str(column))}</th>' for column in table.columns)
    plain = table.head(SHORT_ROWS).astype(object)
    rows = "".join(
        f"<tr>{''.join(f'<td>{escape(_cell(cell))}</td>' for cell in row)}</tr>"
        for row in plain.itertuples(index=False, name=None)
    )
    left = len(table) - SHORT_ROWS
    more = f"<p>And {count_text(left, 'more row')}.</p>" if left > 0 else ""
    return f'<table class="dataframe"><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>{more}'


def _cell(value: object) -> str:
    if isinstance(value, float):
        return "" if value != value else f"{value:,.2f}"
    is_whole = isinstance(value, int) and not isinstance(value, bool)
    return f"{value:,}" if is_whole else _text(value)

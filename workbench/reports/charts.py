"""Charts of reports: credits burning down with the forecast's band, what was spent, and language coverage.

Charts are interactive offline (plotly; extra `plots`) and have a text that describes them. Their background is
transparent, and their colours are readable on light and dark; in Jupyter their text takes the theme's colour. A
notebook also saves a picture (`chart_picture`).
"""

from __future__ import annotations

from base64 import b64encode
from collections import Counter
from dataclasses import dataclass
from datetime import timedelta
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from workbench.client.atomic_write import write_whole_text
from workbench.client.extras import how_to_install
from workbench.client.lookups.names import distinct_names
from workbench.columns import (
    rows_of_organizations,
)
from workbench.errors import Misconfigured
from workbench.reports.chart_picture import png
from workbench.reports.credits.spending import daily
from workbench.text import display_text, escape_html
from workbench.wording import count_text

if TYPE_CHECKING:
    import pandas

CHART_TYPE: Final = "application/vnd.lesson-workbench.chart+json"
"""The type by which our JupyterLab extension shows the chart instead of its picture."""
_SOFT, _LINE, _CLEAR = "#5f97c9", "rgba(128,128,128,0.3)", "rgba(0,0,0,0)"
_GREY = "#767676"
"""Colour of text without a theme: contrast 4.5:1 on white, 4.1:1 on JupyterLab's dark background."""
_SERIES: Final = ("#3d85c6", "#c8643a", "#3a9d74", "#8b6cc0", "#a3863c")
_WORDS: Final = "wb-chart-words"
_THEMED: Final = "".join(
    f".jp-OutputArea-child:has(+ .jp-OutputArea-child .{_WORDS}) .main-svg {part}"
    f"{{fill: var(--jp-content-font-color1, {_GREY}) !important}}"
    for part in (".infolayer text", ".xtick text", ".ytick text")
)
_LONGEST: Final = 40
_MOST: Final = 30
_STATES: Final = ("missing", "stale", "there", "translated", "source")
_MARKS: Final = dict(zip(_STATES, ("– missing", "! stale", "there", "✓ translated", "source"), strict=True))
"""The text of a cell, so that colour is never the only sign."""
_COLOURS: Final = ("#d8d3ca", "#e9b44c", "#a9cbb9", "#2e7d5b", "#3d6f9e")
_AHEAD_DAYS: Final = 120
_DAY_MS: Final = 86_400_000
_FEW_BARS: Final = 12
_HEAD_PIXELS, _BAR_PIXELS = 130, 38


@dataclass(frozen=True)
class Chart:
    """A plotly figure and the text that replaces it where it cannot be seen."""

    figure: Any
    text: str

    def __repr__(self) -> str:
        return self.text

    def _ipython_display_(self) -> None:
        """Display the chart and its text beneath, for readers who cannot see one of them."""
        from IPython.display import display

        html = f'<style>{_THEMED}</style><p class="{_WORDS}">{escape(self.text)}</p>'
        words = {"text/html": html, "text/plain": self.text}
        for bundle in (self._repr_mimebundle_(), words):
            display(bundle, raw=True)  # type: ignore[no-untyped-call]

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None, **kwargs: Any) -> dict[str, Any]:
        bundle: dict[str, Any] = self.figure._repr_mimebundle_(include, exclude, **kwargs) or {}
        picture = b64encode(png(self.figure)).decode()
        return {**bundle, CHART_TYPE: {}, "image/png": picture, "text/plain": self.text}

    def save(self, path: str | Path) -> Path:
        """Write the chart as one HTML page that needs no network, the text beneath it, and return the path."""
        drawn = self.figure.to_html(include_plotlyjs=True, full_html=False, config={"displaylogo": False})
        page = (
            '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Chart</title></head>'
            '<body style="font:15px/1.5 system-ui,sans-serif;margin:1.5rem">'
            f'<figure style="margin:0"><div role="img" aria-label="{escape(self.text, quote=True)}">{drawn}</div>'
            f"<figcaption>{escape(self.text)}</figcaption></figure></body></html>\n"
        )
        write_whole_text(Path(path), page)
        return Path(path)


def burn_down(ledger: pandas.DataFrame, outlook: pandas.DataFrame) -> Chart:
    """Return a chart of each organization's daily balance, and the forecast's band until it is spent."""
    objects = _plotly()
    missing = _missing(ledger, outlook)
    ledger = _complete_rows(ledger)
    figure, messages = objects.Figure(), []
    names = _organization_names(ledger)
    for (_, key), days in daily(ledger).groupby(["organization", "organization_id"], dropna=False):
        name = names.get(key, "")
        rows = outlook[(outlook["organization_id"] == key).fillna(False)]
        row = None if rows.empty else rows.iloc[0]
        days = _until_today(days, row)
        label = escape_html(name, longest=_LONGEST)
        figure.add_scatter(x=days["day"], y=days["balance_credits"], name=label, mode="lines+markers", line_shape="hv")
        last, balance = days["day"].iloc[-1], int(days["balance_credits"].iloc[-1])
        messages.append(
            f"{display_text(name)}: {count_text(balance, 'credit')} on {last:%Y-%m-%d}"
            f"{'' if row is None else ', ' + row['message']}"
        )
        if row is not None:
            _band(figure, label, last, balance, row)
    _style_figure(figure, "Credits left", "credits")
    drawn = [day for entry in figure.data for day in entry.x]
    if drawn and min(drawn) == max(drawn):  # plotly would label a single day in milliseconds
        figure.update_xaxes(range=[drawn[0] - timedelta(days=3), drawn[0] + timedelta(days=3)], tickformat="%Y-%m-%d")
    return Chart(figure, "Credits left, day by day. " + ("; ".join(messages) or "No entries") + "." + missing)


def spending(credits: pandas.DataFrame) -> Chart:
    """Return a chart of the spending, a bar for each row of the report on credits.

    It shows the thirty largest, or all days.
    """
    objects = _plotly()
    missing = _missing(credits)
    credits = _complete_rows(credits)
    if credits.empty:
        _style_figure(figure := objects.Figure(), "Credits spent", "credits")
        return Chart(figure, f"Credits spent: {'not available.' if missing else 'nothing was spent.'}{missing}")
    by = str(credits["by"].iloc[0])
    is_time = by in ("day", "week", "month")
    rows = credits if is_time else credits.nlargest(_MOST, "spent_credits")
    figure = objects.Figure()
    owners = _organization_names(rows)
    for key, frame in rows.groupby("organization_id", dropna=False, sort=False):
        names = [escape_html(one, longest=_LONGEST) for one in frame["name"].fillna("none").astype(object)]
        amounts = frame["spent_credits"].astype("int64").tolist()
        sides = {"x": names, "y": amounts} if is_time else {"x": amounts, "y": names, "orientation": "h"}
        figure.add_bar(name=escape_html(owners.get(key, ""), longest=_LONGEST), **sides)
    _style_figure(figure, f"Credits spent by {by}", "" if not is_time else "credits")
    if is_time:
        _on_whole_days(figure, by, rows["name"])
    else:
        figure.update_yaxes(autorange="reversed")
        figure.update_layout(height=_HEAD_PIXELS + _BAR_PIXELS * max(2, rows["name"].nunique()))
    if len(rows) and rows["spent_credits"].max() < 8:  # half a credit is never spent
        (figure.update_yaxes if is_time else figure.update_xaxes)(dtick=1)
    several, top = len(owners) > 1, rows.head(5)
    first = ", ".join(
        f"{display_text(name, longest=_LONGEST)}"
        f"{f' ({display_text(owners[organization_id], longest=_LONGEST)})' if several else ''} {credits_spent:,}"
        for name, organization_id, credits_spent in zip(
            top["name"].fillna("none"), top["organization_id"], top["spent_credits"], strict=True
        )
    )
    return Chart(figure, f"Credits spent by {by}: {int(credits['spent_credits'].sum()):,} in total. {first}.{missing}")


def covered(coverage: pandas.DataFrame) -> Chart:
    """Return a chart of topics by languages: source, translated, there, stale or missing.

    It has the first thirty topics, and its text says so. `translated` is linked to its source; `there` is a lesson on
    the topic without such a link.
    """
    objects = _plotly()
    missing = _missing(coverage)
    coverage = _complete_rows(coverage)
    ties = coverage["tie"].map({"translation": "translated", "source": "source"})
    coverage = coverage.assign(state=coverage["state"].mask((coverage["state"] == "there") & ties.notna(), ties))
    rows = matrix(coverage, by_id=True)
    table = rows[:_MOST]
    organization_labels = _organization_labels(coverage)
    topics = _distinct(
        [
            " ".join(
                filter(
                    None,
                    (escape_html(topic, longest=_LONGEST), escape_html(organization_labels[key], longest=_LONGEST)),
                )
            )
            for _, key, topic, _ in table.index
        ]
    )
    cells = [[cell if isinstance(cell, str) else "" for cell in row] for row in table.astype(object).to_numpy()]
    values = [[_STATES.index(cell) if cell else None for cell in row] for row in cells]
    figure = objects.Figure()
    figure.add_heatmap(
        z=values, x=list(table.columns), y=topics, colorscale=_scale(), zmin=0, zmax=len(_STATES) - 1, showscale=False,
        xgap=3, ygap=3, text=[[_MARKS.get(cell, "") for cell in row] for row in cells], texttemplate="%{text}",
        hovertemplate="%{y}, %{x}: %{text}<extra></extra>",
    )  # fmt: skip
    _style_figure(figure, "Topics by languages", "")
    figure.update_yaxes(autorange="reversed", dtick=1)
    figure.update_layout(height=_HEAD_PIXELS + _BAR_PIXELS * max(2, len(topics)))
    counts = ", ".join(f"{count:,} {state}" for state, count in coverage["state"].value_counts().items())
    drawn = f" The first {_MOST} are drawn." if len(rows) > _MOST else ""
    return Chart(
        figure,
        f"Language coverage of {_count_phrase(len(rows), 'topic')}: {counts or 'no lessons'}.{drawn}{missing}",
    )


def _distinct(labels: list[str]) -> list[str]:
    """Return the labels made unique: the second of a name is followed by a 2.

    Rows with equal labels would be drawn as one.
    """
    numbers: Counter[str] = Counter()
    distinct_labels = []
    for label in labels:
        numbers[label] += 1
        distinct_labels.append(label if numbers[label] == 1 else f"{label} {numbers[label]}")
    return distinct_labels


def _scale() -> list[list[object]]:
    """Return a colour for each state, at its place between 0 and 1."""
    return [[index / (len(_COLOURS) - 1), colour] for index, colour in enumerate(_COLOURS)]


def _on_whole_days(figure: Any, by: str, names: pandas.Series) -> None:
    """Draw each bar over its day, week or month, labelled beneath its middle, not centred on midnight."""
    import pandas

    period, tick_format, freq = {
        "day": (_DAY_MS, "%Y-%m-%d", "D"),
        "week": (7 * _DAY_MS, "%Y-%m-%d", "W-SUN"),
        "month": ("M1", "%Y-%m", "M"),
    }[by]
    first = names.min()
    figure.update_xaxes(type="date", ticklabelmode="period", tickformat=tick_format)
    if names.nunique() <= _FEW_BARS:  # else hours are named beneath the bars
        figure.update_xaxes(tick0=first, dtick=period)
    if names.nunique() > 1:
        figure.update_traces(xperiod=period, xperiod0=first, xperiodalignment="middle")
        return
    only = pandas.Period(first, freq)  # a bar that fills the chart would have no name beneath it
    length = only.end_time - only.start_time
    middle = [only.start_time + length / 2]
    figure.update_traces(x=middle, width=0.8 * length.total_seconds() * 1000 / len(figure.data))
    figure.update_xaxes(range=[(only - 1).start_time, (only + 1).end_time])


def _complete_rows(frame: pandas.DataFrame) -> pandas.DataFrame:
    """Return the rows of organizations whose rows are complete; a part would be drawn as the whole."""
    return frame[~rows_of_organizations(frame, frame.attrs.get("incomplete_organizations", []))]


def _missing(*frames: pandas.DataFrame) -> str:
    """Return sentences on what is missing, to follow a chart's own; empty if nothing is."""
    return "".join(
        f" {sentence}"
        for sentence in dict.fromkeys(sentence for frame in frames for sentence in frame.attrs.get("missing", ()))
    )


def _organization_labels(coverage: pandas.DataFrame) -> dict[Any, str]:
    """Return what distinguishes organizations with the same topic, by id: nothing for one, else the name."""
    names = _organization_names(coverage)
    return {key: f"({name})" if len(names) > 1 else "" for key, name in names.items()}


def _organization_names(frame: pandas.DataFrame) -> dict[Any, str]:
    """Return the organizations' names by id, each different from the others."""
    places = frame.drop_duplicates("organization_id")
    names = distinct_names(
        (str(key), "" if _is_missing(name) else name, "")
        for key, name in zip(places["organization_id"], places["organization"], strict=True)
    )
    return {key: names[str(key)] for key in places["organization_id"]}


def _count_phrase(count: int, what: str) -> str:
    return f"{count:,} {what}" if count == 1 else f"{count:,} {what}s"


def _until_today(days: pandas.DataFrame, row: Any) -> pandas.DataFrame:
    """Return the days and the day from which the forecast is counted: the balance stays until then."""
    import pandas

    if row is None or _is_missing(row["ends_on"]):
        return days
    today = pandas.Timestamp(row["ends_on"]).tz_localize("UTC") - timedelta(days=int(row["days_left"]))
    if today <= days["day"].iloc[-1]:
        return days
    return pandas.concat([days, days.tail(1).assign(day=today, spent_credits=0)], ignore_index=True)


def _band(figure: Any, label: str, last: Any, balance: int, left: Any) -> None:
    for column, dash in (("low_days", "dot"), ("days_left", "dash"), ("high_days", "dot")):
        days = left[column]
        if not _is_missing(days):
            until = min(int(days), _AHEAD_DAYS)
            rest = balance * (1 - until / int(days)) if int(days) else 0
            x, y = [last, last + timedelta(days=until)], [balance, rest]
            name = f"{label}, {column.replace('_', ' ')}"
            line = {"dash": dash, "width": 1.5, "color": _SOFT}
            figure.add_scatter(x=x, y=y, name=name, mode="lines", line=line, showlegend=False)


def _is_missing(value: Any) -> bool:
    import pandas

    return bool(pandas.isna(value))


def _style_figure(figure: Any, title: str, unit: str) -> None:
    grid = {"gridcolor": _LINE, "zerolinecolor": _LINE, "automargin": True}
    figure.update_layout(
        title={"text": title, "x": 0, "xanchor": "left", "xref": "paper"},
        template="plotly_white",
        colorway=_SERIES,
        paper_bgcolor=_CLEAR,
        plot_bgcolor=_CLEAR,
        font={"family": "system-ui, sans-serif", "size": 13, "color": _GREY},
        title_font_color=_GREY,
        margin={"l": 10, "r": 10, "t": 60, "b": 40},
        legend={"orientation": "h", "y": -0.15},
        height=420,
        yaxis_title=unit or None,
    )
    figure.update_xaxes(**grid)
    figure.update_yaxes(**grid, rangemode="tozero" if unit else "normal")


def _plotly() -> Any:
    try:
        from plotly import graph_objects
    except ImportError:
        raise Misconfigured(f"Charts need one more package. Install it with: {how_to_install('plots')}") from None
    return graph_objects


def matrix(coverage: pandas.DataFrame, *, by_id: bool = False) -> pandas.DataFrame:
    """Return the report as a table of topics by languages with the state in each cell, for people to look at.

    A row is named by organization and topic; with `by_id`, the organization's id follows its name, and the id of the
    translated lesson comes last; two organizations of one name, and two lessons on one topic, have separate rows.
    """
    index = ["organization", "organization_id", "topic", "source_lesson_id"]
    filled = coverage.assign(source_lesson_id=coverage["source_lesson_id"].fillna(""))
    table: pandas.DataFrame = filled.pivot(index=index, columns="language", values="state")
    return table if by_id else table.droplevel(["organization_id", "source_lesson_id"])

"""A chart as a picture, for viewers that run no script: GitHub, `nbconvert`, e-mail.

Drawn by matplotlib (extra `plots`). Knows the marks that `charts` uses: lines, bars, and a grid of named states.
"""

from __future__ import annotations

from html import unescape
from io import BytesIO
from itertools import pairwise
from typing import Any, Final

from workbench.client.extras import how_to_install
from workbench.errors import Misconfigured

_DOTS_PER_INCH: Final = 100
_WIDTH_INCHES: Final = 8.0
_PIXELS_PER_INCH: Final = 96
_STYLES: Final = {"dash": "dashed", "dot": "dotted"}
_TEXT: Final = "#333333"
_LONGEST_NAME: Final = 48
_BAR: Final = 0.8
"""How much of the space between two names bars take."""


def png(figure: Any) -> bytes:
    """Return the plotly figure of a chart as a PNG file, with the same title, marks and names.

    Raises `Misconfigured` where matplotlib is not installed.
    """
    try:
        from matplotlib.figure import Figure
    except ImportError:
        raise Misconfigured(f"Charts need one more package. Install it with: {how_to_install('plots')}") from None
    from pandas import to_datetime

    layout = figure.layout
    height = (layout.height or 420) / _PIXELS_PER_INCH
    drawing = Figure(figsize=(_WIDTH_INCHES, height), dpi=_DOTS_PER_INCH, layout="constrained")
    axes = drawing.add_subplot()
    for index, mark in enumerate(figure.data):
        colour = layout.colorway[index % len(layout.colorway)]
        if mark.type == "scatter":
            _draw_line(axes, mark, colour)
        elif mark.type == "heatmap":
            _draw_grid(axes, mark)
    _draw_bars(axes, [mark for mark in figure.data if mark.type == "bar"], layout.colorway)
    axes.set_title(_plain(layout.title.text), loc="left", color=_TEXT)
    axes.set_ylabel(layout.yaxis.title.text or "")
    if layout.yaxis.autorange == "reversed" and not axes.yaxis_inverted():
        axes.invert_yaxis()
    elif layout.yaxis.rangemode == "tozero":
        axes.set_ylim(bottom=0)
    if layout.xaxis.range:
        axes.set_xlim(*to_datetime(list(layout.xaxis.range)))
    axes.spines[["top", "right"]].set_visible(False)
    if sum(mark.showlegend is not False for mark in figure.data) > 1:
        axes.legend(fontsize="small", frameon=False)
    file = BytesIO()
    drawing.savefig(file, format="png", metadata={"Software": None})
    return file.getvalue()


def _draw_line(axes: Any, mark: Any, colour: str) -> None:
    label = _plain(mark.name) if mark.showlegend is not False else "_hidden"
    axes.plot(
        list(mark.x),
        list(mark.y),
        label=label,
        color=mark.line.color or colour,
        linestyle=_STYLES.get(mark.line.dash, "solid"),
        marker="o" if "markers" in (mark.mode or "") else None,
        markersize=3,
        drawstyle="steps-post" if mark.line.shape == "hv" else "default",
    )
    axes.figure.autofmt_xdate()


def _draw_bars(axes: Any, marks: list[Any], colours: Any) -> None:
    """Draw the bars of several organizations next to each other."""
    from matplotlib.dates import date2num
    from pandas import to_datetime

    if not marks:
        return
    is_time = marks[0].orientation != "h"
    names = list(dict.fromkeys(name for mark in marks for name in (mark.x if is_time else mark.y)))
    numbers = date2num(to_datetime(names)) if is_time else range(len(names))  # type: ignore[no-untyped-call]
    ends = dict(zip(names, numbers, strict=True))
    places = sorted(ends.values())
    width = _BAR * min((later - earlier for earlier, later in pairwise(places)), default=1) / len(marks)
    for number, mark in enumerate(marks):
        colour = colours[number % len(colours)]
        at = [ends[name] + (number - (len(marks) - 1) / 2) * width for name in (mark.x if is_time else mark.y)]
        draw = axes.bar if is_time else axes.barh
        draw(at, list(mark.y if is_time else mark.x), width, label=_plain(mark.name), color=colour)
    if is_time:
        axes.xaxis_date()
        axes.figure.autofmt_xdate()
    else:
        axes.set_yticks(places, [_plain(name) for name in names])
        axes.set_xlabel("credits")


def _draw_grid(axes: Any, mark: Any) -> None:
    from matplotlib.colors import ListedColormap

    colours = ListedColormap([colour for _, colour in mark.colorscale])
    values = [[float("nan") if value is None else float(value) for value in row] for row in mark.z]
    if not values:
        return
    axes.imshow(values, cmap=colours, vmin=mark.zmin, vmax=mark.zmax, aspect="auto")
    axes.set_xticks(range(len(mark.x)), [_plain(name) for name in mark.x])
    axes.set_yticks(range(len(mark.y)), [_plain(name) for name in mark.y])
    for row, texts in enumerate(mark.text):
        for column, text in enumerate(texts):
            is_dark = (values[row][column] or 0) >= mark.zmax - 1
            shade = "white" if is_dark else _TEXT
            axes.text(column, row, text, ha="center", va="center", fontsize="small", color=shade)


def _plain(text: object) -> str:
    """Return the text as written: names are escaped for plotly, and `$` would begin a formula here."""
    name = unescape(str(text or "")).replace("$", r"\$")
    return name if len(name) <= _LONGEST_NAME else f"{name[: _LONGEST_NAME - 1]}…"

"""A chart as a picture: PNG for viewers that run no script (GitHub, `nbconvert`, e-mail), SVG for panels.

Drawn by matplotlib (extra `plots`). Knows the marks that `charts` uses: lines, bars, and a grid of named states.
"""

from __future__ import annotations

from html import unescape
from io import BytesIO, StringIO
from itertools import pairwise
from math import ceil
from threading import Lock
from typing import Any, Final
from warnings import catch_warnings, simplefilter

from workbench.client.extras import how_to_install
from workbench.errors import Misconfigured
from workbench.patterns import DOTALL, Pattern

_DOTS_PER_INCH: Final = 100
_WIDTH_INCHES: Final = 8.0
_PIXELS_PER_INCH: Final = 96
_STYLES: Final = {"dash": "dashed", "dot": "dotted"}
_TEXT: Final = "#333333"
_LONGEST_NAME: Final = 48
_BAR: Final = 0.7
"""Share of the space between two names that bars take."""
_FEW_BARS: Final = 6
"""Fewer bars are as wide as these would be."""
_FEW_NAMES: Final = 2
"""Names beside bars that have room at least, so that a single bar is no block."""
_MOST_LABELS: Final = 7
"""Days that are named below an axis."""
_DAY: Final = "%Y-%m-%d"
_DAY_MILLISECONDS: Final = 86_400_000
_GAP: Final = 0.03
"""Between a cell of a grid and its edge."""
_ON_LIGHT: Final = "#2b2b2b"
"""Text on a cell of a light colour, on every ground."""


_SERIES: Final = ("#3d85c6", "#c8643a", "#3a9d74", "#8b6cc0", "#a3863c")
"""The colours of marks whose figure names none."""
_FAINT: Final = 0.18
"""Opacity of grid lines in the text's colour."""
_DRAWING: Final = Lock()
"""matplotlib's settings are the process's."""
_AS_TEXT: Final[dict[Any, Any]] = {
    "svg.fonttype": "none",
    "svg.hashsalt": "workbench",
    "font.sans-serif": ["DejaVu Sans"],
}
_NOT_INLINE: Final = Pattern(r"<metadata>.*?</metadata>|<defs>\s*<style.*?</style>\s*</defs>|<!--.*?-->", DOTALL)
_UNNEEDED_ID: Final = Pattern(r' id="(?:figure|patch|axes|matplotlib\.axis|xtick|ytick|line2d|text|legend)_\d+"')
_FONT: Final = Pattern(r"font-family: 'DejaVu Sans'[^;\"]*")
_VIEW_BOX: Final = Pattern(r'viewBox="([^"]*)"')


def png(figure: Any) -> bytes:
    """Return the plotly figure of a chart as a PNG file, with the same title, marks and names.

    Raises `Misconfigured` where matplotlib is not installed.
    """
    drawing = _drawing(figure)
    file = BytesIO()
    drawing.savefig(file, format="png", metadata={"Software": None})
    return file.getvalue()


def svg(figure: Any) -> str:
    """Return the same as an SVG element without ground, whose text and lines have the colour of the text around it.

    Names stay text in the reader's font. Raises `Misconfigured` where matplotlib is not installed.
    """
    drawing = _drawing(figure)
    from matplotlib import rc_context

    file = StringIO()
    with _DRAWING, catch_warnings(), rc_context(_AS_TEXT):
        simplefilter("ignore")  # the browser has glyphs that the font of matplotlib lacks
        drawing.savefig(file, format="svg", transparent=True, metadata={"Date": None, "Creator": None})
    text = _NOT_INLINE.sub("", file.getvalue()[file.getvalue().index("<svg ") :])
    text = _FONT.sub("font-family: inherit", _UNNEEDED_ID.sub("", text)).replace(_TEXT, "currentColor")
    box = _VIEW_BOX.search(text)
    assert box is not None  # the root of every drawing has one
    root = f'<svg {box[0]} aria-hidden="true" stroke-linejoin="round" stroke-linecap="butt">'
    return root + text[text.index(">") + 1 :]


def _drawing(figure: Any) -> Any:
    try:
        from matplotlib.figure import Figure
    except ImportError:
        raise Misconfigured(f"Charts need one more package. Install it with: {how_to_install('plots')}") from None
    from pandas import to_datetime

    layout = figure.layout
    height = (layout.height or 420) / _PIXELS_PER_INCH
    drawing = Figure(figsize=(_WIDTH_INCHES, height), dpi=_DOTS_PER_INCH, layout="constrained")
    axes = drawing.add_subplot()
    colours = layout.colorway or _SERIES
    bars = [mark for mark in figure.data if mark.type == "bar"]
    is_grid = any(mark.type == "heatmap" for mark in figure.data)
    for index, mark in enumerate(figure.data):
        colour = colours[index % len(colours)]
        if mark.type == "scatter":
            _draw_line(axes, mark, colour)
        elif mark.type == "heatmap":
            _draw_grid(axes, mark)
    if layout.xaxis.range:
        axes.set_xlim(*to_datetime(list(layout.xaxis.range)))
    _draw_bars(axes, bars, colours, layout.xaxis)
    axes.set_title(_plain(layout.title.text), loc="left", color=_TEXT)
    axes.set_ylabel(layout.yaxis.title.text or "")
    if layout.yaxis.autorange == "reversed" and not axes.yaxis_inverted():
        axes.invert_yaxis()
    elif layout.yaxis.rangemode == "tozero":
        axes.set_ylim(bottom=0)
    _paint(axes, None if is_grid else "x" if bars and bars[0].orientation == "h" else "y")
    if sum(mark.showlegend is not False for mark in figure.data) > 1:
        axes.legend(fontsize="small", frameon=False, labelcolor=_TEXT)
    return drawing


def _paint(axes: Any, counted: str | None) -> None:
    """Give names and ticks the text's colour; the axis that counts, x or y, has faint lines in place of its own."""
    axes.tick_params(colors=_TEXT, length=0, pad=6)
    axes.spines[:].set_visible(False)
    for axis in (axes.xaxis, axes.yaxis):
        axis.label.set_color(_TEXT)
    if counted is not None:
        axes.grid(axis=counted, color=_TEXT, alpha=_FAINT, linewidth=0.8)
        axes.set_axisbelow(True)
        base = axes.spines["left" if counted == "x" else "bottom"]
        base.set_visible(True)
        base.set_color(_TEXT)


def _draw_line(axes: Any, mark: Any, colour: str) -> None:
    from matplotlib.dates import AutoDateLocator, DateFormatter

    label = _plain(mark.name) if mark.showlegend is not False else "_hidden"
    axes.plot(
        list(mark.x),
        list(mark.y),
        label=label,
        color=mark.line.color or colour,
        linestyle=_STYLES.get(mark.line.dash, "solid"),
        drawstyle="steps-post" if mark.line.shape == "hv" else "default",
        marker="o" if len(mark.x) == 1 else None,
    )
    axes.xaxis.set_major_locator(AutoDateLocator(maxticks=_MOST_LABELS))  # type: ignore[no-untyped-call]
    axes.xaxis.set_major_formatter(DateFormatter(_DAY))  # type: ignore[no-untyped-call]


def _draw_bars(axes: Any, marks: list[Any], colours: Any, xaxis: Any) -> None:
    """Draw the bars of several organizations next to each other; upright ones are over days or names."""
    if not marks:
        return
    is_upright = marks[0].orientation != "h"
    names = list(dict.fromkeys(name for mark in marks for name in (mark.x if is_upright else mark.y)))
    days = _days(names) if is_upright else None
    ends = dict(zip(names, range(len(names)) if days is None else days, strict=True))
    places = sorted(ends.values())
    step = min((later - earlier for earlier, later in pairwise(places)), default=1)
    if days is not None and marks[0].width:  # a single bar, as wide as its period
        step = float(marks[0].width) * len(marks) / _BAR / _DAY_MILLISECONDS
    width = _BAR * step / len(marks)
    for number, mark in enumerate(marks):
        at = [ends[name] + (number - (len(marks) - 1) / 2) * width for name in (mark.x if is_upright else mark.y)]
        draw = axes.bar if is_upright else axes.barh
        colour = colours[number % len(colours)]
        draw(at, list(mark.y if is_upright else mark.x), width, label=_plain(mark.name), color=colour)
    if not is_upright:
        axes.set_yticks(places, [_plain(name) for name in names])
        spare = max(0.5, (_FEW_NAMES - len(names) + 1) / 2)
        axes.set_ylim(places[0] - spare, places[-1] + spare)
        axes.set_xlabel("credits")
        return
    spare = max(0.0, (_FEW_BARS - len(names)) / 2) + 0.5
    if not xaxis.range:
        axes.set_xlim(places[0] - spare * step, places[-1] + spare * step)
    named = sorted(ends, key=lambda name: ends[name])[:: ceil(len(names) / _MOST_LABELS)]
    axes.set_xticks([ends[name] for name in named], _labels(named, xaxis) if days else [_plain(name) for name in named])


def _days(names: list[Any]) -> list[float] | None:
    """Return names that are days as matplotlib counts them; `None` where one is no day."""
    from matplotlib.dates import date2num
    from pandas import to_datetime

    try:
        return [float(number) for number in date2num(to_datetime(names, format="ISO8601"))]  # type: ignore[no-untyped-call]
    except ValueError:
        return None


def _labels(names: list[Any], xaxis: Any) -> list[str]:
    """Return days as the axis writes them; a single bar stands at the middle of what its first day names."""
    from pandas import Timestamp

    shown = [xaxis.tick0] if len(names) == 1 and xaxis.tick0 else names
    return [Timestamp(name).strftime(xaxis.tickformat or _DAY) for name in shown]


def _draw_grid(axes: Any, mark: Any) -> None:
    from matplotlib.patches import Rectangle

    if not mark.z:
        return
    colours = [colour for _, colour in mark.colorscale]
    for row, values in enumerate(mark.z):
        for column, value in enumerate(values):
            if value is None:
                continue
            size, edge = 1 - 2 * _GAP, _GAP - 0.5
            axes.add_patch(Rectangle((column + edge, row + edge), size, size, color=colours[int(value)], linewidth=0))
            shade = "white" if value >= mark.zmax - 1 else _ON_LIGHT
            text = mark.text[row][column]
            axes.text(column, row, text, ha="center", va="center", fontsize="small", color=shade)
    axes.set_xlim(-0.5, len(mark.x) - 0.5)
    axes.set_ylim(-0.5, len(mark.y) - 0.5)
    axes.set_xticks(range(len(mark.x)), [_plain(name) for name in mark.x])
    axes.set_yticks(range(len(mark.y)), [_plain(name) for name in mark.y])


def _plain(text: object) -> str:
    """Return the text as written: names are escaped for plotly, and `$` would begin a formula here."""
    name = unescape(str(text or "")).replace("$", r"\$")
    return name if len(name) <= _LONGEST_NAME else f"{name[: _LONGEST_NAME - 1]}…"

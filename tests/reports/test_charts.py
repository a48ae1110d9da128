"""Charts say in words what they show, need no network, and take hostile names as text."""

from __future__ import annotations

import struct
from base64 import b64decode
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from tests.hostile import HOSTILE
from tests.markup import seen
from tests.reports.frames import answer_with, answers
from tests.reports.seeded import Seeded
from workbench.columns import arrow_frame, arrow_table
from workbench.reports import coverage
from workbench.reports.chart_picture import png, svg
from workbench.reports.charts import Chart, burn_down, covered, spending
from workbench.reports.credits import credits, outlook
from workbench.reports.credits.ledger import ask, frame
from workbench.reports.scope import ReportOrganization, Scope


def test_a_burn_down_says_balance_and_forecast(acme: Seeded) -> None:
    """For each organization; what has too little history has no forecast."""
    chart = burn_down(acme.report("ledger"), acme.report("forecast"))
    balance = acme.sql("select credit_balance from organization where name = 'Beta'")[0][0]

    assert f"Beta: {balance} credits" in chart.text
    assert chart.figure.data[0].name == "Acme"


def test_a_single_day_is_seen() -> None:
    """As a point among days, not as an empty frame of milliseconds."""
    ledger = ask(Scope((ReportOrganization("o", "Acme"),)))[0]
    entry = {"entryId": "1", "at": "2026-03-02T09:00:00.000Z", "kind": "grant", "credits": 9, "balanceAfter": 9}
    chart = burn_down(frame(answers([answer_with(ledger, entry)])), outlook.REPORT.frame(answers([])))

    assert chart.figure.data[0].mode == "lines+markers"
    assert [moment.date().isoformat() for moment in chart.figure.layout.xaxis.range] == ["2026-02-27", "2026-03-05"]


def spent_daily(place: ReportOrganization, days: int, *, balance: int) -> list[Any]:
    """What the ledger tells of ten credits on each of so many days from 5 January 2026, newest first."""
    entries: list[dict[str, Any]] = []
    for day in range(days):
        at = (datetime(2026, 1, 5, 9, tzinfo=UTC) + timedelta(days=day)).isoformat()
        facts = {"reservationId": str(day), "at": at, "balanceAfter": balance - 10 * (day + 1)}
        entries.append({"entryId": str(2 * day), "kind": "reserve", "credits": -10, **facts})
        entries.append({"entryId": str(2 * day + 1), "kind": "settle", "credits": 0, "lessonId": str(day), **facts})
    return [ask(Scope((place,)))[0], *reversed(entries)]


def burning(*ledgers: list[Any], now: datetime) -> Chart:
    """The chart of these ledgers at a moment."""
    known = answers([answer_with(*ledger) for ledger in ledgers], Scope(now=now))
    return burn_down(frame(known), outlook.frame(known))


def test_a_forecast_begins_today() -> None:
    """It is counted from now: where the last entry is older, the balance stays until today."""
    chart = burning(
        spent_daily(ReportOrganization("o", "Acme"), 28, balance=1000), now=datetime(2026, 2, 9, 12, tzinfo=UTC)
    )
    band = next(entry for entry in chart.figure.data if entry.name.endswith("low days"))

    assert "Acme: 720 credits on 2026-02-09, " in chart.text
    assert list(chart.figure.data[0].y)[-2:] == [720, 720]
    assert band.x[0].date().isoformat() == "2026-02-09"


def test_credits_for_longer_than_two_years_are_no_missing_forecast() -> None:
    """It is reported how long, not that nothing is known."""
    chart = burning(
        spent_daily(ReportOrganization("o", "Acme"), 28, balance=90_000), now=datetime(2026, 2, 2, tzinfo=UTC)
    )

    assert "over 728 days left, 80% likely over 728." in chart.text


def test_organizations_of_one_name_stay_apart() -> None:
    """Each has its own line and words."""
    one, other = (
        spent_daily(ReportOrganization("1", "Acme"), 28, balance=1000),
        spent_daily(ReportOrganization("2", "Acme"), 2, balance=50),
    )
    chart = burning(one, other, now=datetime(2026, 2, 2, tzinfo=UTC))

    assert "Acme (…1): 720 credits on 2026-02-02, 72 days left" in chart.text
    assert "Acme (…2): 30 credits on 2026-02-02, 57 days left" in chart.text


def test_coverage_of_organizations_of_one_name_stays_apart() -> None:
    """A row for each, although name and topic are the same."""
    lesson = {"lessonId": "l", "topic": "Tides", "title": "Tides", "updatedAt": "2026-01-01T00:00:00.000Z"}
    asked = coverage.ask(Scope((ReportOrganization("1", "Acme"), ReportOrganization("2", "Acme"))))
    found = [
        answer_with(one, {**lesson, "language": language})
        for one, language in zip(asked[:2], ("EN", "DE"), strict=True)
    ]
    chart = covered(coverage.frame(answers(found)))

    assert list(chart.figure.data[0].y) == ["Tides (Acme (…1))", "Tides (Acme (…2))"]
    assert "2 topics: 2 there" in chart.text


@pytest.mark.parametrize(
    ("chart", "text"),
    [
        (lambda: burning(now=datetime(2026, 1, 1, tzinfo=UTC)), "Credits left, day by day. No entries."),
        (lambda: spending(credits.frame(answers([]))), "Credits spent: nothing was spent."),
        (lambda: covered(coverage.frame(answers([]))), "Language coverage of 0 topics: no lessons."),
    ],
)
def test_of_nothing_a_chart_says_so(chart: Callable[[], Chart], text: str) -> None:
    """In a sentence that is whole."""
    assert chart().text == text


def test_spending_says_the_sum_and_the_largest(acme: Seeded) -> None:
    """As the report has them."""
    report = acme.report("credits", by="language")

    assert f"{report['spent_credits'].sum()} in total" in spending(report).text


def test_of_several_organizations_it_says_whose(acme: Seeded) -> None:
    """One language may be spent on by both."""
    text = spending(acme.report("credits", by="language")).text

    assert "EN (Acme) 3" in text
    assert "EN (Beta) 1" in text


def test_coverage_counts_states(acme: Seeded) -> None:
    """In words."""
    report = acme.report("coverage")

    assert f"{(report['state'] == 'missing').sum()} missing" in covered(report).text


def test_a_chart_in_a_notebook_has_its_text(acme: Seeded) -> None:
    """Where no script runs, the words remain."""
    chart = spending(acme.report("credits", by="day"))

    assert chart._repr_mimebundle_()["text/plain"] == chart.text == repr(chart)


@pytest.mark.parametrize("by", ["person", "language", "day", "month"])
def test_a_notebook_saves_a_picture_of_a_chart(acme: Seeded, by: str) -> None:
    """Outside Jupyter nothing was left of it but its words."""
    bundle = spending(acme.report("credits", by=by))._repr_mimebundle_()
    width, height = struct.unpack(">II", b64decode(bundle["image/png"])[16:24])

    assert (width, height) > (700, 100)


def test_a_picture_of_states_and_of_a_forecast(acme: Seeded) -> None:
    """Each state is written in its cell, so more states make a larger picture of the same size."""
    coverage, balance = (
        covered(acme.report("coverage")),
        burn_down(acme.report("ledger"), acme.report("forecast")),
    )
    blank = covered(acme.report("coverage").assign(state="missing"))

    assert png(coverage.figure) != png(blank.figure)
    assert png(balance.figure).startswith(b"\x89PNG")


def test_a_picture_takes_a_hostile_name_as_text(acme: Seeded) -> None:
    """A dollar sign begins a formula in matplotlib, and a broken one raises."""
    report = acme.report("credits", by="person").assign(name=r"$\frac{ <b>x</b>")

    assert png(spending(report).figure).startswith(b"\x89PNG")


def test_a_saved_chart_needs_no_network(acme: Seeded, tmp_path: Path) -> None:
    """The script is in the file, and the text beneath."""
    said = spending(acme.report("credits")).save(tmp_path / "a.html").read_text(encoding="utf-8")

    assert "<script src=" not in said
    assert "<figcaption>Credits spent by person" in said


def test_each_topic_has_room_for_its_name(acme: Seeded) -> None:
    """Of thirty topics in the height of seven, every other name was left out and no state could be read."""
    figure = covered(acme.report("coverage")).figure

    assert figure.layout.height >= 38 * len(figure.data[0].y)
    assert figure.layout.yaxis.dtick == 1


@pytest.mark.parametrize("ground", ["#ffffff", "#111111"])
def test_a_chart_is_read_on_light_and_on_dark(acme: Seeded, ground: str) -> None:
    """It has no ground of its own: letters have 4:1 at least where no theme colours them, bars and lines 3:1."""
    layout = spending(acme.report("credits")).figure.layout

    assert {layout.paper_bgcolor, layout.plot_bgcolor} == {"rgba(0,0,0,0)"}
    assert _contrast(layout.font.color, ground) > 4
    assert min(_contrast(colour, ground) for colour in layout.colorway) > 3


def _contrast(colour: str, ground: str) -> float:
    lighter, darker = sorted((_luminance(colour), _luminance(ground)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(colour: str) -> float:
    shares = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4 for share in shares)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize("text", HOSTILE[:8])
def test_hostile_names_stay_text(text: str, tmp_path: Path) -> None:
    """Plotly reads some markup in labels; none comes through."""
    asked = coverage.ask(Scope((ReportOrganization("o", text),), now=datetime(2026, 1, 1, tzinfo=UTC)))[0]
    lesson = {"lessonId": "l", "topic": text, "title": text, "language": "EN", "updatedAt": "2026-01-01T00:00:00.000Z"}
    report = coverage.frame(answers([answer_with(asked, lesson)]))
    chart = covered(report)
    said = chart.save(tmp_path / "a.html").read_text(encoding="utf-8")

    assert "<" not in "".join(chart.figure.data[0].y)
    assert text not in said


def spent_on(by: str, *names: str) -> Any:
    """The report on credits of one organization, a credit on each of these days."""
    rows = [
        {"organization": "Acme", "organization_id": "o", "by": by, "name": name, "spent_credits": 9} for name in names
    ]
    return arrow_frame(credits.COLUMNS, arrow_table(credits.COLUMNS, rows))


@pytest.mark.parametrize(("by", "period"), [("day", 86_400_000), ("week", 604_800_000), ("month", "M1")])
def test_a_bar_stands_over_its_day(by: str, period: object) -> None:
    """It straddled midnight: half of it stood over the day before."""
    chart = spending(spent_on(by, "2026-06-01", "2026-07-06"))

    assert {(entry.xperiod, entry.xperiodalignment) for entry in chart.figure.data} == {(period, "middle")}
    assert (chart.figure.layout.xaxis.type, chart.figure.layout.xaxis.ticklabelmode) == ("date", "period")


def test_a_single_bar_stands_over_its_day() -> None:
    """Between the day before and the day after, so that its name has room beneath it."""
    chart = spending(spent_on("day", "2026-06-02"))
    (bar,), (first, last) = chart.figure.data, chart.figure.layout.xaxis.range

    assert str(bar.x[0]).startswith("2026-06-02T11:59:59") or str(bar.x[0]).startswith("2026-06-02 11:59:59")
    assert (first.date().isoformat(), last.date().isoformat()) == ("2026-06-01", "2026-06-03")


@pytest.mark.parametrize("text", HOSTILE[:8])
def test_a_drawing_on_a_page_takes_the_colours_around_it(text: str) -> None:
    """No ground, no picture in it and no style of its own; a name is text. Cells have their own ground and letters."""
    asked = coverage.ask(Scope((ReportOrganization("o", "Acme"),), now=datetime(2026, 1, 1, tzinfo=UTC)))[0]
    lesson = {"lessonId": "l", "topic": text, "title": text, "language": "EN", "updatedAt": "2026-01-01T00:00:00.000Z"}
    drawn = svg(covered(coverage.frame(answers([answer_with(asked, lesson)]))).figure)
    found = seen(drawn)

    assert {"style", "metadata", "image", "script", "img"}.isdisjoint(found.tags)
    assert {danger for danger in found.dangers if not danger.endswith(" style")} == {"<svg>"}
    assert "currentColor" in drawn and "#333333" not in drawn and "DejaVu" not in drawn
    assert "fill: #2b2b2b" in drawn


def test_days_under_bars_are_those_of_the_bars() -> None:
    """Beneath their middle, at most seven; a single one has the first day of its period."""
    days = [f"2026-06-{day:02}" for day in range(1, 29)]
    many, one = (seen(svg(spending(spent_on("day", *names)).figure)).texts for names in (days, days[:1]))
    shown = [text for text in many if text in days]

    assert shown == days[::4] and days[0] in one
    assert "2026-06" in seen(svg(spending(spent_on("month", "2026-06-01")).figure)).texts


def test_bars_over_names_are_drawn_in_colours_of_their_own() -> None:
    """A chart of another's making has neither days nor colours: it was read as dates."""
    from plotly.graph_objects import Bar, Figure

    drawn = seen(svg(Figure(Bar(x=["Tides", "Knots"], y=[3, 5]))))

    assert [text for text in drawn.texts if text in ("Tides", "Knots")] == ["Tides", "Knots"]

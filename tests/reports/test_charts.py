"""Charts say in words what they show, need no network, and take hostile names as text."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from tests.hostile import HOSTILE
from tests.reports.frames import answers, told
from tests.reports.seeded import Seeded
from workbench.reports import coverage, outlook
from workbench.reports.charts import burn_down, covered, spending
from workbench.reports.ledger import ask, frame
from workbench.reports.scope import Place, Scope


def test_a_burn_down_says_balance_and_forecast(acme: Seeded) -> None:
    """For each organization; what has too little history has no forecast."""
    chart = burn_down(acme.report("ledger"), acme.report("forecast"))
    balance = acme.sql("select credit_balance from organization where name = 'Beta'")[0][0]

    assert f"Beta: {balance} credits" in chart.text
    assert chart.figure.data[0].name == "Acme"


def test_a_single_day_is_seen() -> None:
    """As a point among days, not as an empty frame of milliseconds."""
    ledger = ask(Scope((Place("o", "Acme"),)))[0]
    entry = {"entryId": "1", "at": "2026-03-02T09:00:00.000Z", "kind": "grant", "credits": 9, "balanceAfter": 9}
    chart = burn_down(frame(answers([told(ledger, entry)])), outlook.REPORT.frame(answers([])))

    assert chart.figure.data[0].mode == "lines+markers"
    assert [each.date().isoformat() for each in chart.figure.layout.xaxis.range] == ["2026-02-27", "2026-03-05"]


def test_spending_says_the_sum_and_the_largest(acme: Seeded) -> None:
    """As the report has them."""
    report = acme.report("credits", by="language")

    assert f"{report['spent_credits'].sum()} in all" in spending(report).text


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


def test_a_saved_chart_needs_no_network(acme: Seeded, tmp_path: Path) -> None:
    """The script is in the file, and the text beneath."""
    said = spending(acme.report("credits")).save(tmp_path / "a.html").read_text(encoding="utf-8")

    assert "<script src=" not in said
    assert "<figcaption>Credits spent by person" in said


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
    red, green, blue = (each / 12.92 if each <= 0.04045 else ((each + 0.055) / 1.055) ** 2.4 for each in shares)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize("text", HOSTILE[:8])
def test_hostile_names_stay_text(text: str, tmp_path: Path) -> None:
    """Plotly reads some markup in labels; none comes through."""
    asked = coverage.ask(Scope((Place("o", text),), now=datetime(2026, 1, 1, tzinfo=UTC)))[0]
    lesson = {"lessonId": "l", "topic": text, "title": text, "language": "EN", "updatedAt": "2026-01-01T00:00:00.000Z"}
    report = coverage.frame(answers([told(asked, lesson)]))
    chart = covered(report)
    said = chart.save(tmp_path / "a.html").read_text(encoding="utf-8")

    assert "<" not in "".join(chart.figure.data[0].y)
    assert text not in said

"""A service that answers nonsense for dates and numbers: nothing of it is a figure, and nothing ends in a traceback."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from tests.client.scripted_service import Handler, ScriptedService, reply
from tests.examples.example import SINGLE
from tests.slow import first_in_gate
from workbench.api import card
from workbench.api.connect import connect
from workbench.api.workbench import Workbench
from workbench.client.thread_pool import InlinePool
from workbench.columns import INTEGER, MOMENT, Column
from workbench.errors import WorkbenchError
from workbench.procedures.catalogue import CATALOGUE
from workbench.reports.catalogue import REPORTS, find_report
from workbench.reports.files.output import write_report
from workbench.reports.tables.finished import FinishedReport
from workbench.reports.tables.listing import page_table

ANSWERS = {example.name: example.answers[0] for example in SINGLE}
NUMBERS: dict[str, Any] = {
    "negative": -7,
    "text": "7",
    "true": True,
    "fraction": 7.5,
    "whole fraction": 7.0,
    "NaN": math.nan,
    "infinite": math.inf,
    "endless": 10**400,
    "beyond 64 bits": 2**63,
    "list": [7],
}
DATES = {
    "year 0": "0000-01-01T00:00:00.000Z",
    "year 1, east": "0001-01-01T00:00:00.000+14:00",
    "year 9999, west": "9999-12-31T23:59:59.999-14:00",
    "year 99999": "99999-01-01T00:00:00.000Z",
    "no zone": "2026-11-01T00:00:00",
    "no date": "NaN",
    "number": 1_800_000_000,
    "true": True,
}
_DATE = re.compile(r"\d{4}-\d\d-\d\d(T.*)?")
AT = Column("at", MOMENT, "", "")
PANELS = ("org_picker", "starter_form", "sharing_table", "browser", "credits", "admin", "audit", "app")


def spoilt(value: Any, number: Any, date: Any) -> Any:
    """An answer with another value for each number, or each date, in it."""
    if isinstance(value, dict):
        return {name: spoilt(inner, number, date) for name, inner in value.items()}
    if isinstance(value, list):
        return [spoilt(inner, number, date) for inner in value]
    if isinstance(value, int | float) and not isinstance(value, bool):
        return value if number is None else number
    if isinstance(value, str) and _DATE.fullmatch(value):
        return value if date is None else date
    return value


def answering(number: Any = None, date: Any = None, *, in_capabilities: bool = False) -> Callable[[Handler], None]:
    """Answers as in the examples, spoilt in the same way everywhere but in what the service says about itself."""

    def act(handler: Handler) -> None:
        elements = []
        for name in handler.received.names:
            answer = deepcopy(ANSWERS[name])
            if name == "service.getCapabilities":
                answer["procedures"] = list(CATALOGUE)
            if (name == "service.getCapabilities") == in_capabilities:
                answer = spoilt(answer, number, date)
            if isinstance(answer, dict) and "nextCursor" in answer:
                answer["nextCursor"] = None
            elements.append({"result": {"data": answer}})
        reply(200, json.dumps(elements).encode(), {"Content-Type": "application/json"})(handler)

    return act


@pytest.fixture
def service(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ScriptedService]:
    """A service that the test tells what to answer."""
    monkeypatch.setenv("WORKBENCH_HOME", str(tmp_path / "home"))
    running = ScriptedService()
    yield running
    running.stop()


def said_of(error: WorkbenchError) -> None:
    """One plain sentence, without what the service said in its place."""
    assert str(error) and "Traceback" not in str(error) and len(str(error)) < 600


def reports_read(wb: Workbench, folder: Path) -> None:
    """Every report is built, shown and written, or refused in a sentence; nothing is a figure that was none."""
    for name in REPORTS:
        try:
            frame = wb.reports.build(name)
        except WorkbenchError as refused:
            said_of(refused)
            continue
        wb.reports.show(frame)._repr_html_()
        known = find_report(name)
        finished = FinishedReport(name, known.about, known.columns, frame, tuple(frame.attrs["missing"]))
        for ending in ("csv", "json", "html", "xlsx"):
            write_report(finished, folder / f"{name}.{ending}")


def panels_read(wb: Workbench) -> None:
    """The first look of every panel shows what it has, or a sentence."""
    for name in PANELS:
        panel = getattr(wb.widgets, name)()
        panel.workers = InlinePool()
        panel.start(panel.refresh)

        assert "unexpected" not in panel.error, name
        assert panel.as_text() and panel.as_html()


def everything_read(wb: Workbench, folder: Path) -> None:
    """Card, reports, plan and panels."""
    assert repr(wb) and card.as_html(wb.facts)
    reports_read(wb, folder)
    panels_read(wb)
    try:
        plan = wb.bulk.plan(["Bread", "Rye"], language="EN")
        assert str(plan) and plan._repr_html_()
    except WorkbenchError as refused:
        said_of(refused)


@pytest.mark.parametrize("date", first_in_gate(DATES.values(), 2), ids=DATES)
def test_a_date_that_is_none_breaks_nothing(date: Any, service: ScriptedService, tmp_path: Path) -> None:
    """Before: ValueError from the card, OverflowError from five reports and their files, and from the credits panel."""
    service.does(answering(date=date))
    with connect(service.base_url, token="t") as wb:
        everything_read(wb, tmp_path)
        if date != DATES["no zone"]:
            assert wb.facts.session_days is None


@pytest.mark.parametrize("number", first_in_gate(NUMBERS.values(), 3), ids=NUMBERS)
def test_a_number_that_is_none_is_no_figure(number: Any, service: ScriptedService, tmp_path: Path) -> None:
    """Before: true was 1 credit, "7" and 7.0 were 7, and a course held -7 lessons."""
    service.does(answering(number))
    with connect(service.base_url, token="t") as wb:
        everything_read(wb, tmp_path)
        assert wb.facts.credits_left == (number if number == -7 else None)
        if number != -7:
            assert wb.reports.projects()["lesson_count"].isna().all()


@pytest.mark.parametrize("number", [NUMBERS[name] for name in ("negative", "text", "endless")], ids=ascii)
def test_a_service_that_says_nonsense_of_itself_is_refused_or_asked_less(
    number: Any, service: ScriptedService, tmp_path: Path
) -> None:
    """Limits and prices that cannot be are not believed."""
    service.does(answering(number, in_capabilities=True))
    with connect(service.base_url, token="t") as wb:
        everything_read(wb, tmp_path)


def test_a_count_below_nothing_is_missing_in_a_long_listing() -> None:
    """Later pages go from bytes into Arrow, which reads any year and sign; what does not fit is kept in `extra`."""
    columns = (Column("word_count", INTEGER, "words", ""), Column("credits", INTEGER, "credits", ""), AT)
    rows = [{"wordCount": -7, "credits": -7, "at": "0000-01-01T00:00:00Z"}]
    table = page_table(json.dumps({"rows": rows}).encode(), "rows", columns)

    assert table.select(["word_count", "credits", "at"]).to_pylist() == [
        {"word_count": None, "credits": -7, "at": None}
    ]
    assert json.loads(table["extra"][0].as_py()) == {"wordCount": -7, "at": "0000-01-01T00:00:00Z"}

"""Reports use as few requests as possible; missing data is reported and never filled in."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import httpx
import pandas
import pytest

from tests.reports.seeded import Counted, Seeded
from workbench.client.sync import Client
from workbench.errors import InputRejected, NotAllowed, NotFound, Unreachable, WorkbenchError
from workbench.procedures.declare import Call, dump_answer
from workbench.procedures.lesson import LessonSummary, ListLessonsOutput
from workbench.procedures.service import Capabilities, WriterFacts
from workbench.reports import REPORTS, ReportOrganization, Scope, build, find_report
from workbench.reports.build import find_organizations
from workbench.reports.files.output import write_report
from workbench.reports.tables.finished import FinishedReport

PLACES = (ReportOrganization("a", "Acme"), ReportOrganization("b", "Beta"))


def announced(*procedures: str) -> Capabilities:
    """A service with these procedures."""
    return Capabilities(
        service_id="s", name="s", version="1", procedures=list(procedures), additions=[], limits={}, prices=[],
        writer=WriterFacts(name="planning-sheet", is_ai=False),
    )  # fmt: skip


class Scripted:
    """A client that answers by procedure; each list is taken page by page."""

    def __init__(self, announced: list[str] | None, **told: list[Any]) -> None:
        self._announced, self._told = announced, told
        self.requests: list[list[str]] = []

    def capabilities(self) -> Capabilities | None:
        if self._announced is None:
            return None
        return announced(*self._announced)

    def outcomes(self, *calls: Call[Any]) -> tuple[Any, ...]:
        self.requests.append([call.name for call in calls])
        return tuple(self._told[call.name.partition(".")[2]].pop(0) for call in calls)


def page(*titles: str, next_cursor: str | None = None) -> ListLessonsOutput:
    """A page of lessons."""
    lessons = [
        LessonSummary(
            lesson_id=title, course_id="c", project_id="p", title=title, language="EN", block_count=1, revision=1,
            created_at="2026-01-01T00:00:00.000Z", updated_at="2026-01-01T00:00:00.000Z",
        )
        for title in titles
    ]  # fmt: skip
    return ListLessonsOutput(lessons=lessons, total=9, next_cursor=next_cursor)


@pytest.mark.parametrize("name", [report for report in REPORTS if report != "runs"])
def test_a_report_is_one_request(acme: Seeded, name: str) -> None:
    """However many rows and organizations; one that asks further, about what the first answers name, is two."""
    client, report = Counted(acme.client), find_report(name)
    build(client, report, Scope(acme.places))

    assert len(client.requests) == (1 if report.ask_further is None else 2)


def test_a_list_that_never_ends_is_refused() -> None:
    """A service that names a page as its own next one would be read for ever."""
    client = Scripted(["lesson.listLessons"], listLessons=[page("x", next_cursor="2") for _ in range(9)])
    with pytest.raises(WorkbenchError, match="keeps returning more pages"):
        build(client, find_report("coverage"), Scope((ReportOrganization("a", "Acme"),)))

    assert len(client.requests) == 2


def test_a_list_of_empty_pages_without_end_is_refused() -> None:
    """Each named another one, and the report was never done."""
    client = Scripted(["lesson.listLessons"], listLessons=[page(next_cursor=str(index)) for index in range(99)])
    with pytest.raises(WorkbenchError, match="keeps returning more pages"):
        build(client, find_report("coverage"), Scope((ReportOrganization("a", "Acme"),)))


def test_next_pages_of_all_organizations_share_a_request() -> None:
    """So that requests are as many as the longest list has pages."""
    client = Scripted(
        ["lesson.listLessons"],
        listLessons=[page("a", next_cursor="2"), page("b", next_cursor="2"), page("c"), page("d")],
    )
    found = build(client, find_report("lessons"), Scope(PLACES))

    assert [len(request) for request in client.requests] == [2, 2]
    assert list(zip(found["organization"], found["title"], strict=True)) == [
        ("Acme", "a"), ("Acme", "c"), ("Beta", "b"), ("Beta", "d"),
    ]  # fmt: skip


def test_what_is_not_announced_is_not_asked_and_said() -> None:
    """Project names are missing then."""
    found = build(Scripted(["lesson.listLessons"], listLessons=[page("a")]), find_report("lessons"), Scope())

    assert found.attrs["missing"] == ["Not available: this service doesn't have organization.getOrganizationProjects."]
    assert found["project"].isna().all()


def test_a_service_with_the_interface_only_has_no_lessons_report() -> None:
    """It is reported in a sentence, and nothing is sent."""
    client = Scripted(None)
    with pytest.raises(NotFound, match=r"this service doesn't have lesson\.listLessons"):
        build(client, find_report("lessons"), Scope())

    assert client.requests == []


def test_an_organization_that_is_refused_is_said() -> None:
    """The others are reported; half a list would pass for the whole, so it is dropped."""
    refused = NotAllowed(procedure="lesson.listLessons", code="FORBIDDEN", http_status=403)
    client = Scripted(
        ["lesson.listLessons"], listLessons=[page("a", next_cursor="2"), page("b", next_cursor="2"), refused, page("d")]
    )
    found = build(client, find_report("lessons"), Scope(PLACES))

    assert list(found["title"]) == ["b", "d"]
    assert "Not available for Acme" in " ".join(found.attrs["missing"])


@pytest.mark.parametrize("failure", [Unreachable("away"), WorkbenchError("odd")])
def test_any_other_failure_fails_the_report(failure: WorkbenchError) -> None:
    """A report with a hole in it is none."""
    with pytest.raises(type(failure)):
        build(Scripted(["lesson.listLessons"], listLessons=[failure]), find_report("lessons"), Scope())


def test_a_long_listing_goes_on_page_by_page_from_the_bytes() -> None:
    """Each of the later pages is a request of its own; the rows are the same, in order."""
    asked: list[str] = []

    def answer(request: httpx.Request) -> httpx.Response:
        asked.append(request.url.path)
        if "getCapabilities" in request.url.path:
            return httpx.Response(
                200, content=b'[{"result":{"data":' + dump_answer(announced("lesson.listLessons")) + b"}}]"
            )
        at = int((re.search(r'cursor":"(\d+)', request.url.params["input"]) or [0, 0])[1])
        said = page(f"t{at:02}", next_cursor=str(at + 1) if at < 14 else None)
        return httpx.Response(200, content=b'[{"result":{"data":' + dump_answer(said) + b"}}]")

    with httpx.Client(transport=httpx.MockTransport(answer)) as http:
        found = build(Client("http://127.0.0.1:1", "t" * 20, http=http), find_report("lessons"), Scope())

    assert list(found["title"]) == [f"t{at:02}" for at in range(15)]
    assert len(asked) == 16


@pytest.mark.parametrize(("name", "given"), [("lessons", {"content": True}), ("ledger", {}), ("findings", {})])
def test_asked_twice_a_report_is_the_same_file(acme: Seeded, name: str, given: dict[str, Any], tmp_path: Path) -> None:
    """Byte for byte as CSV, and equal as read from Parquet."""
    report = find_report(name)
    first, second = (FinishedReport(name, report.about, report.columns, acme.report(name, **given)) for _ in range(2))
    files = [
        write_report(made_report, tmp_path / f"{index}.csv").read_bytes()
        for index, made_report in enumerate((first, second))
    ]
    tables = [
        write_report(made_report, tmp_path / f"{index}.parquet") for index, made_report in enumerate((first, second))
    ]

    assert files[0] == files[1]
    assert pandas.read_parquet(tables[0]).equals(pandas.read_parquet(tables[1]))


def test_progress_is_told_and_can_stop() -> None:
    """What it raises goes through, so that a button or a budget can end a long report."""
    client = Scripted(["lesson.listLessons"], listLessons=[page("a", next_cursor="2"), page("b")])
    with pytest.raises(KeyboardInterrupt):
        build(client, find_report("lessons"), Scope(), progress=_stop)

    assert len(client.requests) == 1


def test_places_are_found_by_name_or_all(acme: Seeded) -> None:
    """With the nearest name for one that is not the person's."""
    assert find_organizations(acme.client, ["Beta"]) == acme.places[1:]
    assert set(find_organizations(acme.client, ["all"])) == set(acme.places)
    with pytest.raises(InputRejected, match="Did you mean 'Beta'"):
        find_organizations(acme.client, ["Betta"])


def test_none_named_is_the_last_selected(acme: Seeded) -> None:
    """As everywhere."""
    (found,) = find_organizations(acme.client)

    assert found in acme.places


def _stop(pages: int) -> None:
    raise KeyboardInterrupt

"""Every filter of every report: a value that nothing can have is an error that names the nearest, never an empty table.

The cases are generated from the catalogue of reports: a new parameter is among them.
"""

from __future__ import annotations

from typing import Any, Final

import pandas
import pytest

from tests.reports.frames import rows
from tests.reports.seeded import Seeded
from workbench.errors import InputRejected
from workbench.reports import REPORTS, find_report
from workbench.reports.build import build
from workbench.reports.period import period
from workbench.reports.scope import (
    ACTION,
    COUNT,
    COURSE,
    DATE,
    LANGUAGE,
    LANGUAGES,
    PERSON,
    PROJECT,
    SWITCH,
    WORD,
    ZONE,
    Parameter,
    Scope,
    parse_parameters,
)

SENSELESS: Final[dict[str, list[tuple[str, str]]]] = {
    PROJECT: [("Trad", "Did you mean 'Trade'"), ("q" * 25, "There")],
    COURSE: [("Knot", "Did you mean 'Knots'"), ("q" * 25, "There")],
    PERSON: [("ada", "is a name. Give its id"), ("ada@x.or", "nearest|There are|Did you mean"), ("q" * 25, "There")],
    ACTION: [("lesson.deleteLeson", "Did you mean 'lesson.deleteLesson'"), ("nothing.atAll", "Did you mean|There are")],
    LANGUAGE: [("XX", "There are: DE, EN|Did you mean"), ("German", "Write codes such as EN"), ("EN;DE", "is no")],
    LANGUAGES: [("EN;DE", "Did you mean 'EN,DE'"), ("EN,XX", "there is no language 'XX'"), ("English", "codes")],
    DATE: [
        ("yesterday", "Write a day as"),
        ("2026-01-31T09:00", "does not say in which time zone"),
        ("NaT", "Write a day as"),
    ],
    ZONE: [("Europe/Berln", "Did you mean 'Europe/Berlin'"), ("Mars", "There are|Did you mean")],
    COUNT: [
        ("-1", "is not valid; expected: whole number"),
        ("many", "is not valid; expected: whole number"),
        ("9999999999", "is not valid; expected: whole number"),
    ],
    SWITCH: [("perhaps", "is not valid; expected: yes or no")],
    WORD: [(" ", "is empty")],
}
"""By kind of parameter: values that cannot have a meaning, and what their error says."""


def cases() -> list[Any]:
    """Each parameter of each report with a senseless value of its kind, and each such value once."""
    found, tried = [], set[tuple[str, str]]()
    for name, report in REPORTS.items():
        for parameter in report.parameters:
            for index, (value, sentence) in enumerate(_senseless(parameter)):
                if index == 0 or (parameter.kind, value) not in tried:
                    tried.add((parameter.kind, value))
                    found.append(
                        pytest.param(name, parameter.name, value, sentence, id=f"{name}-{parameter.name}-{value}")
                    )
    return found


def _senseless(parameter: Parameter) -> list[tuple[str, str]]:
    values = list(SENSELESS[parameter.kind])
    if parameter.choices:
        values.append((f"{parameter.choices[0]}s", f"Did you mean '{parameter.choices[0]}'"))
    if parameter.kind == COUNT and parameter.least:
        values.append((str(parameter.least - 1), f"from {parameter.least:,} to {parameter.most:,}"))
        values.append((str(parameter.most + 1), f"from {parameter.least:,} to {parameter.most:,}"))
    return values


@pytest.mark.parametrize(("name", "parameter", "value", "sentence"), cases())
def test_a_value_that_cannot_have_a_meaning_is_refused(
    alike: Seeded, name: str, parameter: str, value: str, sentence: str
) -> None:
    """With the parameter's name, and what to write instead."""
    report = find_report(name)

    with pytest.raises(InputRejected, match=f"(?s){parameter}.*({sentence})"):
        alike.report(name, **parse_parameters(report.parameters, {parameter: value}))


PERIODS = [
    (name, parameter.name)
    for name, report in REPORTS.items()
    for parameter in report.parameters
    if parameter.name.endswith("since")
]


@pytest.mark.parametrize(("name", "since"), PERIODS)
def test_a_period_that_ends_before_it_begins_is_refused(name: str, since: str) -> None:
    """As days, and as instants; one instant is not a period."""
    until, parameters = since.replace("since", "until"), find_report(name).parameters

    for last in ("2026-01-30", "2026-01-30T23:00:00Z", "2026-01-31T00:00:00Z"):
        with pytest.raises(InputRejected, match=f"{until} .*is before {since}"):
            parse_parameters(parameters, {since: "2026-01-31", until: last})
    assert parse_parameters(parameters, {since: "2026-01-31", until: "2026-01-31"})


@pytest.mark.parametrize(
    ("name", "given", "zone"),
    [("since", "0001-01-01", "Asia/Tokyo"), ("until", "9999-12-31", "UTC"), ("until", "9999-12-31", "Asia/Tokyo")],
)
def test_a_day_beyond_the_calendar_is_refused(name: str, given: str, zone: str) -> None:
    """The first moment of the year 1 in Tokyo, and the last one of 9999, have no instant in UTC."""
    with pytest.raises(InputRejected, match=f"{name}: .* is beyond the calendar. Leave it out"):
        period(parse_parameters(find_report("ledger").parameters, {name: given, "tz": zone}))


def test_a_missing_time_of_pandas_is_no_date() -> None:
    """Such as an empty cell that is handed on."""
    with pytest.raises(InputRejected, match="'NaT' is not a date"):
        parse_parameters(find_report("ledger").parameters, {"since": pandas.NaT})


@pytest.mark.parametrize("name", ["lessons", "courses", "findings", "duplicates"])
def test_a_project_is_given_by_its_name_where_only_one_has_it(alike: Seeded, name: str) -> None:
    """Without case, beside ids; a name of several says which ids they have."""
    parameters, place = find_report(name).parameters, alike.places[1]
    ids = alike.sql(f"select id from project where name = 'Trade' and organization_id = '{place.organization_id}'")
    ((id_,),) = ids

    def report(*projects: str) -> list[Any]:
        given = parse_parameters(parameters, {"project_id": projects})
        found = build(alike.client, find_report(name), Scope((place,), given))
        return rows(found)

    assert report("TRADE") == report(id_) == report("Trade", id_)
    with pytest.raises(InputRejected, match=f"have the name 'trade'.*{id_}"):
        alike.report(name, **parse_parameters(parameters, {"project_id": "trade"}))


@pytest.mark.parametrize("in_trash", [None, True])
def test_ids_of_what_is_there_are_taken(alike: Seeded, in_trash: bool | None) -> None:
    """A project, a course, a person who has left without doing anything, a language with its region."""
    (course_id, project_id), *_ = alike.sql("select id, project_id from course where deleted_at is null")
    alike.report("lessons", course_id=course_id, project_id=project_id, in_trash=in_trash, language="PT-BR")
    ((gone,), *_) = alike.sql("select id from person where email = 'bob@x.org'")

    assert alike.report("audit", person=gone).empty
    assert alike.report("audit", action="lesson.deleteLesson")["action"].unique().tolist() == ["lesson.deleteLesson"]

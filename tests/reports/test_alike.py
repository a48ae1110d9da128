"""Figures of reports by SQL where organizations, people, projects and courses share names, in three time zones.

The days of a zone are computed by its offsets at midnight, not by the code that is tested.
"""

from __future__ import annotations

from datetime import date, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from tests.reports.frames import in_any_order, plain
from tests.reports.seeded import Seeded
from workbench.reports import find_report
from workbench.reports.scope import parse_parameters

ZONES = ("UTC", "Europe/Berlin", "America/New_York", "Asia/Tokyo")
SETTLED = (
    " from credit_entry e join reservation r on r.id = e.reservation_id left join lesson l on l.id = e.lesson_id"
    " where e.kind = 'settle'"
)
SUMS = "sum(r.credits), count(e.lesson_id), min(e.at), max(e.at)"
FOUND = ("organization_id", "group_id", "spent_credits", "lessons", "first_at", "last_at")
BY_NAME = ("organization_id", "name", "spent_credits", "lessons", "first_at", "last_at")
IDS = {"person": "e.person_id", "project_at_charge": "e.project_id", "project_now": "l.project_id"}
NAMES = {"language": "l.language", "purpose": "e.purpose", "run": "e.run"}


def report(service: Seeded, name: str, **given: Any) -> Any:
    """The report as a caller gets it, its parameters read from what the caller gives."""
    return service.report(name, **parse_parameters(find_report(name).parameters, given))


def midnight(day: date, zone: str) -> int:
    """The first instant of a day in a zone, milliseconds since the epoch."""
    return round(datetime(day.year, day.month, day.day, tzinfo=ZoneInfo(zone)).timestamp() * 1000)


def of_days(column: str, first: date, last: date, zone: str) -> str:
    """SQL for what lies in these days of a zone, the last included."""
    return f" and {column} >= {midnight(first, zone)} and {column} < {midnight(last + timedelta(days=1), zone)}"


def local_start(by: str, zone: str) -> str:
    """SQL for the first day of the day, week or month of a charge near the end of March 2026, else `later`."""
    cases = []
    for number in range(28):
        day = date(2026, 3, 20) + timedelta(days=number)
        first = {"day": day, "week": day - timedelta(days=day.weekday()), "month": day.replace(day=1)}[by]
        cases.append(f"when e.at >= {midnight(day, zone)} and e.at < {midnight(day + timedelta(days=1), zone)}")
        cases[-1] += f" then '{first.isoformat()}'"
    return f"case {' '.join(cases)} else 'later' end"


@pytest.mark.parametrize("by", [*IDS, *NAMES])
def test_what_was_spent_is_added_up_by_id(alike: Seeded, by: str) -> None:
    """Two of one name are never one row; names are distinct within an organization."""
    key = IDS.get(by) or NAMES[by]
    stored = alike.sql(f"select e.organization_id, {key}, {SUMS}{SETTLED} group by 1, 2")
    found = report(alike, "credits", by=by)

    assert in_any_order(plain(found, *(FOUND if by in IDS else BY_NAME))) == in_any_order(stored)
    assert not found.duplicated(["organization_id", "name"]).any()


@pytest.mark.parametrize("zone", ZONES)
@pytest.mark.parametrize("by", ["day", "week", "month"])
def test_days_weeks_and_months_are_those_of_the_zone(alike: Seeded, by: str, zone: str) -> None:
    """Charges lie a moment before and after midnight of each zone, on the day when clocks go forward too."""
    until = "2026-04-02"
    days = of_days("e.at", date(2026, 3, 20), date(2026, 4, 2), zone)
    stored = alike.sql(f"select e.organization_id, {local_start(by, zone)}, {SUMS}{SETTLED}{days} group by 1, 2")
    found = report(alike, "credits", by=by, since="2026-03-20", until=until, tz=zone)

    assert in_any_order(plain(found, *BY_NAME)) == in_any_order(stored)


@pytest.mark.parametrize("zone", ZONES)
@pytest.mark.parametrize("by", ["person", "purpose"])
def test_a_date_is_the_whole_day_in_the_zone(alike: Seeded, by: str, zone: str) -> None:
    """29 March, which has 23 hours in Berlin; `until` is included."""
    day, key = date(2026, 3, 29), IDS.get(by) or NAMES[by]
    stored = alike.sql(
        f"select e.organization_id, {key}, {SUMS}{SETTLED}{of_days('e.at', day, day, zone)} group by 1, 2"
    )
    found = report(alike, "credits", by=by, since="2026-03-29", until=day, tz=zone)

    assert in_any_order(plain(found, *(FOUND if by in IDS else BY_NAME))) == in_any_order(stored)
    assert stored


@pytest.mark.parametrize("zone", ZONES)
def test_the_ledger_of_a_day_is_that_of_the_zone(alike: Seeded, zone: str) -> None:
    """Every movement, by its number."""
    days = of_days("at", date(2026, 3, 29), date(2026, 3, 30), zone)
    stored = alike.sql(f"select organization_id, cast(id as text), purpose from credit_entry where true{days}")
    found = report(alike, "ledger", since=date(2026, 3, 29), until="2026-03-30", tz=zone)

    assert in_any_order(plain(found, "organization_id", "entry_id", "purpose")) == in_any_order(stored)


def test_instants_are_exact_and_until_is_excluded(alike: Seeded) -> None:
    """From the last instant of a day in New York to the first of the next in Berlin, whatever `tz` is."""
    stored = alike.sql(
        f"select cast(id as text) from credit_entry where at >= {midnight(date(2026, 3, 29), 'America/New_York')}"
        f" and at < {midnight(date(2026, 3, 30), 'Europe/Berlin')}"
    )
    since, until = "2026-03-29T00:00-04:00", datetime(2026, 3, 30, tzinfo=ZoneInfo("Europe/Berlin"))
    found = report(alike, "ledger", since=since, until=until, tz="Asia/Tokyo")

    assert in_any_order(plain(found, "entry_id")) == in_any_order(stored)
    assert len(stored) == 8


@pytest.mark.parametrize("name", ["lessons", "courses"])
@pytest.mark.parametrize("what", ["changed", "created"])
def test_lessons_and_courses_are_listed_by_change_and_by_creation(alike: Seeded, name: str, what: str) -> None:
    """Those from the instant of the newest but one on, by id."""
    table, column = name.removesuffix("s"), {"changed": "updated_at", "created": "created_at"}[what]
    bound = alike.sql(f"select {column} from {table} where deleted_at is null order by {column} desc limit 2")[-1][0]
    instant = datetime.fromtimestamp(bound / 1000, ZoneInfo("Europe/Berlin"))
    stored = alike.sql(f"select id, project_id from {table} where deleted_at is null and {column} >= {bound}")
    found = report(alike, name, **{f"{what}_since": instant.isoformat()})
    before = report(alike, name, **{f"{what}_until": instant})

    assert in_any_order(plain(found, f"{table}_id", "project_id")) == in_any_order(stored)
    assert not set(before[f"{table}_id"]) & set(found[f"{table}_id"])


def test_projects_of_one_name_are_told_apart_in_lists(alike: Seeded) -> None:
    """By id, and by the name with the first day."""
    stored = alike.sql("select id, project_id from lesson where deleted_at is null")
    found = report(alike, "lessons")

    assert in_any_order(plain(found, "lesson_id", "project_id")) == in_any_order(stored)
    assert found.drop_duplicates("project_id").duplicated(["organization_id", "project"]).sum() == 0


def test_a_finding_has_the_project_of_its_lesson(alike: Seeded) -> None:
    """By id, so that findings can be counted where two projects share a name."""
    stored = dict(alike.sql("select id, project_id from lesson where deleted_at is null"))
    found = report(alike, "findings")

    assert dict(plain(found, "lesson_id", "project_id")) == stored
    assert found.drop_duplicates("project_id").duplicated(["organization_id", "project"]).sum() == 0


def test_members_and_whoever_was_removed_add_up_to_what_was_spent(alike: Seeded) -> None:
    """By SQL over every charge; who was removed is marked so."""
    stored = alike.sql(
        "select e.organization_id, e.person_id, sum(r.credits), not exists (select 1 from membership m where"
        " m.person_id = e.person_id and m.organization_id = e.organization_id)"
        f"{SETTLED} group by 1, 2"
    )
    found = report(alike, "members")
    spent = found[found["spent_credits"] > 0]

    assert in_any_order(plain(spent, "organization_id", "person_id", "spent_credits", "is_removed")) == in_any_order(
        (place, person, credits, int(is_removed)) for place, person, credits, is_removed in stored
    )
    assert found["spent_credits"].sum() == report(alike, "credits", by="purpose")["spent_credits"].sum()
    assert plain(found[found["is_removed"]], "name", "role") == [("bob", None)]


def test_the_forecast_says_the_balance_of_each_organization(alike: Seeded) -> None:
    """By id, and whether a plan can be paid for."""
    stored = alike.sql("select id, credit_balance, credit_balance - 500, credit_balance < 500 from organization")
    found = report(alike, "forecast", plan_credits=500)
    found = found.assign(short=found["message"].str.contains("cannot be paid for"))

    assert in_any_order(
        plain(found, "organization_id", "balance_credits", "balance_after_plan", "short")
    ) == in_any_order((*figures, int(is_short)) for *figures, is_short in stored)

"""Parameters are read by kind and refused in a sentence; organizations are chosen by name."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest

from workbench.errors import InputRejected
from workbench.procedures.organization import Organization
from workbench.reports.scope import (
    COUNT,
    DATE,
    SWITCH,
    WORD,
    Parameter,
    ReportOrganization,
    Scope,
    chosen_organizations,
    parse_parameters,
)

PARAMETERS = (
    Parameter("by", WORD, "What.", ("day", "month")),
    Parameter("search", WORD, "What."),
    Parameter("stale_days", COUNT, "What."),
    Parameter("in_trash", SWITCH, "What."),
    Parameter("since", DATE, "What."),
)


def listed(*names: str) -> list[Organization]:
    """Organizations with ids 0, 1, 2 …"""
    return [
        Organization(organization_id=str(index), name=name, tier="Free", status="Active", role="owner")
        for index, name in enumerate(names)
    ]


@pytest.mark.parametrize(
    ("name", "said", "value"),
    [
        ("by", "day", "day"),
        ("stale_days", "30", 30),
        ("stale_days", 30, 30),
        ("in_trash", "yes", True),
        ("in_trash", False, False),
        ("since", "2026-01-31", date(2026, 1, 31)),
        ("since", datetime(2026, 1, 31, 5, tzinfo=UTC), datetime(2026, 1, 31, 5, tzinfo=UTC)),
        ("since", "2026-01-31T05:00+01:00", datetime(2026, 1, 31, 4, tzinfo=UTC)),
        ("since", date(2026, 1, 31), date(2026, 1, 31)),
    ],
)
def test_a_value_is_read_as_its_kind(name: str, said: object, value: object) -> None:
    """From text as from Python values."""
    assert parse_parameters(PARAMETERS, {name: said}) == {name: value}


@pytest.mark.parametrize(
    ("name", "said", "sentence"),
    [
        ("sinse", "2026-01-31", "Did you mean 'since'"),
        ("xyz", "1", "There are: by, search"),
        ("since", "31.1.2026", "Write a day as 2026-01-31"),
        ("since", "2026-01-31T09:00", "2026-01-31 for that whole day, or 2026-01-31T09:00:00.00:00 for that instant"),
        ("since", datetime(2026, 1, 31, 9), "does not say in which time zone"),
        ("search", "  ", "search is empty"),
        ("since", "2026-02-30", "is not a date"),
        ("stale_days", "-1", "is not valid; expected: whole number"),
        ("stale_days", "٣", "is not valid; expected: whole number"),
        ("in_trash", "maybe", "is not valid; expected: yes or no"),
        ("by", "mont", "Did you mean 'month'"),
        ("session_token", "x", "a secret is never a parameter"),
        ("apiKey", "x", "a secret is never a parameter"),
    ],
)
def test_a_wrong_parameter_is_refused_with_what_to_do(name: str, said: object, sentence: str) -> None:
    """In one sentence, before anything is asked."""
    with pytest.raises(InputRejected, match=sentence):
        parse_parameters(PARAMETERS, {name: said})


def test_what_is_not_given_takes_its_default() -> None:
    """None is not given."""
    assert parse_parameters(PARAMETERS, {"by": None}) == {}
    assert Scope().get("by", "day") == "day"


def test_an_organization_is_chosen_by_name_or_id() -> None:
    """Each once."""
    assert chosen_organizations(listed("Acme", "Beta"), ["Acme", "0", "1"]) == (
        ReportOrganization("0", "Acme"),
        ReportOrganization("1", "Beta"),
    )


@pytest.mark.parametrize(("wanted", "sentence"), [("Acne", "Did you mean 'Acme'"), ("Zoo", "There are: Acme, Acme")])
def test_an_organization_that_is_not_yours_is_refused(wanted: str, sentence: str) -> None:
    """With the nearest."""
    with pytest.raises(InputRejected, match=sentence):
        chosen_organizations(listed("Acme", "Acme"), [wanted])


def test_two_of_one_name_are_told_apart_by_id() -> None:
    """A report must not take the one for the other."""
    with pytest.raises(InputRejected, match="0, 1"):
        chosen_organizations(listed("Acme", "Acme"), ["Acme"])

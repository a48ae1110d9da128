"""The example instead of an empty organization: only where none was named, and never silently."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tests.api.test_card import facts
from workbench.api.connection import ConnectionFacts
from workbench.api.organizations import or_example
from workbench.procedures.organization import EXAMPLE_TIER, Organization

EXAMPLE = Organization(
    organization_id="o2", name="Example: College", tier=EXAMPLE_TIER, status="Active", role="owner", ai_credit_balance=5
)


def local(*, has_example: bool) -> ConnectionFacts:
    """What the service of this computer tells, with the example or without."""
    found = facts(name="Acme")
    assert found.service is not None
    service = found.service.model_copy(update={"is_local": True})
    more = (EXAMPLE,) if has_example else ()
    return replace(found, service=service, organizations=(*found.organizations, *more))


def unasked() -> bool:
    """Whether there are lessons is not looked up."""
    raise AssertionError


def test_an_empty_organization_gives_way_to_the_example() -> None:
    """With its name, that it is nobody's, and how to see one's own."""
    chosen, sentence = or_example(local(has_example=True), None, lambda: False)

    assert chosen == "o2"
    assert (
        "Acme has less than three weeks of history. The following shows Example: College, generated sample data"
        in sentence
    )
    assert "organization = 'Acme'" in sentence


def test_where_there_is_no_example_the_command_is_named() -> None:
    """The organization stays."""
    chosen, sentence = or_example(local(has_example=False), None, lambda: False)

    assert chosen is None
    assert "workbench demo --example" in sentence


def test_an_organization_with_lessons_is_shown_without_a_word() -> None:
    """Also next to an example."""
    assert or_example(local(has_example=True), None, lambda: True) == (None, "")


@pytest.mark.parametrize(
    ("named", "verb"),
    [("all", "includes"), ("Example: College", "shows"), (["o2"], "shows"), (["Acme", "o2"], "includes")],
)
def test_an_example_that_was_named_is_told_as_one(named: Any, verb: str) -> None:
    """What was named stays; with other organizations next to it, it is not all that is shown."""
    chosen, sentence = or_example(local(has_example=True), named, unasked)

    assert chosen == named
    assert f"The following {verb} Example: College, generated sample data." in sentence


def test_the_example_is_told_as_one_when_it_is_selected() -> None:
    """Else a person could take its figures for their own."""
    selected = replace(local(has_example=True), organization_id="o2")

    assert "generated sample data" in or_example(selected, None, unasked)[1]


@pytest.mark.parametrize("named", ["Acme", ["Acme"]])
def test_ones_own_organization_needs_no_word(named: Any) -> None:
    """When it was named."""
    assert or_example(local(has_example=True), named, unasked) == (named, "")


def test_a_service_for_others_has_no_example() -> None:
    """Nothing is looked up there, and no command is named that would refuse."""
    assert or_example(facts(), None, unasked) == (None, "")

"""The client's conversation makes each example's request, to the letter."""

from __future__ import annotations

import pytest

from tests.examples.example import BATCHES, EVERY, SINGLE, Example
from workbench.client.conversation import ConnectionSettings, converse
from workbench.client.exchange import Send
from workbench.wire.message import Request

every_example = pytest.mark.parametrize("example", EVERY, ids=lambda character: character.name)


def said(example: Example) -> Request:
    """What the client's conversation sends first for the example's calls."""
    step = next(converse(tuple(example.calls), ConnectionSettings()))
    assert isinstance(step, Send)
    return step.request


@every_example
def test_the_calls_make_the_request(example: Example) -> None:
    """Method, path, query and body are those of the example, byte for byte."""
    made = said(example)
    assert (made.method, made.target, made.body) == (example.request["method"], example.target, example.body)


@every_example
def test_the_request_says_its_content_type(example: Example) -> None:
    """Interface 4.5 requires it of writes; 4.6 shows it on a read."""
    assert said(example).headers == {"Content-Type": "application/json"}


@pytest.mark.parametrize("example", SINGLE, ids=lambda character: character.name)
def test_an_example_is_named_after_its_procedure(example: Example) -> None:
    """And says where the procedure comes from, as its declaration does."""
    (procedure,) = example.procedures
    assert (example.name, example.source) == (procedure.name, procedure.source)


def test_the_interfaces_batches_are_there() -> None:
    """4.1, 4.4 and 4.6, each with the procedures that the interface names, first and last where it says so."""
    batches = {batch.source: [procedure.name for procedure in batch.procedures] for batch in BATCHES}
    assert batches["interface 4.1"][:2] == [
        "organization.getDashboardRecentItems",
        "organization.getOrgTierAndStatus",
    ]
    assert batches["interface 4.4"] == [
        "courseRouter.getCourseSharingInfo",
        "organization.getLastSelectedOrganizationId",
        "organization.getOrgTierAndStatus",
    ]
    assert batches["interface 4.6"][0] == "organization.getFullSidebarItems"
    assert batches["interface 4.6"][-1] == "organization.getUserData"

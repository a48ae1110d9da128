"""An outline is requested under a key that comes from the brief, so that it is paid for once."""

from __future__ import annotations

from collections import deque
from typing import Any

import pytest

from tests.bulk.fake_service import AT
from workbench.bulk.outlines.proposing import Brief, outline_price, propose
from workbench.client.conversation import KeyedAnswer
from workbench.errors import CallFailed, Conflict, NotSent, WorkbenchError
from workbench.procedures.declare import Call
from workbench.procedures.organization import Price
from workbench.procedures.outlines import OutlineLesson, ProposedOutline
from workbench.procedures.service import Capabilities, WriterFacts

NAME = "courseRouter.proposeOutline"
BRIEF = Brief("Baking bread", "EN", 2)


class OutlineService:
    """A service that proposes one and the same outline, after the failures of `script`."""

    origin = "https://lessons.example"

    def __init__(self, *script: WorkbenchError, has_model: bool = True) -> None:
        self.script, self.has_model = deque(script), has_model
        self.calls: list[Call[Any]] = []

    def capabilities(self) -> Capabilities:
        """With the outline's price, where there is a model."""
        return Capabilities(
            service_id="s",
            name="s",
            version="1",
            procedures=[NAME] if self.has_model else [],
            additions=[],
            limits={},
            prices=[Price(procedure=NAME, credits=1, valid_from=AT)] if self.has_model else [],
            writer=WriterFacts(name="x", is_ai=self.has_model),
        )

    def call_keyed(self, call: Call[Any]) -> KeyedAnswer[ProposedOutline]:
        """The outline, or the next failure."""
        is_replayed = call.key in {call.key for call in self.calls}
        self.calls.append(call)
        if self.script:
            raise self.script.popleft()
        lesson = OutlineLesson(title="Flour", objectives=["Tell flours apart"], topic="Flours.")
        return KeyedAnswer(ProposedOutline(title="Bread", lessons=[lesson], writer="openai:x"), is_replayed)


def keys(service: OutlineService, *briefs: Brief) -> list[str | None]:
    """The keys under which outlines of these briefs are requested."""
    client: Any = service
    for brief in briefs:
        propose(client, brief)
    return [call.key for call in service.calls]


def refused(*, is_replayed: bool) -> CallFailed:
    """A draft that was no outline."""
    return CallFailed("No.", code="UNPROCESSABLE_CONTENT", facts={"reason": "draftRefused"}, is_replayed=is_replayed)


def test_the_same_brief_has_the_same_key() -> None:
    """White space around it does not matter; anything else does."""
    first, again, *others = keys(
        OutlineService(),
        BRIEF,
        Brief(" Baking bread\n", "en", 2),
        Brief("Baking bread", "EN", 3),
        Brief("Baking bread", "DE", 2),
        Brief("Baking bread", "EN", 2, variant=2),
    )

    assert first == again and len({first, *others}) == 4


def test_the_outline_knows_where_it_came_from() -> None:
    """Brief, model and service, so that it can be planned; never more than the announced price is spent."""
    service: Any = OutlineService()
    found = propose(service, BRIEF, organization_id="org1")

    assert (found.brief, found.writer, found.language) == ("Baking bread", "openai:x", "EN")
    assert found.client is service and found.organization_id == "org1"
    assert service.calls[0].input.max_credits == outline_price(service) == 1
    assert (found.cost_credits, propose(service, BRIEF, organization_id="org1").cost_credits) == (1, 0)


def test_an_attempt_that_is_under_way_is_waited_for() -> None:
    """Anyone who asked first may have been killed; the credit is spent once."""
    waited: list[float] = []
    running = Conflict("It is being worked on.", retry_after_seconds=2)
    service: Any = OutlineService(running, running)
    told: list[str] = []
    found = propose(service, BRIEF, wait=waited.append, on_wait=told.append)

    assert (found.title, waited) == ("Bread", [2, 2])
    assert [text.partition(" Next try at ")[0] for text in told] == ["It is being worked on."] * 2
    assert len({call.key for call in service.calls}) == 1


def test_it_is_not_waited_for_without_end() -> None:
    """After five minutes the service's sentence is all there is."""
    service: Any = OutlineService(*[Conflict("It is being worked on.", retry_after_seconds=100)] * 9)

    with pytest.raises(Conflict, match="being worked on"):
        propose(service, BRIEF, wait=lambda seconds: None)
    assert len(service.calls) == 4


def test_a_refusal_that_was_told_before_is_passed_over() -> None:
    """Its key is used up; a new one is reported."""
    service: Any = OutlineService(refused(is_replayed=True), refused(is_replayed=True))
    propose(service, BRIEF)

    assert len({call.key for call in service.calls}) == 3


def test_a_new_refusal_is_told() -> None:
    """No second draft is requested unasked."""
    service: Any = OutlineService(refused(is_replayed=False))

    with pytest.raises(CallFailed, match="No."):
        propose(service, BRIEF)
    assert len(service.calls) == 1


def test_a_service_without_a_model_is_not_asked() -> None:
    """The sentence says what to do instead."""
    service: Any = OutlineService(has_model=False)

    with pytest.raises(NotSent, match="Write the lessons yourself"):
        propose(service, BRIEF)
    assert service.calls == []

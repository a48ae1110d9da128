"""What credits are called."""

from __future__ import annotations

import pytest

from tests.client.calls import CAPABILITIES
from workbench.credit_text import balance_label, credit_noun, credits_label, credits_text, noun_for
from workbench.procedures.lesson import create_starter_lesson
from workbench.procedures.organization import Price
from workbench.procedures.service import Capabilities, WriterFacts


def service(price: int, *, is_ai: bool) -> Capabilities:
    """What a service announces whose starter lessons have this price."""
    known = Capabilities.model_validate(CAPABILITIES)
    listed = Price(procedure=create_starter_lesson.name, credits=price, valid_from="2026-01-01T00:00:00.000Z")
    return known.model_copy(update={"prices": [listed], "writer": WriterFacts(name="w", is_ai=is_ai)})


@pytest.mark.parametrize(
    ("price", "is_ai", "noun"),
    [(1, True, "credit"), (0, True, "credit"), (0, False, "credit"), (1, False, "practice credit")],
)
def test_what_buys_nothing_is_for_practice(price: int, is_ai: bool, noun: str) -> None:
    """A price without a model; a service that says nothing of its writer has credits."""
    assert credit_noun(service(price, is_ai=is_ai)) == noun_for(price, is_ai=is_ai) == noun
    assert credit_noun(None) == noun_for(None, is_ai=None) == noun_for(1, is_ai=None) == "credit"


@pytest.mark.parametrize(
    ("count", "noun", "text"),
    [
        (1, "credit", "1 credit"),
        (0, "credit", "0 credits"),
        (1200, "credit", "1,200 credits"),
        (1, "practice credit", "1 practice credit"),
        (2, "practice credit", "2 practice credits"),
    ],
)
def test_a_number_is_read_with_its_noun(count: int, noun: str, text: str) -> None:
    """In the singular or the plural."""
    assert credits_text(count, noun) == text


def test_labels_begin_with_a_capital() -> None:
    """With what is counted, or of the balance."""
    assert [credits_label("practice credit", "spent"), credits_label("credit")] == ["Practice credits spent", "Credits"]
    assert [balance_label("credit"), balance_label("practice credit")] == ["AI credits", "Practice credits"]

"""A strict draft has no number, name or link of its own; everything else it may say in its own words."""

from __future__ import annotations

from typing import Any

import pytest

from workbench.service.ai.support import UNSUPPORTED, find_unsupported
from workbench.service.ai.writer import DraftBlock, PromptPassage, StarterDraft, StarterRequest

TEXT = (
    "The relief valve opens at 1,450 kPa and closes at 3.50 bar. Ms. Okafor of Kestrel Pumps tests it in March; see "
    "https://kestrel.example/valves. Das Ventil der Firma Kestrel wurde 2019 von Ada Okafor geprüft."
)
PASSAGE = PromptPassage("s.1.1", "s", "Pump manual", "page 3", "Relief valves", TEXT)


def problem(content: dict[str, Any], block_type: str = "text", *, language: str = "EN", strict: bool = True) -> str:
    """What is said of a strict draft with this block behind a supported one; nothing where nothing is wrong."""
    blocks = (DraftBlock("text", {"markdown": "Valves wear."}), DraftBlock(block_type, content))
    request = StarterRequest(language, "Valves in 12 minutes", passages=(PASSAGE,), strict=strict)
    found = find_unsupported(StarterDraft("Valves", blocks, "scripted"), request)
    assert found is None or found.rule == UNSUPPORTED
    return "" if found is None else found.sentence


@pytest.mark.parametrize(
    ("markdown", "language"),
    [
        ("It opens at 1450 kPa, at 1 450 kPa, and closes at 3,50 bar.", "EN"),
        ("Take 12 minutes.", "EN"),
        ("Ask Okafor. Okafor's colleagues at Kestrel know. In March they test.", "EN"),
        ("Read [this](https://kestrel.example/valves).", "EN"),
        ("1. Open it.\n2. Close it.", "EN"),
        ("**Close The Main Valve**\n\nThen wait.", "EN"),
        ("Das Ventil öffnet, wenn der Druck in der Leitung steigt.", "DE"),
        ("バルブは開く。", "JA"),
    ],
)
def test_what_a_passage_or_the_topic_has_is_supported(markdown: str, language: str) -> None:
    """However digits are grouped; list numbers, titles and German nouns are not claims."""
    assert problem({"markdown": markdown}, language=language) == ""


@pytest.mark.parametrize(
    ("markdown", "language", "thing"),
    [
        ("It opens at 1,540 kPa.", "EN", "a number"),
        ("It opens at 14.50 kPa.", "EN", "a number"),
        ("In 2017 it was made.", "EN", "a number"),
        ("A study by Larsen shows it.", "EN", "a name"),
        ("The rules of the HSE apply.", "EN", "a name"),
        ("Das hat Frau Larsen gemessen.", "DE", "a name"),
        ("Es gilt die Regel der NASA.", "DE", "a name"),
        ("Read [this](https://elsewhere.example).", "EN", "a link"),
        ("Write to help@elsewhere.example now.", "EN", "a link"),
    ],
)
def test_what_nothing_supports_is_said_by_block_and_kind(markdown: str, language: str, thing: str) -> None:
    """The sentence goes to the model and into messages: no word of the draft is in it."""
    assert problem({"markdown": markdown}, language=language) == f"Block 2 (text) has {thing} that no passage has."
    assert problem({"markdown": markdown}, language=language, strict=False) == ""


def test_every_text_of_a_block_is_looked_at_but_its_quotes() -> None:
    """A choice's feedback is a claim; a quote has been compared already, and a heading's capitals name nobody."""
    choices = [
        {"text": "Yes", "isCorrect": True, "feedback": "It takes 77 seconds."},
        {"text": "No", "isCorrect": False},
    ]
    quote = {"passageId": "s.1.1", "quote": "9,999", "sourceId": "s", "title": "99", "place": "98", "state": "verified"}

    assert "a number" in problem({"question": "Does it open?", "multiple": False, "choices": choices}, "quiz")
    assert problem({"markdown": "It opens.", "sources": [quote]}) == ""
    assert problem({"text": "How Valves Wear", "level": 2}, "heading") == ""

"""Rules on one question. How often they are right is measured in tests/checks."""

from __future__ import annotations

from typing import Any

import pytest

from tests.authoring.checks.views import names, quiz, view

WHY = "Both sides see the same moon."


def question(*choices: tuple[str, bool, str], stem: str = "What moves the tides?") -> tuple[str, dict[str, Any]]:
    """A question with these choices: text, whether it is right, feedback."""
    made = [{"text": text, "isCorrect": right, "feedback": feedback} for text, right, feedback in choices]
    return "quiz", {"question": stem, "choices": made}


@pytest.mark.parametrize(
    ("rule", "block"),
    [
        ("key-longest", quiz("Why?", "Because the moon pulls at the water that is nearest to it", "Wind", "Rain")),
        ("all-of-the-above", quiz("Why?", "The moon", "The sun", "All of the above")),
        ("all-of-the-above", quiz("Warum?", "Der Mond", "Die Sonne", "Antwort A und B")),
        ("all-of-the-above", quiz("Pourquoi ?", "La lune", "Le soleil", "Aucune de ces réponses")),
        ("all-of-the-above", quiz("¿Por qué?", "La luna", "El sol", "Ninguna de las anteriores")),
        ("absolute-terms", quiz("When?", "Often in spring", "Never", "Always at noon")),
        ("negative-stem", quiz("Which of these does not move the tides?", "Wind", "Moon", "Sun")),
        ("negative-stem", quiz("¿Cuál de estos no mueve el mar?", "El viento", "La luna", "El sol")),
        ("grammatical-cue", quiz("On the beach you pick up an", "oyster", "whelk", "cockle")),
        ("similar-choices", quiz("At how many degrees?", "0 °C", "100 °C", "212 °F")),
        ("similar-choices", quiz("What do you do?", "Go", "Stop", "Stop.")),
        ("answer-given-away", quiz("Why?", "The moon (correct)", "The sun", "The wind")),
        ("answer-given-away", quiz("What does a thermostat do?", "It works as a thermostat", "It cools", "It hums")),
        ("feedback-missing", question(("Moon", True, "Correct!"), ("Sun", False, WHY))),
        ("feedback-missing", question(("Moon", True, WHY), ("Sun", False, ""))),
        ("feedback-contradicts-key", question(("Moon", True, "No, that is wrong."), ("Sun", False, WHY))),
        ("feedback-contradicts-key", question(("Moon", True, WHY), ("Sun", False, "Exactly! The sun does it."))),
        ("too-many-choices", quiz("Who?", "Ana", *[f"Person {index}" for index in range(6)])),
    ],
)
def test_a_flaw_is_found(rule: str, block: tuple[str, dict[str, Any]]) -> None:
    """In a question that has it, in whatever language it is asked."""
    assert names(view(block), rule) == [rule]


@pytest.mark.parametrize(
    ("rule", "block"),
    [
        ("key-longest", quiz("Why?", "Because of the moon", "Because of wind", "Because of rain")),
        ("all-of-the-above", quiz("What is true?", "`A and B`", "`A`", "`B`")),
        ("absolute-terms", quiz("When?", "Always in spring", "Never", "At noon")),
        ("negative-stem", quiz("Why does oil not mix with water?", "It has no charge", "It is hot", "It is old")),
        ("negative-stem", quiz("What does “do not enter” ask for?", "To stay out", "To hurry", "To wait")),
        ("similar-choices", quiz("At how many degrees?", "0 °C", "100 °C", "100 °F")),
        ("similar-choices", quiz("Complete: une maison ___", "blanche", "blanc", "blanches")),
        ("feedback-missing", question(("Moon", True, "Correct, it pulls."), ("Sun", False, "Not quite: it is far."))),
        (
            "feedback-contradicts-key",
            question(("Moon", True, "Right, it pulls."), ("Sun", False, "Not quite, too far.")),
        ),
    ],
)
def test_what_only_looks_like_a_flaw_is_passed(rule: str, block: tuple[str, dict[str, Any]]) -> None:
    """Near misses."""
    assert names(view(block), rule) == []


def test_both_names_of_a_thing_may_be_asked_for() -> None:
    """Where several choices are right, two of them may be equal."""
    kind, content = quiz("Which are one half?", "50 %", "1/2", "1/3")
    content["multiple"] = True
    content["choices"][1]["isCorrect"] = True

    assert names(view((kind, content)), "similar-choices") == []


def test_odd_content_is_no_question() -> None:
    """Nothing fails on what the schema would refuse."""
    odd = [("quiz", {"choices": "many"}), ("quiz", {"choices": [1, None]}), ("quiz", {"question": 3, "choices": [{}]})]

    assert "key-longest" not in names(view(*odd))


@pytest.mark.parametrize(
    ("content", "found"),
    [
        ({"text": "Neap tides: the range is small at ___ tide.", "gaps": [{"answers": ["Neap"]}]}, True),
        ({"text": "The range is small at ___ tide.", "gaps": [{"answers": ["neap"]}]}, False),
        ({"text": "One of ___ tides.", "gaps": [{"answers": ["of", "two"]}]}, False),
        ({"text": "Neap ___", "gaps": "neap"}, False),
        ({"text": None, "gaps": [7, {"answers": [None, "neap"]}]}, False),
    ],
)
def test_what_fills_a_gap_does_not_stand_beside_it(content: dict[str, Any], found: bool) -> None:
    """The gap is filled by copying; short words stand everywhere, and odd content has none."""
    assert names(view(("fillIn", content)), "answer-given-away") == ["answer-given-away"] * found

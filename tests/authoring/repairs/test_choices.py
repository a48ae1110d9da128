"""The order of a question's choices: even over many questions, the same each time, kept where it means something."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from workbench.authoring.repairs.choices import choice_order


def quiz(*texts: str, question: str = "Which one?", feedback: str = "") -> dict[str, Any]:
    """A question whose second choice is the right one, as models like to write them."""
    choices = [{"text": text, "isCorrect": index == 1, "feedback": feedback} for index, text in enumerate(texts)]
    return {"question": question, "choices": choices}


def placed(content: dict[str, Any]) -> list[str]:
    """The texts in their new order."""
    texts = [choice["text"] for choice in content["choices"]]
    order = choice_order(content)
    return texts if order is None else [texts[place] for place in order]


def questions() -> list[dict[str, Any]]:
    """400 questions with four choices, all of them right at B."""
    return [
        quiz(
            *(f"{word} of {number}" for word in ("Root", "Stem", "Leaf", "Bud")),
            question=f"What is plant {number} for?",
        )
        for number in range(400)
    ]


def test_four_hundred_keys_at_b_are_spread_evenly() -> None:
    """Each of the four positions holds 18 to 32% of the right choices."""
    places = Counter(placed(question).index(question["choices"][1]["text"]) for question in questions())

    assert all(0.18 * 400 <= places[index] <= 0.32 * 400 for index in range(4)), places


def test_the_order_does_not_depend_on_the_order_before() -> None:
    """Drafted again, with the choices turned around, a question looks the same."""
    again = [{**question, "choices": [*reversed(question["choices"])]} for question in questions()]

    assert [placed(question) for question in questions()] == [placed(turned_question) for turned_question in again]


def test_case_and_blanks_do_not_change_the_order() -> None:
    """The same words are the same choice."""
    words = ("Root", "Stem", "Leaf", "Bud")

    assert placed(quiz(*(f" {word.upper()}" for word in words))) == [
        f" {choice.upper()}" for choice in placed(quiz(*words))
    ]


MEANT = [
    "All of the above", "None of the above", "None of these", "A and C", "Both A and B", "Only 1 and 3", "Neither",
    "Option B", "Alle genannten", "Keine der Antworten", "Beides", "Todas las anteriores", "Ninguna de las anteriores",
    "Ambas", "Toutes les réponses ci-dessus", "Aucune de ces réponses", "Les deux", "Tutte le precedenti",
    "Nessuna delle risposte", "Alle bovenstaande", "Geen van beide", "Wszystkie powyższe", "Żadna z powyższych",
    "Todas as anteriores", "Nenhuma das opções", "جميع ما سبق", "以上都是",
]  # fmt: skip


@pytest.mark.parametrize("text", MEANT)
def test_a_choice_that_refers_to_others_keeps_all_in_place(text: str) -> None:
    """In any of the languages that lessons are written in."""
    assert choice_order(quiz("Root", "Stem", "Leaf", text)) is None
    assert choice_order(quiz(text, "Bud", "Leaf", "Root")) is None


@pytest.mark.parametrize(
    "texts",
    [
        ("5 %", "10 %", "20 %", "40 %"),
        ("40 km", "30 km", "20 km"),
        ("1.000", "2.000", "10.000"),
        ("1,5 kg", "2,5 kg", "10 kg"),
        ("1 000", "20 000", "300 000"),
        ("1/4", "1/3", "1/2"),
        ("Less than 10", "10 to 20", "More than 20"),
        ("-3 °C", "0 °C", "4 °C"),
        ("1914", "1918", "1939"),
        ("3 March 1914", "28 July 1914", "11 November 1918"),
        ("3. März 1914", "28. Juli 1914", "11. November 1918"),
        ("2026-01-02", "2026-03-01", "2027-01-01"),
        ("January", "March", "June"),
        ("lunes", "martes", "viernes"),
        ("A) Root", "B) Stem", "C) Leaf"),
    ],
)
def test_figures_and_dates_in_order_and_labels_stay(texts: tuple[str, ...]) -> None:
    """Learners look for them where they belong."""
    assert choice_order(quiz(*texts)) is None


@pytest.mark.parametrize(
    "feedback",
    [
        "Option B is about roots.",
        "No: C is wrong.",
        "See the first answer.",
        "Antwort A stimmt.",
        "La respuesta B es otra.",
    ],
)
def test_a_feedback_that_names_a_place_keeps_all_in_place(feedback: str) -> None:
    """It would speak of another choice."""
    assert choice_order(quiz("Root", "Stem", "Leaf", "Bud", feedback=feedback)) is None


@pytest.mark.parametrize(
    "texts",
    [
        ("20 %", "5 %", "40 %", "10 %"),
        ("3 March 1914", "11 November 1918", "28 July 1914", "1 May 1915"),
        ("It lies above sea level", "Both sides lose", "Vitamin C", "Plants and animals"),
        ("All mammals lay eggs", "CO2", "I and my brother", "les deux côtés"),
    ],
)
def test_other_choices_are_put_in_order(texts: tuple[str, ...]) -> None:
    """What only looks like a reference, or like figures in order, is none: some question with them is turned."""
    orders = {tuple(placed(quiz(*texts, question=f"Question {number}?"))) for number in range(20)}

    assert len(orders) > 5

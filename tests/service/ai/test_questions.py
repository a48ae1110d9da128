from __future__ import annotations

import pytest

from workbench.authoring.content import Choice
from workbench.service.ai.languages.known import LANGUAGES
from workbench.service.ai.questions import question_on
from workbench.service.ai.topic import TopicPart

EN = LANGUAGES["EN"]
PARTS = (
    TopicPart("Mixing", "Flour meets water"),
    TopicPart("Resting", "Dough rises"),
    TopicPart("Baking", "A crust forms"),
    TopicPart("Cooling", "Steam leaves the crumb"),
    TopicPart("Slicing", "A saw helps"),
)


def test_described_parts_are_asked_for() -> None:
    """Three described parts make a question that the topic answers."""
    quiz = question_on(PARTS[:3], EN)
    assert quiz is not None and {choice.text for choice in quiz.choices} == {"Mixing", "Resting", "Baking"}
    (right,) = [choice for choice in quiz.choices if choice.is_correct]
    assert (right.text, quiz.question.partition("? ")[2]) in [(part.name, part.note) for part in PARTS]


def test_two_described_parts_are_too_few() -> None:
    """Whatever else is named."""
    assert question_on((*PARTS[:2], TopicPart("Baking"), TopicPart("Cooling")), EN) is None


def test_there_are_four_choices_at_most() -> None:
    """The right one among them."""
    quiz = question_on(PARTS, EN)
    assert quiz is not None and len(quiz.choices) == 4 and sum(choice.is_correct for choice in quiz.choices) == 1


def test_a_part_that_names_itself_is_not_asked_for() -> None:
    """A description that gives the answer away makes no question; another part may."""
    given_away = tuple(TopicPart(part.name, f"{part.name.lower()} it") for part in PARTS[:3])
    quiz = question_on((*given_away[:2], PARTS[2]), EN)

    assert question_on(given_away, EN) is None
    assert quiz is not None and [choice.text for choice in quiz.choices if choice.is_correct] == ["Baking"]


def test_the_feedback_says_what_the_topic_says_of_each_choice() -> None:
    """Right or wrong, a learner reads what the chosen part is."""
    quiz = question_on(PARTS[:3], EN)
    notes = {part.name: part.note for part in PARTS}
    assert quiz is not None

    def said(choice: Choice) -> str:
        return f"{'Right' if choice.is_correct else 'No'}. {choice.text}: {notes[choice.text]}"

    assert [choice.feedback for choice in quiz.choices] == [said(choice) for choice in quiz.choices]


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_right_answer_moves_from_topic_to_topic(code: str) -> None:
    """Over many topics the right choice stands in every place, whatever the language."""
    quizzes = [
        question_on([TopicPart(part.name, f"{part.note}, {number}") for part in PARTS[:3]], LANGUAGES[code])
        for number in range(30)
    ]
    places = {[choice.is_correct for choice in quiz.choices].index(True) for quiz in quizzes if quiz}
    assert places == {0, 1, 2}

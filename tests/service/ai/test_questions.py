from __future__ import annotations

from workbench.service.ai.languages.known import LANGUAGES
from workbench.service.ai.questions import quiz_on
from workbench.service.ai.terms import FoundTerm
from workbench.service.ai.topic import TopicPart

EN = LANGUAGES["EN"]
TERMS = [
    FoundTerm("starter", "Bakers feed the starter with flour and water every day."),
    FoundTerm("oven", "The oven is heated with wood before dawn."),
    FoundTerm("basket", "The dough rests in a basket for several hours."),
]


def test_a_gap_takes_its_answer_from_the_statement() -> None:
    """The right choice is the word that was taken out."""
    quiz = quiz_on((), TERMS, EN)
    assert quiz is not None and "Bakers feed the ____ with flour" in quiz.question
    assert [choice.text for choice in quiz.choices if choice.is_correct] == ["starter"]


def test_no_wrong_answer_stands_in_the_question() -> None:
    """A word that the statement itself holds would be no choice."""
    terms = [*TERMS, FoundTerm("flour", "Bakers feed the starter with flour and water every day.")]
    quiz = quiz_on((), terms, EN)
    assert quiz is not None and "flour" not in [choice.text for choice in quiz.choices]


def test_described_parts_are_asked_for() -> None:
    """Three described parts make a question that the text answers."""
    parts = (
        TopicPart("Mixing", "flour meets water"),
        TopicPart("Resting", "dough rises"),
        TopicPart("Baking", "crust forms"),
    )
    quiz = quiz_on(parts, [], EN)
    assert quiz is not None and {choice.text for choice in quiz.choices} == {"Mixing", "Resting", "Baking"}


def test_a_part_that_names_itself_is_not_asked_for() -> None:
    """A description that gives the answer away makes no question."""
    parts = (TopicPart("Mixing", "mixing it"), TopicPart("Resting", "resting it"), TopicPart("Baking", "baking it"))
    assert quiz_on(parts, [], EN) is None


def test_two_terms_are_too_few() -> None:
    """Below two wrong answers there is no quiz."""
    assert quiz_on((), TERMS[:2], EN) is None


def test_the_feedback_quotes_the_proof() -> None:
    """Right or wrong, a learner reads what the text says."""
    quiz = quiz_on((), TERMS, EN)
    assert quiz is not None and all(TERMS[0].statement in choice.feedback for choice in quiz.choices)

"""Questions that can be answered, and what is said of those that cannot."""

from __future__ import annotations

from workbench.authoring.content import Quiz, content_problem

YES = {"text": "Yes", "isCorrect": True, "feedback": "Right."}
NO = {"text": "No", "isCorrect": False, "feedback": "Look again."}


def test_a_quiz_with_several_answers_is_marked_as_such() -> None:
    """More than one correct choice is fine when the quiz says `multiple`."""
    assert (
        content_problem("quiz", {"question": "q", "multiple": True, "choices": [YES, {**YES, "text": "Also"}]}) is None
    )


def test_python_names_are_snake_case() -> None:
    """The wire's isCorrect is is_correct in Python."""
    quiz = Quiz.model_validate({"question": "Is bread baked?", "choices": [YES, NO]})
    assert [choice.is_correct for choice in quiz.choices] == [True, False]

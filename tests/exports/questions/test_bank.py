"""Banks of questions."""

from __future__ import annotations

from tests.exports.lessons import lesson
from tests.exports.questions.banks import ARABIC, RIGHT, bank, course, every_type, with_ids
from workbench.exports.questions.bank import name, question_bank, split_bank


def test_every_question_is_taken_and_nothing_else() -> None:
    """Questions of every type and key terms, in the lesson's order; no text, and no note for authors."""
    first, second = bank().lessons

    assert [question.type for question in first.questions] == [
        *["quiz"] * 3, "ordering", "matching", "fillIn", "fillIn", "shortAnswer", "reflection", "keyTerms"
    ]  # fmt: skip
    assert (second.language, bank().count()) == ("AR", 12)


def test_an_id_stays_after_an_edit() -> None:
    """It is the block's."""
    before = lesson("Tides", ("quiz", {"question": "What pulls?", "choices": RIGHT}))
    edited = before.blocks[0].model_copy(update={"content": {"question": "Who pulls?", "choices": RIGHT}})
    after = before.model_copy(update={"blocks": [edited]})

    asked = [question_bank([course(version)]).lessons[0].questions[0] for version in (before, after)]
    assert asked[0].id == asked[1].id == before.blocks[0].id
    assert asked[0].asks != asked[1].asks


def test_a_block_in_two_lessons_has_two_ids() -> None:
    """Systems that import would drop one of two with the same."""
    first = with_ids(lesson("Tides", *ARABIC), "a")
    twice = bank(course(first, first.model_copy(update={"lesson_id": "lesson-2"})))

    [one], [other] = (listed_lesson.questions for listed_lesson in twice.lessons)
    assert other.id == f"{one.id}-lesson-2"


def test_what_cannot_be_read_is_told() -> None:
    """A quiz without a right answer, and a type of another maker, which may ask something."""
    wrong = {"question": "?", "choices": [{"text": "a", "isCorrect": False}, {"text": "b", "isCorrect": False}]}
    made = bank(course(lesson("Tides", ("quiz", wrong), ("theirQuiz", {"q": "?"}))))

    assert [(question.type, question.reason) for question in made.left_out] == [
        ("quiz", "No choice of the quiz is marked as correct."),
        ("theirQuiz", "This block type is unknown here, so the block may or may not be a question."),
    ]


def test_what_a_format_refuses_is_left_out_with_its_reason() -> None:
    """Together with what no format takes."""
    kept = split_bank(bank(), lambda question: "No." if question.type == "quiz" else None)

    assert {(question.type, question.reason) for question in kept.left_out} == {("quiz", "No.")}
    assert [kept_lesson.title for kept_lesson in kept.lessons] == ["Tides: {1} // ~2"]


def test_stored_control_characters_reached_no_file() -> None:
    """XML cannot hold them."""
    made = bank(course(lesson("Tides\x00", ("reflection", {"prompt": "a\x0bb\u202ec\ud800"}))))

    assert name(made.lessons[0].questions[0].asks) == "a b c"
    assert made.lessons[0].title == "Tides"


def test_a_bank_of_one_lesson_has_its_title() -> None:
    """One of several courses has all of theirs, up to 300 characters."""
    [first, _] = every_type().lessons

    assert bank(course(first)).title == "Tides: {1} // ~2"
    assert bank(course(first, title="Sea"), every_type()).title == "Sea · Sea & <b>shore</b>/1"
    assert bank(course(first.model_copy(update={"title": "T" * 301}))).title == "T" * 300

"""What is judged before learners see more: one sentence that names the lessons, whatever their number."""

from __future__ import annotations

import pytest

from workbench.service.kernel.errors import HandlerError
from workbench.service.lessons.contents import UnfinishedLesson
from workbench.service.publications.publishing import (
    ALTERNATIVE_TEXT,
    MOST_LISTED,
    PUBLISHED_MEANWHILE,
    check_base,
    check_finished,
    override_facts,
)


def test_finished_lessons_are_let_through() -> None:
    """Nothing is asked of anyone who left no place open."""
    check_finished([], confirmed=None)


def test_a_refusal_names_five_and_tells_a_hundred() -> None:
    """A course of a thousand unfinished lessons gives no answer of a thousand titles."""
    found = [UnfinishedLesson(str(number), f"Lesson {number}", 0, 2) for number in range(500)]
    with pytest.raises(
        HandlerError, match="500 lessons have placeholders .* “Lesson 3”, “Lesson 4” and 495 more"
    ) as data:
        check_finished(found, confirmed=None)

    assert len(data.value.failure.facts["openPlaces"]) == MOST_LISTED
    check_finished(found, confirmed=True)


def test_nobody_confirms_a_note_for_authors() -> None:
    """Lessons with notes are named, others with open places are not; in every number."""
    found = [UnfinishedLesson("1", "Ebb", 1, 1), UnfinishedLesson("2", "Flow", 0, 3)]
    for confirmed in (None, True):
        with pytest.raises(HandlerError, match="1 lesson has notes for authors and cannot be public yet: “Ebb”. Add"):
            check_finished(found, confirmed=confirmed)
    many = [UnfinishedLesson(str(number), f"Lesson {number}", 1, 0) for number in range(500)]
    with pytest.raises(HandlerError, match="500 lessons have notes .* and 495 more") as data:
        check_finished(many, confirmed=True)

    assert len(data.value.failure.facts["authorNotes"]) == MOST_LISTED


def test_a_refusal_names_each_lesson_with_what_it_lacks() -> None:
    """Its id, its title and the number, under the name of what is lacking."""
    for name, lesson in {
        "authorNotes": UnfinishedLesson("1", "Ebb", 4, 0),
        "openPlaces": UnfinishedLesson("1", "Ebb", 0, 4),
        "pictures": UnfinishedLesson("1", "Ebb", 0, 0, 4),
    }.items():
        with pytest.raises(HandlerError, match="1 lesson has") as data:
            check_finished([lesson], confirmed=None)
        listed = data.value.failure.facts["alternativeText" if name == "pictures" else name]
        assert listed == [{"lessonId": "1", "title": "Ebb", name: 4}]


def test_nobody_confirms_a_picture_without_words() -> None:
    """The refusal has a reason of its own, in every number."""
    found = [UnfinishedLesson("1", "Ebb", 0, 0, 1), UnfinishedLesson("2", "Flow", 0, 0, 2)]
    with pytest.raises(HandlerError, match="2 lessons have pictures .* “Ebb”, “Flow”") as data:
        check_finished(found, confirmed=True)

    assert data.value.failure.facts["reason"] == ALTERNATIVE_TEXT


@pytest.mark.parametrize(("known", "number"), [(None, 4), (None, None), (4, 4), (0, None)])
def test_who_knows_the_publication_goes_on(known: int | None, number: int | None) -> None:
    """Nobody has to name it, and 0 is that learners see nothing."""
    check_base(known, number)


@pytest.mark.parametrize(("known", "number"), [(3, 4), (0, 1), (1, None)])
def test_who_knows_another_publication_looks_again(known: int, number: int | None) -> None:
    """The refusal names the number that learners see."""
    with pytest.raises(HandlerError, match="has published the course") as data:
        check_base(known, number)

    assert data.value.failure.facts == {"reason": PUBLISHED_MEANWHILE, "number": number}


def test_only_what_the_policy_stops_is_recorded_as_published_against_it() -> None:
    """With its reason and at most a hundred lessons."""
    many = [str(number) for number in range(200)]
    assert override_facts("Urgent", []) == {}
    assert override_facts("Urgent", many) == {"overrideReason": "Urgent", "overriddenLessons": many[:MOST_LISTED]}

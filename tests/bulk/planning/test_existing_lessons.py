"""Which lessons already exist."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.bulk.fake_service import FakeService, lesson_summary
from tests.bulk.plans import place
from workbench.bulk.planning.existing_lessons import loose_form, missing_lessons, read_existing
from workbench.bulk.planning.target import find_place
from workbench.errors import AnswerUnreadable, Unreachable


def test_lessons_are_found_by_the_topic_they_were_made_from(service: FakeService) -> None:
    """Not by the title, which the writer chose."""
    service.existing = [lesson_summary("l1", "The Loaf", "Baking  BREAD")]

    assert read_existing(service, find_place(service)).by_topic == {("EN", "baking bread"): ["l1"]}


def test_a_service_that_does_not_list_lessons_is_said(interface_only: FakeService) -> None:
    """The person knows what was not looked for."""
    existing = read_existing(interface_only, find_place(interface_only))

    assert "doesn't list lessons" in existing.notes[0]
    assert interface_only.reads.count("lesson.listLessons") == 0


def test_empty_pages_without_end_are_refused(service: FakeService) -> None:
    """A hostile service kept a plan waiting for ever."""
    service.empty_pages = True

    with pytest.raises(AnswerUnreadable, match="keeps returning more pages"):
        read_existing(service, find_place(service))


@pytest.mark.parametrize(("one", "other"), [("Baking bread", "bread, baking"), ("Café!", "cafe"), ("A-B", "b a")])
def test_similar_texts_share_a_loose_form(one: str, other: str) -> None:
    """Enough for a warning, never for a verdict."""
    assert loose_form(one) == loose_form(other)


@given(st.text(st.characters(max_codepoint=127)))
def test_plain_texts_take_a_shorter_way_to_the_same_form(text: str) -> None:
    """An accent at the end is left out, but sends the text the long way."""
    assert loose_form(text) == loose_form(text + "\u0301")


IDS = ("lesson0", "lesson1", "lesson2")


@pytest.fixture
def with_lessons(service: FakeService) -> FakeService:
    """A service with three lessons."""
    service.tells_lessons = True
    service.made = [("EN", topic, None) for topic in ("bread", "milk", "salt")]
    return service


def test_what_is_nowhere_is_missing(with_lessons: FakeService) -> None:
    """Neither among the lessons nor in the trash."""
    with_lessons.lost, with_lessons.trashed = {"lesson1"}, {"lesson2"}

    assert missing_lessons(with_lessons, place(), IDS) == {"lesson1"}


def test_what_was_listed_just_now_is_not_asked_for_again(with_lessons: FakeService) -> None:
    """Planning has read the list already."""
    missing_lessons(with_lessons, place(), IDS, listed=IDS)

    assert with_lessons.reads == []


def test_a_service_that_tells_no_lessons_is_evidence_of_nothing(interface_only: FakeService) -> None:
    """Nobody is alarmed by what cannot be looked up."""
    assert missing_lessons(interface_only, place(lists_lessons=False), IDS) == set()


def test_no_answer_is_no_missing_lesson(with_lessons: FakeService) -> None:
    """It is reported that the service could not be asked."""
    with_lessons.read_failure = Unreachable("No answer came.")

    with pytest.raises(Unreachable):
        missing_lessons(with_lessons, place(), IDS)

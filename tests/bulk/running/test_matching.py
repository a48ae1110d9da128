"""How far a look is believed."""

from __future__ import annotations

from dataclasses import replace

import pytest

from workbench.bulk.running.matching import (
    Baseline,
    LessonMaker,
    MatchFinding,
    Reading,
    RecentLesson,
    UnsureSend,
    before,
    judge,
    reading,
    titles,
)
from workbench.procedures.organization import RecentItem, RecentItemsOutput, UserData

SENT = 1_000_000
NEW = RecentLesson("new", "Bread", "EN", SENT + 500, "p1")
OLD = RecentLesson("old", "Milk", "EN", SENT - 900_000, "p1")
ADA = LessonMaker("p1", "Ada")
SEND = UnsureSend("EN", SENT, Baseline(("old",), 10, SENT - 10), 0, 2)
NOW = Reading((NEW, OLD), 8, SENT + 1_000)


def test_one_new_lesson_and_one_cost_gone_match() -> None:
    """In the time of the send, with nothing else in doubt."""
    look = judge(SEND, NOW, set(), 1, ADA)

    assert (look.seen, look.candidates) == (MatchFinding.MATCHED, (NEW,))


@pytest.mark.parametrize(
    "now",
    [
        replace(NOW, balance_credits=10),
        replace(NOW, balance_credits=6),
        replace(NOW, balance_credits=None),
        replace(NOW, items=(replace(NEW, created_at=SENT - 500_000), OLD)),
        replace(NOW, items=(replace(NEW, created_at=SENT + 500_000), OLD)),
        replace(NOW, items=(replace(NEW, created_at=None), OLD)),
        replace(NOW, items=(replace(NEW, language="DE"), OLD)),
        replace(NOW, items=(replace(NEW, created_by_id="p2"), OLD)),
        replace(NOW, items=(replace(NEW, created_by_id=None, created_by="Bob"), OLD)),
        replace(NOW, items=(NEW,)),
        replace(NOW, items=None),
        replace(NOW, items=(NEW, replace(NEW, lesson_id="newer"), OLD)),
        replace(NOW, items=(OLD,)),
        replace(NOW, items=()),
    ],
)
def test_anything_else_does_not(now: Reading) -> None:
    """Another balance, time, language, person; no field; no reach; two lessons; none."""
    assert judge(SEND, now, set(), 1, ADA).seen is not MatchFinding.MATCHED


@pytest.mark.parametrize(
    "send",
    [
        replace(SEND, before=None),
        replace(SEND, before=Baseline(None, 10, 0)),
        replace(SEND, before=Baseline(("old",), None, 0)),
        replace(SEND, price_credits=None),
        replace(SEND, made_since=1),
    ],
)
def test_a_send_of_which_too_little_is_known_does_not_match(send: UnsureSend) -> None:
    """What was there before, the price, and what else was made since."""
    assert judge(send, NOW, set(), 1, ADA).seen is not MatchFinding.MATCHED


def test_two_sends_in_doubt_never_match() -> None:
    """The lesson may be the other's."""
    assert judge(SEND, NOW, set(), 2, ADA).seen is MatchFinding.SEVERAL


def test_a_lesson_that_the_journal_explains_is_not_new() -> None:
    """And its cost is counted as explained."""
    explained = Reading((replace(NEW, lesson_id="mine"), NEW, OLD), 6, NOW.at)

    assert judge(replace(SEND, made_since=1), explained, {"mine"}, 1, ADA).seen is MatchFinding.MATCHED


def test_not_seen_so_far_is_its_own_finding() -> None:
    """The request may still be running: it is worth another look."""
    assert judge(SEND, replace(NOW, items=(OLD,), balance_credits=10), set(), 1).seen is MatchFinding.NOT_SEEN


def test_a_service_that_shows_no_author_may_still_match() -> None:
    """What is not shown neither proves nor refutes."""
    assert (
        judge(SEND, replace(NOW, items=(replace(NEW, created_by_id=None), OLD)), set(), 1, ADA).seen
        is MatchFinding.MATCHED
    )


def test_items_without_known_fields_are_no_evidence() -> None:
    """The interface shows no field of a recent item."""
    unknown = RecentItemsOutput.model_validate({"recentItems": [{"ref": "x"}]})

    assert reading(unknown, None, 5) == Reading(None, None, 5)


def test_an_empty_list_is_a_list() -> None:
    """There were no lessons; that is known."""
    assert reading(RecentItemsOutput(recent_items=[]), UserData(ai_credit_balance=3), 5) == Reading((), 3, 5)


def test_courses_and_repeats_among_the_items_are_left_out() -> None:
    """A lesson counts once."""
    lesson = RecentItem(item_type="lesson", lesson_id="l1", created_at="2026-01-01T00:00:00.000Z")
    course = RecentItem(item_type="course", course_id="c1")
    found = reading(RecentItemsOutput(recent_items=[lesson, course, lesson]), None, 5)

    assert found.items == (RecentLesson("l1", created_at=1_767_225_600_000),)


def test_what_an_attempt_kept_is_read_back() -> None:
    """Ids, balance and time."""
    assert before(NOW.to_json()) == Baseline(("new", "old"), 8, NOW.at)
    assert before(None) is None


def test_candidates_are_shown_with_id_and_title() -> None:
    """For the person who decides."""
    assert titles([NEW, RecentLesson("x")]) == ["new (Bread)", "x (no title shown)"]


def test_another_person_of_the_same_name_is_somebody_else() -> None:
    """People are compared by id; the name that the service shows says nothing."""
    item = RecentItem(item_type="lesson", lesson_id="new", created_by="Ada", created_by_id="p2", created_at=None)
    user = UserData(ai_credit_balance=8)
    (read,) = reading(RecentItemsOutput(recent_items=[item]), user, NOW.at).items or ()
    theirs = replace(read, created_at=SENT + 500)

    assert theirs.created_by_id == "p2"
    assert judge(SEND, replace(NOW, items=(theirs, OLD)), set(), 1, ADA).seen is not MatchFinding.MATCHED

"""What the review panel knows of the queue."""

from __future__ import annotations

from collections.abc import Sequence

from workbench.procedures.reviews import QueuedLesson, ReviewQueue
from workbench.widgets.review.queue import MOST_DECIDED, LoadedQueue


def lesson(lesson_id: str, *, revision: int = 1, last_review_id: str = "asked") -> QueuedLesson:
    """A lesson that waits for a review."""
    return QueuedLesson(
        lesson_id=lesson_id,
        title=lesson_id.upper(),
        course_id="c",
        course_title="Course",
        project_id="p",
        language="EN",
        revision=revision,
        state="inReview",
        last_review_id=last_review_id,
        errors=0,
        warnings=0,
        hints=0,
    )


def page(ids: Sequence[str], *, total: int | None = None, cursor: str | None = None) -> ReviewQueue:
    """A page of the queue with these lessons."""
    return ReviewQueue(
        lessons=[lesson(id_) for id_ in ids], total=len(ids) if total is None else total, next_cursor=cursor
    )


def loaded(ids: Sequence[str], **more: object) -> LoadedQueue:
    """A queue whose first page has these lessons."""
    queue = LoadedQueue()
    queue.load(page(ids, **more))  # type: ignore[arg-type]
    return queue


def test_the_next_one_that_is_not_decided_is_opened() -> None:
    """Behind the open one, and from the beginning where there isn't one behind."""
    queue = loaded("abc")
    queue.decide("a", "approved")
    opened = [queue.current]
    queue.current = "c"
    queue.decide("c", "changesRequested")
    opened.append(queue.current)
    queue.decide("b", "approved")

    assert opened == ["b", "b"]
    assert (queue.current, queue.decided, queue.waiting) == (None, 3, 0)


def test_what_others_decided_does_not_count_as_decided_here() -> None:
    """It only waits no longer."""
    queue = loaded("ab")
    queue.decide("a", "elsewhere", by="Bo")

    assert (queue.decided, queue.waiting, queue.current) == (0, 1, "b")


def test_a_decision_counts_once() -> None:
    """Anyone who says it twice."""
    queue = loaded("ab")
    queue.decide("a", "approved")
    queue.decide("a", "approved")

    assert (queue.decided, queue.waiting) == (1, 1)


def test_only_the_last_decided_lessons_stay_in_the_list() -> None:
    """A list of thousands is slow to show."""
    queue = loaded([f"l{number}" for number in range(40)])
    for number in range(30):
        queue.decide(f"l{number}", "approved")

    assert [entry.id for entry in queue.entries if entry.decision] == [
        f"l{number}" for number in range(30 - MOST_DECIDED, 30)
    ]
    assert queue.current == "l30"


def test_a_page_that_is_older_than_a_decision_does_not_take_it_back() -> None:
    """It was requested before; a lesson that was asked about again does wait again."""
    queue = loaded("ab")
    queue.decide("a", "approved")
    queue.update(page("ab"))
    old = [entry.decision for entry in queue.entries]
    queue.update(ReviewQueue(lessons=[lesson("a", last_review_id="asked again"), lesson("b")], total=2))

    assert (old, [entry.decision for entry in queue.entries]) == (["approved", ""], ["", ""])


def test_what_is_gone_from_a_whole_queue_was_decided_elsewhere() -> None:
    """Where there are more pages, it may only have moved down."""
    queue = loaded("abc")
    further_down = queue.update(page("bc", total=9, cursor="more"))
    gone = queue.update(page("bc"))

    assert ([lost_entry.id for lost_entry in further_down], [lost_entry.id for lost_entry in gone]) == ([], ["a"])
    assert [entry.decision for entry in queue.entries] == ["elsewhere", "", ""]


def test_another_revision_is_not_shown_yet() -> None:
    """Then the panel reads again."""
    queue = loaded("ab")
    same = queue.shows(page("ab"))
    edited = queue.shows(ReviewQueue(lessons=[lesson("a", revision=2), lesson("b")], total=2))

    assert (same, edited, queue.shows(page("a"))) == (True, False, False)


def test_more_is_needed_while_few_are_known_ahead() -> None:
    """And only where there is more."""
    assert loaded("abc", total=9, cursor="more").needs_more(3)
    assert not loaded("abcd", total=9, cursor="more").needs_more(3)
    assert not loaded("abc").needs_more(3)

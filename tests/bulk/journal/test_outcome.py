"""What a failure says of a paid send: certainly not applied, or unsure."""

from __future__ import annotations

import pytest

from tests.bulk.fake_service import draft_refused, refusal
from workbench.bulk.journal.outcome import OutcomeKind, RunEffect, outcome_of_answer, outcome_of_failure
from workbench.errors import AnswerUnreadable, CallFailed, InputRejected, OriginRefused, Unreachable
from workbench.procedures.lesson import StarterLesson


@pytest.mark.parametrize("http_status", [400, 403, 404, 405, 413, 415, 422])
def test_an_enveloped_refusal_was_surely_not_applied(http_status: int) -> None:
    """The service refuses before it works: the row is refused."""
    assert outcome_of_failure(refusal(http_status), keyed=False).kind is OutcomeKind.REFUSED


@pytest.mark.parametrize(
    ("http_status", "effect"), [(401, RunEffect.SIGN_IN), (402, RunEffect.OUT_OF_CREDITS), (429, RunEffect.SLOW_DOWN)]
)
def test_a_refusal_that_is_not_about_the_row_leaves_it_planned(http_status: int, effect: RunEffect) -> None:
    """Session, money and patience concern the run; the row may be sent again."""
    outcome = outcome_of_failure(refusal(http_status), keyed=True)

    assert (outcome.kind, outcome.effect) == (OutcomeKind.NOT_APPLIED, effect)


@pytest.mark.parametrize("http_status", [408, 409, 412, 425, 499, 500, 501, 502, 503, 504, 507, 520, 599])
def test_every_other_status_is_unsure(http_status: int) -> None:
    """A 5xx may hide a lesson; so may anything that is not on the list."""
    assert outcome_of_failure(refusal(http_status), keyed=True).kind is OutcomeKind.UNSURE


def test_a_refused_connection_was_surely_not_applied() -> None:
    """Nothing left this machine."""
    assert outcome_of_failure(Unreachable(sent=False), keyed=False).kind is OutcomeKind.NOT_APPLIED


@pytest.mark.parametrize("error", [Unreachable(sent=True), AnswerUnreadable(http_status=429), ValueError("odd")])
def test_what_says_nothing_about_the_row_is_unsure(error: Exception) -> None:
    """A lost answer, a page of a proxy even with a 4xx, an error nobody foresaw."""
    assert outcome_of_failure(error, keyed=False).kind is OutcomeKind.UNSURE


@pytest.mark.parametrize("error", [InputRejected(), OriginRefused()])
def test_what_was_never_sent_is_refused(error: Exception) -> None:
    """The call itself could not be sent."""
    assert outcome_of_failure(error, keyed=True).kind is OutcomeKind.REFUSED


def test_a_key_that_is_known_with_another_input_is_unsure() -> None:
    """Another spelling of the topic may have been made under the same key, on another machine."""
    assert outcome_of_failure(refusal(422), keyed=True).kind is OutcomeKind.UNSURE


@pytest.mark.parametrize("keyed", [True, False])
def test_a_refused_draft_is_refused_at_once(keyed: bool) -> None:
    """The one 422 under a key that is definite; the sentence of the service is kept."""
    outcome = outcome_of_failure(draft_refused("No lesson."), keyed=keyed)

    assert (outcome.kind, outcome.effect, outcome.message) == (OutcomeKind.REFUSED, RunEffect.GO_ON, "No lesson.")


@pytest.mark.parametrize("facts", [{}, {"reason": "draft"}, {"reason": None}, {"reason": ["draftRefused"]}])
def test_every_other_422_under_a_key_is_unsure(facts: dict[str, object]) -> None:
    """Nothing but that reason says that no lesson was made."""
    error = CallFailed("No.", code="UNPROCESSABLE_CONTENT", http_status=422, facts=facts)

    assert outcome_of_failure(error, keyed=True).kind is OutcomeKind.UNSURE


def test_a_refused_draft_is_definite_with_its_status_only() -> None:
    """The reason next to a 5xx, which a proxy may have made of it, says nothing."""
    error = CallFailed("No.", code="BAD_GATEWAY", http_status=502, facts={"reason": "draftRefused"})

    assert outcome_of_failure(error, keyed=True).kind is OutcomeKind.UNSURE


@pytest.mark.parametrize("http_status", [403, 404, 405, 415])
def test_a_refusal_that_would_meet_every_row_stops_the_run(http_status: int) -> None:
    """A role, a missing procedure: the next row would fare no better."""
    assert outcome_of_failure(refusal(http_status), keyed=True).effect is RunEffect.NOT_ALLOWED


def test_an_answer_with_an_id_is_made() -> None:
    """The lesson's id and title are kept."""
    outcome = outcome_of_answer(StarterLesson(lesson_id="l1", title="T"))

    assert (outcome.kind, outcome.lesson_id, outcome.title) == (OutcomeKind.MADE, "l1", "T")


def test_an_answer_without_a_usable_id_is_unsure() -> None:
    """Nothing is done without an id."""
    assert outcome_of_answer(StarterLesson(lesson_id=" ", title="T")).kind is OutcomeKind.UNSURE


def test_a_course_that_is_gone_concerns_its_rows_alone() -> None:
    """The service says so before any work; without a course a 404 stops the run."""
    gone = refusal(404, "NOT_FOUND")
    outcome = outcome_of_failure(gone, keyed=True, names_things=True)

    assert (outcome.kind, outcome.effect) == (OutcomeKind.REFUSED, RunEffect.GO_ON)
    assert outcome_of_failure(gone, keyed=True) != outcome

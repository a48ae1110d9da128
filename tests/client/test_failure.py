"""Failures say what happened, where, and what to do now."""

from __future__ import annotations

import pytest

from tests.client.spoken import FREE_WRITE, PAID_WRITE, READ
from workbench.client.exchange import NoAnswer
from workbench.client.failure import retry_after_seconds, sentence, to_error, unreachable, unreadable, without_advice
from workbench.errors import (
    CallFailed,
    Conflict,
    NotAllowed,
    NotFound,
    OutOfCredits,
    ServiceUnwell,
    SignInNeeded,
    TooManyRequests,
)
from workbench.wire.batch import CODES, Failure, failure


@pytest.mark.parametrize(
    ("code", "kind"),
    [
        ("UNAUTHORIZED", SignInNeeded),
        ("PAYMENT_REQUIRED", OutOfCredits),
        ("FORBIDDEN", NotAllowed),
        ("NOT_FOUND", NotFound),
        ("CONFLICT", Conflict),
        ("PRECONDITION_FAILED", Conflict),
        ("TOO_MANY_REQUESTS", TooManyRequests),
        ("BAD_REQUEST", CallFailed),
        ("PAYLOAD_TOO_LARGE", CallFailed),
        ("INTERNAL_SERVER_ERROR", ServiceUnwell),
        ("BAD_GATEWAY", ServiceUnwell),
        ("SERVICE_UNAVAILABLE", ServiceUnwell),
        ("GATEWAY_TIMEOUT", ServiceUnwell),
    ],
)
def test_a_code_has_its_class(code: str, kind: type[CallFailed]) -> None:
    """So that a caller catches what it can do something about."""
    assert type(to_error(READ, failure(code), {})) is kind


@pytest.mark.parametrize("code", CODES)
def test_a_refusal_names_code_and_status(code: str) -> None:
    """On one line, as fields and as text; the procedure is a field only."""
    error = to_error(READ, failure(code, "No."), {})
    assert (error.procedure, error.code, error.http_status) == (READ.name, code, CODES[code].http_status)
    assert READ.name not in str(error) and code in str(error) and str(error.http_status) in str(error)


def test_a_refusal_says_what_to_do() -> None:
    """What the service says, then the class's advice."""
    assert "Run `workbench login`" in str(to_error(READ, failure("UNAUTHORIZED", "UNAUTHORIZED"), {}))


def test_advice_that_the_service_gave_is_not_repeated() -> None:
    """Whatever sign ends it there; a run that made other lessons tells the reason without it."""
    refused = to_error(
        PAID_WRITE, failure("PAYMENT_REQUIRED", "It is suspended. Nothing was generated; ask its owner."), {}
    )
    poor = to_error(PAID_WRITE, failure("PAYMENT_REQUIRED", "A lesson costs 1 credit; the organization has 0."), {})

    assert str(refused).count("Nothing was generated") == 1
    assert without_advice(poor) == "A lesson costs 1 credit; the organization has 0."


def test_a_refusal_that_names_the_roles_is_not_followed_by_other_advice() -> None:
    """One sentence says whom to ask; where a service names no roles, the class's advice does."""
    message = "The role author does not allow this. Owners may; ask one of them."
    named = to_error(READ, failure("FORBIDDEN", message, allowedRoles=["owner"]), {})

    assert named.message == message
    assert to_error(READ, failure("FORBIDDEN", "No."), {}).message.startswith("No. Ask an owner of the organization")


def test_a_refusal_keeps_the_facts() -> None:
    """Such as a conflict's current order."""
    assert to_error(READ, failure("CONFLICT", currentOrder=["a"]), {}).facts == {"currentOrder": ["a"]}


def test_a_services_text_cannot_steer() -> None:
    """It is one line, not too long, and control characters are shown."""
    said = str(to_error(READ, Failure("CONFLICT", 409, "a\n\x1b[31mb\u202e" + "x" * 9000), {}))
    assert "\n" not in said and "\x1b" not in said and "\u202e" not in said and len(said) < 600


@pytest.mark.parametrize(
    ("text", "whole"), [("No", "No."), ("No.", "No."), ("No?", "No?"), ("", ""), ("  a\nb ", "a b.")]
)
def test_a_text_becomes_a_sentence(text: str, whole: str) -> None:
    """It ends, so that advice can follow."""
    assert sentence(text) == whole


def test_no_answer_to_a_read_says_try_again() -> None:
    """Nothing can have changed."""
    error = unreachable(READ, NoAnswer("the connection broke off"))
    assert error.sent and str(error).startswith("The connection broke off. ") and "then try again" in str(error)


def test_no_answer_to_a_write_says_look_first() -> None:
    """It may have been applied."""
    assert "check before you repeat it" in str(unreachable(PAID_WRITE, NoAnswer("no answer came in time")))


def test_what_was_never_sent_says_so() -> None:
    """Of a write too."""
    error = unreachable(PAID_WRITE, NoAnswer("no connection could be made", sent=False))
    assert not error.sent and "Nothing was sent" in str(error)


@pytest.mark.parametrize("http_status", [200, 201, 500, 503])
def test_an_unreadable_answer_to_a_write_says_look_first(http_status: int) -> None:
    """A page of a proxy does not say what the service did."""
    assert "check before you repeat it" in str(unreadable(FREE_WRITE, "a web page", http_status))


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({}, None),
        ({"retry-after": "7"}, 7.0),
        ({"retry-after": " 0 "}, 0.0),
        ({"retry-after": "-1"}, None),
        ({"retry-after": "soon"}, None),
        ({"retry-after": "٣"}, None),
        ({"retry-after": "9" * 5000}, 999999999.0),
        ({"retry-after": "Wed, 21 Oct 2026 07:28:10 GMT", "date": "Wed, 21 Oct 2026 07:28:00 GMT"}, 10.0),
        ({"retry-after": "Wed, 21 Oct 2026 07:27:00 GMT", "date": "Wed, 21 Oct 2026 07:28:00 GMT"}, 0.0),
        ({"retry-after": "Wed, 21 Oct 2026 07:28:10 GMT"}, None),
        ({"retry-after": "Wed, 21 Oct 2026 07:28:10 GMT", "date": "Wed, 21 Oct 2026 07:28:00"}, None),
    ],
)
def test_retry_after_is_read_in_both_forms(headers: dict[str, str], seconds: float | None) -> None:
    """Seconds, or a date next to the answer's own date, since this computer's clock may be wrong."""
    assert retry_after_seconds(headers) == seconds

"""Failures as typed errors that name the procedure, the code, the HTTP status and what to do now.

What a service says is untrusted text here: it is
shortened, and its control characters are made harmless.
"""

from __future__ import annotations

from collections.abc import Mapping
from email.utils import parsedate_to_datetime
from typing import Any, Final

from workbench.client.exchange import NoAnswer
from workbench.errors import (
    AnswerUnreadable,
    CallFailed,
    Conflict,
    NameTaken,
    NotAllowed,
    NotFound,
    OpenAuthorNotes,
    OpenPlaces,
    OtherOrganization,
    OutOfCredits,
    ServiceUnwell,
    SignInNeeded,
    TooManyRequests,
    Unreachable,
)
from workbench.procedures.declare import Call
from workbench.procedures.lesson import AUTHOR_NOTES
from workbench.procedures.project import SAME_NAME
from workbench.text import display_text
from workbench.wire.batch import Failure
from workbench.wire.headers import OTHER_ORGANIZATION

_KINDS: Final[dict[str, type[CallFailed]]] = {
    "UNAUTHORIZED": SignInNeeded,
    "PAYMENT_REQUIRED": OutOfCredits,
    "FORBIDDEN": NotAllowed,
    "NOT_FOUND": NotFound,
    "CONFLICT": Conflict,
    "PRECONDITION_FAILED": Conflict,
    "TOO_MANY_REQUESTS": TooManyRequests,
}
_HINTS: Final[dict[int, str]] = {
    401: "The session has probably ended. Run `workbench login` and try again.",
    403: "Something in front of the service refused the call. Check the address and your network.",
    404: "Check the address: there may be no such service, or its procedures may be at another path.",
    413: "The request is larger than something between here and the service allows. Send less at a time.",
    414: "The input is longer than something between here and the service allows, even on its own.",
    429: "Wait a moment, then try again.",
    431: "The input is longer than something between here and the service allows, even on its own.",
    502: "Something in front of the service could not reach it. Try again later.",
    503: "The service, or something in front of it, is busy. Try again later.",
    504: "Something in front of the service timed out. Try again later.",
}


_MAYBE_DONE = "It may have been done anyway: check before you repeat it."


def to_error(call: Call[Any], failure: Failure, headers: Mapping[str, str]) -> CallFailed:
    """Return the error for a failure that the service has put in its envelope."""
    kind = _KINDS.get(failure.code) or (ServiceUnwell if failure.http_status >= 500 else CallFailed)
    if kind is Conflict and failure.facts.get("reason") == AUTHOR_NOTES:
        kind = OpenAuthorNotes
    elif kind is Conflict and failure.facts.get("reason") == SAME_NAME:
        kind = NameTaken
    elif kind is Conflict and "openPlaces" in failure.facts:
        kind = OpenPlaces
    elif kind is NotAllowed and failure.facts.get("reason") == OTHER_ORGANIZATION:
        kind = OtherOrganization
    # A class's docstring says what happened, then what to do. A service with one sentence has said only the first.
    advice = " ".join((kind.__doc__ or "").split()).partition(". ")[2]
    message, error_id = sentence(failure.message), failure.facts.get("errorId")
    if kind is SignInNeeded:
        message = f"{message.partition('. ')[0].rstrip('.')}."  # how to sign in, the client knows better
    is_complete = ". " in message or "allowedRoles" in failure.facts  # these are named in the message
    parts = [message, "" if is_complete else advice]
    if isinstance(error_id, str):
        parts.append(f"Error ID: {display_text(error_id)}.")
    return kind(
        " ".join(part for part in parts if part),
        procedure=call.name,
        code=failure.code,
        http_status=failure.http_status,
        facts=failure.facts,
        retry_after_seconds=retry_after_seconds(headers),
        is_replayed=headers.get("idempotent-replayed", "").strip() == "true",
    )


def without_advice(refused: CallFailed) -> str:
    """Give what the service said, without the advice that belongs to a single call: for a run that made others."""
    advice = " ".join((type(refused).__doc__ or "").split()).partition(". ")[2]
    return " ".join(refused.message.replace(advice, "").split())


def unreachable(call: Call[Any], silence: NoAnswer) -> Unreachable:
    """Return the error for no answer at all."""
    if not silence.sent:
        advice = "Nothing was sent. Check the address, that the service is running and that you are online."
    elif call.procedure.is_write:
        advice = _MAYBE_DONE
    else:
        advice = "Check that the service is running and that you are online, then try again."
    reason = f"{silence.reason[:1].upper()}{silence.reason[1:]}"
    return Unreachable(f"{reason}. {advice}", sent=silence.sent, procedure=call.name)


def unreadable(
    call: Call[Any], reason: str, http_status: int, headers: Mapping[str, str] | None = None
) -> AnswerUnreadable:
    """Return the error for an answer that the interface does not describe.

    `reason` describes it in plain language.
    """
    hint = _HINTS.get(http_status, "Check the service's address.")
    if 200 <= http_status < 300 and call.procedure.is_write:
        hint = _MAYBE_DONE
    elif http_status >= 500 and call.procedure.is_write:
        hint = f"{hint} {_MAYBE_DONE}"
    error = AnswerUnreadable(
        f"Received {display_text(reason)} (HTTP {http_status}). {hint}",
        procedure=call.name,
        http_status=http_status,
    )
    error.retry_after_seconds = retry_after_seconds(headers or {})
    return error


def retry_after_seconds(headers: Mapping[str, str]) -> float | None:
    """Return the wait that `Retry-After` asks for, given in seconds or as a date, if any.

    A date is compared with the answer's own `Date`.
    """
    value = headers.get("retry-after", "").strip()
    if value.isascii() and value.isdigit():
        return float(value[:9])
    try:
        until, now = parsedate_to_datetime(value), parsedate_to_datetime(headers.get("date", ""))
        return max(0.0, (until - now).total_seconds())
    except (TypeError, ValueError):
        return None


def sentence(text: str) -> str:
    """Return a service's text as one plain line with an end."""
    line = display_text(text[:4000])
    return line if not line or line[-1] in ".!?…。" else f"{line}."

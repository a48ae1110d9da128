"""Decide whether and when to send a file again: after a broken connection, or an answer that asks to retry later.

The same bytes are one asset, so that a file may be sent as often as it takes. Source: ours.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import Any, Final

from workbench.client.conversation import Talk
from workbench.client.exchange import Exchange, NoAnswer, Reply, Send, UnreadableBody, Wait
from workbench.client.failure import to_error, unreachable, unreadable
from workbench.client.retry import RetryPolicy, may_pass
from workbench.errors import CallFailed, Unreachable, WorkbenchError
from workbench.procedures.asset import STORE_FULL
from workbench.procedures.declare import Call
from workbench.wire.batch import AnswerRefused, Failure, decode_answers
from workbench.wire.message import Request

Waiting = Callable[[str, float], object]
"""Called every second of a wait, and at its end, with the reason as a sentence, and the seconds left.

Its exceptions stop the wait.
"""
MOST_WAIT_SECONDS: Final = 180.0
"""Total time that an upload waits between its tries. The tries themselves take as long as the file needs."""
_POLICY: Final = RetryPolicy(tries=5, within_seconds=MOST_WAIT_SECONDS, first_wait_seconds=1.0)
_TICK_SECONDS: Final = 1.0


def upload_talk(
    call: Call[Any], request: Request, seconds: float, *, on_wait: Waiting, policy: RetryPolicy = _POLICY
) -> Talk:
    """Send the file until there is a final answer, and return it. `seconds` is the time for one try.

    `policy` counts the waits alone. Raises the last failure, with how often it was tried.
    """
    tried, waited_seconds = 0, 0.0
    while True:
        exchange = yield Send(request, seconds)
        assert isinstance(exchange, Exchange)
        outcome = _outcome(call, exchange.reply)
        if not isinstance(outcome, WorkbenchError):
            return [outcome]
        tried += 1
        wait_seconds = None
        if _may_pass(outcome):
            wait_seconds = policy.wait_seconds(tried, waited_seconds, outcome.retry_after_seconds)
        if wait_seconds is None:
            raise _given_up(call, outcome, tried)
        yield from _ticks(wait_seconds, _reason(outcome), on_wait)
        waited_seconds += wait_seconds


def _outcome(call: Call[Any], reply: Reply) -> Any:
    """Return the output of the call, or the error that explains why it has none."""
    if isinstance(reply, NoAnswer):
        return unreachable(call, reply)
    if isinstance(reply, UnreadableBody):
        return unreadable(call, reply.reason, reply.http_status)
    try:
        answer = decode_answers(reply, 1)[0]
    except AnswerRefused as refused:
        return unreadable(call, str(refused), reply.http_status, reply.headers)
    if isinstance(answer, Failure):
        return to_error(call, answer, reply.headers)
    return call.procedure.read_output(answer.value)


def _may_pass(failure: WorkbenchError) -> bool:
    is_full = isinstance(failure, CallFailed) and failure.facts.get("reason") == STORE_FULL
    return may_pass(failure) and not is_full


def _reason(failure: WorkbenchError) -> str:
    """Return what happened, without the advice, which has been followed already."""
    reason = failure.message.partition(". ")[0].rstrip(".")
    return f"{reason[:1].upper()}{reason[1:]}."


def _ticks(seconds: float, reason: str, on_wait: Waiting) -> Generator[Wait, None, None]:
    """Wait in steps, so that a cancelling caller does not wait too."""
    left = seconds
    while left > 0:
        on_wait(reason, left)
        yield Wait(min(left, _TICK_SECONDS))
        left -= _TICK_SECONDS
    on_wait(reason, 0.0)  # who cancelled in the last second is heard before anything is sent


def _given_up(call: Call[Any], failure: WorkbenchError, tried: int) -> WorkbenchError:
    """Return the failure with the facts that a person needs after several tries."""
    often = f"It was tried {tried} times. " if tried > 1 else ""
    if isinstance(failure, Unreachable):
        advice = "Check that the service is running and that you are online, then send the file again."
        message = f"{_reason(failure)} {often}{advice} Anything that has already arrived is not stored twice."
        return Unreachable(message, sent=failure.sent, procedure=call.name)
    if often and _may_pass(failure):
        failure.message = f"{failure.message} {often}The same file can be sent again; it is not stored twice."
        failure.args = (failure.message,)
    return failure

"""The client's behaviour, written once: a generator that does no I/O and knows no clock.

It yields `Send` and `Wait`, is given an `Exchange` for each, and returns the outcomes. `sync` and `aio` drive it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Generic, TypeVar

from pydantic import BaseModel, ValidationError

from workbench.client.exchange import Exchange, NoAnswer, Send, Step, UnreadableBody, Wait
from workbench.client.failure import failed, unreachable, unreadable
from workbench.client.retry import NO_RETRY, RetryPolicy, may_repeat, retry_after
from workbench.client.split import (
    ORGANIZATION_SCOPE,
    SHORTEST_ADDRESS,
    Calls,
    check,
    is_left_out,
    request_for,
    requests,
)
from workbench.errors import AnswerUnreadable, CallFailed, SignInNeeded, Unreachable, WorkbenchError
from workbench.procedures.declare import Call, sentence
from workbench.procedures.service import Capabilities
from workbench.wire.answer import AnswerRefused, Failure, Result, decode_answers
from workbench.wire.batch import DEFAULT_RPC_PATH
from workbench.wire.message import Request, Response

A = TypeVar("A", bound=BaseModel)

_TOO_LONG = frozenset({414, 431})
_PASSING = frozenset({429, 502, 503, 504})

Talk = Generator[Step, Exchange | None, list[Any]]

Reader = Callable[[Response], list[Any] | None]
"""What a response is taken for, an outcome for each call; `None` has it decoded as always."""


@dataclass(slots=True)
class ConnectionSettings:
    """How to talk with one service, and what was learnt of it on the way.

    `max_target_characters` is halved when an address was too long; `honours_keys`, and `shares_keys` among the members
    of an organization, are what the last read that was answered showed.
    """

    rpc_path: str = DEFAULT_RPC_PATH
    policy: RetryPolicy = field(default_factory=RetryPolicy)
    timeout_seconds: float = 30.0
    paid_timeout_seconds: float = 180.0
    max_target_characters: int = 2048
    honours_keys: bool = False
    shares_keys: bool = False

    def within(self, seconds: float | None) -> ConnectionSettings:
        """These terms with so little time for a request and all its tries together; `None` leaves them as they are."""
        if seconds is None:
            return self
        policy = replace(self.policy, within_seconds=min(seconds, self.policy.within_seconds))
        return replace(self, policy=policy, timeout_seconds=min(seconds, self.timeout_seconds))


def converse(calls: Calls, terms: ConnectionSettings, *, stops: bool = False, read: Reader | None = None) -> Talk:
    """Say the calls and hear an outcome for each: its answer, or the error that says why there is none.

    `read` may take a response as it is instead of having it decoded. With `stops`, nothing more is sent after a request
    that holds a failure, and the outcomes end there. Raises
    `NotSent` before the first step when the calls cannot be sent as they stand.
    """
    check(calls)
    outcomes: list[Any] = []
    policy = terms.policy
    left = deque(requests(calls, terms.rpc_path, terms.max_target_characters))
    while left:
        together, request = left.popleft()
        said = yield from _said(together, request, terms, policy, read)
        if said is not None and len(together) > 1:
            said = yield from _left_out_again(together, said, terms, policy)
        if said is None:
            half = max(SHORTEST_ADDRESS, len(request.target) // 2)
            terms.max_target_characters = min(terms.max_target_characters, half)
            left.extendleft(reversed(list(requests(together, terms.rpc_path, terms.max_target_characters))))
            continue
        outcomes += said
        if stops and any(isinstance(each, WorkbenchError) for each in said):
            break
        if isinstance(said[0], Unreachable):
            policy = NO_RETRY  # the rest is asked once: a service that is away stays away for all of them
    return outcomes


@dataclass(frozen=True, slots=True)
class KeyedAnswer(Generic[A]):
    """The answer of a call with a key. `is_replayed`: it was made before; `is_joined`: by another member, who paid."""

    answer: A
    is_replayed: bool = False
    is_joined: bool = False


def keyed_answer(answer: A, headers: Mapping[str, str]) -> KeyedAnswer[A]:
    """The answer with what its response's headers say of it (ours)."""
    said = [headers.get(name, "").strip() == "true" for name in ("idempotent-replayed", "idempotent-joined")]
    return KeyedAnswer(answer, *said)


def answers(outcomes: list[Any]) -> tuple[Any, ...]:
    """All the answers. Raises the first failure, if there is one."""
    for each in outcomes:
        if isinstance(each, WorkbenchError):
            raise each
    return tuple(outcomes)


def capabilities_of(outcome: Capabilities | WorkbenchError) -> tuple[Capabilities | None, bool]:
    """What an outcome of `service.getCapabilities` says of the service, and whether that will stay so.

    `None` means "the interface only". Raises when the session has ended or no answer came. Source: ours (service 4).
    """
    if not isinstance(outcome, WorkbenchError):
        return outcome, True
    http_status = outcome.http_status if isinstance(outcome, CallFailed | AnswerUnreadable) else None
    if isinstance(outcome, SignInNeeded | Unreachable) or http_status in (401, None):
        raise outcome
    return None, http_status not in _PASSING


def _said(
    calls: Calls, request: Request, terms: ConnectionSettings, policy: RetryPolicy, read: Reader | None
) -> Generator[Step, Exchange | None, list[Any] | None]:
    """The outcomes of one request, tried as often as the policy allows; `None` when it has to be cut in two."""
    paid = calls[0].procedure.paid
    timeout_seconds = terms.paid_timeout_seconds if paid else terms.timeout_seconds
    tried, spent_seconds = 0, 0.0
    while True:
        heard = yield Send(request, timeout_seconds, fresh=paid and calls[0].key is None)
        assert heard is not None  # the shells answer every Send
        tried, spent_seconds = tried + 1, spent_seconds + heard.seconds
        if _is_too_long(heard, request) and len(calls) > 1:
            return None
        outcomes = _outcomes(calls, heard, read)
        _learn(calls, heard, outcomes, terms)
        if not may_repeat(calls, outcomes):
            return outcomes
        wait_seconds = policy.wait_seconds(tried, spent_seconds, retry_after(outcomes))
        if wait_seconds is None:
            return outcomes
        yield Wait(wait_seconds)
        spent_seconds += wait_seconds
        timeout_seconds = min(timeout_seconds, policy.within_seconds - spent_seconds)


def _left_out_again(
    calls: Calls, outcomes: list[Any], terms: ConnectionSettings, policy: RetryPolicy
) -> Generator[Step, Exchange | None, list[Any]]:
    """The outcomes, with those asked for again that found no room in an answer; each answer holds one at least."""
    left = [place for place, each in enumerate(outcomes) if is_left_out(each)]
    while 0 < len(left) < len(outcomes):
        again = [calls[place] for place in left]
        said = yield from _said(again, request_for(again, terms.rpc_path), terms, policy, None)
        if said is None or all(map(is_left_out, said)):
            break
        for place, each in zip(left, said, strict=True):
            outcomes[place] = each
        left = [place for place in left if is_left_out(outcomes[place])]
    return outcomes


def _is_too_long(heard: Exchange, request: Request) -> bool:
    if isinstance(heard.said, NoAnswer) or len(request.target) <= SHORTEST_ADDRESS:
        return False
    return request.method == "GET" and heard.said.http_status in _TOO_LONG


def _outcomes(calls: Calls, heard: Exchange, read: Reader | None) -> list[Any]:
    said = heard.said
    if isinstance(said, NoAnswer):
        return [unreachable(call, said) for call in calls]
    if isinstance(said, UnreadableBody):
        return [unreadable(call, said.reason, said.http_status) for call in calls]
    taken = read(said) if read is not None else None
    if taken is not None:
        return taken
    try:
        elements = decode_answers(said, len(calls))
    except AnswerRefused as refused:
        reason = str(refused)
        return [unreadable(call, reason, said.http_status, said.headers) for call in calls]
    return [_outcome(call, element, said) for call, element in zip(calls, elements, strict=True)]


def _outcome(call: Call[Any], element: Result | Failure, response: Response) -> Any:
    if isinstance(element, Failure):
        return failed(call, element, response.headers)
    try:
        return call.procedure.read_output(element.value)
    except ValidationError as refused:
        reason = f"an answer whose field is not as expected: {sentence(refused).rstrip('.')}"
        return unreadable(call, reason, response.http_status)


def _learn(calls: Calls, heard: Exchange, outcomes: list[Any], terms: ConnectionSettings) -> None:
    if calls[0].procedure.is_write or not isinstance(heard.said, Response):
        return
    # An answer proves the session, so a header beside it comes from the service and not from what stands before it.
    if any(not isinstance(each, WorkbenchError) for each in outcomes):
        terms.honours_keys = bool(heard.said.headers.get("idempotency-support", "").strip())
        shared = heard.said.headers.get("idempotency-scope", "").strip() == ORGANIZATION_SCOPE
        terms.shares_keys = terms.honours_keys and shared

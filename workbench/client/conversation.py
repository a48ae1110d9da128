"""The client's behaviour, written once: a generator that does no I/O and knows no clock.

It yields `Send` and `Wait`, is sent an `Exchange` for each `Send`, and returns the outcomes. The blocking and the async
connection drive it.

Reads share a GET while its address is short enough, free writes share a POST, and a call that is paid or keyed goes
alone. Requests are slices of the calls, in order, so answers go back by position. What found no room in an answer is
requested again.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Generic, TypeVar

from pydantic import BaseModel, ValidationError

from workbench.argument_check import check as check_argument
from workbench.argument_check import describe_value
from workbench.client.exchange import Exchange, NoAnswer, Send, Step, UnreadableBody, Wait
from workbench.client.failure import to_error, unreachable, unreadable
from workbench.client.retry import NO_RETRY, RetryPolicy, may_repeat, retry_after
from workbench.errors import (
    AnswerUnreadable,
    CallFailed,
    InputRejected,
    MixedBatch,
    SignInNeeded,
    Unreachable,
    WorkbenchError,
    WrongType,
)
from workbench.procedures.declare import Call, sentence
from workbench.procedures.service import Capabilities
from workbench.wire.batch import DEFAULT_RPC_PATH, AnswerRefused, Failure, Result, decode_answers, encode_batch
from workbench.wire.headers import CHANGE_SET_HEADER, RUN_HEADER, run_text
from workbench.wire.message import Request, Response

ORGANIZATION_SCOPE = "organization"
MAX_CALLS = 100
MAX_KEY_CHARACTERS = 200
SHORTEST_ADDRESS = 256
ANSWER_FULL = "answerFull"
_JOINTS = 6  # a further call adds a comma to the path, and `%2C` and a second digit to the input

Calls = Sequence[Call[Any]]


def check(calls: Calls) -> None:
    """Raise `WrongType` for other values than calls, `MixedBatch` for reads mixed with writes.

    Raises `InputRejected` for a key that no header can carry.
    """
    given: Sequence[object] = calls
    for call in given:
        if not isinstance(call, Call):
            made = "a call of `workbench.procedures`, or the name of a procedure"
            raise WrongType(f"The client sends {made}, not {describe_value(call)}.")
    if len({call.procedure.is_write for call in calls}) > 1:
        raise MixedBatch
    for call in calls:
        if call.key is not None and not _is_key(call.key):
            form = f"1 to {MAX_KEY_CHARACTERS} visible ASCII characters"
            raise InputRejected(f"A key is {form}, not {describe_value(call.key)}.")


def requests(calls: Calls, rpc_path: str, max_target_characters: int) -> Iterator[tuple[Calls, Request]]:
    """Yield the requests for the calls, in order, each with its slice of them.

    A call that is too long is sent alone.
    """
    for together in _group_calls(calls):
        for start in range(0, len(together), MAX_CALLS):
            some = together[start : start + MAX_CALLS]
            whole = request_for(some, rpc_path)
            if len(some) == 1 or some[0].procedure.is_write or len(whole.target) <= max_target_characters:
                yield some, whole
            else:
                yield from _split_by_length(some, rpc_path, max_target_characters)


def request_for(calls: Calls, rpc_path: str) -> Request:
    """Return one request for all of the calls."""
    first = calls[0]
    try:
        request = encode_batch(
            rpc_path,
            [call.name for call in calls],
            [call.wire_input() for call in calls],
            is_write=first.procedure.is_write,
        )
    except ValueError as refused:
        raise InputRejected(f"{first.name}: {refused}.") from None
    headers = dict(request.headers)
    if change_set := run_text(first.change_set or ""):
        headers[CHANGE_SET_HEADER] = change_set
    if first.key is None:
        return Request(request.method, request.target, headers, request.body)
    headers["Idempotency-Key"] = first.key
    if first.is_shared:
        headers["Idempotency-Scope"] = ORGANIZATION_SCOPE
    run = run_text(first.run or "")
    if run:  # nothing of a name may print, and a service refuses a header without a name
        headers[RUN_HEADER] = run
    return Request(request.method, request.target, headers, request.body)


def is_left_out(outcome: Any) -> bool:
    """Return whether a read did not fit in a full answer; it is requested again. Source: ours (service 1)."""
    return (
        isinstance(outcome, CallFailed)
        and outcome.code == "PAYLOAD_TOO_LARGE"
        and outcome.facts.get("reason") == ANSWER_FULL
    )


def _group_calls(calls: Calls) -> Iterator[Calls]:
    start = 0
    for index, call in enumerate(calls):
        if call.procedure.paid or call.key is not None:
            if start < index:
                yield calls[start:index]
            yield calls[index : index + 1]
            start = index + 1
        elif call.change_set != calls[start].change_set:
            yield calls[start:index]
            start = index
    if start < len(calls):
        yield calls[start:]


def _split_by_length(calls: Calls, rpc_path: str, max_target_characters: int) -> Iterator[tuple[Calls, Request]]:
    empty = len(encode_batch(rpc_path, [], [], is_write=False).target)
    start, length = 0, empty
    for index, call in enumerate(calls):
        own = len(request_for([call], rpc_path).target) - empty + _JOINTS
        if start < index and length + own > max_target_characters:
            yield calls[start:index], request_for(calls[start:index], rpc_path)
            start, length = index, empty
        length += own
    yield calls[start:], request_for(calls[start:], rpc_path)


def _is_key(key: str) -> bool:
    return 0 < len(key) <= MAX_KEY_CHARACTERS and all("!" <= character <= "~" for character in key)


A = TypeVar("A", bound=BaseModel)

_TOO_LONG = frozenset({414, 431})
_PASSING = frozenset({429, 502, 503, 504})

Talk = Generator[Step, Exchange | None, list[Any]]

Reader = Callable[[Response], list[Any] | None]
"""Converts a response to an outcome for each call; `None` decodes it as usual."""


@dataclass(slots=True)
class ConnectionSettings:
    """Settings for calling a service, and facts learned about it.

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


def converse(
    calls: Calls,
    settings: ConnectionSettings,
    *,
    stops: bool = False,
    read: Reader | None = None,
    timeout_seconds: float | None = None,
) -> Talk:
    """Send the calls and return an outcome for each: its answer, or the error that explains why it has none.

    `read` may take a response undecoded. With `stops`, nothing more is sent after a request that contains a
    failure, and the outcomes end there. `timeout_seconds` replaces the settings' time for a request and for all
    its tries together. Raises `NotSent` before the first step if the calls cannot be sent as they are.
    """
    check(calls)
    outcomes: list[Any] = []
    policy = settings.policy
    if timeout_seconds is not None:
        check_argument("timeout_seconds", timeout_seconds, float)
        policy = replace(policy, within_seconds=timeout_seconds)
    pending = deque(requests(calls, settings.rpc_path, settings.max_target_characters))
    while pending:
        batch, request = pending.popleft()
        part = yield from _try_request(batch, request, settings, policy, read=read, timeout_seconds=timeout_seconds)
        if part is not None and len(batch) > 1:
            part = yield from _complete_outcomes(batch, part, settings, policy, timeout_seconds=timeout_seconds)
        if part is None:
            half = max(SHORTEST_ADDRESS, len(request.target) // 2)
            settings.max_target_characters = min(settings.max_target_characters, half)
            pending.extendleft(reversed(list(requests(batch, settings.rpc_path, settings.max_target_characters))))
            continue
        outcomes += part
        if stops and any(isinstance(outcome, WorkbenchError) for outcome in part):
            break
        if isinstance(part[0], Unreachable):
            policy = NO_RETRY  # the rest is sent once: a service that is away stays away for all of them
    return outcomes


@dataclass(frozen=True, slots=True)
class KeyedAnswer(Generic[A]):
    """The answer of a call with a key. `is_replayed`: it was made before; `is_joined`: by another member, who paid."""

    answer: A
    is_replayed: bool = False
    is_joined: bool = False


def converse_keyed(call: Call[Any], settings: ConnectionSettings) -> Talk:
    """Send one call with a key; its outcome is a `KeyedAnswer`, by the headers of the response (ours), or an error."""
    headers: dict[str, str] = {}

    def note(response: Response) -> None:
        headers.update(response.headers)

    outcome = (yield from converse((call,), settings, read=note))[0]
    if isinstance(outcome, WorkbenchError):
        return [outcome]
    flags = [headers.get(name, "").strip() == "true" for name in ("idempotent-replayed", "idempotent-joined")]
    return [KeyedAnswer(outcome, *flags)]


def answers(outcomes: list[Any]) -> tuple[Any, ...]:
    """Return all the answers. Raises the first failure, if there is one."""
    for outcome in outcomes:
        if isinstance(outcome, WorkbenchError):
            raise outcome
    return tuple(outcomes)


def read_capabilities(outcome: Capabilities | WorkbenchError) -> tuple[Capabilities | None, bool]:
    """Return the capabilities in an outcome of `service.getCapabilities`, and whether they are final.

    `None` means "the interface only". Raises if the session has ended or no answer came. Source: ours (service
    4).
    """
    if not isinstance(outcome, WorkbenchError):
        return outcome, True
    http_status = outcome.http_status if isinstance(outcome, CallFailed | AnswerUnreadable) else None
    if isinstance(outcome, SignInNeeded | Unreachable) or http_status in (401, None):
        raise outcome
    return None, http_status not in _PASSING


def _try_request(
    calls: Calls,
    request: Request,
    settings: ConnectionSettings,
    policy: RetryPolicy,
    *,
    read: Reader | None = None,
    timeout_seconds: float | None,
) -> Generator[Step, Exchange | None, list[Any] | None]:
    """Return the outcomes of one request, tried as often as the policy allows; `None` if it must be split."""
    paid = calls[0].procedure.paid
    seconds = timeout_seconds or (settings.paid_timeout_seconds if paid else settings.timeout_seconds)
    tried, spent_seconds = 0, 0.0
    while True:
        exchange = yield Send(request, seconds, fresh=paid and calls[0].key is None)
        assert exchange is not None  # every Send is answered
        tried, spent_seconds = tried + 1, spent_seconds + exchange.seconds
        if _is_too_long(exchange, request) and len(calls) > 1:
            return None
        outcomes = _outcomes(calls, exchange, read)
        _learn(calls, exchange, outcomes, settings)
        if not may_repeat(calls, outcomes):
            return outcomes
        wait_seconds = policy.wait_seconds(tried, spent_seconds, retry_after(outcomes))
        if wait_seconds is None:
            return outcomes
        yield Wait(wait_seconds)
        spent_seconds += wait_seconds
        seconds = min(seconds, policy.within_seconds - spent_seconds)


def _complete_outcomes(
    calls: Calls,
    outcomes: list[Any],
    settings: ConnectionSettings,
    policy: RetryPolicy,
    *,
    timeout_seconds: float | None,
) -> Generator[Step, Exchange | None, list[Any]]:
    """Return the outcomes, requesting again those that did not fit in an answer; each answer has at least one."""
    missing = [index for index, outcome in enumerate(outcomes) if is_left_out(outcome)]
    while 0 < len(missing) < len(outcomes):
        again = [calls[index] for index in missing]
        request = request_for(again, settings.rpc_path)
        completed = yield from _try_request(again, request, settings, policy, timeout_seconds=timeout_seconds)
        if completed is None or all(map(is_left_out, completed)):
            break
        for index, found_outcome in zip(missing, completed, strict=True):
            outcomes[index] = found_outcome
        missing = [index for index in missing if is_left_out(outcomes[index])]
    return outcomes


def _is_too_long(exchange: Exchange, request: Request) -> bool:
    if isinstance(exchange.reply, NoAnswer) or len(request.target) <= SHORTEST_ADDRESS:
        return False
    return request.method == "GET" and exchange.reply.http_status in _TOO_LONG


def _outcomes(calls: Calls, exchange: Exchange, read: Reader | None) -> list[Any]:
    reply = exchange.reply
    if isinstance(reply, NoAnswer):
        return [unreachable(call, reply) for call in calls]
    if isinstance(reply, UnreadableBody):
        return [unreadable(call, reply.reason, reply.http_status) for call in calls]
    taken = read(reply) if read is not None else None
    if taken is not None:
        return taken
    try:
        elements = decode_answers(reply, len(calls))
    except AnswerRefused as refused:
        reason = str(refused)
        return [unreadable(call, reason, reply.http_status, reply.headers) for call in calls]
    return [_outcome(call, element, reply) for call, element in zip(calls, elements, strict=True)]


def _outcome(call: Call[Any], element: Result | Failure, response: Response) -> Any:
    if isinstance(element, Failure):
        return to_error(call, element, response.headers)
    try:
        return call.procedure.read_output(element.value)
    except ValidationError as refused:
        reason = f"an answer whose field is not as expected: {sentence(refused).rstrip('.')}"
        return unreadable(call, reason, response.http_status)


def _learn(calls: Calls, exchange: Exchange, outcomes: list[Any], settings: ConnectionSettings) -> None:
    reply = exchange.reply
    if calls[0].procedure.is_write or not isinstance(reply, Response):
        return
    # An answer proves the session, so a header with it comes from the service and not from a proxy.
    if any(not isinstance(outcome, WorkbenchError) for outcome in outcomes):
        settings.honours_keys = bool(reply.headers.get("idempotency-support", "").strip())
        shared = reply.headers.get("idempotency-scope", "").strip() == ORGANIZATION_SCOPE
        settings.shares_keys = settings.honours_keys and shared

"""Which calls share a request, by their number and the length of the address.

Reads share a GET while its address is short enough, free writes share a POST, and a call that is paid or keyed goes
alone. Requests are slices of the calls, in order, so answers go back by position. What found no room in an answer is
requested again.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from workbench.errors import CallFailed, InputRejected, MixedBatch
from workbench.procedures.declare import Call
from workbench.wire.batch import encode_batch
from workbench.wire.message import Request
from workbench.wire.run_name import CHANGE_SET_HEADER, RUN_HEADER, run_text

ORGANIZATION_SCOPE = "organization"
MAX_CALLS = 100
MAX_KEY_CHARACTERS = 200
SHORTEST_ADDRESS = 256
ANSWER_FULL = "answerFull"
_JOINTS = 6  # a further call adds a comma to the path, and `%2C` and a second digit to the input

Calls = Sequence[Call[Any]]


def check(calls: Calls) -> None:
    """Raises `MixedBatch` for reads beside writes, `InputRejected` for a key that no header can carry."""
    if len({call.procedure.is_write for call in calls}) > 1:
        raise MixedBatch
    for call in calls:
        if call.key is not None and not _is_key(call.key):
            raise InputRejected(f"{call.name}: a key is 1 to {MAX_KEY_CHARACTERS} visible ASCII characters.")


def requests(calls: Calls, rpc_path: str, max_target_characters: int) -> Iterator[tuple[Calls, Request]]:
    """The requests for the calls, in order, each with its slice of them; a call that is too long goes alone."""
    for together in _grouped(calls):
        for start in range(0, len(together), MAX_CALLS):
            some = together[start : start + MAX_CALLS]
            whole = request_for(some, rpc_path)
            if len(some) == 1 or some[0].procedure.is_write or len(whole.target) <= max_target_characters:
                yield some, whole
            else:
                yield from _shortened(some, rpc_path, max_target_characters)


def request_for(calls: Calls, rpc_path: str) -> Request:
    """One request for all of the calls."""
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
    """Whether a read found no room in an answer that was full; it is requested again. Source: ours (service 1)."""
    return (
        isinstance(outcome, CallFailed)
        and outcome.code == "PAYLOAD_TOO_LARGE"
        and outcome.facts.get("reason") == ANSWER_FULL
    )


def _grouped(calls: Calls) -> Iterator[Calls]:
    start = 0
    for place, call in enumerate(calls):
        if call.procedure.paid or call.key is not None:
            if start < place:
                yield calls[start:place]
            yield calls[place : place + 1]
            start = place + 1
        elif call.change_set != calls[start].change_set:
            yield calls[start:place]
            start = place
    if start < len(calls):
        yield calls[start:]


def _shortened(calls: Calls, rpc_path: str, max_target_characters: int) -> Iterator[tuple[Calls, Request]]:
    empty = len(encode_batch(rpc_path, [], [], is_write=False).target)
    start, length = 0, empty
    for place, call in enumerate(calls):
        own = len(request_for([call], rpc_path).target) - empty + _JOINTS
        if start < place and length + own > max_target_characters:
            yield calls[start:place], request_for(calls[start:place], rpc_path)
            start, length = place, empty
        length += own
    yield calls[start:], request_for(calls[start:], rpc_path)


def _is_key(key: str) -> bool:
    return 0 < len(key) <= MAX_KEY_CHARACTERS and all("!" <= each <= "~" for each in key)

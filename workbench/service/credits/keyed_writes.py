"""A free write that happens once under an idempotency key: repeating it finds the result. Source: ours (service 6)."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace

from workbench.service.credits import paid_keys
from workbench.service.credits.paid_calls import json_digest
from workbench.service.credits.paid_keys import KeyMismatch, PaidCall, Replay
from workbench.service.kernel.context import Context
from workbench.service.kernel.errors import HandlerError


async def made_once(context: Context, organization_id: str, fields: object, make: Callable[[], Awaitable[str]]) -> str:
    """Return the id from `make`, or the earlier one under a key used with the same `fields`.

    The key and the item are stored in the caller's unit, both or neither. Raises `HandlerError` for a key that
    was used with other fields.
    """
    key, options = context.options.key, context.options
    if key is None:
        return await make()
    call, digest = PaidCall(context.person.person_id, context.procedure, key), json_digest(fields)
    if options.is_key_shared:
        call = replace(call, organization_id=organization_id, identity=digest)
    begun = await paid_keys.begin(context.db, call, fingerprint=digest, now=context.service.clock())
    if isinstance(begun, Replay):
        context.headers.append((b"idempotent-replayed", b"true"))
        return begun.answer
    if isinstance(begun, KeyMismatch):
        raise HandlerError("UNPROCESSABLE_CONTENT", "This Idempotency-Key was used for another request.")
    assert isinstance(begun, paid_keys.New)  # no unit leaves a running or refused one behind
    made = await make()
    await paid_keys.settle(context.db, call, attempt=begun.attempt, answer=made)
    return made

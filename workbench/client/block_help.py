"""Help with one block: asking for a proposal so that it is paid for once, and the edit that applies it."""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Callable
from typing import TypeVar

from pydantic import BaseModel

from workbench.authoring.block import Block, Blocks, new_block_id
from workbench.authoring.gesture import edit_block, insert_blocks
from workbench.authoring.transaction import Transaction
from workbench.client.sync import Client
from workbench.errors import Conflict
from workbench.procedures.declare import Call
from workbench.procedures.lesson import suggest_block
from workbench.procedures.suggestions import BlockSuggestion, SuggestionAction

A = TypeVar("A", bound=BaseModel)
SECONDS = 180.0
"""How long to wait for a proposal that is being written elsewhere under the same key."""


def suggestion_call(
    lesson_id: str,
    block_id: str,
    action: SuggestionAction,
    *,
    revision: int,
    instruction: str = "",
    attempt: int = 0,
    max_credits: int | None = None,
) -> Call[BlockSuggestion]:
    """Return the call that asks for a proposal, with a key derived from the whole request.

    So the same request is paid for once, whichever kernel sends it; another `attempt` asks for another
    proposal.
    """
    call = suggest_block(
        lesson_id=lesson_id,
        block_id=block_id,
        action=action,
        instruction=instruction.strip() or None,
        base_revision=revision,
        max_credits=max_credits,
    )
    text = json.dumps([call.wire_input(), attempt], sort_keys=True, ensure_ascii=False)
    return call.keyed(f"suggestion-{hashlib.sha256(text.encode()).hexdigest()[:40]}")


def call_until_answered(
    client: Client, call: Call[A], *, seconds: float = SECONDS, pause: Callable[[float], object] = time.sleep
) -> A:
    """Return the answer of a keyed call. Blocks, also while another kernel's call with the same key is in progress.

    Raises `Conflict` if the lesson has changed since the revision that the call names.
    """
    ends_at = time.monotonic() + seconds
    while True:
        try:
            return client.call(call)
        except Conflict as running:
            wait_seconds = running.retry_after_seconds
            if wait_seconds is None or time.monotonic() + wait_seconds > ends_at:
                raise
        pause(wait_seconds)


def suggestion_edit(proposal: BlockSuggestion, blocks: Blocks, *, as_new: bool = False) -> Transaction:
    """Return the edit that applies a proposal to a lesson of these blocks.

    A new block, and with `as_new` any proposal, is inserted after the block it was made from, or at the end if
    that block no longer exists. Otherwise the proposal replaces the block. Raises nothing: a missing block is
    refused by `apply`.
    """
    content = dict(proposal.block.content)
    if not (proposal.is_new or as_new):
        return edit_block(proposal.block_id, content, proposal.block.type)
    places = [index for index, block in enumerate(blocks) if block.id == proposal.block_id]
    block = Block(id=new_block_id(), type=proposal.block.type, content=content)
    return insert_blocks(blocks, [block], at=places[0] + 1 if places else None)

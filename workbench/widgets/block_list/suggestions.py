"""A model's proposals for the blocks of a list: while written, shown, and inserted into the lesson.

A proposal is requested on a worker thread while the list stays usable. It is kept here, for a page that is
reloaded, and under its key at the service, for a kernel that is restarted. Contents go to the view that asks
for them, and are not widget state.
"""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass
from typing import Any, Final, Literal

from workbench.authoring.block import Block
from workbench.authoring.rendering.blocks import block_html
from workbench.client.block_help import call_until_answered, suggestion_call, suggestion_edit
from workbench.errors import CallFailed, Conflict, EditRejected, WorkbenchError
from workbench.procedures.lesson import DRAFT_REFUSED, suggest_block
from workbench.procedures.organization import get_user_data
from workbench.procedures.suggestions import BlockSuggestion, SuggestionAction
from workbench.widgets.block_list.gestures import ProposalRequest, SuggestionQuestion
from workbench.widgets.block_list.sync import ListContext
from workbench.widgets.kit.difference import change_html
from workbench.widgets.kit.failure_text import sentence
from workbench.wording import count_text

ACTION_NAMES: Final[dict[SuggestionAction, str]] = {
    "rewrite": "Rewrite",
    "shorten": "Shorten",
    "simplify": "Simplify",
    "expand": "Expand",
    "makeQuestion": "Make a question",
}
"""The actions in the order in which they are offered."""
MOST_AT_ONCE: Final = 2
"""Proposals of one list that are written at a time: panels share a few threads."""

_NO_MODEL: Final = "This service has no AI model, so it can't suggest changes."
_NOT_ALLOWED: Final = "You can't edit blocks here, so suggestions aren't available."
_ASK_FIRST: Final = "First choose which version of the lesson to keep, then ask again."
_GONE: Final = "This block has no suggestion."
_CHANGED: Final = "The block has changed. Choose what to do with the suggestion."
_TOO_MANY: Final = "Two suggestions are being written. Wait until one is finished, then ask again."


@dataclass(slots=True)
class _Proposal:
    """A proposal for `block`, as that was when it was asked for; `state` is `writing`, `ready` or `failed`."""

    block: Block
    action: SuggestionAction
    instruction: str
    began: float
    state: Literal["writing", "ready", "failed"] = "writing"
    answer: BlockSuggestion | None = None
    problem: str = ""


class BlockSuggestions:
    """One proposal a block, of the list that the context is of."""

    def __init__(self, context: ListContext) -> None:
        self.cost = ""
        """What a proposal costs and what is left, in words; empty until it was asked for."""
        self._sync, self._copy = context.sync, context.copy
        self._client, self._lesson_id = context.sync.remote.client, context.sync.remote.lesson_id
        self._organization_id, self._workers, self._lock = context.organization_id, context.workers, context.lock
        self._edit, self._on_change = context.edit, context.on_change
        self._proposals: dict[str, _Proposal] = {}
        self._attempts: dict[tuple[str, str, str], int] = {}
        self._room = threading.Semaphore(MOST_AT_ONCE)

    @property
    def states(self) -> dict[str, str]:
        """`writing`, `ready` or `failed`, by the id of the block; `stale` for one whose block was changed since."""
        blocks = {block.id: block for block in self._copy.blocks}
        return {key: _state(one, blocks.get(key)) for key, one in self._proposals.items()}

    def refusal(self) -> str:
        """Why there is no help here, in a sentence; empty if there is."""
        can = self._sync.known_capabilities
        if not can.suggest:
            return _NO_MODEL
        return "" if can.write else _NOT_ALLOWED

    def read_cost(self) -> None:
        """Ask the service for the price and what is left. Blocks."""
        announced = self._client.capabilities()
        prices = announced.prices if announced else []
        price = next((price.credits for price in prices if price.procedure == suggest_block.name), None)
        left = self._client.call(get_user_data(organization_id=self._organization_id)).ai_credit_balance
        cost = "Price unknown" if price is None else f"Costs {_credits(price)}"
        with self._lock:
            self.cost = f"{cost}; {'balance unknown' if left is None else f'{left:,} left'}."
            self._on_change("")

    def ask(self, block_id: str, action: SuggestionAction, instruction: str = "", *, again: bool = False) -> None:
        """Request a proposal on a worker thread. Raises `EditRejected` if no help is available.

        The same request for the same lesson returns what was paid for; `again` requests another proposal, paid
        for again.
        """
        block = next((block for block in self._copy.blocks if block.id == block_id), None)
        reason = self.refusal() or ("" if block else _GONE)
        if reason or block is None:
            raise EditRejected(reason)
        if not self._room.acquire(blocking=False):
            raise EditRejected(_TOO_MANY)
        wish = (block_id, str(action), instruction.strip())
        with self._lock:
            if again:
                self._attempts[wish] = self._attempts.get(wish, 0) + 1
            made = self._proposals[block_id] = _Proposal(block, action, instruction.strip(), time.monotonic())
            self._on_change("")
        self._workers.submit(self._write, block_id, made)

    def accept(self, block_id: str, *, replace: bool = False, as_new: bool = False) -> None:
        """Put a proposal into the lesson, as one edit that `undo` takes back.

        Raises `EditRejected` where the block was changed or deleted since it was asked for, unless the proposal is to
        take its place (`replace`) or to become a block of its own (`as_new`).
        """
        with self._lock:
            ready = self._proposals.get(block_id)
            if ready is None or ready.answer is None:
                raise EditRejected(_GONE)
            now = next((block for block in self._copy.blocks if block.id == block_id), None)
            if not (ready.answer.is_new or as_new):
                if now is None:
                    raise EditRejected("The block was deleted. Insert the suggestion at the end, or discard it.")
                if not replace and not now.same_as(ready.block):
                    raise EditRejected(_CHANGED)
            self._edit(suggestion_edit(ready.answer, self._copy.blocks, as_new=as_new))
            del self._proposals[block_id]
            self._on_change("")

    def discard(self, block_id: str) -> None:
        """Throw a proposal away, or stop waiting for it: what is being written then is still paid for."""
        with self._lock:
            gone = self._proposals.pop(block_id, None)
            self._on_change("No suggestion is in progress." if gone and gone.state == "writing" else "")

    def answer(self, question: SuggestionQuestion) -> dict[str, Any]:
        """Return the answer's fields; a view that asks for the menu gets the cost as soon as it is known."""
        if isinstance(question, ProposalRequest):
            return self.details(question.id)
        if not self.refusal():
            self._workers.submit(self._read_cost_quietly)
        return {"reason": self.refusal(), "cost": self.cost, "actions": [[*item] for item in ACTION_NAMES.items()]}

    def details(self, block_id: str) -> dict[str, Any]:
        """Return a proposal in view form; `found` is false without one. HTML is escaped or sanitised."""
        with self._lock:
            proposal = self._proposals.get(block_id)
            if proposal is None:
                return {"found": False}
            now = next((block for block in self._copy.blocks if block.id == block_id), None)
            fields = {
                "found": True,
                "state": proposal.state,
                "action": proposal.action,
                "name": ACTION_NAMES[proposal.action],
                "instruction": proposal.instruction,
                "seconds": round(time.monotonic() - proposal.began),
                "problem": proposal.problem,
            }
            return (
                fields if proposal.answer is None else {**fields, **self._proposal_view(proposal, proposal.answer, now)}
            )

    def _proposal_view(self, proposal: _Proposal, answer: BlockSuggestion, now: Block | None) -> dict[str, Any]:
        language, proposed = self._sync.language, answer.block
        after = Block(id=proposal.block.id, type=proposed.type, content=proposed.content)
        meanwhile = _change_since(proposal, now)
        return {
            "isNew": answer.is_new,
            "difference": "" if answer.is_new else change_html(now or proposal.block, after),
            "html": block_html(proposed.type, proposed.content, language),
            "findings": [{"severity": finding.severity, "message": finding.message} for finding in answer.findings],
            "meanwhile": meanwhile,
            "by": self._sync.authors.get(proposal.block.id, ("", ""))[0] if meanwhile else "",
        }

    def _write(self, block_id: str, made: _Proposal) -> None:
        """Ask the service. Whatever comes of it is shown in the list, unless nobody waits for it any more."""
        problem = ""
        try:
            made.answer = self._answer(made)
        except WorkbenchError as error:
            problem = sentence(error)
            self._note_refusal(error, made)
        except Exception as error:  # noqa: BLE001  (any error is shown next to the block)
            problem = sentence(error)
        finally:
            self._room.release()
        with self._lock:
            if self._proposals.get(block_id) is not made:
                return
            made.state, made.problem = ("failed", problem) if problem else ("ready", "")
            number = next((number for number, block in enumerate(self._copy.blocks, 1) if block.id == block_id), 0)
            where = f"block {number}" if number else "a deleted block"
            self._on_change(
                f"No suggestion for {where}: {problem}" if problem else f"A suggestion for {where} is ready."
            )
        if not problem:
            self._workers.submit(self._read_cost_quietly)

    def _answer(self, made: _Proposal) -> BlockSuggestion:
        """Return the service's proposal for the block; retry once if the lesson has just changed."""
        for is_last in (False, True):
            self._sync.attempt(self._sync.deliver)
            with self._lock:
                if self._copy.dispute is not None or self._copy.revision is None:
                    raise EditRejected(_ASK_FIRST)
                revision = self._copy.revision
                now = next((block for block in self._copy.confirmed if block.id == made.block.id), None)
            if now is None:
                raise EditRejected("The block was deleted, so nothing was requested.")
            made.block = now
            wish = (now.id, str(made.action), made.instruction)
            call = suggestion_call(
                self._lesson_id,
                now.id,
                made.action,
                revision=revision,
                instruction=made.instruction,
                attempt=self._attempts.get(wish, 0),
            )
            try:
                return call_until_answered(self._client, call)
            except Conflict:
                if is_last:
                    raise
                self._sync.poll()
        raise AssertionError  # the last round answers or raises

    def _note_refusal(self, error: WorkbenchError, made: _Proposal) -> None:
        """Note that a draft refused under its key stays refused, so the next try uses another key."""
        if isinstance(error, CallFailed) and error.facts.get("reason") == DRAFT_REFUSED:
            wish = (made.block.id, str(made.action), made.instruction)
            with self._lock:
                self._attempts[wish] = self._attempts.get(wish, 0) + 1

    def _read_cost_quietly(self) -> None:
        try:
            self.read_cost()
        except WorkbenchError:
            pass  # what was said before stays


def _state(proposal: _Proposal, now: Block | None) -> str:
    is_stale = proposal.state == "ready" and bool(_change_since(proposal, now))
    return "stale" if is_stale else proposal.state


def _change_since(proposal: _Proposal, now: Block | None) -> str:
    """Return what happened to the block since: `deleted`, `changed`, or empty if the proposal still applies."""
    if now is None:
        return "deleted"
    is_new = proposal.answer is not None and proposal.answer.is_new
    return "" if is_new or now.same_as(proposal.block) else "changed"


def _credits(count: int) -> str:
    return count_text(count, "credit")

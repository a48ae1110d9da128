"""Concurrent updates of translations, each paid for once even when a step fails.

There is no journal. A model's proposal is kept under a key derived from the request, and is stored together
with its ties in one transaction. So a killed run is resumed by planning again: what was stored is current, and
what was paid for is returned again.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, replace
from typing import Final

from workbench.authoring.block import Block
from workbench.authoring.translation import text_digest, translatable_texts, translated_content
from workbench.bulk.journal.row import Proof
from workbench.bulk.paid_calls import PaidCaller
from workbench.bulk.planning.target import RunTarget, find_place
from workbench.bulk.running.concurrency import RunRetryPolicy
from workbench.bulk.translations.run import RowRun
from workbench.bulk.translations.sending import Translated
from workbench.bulk.translations.update_plan import PlannedUpdate, UpdatePlan, update_price
from workbench.bulk.translations.worker import AT_ONCE, RowSender
from workbench.client.sync import Client
from workbench.client.translations import TranslationPair, apply_proposals, proposal_call, read_pair
from workbench.errors import Conflict, InputRejected, PlanRejected, WorkbenchError
from workbench.procedures.declare import Call
from workbench.procedures.lesson import update_translation
from workbench.procedures.suggestions import ProposedContent
from workbench.procedures.translations import ProposedBlockTranslation, SuggestedTranslation, Translation
from workbench.wording import count_text

MOST_ROUNDS: Final = 5
"""How often an edit is repeated if one of the two lessons was changed in the meantime."""
STILL_STALE: Final = "Someone has changed it: {count:,} still to do. Update it again to resume."
Progress = Callable[[int, int], object]
"""Called with how many are over, and of how many."""
NOT_APPROVED: Final = "The approved credits are used up. Update it again with more credits."
STOPPED: Final = "Stopped. Update it again to resume."
NAME: Final = "Stale translations"


def update_translations(
    plan: UpdatePlan,
    *,
    credits: int,
    retry_policy: RunRetryPolicy | None = None,
    on_progress: Progress | None = None,
    stop: threading.Event | None = None,
    beyond_balance: bool = False,
) -> UpdatePlan:
    """Update all stale translations and return the updated plan, with the reason for each that is still stale.

    `credits` is the approved amount: at least `plan.payable_credits`, which is `plan.cost_credits` unless the
    balance is too small; translations it does not cover are skipped. A block that somebody changes during the
    run is left as it is. Stops when credits run out or the session ends, and when `stop` is set. Raises
    `PlanRejected` if less is approved, and if more is approved than the balance covers, unless
    `beyond_balance=True`.
    """
    check_approved(plan, credits, beyond_balance=beyond_balance)
    caller = PaidCaller(plan.client, retry_policy or RunRetryPolicy(), stop or threading.Event())
    work, todo = UpdateSender(plan.client, caller, plan.price_credits), plan.stale
    if plan.price_credits:
        todo = todo[: credits // plan.price_credits]
    done = {row.lesson_id: replace(row, error=NOT_APPROVED) for row in plan.stale[len(todo) :]}
    with ThreadPoolExecutor(AT_ONCE, thread_name_prefix="workbench-translate") as pool:
        futures = [(row, pool.submit(work.update, row)) for row in todo]
        try:
            for over, (row, future) in enumerate(futures, 1):
                done[row.lesson_id] = _done(row, future)
                if on_progress is not None:
                    on_progress(over, len(todo))
        except KeyboardInterrupt:
            caller.stop.set()
            raise
    return replace(plan, rows=[done.get(row.lesson_id, row) for row in plan.rows], is_result=True)


def check_approved(plan: UpdatePlan, credits: int, *, beyond_balance: bool = False) -> None:
    """Raise `PlanRejected` where less was approved than the plan may cost, or more than the balance pays for."""
    payable = plan.payable_credits
    if credits < payable:
        raise PlanRejected(f"The plan costs up to {count_text(payable, 'credit')}, and {credits:,} were approved.")
    if plan.cost.shortfall and credits > payable and not beyond_balance:
        raise PlanRejected(
            f"{plan.cost.shortfall} Approve what you can pay for: `credits={payable}`; or approve more anyway: "
            f"`credits={credits}, beyond_balance=True`."
        )


def _done(row: PlannedUpdate, future: Future[UpdatedTranslation | None]) -> PlannedUpdate:
    try:
        done = future.result()
    except WorkbenchError as failure:
        return replace(row, error=failure.message)
    if done is None:
        return replace(row, error=STOPPED)
    return replace(row, stale_blocks=done.stale_blocks, missing_blocks=done.missing_blocks, error=done.problem)


@dataclass(frozen=True, slots=True)
class UpdatedTranslation:
    """A translation as it is after it was worked on; `proof` says whether it was paid for: `joined` cost nothing."""

    translation: Translation
    proof: Proof

    @property
    def stale_blocks(self) -> int:
        """Number of blocks that are still stale, the title included."""
        translation = self.translation
        return sum(block.state == "stale" for block in translation.blocks) + translation.is_title_stale

    @property
    def missing_blocks(self) -> int:
        """Number of source blocks without a translation."""
        return sum(block.state == "missing" for block in self.translation.blocks)

    @property
    def problem(self) -> str:
        """Why it is not up to date; empty if it is."""
        count = self.stale_blocks + self.missing_blocks
        return STILL_STALE.format(count=count) if count else ""


class UpdateSender:
    """Brings translations of one plan up to date, on any thread; the caller's `stop` ends it."""

    def __init__(self, client: Client, caller: PaidCaller, price_credits: int | None) -> None:
        self._client, self._caller, self._price = client, caller, price_credits

    def make(self, row: PlannedUpdate) -> Translated | None:
        """Update a row as `update` does, for a run.

        A lesson that is no longer a translation becomes a row with a problem.
        """
        try:
            done = self.update(row)
        except InputRejected as gone:
            return Translated(row.lesson_id, row.title, Proof.JOINED, gone.message)
        return None if done is None else Translated(row.lesson_id, row.title, done.proof, done.problem)

    def update(self, row: PlannedUpdate) -> UpdatedTranslation | None:
        """Return the updated translation; None if it was stopped first. Raises the service's errors."""
        if self._caller.stop.is_set():
            return None
        pair = read_pair(self._client, row.lesson_id)
        if pair is None:
            raise InputRejected("It is no longer a translation.")
        proposed = {translation.source_block_id: translation for translation in _wordless(pair)}
        ids = [block.source_block_id for block in pair.open_blocks if block.source_block_id not in proposed]
        title, proof = None, Proof.JOINED
        if ids or pair.translation.is_title_stale:
            keyed = self._caller.keyed_answer(lambda refusals: self._call(pair, ids, refusals))
            if keyed is None:
                return None
            title = keyed.answer.title
            proof = Proof.REPLAYED if keyed.is_replayed else Proof.ANSWERED
            proposed |= {block.source_block_id: block for block in keyed.answer.blocks}
        return UpdatedTranslation(self._store(pair, proposed, title), proof)

    def _call(self, pair: TranslationPair, ids: list[str], refusals: int) -> Call[SuggestedTranslation]:
        return proposal_call(
            pair.lesson.lesson_id,
            ids,
            source_revision=pair.source.revision,
            with_title=pair.translation.is_title_stale,
            attempt=refusals,
            max_credits=self._price,
        )

    def _store(
        self, first: TranslationPair, proposed: Mapping[str, ProposedBlockTranslation], title: str | None
    ) -> Translation:
        """Store what still holds; what somebody changed in one of the lessons since `first` is left alone."""
        pair = first
        for is_last in (*[False] * (MOST_ROUNDS - 1), True):
            still = [proposed[block.id] for block in pair.source.blocks if _is_unchanged(block, first, pair, proposed)]
            is_same_title = (pair.source.title, pair.lesson.title) == (first.source.title, first.lesson.title)
            edit, ties = apply_proposals(still, pair)
            if not ties and not (title and is_same_title):
                return pair.translation
            call = update_translation(
                lesson_id=pair.lesson.lesson_id,
                base_revision=pair.lesson.revision,
                source_revision=pair.source.revision,
                transactions=list(edit),
                blocks=ties,
                title=title if is_same_title else None,
            )
            try:
                return self._client.call(call)
            except Conflict:
                if is_last:
                    raise
                pair = read_pair(self._client, pair.lesson.lesson_id) or pair
        raise AssertionError  # the last round answers or raises


def _wordless(pair: TranslationPair) -> list[ProposedBlockTranslation]:
    """Return the blocks without words, such as a picture without a caption: they are copied at no cost."""
    blocks = [pair.source_block(block.source_block_id) for block in pair.open_blocks]
    return [
        ProposedBlockTranslation(
            source_block_id=block.id,
            block_id=pair.translation_ids.get(block.id),
            block=ProposedContent(type=block.type, content=translated_content(block.content, {})),
        )
        for block in blocks
        if block is not None and not translatable_texts(block.content)
    ]


def _is_unchanged(
    block: Block, first: TranslationPair, now: TranslationPair, proposed: Mapping[str, ProposedBlockTranslation]
) -> bool:
    """Return whether the source block and its translation are both unchanged since the proposal was requested."""
    then = first.source_block(block.id)
    if block.id not in proposed or then is None or text_digest(then.content) != text_digest(block.content):
        return False
    before, present = first.block(block.id), now.block(block.id)
    if before is None or present is None:
        return before is None and present is None
    return present.same_as(before)


@dataclass(frozen=True, slots=True)
class PlannedUpdates:
    """The parts of a plan that its run needs: a name, and a target with the price of one translation."""

    name: str
    place: RunTarget


class UpdateRun(RowRun[PlannedUpdate]):
    """The run of a plan of stale translations: the work of `update_translations`, on its own thread.

    `credits` is the approved amount: at least `plan.payable_credits`. Raises `PlanRejected` if it is less, or more than
    the balance covers.
    """

    def __init__(
        self, plan: UpdatePlan, target: RunTarget, *, credits: int, retry_policy: RunRetryPolicy | None = None
    ) -> None:
        check_approved(plan, credits)
        price = plan.price_credits
        super().__init__(
            PlannedUpdates(NAME, replace(target, price_credits=price)),
            plan.stale,
            plan.client,
            max_paid=credits // price if price else len(plan.stale),
            retry_policy=retry_policy,
        )

    def _sender(self, caller: PaidCaller) -> RowSender[PlannedUpdate]:
        return UpdateSender(self._client, caller, self.plan.place.price_credits)

    def _current_target(self, organization_id: str | None) -> RunTarget:
        return replace(find_place(self._client, organization_id), price_credits=update_price(self._client))

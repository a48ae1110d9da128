"""Making what a plan has: some at once, each paid for once, whatever fails in between.

There is no journal. A lesson has one translation a language, and the service refuses a second one before it is paid
for; the key of a call is made of what it asks for. So a run that was killed is gone on with by planning again: what is
there is left out, and a call that was under way gives the answer that was paid for.
"""

from __future__ import annotations

import hashlib
import json
import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import replace
from typing import Final

from workbench.bulk.running.concurrency import RetrySettings
from workbench.bulk.translations.paid_calls import PaidCaller
from workbench.bulk.translations.planning import PlannedTranslation, TranslationPlan
from workbench.client.sync import Client
from workbench.errors import Conflict, PlanRejected, WorkbenchError
from workbench.procedures.declare import Call
from workbench.procedures.lesson import create_translation
from workbench.procedures.translations.translation import ALREADY_TRANSLATED, TranslationMade

AT_ONCE: Final = 4

Progress = Callable[[int, int], object]
"""Called with how many are over, and of how many."""


def translate(
    plan: TranslationPlan,
    *,
    credits: int,
    patience: RetrySettings | None = None,
    on_progress: Progress | None = None,
    stop: threading.Event | None = None,
) -> TranslationPlan:
    """Make all that is missing; the plan as it stands then, with the reason where one was not made.

    `credits` is what was approved: at least `plan.cost_credits`. Stops where credits or the session end, and when
    `stop` is set: what is under way is finished. Raises `PlanRejected` where less is approved.
    """
    if credits < plan.cost_credits:
        raise PlanRejected(f"The plan costs up to {plan.cost_credits:,} credits, and {credits:,} were approved.")
    caller = PaidCaller(plan.client, patience or RetrySettings(), stop or threading.Event())
    work = _Work(plan, caller)
    todo = plan.missing
    made: dict[tuple[str, str], PlannedTranslation] = {}
    with ThreadPoolExecutor(AT_ONCE, thread_name_prefix="workbench-translate") as pool:
        futures = [(row, pool.submit(work.make, row)) for row in todo]
        try:
            for over, (row, future) in enumerate(futures, 1):
                made[row.lesson_id, row.language] = _made(row, future)
                if on_progress is not None:
                    on_progress(over, len(todo))
        except KeyboardInterrupt:
            caller.stop.set()
            raise
    return replace(plan, rows=[made.get((each.lesson_id, each.language), each) for each in plan.rows])


def _made(row: PlannedTranslation, future: Future[str | None]) -> PlannedTranslation:
    try:
        return replace(row, translation_id=future.result(), error="")
    except WorkbenchError as failure:
        return replace(row, error=str(failure))


class _Work:
    """One run of a plan; each row is made on a thread of the pool."""

    def __init__(self, plan: TranslationPlan, caller: PaidCaller) -> None:
        self._plan, self._caller = plan, caller

    def make(self, row: PlannedTranslation) -> str | None:
        """The id of the row's translation; None when it was stopped before. Raises what the service says."""

        def call(refusals: int) -> Call[TranslationMade]:
            made = create_translation(
                lesson_id=row.lesson_id,
                language=row.language,
                organization_id=self._plan.organization_id,
                max_credits=self._plan.price_credits,
            )
            return made.keyed(translation_key(self._plan.client, row, refusals))

        try:
            answer = self._caller.answer(call)
        except Conflict as conflict:
            if conflict.facts.get("reason") != ALREADY_TRANSLATED:
                raise
            return str(conflict.facts["lessonId"])
        return None if answer is None else answer.lesson_id


def translation_key(client: Client, row: PlannedTranslation, refusals: int = 0) -> str:
    """The idempotency key: the same for the same service, lesson, revision and language."""
    known = client.capabilities()
    service = known.service_id if known else client.origin
    parts = ["translation", service, row.lesson_id, row.revision, row.language, refusals]
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()

"""Making what a plan has: some at once, each paid for once, whatever fails in between.

There is no journal. A lesson has one translation a language, and the service refuses a second one before it is paid
for; the key of a call is made of what it asks for. So a run that was killed is gone on with by planning again: what is
there is left out, and a call that was under way gives the answer that was paid for.
"""

from __future__ import annotations

import hashlib
import json
import random
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import replace
from typing import Final

from workbench.bulk.running.concurrency import RetrySettings
from workbench.bulk.translations.planning import PlannedTranslation, TranslationPlan
from workbench.client.sync import Client
from workbench.errors import (
    CallFailed,
    Conflict,
    NotAllowed,
    OutOfCredits,
    PlanRejected,
    ServiceUnwell,
    SignInNeeded,
    TooManyRequests,
    Unreachable,
    WorkbenchError,
)
from workbench.procedures.lesson import DRAFT_REFUSED, create_translation
from workbench.procedures.translations.translation import ALREADY_TRANSLATED

AT_ONCE: Final = 4
MOST_REFUSALS: Final = 20
"""So many refused drafts of one translation are passed over; each is kept under its key for 30 days."""
WAIT_SECONDS: Final = 300.0
"""How long a call with the same key that is under way elsewhere is waited for."""

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
    work = _Work(plan, patience or RetrySettings(), stop or threading.Event())
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
            work.stop.set()
            raise
    return replace(plan, rows=[made.get((each.lesson_id, each.language), each) for each in plan.rows])


def _made(row: PlannedTranslation, future: Future[str | None]) -> PlannedTranslation:
    try:
        return replace(row, translation_id=future.result(), error="")
    except WorkbenchError as failure:
        return replace(row, error=str(failure))


class _Work:
    """One run of a plan; each row is made on a thread of the pool."""

    def __init__(self, plan: TranslationPlan, patience: RetrySettings, stop: threading.Event) -> None:
        self._plan, self._client, self._patience, self.stop = plan, plan.client, patience, stop
        self._chance = random.SystemRandom()

    def make(self, row: PlannedTranslation) -> str | None:
        """The id of the row's translation; None when it was stopped before. Raises what the service says."""
        waited, refusals, tries = 0.0, 0, 0
        while not self.stop.is_set():
            try:
                return self._answer(row, refusals)
            except Conflict as conflict:
                if conflict.facts.get("reason") == ALREADY_TRANSLATED:
                    return str(conflict.facts["lessonId"])
                seconds = conflict.retry_after_seconds  # a call with this key is under way, of a run that was killed
                if seconds is None or waited >= WAIT_SECONDS:
                    raise
                waited += max(1.0, seconds)
                self._wait(max(1.0, seconds))
            except (OutOfCredits, SignInNeeded, NotAllowed):
                self.stop.set()  # no other would fare better
                raise
            except (TooManyRequests, ServiceUnwell, Unreachable) as passing:
                tries += 1
                if tries >= self._patience.tries:
                    raise
                after = passing.retry_after_seconds if isinstance(passing, CallFailed) else None
                self._wait(self._patience.backoff_ms(tries, after, self._chance) / 1000)
            except CallFailed as refused:
                # One that is kept under its key was told before: whoever asks again wants another try.
                is_known = refused.is_replayed and refused.facts.get("reason") == DRAFT_REFUSED
                if not is_known or refusals >= MOST_REFUSALS:
                    raise
                refusals += 1
        return None

    def _answer(self, row: PlannedTranslation, refusals: int) -> str:
        call = create_translation(
            lesson_id=row.lesson_id,
            language=row.language,
            organization_id=self._plan.organization_id,
            max_credits=self._plan.price_credits,
        )
        return self._client.call_keyed(call.keyed(translation_key(self._client, row, refusals))).answer.lesson_id

    def _wait(self, seconds: float) -> None:
        ends_at = time.monotonic() + seconds
        while not self.stop.is_set() and (left := ends_at - time.monotonic()) > 0:
            self.stop.wait(min(left, 1.0))


def translation_key(client: Client, row: PlannedTranslation, refusals: int = 0) -> str:
    """The idempotency key: the same for the same service, lesson, revision and language."""
    known = client.capabilities()
    service = known.service_id if known else client.origin
    parts = ["translation", service, row.lesson_id, row.revision, row.language, refusals]
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()

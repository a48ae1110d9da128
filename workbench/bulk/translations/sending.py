"""Making one translation: sent with its key until it is there, refused, or the run is stopped.

The key of a call is derived from its input. So a call that was in progress when a run was killed returns the answer
that was paid for, whoever repeats it.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from functools import partial
from typing import Final

from workbench.bulk.journal.row import Proof
from workbench.bulk.paid_calls import PaidCaller
from workbench.bulk.planning.target import RunTarget
from workbench.bulk.translations.plan import PlannedTranslation
from workbench.client.lookups.translations import iter_translations
from workbench.client.sync import Client
from workbench.errors import Conflict
from workbench.procedures.declare import Call
from workbench.procedures.lesson import create_translation
from workbench.procedures.translations import ALREADY_TRANSLATED, TranslationMade

MOST_GENERATIONS: Final = 20
"""Stored answers whose lesson is in the trash that are passed over; each is stored under its key for 30 days."""


@dataclass(frozen=True, slots=True)
class Translated:
    """The lesson that translates; `proof` says whose it is: `joined` was there already, and cost this run nothing.

    `problem` is why the row is not done anyway, in a sentence.
    """

    lesson_id: str
    title: str | None
    proof: Proof
    problem: str = ""


@dataclass(frozen=True, slots=True)
class TranslationSender:
    """Sends rows of one plan, on any thread; the caller's `stop` ends it."""

    client: Client
    caller: PaidCaller
    target: RunTarget
    run_name: str

    def make(self, row: PlannedTranslation) -> Translated | None:
        """Return the row's translation, or `None` if the run was stopped first. Raises the service's errors."""
        made = None
        for generation in range(MOST_GENERATIONS):
            try:
                keyed = self.caller.keyed_answer(partial(self._call, row, generation))
            except Conflict as conflict:
                if conflict.facts.get("reason") != ALREADY_TRANSLATED:
                    raise
                return Translated(str(conflict.facts["lessonId"]), None, Proof.JOINED)
            if keyed is None:
                return None
            proof = Proof.JOINED if keyed.is_joined else Proof.REPLAYED if keyed.is_replayed else Proof.ANSWERED
            made = Translated(keyed.answer.lesson_id, keyed.answer.title, proof)
            if proof is Proof.ANSWERED or self._is_there(row, made):
                break
        return made

    def _call(self, row: PlannedTranslation, generation: int, refusals: int) -> Call[TranslationMade]:
        target = self.target
        call = create_translation(
            lesson_id=row.lesson_id,
            language=row.language,
            organization_id=target.organization_id if target.takes_organization else None,
            max_credits=target.price_credits,
        )
        run = self.run_name if target.takes_run_name else None
        key = translation_key(target.service, row, generation + refusals)
        return call.keyed(key, run=run, is_shared=target.shares_keys)

    def _is_there(self, row: PlannedTranslation, made: Translated) -> bool:
        """Return whether a stored answer is still valid: if its lesson is in the trash, a new one is needed."""
        organization_id = self.target.organization_id if self.target.takes_organization else None
        translations = iter_translations(self.client, organization_id, lesson_id=row.lesson_id)
        return any(translation.lesson_id == made.lesson_id for translation in translations)


def translation_key(service: str, row: PlannedTranslation, generation: int = 0) -> str:
    """Return the idempotency key: the same for the same service, lesson, revision and language.

    `generation` counts, from 0, the unusable answers under it: a refused draft, a lesson in the trash.
    """
    parts = ["translation", service, row.lesson_id, row.revision, row.language, generation]
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()

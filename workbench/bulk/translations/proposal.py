"""A model's proposal for blocks of one translation, to be read and then applied or left."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from workbench.authoring.plain_text import plain_text
from workbench.bulk.paid_calls import PaidCaller
from workbench.bulk.running.concurrency import RunRetryPolicy
from workbench.bulk.translations.planning import NO_TRANSLATIONS
from workbench.client.sync import Client
from workbench.client.translations import TranslationPair, apply_proposals, proposal_call, read_pair
from workbench.columns import TEXT, Column, rows_frame
from workbench.errors import InputRejected, NotSent
from workbench.procedures.declare import Call
from workbench.procedures.lesson import suggest_translation, update_translation
from workbench.procedures.translations import SuggestedTranslation, Translation
from workbench.text import display_text

if TYPE_CHECKING:
    import pandas

PROPOSAL_COLUMNS: Final = (
    Column("source_block_id", TEXT, "", "The source's block."),
    Column("block_id", TEXT, "", "Its translation; missing if there is none yet."),
    Column("source", TEXT, "", "What the source says."),
    Column("now", TEXT, "", "The current text of the translation; missing if there is none yet."),
    Column("proposed", TEXT, "", "The proposed text."),
)


class TranslationProposal:
    """A model's proposal for blocks of a translation. Nothing is changed before `apply()`. Texts are untrusted."""

    def __init__(self, client: Client, pair: TranslationPair, answer: SuggestedTranslation) -> None:
        self._client, self._pair, self.answer = client, pair, answer

    def frame(self) -> pandas.DataFrame:
        """Return a DataFrame with a row for each block, in the source's order; the title is `answer.title`."""
        rows = []
        for block in self.answer.blocks:
            source, now = self._pair.source_block(block.source_block_id), self._pair.block(block.source_block_id)
            rows.append(
                {
                    "source_block_id": block.source_block_id,
                    "block_id": block.block_id,
                    "source": plain_text(source.type, source.content) if source else None,
                    "now": plain_text(now.type, now.content) if now else None,
                    "proposed": plain_text(block.block.type, block.block.content),
                }
            )
        return rows_frame(PROPOSAL_COLUMNS, rows)

    def apply(self) -> Translation:
        """Put it into the translation, tied to the source, as one unit; the translation as it is then.

        Raises `Conflict`, and changes nothing, if the translation or its source was changed since the proposal was
        requested.
        """
        edit, ties = apply_proposals(self.answer.blocks, self._pair)
        call = update_translation(
            lesson_id=self._pair.lesson.lesson_id,
            base_revision=self._pair.lesson.revision,
            source_revision=self.answer.source_revision,
            transactions=list(edit),
            blocks=ties,
            title=self.answer.title,
        )
        return self._client.call(call)

    def __repr__(self) -> str:
        count = len(self.answer.blocks)
        blocks = f"{count:,} {'block' if count == 1 else 'blocks'}"
        return (
            f"<TranslationProposal: {blocks} of “{display_text(self._pair.lesson.title)}”, "
            f"by {display_text(self.answer.writer)}>"
        )


def propose(
    client: Client,
    lesson_id: str,
    source_block_ids: Sequence[str] | None = None,
    *,
    attempt: int = 0,
    max_credits: int | None = None,
) -> TranslationProposal:
    """Return a proposal for these source blocks, or for all stale or missing ones and a stale title. Blocks.

    The same request for the same revision of the source is charged once. Raises `InputRejected` if nothing is
    to be translated, `NotSent` if the service has no model.
    """
    capabilities = client.capabilities()
    if capabilities is None or suggest_translation.name not in capabilities.procedures:
        raise NotSent(NO_TRANSLATIONS)
    pair = read_pair(client, lesson_id)
    if pair is None:
        raise InputRejected("This lesson is not a translation. Choose one that is.")
    ids = [block.source_block_id for block in pair.open_blocks] if source_block_ids is None else list(source_block_ids)
    with_title = source_block_ids is None and pair.translation.is_title_stale
    if not (ids or with_title):
        raise InputRejected("This translation is up to date.")

    def call(refusals: int) -> Call[SuggestedTranslation]:
        return proposal_call(
            lesson_id,
            ids,
            source_revision=pair.source.revision,
            with_title=with_title,
            attempt=attempt + refusals,
            max_credits=max_credits,
        )

    answer = PaidCaller(client, RunRetryPolicy(), threading.Event()).answer(call)
    assert answer is not None  # without a way to stop it
    return TranslationProposal(client, pair, answer)

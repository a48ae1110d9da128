"""A model's proposals for rows of a translation, while they are written, shown and accepted.

One request has any number of rows and one price. It is written on a worker thread while the list stays usable;
it is kept here for a page that is reloaded, and under its key at the service for a kernel that is restarted.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, Literal

from workbench.authoring.block import Block
from workbench.authoring.rendering.blocks import block_html
from workbench.authoring.translation import translatable_texts, translated_content
from workbench.client.block_help import call_until_answered
from workbench.client.translations import proposal_call
from workbench.errors import CallFailed, Conflict, EditRejected, WorkbenchError
from workbench.procedures.lesson import DRAFT_REFUSED, suggest_translation, update_translation
from workbench.procedures.organization import get_user_data
from workbench.procedures.suggestions import ProposedContent
from workbench.procedures.translations import SuggestedTranslation
from workbench.widgets.block_list.sync import ListContext
from workbench.widgets.block_list.translation.accepted_blocks import AcceptedBlocks, same_texts
from workbench.widgets.block_list.translation.lesson_translation import LessonTranslation
from workbench.widgets.block_list.translation.pairs import TITLE
from workbench.widgets.kit.difference import change_html, words_html
from workbench.widgets.kit.failure_text import sentence
from workbench.wording import count_text

_NO_MODEL: Final = "This service has no AI model, so it can't translate."
_NOTHING: Final = "There is nothing to translate here."
_WRITING: Final = "A translation is being written. Wait until it is finished, then ask again."
_GONE: Final = "This block has no suggestion."
_CHANGED: Final = "The translation of this block has changed since you asked. Choose what to do with the suggestion."


@dataclass(frozen=True, slots=True)
class RowProposal:
    """What is proposed for one row: `now` and `source` are the blocks as they were when it was asked for."""

    state: Literal["writing", "ready", "failed"]
    began: float
    now: Block | None = None
    source: Block | None = None
    source_revision: int = 0
    block: ProposedContent | None = None
    source_title: str = ""
    title: str = ""
    problem: str = ""


class TranslationProposals:
    """One proposal a row, by the row's name."""

    def __init__(self, translation: LessonTranslation, accepted: AcceptedBlocks, context: ListContext) -> None:
        self.cost = ""
        """What a proposal costs and what is left, in words; empty until it was asked for."""
        self._translation, self._accepted = translation, accepted
        self._client, self._sync, self._copy = context.sync.remote.client, context.sync, context.copy
        self._organization_id, self._lock, self._on_change = context.organization_id, context.lock, context.on_change
        self._proposals: dict[str, RowProposal] = {}
        self._attempts: dict[tuple[str, ...], int] = {}

    @property
    def states(self) -> dict[str, str]:
        """`writing`, `ready` or `failed`, by row; `stale` where the row's blocks were changed since."""
        keys = {row.key for row in self._translation.rows}
        return {key: self._state(key, one) for key, one in self._proposals.items() if key in keys}

    def read_cost(self) -> None:
        """Read the price and the balance from the service, or the reason if it has no model. Blocks."""
        announced = self._client.capabilities()
        if announced is None or suggest_translation.name not in announced.procedures:
            cost = _NO_MODEL
        else:
            price = next((one.credits for one in announced.prices if one.procedure == suggest_translation.name), None)
            left = self._client.call(get_user_data(organization_id=self._organization_id)).ai_credit_balance
            what = "Price unknown" if price is None else f"Costs {count_text(price, 'credit')}"
            cost = f"{what}; {'balance unknown' if left is None else f'{left:,} left'}."
        with self._lock:
            self.cost = cost
            self._on_change("")

    def ask(self, keys: Sequence[str] = (), *, again: bool = False) -> None:
        """Have rows translated on a worker thread, for one price; without `keys`, all rows that need work.

        The same rows of the same source return what was paid for; `again` requests another proposal, paid for
        again. Raises `EditRejected` if nothing can be requested.
        """
        rows = {row.key: row for row in self._translation.rows if row.source_block_id or row.key == TITLE}
        wanted = [row for row in rows if row in keys] if keys else [key for key, one in rows.items() if one.is_open]
        if self.cost == _NO_MODEL:
            raise EditRejected(_NO_MODEL)
        if not wanted:
            raise EditRejected(_NOTHING)
        if any(proposal.state == "writing" for proposal in self._proposals.values()):
            raise EditRejected(_WRITING)
        with self._lock:
            began = time.monotonic()
            if again:
                self._note_attempt(wanted)
            self._proposals |= {key: RowProposal("writing", began) for key in wanted}
            self._on_change("")
        self._translation.work(lambda: self._write(wanted))

    def accept(self, key: str, *, replace_now: bool = False) -> None:
        """Put a proposal into the translation, tied to the source's block that it translates.

        Raises `EditRejected` where the translation was changed since it was asked for, unless it is to be replaced.
        """
        with self._lock:
            ready = self._proposals.get(key)
            if ready is None or ready.state != "ready":
                raise EditRejected(_GONE)
            if key == TITLE:
                self._translation.work(lambda: self._accept_title(ready))
                return
            row = self._translation.row(key)
            if not replace_now and not _is_same(self._translation.block(row), ready.now):
                raise EditRejected(_CHANGED)
            if ready.block is None or ready.source is None:
                raise EditRejected(_GONE)
            self._accepted.accept(
                key, dict(ready.block.content), ready.block.type, source=ready.source, revision=ready.source_revision
            )
            del self._proposals[key]
            self._on_change("")

    def discard(self, key: str) -> None:
        """Throw a proposal away, or stop waiting for it: what is being written then is still paid for."""
        with self._lock:
            self._proposals.pop(key, None)
            self._on_change("")

    def details(self, key: str) -> dict[str, Any]:
        """Return a row's proposal in view form; empty without one. HTML is escaped or sanitised."""
        with self._lock:
            proposal = self._proposals.get(key)
            if proposal is None:
                return {}
            fields = {"state": self._state(key, proposal), "problem": proposal.problem}
            fields["seconds"] = str(round(time.monotonic() - proposal.began))
            if proposal.state != "ready":
                return fields
            if proposal.block is None:
                return {**fields, "difference": words_html(self._sync.title, proposal.title), "html": ""}
            after = Block(id=key, type=proposal.block.type, content=proposal.block.content)
            now = self._translation.block(self._translation.row(key))
            html = block_html(after.type, after.content, self._sync.language)
            is_source_changed = not same_texts(proposal.source, self._translation.source_block(key))
            return {
                **fields,
                "difference": change_html(now, after) if now is not None else "",
                "html": html,
                "isSourceChanged": is_source_changed,
            }

    def _state(self, key: str, proposal: RowProposal) -> str:
        if proposal.state != "ready" or key == TITLE:
            return proposal.state
        return "ready" if _is_same(self._translation.block(self._translation.row(key)), proposal.now) else "stale"

    def _write(self, keys: list[str]) -> None:
        """Ask the service and show the result in the rows, unless it is no longer waited for."""
        problem, made = "", dict[str, RowProposal]()
        try:
            made = self._answer(keys)
        except WorkbenchError as error:
            problem = sentence(error)
            if isinstance(error, CallFailed) and error.facts.get("reason") == DRAFT_REFUSED:
                self._note_attempt(keys)  # it stays refused under its key
        except Exception as error:  # noqa: BLE001  (any error is shown next to the rows)
            problem = sentence(error)
        with self._lock:
            for key in keys:
                waiting = self._proposals.get(key)
                if waiting is None or waiting.state != "writing":
                    continue
                if problem:
                    self._proposals[key] = replace(waiting, state="failed", problem=problem)
                elif key in made:
                    self._proposals[key] = made[key]
                else:
                    del self._proposals[key]
            self._on_change(problem or f"{_proposals(len(made))} ready.")
        self.read_cost()

    def _answer(self, keys: list[str]) -> dict[str, RowProposal]:
        """Return the service's proposals by row for both lessons; retry once if they have just changed."""
        for is_last in (False, True):
            self._sync.attempt(self._sync.deliver)
            self._translation.read_source()
            with self._lock:
                rows = {row.key: row for row in self._translation.rows}
                there = [key for key in keys if key in rows]
                sources = {key: self._translation.source_block(key) for key in there}
                now = {key: self._translation.block(rows[key]) for key in there}
                translation, source = self._translation.found, self._translation.source
            if translation is None or source is None or not there:
                raise EditRejected(_NOTHING)
            wordless = {key: one for key, one in sources.items() if one and not translatable_texts(one.content)}
            ids = [key for key, one in sources.items() if one and key not in wordless]
            made = {key: _copy_proposal(one, now[key], translation.source_revision) for key, one in wordless.items()}
            if not ids and TITLE not in there:
                return made
            call = proposal_call(
                translation.lesson_id,
                ids,
                source_revision=translation.source_revision,
                with_title=TITLE in there,
                attempt=self._attempts.get(tuple(keys), 0),
            )
            try:
                answer = call_until_answered(self._client, call)
            except Conflict:
                if is_last:
                    raise
                continue
            return made | _build_proposals(answer, sources, now, title=source.title)
        raise AssertionError  # the last round answers or raises

    def _accept_title(self, ready: RowProposal) -> None:
        self._sync.attempt(self._sync.deliver)
        self._translation.read_source()
        with self._lock:
            translation, source, revision = self._translation.found, self._translation.source, self._copy.revision
        if translation is None or source is None or revision is None:
            raise EditRejected(_GONE)
        if source.title != ready.source_title:
            raise EditRejected("The title of the source lesson has changed since you asked. Ask again.")
        self._client.call(
            update_translation(
                lesson_id=translation.lesson_id,
                base_revision=revision,
                source_revision=translation.source_revision,
                transactions=[],
                blocks=[],
                title=ready.title,
            )
        )
        self._sync.poll()
        self._translation.read_source()
        self.discard(TITLE)

    def _note_attempt(self, keys: Sequence[str]) -> None:
        self._attempts[tuple(keys)] = self._attempts.get(tuple(keys), 0) + 1


def _build_proposals(
    answer: SuggestedTranslation, sources: dict[str, Block | None], now: dict[str, Block | None], *, title: str
) -> dict[str, RowProposal]:
    began, revision = time.monotonic(), answer.source_revision
    made = {
        block.source_block_id: RowProposal(
            "ready",
            began,
            now=now[block.source_block_id],
            source=sources[block.source_block_id],
            source_revision=revision,
            block=block.block,
        )
        for block in answer.blocks
    }
    if answer.title is not None:
        made[TITLE] = RowProposal("ready", began, source_revision=revision, source_title=title, title=answer.title)
    return made


def _copy_proposal(source: Block, now: Block | None, revision: int) -> RowProposal:
    """Return the proposal for a block without words: a copy, made without asking a model."""
    block = ProposedContent(type=source.type, content=translated_content(source.content, {}))
    return RowProposal("ready", time.monotonic(), now=now, source=source, source_revision=revision, block=block)


def _is_same(one: Block | None, other: Block | None) -> bool:
    return one is other or (one is not None and other is not None and one.same_as(other))


def _proposals(count: int) -> str:
    return "A suggestion is" if count == 1 else f"{count:,} suggestions are"

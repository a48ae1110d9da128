"""The block list: a lesson's blocks in order, to arrange, edit, remove, undo and share.

A gesture is shown immediately, sent as a transaction, and undone with a sentence when the service refuses it.
The effect of an edit is decided by `authoring`; this module joins working copy, sync and view.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, Literal

from workbench.authoring import gesture
from workbench.authoring.block import Block, new_block_id
from workbench.authoring.content import checked_content, storable_content
from workbench.authoring.conversion import starting_content
from workbench.authoring.mutation import LessonBlockInsert
from workbench.authoring.transaction import Transaction
from workbench.client.sync import Client
from workbench.client.thread_pool import TaskPool
from workbench.errors import EditRejected, WorkbenchError
from workbench.widgets.block_list import fallback
from workbench.widgets.block_list.change import Change
from workbench.widgets.block_list.findings import ServiceFindings, find_fix
from workbench.widgets.block_list.gestures import (
    AssetRequest,
    Delete,
    Duplicate,
    EditBlock,
    FindingsRequest,
    Fix,
    Gesture,
    Insert,
    JoinBlocks,
    Move,
    PassageRequest,
    Proposal,
    Question,
    SimpleGesture,
    SplitBlock,
    Suggest,
    SuggestionQuestion,
    ViewIntent,
)
from workbench.widgets.block_list.quotes import read_passage
from workbench.widgets.block_list.remote_lesson import RemoteLesson
from workbench.widgets.block_list.requests import answer
from workbench.widgets.block_list.reviewing import LessonReviewing
from workbench.widgets.block_list.suggestions import BlockSuggestions
from workbench.widgets.block_list.sync import TRANSIENT_ERRORS, LessonSync, ListContext
from workbench.widgets.block_list.translation.messages import PairsRequest, TranslationGesture
from workbench.widgets.block_list.translation.mode import TranslationMode
from workbench.widgets.block_list.uploads import Uploads, upload_types
from workbench.widgets.block_list.view import BlockListView
from workbench.widgets.block_list.wording import ARRANGED_ONLY, NOT_COMPLETE, describe_change, sync_status
from workbench.widgets.block_list.working_copy import WorkingCopy
from workbench.widgets.kit.block_names import step_name
from workbench.widgets.kit.panel import Panel
from workbench.widgets.kit.reader import read_preview

_CHOSEN = {
    "theirs": "Their version was kept.",
    "mine": "Your changes were applied to theirs.",
    "both": "Both were kept: yours comes right after theirs.",
}


class BlockList(Panel):
    """A lesson's blocks. `value` is the ids of the blocks in the order shown, saved or on their way.

    A service with the interface only does not tell a lesson's blocks: name them by `block_ids`, and say with
    `is_complete` that there are no others; else they are not reordered, for the others might be lost.
    """

    label = "Blocks of a lesson"
    shows = frozenset({"lessons", "reviews"})
    _is_polling = False

    def __init__(
        self,
        client: Client,
        lesson_id: str,
        *,
        language: str = "EN",
        block_ids: Sequence[str] = (),
        is_complete: bool = False,
        workers: TaskPool | None = None,
        organization_id: str | None = None,
        detail_pane: Any = None,
    ) -> None:
        """Create the list.

        `organization_id` is the organization whose credits are shown before a model helps with a block.
        `detail_pane` is a widget that is shown below, such as where it is opened.
        """
        super().__init__(client, workers=workers)
        self.lesson_id = lesson_id
        self._copy = WorkingCopy()
        self._copy.confirmed = tuple(Block(id=block_id, type="unknown", content={}) for block_id in block_ids)
        self._sync = LessonSync(
            RemoteLesson(client, lesson_id),
            self._copy,
            language,
            lock=self.lock,
            on_change=self._update_view,
            is_complete=is_complete,
        )
        context = ListContext(
            self._sync, self._copy, organization_id, self.workers, self.lock, self._do, self._update_view
        )
        self.suggestions, self.translation = BlockSuggestions(context), TranslationMode(context)
        self._service_findings = ServiceFindings(client, lesson_id)
        self.findings: list[dict[str, Any]] = []
        """What the checks found when the view asked last, errors first."""
        self.reviewing = LessonReviewing(client, lesson_id, lambda: self._update_view(""))
        self.view = BlockListView(self._on_view_message, self.lock)
        self.drafts[lesson_id] = self.view
        self.uploads = Uploads(self, organization_id, lambda: self._copy.blocks)
        self.show(self.view, detail_pane)
        self.add_class("wb-block-list-panel")
        self.observe(lambda change: self._update_view(""), "disabled")
        self._update_view("")

    def move(self, ids: Sequence[str], *, before: str | None = None) -> None:
        """Move blocks right before another; `None` is to the end. Raises `EditRejected`."""
        if not self._sync.can_order:
            raise EditRejected(NOT_COMPLETE)
        self._do(gesture.move_blocks(self._copy.blocks, ids, before=before), moved=frozenset(ids))

    def insert(
        self,
        block_type: str = "blank",
        content: dict[str, Any] | None = None,
        *,
        before: str | None = None,
        new_id: str | None = None,
    ) -> str:
        """Insert a block, blank unless said otherwise, right before a block or at the end; its id."""
        if block_type != "blank":
            self._check_may_write()
        made = starting_content(block_type) if content is None else checked_content(block_type, content)
        block = Block(id=new_id or new_block_id(), type=block_type, content=made)
        if self._sync.can_order:
            order = [block.id for block in self._copy.blocks]
            at = order.index(before) if before in order else None
            self._do(gesture.insert_blocks(self._copy.blocks, [block], at=at))
        else:  # an order that leaves blocks out might lose them; without one, the block comes last
            self._do(Transaction(label="insertPages", mutations=[LessonBlockInsert(block=block)]))
        return block.id

    def edit(self, block_id: str, content: dict[str, Any], block_type: str | None = None, *, visit: str = "") -> None:
        """Give a block another content, and type. Raises `EditRejected` that says what is wrong with the content.

        Edits with the same `visit` (up to 16 letters and digits) are saved as they come, and are one step back.
        Such a content may be incomplete: what is missing is a finding.
        """
        self._check_may_write()
        now = block_type or next((block.type for block in self._copy.blocks if block.id == block_id), "")
        stored = storable_content(now, content) if visit else checked_content(now, content)
        self._do(gesture.edit_block(block_id, stored, block_type, visit=visit))

    def split(self, block_id: str, content: dict[str, Any], rest: dict[str, Any], *, new_id: str | None = None) -> str:
        """Make two text blocks of one, in one step: `content` stays, `rest` goes behind it; the new block's id."""
        self._check_may_write()
        new = Block(id=new_id or new_block_id(), type="text", content=storable_content("text", rest))
        self._do(gesture.split_block(self._copy.shown, block_id, storable_content("text", content), new))
        return new.id

    def join(self, block_id: str, gone: str, content: dict[str, Any]) -> None:
        """Give a text block this content, which includes that of another one, and take that out, in one step."""
        self._check_may_write()
        self._do(gesture.join_blocks(block_id, gone, storable_content("text", content)))

    def duplicate(self, block_id: str, *, new_id: str | None = None) -> str:
        """Put a copy of a block right behind it; the copy's id."""
        self._check_may_write()
        made = new_id or new_block_id()
        self._do(gesture.duplicate_block(self._copy.blocks, block_id, new_id=made))
        return made

    def delete(self, ids: Sequence[str]) -> None:
        """Take blocks out; `undo` brings them back."""
        self._check_may_write()
        self._do(gesture.delete_blocks(ids))

    def fix(self, rule: str, block_id: str = "") -> None:
        """Mend what a rule of the checks finds in a block, or in the lesson, as an edit; `undo` takes it back.

        Raises `EditRejected` where there is no such finding any more, or none that an edit alone mends.
        """
        self._check_may_write()
        self._do(find_fix(self._copy.blocks, rule, block_id, self._sync.language))

    def undo(self) -> None:
        """Take the last step back, as a new transaction."""
        if _has_step(self._copy.past, may_write=self._sync.known_capabilities.write):
            self._report_change(self._copy.undo, "Undone")

    def redo(self) -> None:
        """Do again what was undone last, as a new transaction."""
        if _has_step(self._copy.future, may_write=self._sync.known_capabilities.write):
            self._report_change(self._copy.redo, "Redone")

    def choose(self, version: Literal["theirs", "mine", "both"]) -> None:
        """Settle a conflict with others' changes: keep theirs, apply mine again on top, or keep both."""
        with self.lock:
            self._copy.choose(version)
            self._update_view(_CHOSEN[version])
        self.start_next(self._sync.attempt, self._sync.deliver)

    def refresh(self) -> None:
        """Read the lesson, and send what is not saved yet. Blocks."""
        self._sync.attempt(self._sync.refresh)

    def poll(self) -> None:
        """Take in what others changed; try again to save what could not be saved. Blocks; the view asks for it."""

        def retry() -> None:  # not announced: the line above the list shows the status
            with suppress(*TRANSIENT_ERRORS):
                self.load()

        with self.lock:
            is_taken = self.is_running or self._copy.dispute is not None or not self._sync.is_due
        if is_taken:
            return
        if self._copy.waiting or (self._sync.outage and self._sync.capabilities is None):
            self.start(retry)
        elif self._sync.known_capabilities.watch:
            self._sync.poll()
            self.translation.lesson.poll()

    def catch_up(self) -> None:
        """Take in what was changed in another panel of this kernel, a decision of a review included."""
        if not self._is_polling:
            self._is_polling = True
            self.workers.submit(self._catch_up_quietly)

    def as_text(self) -> str:
        """Title, number and order of the blocks, with the beginning of each."""
        return fallback.as_text(self._sync.title or self.label, self._copy.blocks)

    def as_html(self) -> str:
        """Return the lesson as a list; all text is escaped."""
        return fallback.as_html(self._sync.title or self.label, self._copy.blocks, self._sync.language)

    def _check_may_write(self) -> None:
        if not self._sync.known_capabilities.write:
            raise EditRejected(ARRANGED_ONLY)

    def _do(self, transaction: Transaction, *, moved: frozenset[str] = frozenset()) -> None:
        self._report_change(lambda: self._copy.do(transaction, moved=moved), "")

    def _report_change(self, step: Callable[[], Change | None], word: str) -> None:
        with self.lock:
            change = step()
            if change is not None:
                self._sync.refused = frozenset()
                is_typing = gesture.is_visit(change.label) and not word  # the status says that it is saved
                what = f"{word}: {step_name(change.label)}." if word else describe_change(change)
                announcement = "" if is_typing else what
            else:
                announcement = ""
            self._update_view(announcement)
        if change is not None:
            self.start_next(self._sync.attempt, self._sync.deliver)

    def _update_view(self, announcement: str) -> None:
        """Bring the view up to date; announce a sentence if there is one."""
        copy, sync = self._copy, self._sync
        with self.lock, self.view.hold_sync():
            blocks = copy.blocks
            self.view.show(blocks, sync.language)
            there = [block.id for block in blocks]
            self.view.pending = sorted(copy.pending.intersection(there))
            self.view.refused = sorted(sync.refused.intersection(there))
            self.view.undo = (
                step_name(copy.past[-1].label) if _has_step(copy.past, may_write=sync.known_capabilities.write) else ""
            )
            self.view.redo = (
                step_name(copy.future[-1].label)
                if _has_step(copy.future, may_write=sync.known_capabilities.write)
                else ""
            )
            self.view.show_status(sync_status(copy, sync, is_complete=self._sync.can_order))
            self.view.can = {
                "move": self._sync.can_order and not self.disabled,
                "insert": sync.capabilities is not None and not self.disabled,
                "write": sync.known_capabilities.write and not self.disabled,
                "watch": sync.known_capabilities.watch or bool(sync.outage),
            }
            self.view.comments = self.reviewing.open_by_block()
            self.view.uploads = upload_types(sync.known_capabilities.assets)
            self.view.proposals, self.view.cost = self.suggestions.states, self.suggestions.cost
            self.view.translation = self.translation.state
            if announcement:
                self.view.announce(announcement)
        self.value = tuple(there)
        if sync.title:
            self.header.label = sync.title
        self.translation.accepted.notice()

    def _on_view_message(self, message: ViewIntent) -> None:
        if isinstance(message, PassageRequest):
            self.workers.submit(lambda: self.view.answer(message, read_passage(self.client, message)))
        elif isinstance(message, AssetRequest):
            self.workers.submit(lambda: self.view.answer(message, *read_preview(self.client, message.asset)))
        elif isinstance(message, PairsRequest):
            self.workers.submit(lambda: self.view.answer(message, self.translation.answer(message)))
        elif isinstance(message, SuggestionQuestion):
            self.view.answer(message, self.suggestions.answer(message))
        elif isinstance(message, Question):
            with self.lock:
                sync, findings = self._sync, self._service_findings
                known = (self._copy.blocks, sync.language, sync.authors, findings)
                fields = answer(message, *known, title=sync.title)
                self.view.answer(message, fields)
            if isinstance(message, FindingsRequest):
                self.findings = fields["findings"]
                self.workers.submit(_read_service_findings, self)
        elif isinstance(message, SimpleGesture) and message.intent == "poll":
            if not self._is_polling:
                self._is_polling = True
                self.workers.submit(self._poll_quietly)
        elif isinstance(message, TranslationGesture) and not self.disabled:
            self.run_now(self.translation.perform, message)
        elif not self.disabled:
            self.run_now(_perform, self, message)

    def _catch_up_quietly(self) -> None:
        with suppress(WorkbenchError):  # the next poll finds out
            self.reviewing.read()
        self._poll_quietly()

    def _poll_quietly(self) -> None:
        try:
            self.poll()
        except TRANSIENT_ERRORS as error:
            self._sync.note_failure(error)
        except Exception as error:  # noqa: BLE001  (whatever it is, it is shown in the panel)
            self.fail(error)
        finally:
            self._is_polling = False


def _read_service_findings(blocks: BlockList) -> None:
    """Ask the service what it finds in the lesson as it is saved, once a revision."""
    copy, sync, findings = blocks._copy, blocks._sync, blocks._service_findings
    with blocks.lock:
        revision, confirmed = copy.revision, copy.confirmed
        is_due = sync.known_capabilities.check and not copy.unsaved_steps and revision != findings.revision
    if not is_due or revision is None:
        return
    with suppress(WorkbenchError):  # what is found here is shown all the same
        findings.read(confirmed, revision)
        blocks.reviewing.read()
        blocks.translation.lesson.read()
    with blocks.lock:
        blocks.view.checked = findings.revision or 0


def _has_step(steps: Sequence[Change], *, may_write: bool) -> bool:
    """Return whether the service can undo or redo the last step; the interface has only orders and inserts."""
    return bool(steps) and (may_write or not steps[-1].changed_ids)


def _perform(blocks: BlockList, gesture: Gesture) -> None:
    """Call the method that a gesture of the view is for."""
    match gesture:
        case Move():
            blocks.move(gesture.ids, before=gesture.before)
        case Insert():
            blocks.insert(gesture.type, before=gesture.before, new_id=gesture.id)
        case EditBlock():
            blocks.edit(gesture.id, gesture.content, gesture.type, visit=gesture.visit)
        case SplitBlock():
            blocks.split(gesture.id, gesture.content, gesture.rest, new_id=gesture.new)
        case JoinBlocks():
            blocks.join(gesture.id, gesture.gone, gesture.content)
        case Duplicate():
            blocks.duplicate(gesture.id, new_id=gesture.new)
        case Delete():
            blocks.delete(gesture.ids)
        case Fix():
            blocks.fix(gesture.rule, gesture.block)
        case Suggest():
            blocks.suggestions.ask(gesture.id, gesture.action, gesture.instruction, again=gesture.again)
        case Proposal(choice="discard"):
            blocks.suggestions.discard(gesture.id)
        case Proposal():
            is_new = gesture.choice == "behind"
            blocks.suggestions.accept(gesture.id, replace=gesture.choice == "replace", as_new=is_new)
        case SimpleGesture(intent="undo"):
            blocks.undo()
        case SimpleGesture(intent="redo"):
            blocks.redo()
        case SimpleGesture(intent="theirs" | "mine" | "both" as version):
            blocks.choose(version)
        case SimpleGesture():
            blocks.start(blocks.refresh)

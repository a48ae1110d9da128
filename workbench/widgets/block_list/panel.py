"""The block list: a lesson's blocks in order, to be arranged, written and taken out; undone, and shared with others.

A gesture is shown at once, leaves as a transaction, and is taken back with a sentence when the service refuses it.
Knows the working copy, its delivery, and the sheet that shows it; has no rule of its own for what an edit does.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, Literal

from workbench.authoring import gesture
from workbench.authoring.block import Block, new_block_id
from workbench.authoring.change import Change
from workbench.authoring.content import checked_content
from workbench.authoring.conversion import starting_content
from workbench.authoring.mutation import LessonBlockInsert
from workbench.authoring.transaction import Transaction
from workbench.client.sync import Client
from workbench.client.thread_pool import TaskPool
from workbench.errors import EditRejected
from workbench.widgets.block_list import fallback
from workbench.widgets.block_list.gestures import (
    Delete,
    Duplicate,
    EditBlock,
    Gesture,
    Insert,
    Move,
    Question,
    SimpleGesture,
)
from workbench.widgets.block_list.remote_lesson import RemoteLesson
from workbench.widgets.block_list.requests import answer
from workbench.widgets.block_list.sync import PASSING, LessonSync
from workbench.widgets.block_list.sync_status import standing
from workbench.widgets.block_list.view import BlockListView
from workbench.widgets.block_list.wording import ARRANGED_ONLY, NOT_COMPLETE, deed, said_of
from workbench.widgets.block_list.working_copy import WorkingCopy
from workbench.widgets.kit.panel import Panel

_CHOSEN = {
    "theirs": "Theirs is kept.",
    "mine": "Yours is put on top of theirs.",
    "both": "Both are kept: yours stands right behind theirs.",
}


class BlockList(Panel):
    """A lesson's blocks. `value` is the ids of the blocks in the order shown, saved or on their way.

    A service with the interface only does not tell a lesson's blocks: name them by `block_ids`, and say with
    `is_complete` that there are no others; else they are not reordered, for the others might be lost.
    """

    label = "Blocks of a lesson"

    def __init__(
        self,
        client: Client,
        lesson_id: str,
        *,
        language: str = "EN",
        block_ids: Sequence[str] = (),
        is_complete: bool = False,
        workers: TaskPool | None = None,
        on_history: Callable[[str], object] | None = None,
        detail_pane: Any = None,
    ) -> None:
        """`on_history` opens the history of a lesson by id; without it there is no such button.

        `detail_pane` is a widget that is shown below, such as where it is opened.
        """
        super().__init__(client, workers=workers)
        self.lesson_id, self.on_history = lesson_id, on_history
        self._copy = WorkingCopy()
        self._copy.confirmed = tuple(Block(id=each, type="unknown", content={}) for each in block_ids)
        self._is_complete = is_complete
        self._is_looking = False
        self._delivery = LessonSync(
            RemoteLesson(client, lesson_id), self._copy, language, lock=self.lock, tell=self._tell
        )
        self.sheet = BlockListView(self._heard_from_sheet, self.lock)
        self.drafts[lesson_id] = self.sheet
        self.show(self.sheet, *((detail_pane,) if detail_pane is not None else ()))
        self.add_class("wb-block-list-panel")
        self.observe(lambda change: self._tell(""), "disabled")
        self._tell("")

    def move(self, ids: Sequence[str], *, before: str | None = None) -> None:
        """Move blocks right before another; `None` is to the end. Raises `EditRejected`."""
        if not self._may_order:
            raise EditRejected(NOT_COMPLETE)
        self._do(gesture.move_blocks(self._copy.shown, ids, before=before), moved=frozenset(ids))

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
        if self._may_order:
            order = [each.id for each in self._copy.shown]
            at = order.index(before) if before in order else None
            self._do(gesture.insert_blocks(self._copy.shown, [block], at=at))
        else:  # an order that leaves blocks out might lose them; without one, the block comes last
            self._do(Transaction(label="insertPages", mutations=[LessonBlockInsert(block=block)]))
        return block.id

    def edit(self, block_id: str, content: dict[str, Any], block_type: str | None = None) -> None:
        """Give a block another content, and type. Raises `EditRejected` that says what is wrong with the content."""
        self._check_may_write()
        now = block_type or next((each.type for each in self._copy.shown if each.id == block_id), "")
        self._do(gesture.edit_block(block_id, checked_content(now, content), block_type))

    def duplicate(self, block_id: str, *, new_id: str | None = None) -> str:
        """Put a copy of a block right behind it; the copy's id."""
        self._check_may_write()
        made = new_id or new_block_id()
        self._do(gesture.duplicate_block(self._copy.shown, block_id, new_id=made))
        return made

    def delete(self, ids: Sequence[str]) -> None:
        """Take blocks out; `undo` brings them back."""
        self._check_may_write()
        self._do(gesture.delete_blocks(ids))

    def undo(self) -> None:
        """Take the last step back, as a new transaction."""
        if self._has_step(self._copy.past):
            self._did(self._copy.undo, "Undone")

    def redo(self) -> None:
        """Do again what was undone last, as a new transaction."""
        if self._has_step(self._copy.future):
            self._did(self._copy.redo, "Done again")

    def choose(self, version: Literal["theirs", "mine", "both"]) -> None:
        """Where others changed the same: keep theirs, put mine again on top of it, or keep both."""
        with self.lock:
            self._copy.choose(version)
            self._tell(_CHOSEN[version])
        self.start_next(self._waited_out, self._delivery.deliver)

    def refresh(self) -> None:
        """Read the lesson, and send what is not saved yet. Blocks."""
        self._waited_out(self._delivery.refresh)

    def look(self) -> None:
        """Take in what others changed; try again to save what could not be saved. Blocks; the view asks for it."""
        with self.lock:
            is_taken = self.is_running or self._copy.dispute is not None or not self._delivery.is_due
        if is_taken:
            return
        if self._copy.waiting or (self._delivery.trouble and self._delivery.powers is None):
            self.start(self._try_again)
        elif self._delivery.can.watch:
            self._delivery.look()

    def as_text(self) -> str:
        """Title, number and order of the blocks, with the beginning of each."""
        return fallback.as_text(self._delivery.title or self.label, self._copy.shown)

    def as_html(self) -> str:
        """The same as a list; every text is escaped."""
        return fallback.as_html(self._delivery.title or self.label, self._copy.shown, self._delivery.language)

    @property
    def _may_order(self) -> bool:
        return self._delivery.can.read or self._is_complete

    def _check_may_write(self) -> None:
        if not self._delivery.can.write:
            raise EditRejected(ARRANGED_ONLY)

    def _has_step(self, steps: Sequence[Change]) -> bool:
        """Whether the last of these can be sent to this service: the interface only knows orders and inserts."""
        return bool(steps) and (self._delivery.can.write or not steps[-1].touched)

    def _do(self, transaction: Transaction, *, moved: frozenset[str] = frozenset()) -> None:
        self._did(lambda: self._copy.do(transaction, moved=moved), "")

    def _did(self, step: Callable[[], Change | None], word: str) -> None:
        with self.lock:
            change = step()
            if change is not None:
                self._delivery.refused = frozenset()
                said = f"{word}: {deed(change.label)}." if word else said_of(change)
            else:
                said = ""
            self._tell(said)
        if change is not None:
            self.start_next(self._waited_out, self._delivery.deliver)

    def _waited_out(self, work: Callable[[], None]) -> None:
        """Do the work. A failure that may pass is noted: it is tried again by itself while the list is on a screen."""
        try:
            work()
        except PASSING as error:
            self._delivery.failed(error)
            raise

    def _try_again(self) -> None:
        """Another try by itself raises no new alarm: the line above the list says how it stands."""
        with suppress(*PASSING):
            self._load()

    def _tell(self, said: str) -> None:
        """Everything that holds, to the sheet; and a sentence, if there is one, to who listens."""
        copy, delivery = self._copy, self._delivery
        with self.lock, self.sheet.hold_sync():
            blocks = copy.shown
            self.sheet.show(blocks, delivery.language)
            there = [block.id for block in blocks]
            self.sheet.pending = sorted(copy.pending.intersection(there))
            self.sheet.refused = sorted(delivery.refused.intersection(there))
            self.sheet.undo = deed(copy.past[-1].label) if self._has_step(copy.past) else ""
            self.sheet.redo = deed(copy.future[-1].label) if self._has_step(copy.future) else ""
            self.sheet.stand(standing(copy, delivery, is_complete=self._may_order))
            self.sheet.can = {
                "move": self._may_order and not self.disabled,
                "insert": delivery.powers is not None and not self.disabled,
                "write": delivery.can.write and not self.disabled,
                "watch": delivery.can.watch or bool(delivery.trouble),
                "history": self.on_history is not None and delivery.can.history,
            }
            if said:
                self.sheet.announce(said)
        self.value = tuple(there)
        if delivery.title:
            self.header.label = delivery.title

    def _heard_from_sheet(self, meant: Gesture | Question) -> None:
        if isinstance(meant, Question):
            with self.lock:
                self.sheet.answer(
                    meant, answer(meant, self._copy.shown, self._delivery.language, self._delivery.authors)
                )
        elif isinstance(meant, SimpleGesture) and meant.intent == "poll":
            if not self._is_looking:
                self._is_looking = True
                self.workers.submit(self._look_on_its_own)
        elif not self.disabled:
            self.run_now(self._gestured, meant)

    def _look_on_its_own(self) -> None:
        try:
            self.look()
        except PASSING as error:
            self._delivery.failed(error)
        except Exception as error:  # noqa: BLE001  (whatever it is, it is shown in the panel)
            self.fail(error)
        finally:
            self._is_looking = False

    def _gestured(self, meant: Gesture) -> None:
        match meant:
            case Move():
                self.move(meant.ids, before=meant.before)
            case Insert():
                self.insert(meant.type, before=meant.before, new_id=meant.id)
            case EditBlock():
                self.edit(meant.id, meant.content, meant.type)
            case Duplicate():
                self.duplicate(meant.id, new_id=meant.new)
            case Delete():
                self.delete(meant.ids)
            case SimpleGesture(intent="undo"):
                self.undo()
            case SimpleGesture(intent="redo"):
                self.redo()
            case SimpleGesture(intent="theirs" | "mine" | "both" as version):
                self.choose(version)
            case SimpleGesture(intent="history"):
                if self.on_history is not None:
                    self.on_history(self.lesson_id)
            case SimpleGesture():
                self.start(self.refresh)

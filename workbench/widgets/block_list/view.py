"""The block list as the browser shows it. State comes down as traits, intents come up as messages.

Its script writes no trait. Contents of blocks are sent to the view that requests them and are no traits.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from typing import Any
from zlib import crc32

import anywidget
import traitlets

from workbench.authoring.block import Block, Blocks
from workbench.languages.reader import direction
from workbench.widgets.block_list.gestures import (
    ViewIntent,
    parse_message,
)
from workbench.widgets.block_list.view_message import ViewMessage
from workbench.widgets.block_list.wording import Card, SyncStatus, card
from workbench.widgets.kit.assets import script, styles
from workbench.widgets.kit.block_names import block_kinds

_MOST_PATCHES = 200
_MOST_VIEWS = 16


class BlockListView(anywidget.AnyWidget):
    """The list, the detail of a block, and the controls of both. It sends gestures and questions."""

    _esm = script("block_list/view")
    _css = styles("kit/rendered", "block_list/view", "block_list/translation/beside")

    language = traitlets.Unicode("EN").tag(sync=True)
    direction = traitlets.Unicode("ltr").tag(sync=True)
    order = traitlets.List(traitlets.Unicode()).tag(sync=True)
    cards = traitlets.Dict().tag(sync=True)
    """Type, excerpt, problem and a digest of the content by block id."""
    patch = traitlets.Dict().tag(sync=True)
    """The same for blocks that differ from `cards`: a change of one block does not send them all."""
    pending = traitlets.List(traitlets.Unicode()).tag(sync=True)
    refused = traitlets.List(traitlets.Unicode()).tag(sync=True)
    state = traitlets.Unicode("empty").tag(sync=True)
    """`empty`, `saved`, `saving`, `unsaved`, `away` or `dispute`."""
    sentence = traitlets.Unicode("").tag(sync=True)
    hint = traitlets.Unicode("").tag(sync=True)
    announcement = traitlets.Dict({"n": 0, "text": ""}).tag(sync=True)
    """What a screen reader reads out."""
    undo = traitlets.Unicode("").tag(sync=True)
    redo = traitlets.Unicode("").tag(sync=True)
    dispute = traitlets.Dict().tag(sync=True)
    can = traitlets.Dict({"move": False, "insert": False, "write": False, "watch": False}).tag(sync=True)
    reveal = traitlets.Dict({"n": 0, "block": ""}).tag(sync=True)
    """The block to choose and show; `n` is another number each time."""
    disabled = traitlets.Bool(False).tag(sync=True)
    kinds = traitlets.List(traitlets.List()).tag(sync=True)
    """The types that can be added, in the order of the menu: type, name, sign and form."""
    acknowledged = traitlets.Dict().tag(sync=True)
    """The number of the last message from each view that was dealt with."""
    checked = traitlets.Int(0).tag(sync=True)
    """The revision that the service has checked; the view asks for the findings when it is another."""
    proposals = traitlets.Dict().tag(sync=True)
    """How the proposal for a block stands, by its id: `writing`, `ready`, `stale` or `failed`."""
    cost = traitlets.Unicode("").tag(sync=True)
    """What a proposal costs and what is left; empty until it was asked for."""
    comments = traitlets.Dict().tag(sync=True)
    """How many comments are open, by block id; those on the whole lesson under the empty one."""
    uploads = traitlets.Dict({"types": [], "problem": ""}).tag(sync=True)
    """The types of files that are taken, each with its block, endings and most bytes (`uploads.upload_types`)."""
    translation = traitlets.Dict({"kind": "none"}).tag(sync=True)
    """The lesson as a translation, or as the source of some (`translation.mode.TranslationMode.state`)."""
    drafts = traitlets.Dict().tag(sync=True)
    """Whose drafts the browser keeps and under which name (`drafts.draft_owner`)."""

    def __init__(self, on_gesture: Callable[[ViewIntent], None], lock: AbstractContextManager[Any]) -> None:
        """Create the view; every thread that changes the traits must hold `lock`, or state could be lost."""
        super().__init__(kinds=block_kinds())
        self._lock = lock
        self._announcements = 0
        self._known: dict[str, tuple[Block, Card]] = {}
        self.on_msg(lambda widget, message, buffers: self._on_message(message, on_gesture))

    def show(self, blocks: Blocks, language: str) -> None:
        """Show these blocks; only what differs from before is sent."""
        before = self._known
        self._known = {
            block.id: old if (old := before.get(block.id)) and _same(old[0], block) else (block, _card(block))
            for block in blocks
        }
        changed = {key: one[1] for key, one in self._known.items() if before.get(key) is not one}
        self.language, self.direction = language, direction(language)
        if len(self.patch) + len(changed) > _MOST_PATCHES:
            self.cards, self.patch = {key: one[1] for key, one in self._known.items()}, {}
        elif changed:
            self.patch = {**self.patch, **changed}
        self.order = list(self._known)

    def show_status(self, now: SyncStatus) -> None:
        """Show whether the lesson is saved, and what cannot be done."""
        self.state, self.sentence, self.hint, self.dispute = now.state, now.sentence, now.hint, now.dispute

    def announce(self, text: str) -> None:
        """Announce what happened; announced again when it happens again."""
        self._announcements += 1
        self.announcement = {"n": self._announcements, "text": text}

    def answer(
        self,
        question: ViewMessage,
        fields: dict[str, Any],
        buffers: Sequence[bytes] = (),
    ) -> None:
        """Answer the view that sent the question, with optional binary buffers."""
        self.send({"view": question.view, "answer": question.n, **fields}, list(buffers))

    def _on_message(self, message: object, on_gesture: Callable[[ViewIntent], None]) -> None:
        parsed = parse_message(message)
        if parsed is None:
            return
        with self._lock, self.hold_sync():  # the outcome and its acknowledgement are one message
            try:
                on_gesture(parsed)
            finally:
                others = [(view, n) for view, n in self.acknowledged.items() if view != parsed.view]
                self.acknowledged = {**dict(others[-_MOST_VIEWS:]), parsed.view: parsed.n}

    def __repr__(self) -> str:
        return f"A list of {len(self.order)} blocks."


def _card(block: Block) -> Card:
    """Return the block's card, with a digest by which the view notices that the content is another."""
    content = json.dumps(block.content, ensure_ascii=True, sort_keys=True)
    return [*card(block), format(crc32(content.encode()), "x")]


def _same(one: Block, other: Block) -> bool:
    return one is other or one == other  # comparing thousands of records that did not change would take long

"""Defects that are put into a service that serves, each of a kind that the tests of histories must find; and its death
at a phase of a generation. Patching our own functions is the subject here.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from typing import Any

import pytest
from sqlalchemy import text

from workbench.authoring.block import Block, Blocks
from workbench.authoring.mutation import LessonBlockInsert, LessonBlockOrderUpdate
from workbench.authoring.transaction import Transaction, apply
from workbench.service.assets.object_store import ObjectStore
from workbench.service.credits import paid_calls
from workbench.service.db.seam import Db
from workbench.service.db.statement import Statement
from workbench.service.lessons import edits
from workbench.service.lessons import handlers as realtime

PHASES = ("before it holds", "holding", "held", "written", "keeping", "kept")
"""Where a service dies in a generation: around each of its two units, inside them, and between."""

_WAIT_SECONDS = 0.05


def omitted_block_dropped(patch: pytest.MonkeyPatch) -> None:
    """An order that leaves a block out takes it out."""

    def wrong(transactions: Sequence[Transaction], blocks: Blocks, gone: frozenset[str]) -> Blocks:
        after = apply(transactions, blocks, gone)
        listed = [
            mutation.after
            for one in transactions
            for mutation in one.mutations
            if isinstance(mutation, LessonBlockOrderUpdate)
        ]
        return tuple(block for block in after if block.id in listed[-1]) if listed else after

    patch.setattr(edits, "apply", wrong)


def commit_per_transaction(patch: pytest.MonkeyPatch) -> None:
    """The transactions of a call are stored one by one, those before a refused one permanently."""
    commit, begin = Statement(text("COMMIT")), Statement(text("BEGIN"))  # type: ignore[arg-type]
    asked_for = realtime.execute_transactions

    async def wrong(context: Any, asked: Any) -> Any:
        done = None
        for transaction in asked.transactions:
            done = await asked_for(context, asked.model_copy(update={"transactions": [transaction]}))
            await context.db.run(commit)
            await context.db.run(begin)
        return done

    _bind(patch, wrong)


def reuse_overwrites(patch: pytest.MonkeyPatch) -> None:
    """A block id that already exists gets the new content."""

    def wrong(transactions: Sequence[Transaction], blocks: Blocks, gone: frozenset[str]) -> Blocks:
        inserted = {
            mutation.block.id: mutation.block
            for one in transactions
            for mutation in one.mutations
            if isinstance(mutation, LessonBlockInsert)
        }
        replaced = tuple(inserted.get(block.id, block) for block in blocks)
        return apply(transactions, replaced, gone)

    patch.setattr(edits, "apply", wrong)


def no_replay_rule(patch: pytest.MonkeyPatch) -> None:
    """A call that comes again is applied again."""

    async def wrong(db: Db, lesson_id: str, fingerprint: str) -> bool:
        return False

    patch.setattr(edits, "was_applied", wrong)


def acknowledged_before_the_commit(patch: pytest.MonkeyPatch) -> None:
    """Success is said while the commit is still to come."""
    from workbench.service.db import postgresql

    run = postgresql._Run
    asked_for = run._commit

    async def wrong(self: Any, ahead: Any) -> None:
        await asyncio.sleep(_WAIT_SECONDS)
        await asked_for(self, ahead)

    patch.setattr(run, "_commit", wrong)
    write = postgresql.PostgresqlStore.write

    async def early(self: Any, unit: Callable[[Db], Awaitable[Any]]) -> Any:
        told: asyncio.Future[Any] = asyncio.get_running_loop().create_future()

        async def watched(db: Db) -> Any:
            value = await unit(db)
            if not told.done():
                told.set_result(value)
            return value

        async def whole() -> None:
            try:
                await write(self, watched)  # type: ignore[arg-type]
            except BaseException as error:  # noqa: BLE001  (anyone who waits hears it)
                if not told.done():
                    told.set_exception(error)

        _KEPT.append(asyncio.ensure_future(whole()))
        return await told

    patch.setattr(postgresql.PostgresqlStore, "write", early)


def read_outside_the_lock(patch: pytest.MonkeyPatch) -> None:
    """The lesson is read without its row lock, and the next revision counted from what was seen."""
    unlocked = Statement(edits._TO_EDIT._constructs["postgresql"].with_for_update(read=True, key_share=True))  # type: ignore[attr-defined]
    patch.setattr(edits, "_TO_EDIT", unlocked)


def dying_when(patch: pytest.MonkeyPatch, phase: str, die: Callable[[], None]) -> None:
    """The service ends in this phase of its first generation."""
    hold, store, make = paid_calls._hold, paid_calls._store, paid_calls._carry_out
    written = paid_calls._write_draft

    def around(name: str, function: Any, *, before: str = "", after: str = "") -> None:
        async def wrapped(*values: Any, **named: Any) -> Any:
            if phase == before:
                die()
            value = await function(*values, **named)
            if phase == after:
                die()
            return value

        patch.setattr(paid_calls, name, wrapped)

    around("_hold", hold, before="before it holds", after="holding")
    around("_write_draft", written, before="held", after="written")
    around("_store", store, after="keeping")
    around("_carry_out", make, after="kept")


def dying_while_storing(patch: pytest.MonkeyPatch, phase: str, die: Callable[[], None]) -> None:
    """The service ends in this phase of an upload: when its row is there (`announced`), its bytes in part (`storing`)
    or whole (`stored`).
    """
    put = ObjectStore.put

    async def wrapped(self: ObjectStore, key: str, file: Any) -> None:
        if phase == "announced":
            die()
        await put(self, key, _DyingFile(file, die) if phase == "storing" else file)
        die()

    patch.setattr(ObjectStore, "put", wrapped)


class _DyingFile:
    """A file whose third piece is never read."""

    def __init__(self, file: Any, die: Callable[[], None]) -> None:
        self._file, self._die, self._reads = file, die, 0

    def __getattr__(self, name: str) -> Any:
        return getattr(self._file, name)

    def read(self, size: int = -1) -> Any:
        self._reads += 1
        if self._reads == 3:
            self._die()
        return self._file.read(size)


_KEPT: list[asyncio.Future[None]] = []


def _bind(patch: pytest.MonkeyPatch, run: Any) -> None:
    from workbench.procedures import realtime as declared
    from workbench.service.kernel.binding import HANDLERS

    name = declared.execute_transactions.name
    patch.setitem(HANDLERS, name, replace(HANDLERS[name], run=run))


def different(block: Block) -> Block:
    """The same id with other content."""
    return block.model_copy(update={"content": {"text": f"{block.content.get('text', '')} again"}})

"""Seeded defects: each makes the service wrong in a way that a careless change could; the test must find it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any
from unittest.mock import patch

from workbench.authoring.block import Blocks
from workbench.authoring.mutation import LessonBlockInsert, LessonBlockOrderUpdate, LessonBlockUpdate
from workbench.authoring.transaction import Transaction, apply
from workbench.procedures.realtime import ExecuteTransactionsInput, ExecuteTransactionsOutput
from workbench.service.db.seam import Db, Store, Unit
from workbench.service.kernel.binding import HANDLERS
from workbench.service.kernel.context import Caller, Service
from workbench.service.lessons import edits
from workbench.service.lessons import handlers as realtime

EXECUTE = "realtime.executeTransactions"
LATE_SECONDS = 0.02


@contextmanager
def omitted_block_dropped(service: Service) -> Iterator[None]:
    """An order is taken for the whole list: what it does not name is gone."""

    def dropping(transactions: Sequence[Transaction], blocks: Blocks, deleted: Any = ()) -> Blocks:
        after = apply(transactions, blocks, deleted)
        orders = [
            mutation
            for one in transactions
            for mutation in one.mutations
            if isinstance(mutation, LessonBlockOrderUpdate)
        ]
        return tuple(block for block in after if block.id in orders[-1].after) if orders else after

    with patch.object(edits, "apply", dropping):
        yield


@contextmanager
def commit_per_transaction(service: Service) -> Iterator[None]:
    """A call is no unit: what came before the transaction that is refused stays."""
    handler = HANDLERS[EXECUTE]

    async def one_by_one(asker: Caller, asked: ExecuteTransactionsInput) -> ExecuteTransactionsOutput:
        for transaction in asked.transactions:
            one = asked.model_copy(update={"transactions": [transaction]})

            async def unit(db: Db, one: ExecuteTransactionsInput = one) -> ExecuteTransactionsOutput:
                context = asker.in_unit(db)
                return await realtime.execute_transactions(context, one)

            await asker.service.store.write(unit)
        return ExecuteTransactionsOutput(status="success")

    with patch.dict(HANDLERS, {EXECUTE: replace(handler, run=one_by_one, alone=True)}):
        yield


@contextmanager
def reuse_overwrites(service: Service) -> Iterator[None]:
    """An insert under an id that is taken replaces what is there."""

    def overwriting(transactions: Sequence[Transaction], blocks: Blocks, deleted: Any = ()) -> Blocks:
        taken = {block.id for block in blocks}
        for transaction in transactions:
            mutations = [
                LessonBlockUpdate(id=mutation.block.id, content=mutation.block.content, block_type=mutation.block.type)
                if isinstance(mutation, LessonBlockInsert) and mutation.block.id in taken
                else mutation
                for mutation in transaction.mutations
            ]
            blocks = apply([Transaction(label=transaction.label, mutations=mutations)], blocks, deleted)
            taken = {block.id for block in blocks}
        return blocks

    with patch.object(edits, "apply", overwriting):
        yield


@contextmanager
def no_replay_rule(service: Service) -> Iterator[None]:
    """A repeated call is judged like a new one."""

    async def never(*ignored: Any) -> bool:
        return False

    with patch.object(edits, "was_applied", never):
        yield


@contextmanager
def acknowledged_before_commit(service: Service) -> Iterator[None]:
    """Success is said when the unit has run, and the commit comes a little later."""
    store = service.store
    service.store = Hasty(store)  # type: ignore[assignment]
    try:
        yield
    finally:
        service.store = store


class Hasty:
    """A store that does not wait for its commits. It reads like the one it stands before."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.dialect = store.dialect
        self.reads_at_once = False

    async def read(self, unit: Unit[Any], *, long: bool = False) -> Any:
        return await self.store.read(unit, long=long)

    async def write(self, unit: Unit[Any]) -> Any:
        loop = asyncio.get_running_loop()
        said: asyncio.Future[Any] = loop.create_future()

        async def hurried(db: Db) -> None:
            result = await unit(db)
            loop.call_soon_threadsafe(said.set_result, result)
            await _late(self.dialect)

        task = asyncio.create_task(self.store.write(hurried))
        self.late.add(task)
        await asyncio.wait([said, task], return_when=asyncio.FIRST_COMPLETED)
        if said.done():
            return said.result()
        return await task  # it failed, and raises


async def _late(dialect: str) -> None:
    """Waits as a unit may: on SQLite it has a thread of its own and must not await."""
    if dialect == "sqlite":
        time.sleep(LATE_SECONDS)  # noqa: ASYNC251
    else:
        await asyncio.sleep(LATE_SECONDS)


DEFECTS: list[Callable[[Service], Any]] = [
    omitted_block_dropped,
    commit_per_transaction,
    reuse_overwrites,
    no_replay_rule,
    acknowledged_before_commit,
]

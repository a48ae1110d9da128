"""Row states of a run of translations, in memory, for any thread; in the terms of runs that have a journal."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Generic, Protocol, TypeVar

from workbench.bulk.journal.queries import RowCounts, RowRecord
from workbench.bulk.journal.row import Proof, State
from workbench.bulk.running.clocks import epoch_ms
from workbench.bulk.translations.sending import Translated
from workbench.errors import CallFailed, WorkbenchError


class TranslationRecord(RowRecord):
    """A row of a run of translations: `position` is its number in the plan, since there is no list with lines."""

    __slots__ = ()

    @property
    def label(self) -> str:
        """Name with its kind."""
        return f"Row {self.position}"


class RunRow(Protocol):
    """The common fields of a row in any plan of translations: its number, and the title and language of its
    translation.
    """

    @property
    def row(self) -> int: ...
    @property
    def title(self) -> str: ...
    @property
    def language(self) -> str: ...


R = TypeVar("R", bound=RunRow)


class RowStates(Generic[R]):
    """The rows of one run by their number. `price_credits` is the price of each that this run pays for.

    `on_settled` is called with a row that was made or refused, and with its record.
    """

    def __init__(
        self,
        rows: Sequence[R],
        price_credits: int | None,
        on_settled: Callable[[R, RowRecord], object] = lambda row, record: None,
    ) -> None:
        self._on_settled = on_settled
        self._lock = threading.Lock()
        self._price = price_credits
        self._rows = {row.row: row for row in rows}
        self._records = {row.row: planned_record(row.row, row.title, row.language) for row in rows}
        self._failure = ""

    def records(self, *, only_open: bool = False) -> list[RowRecord]:
        """Return the rows in order; `only_open`: those that were refused."""
        with self._lock:
            rows = list(self._records.values())
        return [row for row in rows if row.state is State.REFUSED] if only_open else rows

    def counts(self) -> RowCounts:
        """Return the number of rows in each state, and their cost."""
        records = self.records()
        number = Counter(record.state for record in records)
        return RowCounts(
            planned=number[State.PLANNED],
            sending=number[State.SENDING],
            done=number[State.DONE],
            refused=number[State.REFUSED],
            spent_credits=sum(record.credits or 0 for record in records),
            sends=sum(record.attempts for record in records),
        )

    def planned_rows(self, max_paid: int) -> list[int]:
        """Return the numbers of the rows to be made, in order.

        Together with those that were paid for, they are at most `max_paid`.
        """
        with self._lock:
            paid = sum(record.proof is not None and record.proof != Proof.JOINED for record in self._records.values())
            open_rows = [number for number, record in self._records.items() if record.state is State.PLANNED]
            self._failure = ""
        return open_rows[: max(0, max_paid - paid)]

    def begin(self, number: int) -> R:
        """Mark the row as being made."""
        now = epoch_ms()
        with self._lock:
            known = self._records[number]
            self._records[number] = replace(
                known,
                state=State.SENDING,
                attempts=known.attempts + 1,
                first_sent_at=known.first_sent_at or now,
                code=None,
                message=None,
            )
            return self._rows[number]

    def settle(self, number: int, made: Translated) -> None:
        """Store the row's translation, or its problem."""
        state, credits = State.REFUSED if made.problem else State.DONE, 0 if made.proof is Proof.JOINED else self._price
        facts = {"lesson_id": made.lesson_id, "title": made.title, "proof": str(made.proof), "credits": credits}
        self._change(number, state=state, message=made.problem or None, settled_at=epoch_ms(), **facts)

    def fail(self, number: int, failure: WorkbenchError, *, is_open: bool) -> None:
        """Mark the row as refused, or with `is_open` as still to be made."""
        code = failure.code if isinstance(failure, CallFailed) else type(failure).__name__
        self._change(
            number, state=State.PLANNED if is_open else State.REFUSED, code=code, message=failure.message,
            settled_at=None if is_open else epoch_ms(),
        )  # fmt: skip
        if is_open:
            with self._lock:
                self._failure = failure.message

    def leave(self, number: int) -> None:
        """Mark a row that was not sent, or not completely, as still to be made."""
        self._change(number, state=State.PLANNED)

    def plan_again(self, numbers: Sequence[int]) -> int:
        """Plan refused rows again (by default all of them), and return their number."""
        refused = [record.row_id for record in self.records(only_open=True) if not numbers or record.row_id in numbers]
        for number in refused:
            self._change(number, state=State.PLANNED, code=None, message=None, settled_at=None)
        return len(refused)

    def last_failure(self) -> str:
        """Return why a row was last left open; empty if it wasn't."""
        with self._lock:
            return self._failure

    def _change(self, number: int, **changes: object) -> None:
        with self._lock:
            row, record = self._rows[number], replace(self._records[number], **changes)  # type: ignore[arg-type]
            self._records[number] = record
        if record.state in (State.DONE, State.REFUSED):
            self._on_settled(row, record)


def planned_record(number: int, title: str, language: str) -> RowRecord:
    """Return a row that is still to be made."""
    return TranslationRecord(
        row_id=number, position=number, topic=title, language=language, copy=1, generation=0,
        state=State.PLANNED, held=False, keyed=True, attempts=0, lesson_id=None, title=None, credits=None, proof=None,
        code=None, message=None, first_sent_at=None, settled_at=None, owner=None,
    )  # fmt: skip

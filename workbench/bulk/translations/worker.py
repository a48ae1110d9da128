"""Worker that makes the rows of a translation run concurrently and reports how the run ended."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Final, Generic, Protocol, TypeVar

from workbench.bulk.run_thread import RunThread
from workbench.bulk.running.progress import RunPhase, not_made
from workbench.bulk.translations.row_states import R, RowStates, RunRow
from workbench.bulk.translations.sending import Translated
from workbench.client.failure import without_advice
from workbench.errors import (
    CallFailed,
    NotAllowed,
    OutOfCredits,
    ServiceUnwell,
    SignInNeeded,
    TooManyRequests,
    WorkbenchError,
)
from workbench.procedures.lesson import DRAFT_REFUSED
from workbench.wording import count_text

R_contra = TypeVar("R_contra", bound=RunRow, contravariant=True)
AT_ONCE: Final = 4
AGAIN: Final = "Start it again to resume; finished translations are not charged again."
"""The message of a stopped run."""


class RowSender(Protocol[R_contra]):
    """Does one row; None when the run was stopped before. Raises what the service says."""

    def make(self, row: R_contra, /) -> Translated | None: ...


class TranslationWorker(Generic[R]):
    """One start of a run. It stops its run when no further row could succeed, and ends with it."""

    def __init__(self, sender: RowSender[R], states: RowStates[R], run: RunThread) -> None:
        self._sender, self._states, self._run = sender, states, run
        self._end, self._is_unpaid = "", False

    def make_all(self, numbers: Sequence[int], publish: Callable[[], None]) -> tuple[RunPhase, str]:
        """Make these rows; the phase afterwards and a sentence. `publish` is called whenever a row changed."""
        with ThreadPoolExecutor(AT_ONCE, thread_name_prefix="workbench-translate") as pool:
            try:
                for _ in pool.map(lambda number: self._make_one(number, publish), numbers):
                    pass
            except BaseException:
                self._run.stop()
                raise
        return self._final_phase()

    def _make_one(self, number: int, publish: Callable[[], None]) -> None:
        if self._run.is_stopped:
            return
        row = self._states.begin(number)
        publish()
        try:
            made = self._sender.make(row)
        except CallFailed as refused:
            stops = isinstance(refused, OutOfCredits | SignInNeeded | NotAllowed)
            self._states.fail(number, refused, is_open=stops or _is_passing(refused))
            if stops:  # no other would fare better
                self._end = without_advice(refused)
                self._is_unpaid = isinstance(refused, OutOfCredits)
                self._run.stop()
        except WorkbenchError as lost:
            self._states.fail(number, lost, is_open=True)
        except BaseException:
            self._states.leave(number)
            raise
        else:
            if made is None:
                self._states.leave(number)
            else:
                self._states.settle(number, made)
        publish()

    def _final_phase(self) -> tuple[RunPhase, str]:
        counts = self._states.counts()
        if self._end:
            left = f" {not_made(counts, 'translation')}" if self._is_unpaid else ""
            return RunPhase.STOPPED, f"{self._end}{left} {AGAIN}"
        if not counts.planned:
            return RunPhase.FINISHED, ""
        if self._run.is_stopped:
            return RunPhase.STOPPED, AGAIN
        if reason := self._states.last_failure():
            return RunPhase.PAUSED, f"{count_text(counts.planned, 'row')} gave no answer: {reason} {AGAIN}"
        return RunPhase.STOPPED, f"The approved amount is used up. {not_made(counts, 'translation')}"


def _is_passing(refused: CallFailed) -> bool:
    """Return whether the refusal is temporary; a permanent one is recognized by its reason first."""
    if refused.facts.get("reason") == DRAFT_REFUSED:
        return False
    return isinstance(refused, TooManyRequests | ServiceUnwell) or refused.retry_after_seconds is not None

"""The progress of a run as a value, and its words. Source: ours (bulk)."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from workbench.bulk.journal.queries import RowCounts
from workbench.credit_text import CREDIT, credits_text
from workbench.wording import count_text


class RunPhase(StrEnum):
    """The phase of a run."""

    READY = "ready"
    RUNNING = "running"
    WAITING = "waiting"
    PAUSED = "paused"
    STOPPED = "stopped"
    FINISHED = "finished"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class Progress:
    """A snapshot of a run's progress.

    `message` is a sentence for people; `parallel` is the number of requests in progress.

    Credits are whole; `None` if no price is announced. `seconds_left` is an estimate, `None` before there is one.
    """

    phase: RunPhase
    message: str = ""
    counts: RowCounts = field(default_factory=RowCounts)
    parallel: int = 0
    price_credits: int | None = None
    approved_lessons: int = 0
    seconds_left: float | None = None
    credit_noun: str = CREDIT

    @property
    def is_over(self) -> bool:
        """Whether the run has ended until somebody acts."""
        return self.phase in (RunPhase.READY, RunPhase.PAUSED, RunPhase.STOPPED, RunPhase.FINISHED, RunPhase.FAILED)

    @property
    def share_done(self) -> float:
        """Settled share, 0 to 1."""
        total = self.counts.total
        return 1.0 if total == 0 else (self.counts.done + self.counts.refused) / total

    @property
    def lessons_a_minute(self) -> float | None:
        """Rows per minute; `None` while too little is known or nothing is left."""
        left = self.counts.planned + self.counts.sending + self.counts.working
        return 60 * left / self.seconds_left if self.seconds_left and left else None

    @property
    def approved_credits(self) -> int | None:
        """Credits that the run may spend in total, or `None` if no price is announced."""
        return None if self.price_credits is None else self.approved_lessons * self.price_credits

    def __repr__(self) -> str:
        return f"Progress({self})"

    def __str__(self) -> str:
        counts = self.counts
        parts = [f"{self.phase}: {counts.done:,} of {counts.total:,} done"]
        parts += [f"{counts.matched:,} of them matched, not proven"] if counts.matched else []
        parts += [f"{counts.sending:,} running"] if counts.sending else []
        parts += [f"{counts.refused:,} refused"] if counts.refused else []
        doubt = "being cleared up" if counts.working else need_you(counts.unsure)
        parts += [f"{counts.unsure:,} {doubt}"] if counts.unsure else []
        parts += [f"{counts.planned:,} to do"] if counts.planned else []
        if self.price_credits is not None:
            parts.append(f"{credits_text(counts.spent_credits, self.credit_noun)} spent")
        if self.seconds_left is not None and not self.is_over:
            parts.append(f"about {duration(self.seconds_left)} left")
        return ", ".join(parts) + (f". {self.message}" if self.message else ".")


def seconds_left(done: int, left: int, elapsed_ms: int) -> float | None:
    """Return how long `left` rows take at the speed of the `done` ones; `None` while too little is known."""
    if done < 3 or elapsed_ms <= 0 or left <= 0:
        return None
    return left * elapsed_ms / 1000 / done


def duration(seconds: float) -> str:
    """Return a duration for people."""
    if seconds < 90:
        return f"{max(1, round(seconds))} s"
    if seconds < 5400:
        return f"{round(seconds / 60)} min"
    return f"{seconds / 3600:.1f} h"


def not_made(counts: RowCounts, noun: str = "lesson") -> str:
    """Say how many rows of how many were not made, and that they can still be: `2 of 5 lessons were not made …`."""
    verb, stay = ("was", "it stays") if counts.planned == 1 else ("were", "they stay")
    return f"{counts.planned:,} of {count_text(counts.total, noun)} {verb} not created; {stay} planned."


def clock_time(epoch_ms: int) -> str:
    """Write an instant as the time of day on this computer, `19:45:12`."""
    return datetime.fromtimestamp(epoch_ms / 1000).astimezone().strftime("%H:%M:%S")


def need_you(rows: int) -> str:
    """Return “needs attention” or “need attention” for the number of rows."""
    return "needs attention" if rows == 1 else "need attention"

"""A row of a plan: its topic, language and copy, and its verdict. Source: ours (bulk)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from workbench.bulk.journal.destination import Destination
from workbench.bulk.lesson_options import NO_OPTIONS, LessonOptions


class Verdict(StrEnum):
    """The planned result of a row. Only `ready` rows cost."""

    READY = "ready"
    BEGUN = "already in this run"
    MISSING = "lesson is missing"
    OPEN_ELSEWHERE = "unsettled in another run"
    EXISTS = "already exists"
    DUPLICATE = "duplicate"
    EMPTY = "empty"
    TOO_LONG = "too long"
    TORN = "line is torn"
    UNSENDABLE = "cannot be sent"
    LANGUAGE_UNKNOWN = "language unknown"
    LANGUAGE_NOT_WRITTEN = "language not offered"
    DESTINATION_UNKNOWN = "destination unknown"
    OPTION_NOT_POSSIBLE = "option not possible"
    NOT_IN_SAMPLE = "not in the sample"


@dataclass(frozen=True, slots=True)
class PlanRow:
    """Row of a plan.

    `row` counts the plan's rows; people name it by `line`, the source's, here and in the run.

    `reason` explains the verdict; `warning` never stops a row. `credits` is its cost in whole credits, `None`
    if the service announces no price. `destination` is where its lesson goes or went, `options` are its
    requests in addition to the topic.
    """

    row: int
    line: int
    topic: str
    language: str
    copy: int
    verdict: Verdict
    reason: str
    credits: int | None
    warning: str = ""
    lesson_id: str | None = None
    destination: Destination = Destination()  # noqa: RUF009  (frozen)
    options: LessonOptions = NO_OPTIONS

    @property
    def is_in_run(self) -> bool:
        """Whether the run has this row: it will be created, or has been started."""
        return self.verdict in (Verdict.READY, Verdict.BEGUN, Verdict.MISSING)

    @property
    def verdict_text(self) -> str:
        """Verdict with its reason; a reason that begins with the verdict is used alone."""
        verdict, reason = str(self.verdict), self.reason or ""
        return reason if reason.startswith(verdict) else ": ".join(part for part in (verdict, reason) if part)

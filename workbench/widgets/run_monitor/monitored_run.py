"""What the run monitor needs of a run: a run of starter lessons is one, and a run of translations."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from workbench.bulk.journal.queries import RowRecord
from workbench.bulk.planning.target import RunTarget
from workbench.bulk.running.progress import Progress
from workbench.bulk.running.resolve import RowDecision


class MonitoredPlan(Protocol):
    """The plan of a run: how it is called, and where it takes place."""

    @property
    def name(self) -> str: ...
    @property
    def place(self) -> RunTarget: ...


class MonitoredRun(Protocol):
    """A run that is watched, stopped and gone on with."""

    @property
    def plan(self) -> MonitoredPlan: ...
    @property
    def progress(self) -> Progress: ...
    def start(self) -> object: ...
    def stop(self) -> object: ...
    def watch(self, watcher: Callable[[Progress], None], /) -> Callable[[], None]: ...
    def rows(self, *, only_open: bool = False, most: int | None = None) -> list[RowRecord]: ...
    def resolve(self, row: int | str, decision: RowDecision, /) -> None: ...
    def retry(self, *rows: int | str) -> int: ...

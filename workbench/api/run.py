"""A run as a notebook has it: shown as its monitor, reported, exported and undone. The rules are `workbench.bulk`'s."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar, cast

from workbench.argument_check import checks_arguments
from workbench.bulk.running.run import Run
from workbench.bulk.translations.run import TranslationRun
from workbench.client.atomic_write import write_whole_text
from workbench.errors import PlanRejected

if TYPE_CHECKING:
    from workbench.client.sync import Client
    from workbench.widgets.run_monitor.panel import RunMonitor

_Shown = TypeVar("_Shown", "NotebookRun", "NotebookTranslationRun")


@checks_arguments
class NotebookRun(Run):
    """A run; as the last line of a cell it is its live monitor."""

    _monitor: RunMonitor | None = None

    def monitor(self) -> RunMonitor:
        """Return the monitor: counts, credits, time left, stop, resume, and actions for rows that need you."""
        from workbench.widgets.run_monitor.panel import RunMonitor

        if self._monitor is None:
            self._monitor = RunMonitor(cast("Client", self._client), self)
        return self._monitor

    def report(self, path: str | Path) -> Path:
        """Write the run as one HTML page for the person who approved the cost, and return the path."""
        from workbench.bulk.running.clocks import epoch_ms
        from workbench.bulk.running.report import report_page
        from workbench.bulk.running.run_request import find_links

        target, progress, rows = self.plan.place, self.progress, self.rows()
        ordered = replace(
            self._stored.request(),
            approved_credits=progress.approved_credits if progress.approved_lessons else None,
            links=find_links(cast("Client", self._client), target, {row.lesson_id for row in rows if row.lesson_id}),
        )
        return _write_text(path, report_page(ordered, rows, epoch_ms()))

    def export(self, path: str | Path) -> Path:
        """Write the rows as CSV that a spreadsheet opens without running anything in it, and return the path."""
        from workbench.bulk.run_frame import rows_csv

        return _write_text(path, rows_csv(self.rows()))

    def _ipython_display_(self) -> None:
        _show(self)


class NotebookTranslationRun(TranslationRun):
    """A run of translations; as the last line of a cell it is its live monitor."""

    _monitor: RunMonitor | None = None

    def monitor(self) -> RunMonitor:
        """Return the monitor: counts, credits, time left, stop, resume, and refused translations."""
        from workbench.widgets.run_monitor.panel import RunMonitor

        if self._monitor is None:
            self._monitor = RunMonitor(self._client, self)
        return self._monitor

    def _ipython_display_(self) -> None:
        _show(self)


ShownRun = NotebookRun | NotebookTranslationRun


def start_run(run: _Shown, *, wait: bool) -> _Shown:
    """Start a run, show its monitor in a notebook, and, with `wait`, return when it has stopped.

    If interrupted, it stops the run and waits for it; then it raises `KeyboardInterrupt`.
    """
    run.start()
    if not wait:
        return run
    try:
        if in_notebook():
            run._ipython_display_()
    except KeyboardInterrupt:
        run.stop().wait()
        raise
    return run.wait()


def _show(run: ShownRun) -> None:
    if in_notebook():
        run.monitor()._ipython_display_()
    else:
        sys.stdout.write(f"{run!r}\n")


def _write_text(path: str | Path, text: str) -> Path:
    try:
        write_whole_text(Path(path), text)
    except OSError as refused:
        raise PlanRejected(f"{path} cannot be written: {refused.strerror}.") from None
    return Path(path)


def in_notebook() -> bool:
    """Return whether this Python is the kernel of a notebook."""
    if "IPython" not in sys.modules:
        return False
    from IPython.core.getipython import get_ipython

    return hasattr(get_ipython(), "kernel")

"""Run a plan from the command line: ask for approval, print progress and result."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

from workbench.cli.output import UsageError, ask_for_number, note, say, say_json, shows_progress
from workbench.cli.planning import destination_as_json
from workbench.credit_text import credits_text
from workbench.wording import count_text

if TYPE_CHECKING:
    from workbench.bulk import Approval, Plan, Run
    from workbench.bulk.run_thread import RunThread
    from workbench.bulk.running.progress import Progress
    from workbench.bulk.translations import TranslationRun
    from workbench.changes import ChangeRun
    from workbench.client.sync import Client

_Run = TypeVar("_Run", "Run", "TranslationRun", "ChangeRun")
LINE_SECONDS = 5.0
ROWS_LISTED = 10


def ask_approval(plan: Plan, *, yes: bool, look_first: str = "") -> Approval | None:
    """Return the approval that the plan needs, from `yes` or a prompt; `None` if it needs none.

    No more is approved than budget and balance cover. Raises `UsageError` if they cover nothing, and if nobody
    can be asked, with `look_first` as what to do instead.
    """
    cost = plan.cost
    if not cost.needs_approval:
        return None
    if cost.rows_paid_for == 0 and cost.shortfall:
        raise UsageError(f"{cost.shortfall} An owner can grant credits.")
    if cost.daily_limit and not cost.rows_today:
        raise UsageError(cost.daily_limit)
    amount, unit = cost.payable_rows, "lessons"
    if cost.price_credits is not None:
        amount, unit = amount * cost.price_credits, f"{cost.credit_noun}s"
    if not yes:
        made = f" for {cost.payable_rows:,} of {count_text(cost.rows, cost.noun)}" if cost.shortfall else ""
        today = f"{cost.daily_limit} " if cost.daily_limit else ""
        unasked = f"Use --yes to approve. {look_first}".strip()
        ask_for_number(f"{today}This takes {amount:,} {unit}{made}.", amount, unasked=unasked)
    return cost.approve_payable(plan.digest)


def run_plan(plan: Plan, client: Client, approval: Approval | None) -> Run:
    """Run the plan until it ends. Ctrl-C finishes requests in progress; the caller closes it."""
    from workbench.bulk import Run

    return carry_out(Run(plan, client, approval))


def carry_out(run: _Run, *, unit: str = "lesson") -> _Run:
    """Start a run and show its progress until it stops. Ctrl-C finishes requests in progress; the caller closes it."""
    watch = Bar(run, unit=unit) if shows_progress() else Lines()
    leave = run.watch(watch.tell)
    try:
        try:
            run.start()
        except KeyboardInterrupt:
            if not run.is_running:
                raise  # before anything was begun; else it stops in good order
        try:
            run.wait()
        except KeyboardInterrupt:
            if run.is_running:
                raise  # pressed twice
    finally:
        leave()
        watch.end()
    return run


def is_complete(run: Run) -> bool:
    """Return whether every row of the plan became a lesson and none waits for a person."""
    counts = run.progress.counts
    return counts.done == counts.total and not any(row.needs_person for row in run.rows())


def run_as_json(run: Run) -> dict[str, Any]:
    """Return the run for programs: its phase and counts, and each of its rows."""
    progress = run.progress
    counts = progress.counts
    return {
        "run": run.plan.name,
        "phase": str(progress.phase),
        "message": progress.message,
        "done": counts.done,
        "refused": counts.refused,
        "unsure": counts.unsure,
        "planned": counts.planned + counts.sending,
        "creditsSpent": counts.spent_credits,
        "rows": rows_as_json(run.rows()),
    }


def say_run(run: Run, *, as_json: bool) -> int:
    """Print how a run ended and what can be done next; return 1 unless every row is done."""
    if as_json:
        say_json(run_as_json(run))
    else:
        say(str(run.progress))
        for step in next_steps(run.plan.name, run.rows()):
            say(step)
    return 0 if is_complete(run) else 1


def rows_as_json(rows: list[Any]) -> list[dict[str, Any]]:
    """Return a run's rows for programs, and for a table."""
    from workbench.bulk.run_frame import error_message

    return [
        {
            "row": row.position,
            "topic": row.topic,
            "language": row.language,
            "copy": row.copy,
            "state": str(row.state),
            "lessonId": row.lesson_id,
            "title": row.title,
            "credits": row.credits,
            "needsYou": row.needs_person,
            "message": error_message(row),
        }
        | destination_as_json(row.destination)
        for row in rows
    ]


def rows_as_table(rows: list[Any]) -> list[dict[str, Any]]:
    """Return a run's rows for a table: each by its line, with language or copy if the line has several rows."""
    return [facts | {"line": row.name} for facts, row in zip(rows_as_json(rows), rows, strict=True)]


def next_steps(name: str, rows: list[Any]) -> list[str]:
    """Return one line for each open row, with its details and the commands that help."""
    from workbench.bulk.journal.missing_lessons import MISSING
    from workbench.bulk.run_frame import error_message
    from workbench.text import display_text

    needing = [row for row in rows if row.needs_person]
    refused = [row for row in rows if row.state.value == "refused"]
    lines = [f"Line {row.name}: {display_text(error_message(row) or '')}" for row in needing[:ROWS_LISTED]]
    if len(needing) > ROWS_LISTED:
        lines.append(f"... and {len(needing) - ROWS_LISTED:,} more need you.")
    if any(row.state.value == "unsure" for row in needing):
        assign = f"workbench runs resolve assign {name!r} --row LINE --lesson ID"
        resend = f"workbench runs resolve resend {name!r} --row LINE"
        lines.append(f"Decide for each row: {assign} if its lesson exists, or {resend} to pay for it again.")
    if any(row.state.value != "unsure" or row.code == MISSING for row in needing):
        lines.append(f"If you checked it: workbench runs resolve dismiss {name!r} --row LINE")
    if any(row.state.value == "planned" for row in rows):
        lines.append(f"Run the planned rows: workbench runs resume {name!r}")
    if refused:
        lines.append(f"Retry refused rows: workbench runs retry {name!r}, then workbench runs resume {name!r}")
    return lines


def translation_steps(name: str, rows: list[Any]) -> list[str]:
    """Return what a person can do about a translation run, as command lines."""
    if all(row.state.value == "done" for row in rows):
        return []
    return [f"Create what is missing: workbench runs resume {name!r}"]


class Bar:
    """A bar on a terminal."""

    def __init__(self, run: RunThread, *, unit: str = "lesson") -> None:
        from tqdm import tqdm

        self._lock = threading.Lock()
        self._bar = tqdm(total=run.progress.counts.total, unit=unit, file=sys.stderr, dynamic_ncols=True)

    def tell(self, progress: Progress) -> None:
        """Show one moment."""
        counts = progress.counts
        with self._lock:
            self._bar.total = counts.total
            self._bar.n = counts.done + counts.refused
            self._bar.set_postfix_str(bar_words(progress), refresh=False)
            self._bar.refresh()

    def end(self) -> None:
        """Leave the last state standing."""
        self._bar.close()


class Lines:
    """Prints occasional lines if there is no terminal."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._written_at = clock()
        self._last = ""

    def tell(self, progress: Progress) -> None:
        """Write one moment, if it is time."""
        self._last = str(progress)
        if self._clock() - self._written_at >= LINE_SECONDS:
            self._written_at = self._clock()
            note(self._last)

    def end(self) -> None:
        """Write how it ended."""
        if self._last:
            note(self._last)


def bar_words(progress: Progress) -> str:
    """Return the text after the progress bar: the cost so far, errors, and why the run is waiting."""
    counts = progress.counts
    parts = [credits_text(counts.spent_credits, progress.credit_noun)] if progress.price_credits is not None else []
    parts += [f"{counts.refused:,} refused"] if counts.refused else []
    parts += [f"{counts.unsure:,} unsure"] if counts.unsure else []
    parts += [progress.message.rstrip(".")] if progress.message and not progress.is_over else []
    return ", ".join(parts)

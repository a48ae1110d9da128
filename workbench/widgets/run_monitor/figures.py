"""Rendering of a run monitor: bar, figures, tables, as safe HTML. Pure functions of a progress and of rows.

All text is escaped here; the colour of a part of the bar only repeats what the adjacent words say.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from workbench.bulk.journal.queries import RowCounts, RowRecord
from workbench.bulk.journal.row import State
from workbench.bulk.running.progress import Progress, RunPhase, duration, need_you
from workbench.credit_text import credits_label, credits_text
from workbench.text import escape_html
from workbench.widgets.kit.controls import user_text


@dataclass(frozen=True, slots=True)
class RunWording:
    """Text about finished lessons: above their list, and when there is nothing else to report."""

    lessons: str
    finished: str


MADE: Final = RunWording("Created lessons", "Every row has its lesson")
UPDATED: Final = RunWording("Updated lessons", "All are up to date")
PHASES: Final = {
    RunPhase.READY: ("Ready to start", "plain"),
    RunPhase.RUNNING: ("Running", "plain"),
    RunPhase.WAITING: ("Waiting", "warn"),
    RunPhase.PAUSED: ("Paused", "warn"),
    RunPhase.STOPPED: ("Stopped", "warn"),
    RunPhase.FINISHED: ("Finished", "good"),
    RunPhase.FAILED: ("Failed", "bad"),
}
TROUBLES_SHOWN: Final = 4
BEING_CHECKED: Final = "being checked"
_WIDTH: Final = 1000


def states(counts: RowCounts) -> list[tuple[str, str, int]]:
    """Return class, word and number of each part, in the bar's order; `doubt` rows are still being checked."""
    needing = counts.unsure - counts.working
    return [
        ("done", "done", counts.done),
        ("running", "being created", counts.sending),
        ("doubt", BEING_CHECKED, counts.working),
        ("needs", need_you(needing), needing),
        ("refused", "refused", counts.refused),
        ("todo", "to do", counts.planned),
    ]


def bar(progress: Progress) -> str:
    """Return the bar with its legend; a part that is not empty always has a visible width."""
    parts = [state for state in states(progress.counts) if state[2]]
    total = max(1, progress.counts.total)
    drawn, at = "", 0.0
    for name, _, number in parts:
        width = _WIDTH * number / total
        drawn += f'<rect class="wb-part wb-{name}" x="{at:.1f}" y="0" width="{width:.1f}" height="10"></rect>'
        at += width
    percent = round(100 * progress.share_done)
    legend = "".join(
        f'<span class="wb-key"><span class="wb-dot wb-{name}"></span>'
        f"<strong>{number:,}</strong> {escape_html(word)}</span>"
        for name, word, number in parts
    )
    label = escape_html(f"{percent} percent settled: " + ", ".join(f"{number:,} {word}" for _, word, number in parts))
    return (
        f'<svg class="wb-bar" viewBox="0 0 {_WIDTH} 10" preserveAspectRatio="none" role="img" aria-label="{label}">'
        f'{drawn}</svg><div class="wb-legend">{legend}</div>'
    )


def headline(name: str, progress: Progress) -> str:
    """Return the run's name, its phase and its progress."""
    word, tone = PHASES[progress.phase]
    counts = progress.counts
    if progress.phase is RunPhase.FINISHED and counts.unsure:
        word, tone = f"{word}, needs attention", "warn"
    return (
        f'<div class="wb-run-head"><span class="wb-big">{counts.done:,}<span class="wb-of"> of {counts.total:,} lessons'
        f'</span></span><span class="wb-tag wb-{tone}">{word}</span></div><div class="wb-hint">{user_text(name)}</div>'
    )


def figures_html(progress: Progress) -> str:
    """Return credits, speed and time left side by side, without unknown values."""
    pairs = figures(progress)
    cells = "".join(f"<div><dt>{escape_html(name)}</dt><dd>{escape_html(text)}</dd></div>" for name, text in pairs)
    return f'<dl class="wb-figures">{cells}</dl>' if cells else ""


def figures(progress: Progress) -> list[tuple[str, str]]:
    """Return credits, speed and time left as pairs of name and text, without unknown values."""
    counts, shown = progress.counts, []
    if progress.price_credits is not None:
        of = f" of {progress.approved_credits:,} approved" if progress.approved_lessons else ""
        shown.append((credits_label(progress.credit_noun, "spent"), f"{counts.spent_credits:,}{of}"))
        if counts.unsure_credits and not counts.sending:
            shown.append(("Unconfirmed", f"up to {credits_text(counts.unsure_credits, progress.credit_noun)}"))
    if not progress.is_over:
        rate = progress.lessons_a_minute
        if rate is not None:
            shown.append(("Speed", f"{rate:,.0f} a minute" if rate >= 1 else f"{rate * 60:,.0f} an hour"))
        if progress.seconds_left is not None:
            shown.append(("Time left", f"about {duration(progress.seconds_left)}"))
        if progress.parallel:
            shown.append(("In parallel", f"{progress.parallel:,}"))
    return shown


def failures_html(rows: Sequence[RowRecord]) -> str:
    """Return the last few failures, in the service's words; empty without any."""
    failed = [row for row in rows if row.message and row.proof != "matched"]
    latest = sorted(failed, key=lambda row: -(row.settled_at or row.first_sent_at or 0))[:TROUBLES_SHOWN]
    items = "".join(
        f"<li><strong>{escape_html(row.label)}</strong> {user_text(row.topic)}: "
        f"<span>{user_text(row.message)}</span></li>"
        for row in latest
    )
    return f'<ul class="wb-troubles">{items}</ul>' if items else ""


def rows_table(rows: Sequence[RowRecord]) -> str:
    """Return rows as a plain table, for a notebook without a kernel."""
    body = "".join(
        f"<tr><td>{escape_html(row.name)}</td><td>{user_text(row.topic)}</td><td>{escape_html(state_word(row))}</td>"
        f"<td>{user_text(row.title or row.message or '')}</td></tr>"
        for row in rows
    )
    head = "<tr><th>Line</th><th>Topic</th><th>State</th><th>Lesson or message</th></tr>"
    return f'<table class="wb-table"><thead>{head}</thead><tbody>{body}</tbody></table>' if body else ""


def state_word(row: RowRecord) -> str:
    """Return the row's state for people."""
    if row.state is State.UNSURE and not row.held:
        return BEING_CHECKED
    if row.needs_person:
        return "needs attention"
    if row.state is State.DONE and row.proof == "matched":
        return "matched, not proven"
    return {State.PLANNED: "to do", State.SENDING: "being created"}.get(row.state, str(row.state))

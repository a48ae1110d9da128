"""What the bulk panel says: of a list, of its plan, before it is paid, and of a run. Every text is escaped here."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from workbench.bulk.planning.plan import Plan
from workbench.bulk.planning.plan_card import destination_counts, plan_facts
from workbench.bulk.planning.plan_row import Verdict
from workbench.bulk.results.runs import RunSummary
from workbench.bulk.running.undo import UndoPreview
from workbench.client.sanitize import escaped, shown
from workbench.widgets.bulk.planned_list import LEFT_OUT, PlannedList, PlannedRow
from workbench.widgets.kit.controls import facts, hint, user_text
from workbench.widgets.starter_form.wording import credits_text

PLACES_SHOWN: Final = 5
EDITED_SHOWN: Final = 10
SAVED_ROWS: Final = 200


def list_html(planned: PlannedList) -> str:
    """The list's name, how many rows have which verdict, and what a person should know of the reading."""
    counts: dict[str, int] = {}
    for each in planned.rows:
        counts[each.verdict] = counts.get(each.verdict, 0) + 1
    words = "; ".join(f"{count:,} {verdict}" for verdict, count in counts.items())
    notes = "".join(hint(each) for each in (planned.plan.notes if planned.plan else planned.edited.notes))
    name = user_text(planned.edited.source.name)
    return f"<p><strong>{name}</strong>: {len(planned.rows):,} rows ({escaped(words, longest=500)})</p>{notes}"


def plan_html(planned: PlannedList) -> str:
    """What the plan costs and where its lessons go."""
    if planned.plan is None:
        return hint("Every row is left out.") if planned.rows and planned.left_out == len(planned.rows) else ""
    return facts([(name, user_text(text)) for name, text in plan_facts(planned.plan)])


def approval_text(planned: PlannedList, plan: Plan) -> str:
    """What a person says yes to: how many lessons, for what, where they go, and what is left out."""
    count, total = len(plan.ready), plan.total_credits
    cost = "a price that this service does not tell" if total is None else credits_text(total)
    lessons = "1 lesson" if count == 1 else f"{count:,} lessons"
    parts = [f"{lessons} will be made, for {cost}."]
    if plan.balance_after_credits is not None:
        parts.append(
            f"{credits_text(plan.balance_after_credits)} are left after that."
            if plan.balance_after_credits >= 0
            else f"The balance pays for {plan.rows_paid_for or 0:,} of them; then the run pauses."
        )
    places = [
        f"{shown(str(each), longest=80)} ({number:,})" for each, number in destination_counts(plan).items() if number
    ]
    more = f", and {len(places) - PLACES_SHOWN:,} more places" if len(places) > PLACES_SHOWN else ""
    parts.append(f"They go to: {', '.join(places[:PLACES_SHOWN])}{more}.")
    left = [f"{number:,} {verdict}" for verdict, number in plan.counts.items() if verdict is not Verdict.READY]
    left += [f"{planned.left_out:,} {LEFT_OUT} by you"] if planned.left_out else []
    if left:
        parts.append(f"Not made: {', '.join(left)}.")
    return " ".join([*parts, "A lesson that was made is paid for, also when you stop."])


def rows_html(rows: Sequence[PlannedRow]) -> str:
    """Rows as a plain table, for a notebook without a kernel."""
    body = "".join(_row_html(each) for each in rows[:SAVED_ROWS])
    names = ("Line", "Topic", "Language", "Project", "Course", "Verdict")
    head = "".join(f'<th scope="col">{each}</th>' for each in names)
    more = f"<p>… and {len(rows) - SAVED_ROWS:,} more rows.</p>" if len(rows) > SAVED_ROWS else ""
    return f'<table class="wb-table"><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>{more}'


def _row_html(each: PlannedRow) -> str:
    values = each.row.values
    texts = "".join(f"<td>{user_text(values[name])}</td>" for name in ("topic", "language", "project", "course"))
    verdict = each.verdict if each.planned is None else each.planned.verdict_text
    warning = f"; {each.planned.warning}" if each.planned is not None and each.planned.warning else ""
    return f'<tr><td class="wb-number">{each.row.line}</td>{texts}<td>{user_text(verdict + warning)}</td></tr>'


def run_text(run: RunSummary) -> str:
    """How a run of the journal stands."""
    parts = [f"{run.done:,} of {run.rows:,} done"]
    parts += [] if run.spent_credits is None else [credits_text(run.spent_credits)]
    return ", ".join(parts)


def resume_text(plan: Plan) -> str:
    """What a person says yes to before a run goes on."""
    count, total = len(plan.ready), plan.total_credits
    cost = "a price that this service does not tell" if total is None else credits_text(total)
    rows = "1 row is" if count == 1 else f"{count:,} rows are"
    made = f"{rows} still to be made, for {cost}. " if count else "No row is still to be made. "
    return f"{made}Rows whose answer was lost are asked for again. What is made already is not paid again."


def undo_text(preview: UndoPreview) -> str:
    """What undoing would do, and which lessons stay because somebody edited them."""
    count = len(preview.untouched)
    parts = [f"{count:,} {'lesson goes' if count == 1 else 'lessons go'} into the trash. Credits are not refunded."]
    if preview.edited:
        listed = "; ".join(str(each) for each in preview.edited[:EDITED_SHOWN])
        rest = len(preview.edited) - EDITED_SHOWN
        more = f"; and {rest:,} more" if rest > 0 else ""
        parts.append(f"{len(preview.edited):,} that somebody edited since stay: {listed}{more}.")
    return " ".join(parts)

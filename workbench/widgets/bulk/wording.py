"""Texts of the bulk panel: about the list, its plan, the price, and a run. Every text is escaped here."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from workbench.bulk.planning.plan import Plan
from workbench.bulk.planning.plan_card import destination_counts, plan_facts
from workbench.bulk.planning.plan_row import Verdict
from workbench.bulk.reading.table import Table
from workbench.bulk.reading.topic_columns import recognised_columns
from workbench.bulk.running.undo import UndoPreview
from workbench.bulk.translations.plan import TranslationPlan
from workbench.credit_text import credits_text
from workbench.runs import RunFacts
from workbench.text import display_text, escape_html
from workbench.widgets.bulk.edited_list import FIELDS, ListSettings
from workbench.widgets.bulk.planned_list import LEFT_OUT, PlannedList, PlannedRow
from workbench.widgets.kit.controls import facts, hint, user_text
from workbench.wording import count_text

PLACES_SHOWN: Final = 5
EDITED_SHOWN: Final = 10
SAVED_ROWS: Final = 200


def list_html(planned: PlannedList) -> str:
    """Return the list's name, its number of rows per verdict, and notes on how it was read."""
    counts: dict[str, int] = {}
    for row in planned.rows:
        counts[row.verdict] = counts.get(row.verdict, 0) + 1
    words = "; ".join(f"{count:,} {verdict}" for verdict, count in counts.items())
    edited = planned.edited
    taken = columns_text(edited.source, edited.settings)
    notes = "".join(hint(note) for note in (taken, *(planned.plan.notes if planned.plan else edited.notes)))
    name, rows = user_text(edited.source.name), count_text(len(planned.rows), "row")
    return f"<p><strong>{name}</strong>: {rows} ({escape_html(words, longest=500)})</p>{notes}"


def columns_text(table: Table, settings: ListSettings) -> str:
    """From which column each thing is taken, for a table of several; empty for a list."""
    if len(table.columns) < 2:
        return ""
    recognised, chosen, parts = recognised_columns(table), settings.columns, []
    for name in FIELDS:
        column = getattr(recognised, name) if getattr(chosen, name) is None else getattr(chosen, name)
        if name == "topic" and chosen.template is not None:
            parts.append(f"topics from the template “{display_text(chosen.template, longest=120)}”")
        elif column and not (name == "language" and settings.languages):
            parts.append(f"{name}s from “{display_text(column, longest=60)}”")
    return f"Columns used: {', '.join(parts)}."


def plan_html(planned: PlannedList) -> str:
    """Return what would be made, its cost and its destination, with the whole plan expandable below."""
    plan = planned.plan
    if plan is None:
        return hint("Every row is excluded.") if planned.rows and planned.left_out == len(planned.rows) else ""
    sentence = f"{_cost_text(plan)} {_places_text(plan)}" if plan.ready else "There is nothing to create."
    all_facts = facts([(name, user_text(text)) for name, text in plan_facts(plan)])
    return f"<p>{escape_html(sentence, longest=2000)}</p><details><summary>Full plan</summary>{all_facts}</details>"


def approval_text(planned: PlannedList, plan: Plan) -> str:
    """Return the text to be approved: number of lessons, cost, destination, and what is excluded."""
    parts = [_cost_text(plan), _places_text(plan)]
    left = [f"{number:,} {verdict}" for verdict, number in plan.counts.items() if verdict is not Verdict.READY]
    left += [f"{planned.left_out:,} {LEFT_OUT} by you"] if planned.left_out else []
    if left:
        parts.append(f"Not created: {', '.join(left)}.")
    return " ".join([*parts, "If you stop, you pay only for finished lessons."])


def _cost_text(plan: Plan) -> str:
    """Return how many lessons budget and balance allow, their cost, and what remains."""
    ready, total, count = len(plan.ready), plan.total_credits, plan.cost.payable_rows
    if total is None or plan.place.price_credits is None:
        return f"{count_text(ready, 'lesson')} will be created, at a price that this service doesn't report."
    cost, noun = count * plan.place.price_credits, plan.place.credit_noun
    of_all = f" of {ready:,}" if count < ready else ""
    reason = (
        ""
        if not of_all or plan.cost.shortfall
        else f": the credit limit is {credits_text(plan.budget_credits or 0, noun)}"
    )
    parts = [f"{count_text(count, 'lesson')}{of_all} will be created, for {credits_text(cost, noun)}{reason}."]
    if plan.cost.warning:
        parts.insert(0, plan.cost.warning)
    if plan.place.balance_credits is not None:
        left = plan.place.balance_credits - cost
        parts.append(f"You will have {credits_text(left, noun)} left.")
    return " ".join(parts)


def _places_text(plan: Plan) -> str:
    counts = destination_counts(plan).items()
    places = [f"{display_text(str(destination), longest=80)} ({number:,})" for destination, number in counts if number]
    more = f" and {len(places) - PLACES_SHOWN:,} more" if len(places) > PLACES_SHOWN else ""
    return f"Destinations: {', '.join(places[:PLACES_SHOWN])}{more}."


def rows_html(rows: Sequence[PlannedRow]) -> str:
    """Return the rows as a plain table, for a notebook without a kernel."""
    body = "".join(_row_html(row) for row in rows[:SAVED_ROWS])
    names = ("Line", "Topic", "Language", "Project", "Course", "Status")
    head = "".join(f'<th scope="col">{name}</th>' for name in names)
    more = f"<p>… and {len(rows) - SAVED_ROWS:,} more rows.</p>" if len(rows) > SAVED_ROWS else ""
    return f'<table class="wb-table"><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>{more}'


def _row_html(row: PlannedRow) -> str:
    values = row.row.values
    texts = "".join(f"<td>{user_text(values[name])}</td>" for name in ("topic", "language", "project", "course"))
    verdict = row.verdict if row.planned is None else row.planned.verdict_text
    warning = f"; {row.planned.warning}" if row.planned is not None and row.planned.warning else ""
    return f'<tr><td class="wb-number">{row.row.line}</td>{texts}<td>{user_text(verdict + warning)}</td></tr>'


def run_text(run: RunFacts) -> str:
    """Return the state of a run in words; changes are free."""
    parts = [f"{run.done:,} of {run.rows:,} done"]
    parts += [] if run.spent_credits is None or run.kind == "changes" else [credits_text(run.spent_credits)]
    return ", ".join(parts)


def resume_text(plan: Plan | TranslationPlan) -> str:
    """Return the text to be approved before a run of lessons or translations is resumed."""
    count, total = len(plan.ready if isinstance(plan, Plan) else plan.missing), plan.total_credits
    cost = "a price that this service doesn't report" if total is None else credits_text(total, plan.place.credit_noun)
    rows = f"{count_text(count, 'row')} {'is' if count == 1 else 'are'}"
    made = f"{rows} still to be created, for {cost}. " if count else "No rows remain. "
    if plan.cost.shortfall:
        made = f"{plan.cost.warning} Resuming will create {plan.cost.payable_rows:,} of them. "
    elif plan.cost.daily_limit:
        made += f"{plan.cost.daily_limit} "
    return f"{made}Rows that got no answer will be requested again. You won't pay twice for a lesson."


def undo_text(preview: UndoPreview) -> str:
    """Return what undoing would do, and which lessons stay because somebody edited them."""
    count = len(preview.untouched)
    parts = [f"{count:,} {'lesson goes' if count == 1 else 'lessons go'} to the trash. Credits are not refunded."]
    if preview.edited:
        listed = "; ".join(str(lesson) for lesson in preview.edited[:EDITED_SHOWN])
        rest = len(preview.edited) - EDITED_SHOWN
        more = f"; and {rest:,} more" if rest > 0 else ""
        parts.append(f"{count_text(len(preview.edited), 'lesson')} edited since then will stay: {listed}{more}.")
    return " ".join(parts)

"""Texts of the panel for outlines, as HTML and as sentences. Pure; every text of people is escaped."""

from __future__ import annotations

from collections.abc import Sequence

from workbench.bulk.planning.approval import cost_for
from workbench.bulk.planning.plan import Plan
from workbench.bulk.planning.plan_summary import payment_facts
from workbench.credit_text import CREDIT, credits_label, credits_text
from workbench.procedures.organization import UserData
from workbench.text import display_text
from workbench.widgets.kit.controls import caution, facts, hint, user_text
from workbench.widgets.kit.rows import Row
from workbench.widgets.outline.edited_outline import EditedOutline
from workbench.wording import count_text, counted_are

NO_MODEL = (
    "This service has no AI model, so it can’t propose an outline. Type the lesson titles instead, one per line, "
    "then edit them as an outline."
)
STOPPED = (
    "Stopped waiting. The outline is still being written: propose it again with the same brief to get it, "
    "without paying again."
)


def brief_html(*, has_model: bool, price: int | None, person: UserData | None) -> str:
    """Return the cost of an outline and what remains; without a model, what to do instead."""
    if not has_model:
        return hint(NO_MODEL)
    cost = cost_for(person, 1, price, noun="outline", outcome="written")
    left = "unknown" if cost.balance_credits is None else f"{cost.balance_credits:,}"
    price_text = "not reported by this service" if price is None else credits_text(price)
    fragment = facts([("Price of the outline", user_text(price_text)), ("Credits left", user_text(left))])
    if cost.shortfall:
        fragment += caution("Not enough AI credits for an outline. Ask an owner to grant some.")
    return fragment + (caution(cost.daily_limit) if cost.daily_limit else "")


def writing_html(seconds: int, waits_for: str) -> str:
    """Return the progress of writing the outline; if an earlier try is awaited, this says so, and until when."""
    return f"<p>Writing, {seconds:,} s</p>{hint(waits_for)}"


def total_html(edited: EditedOutline, *, price: int | None, person: UserData | None, noun: str = CREDIT) -> str:
    """Return how many lessons would be made, their total cost, and what needs attention."""
    living = len(edited.outline.lessons)
    excluded = len(edited.rows) - living
    count = count_text(living, "lesson") + (f", {excluded:,} excluded" if excluded else "")
    cost = cost_for(person, living, price, credit_noun=noun)
    pairs = [("To create", user_text(count)), ("Total price", user_text(_cost(cost.total_credits, noun)))]
    if cost.balance_credits is not None:
        pairs.append((credits_label(noun, "left"), user_text(f"{cost.balance_credits:,}")))
    pairs += [(name, user_text(value)) for name, value in payment_facts(cost)]
    fragment = facts(pairs)
    if edited.wanted is not None and edited.wanted != len(edited.rows) and edited.writer:
        fragment += hint(f"You asked for {count_text(edited.wanted, 'lesson')}; the model proposed a different number.")
    return fragment + (caution(cost.warning) if cost.warning else "")


def outline_rows(edited: EditedOutline) -> list[Row]:
    """Return a row for each lesson: its number and title, with its objectives below."""
    rows = []
    for row in edited.rows:
        lesson = row.lesson
        detail = " · ".join(lesson.objectives) or lesson.topic
        tags = (("excluded", "warn"),) if row.is_excluded else ((f"{edited.number(row.id)}", "plain"),)
        without = (("no objectives", "warn"),) if not lesson.objectives and not row.is_excluded else ()
        rows.append(Row(row.id, lesson.title, detail, (*tags, *without)))
    return rows


def question_text(plan: Plan, title: str) -> str:
    """Return the text to be approved: number of lessons, cost, destination, and what is excluded."""
    left_out = [row for row in plan.rows if not row.is_in_run]
    begun = len(plan.rows) - len(left_out) - len(plan.ready)
    parts = [f"{plan.cost.warning} "] if plan.cost.warning else []
    count, price = plan.cost.payable_rows, plan.place.price_credits
    parts.append(f"{count_text(count, 'lesson')} will be created in the course “{display_text(title)}”, for ")
    parts.append(f"{_cost(None if price is None else count * price, plan.place.credit_noun)}.")
    if begun:
        parts.append(f" {counted_are(begun, 'lesson')} already created.")
    if left_out:
        first = left_out[0]
        parts.append(
            f" {counted_are(len(left_out), 'lesson')} excluded; "
            f"number {first.line}: {display_text(first.verdict_text)}."
        )
    parts.append(" If you stop, you pay only for finished lessons.")
    return "".join(parts)


def split_objectives(text: str) -> tuple[str, ...]:
    """Return the objectives in a field, one per line."""
    return tuple(line for text_line in text.splitlines() if (line := text_line.strip().lstrip("-•* ")))


def split_titles(text: str) -> Sequence[str]:
    """Return the typed titles, one per line."""
    return [line for text_line in text.splitlines() if (line := " ".join(text_line.split()))]


def _cost(credits: int | None, noun: str) -> str:
    return "a price that this service doesn't report" if credits is None else credits_text(credits, noun)

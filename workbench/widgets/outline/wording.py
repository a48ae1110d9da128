"""What the panel of a course from a brief shows as HTML and as sentences. Pure; every text of people is escaped."""

from __future__ import annotations

from collections.abc import Sequence

from workbench.bulk.planning.plan import Plan
from workbench.client.sanitize import shown
from workbench.credit_text import CREDIT, credits_label, credits_text
from workbench.widgets.kit.controls import caution, facts, hint, user_text
from workbench.widgets.kit.rows import Row
from workbench.widgets.outline.edited_outline import EditedOutline

NO_MODEL = (
    "This service has no AI model, so it proposes no outline. Type the titles of the lessons instead, one on each "
    "line: they become an outline that you change, and then a course."
)
STOPPED = (
    "You no longer wait for the outline. It is being written all the same: propose it again for the same brief, and it "
    "comes, paid for once."
)


def lessons_text(count: int) -> str:
    """`1 lesson`, `12 lessons`."""
    return f"{count:,} lesson{'' if count == 1 else 's'}"


def brief_html(*, has_model: bool, price: int | None, left_credits: int | None) -> str:
    """What an outline costs and what is left; without a model, what to do instead."""
    if not has_model:
        return hint(NO_MODEL)
    left = "not told" if left_credits is None else f"{left_credits:,}"
    cost = "not told by this service" if price is None else credits_text(price)
    fragment = facts([("Price of the outline", user_text(cost)), ("Credits left", user_text(left))])
    if price is not None and left_credits is not None and left_credits < price:
        fragment += caution("There are too few AI credits for an outline. An owner can grant some.")
    return fragment


def total_html(edited: EditedOutline, *, price: int | None, left_credits: int | None, noun: str = CREDIT) -> str:
    """How many lessons would be made, what all of them cost, and what deserves a look."""
    living = len(edited.outline.lessons)
    struck = len(edited.rows) - living
    count = lessons_text(living) + (f", {struck:,} struck" if struck else "")
    total = None if price is None else price * living
    pairs = [("To make", user_text(count)), ("Price of all", user_text(_cost(total, noun)))]
    if left_credits is not None:
        pairs.append((credits_label(noun, "left"), user_text(f"{left_credits:,}")))
    fragment = facts(pairs)
    if edited.wanted is not None and edited.wanted != len(edited.rows) and edited.writer:
        fragment += hint(f"You wanted {lessons_text(edited.wanted)}; the model proposed another number.")
    if total is not None and left_credits is not None and total > left_credits:
        fragment += caution(f"The {noun}s pay for {left_credits // max(price or 1, 1):,} of {living:,} lessons.")
    return fragment


def outline_rows(edited: EditedOutline) -> list[Row]:
    """A row for each lesson: its number and title, its objectives below."""
    rows = []
    for each in edited.rows:
        lesson = each.lesson
        detail = " · ".join(lesson.objectives) or lesson.topic
        tags = (("struck", "warn"),) if each.is_struck else ((f"{edited.number(each.id)}", "plain"),)
        without = (("no objectives", "warn"),) if not lesson.objectives and not each.is_struck else ()
        rows.append(Row(each.id, lesson.title, detail, (*tags, *without)))
    return rows


def question_text(plan: Plan, title: str) -> str:
    """What a person approves: how many lessons, for how much, where, and what is left out."""
    left_out = [row for row in plan.rows if not row.is_in_run]
    begun = len(plan.rows) - len(left_out) - len(plan.ready)
    parts = [f"{lessons_text(len(plan.ready))} will be made in the course “{shown(title)}”, for "]
    parts.append(f"{_cost(plan.total_credits, plan.place.credit_noun)}.")
    if begun:
        parts.append(f" {lessons_text(begun)} of it are made already.")
    if left_out:
        first = left_out[0]
        parts.append(f" {lessons_text(len(left_out))} are left out; number {first.line}: {shown(first.verdict_text)}.")
    parts.append(" A lesson that was made is paid for, also when you stop.")
    return "".join(parts)


def objectives_of(text: str) -> tuple[str, ...]:
    """The objectives of a field: one on each line."""
    return tuple(line for each in text.splitlines() if (line := each.strip().lstrip("-•* ")))


def titles_of(text: str) -> Sequence[str]:
    """The titles that somebody typed: one on each line."""
    return [line for each in text.splitlines() if (line := " ".join(each.split()))]


def _cost(credits: int | None, noun: str) -> str:
    return "a price that this service does not tell" if credits is None else credits_text(credits, noun)

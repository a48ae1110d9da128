"""What the panel of translations says: what is chosen, what it costs, and the question before it is made."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from workbench.bulk.planning.target import RunTarget
from workbench.bulk.translations import TranslationPlan
from workbench.client.sanitize import escaped
from workbench.credit_text import credits_text
from workbench.widgets.coverage.cells import CourseLine, CoveredLesson
from workbench.widgets.kit.languages import NAMES, language_name
from workbench.widgets.kit.rows import Row

NO_MODEL: Final = (
    "This service has no AI model, so nothing is translated here. The table shows what is there; people's translations "
    "are tied to their source."
)
HOW: Final = (
    "Choose cells with a click or with Space; a heading chooses what its row or column lacks. Ctrl+A chooses all "
    "that is missing or stale, Escape nothing."
)
NONE: Final = "No lessons yet. What is written here is listed by course, with each language that it is there in."
_TONES: Final = {"stale": "warn", "missing": "plain"}


def short_language(code: str) -> str:
    """The English name and the code, such as `French (FR)`; a code without a name as it is."""
    name = NAMES.get(code, ("", ""))[0]
    return f"{name} ({code})" if name else code


def lessons_text(count: int) -> str:
    """A number of lessons."""
    return f"{count:,} {'lesson' if count == 1 else 'lessons'}"


def chosen_text(lessons: Sequence[CoveredLesson], place: RunTarget | None) -> str:
    """What the chosen cells lack, what making it costs, and what is left then."""
    missing = sum(each.state == "missing" and each.source_id is not None for each in lessons)
    stale = sum(each.state == "stale" for each in lessons)
    parts = [f"Chosen: {lessons_text(missing)} to translate" if missing else "Nothing is missing in what is chosen"]
    if missing and place is not None and place.price_credits is not None:
        cost = missing * place.price_credits
        parts[0] += f" for {credits_text(cost, place.credit_noun)}"
        parts[0] += _left(cost, place)
    if stale:
        parts.append(f"{stale:,} {'is' if stale == 1 else 'are'} stale: open {'it' if stale == 1 else 'each'} below")
    return ". ".join(parts) + "."


def question_text(plan: TranslationPlan) -> str:
    """What is asked before anything is paid for."""
    languages = Counter(each.language for each in plan.missing)
    listed = ", ".join(f"{short_language(code)} {count:,}" for code, count in languages.items())
    total = plan.total_credits
    cost = "at a price that is not announced" if total is None else f"for {credits_text(total, plan.place.credit_noun)}"
    left = "" if total is None else _left(total, plan.place)
    return f"Translate {lessons_text(len(plan.missing))} ({listed}) {cost}{left}?"


def lesson_row(number: int, lesson: CoveredLesson) -> Row:
    """A lesson behind the chosen cells, with what is known of it."""
    if lesson.state == "stale":
        count, days = lesson.stale_blocks, lesson.behind_days
        blocks = f"{count:,} {'block' if count == 1 else 'blocks'} to look at" if count else ""
        detail = blocks or f"changed {days:,} days before another language of it"
    elif lesson.state == "missing":
        detail = "" if lesson.source_id else "its source is not there"
    else:
        detail = {"translation": "a translation", "source": "the source of translations"}.get(lesson.tie or "", "")
    tags = ((language_name(lesson.language), "plain"), (lesson.state, _TONES.get(lesson.state, "good")))
    return Row(f"{number}", lesson.topic, detail, tags)


def static_table(lines: Sequence[CourseLine], languages: Sequence[str]) -> str:
    """Courses by languages for a notebook without a kernel."""
    head = "".join(f"<th>{escaped(short_language(each))}</th>" for each in languages)
    body = "".join(
        f'<tr><th><bdi dir="auto">{escaped(line.title, longest=120) or "Source not there"}</bdi></th>'
        + "".join(
            f"<td>{cell.there:,} of {cell.lessons:,}"
            f"{f', {cell.stale:,} stale' if cell.stale else ''}{f', {cell.missing:,} missing' if cell.missing else ''}"
            "</td>"
            for cell in line.cells
        )
        + "</tr>"
        for line in lines
    )
    return f'<table class="wb-table"><tr><th>Course</th>{head}</tr>{body}</table>' if lines else ""


def _left(cost: int, place: RunTarget) -> str:
    if place.balance_credits is None:
        return ""
    left = place.balance_credits - cost
    if left >= 0:
        return f" ({left:,} of {place.balance_credits:,} are left then)"
    paid = place.balance_credits // (place.price_credits or 1)
    return f" (the balance of {place.balance_credits:,} pays for {paid:,})"

"""Texts of the translations panel: the selection, its cost, and the question asked before translating."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final

from workbench.bulk.planning.target import RunTarget
from workbench.bulk.translations import TranslationPlan, UpdatePlan
from workbench.bulk.translations.plan import PlannedTranslation
from workbench.bulk.translations.update_plan import PlannedUpdate
from workbench.credit_text import credits_text
from workbench.exports.xliff.export import XliffExport
from workbench.languages.reader import LANGUAGE_NAMES, language_name
from workbench.text import display_text, escape_html
from workbench.widgets.coverage.cells import CourseLine, CoveredLesson
from workbench.widgets.kit.rows import Row
from workbench.wording import count_text, counted_are

NO_LESSONS: Final = "This service can't list lessons, so what is missing or stale is not known."
NO_MODEL: Final = "This service has no AI model. Translate here next to the source, or export a file for a translator."
HOW: Final = (
    "Click or press Space to select cells; click a heading to select everything missing in its row or column. "
    "Ctrl+A selects everything missing or stale, Esc clears the selection."
)
NONE: Final = "No lessons yet. Courses appear here with the languages they are available in."
_NO_PRICE: Final = "at a price that this service doesn't report"
_TONES: Final = {"stale": "warn", "missing": "plain"}


def short_language(code: str) -> str:
    """Return the English name and the code, such as `French (FR)`, or only the code if it has no name."""
    name = LANGUAGE_NAMES.get(code)
    return f"{name.english} ({code})" if name else code


def chosen_text(lessons: Sequence[CoveredLesson], target: RunTarget | None, update_credits: int | None = None) -> str:
    """Return what the selected cells lack, the cost to translate and update it, and what remains after that."""
    missing, stale = sum(lesson.can_be_made for lesson in lessons), sum(lesson.can_be_updated for lesson in lessons)
    wanted = []
    if missing:
        wanted.append(f"{count_text(missing, 'lesson')} to translate{_price(missing, target, with_left=not stale)}")
    if stale:
        at_price = None if target is None else replace(target, price_credits=update_credits)
        price = _price(stale, at_price, up_to="up to ", with_left=not missing)
        wanted.append(f"{count_text(stale, 'lesson')} to update{price}")
    parts = [f"Selected: {', '.join(wanted) or 'nothing is missing'}"]
    if len(wanted) > 1 and target is not None and target.balance_credits is not None:
        parts.append(f"The balance is {credits_text(target.balance_credits, target.credit_noun)}")
    if old := sum(lesson.state == "stale" for lesson in lessons) - stale:
        are, them = ("is", "it") if old == 1 else ("are", "them")
        parts.append(f"{old:,} {are} stale, with no source to update from: open {them} below")
    return ". ".join(parts) + "."


def step_text(verb: str, count: int, price_credits: int | None, noun: str, *, up_to: str = "") -> str:
    """Return the label of a button: `Translate 2 lessons with AI (2 credits)…`."""
    if not count:
        return f"{verb} with AI…"
    price = "" if price_credits is None else f" ({up_to}{credits_text(count * price_credits, noun)})"
    return f"{verb} {count_text(count, 'lesson')} with AI{price}…"


def question_text(plan: TranslationPlan) -> str:
    """Return the question asked before anything is paid for."""
    total = plan.total_credits
    cost = f"for {credits_text(total, plan.place.credit_noun)}" if total is not None else _NO_PRICE
    left = "" if total is None else _remaining_text(total, plan.place)
    if plan.cost.shortfall:
        made = count_text(plan.cost.payable_rows, "translation")
        return f"{plan.cost.warning} Create the {made} that the balance covers?"
    limit = f"{plan.cost.daily_limit} " if plan.cost.daily_limit else ""
    return f"{limit}Translate {count_text(len(plan.missing), 'lesson')} ({_languages(plan.missing)}) {cost}{left}?"


def update_question_text(plan: UpdatePlan, target: RunTarget) -> str:
    """Return the question asked before an update is paid for."""
    if plan.cost.shortfall:
        paid = count_text(plan.cost.payable_rows, "translation")
        return f"{plan.cost.warning} Update the {paid} that the balance covers?"
    target, blocks = replace(target, price_credits=plan.price_credits), plan.open_blocks
    cost = _NO_PRICE
    if plan.price_credits is not None:
        total = plan.cost_credits
        cost = f"for up to {credits_text(total, target.credit_noun)}{_remaining_text(total, target)}"
    limit = f"{plan.cost.daily_limit} " if plan.cost.daily_limit else ""
    return (
        f"{limit}Update {count_text(len(plan.stale), 'lesson')} ({_languages(plan.stale)}) {cost}? "
        f"{counted_are(blocks, 'block')} translated again, or for the first time; all "
        "others stay as they are."
    )


def exported_text(name: str, files: Sequence[XliffExport]) -> str:
    """Return what was downloaded, and how it is imported again."""
    lessons, texts = sum(file.lessons for file in files), sum(file.untranslated + file.stale for file in files)
    left_out = sum(len(file.left_out) for file in files)
    rest = f" {count_text(left_out, 'lesson')} had nothing to translate." if left_out else ""
    return (
        f"{display_text(name)} was downloaded: {count_text(lessons, 'lesson')}, {count_text(texts, 'text')} to "
        f"translate.{rest} Import the file when it is translated."
    )


def copies_text(lessons: Sequence[CoveredLesson]) -> str:
    """Return what to do with lessons that exist, tied to their source, and are not translated."""
    if not any(lesson.tie == "untranslated copy" for lesson in lessons):
        return "No translations are missing."
    return "These lessons are untranslated copies of their sources. Translate them by hand, or delete them first."


def mark_text(lessons: Sequence[CoveredLesson]) -> str:
    """Return the question asked before translations are marked as current."""
    those = "this translation" if len(lessons) == 1 else f"these {len(lessons):,} translations"
    say, their = ("says", "its source") if len(lessons) == 1 else ("say", "their sources")
    return f"Mark {those} as current? Do this if the text still {say} what {their} now say. No text is changed."


def marked_text(marked: int, missing_blocks: int) -> str:
    """Return how many were marked, and what they still lack."""
    lacks = f" {count_text(missing_blocks, 'block')} still to translate." if missing_blocks else ""
    return f"{count_text(marked, 'lesson')} marked as current.{lacks}"


def _languages(rows: Iterable[PlannedTranslation | PlannedUpdate]) -> str:
    counts = Counter(row.language for row in rows)
    return ", ".join(f"{short_language(code)} {count:,}" for code, count in counts.items())


def _price(count: int, target: RunTarget | None, *, up_to: str = "", with_left: bool) -> str:
    if target is None or target.price_credits is None:
        return ""
    cost = count * target.price_credits
    return f" for {up_to}{credits_text(cost, target.credit_noun)}{_remaining_text(cost, target) if with_left else ''}"


def lesson_row(number: int, lesson: CoveredLesson) -> Row:
    """Return the row of a lesson of the chosen cells, with its details."""
    if lesson.state == "stale":
        count, days = lesson.stale_blocks, lesson.behind_days
        blocks = f"{count_text(count, 'block')} to update" if count else ""
        detail = blocks or f"last changed {count_text(days or 0, 'day')} before another language version"
    elif lesson.state == "missing":
        unwritten = {"planning sheet": "only a planning sheet", "untranslated copy": "only an untranslated copy"}.get(
            lesson.tie or "", ""
        )
        detail = unwritten if lesson.source_id else "its source was deleted"
    else:
        detail = {"translation": "a translation", "source": "the source of translations"}.get(lesson.tie or "", "")
    tags = ((language_name(lesson.language), "plain"), (lesson.state, _TONES.get(lesson.state, "good")))
    return Row(f"{number}", lesson.topic, detail, tags)


def static_table(lines: Sequence[CourseLine], languages: Sequence[str]) -> str:
    """Return a table of courses by languages, for a notebook without a kernel."""
    head = "".join(f"<th>{escape_html(short_language(language))}</th>" for language in languages)
    body = "".join(
        f'<tr><th><bdi dir="auto">{escape_html(line.title, longest=120) or "Source deleted"}</bdi></th>'
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


def _remaining_text(cost: int, target: RunTarget) -> str:
    if target.balance_credits is None:
        return ""
    left = target.balance_credits - cost
    if left >= 0:
        return f" ({left:,} of {target.balance_credits:,} will be left)"
    paid = target.balance_credits // (target.price_credits or 1)
    return f" (the balance of {target.balance_credits:,} covers {paid:,})"

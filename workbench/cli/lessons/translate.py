"""`workbench translate`: lessons in other languages, made or updated, with their price.

A repeated call continues where it stopped.
"""

from __future__ import annotations

import argparse
import threading
from typing import TYPE_CHECKING

from workbench.cli.interrupts import stoppable
from workbench.cli.output import UsageError, add_yes_option, confirm, note, say, say_json
from workbench.text import display_text
from workbench.wording import count_text

if TYPE_CHECKING:
    from workbench.api.workbench import Workbench
    from workbench.bulk.translations import TranslationPlan, UpdatePlan
    from workbench.bulk.translations.run_record import RunRecord
    from workbench.client.sync import Client


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument("lessons", metavar="LESSON", nargs="*", help="id or title of a lesson")
    parser.add_argument("--to", metavar="CODES", help="the languages, such as FR or FR,DE,ES")
    parser.add_argument("--course", metavar="COURSE", help="id or title of a course, for all its lessons")
    parser.add_argument("--all", action="store_true", help="all lessons of the organization")
    parser.add_argument(
        "--stale", action="store_true", help="update stale translations, in all languages or those of --to"
    )
    parser.add_argument(
        "--missing",
        action="store_true",
        help="create what the coverage report lists as missing, in the languages in use or those of --to",
    )
    parser.add_argument("--plan", action="store_true", help="only show what would be created and its cost")
    add_yes_option(parser)


def run(chosen: argparse.Namespace) -> int:
    """Translate missing or stale texts; return 1 if some were not done. Costs AI credits."""
    if bool(chosen.lessons) + bool(chosen.course) + chosen.all + chosen.missing != 1:
        raise UsageError("Name lessons, or use --course, --all or --missing.")
    if chosen.missing and chosen.stale:
        raise UsageError("Use --missing to create translations, or --stale to update them.")
    if not (chosen.to or chosen.stale or chosen.missing):
        raise UsageError("Name the languages with --to, or use --stale to update translations.")
    return _update(chosen) if chosen.stale else _translate(chosen)


def _translate(chosen: argparse.Namespace) -> int:
    from workbench.api.connect import connect

    with connect() as workbench:
        plan = _plan(workbench, chosen)
        if chosen.plan:
            if not chosen.as_json:
                say(str(plan))
            return _print_result(chosen, plan, is_plan=True)
        return make_translations(plan, workbench.client, chosen)


def make_translations(
    plan: TranslationPlan, client: Client, chosen: argparse.Namespace, record: RunRecord | None = None
) -> int:
    """Show the plan, have it approved, create missing translations, and print the result; return 1 if one is missing.

    `record` is where an earlier run of it is remembered.
    """
    from workbench.bulk.translations import TranslationRun
    from workbench.cli.run_output import carry_out

    if not chosen.as_json:
        say(str(plan))
    if not plan.missing:
        return _print_result(chosen, plan)
    cost = plan.cost
    if cost.rows_paid_for == 0 and cost.shortfall:
        raise UsageError(f"{cost.shortfall} An owner can grant credits.")
    if cost.daily_limit and not cost.rows_today:
        raise UsageError(cost.daily_limit)
    amount, unit = cost.payable_rows, "translations"
    if cost.price_credits is not None:
        amount, unit = amount * cost.price_credits, "credits"
    confirm(chosen, f"Up to {amount:,} {unit}.", amount)
    approval = cost.approve_payable(plan.digest)
    with carry_out(TranslationRun(plan, client, approval, record=record), unit="translation") as ended:
        return _print_result(chosen, ended.result())


def _plan(workbench: Workbench, chosen: argparse.Namespace) -> TranslationPlan:
    bulk = workbench.bulk
    if chosen.missing:
        return bulk.plan_translations(rows=workbench.reports.coverage(languages=chosen.to))
    return bulk.plan_translations(chosen.to, course=chosen.course, lessons=chosen.lessons or None)


def _update(chosen: argparse.Namespace) -> int:
    from workbench.api.connect import connect

    message = "Stopped. Run the command again to update the rest."
    with stoppable("translations updated", message=message) as count, connect() as workbench:
        plan = workbench.translations.plan_update(chosen.to, course=chosen.course, lessons=chosen.lessons or None)
        if not chosen.as_json:
            say(str(plan))
        if chosen.plan or not plan.stale:
            return _update_ended(chosen, plan)
        if plan.cost.rows_paid_for == 0 and plan.cost.shortfall:
            raise UsageError(f"{plan.cost.shortfall} An owner can grant credits.")
        if plan.cost.daily_limit and not plan.cost.rows_today:
            raise UsageError(plan.cost.daily_limit)
        credits = plan.payable_credits
        confirm(chosen, f"Up to {count_text(credits, 'credit')}.", credits)
        stop = threading.Event()
        try:
            done = workbench.translations.update(
                plan, credits=credits, on_progress=lambda over, _: count(over), stop=stop
            )
        finally:
            stop.set()
    return _update_ended(chosen, done)


def _update_ended(chosen: argparse.Namespace, plan: UpdatePlan) -> int:
    """Print the result of an update; return 1 if a translation that should be current is not."""
    if chosen.as_json:
        names = ("lesson_id", "title", "language", "source_lesson_id", "stale_blocks", "missing_blocks", "error")
        say_json([{name: getattr(row, name) for name in names} for row in plan.rows])
    elif not chosen.plan and plan.rows:
        for update in plan.stale:
            note(f"{display_text(update.title)}, {update.language}: {update.error}")
        current = len(plan.rows) - len(plan.stale)
        say(f"{current:,} of {len(plan.rows):,} translations are up to date.")
    return 1 if not chosen.plan and plan.stale else 0


def _print_result(chosen: argparse.Namespace, plan: TranslationPlan, *, is_plan: bool = False) -> int:
    """Print the result; return 1 if a planned translation is missing."""
    if chosen.as_json:
        names = ("lesson_id", "title", "language", "state", "translation_id", "error")
        say_json([{name: getattr(row, name) for name in names} for row in plan.rows])
    elif not is_plan:
        for translation in plan.missing:
            if translation.error:
                note(f"{display_text(translation.title)}, {translation.language}: {translation.error}")
        say(f"{len(plan.rows) - len(plan.missing):,} of {len(plan.rows):,} translations are there.")
    return 1 if plan.missing and not is_plan else 0

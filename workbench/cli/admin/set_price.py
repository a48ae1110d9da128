"""`workbench admin set-price`: what a call costs in AI credits, from a day on."""

from __future__ import annotations

import argparse
from datetime import UTC, date, datetime, time

from workbench.cli.admin.database import add_database_option, on_database
from workbench.cli.output import UsageError, answer
from workbench.cli.parser import whole_number


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument("procedure", metavar="PROCEDURE", help="such as lesson.createStarterLesson")
    parser.add_argument("credits", type=whole_number, metavar="N", help="whole credits a call, where a model writes")
    parser.add_argument(
        "--from", dest="first_day", metavar="DATE", help="the first day (UTC), 2026-12-31; default: now"
    )
    add_database_option(parser)


def run(chosen: argparse.Namespace) -> int:
    """Add the price to the rate card; earlier ones stay on it."""
    from workbench.service.administration.admin import set_price

    first = _midnight(chosen.first_day) if chosen.first_day else None
    valid_from = on_database(chosen.database, lambda store: set_price(store, chosen.procedure, chosen.credits, first))
    facts = {"procedure": chosen.procedure, "credits": chosen.credits, "validFrom": valid_from}
    return answer(chosen, facts, f"{chosen.procedure} costs {chosen.credits:,} from {valid_from} on.")


def _midnight(text: str) -> datetime:
    try:
        return datetime.combine(date.fromisoformat(text), time(), UTC)
    except ValueError:
        raise UsageError(f"--from: {text[:60]!r} is no date. Write it as 2026-12-31.") from None

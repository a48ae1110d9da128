"""`workbench admin organizations set-daily-cap`: the most AI credits that an organization may spend in a day (UTC)."""

from __future__ import annotations

import argparse

from workbench.cli.admin.database import add_database_option, on_present_database
from workbench.cli.output import answer
from workbench.wording import counted

NONE = "none"
_DIGITS = 30  # more of them are no number that Python reads


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument("organization", metavar="ORGANIZATION", help="its name")
    parser.add_argument(
        "credits", type=_credits_or_none, metavar="N", help=f"whole credits a day, or `{NONE}` for no cap"
    )
    add_database_option(parser, is_present=True)


def run(chosen: argparse.Namespace) -> int:
    """Set the cap; it holds from the next lesson on."""
    from workbench.service.administration.admin import set_daily_cap

    cap_credits = None if chosen.credits == NONE else int(chosen.credits)
    on_present_database(chosen.database, lambda store: set_daily_cap(store, chosen.organization, cap_credits))
    cap = "all that it has on any day" if cap_credits is None else f"{counted(cap_credits, 'credit')} a day"
    facts = {"organization": chosen.organization, "dailyCapCredits": cap_credits}
    return answer(chosen, facts, f"{chosen.organization} may spend {cap}.")


def _credits_or_none(text: str) -> str:
    is_number = text.isascii() and text.isdigit() and len(text) <= _DIGITS
    if text != NONE and not is_number:
        raise argparse.ArgumentTypeError(f"{text[:60]!r} is not a whole number of credits; `{NONE}` is no cap")
    return text

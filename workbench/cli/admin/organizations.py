"""Commands about organizations of a service: `workbench admin organizations VERB`, and prices."""

from __future__ import annotations

import argparse
from datetime import UTC, date, datetime, time

from workbench.cli.admin.database import add_database_option, on_database, on_present_database
from workbench.cli.output import UsageError, answer
from workbench.cli.parser import whole_number
from workbench.wording import count_text


def add_grant_credits_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `admin organizations grant-credits`."""
    parser.add_argument("organization", metavar="ORGANIZATION", help="name")
    parser.add_argument("credits", type=whole_number, metavar="N", help="whole credits to add")
    parser.add_argument("--reason", metavar="TEXT", required=True, help="the reason, which is kept in the ledger")
    add_database_option(parser, is_present=True)


def run_grant_credits(chosen: argparse.Namespace) -> int:
    """Add the credits and print the balance."""
    from workbench.service.administration.admin import grant_credits

    balance = on_present_database(
        chosen.database, lambda store: grant_credits(store, chosen.organization, chosen.credits, chosen.reason)
    )
    sentence = f"{chosen.organization} has {count_text(balance, 'credit')} now."
    return answer(
        chosen, {"organization": chosen.organization, "credits": chosen.credits, "balance": balance}, sentence
    )


NONE = "none"
_DIGITS = 30  # longer ones are not numbers that Python reads


def add_set_daily_cap_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `admin organizations set-daily-cap`."""
    parser.add_argument("organization", metavar="ORGANIZATION", help="name")
    parser.add_argument(
        "credits", type=_credits_or_none, metavar="N", help=f"whole credits a day, or `{NONE}` for no cap"
    )
    add_database_option(parser, is_present=True)


def run_set_daily_cap(chosen: argparse.Namespace) -> int:
    """Set the cap; it holds from the next lesson on."""
    from workbench.service.administration.admin import set_daily_cap

    cap_credits = None if chosen.credits == NONE else int(chosen.credits)
    on_present_database(chosen.database, lambda store: set_daily_cap(store, chosen.organization, cap_credits))
    cap = "all its credits on any day" if cap_credits is None else f"{count_text(cap_credits, 'credit')} a day"
    facts = {"organization": chosen.organization, "dailyCapCredits": cap_credits}
    return answer(chosen, facts, f"{chosen.organization} may spend {cap}.")


def _credits_or_none(text: str) -> str:
    is_number = text.isascii() and text.isdigit() and len(text) <= _DIGITS
    if text != NONE and not is_number:
        raise argparse.ArgumentTypeError(f"{text[:60]!r} is not a whole number of credits; use `{NONE}` for no cap")
    return text


def add_set_tier_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `admin organizations set-tier`."""
    parser.add_argument("organization", metavar="ORGANIZATION", help="name")
    parser.add_argument("tier", metavar="TIER", help="any name, such as Free, Pro or Enterprise")
    add_database_option(parser, is_present=True)


def run_set_tier(chosen: argparse.Namespace) -> int:
    """Set the tier. It is only displayed."""
    from workbench.service.administration.admin import set_tier

    tier = on_present_database(chosen.database, lambda store: set_tier(store, chosen.organization, chosen.tier))
    facts = {"organization": chosen.organization, "tier": tier}
    return answer(chosen, facts, f"{chosen.organization} now has the tier {tier}.")


def add_suspend_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `admin organizations suspend`."""
    parser.add_argument("organization", metavar="ORGANIZATION", help="its name or id")
    add_database_option(parser, is_present=True)


def run_suspend(chosen: argparse.Namespace) -> int:
    """Do it, and say what follows for sessions, learner pages and runs."""
    from workbench.service.administration.admin import suspend_organization

    done = on_present_database(chosen.database, lambda store: suspend_organization(store, chosen.organization))
    already = "was already suspended" if done.was_so else "is now suspended"
    sentence = (
        f"{done.name} {already}. Its people can still sign in, read, edit and export. "
        "Learner pages are offline, and runs stop."
    )
    facts = {"organizationId": done.id, "organization": done.name, "status": "Suspended", "changed": not done.was_so}
    return answer(chosen, facts, sentence)


def add_resume_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `admin organizations resume`."""
    parser.add_argument("organization", metavar="ORGANIZATION", help="its name or id")
    add_database_option(parser, is_present=True)


def run_resume(chosen: argparse.Namespace) -> int:
    """Do it, and say what follows for sessions, learner pages and runs."""
    from workbench.service.administration.admin import resume_organization

    done = on_present_database(chosen.database, lambda store: resume_organization(store, chosen.organization))
    already = "was already active" if done.was_so else "is now active"
    sentence = (
        f"{done.name} {already}. Its people can generate and share, published learner pages open again, "
        "and runs can be resumed."
    )
    facts = {"organizationId": done.id, "organization": done.name, "status": "Active", "changed": not done.was_so}
    return answer(chosen, facts, sentence)


def add_set_price_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `admin set-price`."""
    parser.add_argument("procedure", metavar="PROCEDURE", help="such as lesson.createStarterLesson")
    parser.add_argument(
        "credits", type=whole_number, metavar="N", help="credits for each call to a model (a whole number)"
    )
    parser.add_argument(
        "--from", dest="first_day", metavar="DATE", help="the first day (UTC), 2026-12-31; default: now"
    )
    add_database_option(parser)


def run_set_price(chosen: argparse.Namespace) -> int:
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
        raise UsageError(f"--from: {text[:60]!r} is not a date. Write it as 2026-12-31.") from None

"""`workbench admin organizations set-tier`: the tier of an organization, as its people see it."""

from __future__ import annotations

import argparse

from workbench.cli.admin.database import add_database_option, on_present_database
from workbench.cli.output import answer


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument("organization", metavar="ORGANIZATION", help="its name")
    parser.add_argument("tier", metavar="TIER", help="such as Free, Pro or Enterprise; any name of your own")
    add_database_option(parser, is_present=True)


def run(chosen: argparse.Namespace) -> int:
    """Set the tier. It is shown, and allows nothing by itself."""
    from workbench.service.administration.admin import set_tier

    tier = on_present_database(chosen.database, lambda store: set_tier(store, chosen.organization, chosen.tier))
    facts = {"organization": chosen.organization, "tier": tier}
    return answer(chosen, facts, f"{chosen.organization} has the tier {tier} now.")

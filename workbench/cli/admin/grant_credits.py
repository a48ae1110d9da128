"""`workbench admin organizations grant-credits`: AI credits, with a reason that the ledger keeps."""

from __future__ import annotations

import argparse

from workbench.cli.admin.database import add_database_option, on_present_database
from workbench.cli.output import answer
from workbench.cli.parser import whole_number
from workbench.wording import counted


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument("organization", metavar="ORGANIZATION", help="its name")
    parser.add_argument("credits", type=whole_number, metavar="N", help="whole credits to add")
    parser.add_argument("--reason", metavar="TEXT", required=True, help="why; kept in the ledger")
    add_database_option(parser, is_present=True)


def run(chosen: argparse.Namespace) -> int:
    """Add the credits and print the balance."""
    from workbench.service.administration.admin import grant_credits

    balance = on_present_database(
        chosen.database, lambda store: grant_credits(store, chosen.organization, chosen.credits, chosen.reason)
    )
    sentence = f"{chosen.organization} has {counted(balance, 'credit')} now."
    return answer(
        chosen, {"organization": chosen.organization, "credits": chosen.credits, "balance": balance}, sentence
    )

"""`workbench admin grant-credits`: AI credits for an organization, with a reason that the ledger keeps."""

from __future__ import annotations

import argparse

from workbench.cli.admin.database import on_database, takes_database
from workbench.cli.output import say, say_json


def arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    parser.add_argument("organization", metavar="ORGANIZATION", help="its name")
    parser.add_argument("credits", type=int, metavar="N", help="whole credits to add")
    parser.add_argument("--reason", metavar="TEXT", required=True, help="why; kept in the ledger")
    takes_database(parser)


def run(chosen: argparse.Namespace) -> int:
    """Grant them and tell the balance."""
    from workbench.service.running.admin import grant_credits

    balance = on_database(
        chosen.database, lambda store: grant_credits(store, chosen.organization, chosen.credits, chosen.reason)
    )
    if chosen.as_json:
        say_json({"organization": chosen.organization, "granted": chosen.credits, "balance": balance})
    else:
        say(f"{chosen.organization} has {balance:,} credits now.")
    return 0

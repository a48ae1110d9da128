"""`workbench admin copy-assets`: carry pictures and files into another store, before the service is pointed there."""

from __future__ import annotations

import argparse
import os

from workbench.cli.admin.database import add_database_option, database_url, on_database
from workbench.cli.interrupts import stoppable
from workbench.cli.output import UsageError, say, say_json


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument(
        "--from", dest="source", metavar="STORE", help="a folder or s3://bucket/prefix (default: WORKBENCH_ASSETS)"
    )
    parser.add_argument("--to", dest="target", metavar="STORE", required=True, help="where they are to be as well")
    add_database_option(parser)


def run(chosen: argparse.Namespace) -> int:
    """Copy what is not there yet and check every digest; 1 if the source lacks some. Nothing is deleted."""
    from workbench.service.assets.copying import copy_assets
    from workbench.service.assets.object_store import open_object_store
    from workbench.service.kernel.object_store_settings import object_store_settings, settings_for

    address = database_url(chosen.database)
    from_settings = (
        settings_for(chosen.source, os.environ) if chosen.source else object_store_settings(os.environ, address)
    )
    if from_settings is None:
        raise UsageError("Say with --from where the files are, or set WORKBENCH_ASSETS.")
    source, target = open_object_store(from_settings), open_object_store(settings_for(chosen.target, os.environ))
    message = "Stopped. What was copied stays; run the command again to go on."
    with stoppable("files looked at", message=message) as count:
        report = on_database(
            address, lambda store: copy_assets(store, source, target, on_progress=lambda done, total: count(done))
        )
    if chosen.as_json:
        facts = {"copied": report.copied, "alreadyThere": report.already_there, "missing": report.missing}
        say_json(facts)
    else:
        say(f"{report.copied:,} copied, {report.already_there:,} there already, each checked by its digest.")
        for key in report.missing:
            say(f"Missing or damaged in the store that was copied: {key}")
    return 1 if report.missing else 0

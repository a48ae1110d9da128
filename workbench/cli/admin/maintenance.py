"""Commands that maintain a service's database: migrate, back up, restore, check, copy its files."""

from __future__ import annotations

import argparse
import os
from pathlib import Path

from workbench.cli.admin.database import add_database_option, database_url, on_database, sqlite_url
from workbench.cli.interrupts import stoppable
from workbench.cli.output import UsageError, answer, say, say_json


def add_migrate_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `admin migrate`."""
    add_database_option(parser)


def run_migrate(chosen: argparse.Namespace) -> int:
    """Take every step that is missing, in one transaction; a database that is current is left alone."""
    from workbench.service.db.migrating import migrate

    before, after = migrate(database_url(chosen.database))
    sentence = f"The database was {'empty' if before is None else f'at step {before}'} and is at step {after} now."
    if before == after:
        sentence = f"The database is up to date (step {after})."
    return answer(chosen, {"before": before, "after": after}, sentence)


def add_backup_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `admin backup`."""
    parser.add_argument("file", metavar="FILE", type=Path, help="the backup file; it must not exist yet")
    add_database_option(parser)


def run_backup(chosen: argparse.Namespace) -> int:
    """Copy a consistent state of the database while the service is running."""
    from workbench.service.administration.backup import back_up, native_tools

    def instead(url: str) -> str:
        return f"PostgreSQL has its own backup tool. Run: {native_tools(url, chosen.file)[0]}"

    address = sqlite_url(chosen.database, instead)
    size_bytes = back_up(address, chosen.file)
    sentence = (
        f"{chosen.file}: {size_bytes:,} bytes, checked. It contains personal data, so keep it as safe as the database."
    )
    return answer(chosen, {"file": str(chosen.file), "bytes": size_bytes}, sentence)


def add_check_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `admin check`."""
    add_database_option(parser)


def run_check(chosen: argparse.Namespace) -> int:
    """Check the file (SQLite), the schema, the ledger and the lessons, and change nothing; 1 if there are problems."""
    problems = find_problems(database_url(chosen.database))
    if chosen.as_json:
        say_json({"problems": problems})
    elif problems:
        for problem in problems:
            say(problem)
    else:
        say("The database is consistent.")
    return 1 if problems else 0


def find_problems(address: str) -> list[str]:
    """Return a sentence for each problem of the database at `address`."""
    from workbench.service.administration.backup import CopyBroken, check
    from workbench.service.administration.checking import problems
    from workbench.service.db.seam import database_dialect

    if database_dialect(address) == "sqlite":
        from workbench.service.db.sqlite_file import database_path

        try:
            check(database_path(address))
        except CopyBroken as broken:
            return [broken.message.removesuffix(" Nothing was changed.")]
    return on_database(address, lambda store: store.read(problems, long=True))


def add_restore_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `admin restore`."""
    parser.add_argument("file", metavar="FILE", type=Path, help="a file written by `workbench admin backup`")
    add_database_option(parser)


def run_restore(chosen: argparse.Namespace) -> int:
    """Check the copy, rename the present database, bring the copy up to date and check it; 1 if it has problems."""
    from workbench.service.administration.backup import install_copy, native_tools
    from workbench.service.db.migrating import migrate

    def instead(url: str) -> str:
        tool = native_tools(url, chosen.file)[1]
        return f"PostgreSQL has its own restore tool. Stop the service and run: {tool}; then: workbench admin check"

    address = sqlite_url(chosen.database, instead)
    previous = install_copy(address, chosen.file)
    migrate(address)
    problems = find_problems(address)
    if chosen.as_json:
        say_json({"previousDatabase": None if previous is None else str(previous), "problems": problems})
    else:
        say(f"{chosen.file} is now the database.")
        if previous is not None:
            say(f"The previous database is kept as {previous}.")
        for problem in problems:
            say(problem)
    return 1 if problems else 0


def add_copy_assets_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `admin copy-assets`."""
    parser.add_argument(
        "--from", dest="source", metavar="STORE", help="a folder or s3://bucket/prefix (default: WORKBENCH_ASSETS)"
    )
    parser.add_argument("--to", dest="target", metavar="STORE", required=True, help="the store to copy to")
    add_database_option(parser)


def run_copy_assets(chosen: argparse.Namespace) -> int:
    """Copy missing assets and check every digest; return 1 if the source lacks some. Nothing is deleted."""
    from workbench.service.assets.copying import copy_assets
    from workbench.service.assets.object_store import open_object_store
    from workbench.service.kernel.object_store_settings import object_store_settings, settings_for

    address = database_url(chosen.database)
    from_settings = (
        settings_for(chosen.source, os.environ) if chosen.source else object_store_settings(os.environ, address)
    )
    if from_settings is None:
        raise UsageError("Name the store with --from, or set WORKBENCH_ASSETS.")
    source, target = open_object_store(from_settings), open_object_store(settings_for(chosen.target, os.environ))
    message = "Stopped. Run the command again to resume."
    with stoppable("files checked", message=message) as count:
        report = on_database(
            address, lambda store: copy_assets(store, source, target, on_progress=lambda done, total: count(done))
        )
    if chosen.as_json:
        facts = {"copied": report.copied, "alreadyThere": report.already_there, "missing": report.missing}
        say_json(facts)
    else:
        say(f"{report.copied:,} copied, {report.already_there:,} already there, all verified by digest.")
        for key in report.missing:
            say(f"Missing or damaged in the original store: {key}")
    return 1 if report.missing else 0

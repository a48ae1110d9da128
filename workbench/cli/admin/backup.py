"""`workbench admin backup`: a checked copy of a SQLite database; for PostgreSQL, which tool of its own to use."""

from __future__ import annotations

import argparse
from pathlib import Path

from workbench.cli.admin.database import add_database_option, sqlite_url
from workbench.cli.output import answer


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument("file", metavar="FILE", type=Path, help="the copy; it must not be there yet")
    add_database_option(parser)


def run(chosen: argparse.Namespace) -> int:
    """Copy a snapshot of the database while the service keeps running."""
    from workbench.service.administration.backup import back_up, native_tools

    def instead(url: str) -> str:
        return f"PostgreSQL is backed up by its own tool. Run: {native_tools(url, chosen.file)[0]}"

    address = sqlite_url(chosen.database, instead)
    size_bytes = back_up(address, chosen.file)
    sentence = (
        f"{chosen.file}: {size_bytes:,} bytes, checked. It holds people's data: keep it as safe as the service's."
    )
    return answer(chosen, {"file": str(chosen.file), "bytes": size_bytes}, sentence)

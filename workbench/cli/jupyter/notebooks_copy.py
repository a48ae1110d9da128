"""`workbench notebooks copy`: copies of the curated notebooks in a folder of one's own; changed ones are kept."""

from __future__ import annotations

import argparse
import shlex
from pathlib import Path

from workbench.cli.jupyter.notebook_files import FIRST, CopyResult, copy_notebooks
from workbench.cli.output import as_invoked, say, say_json


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument("folder", metavar="FOLDER", help="where the copies go; it is made")
    parser.add_argument("--overwrite", action="store_true", help="replace copies that were changed or run, too")


def run(chosen: argparse.Namespace) -> int:
    """Copy, say what was kept and what to do next. Again at any time: nothing of one's own is lost."""
    folder = Path(chosen.folder).expanduser()
    done = copy_notebooks(folder, overwrite=chosen.overwrite)
    if chosen.as_json:
        say_json({"folder": str(folder), "copied": done.copied, "replaced": done.replaced, "skipped": done.skipped})
    else:
        _tell(done)
    return 0


def _tell(done: CopyResult) -> None:
    if done.copied:
        say(f"{_notebooks(len(done.copied))} copied into {done.folder}.")
    if done.replaced:
        say(f"Replaced: {', '.join(done.replaced)}.")
    if done.skipped:
        say(f"Changed or run, and kept as they are: {', '.join(done.skipped)}. --overwrite replaces them.")
    if not (done.copied or done.replaced or done.skipped):
        say(f"All notebooks are in {done.folder} already, unchanged.")
    say(f"Next: {as_invoked()} lab {shlex.quote(str(done.folder))}, and begin with {FIRST}.")


def _notebooks(count: int) -> str:
    return "One notebook" if count == 1 else f"{count} notebooks"

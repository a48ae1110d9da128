"""The file that a command reads: a table or list with options for reading it, or a plan that was saved from one."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from workbench.cli.output import UsageError


def add_file_options(parser: argparse.ArgumentParser) -> None:
    """Add `--sheet` and `--encoding` to a command."""
    add = parser.add_argument
    add("--sheet", metavar="NAME", help="sheet of a workbook (default: the first with a known column)")
    add("--encoding", metavar="NAME", help="encoding of the file, if not UTF-8")


def local_path(text: str) -> Path:
    """Return the path of a file on this computer. Raises for a web address: nothing is downloaded."""
    from workbench.bulk.reading.sources import refuse_address

    refuse_address(text)
    return Path(text)


def with_standard_input(words: Sequence[str]) -> list[str]:
    """Return the words with standard input's lines in place of `-`. Raises `UsageError` if it has none."""
    if "-" not in words:
        return list(words)
    lines = [line.strip() for line in sys.stdin.read().splitlines() if line.strip()]
    expanded = [item for word in words for item in (lines if word == "-" else [word])]
    if not expanded:
        raise UsageError("Standard input is empty.")
    return expanded


def refuse_plan_options(chosen: argparse.Namespace, plan_file: str, names: Sequence[str]) -> None:
    """Raise `UsageError` if an option of `names` is given with a saved plan, which already contains it."""
    given = [f"--{name.replace('_', '-')}" for name in names if getattr(chosen, name) is not None]
    if given:
        raise UsageError(f"{plan_file} is a saved plan and runs unchanged. Leave out {', '.join(given)}.")

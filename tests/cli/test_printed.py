"""The page of all commands and flags is what the parser knows."""

from __future__ import annotations

import re
import subprocess
import sys
from functools import cache

import pytest

from tests.meta.source_tree import ROOT
from workbench.cli.commands import COMMANDS
from workbench.cli.common_options import add_common_options
from workbench.cli.parser import CommandParser, add_arguments
from workbench.cli.printed import page


@cache
def whole_page() -> str:
    """The page, printed once for all commands."""
    return page()


def section(name: str) -> str:
    """The part of the page about one command."""
    return whole_page().partition(f"## `workbench {name}`\n")[2].partition("\n## ")[0]


@pytest.mark.parametrize("name", COMMANDS)
def test_every_flag_of_a_command_is_listed(name: str) -> None:
    """With its help, below the command's own title."""
    parser = CommandParser()
    add_arguments(parser, COMMANDS[name])
    flags = {flag for action in parser._actions for flag in action.option_strings} - {"-h", "--help"}

    listed = set(re.findall(r"(?<![\w-])--?[a-z][a-z-]*", " ".join(re.findall(r"^\| `(.*?)` \|", section(name), re.M))))
    assert flags <= listed


def test_the_flags_of_every_command_stand_once() -> None:
    """Above the commands, not in each of them."""
    common = CommandParser(add_help=False)
    add_common_options(common, calls_service=True)
    flags = [flag for action in common._actions for flag in action.option_strings]

    assert [flag for flag in flags if flag not in page().partition("\n## `workbench")[0]] == []
    assert "--verbose" not in section("demo") and "--url" in section("login")


def test_the_page_is_the_same_on_every_terminal() -> None:
    """`make docs-compared` compares it, whatever the width of the terminal."""
    narrow = subprocess.run(
        [sys.executable, "-m", "workbench.cli.printed"],
        cwd=ROOT,
        env={"COLUMNS": "30"},
        capture_output=True,
        check=True,
    )

    assert narrow.stdout.decode() == page()

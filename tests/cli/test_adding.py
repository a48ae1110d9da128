"""A command for a verb of `wb` is added to a copy of the package: one line in one table."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.adding import Addition, copied, run
from workbench.embedded.record import EmbeddedService

LINE = '"translations get" = { verb = "translations.get" }\n'
ADDITIONS = (Addition("command", {}, {"workbench/cli/verbs.toml": (('"translations blocks" =', LINE),)}),)


def test_a_command_is_added_in_one_line(own_service: EmbeddedService, tmp_path: Path) -> None:
    """It has its help, its place in completion and in the guide, and calls the verb."""
    copy = copied(tmp_path)
    [addition] = ADDITIONS
    addition.add_to(copy)
    run(copy, "-m", "workbench.cli.generated", "workbench/cli/commands.json")
    helped = run(copy, "-m", "workbench.cli.main", "translations", "get", "--help")
    completed = run(copy, "-c", COMPLETED)
    with pytest.raises(AssertionError, match="There is no lesson 'no such thing' here."):
        run(copy, "-m", "workbench.cli.main", "translations", "get", "no such thing")

    assert (addition.touched, LINE.count("\n")) == (1, 1)
    assert "id or title of a lesson" in helped
    assert completed.split() == ["get"]
    assert "## `workbench translations get`" in run(copy, "-m", "workbench.cli.printed")


COMPLETED = """
import os, sys
os.environ |= {"_ARGCOMPLETE": "1", "_ARGCOMPLETE_IFS": " ", "COMP_LINE": "workbench translations g"}
os.environ |= {"COMP_POINT": "24", "COMP_TYPE": "9", "_ARGCOMPLETE_SUPPRESS_SPACE": "1"}
import argcomplete
from workbench.cli.parser import build_parser
argcomplete.autocomplete(build_parser([], whole=True), exit_method=sys.exit, output_stream=sys.stdout)
"""
"""What the shell asks when somebody presses the tabulator key."""

"""The file that a command reads."""

from __future__ import annotations

import argparse
from pathlib import Path

import pytest

from workbench.cli.input_file import add_file_options, local_path, refuse_plan_options
from workbench.cli.output import UsageError
from workbench.errors import WorkbenchError


def test_an_address_is_no_file() -> None:
    """Nothing is downloaded."""
    assert local_path("topics.csv") == Path("topics.csv")
    with pytest.raises(WorkbenchError, match="https"):
        local_path("https://example.org/topics.csv")


def test_a_saved_plan_is_read_without_options() -> None:
    """They are part of it; the message names those that were given."""
    parser = argparse.ArgumentParser()
    add_file_options(parser)
    chosen = parser.parse_args(["--sheet", "May"])
    chosen.topic_column = "Topic"

    refuse_plan_options(chosen, "may.plan", ["encoding"])
    with pytest.raises(UsageError, match="may.plan is a saved plan.*without --sheet, --topic-column"):
        refuse_plan_options(chosen, "may.plan", ["sheet", "encoding", "topic_column"])

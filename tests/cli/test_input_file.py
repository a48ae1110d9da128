"""The file that a command reads."""

from __future__ import annotations

import argparse
import io
from pathlib import Path

import pytest

from workbench.cli.input_file import add_file_options, local_path, refuse_plan_options, with_standard_input
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
    with pytest.raises(UsageError, match="may.plan is a saved plan.*Leave out --sheet, --topic-column"):
        refuse_plan_options(chosen, "may.plan", ["sheet", "encoding", "topic_column"])


@pytest.mark.parametrize(
    ("words", "lines", "found"),
    [(["a", "b"], "c\n", ["a", "b"]), (["a", "-"], " b \n\nc\n", ["a", "b", "c"]), ([], "c\n", [])],
)
def test_a_dash_is_the_lines_of_standard_input(
    words: list[str], lines: str, found: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """In its place; without one nothing is read."""
    monkeypatch.setattr("sys.stdin", io.StringIO(lines))
    assert with_standard_input(words) == found


def test_standard_input_without_a_line_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """A list that came to nothing is a mistake."""
    monkeypatch.setattr("sys.stdin", io.StringIO("\n \n"))
    with pytest.raises(UsageError, match="Standard input is empty"):
        with_standard_input(["-"])

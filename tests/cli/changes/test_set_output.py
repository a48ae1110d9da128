"""Which change set is meant, and what can be done next."""

from __future__ import annotations

import pytest

from tests.own_service import command
from workbench.cli.changes import find_set
from workbench.cli.output import UsageError


def test_a_set_is_named_by_its_beginning(name: str) -> None:
    """Or not at all: the newest."""
    assert find_set(name[:-1]).name == name
    assert find_set(None).name == name


def test_an_unknown_set_is_told_with_the_nearest(name: str) -> None:
    """Which is most likely what was meant."""
    with pytest.raises(UsageError, match="Did you mean"):
        find_set(f"x{name}")


def test_the_way_back_is_said(name: str) -> None:
    """Behind the result."""
    assert f"workbench changes undo {name!r}" in command("changes", "resume", name).stdout

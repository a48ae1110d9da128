"""Which run an action is about."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.own_service import command

pytestmark = pytest.mark.usefixtures("own_service")


def told(*words: str) -> Any:
    """What the command tells programs."""
    return json.loads(command("runs", *words, "--json").stdout)


def test_the_beginning_of_a_name_is_enough(begun: str) -> None:
    """Names are made from file, language and organization; nobody types that."""
    assert told("show", begun[:-1])["run"] == begun


def test_a_misspelt_name_is_one_line(begun: str) -> None:
    """With the nearest."""
    ended = command("runs", "show", f"{begun}x")

    assert (ended.returncode, ended.stderr.count("\n")) == (2, 1)
    assert begun in ended.stderr

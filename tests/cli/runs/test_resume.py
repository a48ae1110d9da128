"""`workbench runs resume`: rows that are not made yet."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.own_service import command

pytestmark = pytest.mark.usefixtures("own_service")


def told(*words: str) -> Any:
    """What the command tells programs."""
    return json.loads(command("runs", *words, "--json").stdout)


def test_it_is_gone_on_with(begun: str) -> None:
    """To its end; what was done stays as it was."""
    before = {row["lessonId"] for row in told("show", begun)["rows"]} - {None}
    after = told("resume", begun)

    assert (after["done"], after["planned"]) == (5, 0)
    assert before < {row["lessonId"] for row in after["rows"]}

"""`workbench admin organizations set-daily-cap`."""

from __future__ import annotations

import json

import pytest

from tests.own_service import command


@pytest.mark.parametrize(("said", "kept"), [("25", 25), ("0", 0), ("none", None)])
def test_it_tells_the_cap(acme_database: str, said: str, kept: int | None) -> None:
    """A number, or none."""
    ended = command("admin", "set-daily-cap", "Acme", said, "--database", acme_database, "--json")

    assert json.loads(ended.stdout) == {"organization": "Acme", "dailyCapCredits": kept}


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (["Acme", "-1"], 2, "-1"),
        (["Acme", "many"], 2, "none"),
        (["Acme", "9" * 30], 2, "whole number"),
        (["Acme", "9" * 5_000], 2, "whole number"),
        (["Nobody", "5"], 1, "Nobody"),
    ],
)
def test_what_cannot_be_a_cap_is_one_line(words: list[str], code: int, said: str, acme_database: str) -> None:
    """With what is wrong."""
    ended = command("admin", "set-daily-cap", *words, "--database", acme_database)

    assert (ended.returncode, ended.stderr.count("\n")) == (code, 1)
    assert said in ended.stderr

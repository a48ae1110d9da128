"""`workbench admin organizations grant-credits`."""

from __future__ import annotations

import json

import pytest

from tests.own_service import command
from workbench.embedded.record import EmbeddedService


def test_it_tells_the_balance(acme_database: str) -> None:
    """After the grant."""
    ended = command("admin", "grant-credits", "Acme", "25", "--reason", "spring", "--database", acme_database, "--json")

    assert json.loads(ended.stdout) == {"organization": "Acme", "credits": 25, "balance": 25}


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (["Acme", "0", "--reason", "x"], 2, "1 to 1,000,000,000,000,000"),
        (["Acme", "9" * 30, "--reason", "x"], 2, "1 to 1,000,000,000,000,000"),
        (["Acme", "5", "--reason", " "], 2, "reason"),
        (["Acme", "5"], 2, "--reason"),
        (["Nobody", "5", "--reason", "x"], 1, "Nobody"),
    ],
)
def test_what_cannot_be_granted_is_one_line(words: list[str], code: int, said: str, acme_database: str) -> None:
    """With what is wrong."""
    ended = command("admin", "grant-credits", *words, "--database", acme_database)

    assert (ended.returncode, ended.stderr.count("\n")) == (code, 1)
    assert said in ended.stderr


def test_this_computers_service_is_found(own_service: EmbeddedService) -> None:
    """
    Regression: without `--database` the organization that was made here was said not to exist, in another database.
    """
    granted = command("admin", "grant-credits", "My organization", "3", "--reason", "more")

    assert (granted.returncode, granted.stderr) == (0, "")
    assert "My organization has" in granted.stdout

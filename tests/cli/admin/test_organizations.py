"""`workbench admin organizations grant-credits`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.own_service import command
from workbench.embedded.host import DATABASE
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


def test_an_organization_gets_another_tier(acme_database: str) -> None:
    """Any name; an organization that is not there is reported."""
    done = command("admin", "set-tier", "Acme", "Enterprise", "--database", acme_database, "--json")
    refused = command("admin", "set-tier", "Nobody", "Pro", "--database", acme_database)

    assert json.loads(done.stdout) == {"organization": "Acme", "tier": "Enterprise"}
    assert (refused.returncode, "Nobody" in refused.stderr) == (1, True)


def test_without_a_database_the_organization_beside_notebooks_is_found(tmp_path: Path) -> None:
    """It read the database of `workbench serve` alone, which has no such organization."""
    url = f"sqlite:///{tmp_path / DATABASE}"
    command("admin", "add-person", "ada@acme.example", "--organization", "Acme", "--database", url)
    done = command("admin", "set-tier", "Acme", "Pro", WORKBENCH_HOME=str(tmp_path))

    assert (done.returncode, done.stdout) == (0, "Acme now has the tier Pro.\n")


LESSON = "lesson.createStarterLesson"


def test_a_price_holds_from_the_day_that_is_named(acme_database: str) -> None:
    """And may be set again before that."""
    words = ("admin", "set-price", LESSON, "--from", "2099-12-31", "--database", acme_database, "--json")
    first, second = (json.loads(command(*words[:3], price, *words[3:]).stdout) for price in ("7", "0"))

    assert first == {"procedure": LESSON, "credits": 7, "validFrom": "2099-12-31T00:00:00.000Z"}
    assert second == {**first, "credits": 0}


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["lesson.getLesson", "5"], LESSON),
        ([LESSON, "5", "--from", "2001-01-01"], "past"),
        ([LESSON, "5", "--from", "soon"], "2026-12-31"),
        ([LESSON, "9" * 30], "0 to 1,000,000,000,000,000"),
    ],
)
def test_what_is_no_price_is_one_line(words: list[str], said: str, acme_database: str) -> None:
    """With what is wrong."""
    ended = command("admin", "set-price", *words, "--database", acme_database)

    assert (ended.returncode != 0, ended.stderr.count("\n")) == (True, 1)
    assert said in ended.stderr

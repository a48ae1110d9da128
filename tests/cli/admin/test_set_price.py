"""`workbench admin set-price`."""

from __future__ import annotations

import json

import pytest

from tests.own_service import command

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

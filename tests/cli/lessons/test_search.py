"""`workbench search`."""

from __future__ import annotations

import csv
import json
from uuid import uuid4

import pytest

from tests.own_service import command
from workbench.api.connect import connect
from workbench.client.sync import Client
from workbench.embedded.record import EmbeddedService
from workbench.procedures.lesson import create_lesson, set_tags


@pytest.fixture
def word(own_service: EmbeddedService) -> str:
    """A word that two lessons have in their title; one of them is tagged."""
    word = f"w{uuid4().hex[:10]}"
    with Client(own_service.base_url, own_service.token) as client:
        first = client.call(create_lesson(title=f"=Flow({word})", language="EN"))
        client.call(create_lesson(title=f"{word} ebb", language="DE"))
        client.call(set_tags(lesson_id=first.lesson_id, tags=["sea", "storm"]))
    return word


def test_lessons_are_shown_with_where_they_are(word: str) -> None:
    """Best first; how many there are is on standard error."""
    ended = command("search", word)
    head, *lines = ended.stdout.splitlines()

    assert head.split() == ["title", "course", "language", "tags", "lesson_id"]
    assert len(lines) == 2 and "sea, storm" in ended.stdout
    assert (ended.returncode, ended.stderr) == (0, "2 lessons.\n")
    assert "The best 1 of 2 lessons. To see all: --limit 2" in command("search", word, "--limit", "1").stderr


def test_programs_get_every_lesson(word: str) -> None:
    """The same rows as JSON, as CSV and as the table in Python."""
    found = json.loads(command("search", word, "lang:en", "--json").stdout)
    lines = list(csv.DictReader(command("search", f"{word} lang:en", "--output", "csv").stdout.splitlines()))
    with connect() as workbench:
        frame = workbench.lessons.search(f"{word} lang:en")

    assert [row["lessonId"] for row in found["rows"]] == [line["lesson_id"] for line in lines]
    assert frame["lesson_id"].to_list() == [found["rows"][0]["lessonId"]]
    assert (found["isComplete"], found["rows"][0]["tags"], lines[0]["tags"]) == (True, ["sea", "storm"], "sea, storm")
    assert lines[0]["title"].startswith("'=Flow(")


def test_nothing_found_says_what_to_do(word: str) -> None:
    """And is not a failure."""
    ended = command("search", word, "lang:fr")

    assert ended.returncode == 0 and "Remove a word or filter" in ended.stdout


def test_a_filter_that_cannot_be_says_so(word: str) -> None:
    """In one line."""
    ended = command("search", "quiz:perhaps")

    assert (ended.returncode, ended.stdout) == (2, "")
    assert ended.stderr == "workbench: Invalid search: quiz: takes none or some.\n"

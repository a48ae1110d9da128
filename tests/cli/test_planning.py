"""The list of `workbench generate`: how it is read, shown and saved."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.bulk.plans import plan, row
from tests.own_service import command
from workbench.bulk.planning.plan_row import Verdict
from workbench.cli.planning import advice

pytestmark = pytest.mark.usefixtures("own_service")


@pytest.fixture
def spellings(tmp_path: Path) -> str:
    """A list with one topic in two orders of its words, and a description of each."""
    path = tmp_path / "spellings.csv"
    topic = f"safety {tmp_path.name}"
    path.write_text(f"title;about\nFire {topic};alarms\n{topic}, fire;exits\n")
    return str(path)


def test_a_warning_is_shown_with_the_verdict(spellings: str) -> None:
    """So that a person decides about rows that are much alike; the cost of each is next to it."""
    said = command("generate", spellings, "--language", "EN", "--plan").stdout

    assert "ready; it is similar to line 2" in said
    assert "credits  verdict" in said


def test_columns_are_joined_by_a_template(spellings: str) -> None:
    """With their names as fields."""
    told = command("generate", spellings, "--language", "EN", "--template", "{title}: {about}", "--plan", "--json")

    assert json.loads(told.stdout)["rows"][0]["topic"].endswith(": alarms")


def test_a_list_without_a_heading_is_read_as_it_is_said(tmp_path: Path) -> None:
    """Its columns are called by their place."""
    (tmp_path / "bare.csv").write_text("Bread,EN\nBrot,DE\n")
    words = ("--no-header", "--topic-column", "column 1", "--language-column", "column 2", "--plan", "--json")
    told = json.loads(command("generate", str(tmp_path / "bare.csv"), *words).stdout)

    assert [planned_row["language"] for planned_row in told["rows"]] == ["EN", "DE"]


def test_copies_are_asked_for_on_purpose(spellings: str) -> None:
    """Two lessons of each topic."""
    told = command("generate", spellings, "--language", "EN", "--copies", "2", "--plan", "--json")

    assert json.loads(told.stdout)["ready"] == 4


def test_a_plan_that_was_saved_is_what_is_made(spellings: str, tmp_path: Path) -> None:
    """Whatever became of the list in the meantime."""
    saved = str(tmp_path / "plan.json")
    command("generate", spellings, "--language", "EN", "--plan", "--save", saved)
    Path(spellings).unlink()

    assert json.loads(command("generate", saved, "--json").stdout)["done"] == 2


def test_a_saved_plan_takes_no_other_words(spellings: str, tmp_path: Path) -> None:
    """What was approved is what runs."""
    saved = str(tmp_path / "plan.json")
    command("generate", spellings, "--language", "EN", "--plan", "--save", saved)
    ended = command("generate", saved, "--language", "DE")

    assert (ended.returncode, "Leave out --language" in ended.stderr) == (2, True)


@pytest.mark.parametrize(("ready", "said"), [(0, "Nothing to create"), (3, "leave out --plan"), (30, "--sample 5")])
def test_the_next_step_is_a_command(ready: int, said: str) -> None:
    """Nobody at a terminal can call a method."""
    rows = [row(number) for number in range(1, ready + 1)]

    assert said in advice(plan(*rows, row(99, verdict=Verdict.EMPTY)))

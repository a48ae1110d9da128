"""`workbench admin people add`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.own_service import command


@pytest.fixture
def database(tmp_path: Path) -> str:
    """A database that is not there yet."""
    return f"sqlite:///{tmp_path / 'team.sqlite'}"


def add(database: str, email: str, *words: str) -> Any:
    """What the command tells programs."""
    ended = command("admin", "add-person", email, "--organization", "Acme", "--database", database, "--json", *words)
    assert ended.returncode == 0, ended.stderr
    return json.loads(ended.stdout)


def test_it_tells_person_organization_and_session(database: str) -> None:
    """These three names, and the session token once."""
    assert set(add(database, "ada@acme.example")) == {"personId", "organizationId", "sessionToken"}


def test_repeated_it_is_the_same_person_with_a_new_session(database: str) -> None:
    """Idempotent by e-mail."""
    first, second = add(database, "ada@acme.example"), add(database, "Ada@acme.example")

    assert first["personId"] == second["personId"]
    assert first["sessionToken"] != second["sessionToken"]


def test_credits_open_a_new_organization_only(database: str) -> None:
    """They never add to one that is there."""
    add(database, "ada@acme.example", "--credits", "5")
    add(database, "bob@acme.example", "--credits", "50")
    granted = command("admin", "grant-credits", "Acme", "1", "--reason", "look", "--database", database, "--json")

    assert json.loads(granted.stdout)["balance"] == 6


def test_the_token_is_not_in_the_database(database: str, tmp_path: Path) -> None:
    """Only its hash."""
    token = add(database, "ada@acme.example")["sessionToken"].encode()

    assert [path.name for path in tmp_path.glob("team.sqlite*") if token in path.read_bytes()] == []


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["nobody", "--organization", "Acme"], "is not an email address"),
        (["a@b.example", "--organization", " "], "1 to 200 characters"),
        (["a@b.example", "--organization", "Acme", "--role", "king"], "owner"),
        (["a@b.example", "--organization", "Acme", "--credits", "-1"], "0 to 1,000"),
        (["a@b.example", "--organization", "Acme", "--credits", "some"], "--credits"),
    ],
)
def test_wrong_use_is_one_line(words: list[str], said: str, database: str) -> None:
    """Exit 2, with what is right."""
    ended = command("admin", "add-person", *words, "--database", database)

    assert (ended.returncode, ended.stderr.count("\n")) == (2, 1)
    assert said in ended.stderr


def test_another_kind_of_database_is_refused() -> None:
    """With the form that is taken."""
    ended = command("admin", "add-person", "a@b.example", "--organization", "Acme", "--database", "mysql://x")

    assert ended.returncode == 1
    assert "sqlite:///" in ended.stderr


def test_it_tells_how_many_were_ended(tmp_path: Path) -> None:
    """All of the person; a second time there are none."""
    database = f"sqlite:///{tmp_path / 'team.sqlite'}"
    command("admin", "add-person", "ada@acme.example", "--organization", "Acme", "--database", database)
    words = ("admin", "revoke-sessions", "ada@acme.example", "--database", database, "--json")

    assert [json.loads(command(*words).stdout)["sessionsEnded"] for _ in range(2)] == [1, 0]


def test_an_unknown_person_is_one_line(tmp_path: Path) -> None:
    """Exit 1."""
    ended = command("admin", "revoke-sessions", "x@y.example", "--database", f"sqlite:///{tmp_path / 'team.sqlite'}")

    assert (ended.returncode, ended.stderr.count("\n")) == (1, 1)

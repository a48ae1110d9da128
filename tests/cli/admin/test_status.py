"""`workbench admin organizations suspend|resume` and `people disable|enable`, by their earlier names."""

from __future__ import annotations

import json

import pytest

from tests.own_service import command


@pytest.fixture
def two_owners(acme_database: str) -> str:
    """Acme with a second owner: the last one is not disabled."""
    words = ("bo@acme.example", "--organization", "Acme", "--role", "owner", "--database", acme_database)
    assert command("admin", "add-person", *words).returncode == 0
    return acme_database


@pytest.mark.parametrize(
    ("verb", "name", "said"),
    [
        ("suspend-organization", "Acme", "Learner pages are offline, and runs stop."),
        ("resume-organization", "Acme", "published learner pages open again, and runs can be resumed."),
        ("disable-person", "ada@acme.example", "their runs stop, and learner pages stay as they are."),
        ("enable-person", "ada@acme.example", "Their runs can be resumed, and learner pages stay as they are."),
    ],
)
def test_one_sentence_says_what_follows(two_owners: str, verb: str, name: str, said: str) -> None:
    """For sessions, learner pages and runs."""
    ended = command("admin", verb, name, "--database", two_owners)

    assert (ended.returncode, ended.stdout.count("\n")) == (0, 1)
    assert (said in ended.stdout and "session" in ended.stdout) or "people" in ended.stdout


def test_a_repetition_changes_nothing(two_owners: str) -> None:
    """And says so."""
    words = ("admin", "disable-person", "ada@acme.example", "--database", two_owners, "--json")

    assert [json.loads(command(*words).stdout)["changed"] for _ in range(2)] == [True, False]


def test_who_is_disabled_gets_no_session(two_owners: str) -> None:
    """It would not be accepted."""
    command("admin", "disable-person", "ada@acme.example", "--database", two_owners)
    ended = command("admin", "add-person", "ada@acme.example", "--organization", "Acme", "--database", two_owners)

    assert (ended.returncode, ended.stdout) == (2, "")
    assert "is disabled" in ended.stderr and "workbench admin people enable" in ended.stderr


@pytest.mark.parametrize("verb", ["suspend-organization", "resume-organization", "disable-person", "enable-person"])
def test_what_is_not_there_is_one_line(acme_database: str, verb: str) -> None:
    """Exit 1."""
    ended = command("admin", verb, "nobody@acme.example", "--database", acme_database)

    assert (ended.returncode, ended.stderr.count("\n")) == (1, 1)

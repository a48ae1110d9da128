"""`workbench login`: the token is taken where nobody sees it, tried, and kept for its origin."""

from __future__ import annotations

import json
import stat

import pytest

from tests.own_service import command
from workbench.client.data_folder import data_folder
from workbench.client.session import profile
from workbench.client.session.token import Token
from workbench.embedded.record import EmbeddedService


def test_a_session_is_kept_after_it_was_tried(own_service: EmbeddedService) -> None:
    """In the file, with consent; the token is nowhere in what is reported."""
    token = own_service.token.reveal()
    ended = command("login", "--url", own_service.base_url, "--file", stdin=f"{token}\n")
    kept = profile.last_profile()
    profile.forget()

    assert ended.returncode == 0, ended.stderr
    assert token not in ended.stdout + ended.stderr
    assert kept is not None
    assert (kept.base_url, kept.token) == (own_service.base_url, Token(token))


def test_the_file_is_open_to_its_owner_alone(own_service: EmbeddedService) -> None:
    """Mode 0600; where it is, is reported."""
    ended = command("login", "--url", own_service.base_url, "--file", "--json", stdin=own_service.token.reveal())
    path = data_folder() / profile.PROFILES
    mode = stat.S_IMODE(path.stat().st_mode)
    profile.forget()

    assert json.loads(ended.stdout) == {"origin": own_service.base_url, "storage": str(path)}
    assert mode == 0o600


def test_without_a_keyring_nothing_is_kept_unasked(own_service: EmbeddedService) -> None:
    """Nobody is at the terminal to say yes."""
    ended = command("login", "--url", own_service.base_url, stdin=own_service.token.reveal())

    assert ended.returncode == 2
    assert "--file" in ended.stderr
    assert profile.last_profile() is None


def test_a_session_that_is_not_known_is_not_kept(own_service: EmbeddedService) -> None:
    """It says so; the token is not repeated."""
    ended = command("login", "--url", own_service.base_url, "--file", stdin="canary-token")

    assert (ended.returncode, profile.last_profile()) == (1, None)
    assert "canary" not in ended.stdout + ended.stderr


@pytest.mark.parametrize(
    ("words", "said", "told"),
    [
        ([], "x", "--url"),
        (["--url", "http://far.example"], "x", "on this computer"),
        (["--url", "https://far.example"], "", "empty"),
    ],
)
def test_what_cannot_be_is_one_line(words: list[str], said: str, told: str) -> None:
    """Before anything is sent."""
    ended = command("login", *words, stdin=said)

    assert ended.returncode in (1, 2)
    assert ended.stderr.count("\n") == 1
    assert told in ended.stderr

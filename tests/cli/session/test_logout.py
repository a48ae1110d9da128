"""`workbench logout`."""

from __future__ import annotations

import json

from tests.own_service import command
from workbench.client.session import profile
from workbench.client.session.profile import Profile
from workbench.client.session.token import Token


def test_the_session_is_gone_from_this_computer() -> None:
    """From the file too."""
    profile.save(Profile("https://one.example", Token("canary-token"), "login"), in_file=True)

    assert json.loads(command("logout", "--json").stdout) == {"origin": "https://one.example"}
    assert "canary" not in (profile.data_folder() / profile.PROFILES).read_text()


def test_that_none_was_kept_is_fine() -> None:
    """Exit 0."""
    ended = command("logout")

    assert (ended.returncode, ended.stdout) == (0, "There is no saved session.\n")

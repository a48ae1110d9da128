"""`workbench theme`: shown, and changed by what is named."""

from __future__ import annotations

import json

import pytest

from tests.own_service import command

pytestmark = pytest.mark.usefixtures("own_service")


def test_a_theme_is_set_and_shown() -> None:
    """What is not named stays; nothing named, and what is not a colour, are refused."""
    assert command("theme", "set").returncode == 2
    assert "a colour is # and six hexadecimal digits" in command("theme", "set", "--accent", "red").stderr
    try:
        changed = command("theme", "set", "--name", "Harbour School", "--accent", "#ffb000")
        assert "Colour: #ffb000 (light pages #8f6300, dark pages #ffb000)" in changed.stdout
        command("theme", "set", "--footer", "Quay 4")
        found = json.loads(command("theme", "--json").stdout)
        assert (found["name"], found["footer"]) == ("Harbour School", "Quay 4")
    finally:
        back = command("theme", "set", "--name", "", "--accent", "none", "--footer", "")
    assert "Colour: ours" in back.stdout

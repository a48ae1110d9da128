"""`workbench language`: shown and set; `generate` without a language says which one it takes."""

from __future__ import annotations

import json

import pytest

from tests.own_service import command

pytestmark = pytest.mark.usefixtures("own_service")


def test_a_default_language_is_set_shown_and_taken() -> None:
    """A name or a code; what is none is refused. Nobody has to name a language."""
    assert json.loads(command("language", "--json").stdout) == {"language": "EN", "isSet": False}
    assert command("language", "set", "Klingon!").returncode != 0
    try:
        assert "German · Deutsch (DE), set by the organization" in command("language", "set", "german").stdout
        planned = command("generate", "-", "--plan", "--json", stdin="Tides\nKnots\n")
        found = json.loads(planned.stdout)
        assert [row["language"] for row in found["rows"]] == ["DE", "DE"]
        assert found["notes"][0] == (
            "No line names a language: made in German · Deutsch (DE), the organization's default language."
        )
        assert found["notes"][0] in command("generate", "-", "--yes", stdin="Tides\nKnots\n").stderr
    finally:
        back = command("language", "set", "none")
    assert "English (EN), the organization has not set one" in back.stdout

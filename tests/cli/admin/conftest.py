"""A database that administrators work on."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.own_service import command


@pytest.fixture
def acme_database(tmp_path: Path) -> str:
    """The URL of a database with the organization Acme."""
    url = f"sqlite:///{tmp_path / 'team.sqlite'}"
    command("admin", "add-person", "ada@acme.example", "--organization", "Acme", "--database", url)
    return url

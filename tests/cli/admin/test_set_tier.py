"""`workbench admin organizations set-tier`."""

from __future__ import annotations

import json
from pathlib import Path

from tests.own_service import command
from workbench.embedded.host import DATABASE


def test_an_organization_gets_another_tier(acme_database: str) -> None:
    """Any name; an organization that is not there is said."""
    done = command("admin", "set-tier", "Acme", "Enterprise", "--database", acme_database, "--json")
    refused = command("admin", "set-tier", "Nobody", "Pro", "--database", acme_database)

    assert json.loads(done.stdout) == {"organization": "Acme", "tier": "Enterprise"}
    assert (refused.returncode, "Nobody" in refused.stderr) == (1, True)


def test_without_a_database_the_organization_beside_notebooks_is_found(tmp_path: Path) -> None:
    """It read the database of `workbench serve` alone, which has no such organization."""
    url = f"sqlite:///{tmp_path / DATABASE}"
    command("admin", "add-person", "ada@acme.example", "--organization", "Acme", "--database", url)
    done = command("admin", "set-tier", "Acme", "Pro", WORKBENCH_HOME=str(tmp_path))

    assert (done.returncode, done.stdout) == (0, "Acme has the tier Pro now.\n")

"""Every table about an organization keeps the rule that docs/reports.md has, for each role, full and empty."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.databases import SERVER_LATER
from tests.reports.frames import rows, untrue
from tests.reports.roles import Cast
from tests.slow import first_in_gate
from tests.tables import breaches, dtypes, tables
from workbench.api.connection import read_facts
from workbench.api.workbench import Workbench
from workbench.service.kernel.roles import ROLES


def connected(people: Cast, role: str, organization_id: str | None) -> Any:
    """What that person has of an organization."""
    whole = Workbench(people.clients[role], read_facts(people.clients[role], "a test"))
    return whole.organizations[organization_id or ""]


@pytest.mark.parametrize("people", SERVER_LATER, indirect=True)
@pytest.mark.parametrize("role", first_in_gate(["author", *sorted({*ROLES} - {"owner", "author"})]))
def test_each_table_of_each_role_keeps_the_rule(people: Cast, role: str, tmp_path: Path) -> None:
    """Full and empty, it has the same columns and dtypes; what a role does not see is missing, never smaller."""
    whole = tables(connected(people, "owner", people.acme.organization_id), tmp_path / "sets")
    seen = tables(connected(people, role, people.acme.organization_id), tmp_path / "sets")
    empty = tables(connected(people, role, people.own[role].organization_id), tmp_path / "own")

    for name, frame in [*whole.items(), *seen.items(), *empty.items()]:
        assert breaches(name, frame) == []
        assert dtypes(frame) == dtypes(whole[name]), name
    for name, frame in seen.items():
        is_as_it_was = name.startswith("snapshots.")
        assert untrue(rows(frame), rows(whole[name])) == []
        assert frame.attrs["is_complete"] == (is_as_it_was or rows(frame) == rows(whole[name])), name
    assert {len(value) for value in empty.values()} >= {0, 1}

"""What was told is found by procedure."""

from __future__ import annotations

from tests.reports.frames import answers, told
from workbench.procedures.organization import get_credit_ledger, get_organization_projects
from workbench.reports.ledger import asked_ledger
from workbench.reports.projects import asked_projects
from workbench.reports.scope import Place


def test_answers_are_told_apart_by_procedure() -> None:
    """Two procedures may call their lists the same."""
    found = answers([told(asked_ledger(Place()), {"kind": "grant"}), told(asked_projects(Place()), {"name": "A"})])

    assert len(found.of(get_credit_ledger.name)) == 1
    assert found.of(get_organization_projects.name)[0].asked.rows == "projects"

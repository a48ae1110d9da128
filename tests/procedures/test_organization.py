"""The organization router: dashboard, projects, sidebar, credits."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import ValidationError

from workbench.errors import InputRejected
from workbench.procedures import organization
from workbench.procedures.declare import Procedure
from workbench.wire.message import ABSENT


@pytest.mark.parametrize(
    "procedure",
    [
        organization.get_dashboard_recent_items,
        organization.get_org_tier_and_status,
        organization.get_organization_projects,
        organization.get_last_selected_organization_id,
        organization.get_user_data,
    ],
    ids=lambda character: character.name,
)
def test_a_read_whose_input_is_not_shown_takes_none(procedure: Procedure[Any, Any, Any]) -> None:
    """Interface 4.1, 4.2 and 4.6 do not show it; where 4.4 shows one beside 4.1, both are taken."""
    assert procedure.read_input(ABSENT).to_wire() is None


def test_the_sidebar_takes_what_the_interface_shows() -> None:
    """Interface 4.6: a preference, an organization, and a project or null; any preference is taken."""
    asked = organization.get_full_sidebar_items.read_input(
        {"sortPreference": "by-colour", "organizationId": "o", "projectId": "p"}
    )
    assert (asked.sort_preference, asked.organization_id, asked.project_id) == ("by-colour", "o", "p")


@pytest.mark.parametrize("limit", [0, 1001, -1])
def test_a_page_of_the_ledger_has_1_to_1000_entries(limit: int) -> None:
    """More is requested with the cursor."""
    with pytest.raises(InputRejected, match="limit"):
        organization.get_credit_ledger(limit=limit)


def test_an_item_whose_fields_are_not_shown_may_lack_them_all() -> None:
    """Interface 2: the fields of recent items and projects are not shown, so none is counted on."""
    assert (
        organization.get_dashboard_recent_items.read_output({"recentItems": [{"kind": "x"}]}).recent_items[0].title
        is None
    )
    assert organization.get_organization_projects.read_output({"projects": [{}]}).projects[0].name is None
    assert organization.get_user_data.read_output({}).ai_credit_balance is None
    assert organization.get_full_sidebar_items.read_output({}).favorites is None


def test_a_list_that_the_interface_shows_must_be_there() -> None:
    """Interface 4.1 and 4.2 name `recentItems` and `projects`."""
    with pytest.raises(ValidationError):
        organization.get_organization_projects.read_output({})


def test_there_may_be_no_last_organization() -> None:
    """A person who belongs to none gets null, not an error."""
    assert organization.get_last_selected_organization_id.read_output({"organizationId": None}).organization_id is None

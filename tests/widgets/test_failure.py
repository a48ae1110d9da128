"""What a panel says when something fails."""

from __future__ import annotations

from workbench.errors import NotAllowed, WorkbenchError
from workbench.widgets.failure import details, sentence


def test_ours_says_what_to_do() -> None:
    """The error's own words."""
    assert sentence(NotAllowed()) == "Your role does not allow this. Ask an owner or admin of the organization."


def test_what_steers_is_shown_not_obeyed() -> None:
    """A service's words may hold anything."""
    assert sentence(WorkbenchError("a\x1b[31m\u202eb")) == "a\\x1b[31m\\u202eb"


def test_details_name_the_procedure_and_code() -> None:
    """What whoever is asked for help wants to know."""
    refused = NotAllowed(procedure="organization.grantCredits", code="FORBIDDEN", http_status=403)

    assert details(refused) == "NotAllowed\nprocedure: organization.grantCredits\ncode: FORBIDDEN, HTTP 403"

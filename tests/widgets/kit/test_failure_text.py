"""What a panel says when something fails."""

from __future__ import annotations

import pytest

from workbench.errors import InputRejected, NotAllowed, Unreachable, WorkbenchError
from workbench.procedures.organization import add_member
from workbench.widgets.kit.failure_text import details, sentence


def test_ours_says_what_to_do() -> None:
    """The error's own words."""
    assert sentence(NotAllowed()) == " ".join(NotAllowed.__doc__.split())


def test_what_steers_is_shown_not_obeyed() -> None:
    """A service's words may hold anything."""
    assert sentence(WorkbenchError("a\x1b[31m\u202eb")) == "a\\x1b[31m\\u202eb"


def test_the_procedures_name_is_left_to_the_details() -> None:
    """It means nothing to anyone who clicked."""
    away = Unreachable("Nothing listens.", procedure="courseRouter.setCourseSharing")

    assert sentence(away) == "Nothing listens."
    assert "courseRouter.setCourseSharing" in details(away)


def test_details_name_the_procedure_and_code() -> None:
    """What anyone who is requested help wants to know."""
    refused = NotAllowed(procedure="organization.grantCredits", code="FORBIDDEN", http_status=403)

    assert details(refused) == "NotAllowed\nprocedure: organization.grantCredits\ncode: FORBIDDEN, HTTP 403"


def test_a_typing_error_names_no_procedure() -> None:
    """Anyone who typed a wrong address does not know what `organization.addMember` is."""
    with pytest.raises(InputRejected) as caught:
        add_member(email="no address", role="nobody")  # type: ignore[arg-type]

    assert sentence(caught.value) == "Email: it is not an e-mail address (given: 'no address')."


@pytest.mark.parametrize(
    "reason", ["nothing answers at this address", "no answer came in time", "the connection broke"]
)
def test_one_outage_is_told_in_one_way(reason: str) -> None:
    """
    Regression: each panel told another reason, and none the address.
    """
    away = Unreachable(f"{reason}.", procedure="lesson.listLessons")
    away.address = "https://service.example"

    assert sentence(away) == (
        "The service at https://service.example is not responding. "
        "Check that it is running and that you are online, then try again."
    )


def test_what_may_have_been_done_is_not_to_be_repeated_blindly() -> None:
    """A write that was sent and not answered."""
    away = Unreachable("No answer came in time.", procedure="lesson.deleteLesson")
    away.address = "https://service.example"

    assert sentence(away).endswith("Your change may have been made: check before you repeat it.")

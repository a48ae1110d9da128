"""Records of people: what is an address, what is a role."""

from __future__ import annotations

import pytest

from workbench.errors import InputRejected
from workbench.procedures import organization
from workbench.procedures.member import email_address


def test_an_address_loses_its_outer_white_space() -> None:
    """As it is pasted from a list."""
    assert email_address(" ben@example.org\n") == "ben@example.org"


@pytest.mark.parametrize("text", ["", "@", "ben@", "@example.org", "b en@example.org", "ben@ex\u200bample.org"])
def test_what_is_no_address_is_refused(text: str) -> None:
    """White space and what cannot be seen included."""
    with pytest.raises(ValueError, match="not an e-mail address"):
        email_address(text)


def test_an_unknown_role_is_not_sent() -> None:
    """The roles are a closed list here, unlike tiers."""
    with pytest.raises(InputRejected, match="role"):
        organization.add_member(email="ben@example.org", role="emperor")  # type: ignore[arg-type]

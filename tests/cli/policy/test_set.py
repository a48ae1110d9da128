"""`workbench policy`: shown in sentences, changed by what is named."""

from __future__ import annotations

import json

import pytest

from tests.own_service import command

pytestmark = pytest.mark.usefixtures("own_service")


def test_a_policy_is_set_and_shown() -> None:
    """Nothing named is refused; `unlimited` takes the limit away."""
    assert command("policy", "set").returncode == 2
    words = ("--publication", "approvedOnly", "--longest-share-days", "90", "--sharing-roles", "owner, admin")
    try:
        changed = command("policy", "set", *words, "--review-by-somebody-else")
        assert "90 days" in changed.stdout
        found = json.loads(command("policy", "--json").stdout)
        assert (found["publication"], found["reviewBySomebodyElse"]) == ("approvedOnly", True)
    finally:
        words = (
            "--publication",
            "anyone",
            "--longest-share-days",
            "unlimited",
            "--sharing-roles",
            "owner,admin,author",
        )
        back = command("policy", "set", *words, "--no-review-by-somebody-else")
    assert "no maximum duration" in back.stdout
    assert command("policy", "set", "--sharing-roles", "viewer").returncode != 0

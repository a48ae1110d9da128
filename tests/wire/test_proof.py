"""Only a holder of the key can answer a challenge, and for its own address alone."""

from __future__ import annotations

import pytest

from workbench.wire.proof import proof

HERE = "http://127.0.0.1:8100"


def test_the_same_challenge_has_the_same_answer() -> None:
    """Service and client come to it apart."""
    assert proof("key", "challenge", HERE) == proof("key", "challenge", HERE)


@pytest.mark.parametrize(
    "other", [("other", "challenge", HERE), ("key", "other", HERE), ("key", "challenge", "http://127.0.0.1:8101")]
)
def test_another_key_challenge_or_address_has_another(other: tuple[str, str, str]) -> None:
    """An answer that was fetched from the service's own port proves nothing at a port that a stranger took."""
    assert proof(*other) != proof("key", "challenge", HERE)

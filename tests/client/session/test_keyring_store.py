"""The keyring: only a real one, and never waited for for long."""

from __future__ import annotations

import time
from collections.abc import Iterator

import keyring
import pytest

from tests.client.real_keyring import RealKeyring
from workbench.client.session import keyring_store
from workbench.client.session.token import Token
from workbench.errors import Misconfigured


class LockedKeyring(RealKeyring):
    """A keyring whose lock nobody opens."""

    def get_password(self, service: str, username: str) -> str | None:
        time.sleep(30)
        return None


@pytest.fixture(autouse=True)
def _as_it_was() -> Iterator[None]:
    before = keyring.get_keyring()
    yield
    keyring.set_keyring(before)


def test_a_real_keyring_keeps_and_drops() -> None:
    """What was put is got, under its own origin, until it is dropped."""
    keyring.set_keyring(RealKeyring())
    keyring_store.put("https://one", Token("secret"))

    assert (keyring_store.get("https://one"), keyring_store.get("https://two")) == (Token("secret"), None)

    keyring_store.drop("https://one")

    assert keyring_store.get("https://one") is None


def test_a_keyring_that_hangs_is_given_up() -> None:
    """After three seconds, with a sentence."""
    keyring.set_keyring(LockedKeyring())
    started = time.monotonic()

    with pytest.raises(Misconfigured, match="did not answer"):
        keyring_store.get("https://one")

    assert time.monotonic() - started < 20  # the keyring hangs for 30


def test_a_keyring_that_forgets_is_none() -> None:
    """The null backend accepts everything and keeps nothing."""
    assert keyring_store.problem() == "This computer has no keyring that keeps secrets."

"""The session token does not show itself."""

from __future__ import annotations

import copy
import pickle

import pytest

from workbench.client.token import Token
from workbench.errors import Misconfigured

SECRET = "canary-4f1d9c"


@pytest.mark.parametrize("shown", [repr, str, "{}".format, "{:>40}".format, "%s".__mod__])
def test_showing_it_does_not_show_it(shown: object) -> None:
    """Every usual way to turn it into text gives stars."""
    assert SECRET not in shown(Token(SECRET))  # type: ignore[operator]


def test_it_is_revealed_on_request() -> None:
    """The header needs it."""
    assert Token(f" {SECRET}\n").reveal() == SECRET


def test_it_is_not_pickled() -> None:
    """A task sent elsewhere takes no session along."""
    with pytest.raises(TypeError, match="not pickled"):
        pickle.dumps(Token(SECRET))


def test_a_copy_is_the_same() -> None:
    """Records that hold one can be copied within the process."""
    assert copy.deepcopy([Token(SECRET)]) == [Token(SECRET)]


@pytest.mark.parametrize("text", ["", "  ", "a b", "a;b", "a\r\nSet-Cookie: x", "ключ"])
def test_what_cannot_stand_in_a_cookie_is_refused(text: str) -> None:
    """The refusal does not repeat the text."""
    with pytest.raises(Misconfigured) as refused:
        Token(text)

    assert not text.strip() or text.strip() not in str(refused.value)

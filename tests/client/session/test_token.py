"""The session token does not show itself."""

from __future__ import annotations

import copy
import pickle
import traceback

import pytest

from workbench.client.session.token import Token, as_token
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
    with pytest.raises(TypeError, match="cannot be pickled"):
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


def test_a_refusal_holds_the_text_in_no_frame() -> None:
    """What is refused may be a real token with a slip in it; a traceback with variables is saved in notebooks."""
    with pytest.raises(Misconfigured) as refused:
        Token(f"{SECRET}{chr(10)}x")

    frames = traceback.TracebackException.from_exception(refused.value, capture_locals=True)
    assert SECRET not in "".join(frames.format())


def test_what_cannot_be_a_token_is_none() -> None:
    """So that the caller forgets the text before saying so."""
    assert as_token(f"{SECRET}{chr(10)}x") is None


def test_a_token_that_is_one_already_is_kept() -> None:
    """Not wrapped twice."""
    token = Token(SECRET)
    assert as_token(token) is token and as_token(SECRET) == token


def test_its_fields_hold_functions_only() -> None:
    """Inspectors that list fields find nothing to show."""
    token = Token(SECRET)
    assert [SECRET in repr(getattr(token, name)) for name in token.__slots__] == [False]


def test_a_text_that_says_the_token_back_is_masked() -> None:
    """Error pages like to repeat the headers they were sent; a token too short to be one is left alone."""
    long = "canary-4f1d9c-0123456789"
    assert Token(long).mask(f"<p>{long}</p>".encode()) == b"<p>***</p>" and Token("e").mask(b"else") == b"else"

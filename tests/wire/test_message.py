"""The absent input is one thing, and not null."""

from __future__ import annotations

import copy
import pickle

import pytest

from workbench.wire.message import ABSENT, Request, Response


@pytest.mark.parametrize("same", [copy.copy, copy.deepcopy, lambda value: pickle.loads(pickle.dumps(value))])
def test_absent_stays_the_same_thing(same: object) -> None:
    """It is compared by identity, also after a copy."""
    assert same(ABSENT) is ABSENT  # type: ignore[operator]


def test_absent_is_not_null() -> None:
    """Interface 4.0 tells them apart; and it shows itself by its name."""
    assert ABSENT is not None and repr(ABSENT) == "ABSENT"  # type: ignore[comparison-overlap]


def test_messages_are_values() -> None:
    """Equal when they say the same."""
    assert Request("GET", "/a") == Request("GET", "/a") and Response(200) != Response(201)

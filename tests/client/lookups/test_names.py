"""Things are found by their id or by their name."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from workbench.client.lookups.names import MAX_HINTS, NameLookup


class Thing(NamedTuple):
    """Something with a name."""

    id: str
    name: str
    is_archived: bool = False


THINGS = [
    Thing("1", "Bread"),
    Thing("2", "Wine"),
    Thing("3", "wine"),
    Thing("4", "bread", True),
    Thing("5", "Tea", True),
]


@pytest.mark.parametrize(
    ("wanted", "ids"),
    [
        ("2", ["2"]),
        (" BREAD ", ["1"]),
        ("bread", ["1"]),
        ("Wine", ["2"]),
        ("WINE", ["2", "3"]),
        ("tea", ["5"]),
        ("Coffee", []),
        ("", []),
    ],
)
def test_an_id_goes_before_a_name_and_the_spelling_before_the_rest(wanted: str, ids: list[str]) -> None:
    """What is archived counts where no other has the name."""
    assert [match.id for match in NameLookup(THINGS).matches(wanted)] == ids


def test_the_nearest_names_are_those_in_use() -> None:
    """As they are spelled."""
    lookup = NameLookup(THINGS)

    assert lookup.nearest("braed") == ["Bread"]
    assert lookup.nearest("teas") == []


def test_a_hundred_hints_are_enough() -> None:
    """Ten thousand unknown names in a list of ten thousand would take an hour."""
    lookup = NameLookup(THINGS)

    assert [bool(lookup.nearest("braed")) for _ in range(MAX_HINTS + 1)] == [True] * MAX_HINTS + [False]

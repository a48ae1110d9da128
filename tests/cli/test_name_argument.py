"""A run or a change set is found by its name or the beginning of it."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from workbench.cli.name_argument import find_by_name
from workbench.cli.output import UsageError


@dataclass(frozen=True)
class Item:
    """A run, as far as its name goes."""

    name: str
    origin: str = "a.example"


FOUND = [Item("topics-2"), Item("topics"), Item("bread", "a.example"), Item("bread", "b.example")]


def find(name: str | None) -> Item:
    """One of the four."""
    return find_by_name(
        name, FOUND, "run", label=lambda item: f"{item.name} at {item.origin}", hint=lambda: "See: workbench runs"
    )


@pytest.mark.parametrize(("name", "place"), [(None, 0), ("topics", 1), ("topics-", 0)])
def test_a_whole_name_comes_before_a_beginning(name: str | None, place: int) -> None:
    """Without a name it is the first, which is the newest."""
    assert find(name) is FOUND[place]


def test_several_of_a_name_are_told_apart() -> None:
    """By their labels."""
    with pytest.raises(UsageError, match=r"Several runs have that name: bread at a\.example, bread at b\.example"):
        find("bread")


@pytest.mark.parametrize(("name", "advice"), [("topic5", "Did you mean 'topics'?"), ("zzz", "See: workbench runs")])
def test_an_unknown_name_has_advice(name: str, advice: str) -> None:
    """The nearest name where one is near."""
    with pytest.raises(UsageError) as refused:
        find(name)
    assert refused.value.message == f"There is no run {name!r}. {advice}"

"""Keys: the same list and name give the same rows everywhere; anything that differs gives another key."""

from __future__ import annotations

import string
from dataclasses import replace

import pytest

from workbench.bulk.journal.idempotency import RunIdentity, content_digest, derived_name, journal_name, row_key


def test_a_key_is_the_same_on_every_machine(identity: RunIdentity) -> None:
    """A key depends on nothing but what is named; this one was computed once and must never change."""
    key = row_key(identity, "EN", "photosynthesis", 1, 0)

    assert key == "c98e2d71cfce1ebc48bf40a62efd3c6f0a3d85c7a5ddb5fbdfacca984e0ca6a1"


def test_a_key_is_short_visible_ascii(identity: RunIdentity) -> None:
    """A service refuses keys over 200 characters or with others than visible ASCII ones."""
    key = row_key(identity, "EN", "фотосинтез \n", 1, 0)

    assert len(key) == 64
    assert set(key) <= set(string.hexdigits.lower())


@pytest.mark.parametrize("part", ["service", "organization_id", "person", "name"])
def test_another_run_has_another_key(identity: RunIdentity, part: str) -> None:
    """Service, organization, person and run name are all in the key."""
    other = replace(identity, **{part: "other"})

    assert row_key(identity, "EN", "x", 1, 0) != row_key(other, "EN", "x", 1, 0)


@pytest.mark.parametrize("other", [("DE", "x", 1, 0), ("EN", "y", 1, 0), ("EN", "x", 2, 0), ("EN", "x", 1, 1)])
def test_another_row_has_another_key(identity: RunIdentity, other: tuple[str, str, int, int]) -> None:
    """Language, topic, copy and generation are all in the key."""
    assert row_key(identity, "EN", "x", 1, 0) != row_key(identity, *other)


def test_parts_do_not_run_into_each_other(identity: RunIdentity) -> None:
    """A border that moves between two parts gives another key."""
    one = replace(identity, person="ab", name="c")
    two = replace(identity, person="a", name="bc")

    assert row_key(one, "EN", "x", 1, 0) != row_key(two, "EN", "x", 1, 0)


def test_a_run_is_named_after_file_language_and_organization() -> None:
    """The folder of the file does not matter, nor does the order of languages."""
    assert derived_name("/some/where/occupations.csv", ["EN", "DE", "EN"], "org1") == "occupations · DE EN · org1"


def test_a_journals_name_is_safe_as_a_files_name() -> None:
    """Whatever the origin, the name is plain."""
    name = journal_name("https://a.example:8443/../x", "org/1")

    assert set(name.removesuffix(".sqlite")) <= set(string.hexdigits.lower())


def test_another_organization_has_another_journal() -> None:
    """One file per service and organization."""
    assert journal_name("s", "org1") != journal_name("s", "org2")


def test_what_is_no_file_is_named_after_its_content_too() -> None:
    """Another list is another run; another order, or a topic twice, is the same."""
    one, same, other = (content_digest(topic_list) for topic_list in (["a", "b"], ["b", "a", "b"], ["a", "c"]))

    assert one == same != other
    assert derived_name("list", ["EN"], "org1", one) == f"list {one} · EN · org1"


def test_a_destination_gives_another_key(identity: RunIdentity) -> None:
    """Another place is another lesson; where none is reported, the key is that of every earlier version."""
    plain = row_key(identity, "EN", "x", 1, 0)

    assert row_key(identity, "EN", "x", 1, 0, destination={}) == plain
    assert row_key(identity, "EN", "x", 1, 0, destination={"projectId": "p"}) != plain


def test_a_shared_key_is_the_same_for_every_member(identity: RunIdentity) -> None:
    """The person is left out of it, and of no other."""
    other = replace(identity, person="other")

    assert row_key(identity, "EN", "x", 1, 0, is_shared=True) == row_key(other, "EN", "x", 1, 0, is_shared=True)
    assert row_key(identity, "EN", "x", 1, 0, is_shared=True) != row_key(identity, "EN", "x", 1, 0)

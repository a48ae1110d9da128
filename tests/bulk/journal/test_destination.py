"""Where the lessons of a run go, as a value."""

from __future__ import annotations

from workbench.bulk.journal.destination import DEFAULT_PROJECT, Destination, stored_destination


def test_what_the_journal_keeps_is_the_same_destination() -> None:
    """With its name, or without any."""
    kept = [Destination("p1", "Ω larder"), Destination("p1"), Destination()]

    assert [stored_destination(destination.to_json()) for destination in kept] == kept


def test_a_name_is_no_part_of_the_identity() -> None:
    """Somebody may rename the project between two sends."""
    assert Destination("p1", "Larder").identity == Destination("p1", "Pantry").identity == {"projectId": "p1"}


def test_it_is_told_by_its_name_where_that_is_known() -> None:
    """Else by its id; none is the default project."""
    assert [str(Destination("p1", "Larder")), str(Destination("p1")), str(Destination())] == [
        "Larder",
        "p1",
        DEFAULT_PROJECT,
    ]

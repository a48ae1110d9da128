"""The list of sources in a form."""

from __future__ import annotations

from uuid import uuid4

import pytest

from tests.widgets.sources.conftest import Add
from workbench.client.sync import Client
from workbench.procedures.source import delete_source
from workbench.widgets.sources.choice import MAX_CHOSEN, SourceChoice


@pytest.fixture
def choice(client: Client) -> SourceChoice:
    """The list, not read yet."""
    return SourceChoice(client, None)


def test_chosen_sources_are_its_value(choice: SourceChoice, add: Add) -> None:
    """By their ids; one whose sending is not finished is not offered; hostile titles are text."""
    first, second, begun = add("<b>Pumps</b>\u2066 a\u2069"), add("Valves"), add("Begun", is_last=False)
    choice.refresh()
    choice.list.chosen = [first, second]

    assert set(choice.value) == {first, second}
    assert begun not in {row["id"] for row in choice.list.rows}
    assert choice.list.status.startswith("2 of ")


def test_what_is_filtered_away_stays_chosen(choice: SourceChoice, add: Add) -> None:
    """And is chosen when the filter is emptied."""
    word = f"w{uuid4().hex[:8]}"
    first, second = add(f"{word} pumps"), add(f"{word} valves")
    choice.refresh()
    choice.value = (first,)
    choice.filter.value = f"{word} VALVES"
    choice.list.chosen = [second]
    choice.filter.value = word

    assert set(choice.value) == {first, second} == set(choice.list.chosen)


def test_a_source_that_is_gone_is_not_chosen_any_more(choice: SourceChoice, add: Add, client: Client) -> None:
    """After the next look."""
    source_id = add("Short-lived")
    choice.refresh()
    choice.value = (source_id,)
    client.call(delete_source(source_id=source_id))
    choice.refresh()

    assert choice.value == ()


def test_more_than_a_lesson_takes_cannot_be_chosen(choice: SourceChoice, add: Add) -> None:
    """It says so, and what was chosen before stays."""
    ids = [add(f"Source {number}") for number in range(MAX_CHOSEN + 1)]
    choice.refresh()
    choice.list.chosen = ids[:2]
    choice.list.chosen = ids

    assert set(choice.value) == set(ids[:2]) == set(choice.list.chosen)
    assert "at most 20 sources" in choice.note.value


def test_a_service_without_sources_offers_none(interface_client: Client) -> None:
    """It is out of sight."""
    choice = SourceChoice(interface_client, None)
    choice.refresh()

    assert (choice.sources, choice.layout.display) == ((), "none")

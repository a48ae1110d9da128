"""Where a list comes in."""

from __future__ import annotations

from workbench.widgets.bulk.list_input import ListInput
from workbench.widgets.bulk.stored_lists import ListSource


def test_pasted_lines_are_a_list_without_a_name() -> None:
    """They come from no file; blank ones are nothing."""
    taken: list[ListSource] = []
    place = ListInput(taken.append, taken.append)
    for text in (" \n", "Tides\nKnots"):
        place.pasted.value = text
        place.paste_button.click()

    assert taken == [ListSource("", b"Tides\nKnots")]

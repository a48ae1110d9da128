"""Cursors and orders: what is not ours is refused, or sorted as recently updated."""

from __future__ import annotations

import pytest

from workbench.service.db.listing import (
    ALPHABETICAL,
    CREATED,
    UPDATED,
    CursorRejected,
    PagePosition,
    cursor_at,
    decode_cursor,
    known_sort,
)


@pytest.mark.parametrize(
    ("order", "place"),
    [
        (UPDATED, PagePosition(1_790_000_000_000, "a1")),
        (CREATED, PagePosition(0, "b2")),
        (ALPHABETICAL, PagePosition(None, "c3")),
    ],
)
def test_a_cursor_leads_back_to_its_place(order: str, place: PagePosition) -> None:
    """In the order that it was given for."""
    assert decode_cursor(order, cursor_at(order, place)) == place


def test_no_cursor_is_the_first_page() -> None:
    """There is no place to start after."""
    assert decode_cursor(UPDATED, None) is None


def test_a_cursor_of_another_order_is_rejected() -> None:
    """The pages would not fit together."""
    with pytest.raises(CursorRejected):
        decode_cursor(CREATED, cursor_at(UPDATED, PagePosition(1, "a")))


@pytest.mark.parametrize("preference", [None, "", "updated_at; --", "RECENTLY-CREATED"])
def test_an_unknown_order_is_recently_updated(preference: str | None) -> None:
    """An unknown preference is no error (service 1)."""
    assert known_sort(preference) == UPDATED


def test_a_cursor_is_short() -> None:
    """Whatever the title is that it is at."""
    assert len(cursor_at(UPDATED, PagePosition(10**17, "x" * 64))) <= 90

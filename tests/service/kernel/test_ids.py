"""Ids: their form and their randomness."""

from __future__ import annotations

from workbench.service.kernel.ids import new_id


def test_an_id_has_25_lower_case_base_36_digits() -> None:
    """The form that every id of ours has."""
    made = new_id()
    assert len(made) == 25
    assert made.isascii() and made.isalnum() and made.islower()


def test_ids_do_not_repeat() -> None:
    """Ten thousand ids are ten thousand different ones."""
    assert len({new_id() for _ in range(10_000)}) == 10_000

"""What looks like data of a person."""

from __future__ import annotations

import pytest

from workbench.authoring.checks.personal import find_personal_data


@pytest.mark.parametrize(
    "text",
    [
        "b.aubry1979@gmail.com",
        "4111 1111 1111 1111",
        "+49 30 1234567",
        "078-05-1120",
        "GB29 NWBK 6016 1331 9268 19",
        "Dahlienweg 61",
        "14 rue de la Paix",
    ],
)
def test_it_is_found(text: str) -> None:
    """Mail, card, phone, identity and street."""
    assert list(find_personal_data(f"Ask at {text}, please.")) == [text]


@pytest.mark.parametrize(
    "text", ["anna@example.org", "4111 1111 1111 1112", "1914-1918", "Room 12", "3.14159265358979"]
)
def test_what_is_none_is_passed(text: str) -> None:
    """An address for examples, a number whose check digit is wrong, years, rooms, numbers."""
    assert list(find_personal_data(f"Ask at {text}, please.")) == []

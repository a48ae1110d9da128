"""A file comes from the browser in parts, which may be anything."""

from __future__ import annotations

import pytest

from workbench.widgets.kit.file_drop import FileDrop


class Taken(FileDrop):
    """What came in and what was refused."""

    def __init__(self) -> None:
        self.files: list[tuple[str, bytes]] = []
        self.reasons: list[str] = []
        super().__init__("Drop", lambda name, data: self.files.append((name, data)), self.reasons.append, max_bytes=10)

    def part(self, part: int, parts: int, data: bytes, *, name: str = "a.csv", transfer: str = "one") -> None:
        """A part comes."""
        message = {"intent": "part", "transfer": transfer, "part": part, "parts": parts, "name": name}
        self._on_message(self, message, [memoryview(data)])


@pytest.fixture
def drop() -> Taken:
    """A place to drop a file of at most ten bytes."""
    return Taken()


def test_its_parts_make_a_file(drop: Taken) -> None:
    """In order, once."""
    drop.part(0, 2, b"ab")
    drop.part(1, 2, b"cd")
    drop.part(1, 2, b"cd")

    assert drop.files == [("a.csv", b"abcd")]


def test_a_transfer_that_broke_off_is_forgotten(drop: Taken) -> None:
    """The next one is not mixed with it."""
    drop.part(0, 2, b"ab")
    drop.part(0, 2, b"xy", transfer="two")
    drop.part(1, 2, b"cd")
    drop.part(1, 2, b"z", transfer="two")

    assert drop.files == [("a.csv", b"xyz")]


def test_more_than_there_is_room_for_is_refused(drop: Taken) -> None:
    """Whatever the browser said before; none of it is kept."""
    drop.part(0, 3, b"x" * 6)
    drop.part(1, 3, b"x" * 6)
    drop.part(2, 3, b"x")

    assert drop.files == []
    assert len(drop.reasons) == 1


@pytest.mark.parametrize(
    ("name", "plain"),
    [("../../.ssh/config", "config"), ("C:\\lists\\a.xlsx", "a.xlsx"), ("/", "list"), ("é\ud800.csv", "é?.csv")],
)
def test_a_name_is_no_path(drop: Taken, name: str, plain: str) -> None:
    """Only its last part is taken."""
    drop.part(0, 1, b"ab", name=name)

    assert drop.files == [(plain, b"ab")]


def test_switched_off_it_takes_nothing(drop: Taken) -> None:
    """Whatever the browser sends."""
    drop.disabled = True
    drop.part(0, 1, b"ab")

    assert drop.files == []


def test_no_byte_is_in_its_state(drop: Taken) -> None:
    """A notebook saves the state of widgets."""
    drop.part(0, 2, b"canary")

    assert b"canary" not in repr(drop.get_state()).encode()


@pytest.mark.parametrize("message", [None, [], {}, {"intent": "part"}, {"intent": "part", "part": 0, "parts": "x"}])
def test_anything_else_is_nothing(drop: Taken, message: object) -> None:
    """A message may be anything."""
    drop._on_message(drop, message, [b"x"])

    assert drop.files == []

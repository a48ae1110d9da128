"""A private file with a record: secrets do not show themselves, others do not read it."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.client.canaries import with_variables
from tests.client.conftest import CANARY
from workbench.client.session import private_record
from workbench.client.session.private_record import read_record, write_record
from workbench.client.session.token import Token


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A file in a folder that is there."""
    return tmp_path / "record.json"


def test_a_record_comes_back_with_its_secrets_as_tokens(path: Path) -> None:
    """At any depth; what shows the record shows none."""
    record = {"services": {"https://one.example": {"token": Token(CANARY)}}}
    write_record(path, record)

    assert read_record(path) == record
    assert CANARY in path.read_text()
    assert CANARY not in repr(read_record(path))


@pytest.mark.parametrize("text", ["{", "[]", "\udcff", "[" * 100_000])
def test_what_cannot_be_read_is_none(path: Path, text: str) -> None:
    """And no exception, whose frames would hold the text."""
    path.write_text(text, encoding="utf-8", errors="surrogateescape")

    assert read_record(path) is None


def test_a_file_that_is_not_there_is_an_empty_record(path: Path) -> None:
    """The first write makes it."""
    assert read_record(path) == {}


def test_a_file_that_others_could_read_is_closed_to_them(path: Path) -> None:
    """It stayed at mode 0666 until it was written the next time."""
    write_record(path, {"token": Token(CANARY)})
    path.chmod(0o666)
    read_record(path)

    assert path.stat().st_mode & 0o777 == 0o600


def test_a_disk_that_refuses_shows_no_token(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The frames that write hold the text."""

    def refused(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", refused)
    with pytest.raises(OSError, match="No space") as full:
        write_record(path, {"token": Token(CANARY)})

    assert CANARY not in with_variables(full.value)


def test_an_interrupt_while_it_is_read_shows_no_token(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The frames of the JSON reader hold the text, and Ctrl-C may come while it works."""
    write_record(path, {"token": Token(CANARY)})

    def interrupted(_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(private_record, "hidden", interrupted)
    with pytest.raises(KeyboardInterrupt) as stopped:
        read_record(path)

    assert CANARY not in with_variables(stopped.value)

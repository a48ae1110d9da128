"""What a running service leaves for those who look for it."""

from __future__ import annotations

import stat
from dataclasses import replace
from pathlib import Path

import pytest

from workbench import __version__
from workbench.client.session.token import Token
from workbench.embedded import record
from workbench.embedded.record import EmbeddedService

RUNNING = EmbeddedService(4711, "http://127.0.0.1:8123", Token("canary-token"), "an-id", __version__, "")


def test_what_was_kept_is_read(tmp_path: Path) -> None:
    """Every field comes back."""
    record.save(tmp_path, RUNNING)

    assert record.load(tmp_path) == RUNNING


def test_the_file_is_open_to_its_owner_alone(tmp_path: Path) -> None:
    """It holds a session token: mode 0600."""
    record.save(tmp_path, RUNNING)

    assert stat.S_IMODE((tmp_path / record.RECORD).stat().st_mode) == 0o600


@pytest.mark.parametrize("text", ["", "{", "[]", '{"pid": 1}', '{"pid": "x", "base_url": 1, "token": ""}'])
def test_a_file_that_cannot_be_read_is_none(text: str, tmp_path: Path) -> None:
    """A half-written or foreign file is not a service."""
    (tmp_path / record.RECORD).write_text(text)

    assert record.load(tmp_path) is None


def test_a_session_that_ended_leaves_only_its_port(tmp_path: Path) -> None:
    """The next start takes the same address; the token is gone."""
    record.save(tmp_path, RUNNING)
    record.forget_session(tmp_path)

    assert "canary-token" not in (tmp_path / record.RECORD).read_text()
    assert record.last_port(tmp_path) == 8123


def test_a_new_folder_has_no_port(tmp_path: Path) -> None:
    """Then any will do."""
    assert record.last_port(tmp_path) == 0


def test_the_token_does_not_show() -> None:
    """A record in a traceback or a cell keeps it to itself."""
    assert "canary" not in repr(RUNNING)


def test_the_same_settings_say_nothing() -> None:
    """No news, no line."""
    assert RUNNING.changed_setting({}) is None


def test_another_writer_is_noticed() -> None:
    """Both writers are named, and the command that restarts."""
    said = RUNNING.changed_setting({"WORKBENCH_AI_MODEL": "openai:some"}) or ""

    assert "openai:some" in said
    assert "no AI" in said
    assert "workbench stop" in said


def test_another_version_is_noticed() -> None:
    """After an update the old service still runs."""
    assert "0.0.1" in (replace(RUNNING, version="0.0.1").changed_setting({}) or "")

"""`workbench doctor`."""

from __future__ import annotations

import json
import os
import platform
import re
import sys
from pathlib import Path

import pytest

from tests.model_server import SECRET, failing, good, model_server
from tests.own_service import command
from workbench.cli.doctor import check_installation, storage
from workbench.embedded.record import EmbeddedService


@pytest.mark.usefixtures("own_service")
def test_a_healthy_bench_has_nothing_to_mend() -> None:
    """Everything needed is there, the service answers, the session is valid."""
    ended = command("doctor", "--json")
    found = {check["check"]: check["state"] for check in json.loads(ended.stdout)}

    assert ended.returncode == 0, ended.stdout
    assert (found["own service"], found["session"]) == ("ok", "ok")


@pytest.mark.skipif(os.name != "posix" or os.geteuid() != 0, reason="only root can give a folder to another user")
def test_a_data_folder_that_commands_refuse_is_wrong(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Regression: another user's was ok here, and refused by every command that uses it."""
    os.chown(tmp_path, 65_534, -1)
    monkeypatch.setenv("WORKBENCH_HOME", str(tmp_path))
    ended = command("doctor")

    assert ended.returncode == 1
    assert re.search("wrong +data folder .* belongs to another user", ended.stdout)


def test_it_starts_no_service() -> None:
    """Looking changes nothing."""
    assert "not running" in command("doctor").stdout


def test_a_service_that_is_away_is_wrong() -> None:
    """Exit 1, with the reason in its line."""
    ended = command("doctor", WORKBENCH_URL="https://127.0.0.1:1", WORKBENCH_SESSION_TOKEN="canary-token")

    assert ended.returncode == 1
    assert "canary" not in ended.stdout + ended.stderr


def test_a_changed_writer_is_to_mend(own_service: EmbeddedService) -> None:
    """With the command that does it."""
    ended = command("doctor", WORKBENCH_AI_MODEL="openai:other")

    assert ended.returncode == 1
    assert "workbench stop" in ended.stdout


def test_a_writer_is_tried_on_request() -> None:
    """One small draft: what wrote it, what it cost, what the checks find; without the flag nothing is asked."""
    with model_server(good()) as server:
        command("doctor", **server.environment)
        assert server.requests == []
        ended = command("doctor", "--writer", "--json", **server.environment)

    found = {check["check"]: check for check in json.loads(ended.stdout)}
    assert "openai:sham-model drafted “Washing hands in a kitchen”" in found["writer"]["message"]
    assert found["writer cost"]["message"].startswith("321 tokens read, 654 written")
    assert found["writer draft"]["state"] == "ok"
    assert SECRET not in ended.stdout + ended.stderr


def test_a_writer_that_fails_is_wrong() -> None:
    """With the reason, and without what the provider said."""
    with model_server(failing(401)) as server:
        ended = command("doctor", "--writer", **server.environment)

    assert ended.returncode == 1
    assert "refused the key" in ended.stdout and SECRET not in ended.stdout + ended.stderr


def test_without_a_model_there_is_no_writer_to_try() -> None:
    """It says which variable names one."""
    assert "WORKBENCH_AI_MODEL" in command("doctor", "--writer").stdout


def test_findings_are_a_table_too() -> None:
    """As CSV, a line each."""
    lines = command("doctor", "--output", "csv").stdout.splitlines()

    assert lines[:2] == ["check,state,message", f"python,ok,{platform.python_version()} at {sys.executable}"]


def test_python_and_package_are_named() -> None:
    """The first thing one is requested."""
    assert [check.check for check in check_installation()][:2] == ["python", "workbench"]


def test_the_null_keyring_is_not_taken_for_one() -> None:
    """It forgets."""
    assert [check.state for check in storage() if check.check == "keyring"] == ["missing"]

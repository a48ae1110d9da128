"""The Jupyter server that commands start."""

from __future__ import annotations

import argparse
from pathlib import Path

import pytest

from workbench.cli.jupyter.server import add_server_options, server_command_options, start_service


def test_a_port_and_no_browser_are_passed_on(tmp_path: Path) -> None:
    """As the person chose."""
    words = server_command_options(tmp_path, argparse.Namespace(no_browser=True, port=8123))

    assert {"--no-browser", "--port=8123", f"--ServerApp.root_dir={tmp_path}"} <= set(words)


def test_its_options_are_those_of_lab_and_page(tmp_path: Path) -> None:
    """What one takes, the other takes."""
    parser = argparse.ArgumentParser()
    add_server_options(parser, "the page")

    assert "--port=8123" in server_command_options(tmp_path, parser.parse_args(["--no-browser", "--port", "8123"]))


def test_another_service_is_left_to_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the environment names one, none is started here."""
    monkeypatch.setenv("WORKBENCH_URL", "https://service.example")
    monkeypatch.setenv("WORKBENCH_HOME", str(tmp_path / "elsewhere"))

    start_service()

    assert not (tmp_path / "elsewhere").exists()


def test_root_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """As in a container: it is allowed, and reported."""
    monkeypatch.setattr("os.geteuid", lambda: 0, raising=False)

    assert "--allow-root" in server_command_options(tmp_path, argparse.Namespace(no_browser=False, port=0))
    assert "Running as root" in capsys.readouterr().err


def test_the_address_is_not_buried(tmp_path: Path) -> None:
    """It stood under twenty lines of the server's log; only errors are logged."""
    said = server_command_options(tmp_path, argparse.Namespace(no_browser=True, port=0))

    assert "--Application.log_level=ERROR" in said

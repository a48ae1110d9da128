"""A long reading is shown where somebody looks on, and stopped without a trace."""

from __future__ import annotations

import io
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.meta.house import ROOT
from tests.own_service import command
from workbench.cli.stopping import stoppable
from workbench.embedded.record import Running


class Terminal(io.StringIO):
    """Standard error with somebody before it."""

    def isatty(self) -> bool:
        return True


@pytest.fixture
def silent() -> Iterator[socket.socket]:
    """A service that takes connections and never says a word."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        listening.settimeout(60)
        yield listening


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("report", "lessons", "--to", "out/l.csv", "--overwrite"), "workbench: Stopped. out/l.csv was not written.\n"),
        (("report", "lessons"), "workbench: Stopped.\n"),
        (("snapshot", "out"), "workbench: Stopped. Nothing was written.\n"),
        (("export", "a" * 25, "--to", "out"), "workbench: Stopped. Nothing was written.\n"),
    ],
    ids=["report to a file", "report", "snapshot", "export"],
)
def test_ctrl_c_leaves_what_was_there_and_says_so(
    words: tuple[str, ...], said: str, silent: socket.socket, tmp_path: Path
) -> None:
    """In the middle of a request: one line, exit code 130, no half file and no note of a failure."""
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "l.csv").write_text("mine")
    where = f"http://127.0.0.1:{silent.getsockname()[1]}"
    running = subprocess.Popen(
        [sys.executable, "-m", "workbench.cli.main", *words],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT), "WORKBENCH_URL": where, "WORKBENCH_SESSION_TOKEN": "t" * 20},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    connection, _ = silent.accept()
    with connection:
        connection.recv(1)
        running.send_signal(signal.SIGINT)
        _, told = running.communicate(timeout=60)

    assert (running.returncode, told) == (130, said)
    assert [(each.name, each.read_text()) for each in (tmp_path / "out").iterdir()] == [("l.csv", "mine")]


def test_where_somebody_looks_on_pages_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    """On one line, which is taken away at the end."""
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    with stoppable() as progress:
        progress(1)
        progress(1234)

    assert terminal.getvalue() == "\r1 pages read; Ctrl-C stops \r1,234 pages read; Ctrl-C stops \r\x1b[K"


def test_a_schedule_sees_nothing(own_service: Running, tmp_path: Path) -> None:
    """Standard error holds one line about the file."""
    ended = command("report", "lessons", "--to", str(tmp_path / "l.csv"))

    assert ended.stderr.count("\n") == 1
    assert "read" not in ended.stderr

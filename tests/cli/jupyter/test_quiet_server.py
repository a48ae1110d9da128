"""What a person reads in the terminal when `workbench page` or `workbench lab` starts, and when it stops."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest
from jupyter_client.blocking.client import BlockingKernelClient

from tests.meta.source_tree import ROOT
from tests.needs import needs
from workbench.cli.jupyter.notebook_files import FIRST

pytestmark = needs("linux")  # signals are sent

SECONDS_TO_START = 60
SECONDS_TO_END = 20
Started = Callable[..., tuple["subprocess.Popen[bytes]", Path]]


@pytest.fixture
def started(tmp_path: Path) -> Iterator[Started]:
    """Start a command with a home of its own. Returns its process and the file with all that it prints."""
    servers: list[subprocess.Popen[bytes]] = []

    def start(*words: str) -> tuple[subprocess.Popen[bytes], Path]:
        log = tmp_path / "printed.txt"
        known = {name: value for name, value in os.environ.items() if not name.startswith(("JUPYTER", "PYTHONWARN"))}
        places = {"HOME": str(tmp_path), "PYTHONPATH": str(ROOT), "WORKBENCH_URL": "http://127.0.0.1:9"}
        with log.open("wb") as kept:
            command = [sys.executable, "-m", "workbench.cli.main", *words, "--no-browser"]
            servers.append(subprocess.Popen(command, cwd=tmp_path, env={**known, **places}, stdout=kept, stderr=kept))
        return servers[-1], log

    yield start
    for server in servers:
        server.kill()
        server.wait()


def address_in(log: Path, server: subprocess.Popen[bytes]) -> str:
    """The last line, once it is an address."""
    until = time.monotonic() + SECONDS_TO_START
    while time.monotonic() < until and server.poll() is None:
        if found := re.search(r"^http://\S+\n\Z", log.read_text("utf-8"), re.MULTILINE):
            return found[0].strip()
        time.sleep(0.05)
    raise AssertionError(log.read_text("utf-8")[-2000:])


def start_kernel(kernels: str, home: Path) -> None:
    """Start a kernel of the server in `home`, and wait until it answers."""
    with httpx.Client(transport=httpx.HTTPTransport(retries=6)) as client:  # the address is printed a moment too early
        kernel = client.post(kernels, json={}).raise_for_status().json()["id"]
    (connection,) = home.rglob(f"kernel-{kernel}.json")
    asking = BlockingKernelClient(connection_file=str(connection))
    asking.load_connection_file()
    asking.start_channels(hb=False)  # a busy machine answers a heartbeat too late
    try:
        asking.wait_for_ready(timeout=SECONDS_TO_START)
    finally:
        asking.stop_channels()


ROOT_NOTE = "Running as root, as in a container; Jupyter is started with --allow-root.\n" if os.geteuid() == 0 else ""


@pytest.mark.parametrize(
    ("words", "welcome", "path"),
    [
        (["page"], "Welcome to the workbench. Press Ctrl-C to stop it.", "/voila/render/workbench.ipynb"),
        (
            ["lab", "mine"],
            f"Welcome to the workbench. JupyterLab opens your copies of the notebooks in {{}}/mine, first {FIRST}.",
            f"/lab/tree/{FIRST}",
        ),
    ],
)
def test_it_prints_a_welcome_and_the_address(
    started: Started, tmp_path: Path, words: list[str], welcome: str, path: str
) -> None:
    """No line of another program: it was 8 KB of `yarn.js`, a deprecation warning and the address of a file.

    The address answers, and neither a kernel nor stopping adds a line.
    """
    server, log = started(*words)
    address = address_in(log, server)
    start_kernel(address.replace(path, "/api/kernels"), tmp_path)
    server.send_signal(signal.SIGTERM)

    assert server.wait(SECONDS_TO_END) == 0
    assert re.fullmatch(rf"http://127\.0\.0\.1:\d+{path}\?token=\w+", address)
    assert log.read_text("utf-8") == f"{welcome.format(tmp_path)}\n{ROOT_NOTE}{address}\n"


def test_an_error_is_still_printed(started: Started, tmp_path: Path) -> None:
    """A configuration that cannot be read is named."""
    broken = tmp_path / ".jupyter" / "jupyter_server_config.json"
    broken.parent.mkdir()
    broken.write_text("{")
    server, log = started("page")

    assert address_in(log, server)
    assert "Expecting property name" in log.read_text("utf-8")

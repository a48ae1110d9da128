"""The server of a page ends when it is told to, whatever is in progress."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import httpx
import pytest

from tests.meta.source_tree import ROOT
from tests.needs import needs
from tests.slow import first_in_gate

pytestmark = needs("linux")  # a named pipe tells the kernel's process, and signals are requested

SECONDS_TO_END = 15
ENDLESS = """\
import os, time
with open("kernel", "w") as told:
    told.write(str(os.getpid()))
time.sleep(600)
"""
STUCK = """\
import asyncio
from jupyter_server.extension.application import ExtensionApp

class Stuck(ExtensionApp):
    name = "stuck"
    async def stop_extension(self):
        await asyncio.sleep(600)

def _jupyter_server_extension_points():
    return [{"module": "stuck", "app": Stuck}]
"""


@contextmanager
def served(folder: Path, *words: str) -> Iterator[tuple[subprocess.Popen[str], int]]:
    """The server in a folder, and its port."""
    places = {"HOME": str(folder), "JUPYTER_CONFIG_DIR": str(folder), "PYTHONPATH": f"{ROOT}{os.pathsep}{folder}"}
    options = ["--no-browser", "--allow-root", "--IdentityProvider.token="]
    options += ["--ServerApp.ip=127.0.0.1", f"--ServerApp.root_dir={folder}"]
    with subprocess.Popen(
        [sys.executable, "-m", "workbench.cli.jupyter.page_server", *options, *words],
        cwd=folder,
        env={**os.environ, **places},
        stderr=subprocess.PIPE,
        text=True,
    ) as server:
        try:
            yield server, _port(server)
        finally:
            server.kill()


def _port(server: subprocess.Popen[str]) -> int:
    assert server.stderr is not None
    told = (re.search(r"http://127\.0\.0\.1:(\d+)/", line) for line in server.stderr)
    port = int(next(found for found in told if found)[1])
    with httpx.Client(transport=httpx.HTTPTransport(retries=6)) as client:  # it says its port before it listens
        client.get(f"http://127.0.0.1:{port}/api").raise_for_status()
    return port


@pytest.fixture
def making(tmp_path: Path) -> Iterator[tuple[subprocess.Popen[str], int]]:
    """A server with a page that never comes to its end and whose reader has gone, and the process of its kernel."""
    cell = {"cell_type": "code", "id": "a", "metadata": {}, "outputs": [], "execution_count": None, "source": ENDLESS}
    kernel = {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}}
    notebook = {"nbformat": 4, "nbformat_minor": 5, "metadata": kernel, "cells": [cell]}
    (tmp_path / "endless.ipynb").write_text(json.dumps(notebook), encoding="utf-8")
    os.mkfifo(tmp_path / "kernel")
    with served(tmp_path) as (server, port), ExitStack() as left:
        with socket.create_connection(("127.0.0.1", port)) as half_open:
            half_open.sendall(b"GET /voila/render/endless.ipynb HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
            process = int((tmp_path / "kernel").read_text(encoding="utf-8"))
            left.callback(_killed, process)
        yield server, process


def _killed(process: int) -> None:
    if Path(f"/proc/{process}").exists():
        os.kill(process, signal.SIGKILL)


@pytest.mark.parametrize("told", first_in_gate([signal.SIGTERM, signal.SIGINT]))
def test_it_ends_while_a_page_is_being_made(making: tuple[subprocess.Popen[str], int], told: signal.Signals) -> None:
    """A page that timed out in its browser once kept the server for ever. Its kernel goes along."""
    server, kernel = making
    server.send_signal(told)

    assert server.wait(SECONDS_TO_END) == 0
    assert not Path(f"/proc/{kernel}").exists()


@pytest.mark.slow
def test_it_ends_although_something_never_stops(tmp_path: Path) -> None:
    """The last moment comes without it."""
    (tmp_path / "stuck.py").write_text(STUCK, encoding="utf-8")
    with served(tmp_path, '--ServerApp.jpserver_extensions={"stuck": True}') as (server, _):
        server.send_signal(signal.SIGTERM)

        assert server.wait(SECONDS_TO_END) == 1

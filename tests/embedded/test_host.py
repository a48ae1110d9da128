"""The embedded service's own process: it leaves when nobody asks, and a second one leaves immediately."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from tests.meta.source_tree import ROOT
from workbench.client.session.token import Token
from workbench.client.sync import Client
from workbench.embedded import life
from workbench.embedded.host import IDLE_SECONDS
from workbench.embedded.record import EmbeddedService, load
from workbench.errors import Unreachable
from workbench.procedures.service import who_am_i

IDLE = "from workbench.embedded import host; host.IDLE_SECONDS = 1; host.main()"


def hosted(code: str) -> str:
    """What a process says that runs the host's code, once it, and what it leaves behind, have let go of the pipe."""
    return subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    ).stdout


def test_it_leaves_after_twelve_hours_in_which_nobody_asked() -> None:
    """The limit of the design."""
    assert IDLE_SECONDS == 12 * 3600


def test_idle_for_its_limit_it_ends_in_order(fresh_folder: Path) -> None:
    """Standard error, the log, is open until the process has ended; then no session is left."""
    assert hosted(IDLE) == ""
    assert life.find() is None
    assert load(fresh_folder) is None


@pytest.mark.parametrize("most_bytes", [0, 20_000, 300_000])
def test_a_full_disk_is_said_to_whoever_started_it(fresh_folder: Path, most_bytes: int) -> None:
    """Regression: "The service ended while it was starting. Look at … service.log", on a disk that took no log."""
    limit = f"resource.setrlimit(resource.RLIMIT_FSIZE, ({most_bytes}, resource.RLIM_INFINITY))"
    said = hosted(f"import resource; {limit}; from workbench.embedded import host; host.main()")

    assert said == f"The disk of {fresh_folder} is full, or can't be written to. Free some space, then try again."
    assert life.find() is None


WITHOUT_SOCKETS = "from workbench.embedded import host, socket_file; socket_file.HAS_SOCKETS = False; host.main()"


@pytest.mark.usefixtures("fresh_folder")
def test_without_unix_sockets_it_proves_itself_before_a_cookie_is_sent() -> None:
    """As on Windows: proof and cookie share one connection, and the client works as usual."""
    subprocess.run(  # until it answers: it closes its standard output then
        [sys.executable, "-c", WITHOUT_SOCKETS],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        timeout=60,
        check=True,
    )
    running = life.start()
    local = life.reach_service(running)

    assert (running.socket_path, running.proof_key is None) == (None, False)
    with Client(running.base_url, running.token, local=local) as client:
        assert client.call(who_am_i()).email == "owner@localhost"

    strange = replace(local, proof_key=Token("of-another-file"), read=lambda: None)
    with Client(running.base_url, running.token, local=strange) as client, pytest.raises(Unreachable):
        client.call(who_am_i())


def test_a_second_one_for_the_same_data_leaves_at_once(own_service: EmbeddedService) -> None:
    """The lock says who is alive; the first one continues."""
    assert hosted("from workbench.embedded import host; host.main()") == ""
    assert life.find() == own_service

"""The embedded service's life: one for a data folder, found again, stopped. Real processes, real ports."""

from __future__ import annotations

import json
import os
import re
import socket
import stat
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import apsw
import pytest

from tests.needs import require
from tests.server_process import python_process
from workbench.client.data_folder import ensure_private
from workbench.client.session.local_service import is_private
from workbench.client.session.token import Token
from workbench.client.sync import Client
from workbench.embedded import life
from workbench.embedded.host import DATABASE
from workbench.embedded.record import RECORD, EmbeddedService, load
from workbench.errors import Misconfigured, SignInNeeded, Unreachable
from workbench.procedures.lesson import create_starter_lesson, list_lessons
from workbench.procedures.service import who_am_i
from workbench.process_identity import this_process

START = "from workbench.embedded.life import start; found = start(); print(found.pid, found.base_url)"


def starters(count: int) -> list[str]:
    """What as many processes say that all start the service at the same time."""
    started = [python_process("-c", START, stderr=subprocess.STDOUT) for _ in range(count)]
    return [process.communicate(timeout=120)[0] for process in started]


def files(folder: Path) -> list[Path]:
    """Every file in it, at any depth."""
    return [path for path in folder.rglob("*") if path.is_file()]


@pytest.fixture
def killed(fresh_folder: Path) -> EmbeddedService:
    """A service that was killed silently; its file is still there."""
    running = life.start()
    stale = (fresh_folder / RECORD).read_bytes()
    life.stop(now=True)
    (fresh_folder / RECORD).write_bytes(stale)
    return running


@pytest.fixture
def taken_port(fresh_folder: Path) -> Iterator[int]:
    """The port of a service that was stopped, taken by another program in the meantime."""
    running = life.start()
    life.stop()
    port = int(running.base_url.rpartition(":")[2])
    with socket.socket() as taker:
        taker.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        taker.bind(("127.0.0.1", port))
        taker.listen()
        yield port


def test_everyone_finds_the_same_service(own_service: EmbeddedService) -> None:
    """A second caller starts nothing."""
    assert life.start() == own_service == life.find()


@pytest.mark.usefixtures("fresh_folder")
def test_starts_at_once_give_one_service() -> None:
    """Four processes, one service."""
    said = starters(4)

    assert len(set(said)) == 1, said
    assert re.fullmatch(r"\d+ http://127\.0\.0\.1:\d+\n", said[0])


def test_it_answers_with_the_session_of_the_file(own_service: EmbeddedService) -> None:
    """No sign-in: the file's token is the local owner's."""
    with Client(own_service.base_url, own_service.token) as client:
        assert client.capabilities() is not None


def test_its_files_are_open_to_their_owner_alone(own_service: EmbeddedService, shared_folder: Path) -> None:
    """Token, database and log: nobody else reads them."""
    modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in files(shared_folder)}

    assert set(modes.values()) == {0o600}, modes
    assert stat.S_IMODE(shared_folder.stat().st_mode) == 0o700


def test_the_token_is_in_its_file_alone(own_service: EmbeddedService, shared_folder: Path) -> None:
    """Neither in the log nor in the database nor in what others see of the process."""
    token = own_service.token.reveal().encode()
    holding = [path.name for path in files(shared_folder) if token in path.read_bytes()]
    listed = subprocess.run([require("ps"), "-eo", "args"], capture_output=True, check=True).stdout

    assert holding == [RECORD]
    assert token not in listed


def test_it_is_no_child_of_its_starter(own_service: EmbeddedService) -> None:
    """It leads a session of its own: a closed terminal or an interrupted kernel does not end it."""
    assert os.getsid(own_service.pid) != os.getsid(0)


def test_stopped_it_is_gone_and_its_session_too(fresh_folder: Path) -> None:
    """The process has ended, and the file holds no token any more."""
    running = life.start()

    assert life.stop() == running.pid
    assert (life.find(), load(fresh_folder)) == (None, None)


def asked_with(token: Token, running: EmbeddedService) -> None:
    """Ask as a program without the file does: by TCP, with a cookie that it holds."""
    with Client(running.base_url, token) as client:
        client.call(who_am_i())


@pytest.mark.usefixtures("fresh_folder")
def test_a_cookie_from_before_a_stop_is_worth_nothing_after_it() -> None:
    """Anyone who bound the port in the meantime may have been sent it."""
    before = life.start()
    asked_with(before.token, before)
    life.stop()
    after = life.start()

    with pytest.raises(SignInNeeded):
        asked_with(before.token, after)


@pytest.mark.usefixtures("fresh_folder")
def test_a_cookie_from_before_a_kill_is_worth_nothing_after_the_next_start() -> None:
    """A killed service could end no session."""
    before = life.start()
    life.stop(now=True)
    after = life.start()

    with pytest.raises(SignInNeeded):
        asked_with(before.token, after)


def test_sessions_have_ended_when_it_has_stopped(fresh_folder: Path) -> None:
    """Not only at the next start: another service on the same file takes none of them."""
    life.start()
    life.stop()
    found = apsw.Connection(str(fresh_folder / DATABASE)).execute("SELECT revoked_at FROM session").fetchall()

    assert found
    assert all(revoked_at is not None for (revoked_at,) in found)


def test_its_socket_is_gone_when_it_has_stopped(fresh_folder: Path) -> None:
    """And so is the folder that was made for it."""
    running = life.start()
    assert running.socket_path is not None
    assert is_private(running.socket_path)
    life.stop()

    assert not Path(running.socket_path).exists()
    assert list(fresh_folder.glob("*.sock")) == []


def test_of_an_older_workbench_it_is_to_be_restarted(own_service: EmbeddedService, shared_folder: Path) -> None:
    """It has no socket and proves nothing: no session is sent to it."""
    path = shared_folder / RECORD
    as_it_was = path.read_text()
    old = {name: value for name, value in json.loads(as_it_was).items() if name != "socket_path"}
    path.write_text(json.dumps({**old, "proof_key": None}))
    try:
        with pytest.raises(Unreachable, match="workbench stop"):
            life.find()
    finally:
        path.write_text(as_it_was)

    assert life.find() == own_service


def test_a_file_that_lies_in_the_data_folder_is_not_run(fresh_folder: Path) -> None:
    """Regression: Python looks for modules in the folder in which it is started."""
    ensure_private(fresh_folder)
    (fresh_folder / "json.py").write_text("open('was_run', 'w')")
    life.start()

    assert not (fresh_folder / "was_run").exists()


@pytest.fixture
def sleeping() -> Iterator[subprocess.Popen[bytes]]:
    """A stranger's process."""
    with subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"]) as stranger:
        yield stranger
        stranger.kill()


SIGNED = "import fcntl, sys; f = open(sys.argv[1], 'w'); fcntl.flock(f, 2); f.write(sys.argv[2]); f.flush(); input('.')"


@pytest.fixture
def locked_by(fresh_folder: Path) -> Iterator[Callable[[str], None]]:
    """The data folder's lock, held by a process that signs it as it is reported."""
    with ExitStack() as opened:

        def lock(signed: str) -> None:
            path = str(life.alive(ensure_private(fresh_folder)).path)
            holder = opened.enter_context(
                subprocess.Popen([sys.executable, "-c", SIGNED, path, signed], stdin=-1, stdout=-1)
            )
            opened.callback(holder.kill)
            assert holder.stdout is not None
            holder.stdout.read(1)

        yield lock


@pytest.mark.parametrize("signed", ["another-host boot {pid} 1", "{host} boot {pid} 1", "{here} {pid} 1", "{pid}"])
def test_a_process_that_only_has_the_number_is_not_killed(
    locked_by: Callable[[str], None], sleeping: subprocess.Popen[bytes], signed: str
) -> None:
    """Regression: in a second container, or on a second computer with the same home, a stranger's was killed."""
    host, boot, *_ = this_process().split(" ")
    locked_by(signed.format(pid=sleeping.pid, host=host, here=f"{host} {boot}"))

    with pytest.raises(Unreachable, match="runs elsewhere"):
        life.stop(now=True)

    assert sleeping.poll() is None


def test_stopping_nothing_is_fine(fresh_folder: Path) -> None:
    """Also where there never was a data folder."""
    assert life.stop() is None


def test_lessons_and_address_outlive_a_restart(fresh_folder: Path) -> None:
    """Same data, same id, same port where it is free."""
    first = life.start()
    with Client(first.base_url, first.token) as client:
        client.call(create_starter_lesson(topic="Tides", language="EN"))
    life.stop()
    second = life.start()

    with Client(second.base_url, second.token) as client:
        assert client.call(list_lessons()).total == 1
    assert (second.base_url, second.service_id) == (first.base_url, first.service_id)


def test_with_its_port_taken_it_takes_another(taken_port: int) -> None:
    """The data are the same; only the address differs."""
    assert not life.start().base_url.endswith(f":{taken_port}")


def test_a_file_left_by_a_killed_service_is_no_service(killed: EmbeddedService) -> None:
    """Anyone who looks finds nothing, anyone who starts gets a new one."""
    assert life.find() is None
    assert life.start().pid != killed.pid


def test_a_file_that_names_another_process_is_no_service(own_service: EmbeddedService, tmp_path: Path) -> None:
    """A process id that came round again, or a copied file, is not taken for ours."""
    lookalike = tmp_path / "copied"
    lookalike.mkdir()
    (lookalike / RECORD).write_bytes((Path(os.environ["WORKBENCH_HOME"]) / RECORD).read_bytes())
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("WORKBENCH_HOME", str(lookalike))

        assert life.find() is None


def test_what_keeps_it_from_starting_is_said(fresh_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The service's own sentence comes back to anyone who wanted to start it."""
    monkeypatch.setenv("WORKBENCH_AI_MODEL", "no such model")

    with pytest.raises(Misconfigured, match="WORKBENCH_AI_MODEL"):
        life.start()


def test_a_changed_writer_is_noticed(own_service: EmbeddedService, monkeypatch: pytest.MonkeyPatch) -> None:
    """It continues with the old one, and says how to restart it."""
    monkeypatch.setenv("WORKBENCH_AI_MODEL", "openai:some-model")

    assert "workbench stop" in (life.start().changed_setting(os.environ) or "")

"""What leads to the service of this computer, and to nobody else."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from workbench.client.session.local_service import LocalService, is_private
from workbench.client.session.token import Token
from workbench.client.sync import Client
from workbench.errors import Unreachable
from workbench.procedures.service import who_am_i


class Taker:
    """Another person's program at a port or socket: it takes what comes and answers with `said`."""

    def __init__(self, listening: socket.socket, said: bytes) -> None:
        self.heard = b""
        self._listening = listening
        self._said = said
        threading.Thread(target=self._take, daemon=True).start()

    def _take(self) -> None:
        try:
            while True:
                taken, _ = self._listening.accept()
                with taken:
                    taken.settimeout(2)
                    while piece := taken.recv(65536):
                        self.heard += piece
                        taken.sendall(self._said)
        except OSError:
            return


@pytest.fixture
def port_taker() -> Iterator[tuple[Taker, str]]:
    """A port that somebody took: the program, and the address."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        said = b"HTTP/1.1 200 OK\r\nContent-Length: 64\r\n\r\n" + b"0" * 64
        yield Taker(listening, said), f"http://127.0.0.1:{listening.getsockname()[1]}"


def local(base_url: str, *, socket_path: str | None = None, proof_key: Token | None = None) -> LocalService:
    """The service of this computer as a file names it that does not change."""
    return LocalService(base_url, Token("canary-token"), socket_path, proof_key, lambda: None)


def test_without_sockets_a_port_that_was_taken_gets_no_cookie(port_taker: tuple[Taker, str]) -> None:
    """It cannot prove that it holds the key of the private file, whatever it answers."""
    taker, base_url = port_taker
    found = local(base_url, proof_key=Token("key"))

    with Client(base_url, found.token, local=found) as client, pytest.raises(Unreachable) as away:
        client.call(who_am_i())

    assert not away.value.sent
    assert taker.heard.startswith(b"GET /proof/")
    assert b"canary-token" not in taker.heard


def test_a_service_without_socket_and_key_gets_no_cookie(port_taker: tuple[Taker, str]) -> None:
    """There is no way to tell who it is."""
    taker, base_url = port_taker
    found = local(base_url)

    with Client(base_url, found.token, local=found) as client, pytest.raises(Unreachable):
        client.call(who_am_i())

    assert b"canary-token" not in taker.heard


@pytest.fixture
def open_folder(tmp_path: Path) -> Iterator[tuple[Taker, str]]:
    """A socket in a folder that others can write: the program behind it, and its path."""
    folder = tmp_path / "open"
    folder.mkdir()
    folder.chmod(0o777)
    path = str(folder / "s")
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(path)
        listening.listen()
        yield Taker(listening, b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}"), path


def test_a_socket_that_others_may_have_put_there_gets_no_cookie(open_folder: tuple[Taker, str]) -> None:
    """The folder is looked at before each connection."""
    taker, path = open_folder
    found = local("http://127.0.0.1:1", socket_path=path)

    with Client(found.base_url, found.token, local=found) as client, pytest.raises(Unreachable) as away:
        client.call(who_am_i())

    assert (away.value.sent, taker.heard) == (False, b"")


def test_a_link_to_a_private_folder_is_not_private(tmp_path: Path) -> None:
    """Anyone who owns the link may point it elsewhere."""
    (tmp_path / "mine").mkdir(mode=0o700)
    (tmp_path / "link").symlink_to(tmp_path / "mine")

    assert is_private(str(tmp_path / "mine" / "s"))
    assert not is_private(str(tmp_path / "link" / "s"))
    assert not is_private(str(tmp_path / "none" / "s"))


def test_it_shows_no_secret() -> None:
    """Neither session nor key."""
    assert "canary" not in repr(local("http://127.0.0.1:1", proof_key=Token("canary-key")))

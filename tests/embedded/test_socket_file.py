"""The embedded service's socket: this person's alone, wherever it has to lie."""

from __future__ import annotations

import stat
import tempfile
from pathlib import Path

import pytest

from workbench.embedded.socket_file import MOST_BYTES, bound_socket, remove_socket


@pytest.fixture
def short() -> Path:
    """A data folder with a short path."""
    return Path(tempfile.mkdtemp(prefix="wb", dir="/tmp"))


def path_of(folder: Path) -> Path:
    """Where the socket came to lie; it is closed."""
    made = bound_socket(folder)
    assert made is not None
    with made:
        return Path(made.getsockname())


def test_it_lies_in_the_data_folder(short: Path) -> None:
    """Mode 0600, in a folder of mode 0700; one that a killed service left is replaced."""
    path = path_of(short)

    assert path.parent == short
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert path_of(short) == path


def test_a_long_path_has_a_short_folder_of_its_own(short: Path) -> None:
    """A path of more than about 100 bytes cannot name a socket."""
    long = short / ("x" * MOST_BYTES)
    long.mkdir(mode=0o700)

    path = path_of(long)

    assert path.parent != long
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    assert stat.S_IMODE(path.stat().st_mode) == 0o600

    remove_socket(long, str(path))

    assert not path.parent.exists()


def test_a_folder_that_others_can_enter_has_none(short: Path) -> None:
    """Then it lies elsewhere too."""
    short.chmod(0o777)

    path = path_of(short)
    remove_socket(short, str(path))

    assert path.parent != short


def test_taking_it_away_twice_is_fine(short: Path) -> None:
    """The data folder itself stays."""
    path = path_of(short)
    remove_socket(short, str(path))
    remove_socket(short, str(path))

    assert short.is_dir()

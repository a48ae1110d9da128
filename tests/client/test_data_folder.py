"""The data folder: where it is, and that nobody else reads it."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

from workbench.client.data_folder import data_folder, made_private, write_private
from workbench.errors import Misconfigured


def mode(path: Path) -> int:
    """The rights of a file or folder."""
    return stat.S_IMODE(path.stat().st_mode)


def test_workbench_home_names_the_folder(tmp_path: Path) -> None:
    """`WORKBENCH_HOME` wins over the user's data folder."""
    assert data_folder({"WORKBENCH_HOME": str(tmp_path / "mine")}) == tmp_path / "mine"


def test_without_a_setting_it_is_the_users_data_folder(home: Path) -> None:
    """With nothing set the folder lies below the person's own."""
    assert data_folder({}).is_relative_to(home)


def test_a_new_folder_is_open_to_its_owner_alone(tmp_path: Path) -> None:
    """Nobody else may list it."""
    assert mode(made_private(tmp_path / "a" / "b")) == 0o700


def test_an_open_folder_is_closed(tmp_path: Path) -> None:
    """A folder that was there with wider rights loses them."""
    (tmp_path / "open").mkdir(mode=0o755)

    assert mode(made_private(tmp_path / "open")) == 0o700


def test_a_folder_that_cannot_be_made_is_refused_plainly(tmp_path: Path) -> None:
    """The message names the folder and the setting."""
    (tmp_path / "file").touch()

    with pytest.raises(Misconfigured, match="WORKBENCH_HOME"):
        made_private(tmp_path / "file" / "below")


def test_a_private_file_has_its_mode_from_the_start(tmp_path: Path) -> None:
    """Mode 0600, whatever the umask, also when it is written again."""
    write_private(tmp_path / "secret", "one")
    write_private(tmp_path / "secret", "two")

    assert (mode(tmp_path / "secret"), (tmp_path / "secret").read_text()) == (0o600, "two")

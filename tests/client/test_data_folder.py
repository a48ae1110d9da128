"""The data folder: where it is, and that nobody else reads it."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from workbench.bulk.journal.journal_file import JournalFile
from workbench.client.data_folder import data_folder, ensure_private, write_private
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
    assert mode(ensure_private(tmp_path / "a" / "b")) == 0o700


def test_an_open_data_folder_is_closed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The data folder and folders below it lose rights that are too wide."""
    monkeypatch.setenv("WORKBENCH_HOME", str(tmp_path / "open"))
    (tmp_path / "open" / "runs").mkdir(parents=True)
    (tmp_path / "open").chmod(0o755)

    assert mode(ensure_private(tmp_path / "open")) == 0o700
    assert mode(ensure_private(tmp_path / "open" / "runs")) == 0o700


@pytest.mark.parametrize("rights", [0o755, 0o1777])
def test_a_folder_of_other_things_keeps_its_rights(tmp_path: Path, rights: int) -> None:
    """A journal in a shared folder does not close that folder to everybody else."""
    shared = tmp_path / "shared"
    shared.mkdir()
    shared.chmod(rights)

    JournalFile(shared / "run.sqlite").close()

    assert (mode(shared), mode(shared / "run.sqlite")) == (rights, 0o600)


def test_a_folder_that_all_users_share_is_no_data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`WORKBENCH_HOME=/tmp` would close that folder to all other users; it is refused and left as it was."""
    monkeypatch.setenv("WORKBENCH_HOME", str(tmp_path))
    tmp_path.chmod(0o1777)

    with pytest.raises(Misconfigured, match="shared by all users"):
        ensure_private(tmp_path)

    assert mode(tmp_path) == 0o1777


def test_a_folder_that_cannot_be_made_is_refused_plainly(tmp_path: Path) -> None:
    """The message names the folder and the setting."""
    (tmp_path / "file").touch()

    with pytest.raises(Misconfigured, match="WORKBENCH_HOME"):
        ensure_private(tmp_path / "file" / "below")


@pytest.mark.skipif(os.name != "posix" or os.geteuid() != 0, reason="only root can give a folder to another user")
def test_root_does_not_use_a_folder_of_another_user(tmp_path: Path) -> None:
    """Its owner could read or exchange what is put there."""
    os.chown(tmp_path, 12_345, -1)
    with pytest.raises(Misconfigured, match="belongs to another user"):
        ensure_private(tmp_path)


def test_a_private_file_has_its_mode_from_the_start(tmp_path: Path) -> None:
    """Mode 0600, whatever the umask, also when it is written again."""
    write_private(tmp_path / "secret", "one")
    write_private(tmp_path / "secret", "two")

    assert (mode(tmp_path / "secret"), (tmp_path / "secret").read_text()) == (0o600, "two")

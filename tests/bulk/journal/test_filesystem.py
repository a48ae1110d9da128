"""A journal is refused where file locks cannot be trusted."""

from __future__ import annotations

from pathlib import Path

import pytest

from workbench.bulk.journal.filesystem import (
    filesystem_type,
    is_network_kind,
    longest_match,
    parsed_mount_command,
    parsed_mounts,
)

MOUNTS = """\
/dev/vda / ext4 rw 0 0
server:/mnt /mnt nfs4 rw 0 0
/dev/vdb /mnt/ada/local\\040disk xfs rw 0 0
"""


@pytest.mark.parametrize("kind", ["nfs", "nfs4", "cifs", "smb3", "fuse.sshfs", "fuse.rclone", "9p", "ceph", "lustre"])
def test_a_network_disk_is_known_by_its_kind(kind: str) -> None:
    """The kinds that lie on another machine."""
    assert is_network_kind(kind)


@pytest.mark.parametrize("kind", ["ext4", "xfs", "btrfs", "apfs", "overlay", "tmpfs", "zfs", "fuseblk", ""])
def test_a_local_disk_is_not_taken_for_one(kind: str) -> None:
    """The kinds of this computer, and what cannot be told."""
    assert not is_network_kind(kind)


@pytest.mark.parametrize(
    ("folder", "kind"), [("/etc", "ext4"), ("/mnt/ada", "nfs4"), ("/mnt/ada/local disk/x", "xfs"), ("/mnts", "ext4")]
)
def test_the_longest_mount_point_decides(folder: str, kind: str) -> None:
    """A local disk below a network disk is local, and names may hold blanks."""
    assert longest_match(Path(folder), parsed_mounts(MOUNTS)) == kind


def test_what_mount_prints_on_macos_is_read() -> None:
    """macOS has no /proc."""
    text = "/dev/disk1s1 on / (apfs, local, journaled)\n//ada@server/share on /Volumes/My Share (smbfs, nodev)\n"

    assert parsed_mount_command(text) == {"/": "apfs", "/Volumes/My Share": "smbfs"}


def test_a_folder_of_this_machine_has_a_kind(tmp_path: Path) -> None:
    """Asked of the system itself."""
    assert not is_network_kind(filesystem_type(tmp_path))

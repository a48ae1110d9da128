"""The type of a folder's disk: journals are refused where file locks are unreliable. Source: ours (bulk)."""

from __future__ import annotations

import ctypes
import subprocess
import sys
from pathlib import Path
from typing import Final

NETWORK_KINDS: Final = frozenset(
    {
        *("nfs", "nfs4", "cifs", "smb", "smb2", "smb3", "smbfs", "ncpfs", "afs", "afpfs", "9p", "webdav", "davfs"),
        *("ceph", "lustre", "glusterfs", "beegfs", "gpfs", "orangefs", "ocfs2", "gfs2", "panfs", "pvfs2"),
    }
)
NETWORK_FUSE: Final = ("sshfs", "rclone", "davfs", "glusterfs", "ceph", "s3fs", "gcsfuse", "blobfuse", "goofys")
_WINDOWS_REMOTE: Final = 4


def is_network_kind(kind: str) -> bool:
    """Return whether a file system of this name is on another machine."""
    name = kind.lower()
    return name in NETWORK_KINDS or (
        name.startswith("fuse") and any(network_kind in name for network_kind in NETWORK_FUSE)
    )


def filesystem_type(folder: Path) -> str:
    """Return the file system's name (`ext4`, `nfs4`, `remote` on Windows); empty if it is unknown."""
    folder = folder.resolve()
    if sys.platform == "win32":
        remote = ctypes.windll.kernel32.GetDriveTypeW(str(folder.anchor)) == _WINDOWS_REMOTE
        return "nfs" if remote or str(folder).startswith("\\\\") else "local"
    return longest_match(folder, _mounts())


def longest_match(folder: Path, mounts: dict[str, str]) -> str:
    """Return the file system of the mount with the longest path that contains `folder`."""
    for parent in (folder, *folder.parents):
        if str(parent) in mounts:
            return mounts[str(parent)]
    return ""


def parsed_mounts(text: str) -> dict[str, str]:
    """Mount point to kind, from the lines of `/proc/mounts`; the last of two mounts on one point is the visible one."""
    fields = (line.split(" ") for line in text.splitlines())
    return {_unescape_mount(field[1]): field[2] for field in fields if len(field) > 2}


def parsed_mount_command(text: str) -> dict[str, str]:
    """Return mount points with their kinds, from the output of `mount` on macOS: `/dev/disk1 on / (apfs, local)`."""
    mounts = {}
    for line in text.splitlines():
        _, _, rest = line.partition(" on ")
        point, _, kinds = rest.rpartition(" (")
        mounts[point] = kinds.partition(",")[0].rstrip(")")
    return mounts


def _mounts() -> dict[str, str]:
    try:
        return parsed_mounts(Path("/proc/mounts").read_text(encoding="utf-8", errors="surrogateescape"))
    except OSError:
        pass
    try:
        output = subprocess.run(["/sbin/mount"], capture_output=True, text=True, timeout=5, check=True).stdout
        return parsed_mount_command(output)
    except (OSError, subprocess.SubprocessError):
        return {}


def _unescape_mount(point: str) -> str:
    return point.replace("\\040", " ").replace("\\011", "\t").replace("\\134", "\\")

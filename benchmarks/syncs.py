"""Counts what SQLite has the disk make durable, in this process: each sync of a file, each of a folder.

It stands between Python's own SQLite and its VFS, so it counts what happens and not what was asked for. For a process
that does nothing else with SQLite; there is no way back.
"""

from __future__ import annotations

import _sqlite3
import ctypes
from ctypes import CFUNCTYPE, POINTER, Structure, byref, c_char_p, c_int, c_void_p, cast, memmove, pointer, sizeof
from dataclasses import dataclass
from typing import Any

_OPEN = CFUNCTYPE(c_int, c_void_p, c_void_p, c_void_p, c_int, c_void_p)
_DELETE = CFUNCTYPE(c_int, c_void_p, c_char_p, c_int)
_SYNC = CFUNCTYPE(c_int, c_void_p, c_int)
_OTHERS = ("close", "read", "write", "truncate")
_MORE = 13  # what follows after `sync` in version 3: of a file's methods


class _Vfs(Structure):
    _fields_ = (
        ("version", c_int),
        ("file_bytes", c_int),
        ("path_bytes", c_int),
        ("next", c_void_p),
        ("name", c_char_p),
        ("data", c_void_p),
        ("open", _OPEN),
        ("delete", _DELETE),
    )


class _Methods(Structure):
    _fields_ = (
        ("version", c_int),
        *((name, c_void_p) for name in _OTHERS),
        ("sync", _SYNC),
        *((f"more{number}", c_void_p) for number in range(_MORE)),
    )


class _File(Structure):
    _fields_ = (("methods", POINTER(_Methods)),)


@dataclass
class Syncs:
    """How many so far. A folder is synced when a journal is gone for good, which is when a commit holds."""

    files: int = 0
    folders: int = 0

    @property
    def total(self) -> int:
        """Both together."""
        return self.files + self.folders


def counted() -> Syncs:
    """Count from now on, for every database that is opened after this."""
    library = ctypes.CDLL(_sqlite3.__file__)
    library.sqlite3_vfs_find.restype = POINTER(_Vfs)
    vfs = library.sqlite3_vfs_find(None).contents
    syncs, kept = Syncs(), dict[int, Any]()
    real_open, real_delete = _OPEN(_at(vfs, "open")), _DELETE(_at(vfs, "delete"))

    def methods_of(address: int) -> Any:
        if address not in kept:
            copy = _Methods()
            memmove(byref(copy), address, _bytes_of(address))
            real_sync = _SYNC(cast(copy.sync, c_void_p).value or 0)

            def sync(file: int, flags: int) -> int:
                syncs.files += 1
                return int(real_sync(file, flags))

            copy.sync = _SYNC(sync)
            kept[address] = (copy, copy.sync, pointer(copy))
        return kept[address][2]

    def open_file(this: int, name: int, file: int, flags: int, out: int) -> int:
        code = int(real_open(this, name, file, flags, out))
        opened = cast(file, POINTER(_File)).contents
        if opened.methods:
            opened.methods = methods_of(cast(opened.methods, c_void_p).value or 0)
        return code

    def delete(this: int, name: bytes, sync_folder: int) -> int:
        syncs.folders += bool(sync_folder)
        return int(real_delete(this, name, sync_folder))

    vfs.open, vfs.delete = _OPEN(open_file), _DELETE(delete)
    for held_object in (vfs.open, vfs.delete, kept, real_open, real_delete):
        # SQLite holds bare addresses; what lies there must outlive the interpreter.
        ctypes.pythonapi.Py_IncRef(ctypes.py_object(held_object))
    return syncs


def _at(vfs: Any, name: str) -> int:
    return cast(getattr(vfs, name), c_void_p).value or 0


def _bytes_of(address: int) -> int:
    version = c_int.from_address(address).value
    methods = {1: 12, 2: 16, 3: 18}[min(version, 3)]
    return min(sizeof(_Methods), sizeof(c_void_p) * (1 + methods))

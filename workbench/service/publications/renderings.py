"""Compressed caches of rendered lessons: one in memory per process, and one in a folder shared by all processes.

A reloaded page is not rendered again, even after a restart. A rendering has at most 8 million characters and
compresses well, so a single one always fits. Source: ours.
"""

from __future__ import annotations

import hashlib
import logging
import os
import secrets
import stat
import sys
import tempfile
import time
import zlib
from collections import OrderedDict
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Final, TypeAlias

from workbench.errors import Misconfigured

if sys.platform != "win32":
    import fcntl

PAGES: Final = "WORKBENCH_PAGES"
MOST_BYTES: Final = 48_000_000
FOLDER_BYTES: Final = 500_000_000
FOLDER_SECONDS: Final = 30 * 24 * 3_600.0
"""How long an unread file is kept."""
_ENTRY_OVERHEAD_BYTES: Final = 1_000
_SUFFIX, _UNFINISHED, _CLAIM = ".page", ".part", ".claim"
_UNFINISHED_SECONDS: Final = 3_600.0
_LIMITS: Final = {_SUFFIX: FOLDER_SECONDS, _UNFINISHED: _UNFINISHED_SECONDS, _CLAIM: _UNFINISHED_SECONDS}
_DIGEST_BYTES: Final = 32
_LOG: Final = logging.getLogger("workbench.service")

Key: TypeAlias = tuple[str, int, str, str, str]
"""Lesson, revision, title, language, and everything else that the rendering depends on."""


class Renderings:
    """The most recently used renderings, up to a number of bytes. A single larger one is kept alone."""

    def __init__(self, most_bytes: int = MOST_BYTES) -> None:
        self._most_bytes = most_bytes
        self._packed: OrderedDict[Key, bytes] = OrderedDict()
        self.size = 0

    def get(self, key: Key) -> str | None:
        """Return the rendering, or None when it is not cached."""
        packed = self._packed.get(key)
        if packed is None:
            return None
        self._packed.move_to_end(key)
        return zlib.decompress(packed).decode()

    def keep(self, key: Key, html: str) -> None:
        """Cache the rendering, evicting the least recently used ones if space is short."""
        before = self._packed.pop(key, None)
        if before is not None:
            self.size -= len(before) + _ENTRY_OVERHEAD_BYTES
        packed = zlib.compress(html.encode(), level=1)
        self._packed[key] = packed
        self.size += len(packed) + _ENTRY_OVERHEAD_BYTES
        while self.size > self._most_bytes and len(self._packed) > 1:
            _, forgotten = self._packed.popitem(last=False)
            self.size -= len(forgotten) + _ENTRY_OVERHEAD_BYTES


def page_folder(environment: Mapping[str, str], database_url: str) -> Path:
    """Return the folder for rendered pages: `WORKBENCH_PAGES`, else a folder next to the SQLite database.

    With PostgreSQL it is in the cache directory of the user that the service runs as; for a user without a home
    directory, among the temporary files. All services of the user on this computer share it: a file's name derives from
    everything that a rendering depends on. Raises `Misconfigured` for an invalid path. Source: ours.
    """
    setting = environment.get(PAGES, "").strip()
    if "://" in setting:
        raise Misconfigured(f"{PAGES} is the path of a folder.")
    if setting:
        return Path(setting).expanduser().absolute()
    from workbench.service.db.seam import database_dialect  # imported late: a rendering process needs no database
    from workbench.service.db.sqlite_file import database_path

    if database_dialect(database_url) != "sqlite":
        return _folder_of_user()
    database = database_path(database_url)
    return database.with_name(f"{database.stem}-pages")


def _folder_of_user() -> Path:
    from platformdirs import user_cache_path  # late, as above

    folder = user_cache_path("workbench", appauthor=False) / "pages"
    if os.name != "posix":
        return folder
    existing_parent = next(parent for parent in folder.parents if parent.exists())
    is_own = existing_parent.stat().st_uid == os.geteuid() and os.access(existing_parent, os.W_OK)
    return folder if is_own else Path(tempfile.gettempdir()) / f"workbench-pages-{os.geteuid()}"


class RenderingFolder:
    """Renderings in files, for all processes of this computer and after a restart. Blocks; raises nothing.

    A file's name is derived from everything that the rendering depends on, so it never matches other content. It holds
    its own digest: a damaged file is removed and rendered again. Write errors are logged and ignored. A folder that
    others can write to is not used.
    """

    def __init__(self, path: Path, most_bytes: int = FOLDER_BYTES) -> None:
        self._path = path
        self._most_bytes = most_bytes

    def get(self, cache_key: bytes) -> str | None:
        """Return the rendering, or None when it is not cached."""
        path = self._path / _file_name(cache_key)
        try:
            if not self._is_private():
                return None
            packed = path.read_bytes()
        except OSError:
            return None
        if packed[:_DIGEST_BYTES] != _seal(path.name, packed[_DIGEST_BYTES:]):
            _LOG.warning("a rendered page was damaged and is rendered again")
            with suppress(OSError):
                path.unlink()
            return None
        with suppress(OSError):  # so that it counts as used
            os.utime(path)
        return zlib.decompress(packed[_DIGEST_BYTES:]).decode()

    def keep(self, cache_key: bytes, html: str) -> None:
        """Store the rendering, removing the least recently used ones if space is short."""
        name = _file_name(cache_key)
        packed = zlib.compress(html.encode())
        unfinished = self._path / f"{secrets.token_hex(8)}{_UNFINISHED}"
        try:
            self._path.mkdir(mode=0o700, parents=True, exist_ok=True)
            if not self._is_private():
                _LOG.warning("rendered pages are not kept: others may write to their folder, or it is somebody else's")
                return
            with os.fdopen(os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
                file.write(_seal(name, packed) + packed)
            unfinished.replace(self._path / name)
            self._make_room()
        except OSError as failed:
            _LOG.warning("a rendered page was not kept: %s", failed.strerror)
            with suppress(OSError):
                unfinished.unlink()

    def problem(self) -> str:
        """Return why the folder cannot be used or created; empty if it can."""
        try:
            if os.path.lexists(self._path):
                if not self._is_private():
                    return f"{self._path} must be a folder that only the service's user can access (chmod 700)"
                there = self._path
            else:
                there = next(parent for parent in self._path.parents if parent.exists())
        except OSError as failed:
            return f"{self._path} cannot be used ({failed.strerror})"
        return "" if there.is_dir() and os.access(there, os.W_OK) else f"nothing may be written in {there}"

    def claim(self, cache_key: bytes) -> int | None:
        """Claim this rendering; `None` while another process has it. Pass the returned claim to `release`.

        A negative claim means that claiming is not possible: every process renders. A claim ends with its process.
        """
        if sys.platform == "win32":
            return -1
        try:
            self._path.mkdir(mode=0o700, parents=True, exist_ok=True)
            if not self._is_private():
                return -1
            path = self._path / f"{_file_name(cache_key)}{_CLAIM}"
            handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600)
        except OSError:
            return -1
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as failed:
            os.close(handle)
            return None if isinstance(failed, BlockingIOError) else -1
        return handle

    def release(self, cache_key: bytes, claim: int) -> None:
        """Release the claim, so that other processes can render this."""
        if claim >= 0:
            with suppress(OSError):
                (self._path / f"{_file_name(cache_key)}{_CLAIM}").unlink()
            os.close(claim)

    def _is_private(self) -> bool:
        """Return whether it is a folder of this user that nobody else may read or write. Raises `OSError`."""
        facts = self._path.lstat()
        if os.name != "posix":
            return stat.S_ISDIR(facts.st_mode)
        return stat.S_ISDIR(facts.st_mode) and facts.st_uid == os.geteuid() and not facts.st_mode & 0o077

    def _make_room(self) -> None:
        """Remove long-unused files, leftovers of killed processes, and the oldest files if the folder is too large."""
        now, files = time.time(), list[tuple[float, int, str]]()
        with os.scandir(self._path) as entries:
            for entry in entries:
                with suppress(FileNotFoundError):  # another process removed it
                    facts = entry.stat(follow_symlinks=False)
                    limit = _LIMITS.get(Path(entry.name).suffix)
                    if limit is not None and now - facts.st_mtime > limit:
                        Path(entry.path).unlink()
                    elif limit == FOLDER_SECONDS:
                        files.append((facts.st_mtime, facts.st_size, entry.path))
        size = sum(file_size for _, file_size, _ in files)
        for _, one_size, path in sorted(files):
            if size <= self._most_bytes:
                break
            Path(path).unlink(missing_ok=True)
            size -= one_size


def _file_name(cache_key: bytes) -> str:
    return hashlib.sha256(cache_key).hexdigest() + _SUFFIX


def _seal(name: str, packed: bytes) -> bytes:
    return hashlib.sha256(name.encode() + packed).digest()

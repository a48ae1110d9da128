"""Identify the repository that a folder is a clone of, so that imports from every clone create the same courses.

Only the address of its origin is looked at, as git writes it down. Source: ours (decision 139).
"""

from __future__ import annotations

from pathlib import Path, PurePosixPath
from typing import Final

from workbench.patterns import MULTILINE, Pattern

_MOST_CHARACTERS: Final = 100_000
_ORIGIN = Pattern(r'^[ \t]*\[remote "origin"\][ \t]*\n((?:(?![ \t]*\[).*\n?)*)', MULTILINE)
_URL = Pattern(r"^[ \t]*url[ \t]*=[ \t]*(\S.*)$", MULTILINE)


def place_in_repository(root: Path) -> str:
    """Return the address of the repository's origin with the folder's path in it.

    Empty if the folder is not in a clone. The address is the same for HTTPS and SSH, for every user, and
    whatever the clone's folder is called.
    """
    root = root.resolve()
    for folder in (root, *root.parents):
        config = _config(folder / ".git")
        if config is not None:
            origin = _ORIGIN.search(_read(config))
            url = _URL.search(origin[1]) if origin else None
            return f"{_plain(url[1].rstrip())} {root.relative_to(folder).as_posix()}" if url else ""
    return ""


def _config(git: Path) -> Path | None:
    """Return the configuration file of a repository; a linked work tree uses that of its repository."""
    if git.is_dir():
        return git / "config" if (git / "config").is_file() else None
    if not git.is_file():
        return None
    own = git.parent / _read(git).removeprefix("gitdir:").strip()
    shared = own / _read(own / "commondir").strip()
    return shared / "config" if (shared / "config").is_file() else None


def _read(path: Path) -> str:
    try:
        with path.open(encoding="utf-8", errors="replace") as file:
            return file.read(_MOST_CHARACTERS)
    except OSError:
        return ""


def _plain(url: str) -> str:
    """`https://ana@example.org/team/sea.git` and `git@example.org:team/sea` as `example.org/team/sea`."""
    _, scheme, rest = url.rpartition("://")
    host, colon, path = rest.partition(":")
    if colon and not scheme and "/" not in host:
        rest = f"{host}/{path}"
    host, slash, path = rest.partition("/")
    return str(PurePosixPath(f"{host.rpartition('@')[2].lower()}{slash}{path}")).removesuffix(".git")

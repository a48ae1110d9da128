"""The record of a running embedded service for its clients: one 0600 file in the data folder.

Knows the file and the settings that were in force; starts, calls and stops nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path

from workbench import __version__
from workbench.client.session.local_service import LocalService
from workbench.client.session.private_record import read_record, write_record
from workbench.client.session.token import Token
from workbench.embedded.socket_file import remove_socket

RECORD = "service.json"
WRITER_SETTING = "WORKBENCH_AI_MODEL"
RESTART = "To restart it: workbench stop, then run this again."


@dataclass(frozen=True, slots=True)
class EmbeddedService:
    """An embedded service: its process, its address, the local owner's session, and the settings it was started with.

    `socket_path` is where our client reaches it; without Unix sockets it has a `proof_key` instead.
    """

    pid: int
    base_url: str
    token: Token = field(repr=False)
    service_id: str
    version: str
    writer: str
    socket_path: str | None = None
    proof_key: Token | None = field(default=None, repr=False)

    def changed_setting(self, environment: Mapping[str, str]) -> str | None:
        """Return which setting differs from those at the service's start, and how to restart it.

        `None` if no setting differs.
        """
        if self.version != __version__:
            return f"The running service is workbench {self.version}, this is {__version__}. {RESTART}"
        wanted = writer_setting(environment)
        if self.writer != wanted:
            here = f"{WRITER_SETTING} here says {_shown_writer(wanted)}"
            return f"The running service writes with {_shown_writer(self.writer)}, {here}. {RESTART}"
        return None


def writer_setting(environment: Mapping[str, str]) -> str:
    """Return the configured writer, empty for the one without a model."""
    return environment.get(WRITER_SETTING, "").strip()


def save(folder: Path, running: EmbeddedService) -> None:
    """Write the file, mode 0600."""
    write_record(
        folder / RECORD, {record_field.name: getattr(running, record_field.name) for record_field in fields(running)}
    )


def load(folder: Path) -> EmbeddedService | None:
    """Return the record in the file, whether the process is alive or not; `None` if there is no readable file."""
    record = read_record(folder / RECORD) or {}
    try:
        return EmbeddedService(
            pid=int(record["pid"]),
            base_url=str(record["base_url"]),
            token=_token(record["token"]),
            service_id=str(record["service_id"]),
            version=str(record["version"]),
            writer=str(record["writer"]),
            socket_path=None if record.get("socket_path") is None else str(record["socket_path"]),
            proof_key=record.get("proof_key"),
        )
    except (KeyError, TypeError, ValueError):
        return None


def local_service(folder: Path, running: EmbeddedService) -> LocalService:
    """Return the service for a client, which finds it again after a restart on the same data."""

    def read() -> LocalService | None:
        now = load(folder)
        return local_service(folder, now) if now is not None and now.service_id == running.service_id else None

    return LocalService(running.base_url, running.token, running.socket_path, running.proof_key, read)


def forget_session(folder: Path) -> None:
    """Leave only the address, so that the next start takes the same port; the token goes, and the socket."""
    if (record := load(folder)) is not None and record.socket_path is not None:
        remove_socket(folder, record.socket_path)
    write_record(folder / RECORD, {"base_url": (read_record(folder / RECORD) or {}).get("base_url")})


def last_port(folder: Path) -> int:
    """Return the port that the last service had here, or 0 for any."""
    port = str((read_record(folder / RECORD) or {}).get("base_url")).rpartition(":")[2]
    return int(port) if port.isdecimal() else 0


def _token(value: object) -> Token:
    if not isinstance(value, Token):
        raise ValueError
    return value


def _shown_writer(writer: str) -> str:
    return writer or "planning sheets, no AI"

"""A PostgreSQL server for tests: Debian's binaries, a folder and a socket of its own, stopped at the end.

It refuses to run as root, so root lends the folder to an ordinary user. Each test gets a database of its own, copied
from a template that has the schema. Knows no test.
"""

from __future__ import annotations

import itertools
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import psycopg

from tests.needs import require
from workbench.service.db.migrating import migrate

TEMPLATE = "with_schema"
PORT = 5432  # of the socket's name only: nothing listens on the network unless it is asked to


@dataclass
class Server:
    """A server that runs; `durable` ones sync like a real one."""

    folder: Path
    process: subprocess.Popen[bytes]
    numbers: Iterator[int] = field(default_factory=itertools.count)
    _held: psycopg.Connection[tuple[object, ...]] | None = None

    def url(self, database: str = "postgres") -> str:
        """The address of a database."""
        return f"postgresql://{_user()}@/{database}?host={self.folder}&port={PORT}"

    def run(self, sql: str) -> None:
        """Run SQL as the server's owner."""
        if self._held is None or self._held.broken:
            self._held = psycopg.connect(self.url(), autocommit=True)
        self._held.execute(sql.encode())

    def _copies_files(self) -> bool:
        """Whether it can be told to copy a template file by file, which is quicker than by its log."""
        return self._held is not None and self._held.info.server_version >= 150_000

    def close(self) -> None:
        """Stop it immediately."""
        if self._held is not None:
            self._held.close()
        _signalled(self.process.pid, signal.SIGQUIT)
        self.process.wait(30)

    def empty(self) -> str:
        """The address of a new database without a schema."""
        return self._made("template0")

    def fresh(self) -> str:
        """The address of a new database with the schema."""
        return self._made(TEMPLATE)

    def drop(self, database_url: str) -> None:
        """Take a database away, anyone who is still connected."""
        name = database_url.partition("@/")[2].partition("?")[0]
        self.run(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")

    def children(self) -> list[int]:
        """The processes of the server's own."""
        said = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text()
        return [int(word) for word in said.split()]

    def kill(self) -> None:
        """SIGKILL to the postmaster and all its children, as a machine that fails would."""
        _signalled(self.process.pid, signal.SIGSTOP)  # or it may begin a child after they were counted
        children = self.children()
        for pid in [self.process.pid, *children]:
            _signalled(pid, signal.SIGKILL)
        self.process.wait()
        until = time.monotonic() + 30
        while any(_lives(pid) for pid in children) and time.monotonic() < until:
            time.sleep(0.01)  # the next server does not start while one of them holds the shared memory

    def kill_backend(self) -> None:
        """SIGKILL to one process that works for a client: the server takes all connections down and recovers."""
        for pid in self.children():
            if _works_for_a_client(pid):
                _signalled(pid, signal.SIGKILL)
                return

    def start_again(self) -> None:
        """Start it again on the same folder, after a kill."""
        (self.folder / "data" / "postmaster.pid").unlink(missing_ok=True)
        self.process = _started(self.folder, durable=True)
        self.wait()

    def wait(self) -> None:
        """Until it takes connections."""
        until = time.monotonic() + 60
        while True:
            try:
                self.run("SELECT 1")
            except psycopg.OperationalError:
                if time.monotonic() > until or self.process.poll() is not None:
                    raise
                time.sleep(0.02)
            else:
                return

    def _made(self, template: str) -> str:
        name = f"test_{next(self.numbers)}"
        strategy = "STRATEGY FILE_COPY" if self._copies_files() else ""
        self.run(f"CREATE DATABASE {name} TEMPLATE {template} {strategy}")
        return self.url(name)


@contextmanager
def server(*, durable: bool = False) -> Iterator[Server]:
    """A server with the template in it. Without `durable` it never syncs, which is quicker."""
    folder = Path(tempfile.mkdtemp(prefix="wb-pg-", dir="/tmp" if durable else None))
    try:
        shutil.chown(folder, _user())
        data = folder / "data"
        made = ["--pgdata", str(data), "--username", _user(), "--auth", "trust", "--encoding", "UTF8"]
        made += ["--locale", "C.UTF-8", "--no-sync", "--no-instructions"]
        subprocess.run(_as_user([str(_binary("initdb")), *made]), check=True, capture_output=True, cwd="/")
        running = Server(folder, _started(folder, durable=durable))
        try:
            running.wait()
            running.run(f"CREATE DATABASE {TEMPLATE}")
            migrate(running.url(TEMPLATE))
            yield running
        finally:
            running.close()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _started(folder: Path, *, durable: bool) -> subprocess.Popen[bytes]:
    settings = {
        "unix_socket_directories": str(folder),
        "listen_addresses": "",
        "port": str(PORT),
        "max_connections": "100",
        "fsync": "on" if durable else "off",
        "full_page_writes": "on" if durable else "off",
        "shared_buffers": "64MB",
        "log_min_messages": "fatal",
    }
    said = [f"-c{name}={value}" for name, value in settings.items()]
    command = _as_user([str(_binary("postgres")), "-D", str(folder / "data"), *said])
    return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd="/")


def _binary(name: str) -> Path:
    return Path(require("postgresql")).resolve().parent / name


def _user() -> str:
    if os.geteuid() != 0:
        return pwd.getpwuid(os.geteuid()).pw_name
    names = {passwd.pw_name for passwd in pwd.getpwall()}
    return "postgres" if "postgres" in names else "nobody"


def _as_user(command: list[str]) -> list[str]:
    """The command as an ordinary user; the process stays the very one that is started."""
    if os.geteuid() != 0:
        return command
    return ["setpriv", f"--reuid={_user()}", "--regid", str(pwd.getpwnam(_user()).pw_gid), "--clear-groups", *command]


def _works_for_a_client(pid: int) -> bool:
    try:
        return b"[local]" in Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:  # it has just gone
        return False


def _lives(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def _signalled(pid: int, number: int) -> None:
    try:
        os.kill(pid, number)
    except ProcessLookupError:
        pass

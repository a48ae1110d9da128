"""Find, start and stop the embedded service of a data folder."""

from __future__ import annotations

import http.client
import json
import os
import signal
import socket
import subprocess
import sys
import sysconfig
import time
from pathlib import Path
from urllib.parse import urlsplit

import workbench
from workbench.client.data_folder import PRIVATE_FILE, close_to_others, data_folder, ensure_private
from workbench.client.session.local_service import LocalService
from workbench.embedded.lock import Lock
from workbench.embedded.record import RESTART, EmbeddedService, forget_session, load, local_service
from workbench.errors import Misconfigured, Unreachable
from workbench.process_identity import host_pid, is_here, shown_process

START_SECONDS = 90
STOP_SECONDS = 160  # the service itself gives calls in progress 150
LOG = "service.log"
MAX_LOG_BYTES = 5_000_000
# A process that outlives its starter gets none of its sessions.
_NOT_PASSED_ON = ("WORKBENCH_SESSION_TOKEN", "WORKBENCH_URL", "WORKBENCH_COOKIE_NAME", "WORKBENCH_RPC_PATH")


def find() -> EmbeddedService | None:
    """Return the service of this data folder if it is alive, ours, and answers; else `None`. Starts nothing.

    Raises `Unreachable` if its process is alive but does not answer.
    """
    folder = data_folder()
    holder, record = alive(folder).holder(), load(folder)
    if holder is None or record is None or record.pid != host_pid(holder):
        return None
    if record.socket_path is None and record.proof_key is None:
        raise Unreachable(
            f"The service of {folder} was started by an older workbench, which cannot be reached safely. {RESTART}",
            sent=False,
        )
    if _service_id(record) != record.service_id:
        raise Unreachable(
            f"The service of {folder} runs ({shown_process(holder)}) but does not answer here. "
            f"Look at {folder / LOG}, or restart it where it runs: workbench stop --now",
            sent=False,
        )
    return record


def start() -> EmbeddedService:
    """Return the service of this data folder, starting it if needed; two simultaneous callers get the same one.

    Raises `Misconfigured` with the service's own sentence if it cannot start.
    """
    folder = ensure_private(data_folder())
    if service := find():
        return service
    starting = Lock(folder / "start.lock")
    if not starting.acquire(timeout_seconds=START_SECONDS):
        raise Misconfigured(
            f"Another process has been starting the service of {folder} for a long time. Look at {LOG} there."
        )
    try:
        return find() or _start_process(folder)
    finally:
        starting.release()


def stop(*, now: bool = False) -> int | None:
    """Ask the service of this data folder to end and wait until it has; its process id, or `None` if none ran.

    Calls in progress are finished first, unless `now`. Raises `Unreachable` when it does not end, or does not run here:
    its process id may be a stranger's on this computer, or in this container.
    """
    folder = data_folder()
    lock = alive(folder)
    holder = lock.holder()
    if holder is None:
        return None
    pid = host_pid(holder)
    if not is_here(holder) and not _is_older_workbench(holder):
        raise Unreachable(
            f"The service of {folder} runs elsewhere ({shown_process(holder)}). Nothing was stopped. Stop it there, on "
            "that computer or in that container, or name another data folder with WORKBENCH_HOME."
        )
    _signal(pid, now=now)
    deadline = time.monotonic() + STOP_SECONDS
    while lock.holder() == holder:
        if time.monotonic() > deadline:
            raise Unreachable(f"The service (process {pid}) does not stop. Force it to stop: workbench stop --now")
        time.sleep(0.05)
    _forget_session_of(pid, folder)
    return pid


def reach_service(running: EmbeddedService) -> LocalService:
    """Return the service of this data folder for a client, which finds it again after a restart."""
    return local_service(data_folder(), running)


def alive(folder: Path) -> Lock:
    """Return the lock that the service holds while it is alive."""
    return Lock(folder / "alive.lock")


def _start_process(folder: Path) -> EmbeddedService:
    log = _fresh_log(folder / LOG)
    try:
        # The command forks the service off and ends; the pipe closes once the service has started or failed.
        output = subprocess.run(
            [sys.executable, "-P", "-m", "workbench.embedded.host"],
            env=process_environment(folder),
            cwd=folder,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=log,
            timeout=START_SECONDS,
            check=False,
        ).stdout
    except subprocess.TimeoutExpired:
        raise Misconfigured(f"The service did not start within {START_SECONDS} s. Look at {folder / LOG}.") from None
    finally:
        os.close(log)
    problem = output.decode(errors="replace").strip()
    running = find()
    if running is None or problem:
        raise Misconfigured(problem or f"The service ended while it was starting. Look at {folder / LOG}.")
    return running


def process_environment(folder: Path) -> dict[str, str]:
    """Return the environment of a process of this package for a data folder, without the sessions of this one."""
    variables = {name: value for name, value in os.environ.items() if name not in _NOT_PASSED_ON}
    variables["WORKBENCH_HOME"] = str(folder)
    source = str(Path(workbench.__file__).resolve().parents[1])
    if source not in (sysconfig.get_path("purelib"), sysconfig.get_path("platlib")):
        variables["PYTHONPATH"] = os.pathsep.join(filter(None, (source, os.environ.get("PYTHONPATH"))))
    return variables


def _fresh_log(path: Path) -> int:
    if path.exists() and path.stat().st_size > MAX_LOG_BYTES:
        path.replace(path.with_suffix(".log.1"))
    if path.exists():
        close_to_others(path)
    return os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, PRIVATE_FILE)


class _Connection(http.client.HTTPConnection):
    """To the service that a record names, by its socket if it has one."""

    def __init__(self, record: EmbeddedService) -> None:
        address = urlsplit(record.base_url)
        super().__init__(address.hostname or "", address.port, timeout=10)
        self._socket_path = record.socket_path

    def connect(self) -> None:
        if self._socket_path is None:
            super().connect()
            return
        self.sock = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.sock.settimeout(self.timeout)
        self.sock.connect(self._socket_path)


def _service_id(record: EmbeddedService) -> str | None:
    """Return the id of the service that answers there. No session is sent."""
    connection = _Connection(record)
    try:
        connection.request("GET", "/health")
        answer = json.loads(connection.getresponse().read(10_000))
    except (OSError, http.client.HTTPException, ValueError):
        return None
    finally:
        connection.close()
    service_id = answer.get("serviceId") if isinstance(answer, dict) else None
    return service_id if isinstance(service_id, str) else None


def _forget_session_of(pid: int, folder: Path) -> None:
    """Remove the token of a killed service. One that is just starting keeps its own."""
    starting = Lock(folder / "start.lock")
    if starting.acquire():
        try:
            if (record := load(folder)) and record.pid == pid:
                forget_session(folder)
        finally:
            starting.release()


def _is_older_workbench(holder: str) -> bool:
    """Return whether this process is an older workbench's service, which left only a process id."""
    if not holder.startswith("- - "):
        return False
    try:
        return b"workbench.embedded.host" in Path(f"/proc/{host_pid(holder)}/cmdline").read_bytes()
    except OSError:
        return False


def _signal(pid: int, *, now: bool) -> None:
    try:
        os.kill(pid, getattr(signal, "SIGKILL", signal.SIGTERM) if now else signal.SIGTERM)
    except ProcessLookupError:
        pass

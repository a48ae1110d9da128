"""The embedded service's process: detach, create the local owner on first start, serve, end when unused.

Run as a module by `life.start`. An error is written to standard output, once, as a sentence; everything else goes to
the log. Its settings come from the environment; no token is ever an argument.
"""

from __future__ import annotations

import asyncio
import logging
import os
import secrets
import socket
import sys
from pathlib import Path

from workbench import __version__
from workbench.client.data_folder import data_folder, ensure_private
from workbench.client.session.token import Token
from workbench.embedded.life import alive
from workbench.embedded.record import EmbeddedService, forget_session, last_port, save, writer_setting
from workbench.embedded.socket_file import bound_socket, remove_socket
from workbench.errors import WorkbenchError, is_disk_full

IDLE_SECONDS = 12 * 3600
DATABASE = "workbench.sqlite"
_LOG = logging.getLogger("workbench.embedded")


def main() -> None:
    """Serve this data folder until stopped or idle. A second process for the same folder ends immediately."""
    _detach()
    folder = data_folder()
    try:
        _host_once(ensure_private(folder))
    except WorkbenchError as refused:
        os.write(1, refused.message.encode())
    except Exception as failed:
        if is_disk_full(failed):
            os.write(
                1, f"The disk of {folder} is full, or can't be written to. Free some space, then try again.".encode()
            )
        raise


def _host_once(folder: Path) -> None:
    """Serve `folder`, unless another process does. Raises what keeps the service from starting."""
    living = alive(folder)
    if not living.acquire(timeout_seconds=1):
        return
    try:
        host(folder)
    finally:
        forget_session(folder)
        living.release()


def host(folder: Path) -> None:
    """Serve `folder` in this process. Raises what keeps the service from starting."""
    from workbench.service.kernel.object_store_settings import asset_quota_bytes, object_store_settings
    from workbench.service.kernel.settings import NO_RATES, Settings
    from workbench.service.publications.renderings import page_folder
    from workbench.service.running.server import serve

    database_url = f"sqlite:///{folder / DATABASE}"
    token, service_id = asyncio.run(_open_session(database_url))
    unix_socket = bound_socket(folder)
    proof_key = None if unix_socket else Token(secrets.token_urlsafe(32))
    socket_path = unix_socket.getsockname() if unix_socket else None

    def announce(base_url: str) -> None:
        writer = writer_setting(os.environ)
        save(
            folder,
            EmbeddedService(os.getpid(), base_url, token, service_id, __version__, writer, socket_path, proof_key),
        )
        os.dup2(2, 1)  # the starting process reads to the end of the pipe, which is now

    settings = Settings(
        database_url,
        port=_free_port(last_port(folder)),
        name="embedded workbench",
        is_alone=True,
        rates=NO_RATES,  # one person, on their own computer
        writer_environment=dict(os.environ),
        assets=object_store_settings(os.environ, database_url),
        asset_quota_bytes=asset_quota_bytes(os.environ),
        pages=page_folder(os.environ, database_url),
        sheet_credits=1,  # practice credits: budgets, ledger and reports can be tried without a model
        proof_key=proof_key.reveal if proof_key else None,
    )
    try:
        serve(settings, on_listening=announce, idle_stop_seconds=IDLE_SECONDS, beside=unix_socket)
    finally:
        if socket_path is not None:
            remove_socket(folder, socket_path)
        asyncio.run(_end_sessions(database_url))


async def _open_session(database_url: str) -> tuple[Token, str]:
    """Return a new session of the local owner, who is created on first start, and the data's persistent id.

    All earlier sessions are ended: a killed service could not end them.
    """
    from workbench.service.administration.admin import end_sessions, first_start
    from workbench.service.db.opening import open_store
    from workbench.service.kernel.service_id import ensure_service_id

    store = await open_store(database_url)
    try:
        await end_sessions(store)
        return Token((await first_start(store)).session_token), await store.write(ensure_service_id)
    finally:
        await store.close()


async def _end_sessions(database_url: str) -> None:
    """End every session: somebody else may have our port by the time a cookie goes there again."""
    from workbench.service.administration.admin import end_sessions
    from workbench.service.db.opening import open_store
    from workbench.service.db.seam import StoreBusy, StoreFailed

    try:
        store = await open_store(database_url)
        try:
            await end_sessions(store)
        finally:
            await store.close()
    except (WorkbenchError, StoreFailed, StoreBusy, OSError):
        _LOG.warning("the sessions could not be ended now; they are at the next start", exc_info=True)


def _detach() -> None:
    """Outlive the starter, its terminal and its kernel; leave files to this person alone."""
    os.umask(0o077)
    if hasattr(os, "fork"):
        if os.fork():
            os._exit(0)
        os.setsid()
    logging.basicConfig(stream=sys.stderr, level=logging.INFO, format="%(asctime)s %(levelname)s %(name)s %(message)s")


def _free_port(wanted: int) -> int:
    """Return the wanted port if it is free, else 0, so that share links stay the same if possible."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", wanted))
        except OSError:
            return 0
    return wanted


if __name__ == "__main__":
    main()

"""Running the service: bind, open the store, announce the address, serve until stopped or idle for too long."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import socket
import threading
import time
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager, suppress
from typing import Any

import uvicorn
from uvicorn.server import HANDLED_SIGNALS

from workbench.errors import Misconfigured
from workbench.service.ai.writer_choice import writer_from_environment
from workbench.service.assets.media import Media
from workbench.service.assets.picture_process import stop_decoding
from workbench.service.assets.sweeping import sweep_assets
from workbench.service.credits import paid_keys
from workbench.service.credits import store as credits
from workbench.service.db.opening import open_store
from workbench.service.db.seam import Db, StoreBusy, StoreClosed
from workbench.service.findings.background_checks import keep_checking, keep_storing_not_checked, store_not_checked
from workbench.service.findings.checks import stop_checking
from workbench.service.http.app import build_app
from workbench.service.http.dispatch import Dispatch
from workbench.service.http.hosts import accepted_hosts
from workbench.service.http.protocol import FastReads, limited_protocol
from workbench.service.http.share_page import keep_preparing
from workbench.service.http.upload_deadline import with_upload_deadline
from workbench.service.kernel.context import Service, now_ms
from workbench.service.kernel.metrics import Metrics, Share
from workbench.service.kernel.object_store_settings import object_store_settings
from workbench.service.kernel.service_id import ensure_service_id
from workbench.service.kernel.settings import Settings
from workbench.service.publications.page_rendering import PageRenderer
from workbench.service.publications.renderings import PAGES, RenderingFolder, page_folder

_LOG = logging.getLogger("workbench.service")
_SWEEP_SECONDS = 30.0
_PUBLISH_SECONDS = 2.0
_WAITING_CONNECTIONS = 2048
_ANYWHERE = {"0.0.0.0": "127.0.0.1", "::": "::1", "": "127.0.0.1"}  # noqa: S104  (where to reach what listens there)
GRACE_SECONDS = 150


def serve(
    settings: Settings,
    *,
    on_listening: Callable[[str], None] = lambda base_url: None,
    idle_stop_seconds: float | None = None,
    beside: socket.socket | None = None,
) -> None:
    """Serve until SIGTERM, SIGINT or `idle_stop_seconds` without a request; finish calls in progress first.

    `on_listening` is called with the base URL once requests are answered; `beside` is a bound Unix socket that is
    served too. Raises `Misconfigured` when the address is already in use.
    """
    bound = [bind(settings), *([beside] if beside else [])]
    with suppress(KeyboardInterrupt):
        uvloop_run(_serve(settings, Metrics().of(0), bound, on_listening, idle_stop_seconds))


def run_worker(settings: Settings, metrics: Share, on_listening: Callable[[str], None]) -> None:
    """Serve as one of several processes on one port (`workers`)."""
    bound = bind(settings, shared=True)
    bound.listen(_WAITING_CONNECTIONS)
    with suppress(KeyboardInterrupt):
        uvloop_run(_serve(settings, metrics, [bound], on_listening, None))


def uvloop_run(main: Coroutine[Any, Any, None]) -> None:
    """Run on uvloop if it is installed (not on Windows)."""
    try:
        import uvloop
    except ImportError:
        asyncio.run(main)
    else:
        uvloop.run(main)


async def open_service(settings: Settings, metrics: Share | None = None) -> Service:
    """Return the service's long-lived parts, with its store open and migrated."""
    writer = writer_from_environment(settings.writer_environment)
    store = await open_store(settings.database_url, connections=settings.database_connections)
    service_id = await store.write(ensure_service_id)
    if settings.is_alone:
        await store.write(_give_back_all)
    share_base_url = (settings.share_base_url or "").rstrip("/")
    assets = settings.assets or object_store_settings({}, settings.database_url)
    media = Media(assets, quota_bytes=settings.asset_quota_bytes)
    pages = RenderingFolder(settings.pages or page_folder({}, settings.database_url))
    if problem := await asyncio.to_thread(pages.problem):
        _LOG.warning(
            "heavy pages are rendered again by each process and after each start: %s. Name a folder with %s",
            problem,
            PAGES,
        )
    return Service(
        settings,
        store,
        writer,
        service_id,
        share_base_url,
        metrics=metrics or Metrics().of(0),
        parts={Media: media, PageRenderer: PageRenderer(pages)},
    )


async def _give_back_all(db: Db) -> None:
    """Release what a killed process held, so that a repeated call runs immediately, not after its lease."""
    await credits.expire_held(db, now=now_ms())
    await paid_keys.abandon_all(db)


async def _serve(
    settings: Settings,
    metrics: Share,
    bound: list[socket.socket],
    on_listening: Callable[[str], None],
    idle_stop_seconds: float | None,
) -> None:
    service = await open_service(settings, metrics)
    base_url = local_base_url(settings, bound[0])
    service.share_base_url = service.share_base_url or base_url
    hosts = accepted_hosts(settings, service.share_base_url, bound[0].getsockname()[0])
    dispatch = Dispatch(service)
    server = _Server(
        uvicorn.Config(
            build_app(service, dispatch, hosts),
            http=with_upload_deadline(limited_protocol(settings.limits, hosts, FastReads(dispatch))),
            loop="none",
            ws="none",
            lifespan="off",
            proxy_headers=False,  # nothing here asks where a request came from
            access_log=False,
            log_config=None,
            server_header=False,
            date_header=True,
            timeout_keep_alive=75,
            timeout_graceful_shutdown=GRACE_SECONDS,
            backlog=_WAITING_CONNECTIONS,
        ),
        lambda: on_listening(base_url),
    )
    beside = (
        _tend(service, server, idle_stop_seconds),
        _publish(service),
        keep_checking(service),
        keep_storing_not_checked(service),
        keep_preparing(service),
    )
    tasks = [asyncio.create_task(coroutine) for coroutine in beside]
    try:
        await server.serve(sockets=bound)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.wait(tasks)
        await asyncio.to_thread(stop_checking)
        with suppress(StoreBusy, StoreClosed):
            await store_not_checked(service)
        await asyncio.to_thread(stop_decoding)
        service.metrics.tell()
        service.part(PageRenderer).close()
        await service.writer.close()
        await service.store.close()


class _Server(uvicorn.Server):
    def __init__(self, config: uvicorn.Config, on_listening: Callable[[], None]) -> None:
        super().__init__(config)
        self._on_listening = on_listening

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        # uvicorn's own raises the signal again once it has stopped serving, and that would end the process before
        # writer and store are closed. Only a main thread hears signals.
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        before = {handled_signal: signal.signal(handled_signal, self.handle_exit) for handled_signal in HANDLED_SIGNALS}
        try:
            yield
        finally:
            for key, handler in before.items():
                signal.signal(key, handler)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._on_listening()


async def _tend(service: Service, server: uvicorn.Server, idle_stop_seconds: float | None) -> None:
    """Periodically release what lapsed, and stop after a long time without a request."""
    state = server.server_state
    answered, since = 0, time.monotonic()
    while not server.should_exit:
        try:
            await service.store.write(lambda db: _sweep(db, service.clock()))
        except Exception:
            _LOG.warning("lapsed reservations could not be released now", exc_info=True)
        try:
            await sweep_assets(service)
        except Exception:
            _LOG.warning("assets that nothing refers to could not be removed now", exc_info=True)
        await asyncio.sleep(min(_SWEEP_SECONDS, idle_stop_seconds or _SWEEP_SECONDS))
        if state.tasks or state.total_requests != answered:
            answered, since = state.total_requests, time.monotonic()
        elif idle_stop_seconds is not None and time.monotonic() - since > idle_stop_seconds:
            server.should_exit = True


async def _publish(service: Service) -> None:
    """Publish this process's load, for the process that answers a request for metrics."""
    while True:
        service.publish_load()
        await asyncio.sleep(_PUBLISH_SECONDS)


async def _sweep(db: Db, now: int) -> None:
    await credits.expire_lapsed(db, now=now)
    await paid_keys.abandon_gone(db, now=now)
    await paid_keys.forget_expired(db, now=now)


def bind(settings: Settings, *, shared: bool = False) -> socket.socket:
    """Return a socket bound to the settings' address; it listens unless `shared`. Raises `Misconfigured`."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    bound = socket.socket(family, socket.SOCK_STREAM)
    if os.name == "posix":  # elsewhere it would let two servers have one port
        bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    if shared:
        bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
    try:
        bound.bind((settings.host, settings.port))
        if not shared:
            bound.listen(_WAITING_CONNECTIONS)
    except (OSError, OverflowError) as error:
        bound.close()
        why = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        message = f"The address {settings.host}:{settings.port} cannot be used ({why}). Choose another."
        raise Misconfigured(message) from None
    bound.setblocking(False)
    return bound


def local_base_url(settings: Settings, bound: socket.socket) -> str:
    """Return the service's address on this computer."""
    host = _ANYWHERE.get(settings.host, settings.host)
    host = f"[{host}]" if ":" in host else host
    return f"http://{host}:{bound.getsockname()[1]}"

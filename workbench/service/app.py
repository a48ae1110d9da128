"""The ASGI app: the procedure path goes straight to dispatch, all else to Starlette beside it. Routes, nothing else."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from workbench.errors import WorkbenchError
from workbench.service import routers
from workbench.service.context import Service
from workbench.service.dispatch import Dispatch
from workbench.service.share_page import busy_page, share_page
from workbench.service.store.db import StoreBusy, StoreClosed
from workbench.service.store.migrating import is_current

ASGI = Callable[
    [
        MutableMapping[str, Any],
        Callable[[], Awaitable[MutableMapping[str, Any]]],
        Callable[[MutableMapping[str, Any]], Awaitable[None]],
    ],
    Awaitable[None],
]


def build_app(service: Service, dispatch: Dispatch | None = None) -> ASGI:
    """The service as one ASGI callable."""
    assert routers.ROUTERS
    dispatch = dispatch or Dispatch(service)
    beside = _beside(service)
    bare = service.settings.rpc_path.encode()
    below = bare + b"/"

    async def app(scope: MutableMapping[str, Any], receive: Any, send: Any) -> None:
        if scope["type"] == "http" and (scope["raw_path"].startswith(below) or scope["raw_path"] == bare):
            await dispatch(scope, receive, send)
        elif scope["type"] in ("http", "lifespan"):
            await beside(scope, receive, send)

    return app


def _beside(service: Service) -> Starlette:
    async def health(request: Request) -> Response:
        return JSONResponse({"status": "alive", "serviceId": service.service_id})

    async def ready(request: Request) -> Response:
        try:
            current = await service.store.read(is_current)
        except WorkbenchError as error:
            return _not_ready(error.message)
        if not current:
            return _not_ready("The database's schema is another than this program's. Run `workbench admin migrate`.")
        return JSONResponse({"status": "ready"})

    async def shared(request: Request) -> Response:
        try:
            return await share_page(service, request.path_params["course_id"])
        except (StoreBusy, StoreClosed):
            return busy_page()

    beside = Starlette(
        routes=[
            Route("/health", health),
            Route("/ready", ready),
            Route("/s/{course_id:path}", shared),
        ]
    )
    beside.router.redirect_slashes = False  # a redirect would be built from the Host header
    return beside


def _not_ready(problem: str) -> Response:
    return JSONResponse({"status": "not ready", "problem": problem}, status_code=503)

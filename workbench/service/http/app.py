"""The ASGI app: the procedure path goes straight to dispatch, all else to Starlette. Routes, nothing else."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, MutableMapping
from typing import Any

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from workbench.procedures.asset import ASSETS_PATH
from workbench.service.db.seam import StoreBusy, StoreClosed
from workbench.service.http import routers
from workbench.service.http.assets import course_asset, failed_answer, member_asset, upload
from workbench.service.http.capabilities import is_loopback
from workbench.service.http.dispatch import Dispatch
from workbench.service.http.extensions import until_hang_up
from workbench.service.http.hosts import FOREIGN, Hosts, accepted_hosts
from workbench.service.http.paths import can_lead_anywhere
from workbench.service.http.readiness import readiness
from workbench.service.http.response import RpcResponse, deliver
from workbench.service.http.share_page import busy_page, missing_page, share_page
from workbench.service.kernel.context import Service
from workbench.service.kernel.errors import HandlerError
from workbench.service.kernel.long_reads import Turn
from workbench.service.publications.page_rendering import RendersLong
from workbench.wire.proof import PATH, proof

ASGI = Callable[
    [
        MutableMapping[str, Any],
        Callable[[], Awaitable[MutableMapping[str, Any]]],
        Callable[[MutableMapping[str, Any]], Awaitable[None]],
    ],
    Awaitable[None],
]


def build_app(service: Service, dispatch: Dispatch | None = None, hosts: Hosts | None = None) -> ASGI:
    """Return the service as one ASGI callable.

    The host that a request is for has already been checked (`protocol`), except for the metrics.
    """
    assert routers.ROUTERS
    dispatch = dispatch or Dispatch(service)
    beside = _start_background(service, hosts or accepted_hosts(service.settings, service.share_base_url, "127.0.0.1"))
    bare = service.settings.rpc_path.encode()
    below = bare + b"/"

    async def app(scope: MutableMapping[str, Any], receive: Any, send: Any) -> None:
        if scope["type"] == "http" and (scope["raw_path"].startswith(below) or scope["raw_path"] == bare):
            await until_hang_up(scope, dispatch(scope, receive, send))
        elif scope["type"] == "http" and not can_lead_anywhere(scope["raw_path"]):
            await _nothing_here(scope, receive, send)
        elif scope["type"] in ("http", "lifespan"):
            await until_hang_up(scope, beside(scope, receive, send))

    return app


def _start_background(service: Service, hosts: Hosts) -> Starlette:
    async def health(request: Request) -> Response:
        return JSONResponse({"status": "alive", "serviceId": service.service_id})

    async def prove(request: Request) -> Response:
        challenge, key = request.path_params["challenge"], service.settings.proof_key
        if key is None:
            return Response(status_code=404)
        return PlainTextResponse(proof(key(), challenge, service.share_base_url))

    async def ready(request: Request) -> Response:
        report = await readiness(service)
        return JSONResponse(report, status_code=200 if report["status"] == "ready" else 503)

    async def metrics(request: Request) -> Response:
        if not _may_read_metrics(request, service.settings.metrics):
            return Response(status_code=404)
        host = request.headers.get("host")
        if host is not None and not hosts.names(host.encode("latin-1")):
            return PlainTextResponse(f"{FOREIGN.sentence}\n", status_code=FOREIGN.http_status)
        service.publish_load()
        return Response(service.metrics.all.text(), media_type="text/plain; version=0.0.4")

    async def no_icon(request: Request) -> Response:
        return Response(status_code=204, headers={"cache-control": "public, max-age=86400"})

    share_pages = _SharePages(service)
    beside = Starlette(
        routes=[
            Route("/health", health),
            Route(PATH + "{challenge:challenge}", prove),
            Route("/ready", ready),
            Route("/metrics", metrics),
            Route("/favicon.ico", no_icon, methods=["GET"]),
            *_assets(service),
            Route("/s/{course_id:id}", share_pages, methods=["GET"]),
            Route("/s/{course_id:id}/{lesson_id:id}", share_pages, methods=["GET"]),
        ]
    )
    beside.router.default = _nothing_here
    beside.router.redirect_slashes = False  # a redirect would be built from the Host header
    return beside


def _assets(service: Service) -> list[Route]:
    """Return the routes of assets: uploaded and read by members, read by learners of a public course."""

    async def upload_asset(request: Request) -> Response:
        return await upload(service, request)

    async def read_asset(request: Request) -> Response:
        return await member_asset(service, request)

    async def learner_asset(request: Request) -> Response:
        course_id, name = request.path_params["course_id"], request.path_params["name"]
        try:
            return await course_asset(service, request, course_id, name) or missing_page()
        except (StoreBusy, StoreClosed):
            return busy_page()

    return [
        Route(ASSETS_PATH, upload_asset, methods=["POST"]),
        Route(ASSETS_PATH + "/{asset_id:id}", read_asset, methods=["GET"]),
        Route("/s/{course_id:id}/a/{name:digest_name}", learner_asset, methods=["GET"]),
    ]


class _SharePages:
    """The pages as an ASGI callable: an answer is over when it was fetched."""

    def __init__(self, service: Service) -> None:
        self._service = service

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        turn = Turn(self._service.long_reads)
        try:
            response = await self._response(scope["path_params"], turn)
            turn.sending(len(response.body))
            answer = RpcResponse(response.status_code, response.raw_headers, bytes(response.body))
            await deliver(send, answer, is_head=scope["method"] == "HEAD")
        finally:
            turn.end()

    async def _response(self, ids: Mapping[str, str], turn: Turn) -> Response:
        try:
            return await share_page(self._service, ids["course_id"], ids.get("lesson_id"), turn)
        except (StoreBusy, StoreClosed, RendersLong, HandlerError):
            return busy_page()


async def _nothing_here(scope: Scope, receive: Receive, send: Send) -> None:
    """Return a 404 in the form of the procedures, pages or files that could have been at this path."""
    raw_path: bytes = scope["raw_path"]
    response: Response = PlainTextResponse("Not Found", status_code=404)
    if raw_path.startswith(b"/s/"):
        response = missing_page()
    elif raw_path.startswith(ASSETS_PATH.encode() + b"/"):
        response = failed_answer(HandlerError("NOT_FOUND"))
    await response(scope, receive, send)


def _may_read_metrics(request: Request, who: str) -> bool:
    """Return whether the request comes from this computer; a proxy on it adds a forwarding header."""
    if who != "loopback":
        return who == "anyone"
    forwarded = any(name in request.headers for name in ("forwarded", "x-forwarded-for", "x-real-ip", "via"))
    return not forwarded and request.client is not None and is_loopback(f"//{_bracket_ipv6(request.client.host)}")


def _bracket_ipv6(host: str) -> str:
    return f"[{host}]" if ":" in host else host

"""A Jupyter server extension that answers 404 to paths that name no file, before any handler sees them.

Voila and Jupyter hand such paths to the file system and fail with 500, Voila's static files even without a token.
`server.py` enables it for every server that the commands here start.
"""

from __future__ import annotations

from collections.abc import Collection
from importlib.metadata import entry_points
from typing import Any, Final
from urllib.parse import unquote_to_bytes

from jupyter_server.serverapp import ServerApp
from tornado.httputil import HTTPServerRequest
from tornado.routing import Matcher, Rule
from tornado.web import ErrorHandler

_LONGEST_NAME: Final = 255
"""Bytes of a file name, on every common file system."""
_TEMPLATES: Final = "voila/templates/"
_CONVERTED: Final = "nbconvert/"


def names_nothing(path: str, base_url: str = "/", formats: Collection[str] = ()) -> bool:
    """Return whether no file and no page can have this path.

    The path is as it was sent: percent-encoded, without the query. `formats` are those of nbconvert.
    """
    whole = unquote_to_bytes(path.encode("utf-8", "surrogateescape"))
    names = whole.replace(b"\\", b"/").split(b"/")
    if b"\0" in whole or any(name in (b".", b"..") or len(name) > _LONGEST_NAME for name in names):
        return True
    try:
        below = whole.decode().removeprefix(base_url)
    except UnicodeDecodeError:
        return True
    if below.startswith(_TEMPLATES):
        return not _is_template_file(below.removeprefix(_TEMPLATES).split("/"))
    return below.startswith(_CONVERTED) and below.removeprefix(_CONVERTED).partition("/")[0] not in formats


def _is_template_file(names: list[str]) -> bool:
    """Return whether this is `<template>/static/<path>`, the only form that Voila's handler knows."""
    return len(names) >= 3 and names[1] == "static" and all(names)


class _NamesNothing(Matcher):
    def __init__(self, base_url: str) -> None:
        self._base_url = base_url
        self._formats = entry_points(group="nbconvert.exporters").names

    def match(self, request: HTTPServerRequest) -> dict[str, Any] | None:
        return {} if names_nothing(request.path, self._base_url, self._formats) else None


def _jupyter_server_extension_points() -> list[dict[str, str]]:
    return [{"module": __name__}]


def _load_jupyter_server_extension(server: ServerApp) -> None:
    rule = Rule(_NamesNothing(server.base_url), ErrorHandler, {"status_code": 404})
    server.web_app.default_router.rules.insert(0, rule)

"""Requests as they arrive: a scope, a body in parts, and limits to judge them by."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from typing import Any

from workbench.service.http.rpc_request import Scope
from workbench.service.kernel.settings import Limits, Settings

CREATE = "/api/rpc/project.createProject?batch=1"
NAMED = b'{"0":{"json":{"name":"x"}}}'


def scope(method: str = "POST", target: str = CREATE, **headers: str) -> Scope:
    """A request's scope; header names are written with underscores."""
    path, _, query = target.partition("?")
    named = {"content_type": "application/json", "host": "service.test"} | headers
    raw = [(name.replace("_", "-").encode(), value.encode("latin-1")) for name, value in named.items()]
    return {"method": method, "raw_path": path.encode(), "query_string": query.encode(), "headers": raw}


class Body:
    """What `receive` gives: the parts of a body, one by one, then nothing ever again."""

    def __init__(self, parts: Iterable[bytes | None]) -> None:
        self.parts = list(parts)

    async def __call__(self) -> dict[str, Any]:
        """The next part; `None` is a sender who left."""
        if not self.parts:
            await asyncio.Event().wait()
        part = self.parts.pop(0)
        if part is None:
            return {"type": "http.disconnect"}
        return {"type": "http.request", "body": part, "more_body": bool(self.parts)}


def limited(**limits: Any) -> Settings:
    """Settings with these limits."""
    return Settings("sqlite:///unused.db", limits=Limits(**limits))

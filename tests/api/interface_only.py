"""A service that has only the interface, on a real port: no capabilities, no lists, no fields beyond those shown."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import urlsplit

ANSWERS: dict[str, Any] = {
    "organization.getLastSelectedOrganizationId": {"organizationId": "org-1"},
    "organization.getOrgTierAndStatus": {"tier": "Plus", "status": "Active"},
    "organization.getUserData": {},
    "organization.getOrganizationProjects": {"projects": []},
    "organization.getDashboardRecentItems": {"recentItems": [{}]},
    "courseRouter.getCourseSharingInfo": {
        "isPublic": False,
        "canBeShared": True,
        "shareUrl": "https://share.example/s/course-1",
    },
}
NOT_FOUND = {
    "error": {"message": "No such procedure", "code": -32004, "data": {"code": "NOT_FOUND", "httpStatus": 404}}
}
SIGN_IN = {"error": {"message": "no", "code": -32001, "data": {"code": "UNAUTHORIZED", "httpStatus": 401}}}


class _Handler(BaseHTTPRequestHandler):
    seen: list[tuple[str, str]]

    def do_GET(self) -> None:
        cookie = self.headers.get("Cookie", "")
        self.seen.append((self.path, cookie))
        names = urlsplit(self.path).path.rpartition("/")[2].split(",")
        if "=good" in cookie:
            said = [{"result": {"data": ANSWERS[name]}} if name in ANSWERS else NOT_FOUND for name in names]
            status = 200 if all(name in ANSWERS for name in names) else 404
        else:
            said, status = [SIGN_IN for _ in names], 401
        body = json.dumps(said).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *said: object) -> None:
        """Tests are quiet."""


@contextmanager
def interface_only() -> Iterator[tuple[str, list[tuple[str, str]]]]:
    """Its base URL, and each request's path and cookie as they come."""
    handler = type("Handler", (_Handler,), {"seen": []})
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}", handler.seen
    finally:
        server.shutdown()
        server.server_close()
        thread.join()

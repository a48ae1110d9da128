"""A service on a real socket that answers as the case says and keeps its own truth.

It knows the interface's wire forms from the specification; it shares no code with the package.
"""

from __future__ import annotations

import json
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, ClassVar
from urllib.parse import parse_qs, urlsplit

from tests.faults.cases import Case, Fault, Mode
from tests.faults.truth import PRICE, MadeLesson, Truth

TOO_LATE_SECONDS = 0.4
PROJECT = "project1"
COURSE = "course1"
CODES = {400: -32600, 401: -32001, 402: -32002, 404: -32004, 409: -32009, 429: -32029, 500: -32603, 503: -32603}
NAMES = {
    400: "BAD_REQUEST",
    401: "UNAUTHORIZED",
    402: "PAYMENT_REQUIRED",
    404: "NOT_FOUND",
    409: "CONFLICT",
    429: "TOO_MANY_REQUESTS",
    500: "INTERNAL_SERVER_ERROR",
    503: "SERVICE_UNAVAILABLE",
}
BEFORE_WORK = {401, 402, 429}
PRICE_ROW = {"procedure": "lesson.createStarterLesson", "credits": PRICE, "validFrom": "2020-01-01T00:00:00.000Z"}


class FaultyService(ThreadingHTTPServer):
    """The server. `begin(case)` gives it a new truth; requests that are still running keep the old one."""

    daemon_threads = True
    request_queue_size = 128

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.case = Case(0, Mode.KEYS, 1, ())
        self.on_arrival: Callable[[int], None] = _nothing
        self.on_made: Callable[[int], None] = _nothing
        self.truth = Truth()

    @property
    def url(self) -> str:
        """Where it listens."""
        return f"http://127.0.0.1:{self.server_address[1]}"

    def begin(self, case: Case) -> Truth:
        """Start over for a case; `on_arrival` and `on_made` then do nothing at any paid request."""
        self.on_arrival = self.on_made = _nothing
        self.case = case
        self.truth = Truth(balance_credits=case.balance_credits, opened_with=case.balance_credits)
        return self.truth

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A client that hangs up is no news here."""


@contextmanager
def running() -> Iterator[FaultyService]:
    """A faulty service in a thread of its own."""
    service = FaultyService()
    thread = threading.Thread(target=service.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield service
    finally:
        service.shutdown()
        service.server_close()
        thread.join()


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    server: FaultyService
    reads: ClassVar[dict[str, str]] = {
        "courseRouter.listCourses": "_courses",
        "organization.getDashboardRecentItems": "_recent",
        "organization.getLastSelectedOrganizationId": "_selected",
        "organization.getOrganizationProjects": "_projects",
        "organization.getUserData": "_user",
        "service.getCapabilities": "_capabilities",
        "service.whoAmI": "_me",
    }

    def log_message(self, *args: Any) -> None:
        """Say nothing."""

    def do_GET(self) -> None:
        """Reads always work: what is tested is the outcome of a paid send."""
        self.case, self.truth = self.server.case, self.server.truth
        split = urlsplit(self.path)
        names = split.path.removeprefix("/api/rpc/").split(",")
        json.loads(parse_qs(split.query)["input"][0])
        elements = [self._read(name) for name in names]
        statuses = {element.get("error", {}).get("data", {}).get("httpStatus", 200) for element in elements}
        self._answer(statuses.pop() if len(statuses) == 1 else 207, elements)

    def do_POST(self) -> None:
        """The one paid write."""
        self.case, self.truth = self.server.case, self.server.truth
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))["0"]["json"]
        number = self.truth.sent(body["language"], body["topic"])
        try:
            self._met(number, body)
        finally:
            self.truth.ended()

    def _met(self, number: int, body: dict[str, Any]) -> None:
        self.server.on_arrival(number)
        if number in self.case.strangers:
            credits = PRICE if self.case.shows_authors else 2 * PRICE
            self.truth.made_by_a_stranger(time.time_ns() // 1_000_000, credits=credits)
        fault = self.case.faults[number] if number < len(self.case.faults) else None
        self.number = number
        self._paid(fault, body)

    def _paid(self, fault: Fault | None, body: dict[str, Any]) -> None:
        match fault:
            case None:
                self._made(self._make(body))
            case Fault.CUT_BEFORE:
                self._cut()
            case Fault.CUT_AFTER:
                self._make(body)
                self._cut()
            case Fault.CUT_THEN_MADE | Fault.CUT_THEN_MADE_LATE:
                self._cut()
                time.sleep(0.03 if fault is Fault.CUT_THEN_MADE else 0.15)
                self._make(body)
            case Fault.SLOW_AFTER:
                self._make(body)
                time.sleep(TOO_LATE_SECONDS)
                self._cut()
            case Fault.ERROR_BEFORE | Fault.ERROR_AFTER:
                if fault is Fault.ERROR_AFTER:
                    self._make(body)
                self._refuse(500)
            case Fault.BUSY_BEFORE:
                self._refuse(503, retry_after="0")
            case Fault.PROXY_BEFORE | Fault.PROXY_AFTER:
                if fault is Fault.PROXY_AFTER:
                    self._make(body)
                self._send(502, b"<html><body>Bad gateway</body></html>", "text/html")
            case Fault.GARBLED_AFTER:
                self._make(body)
                self._send(200, b'{"result":{"data":{"lessonId":"les')
            case Fault.NO_ID_AFTER:
                self._make(body)
                self._answer(200, {"result": {"data": {"lessonId": "", "title": "A title"}}})
            case Fault.PATIENCE:
                self._refuse(429, retry_after="0")
            case Fault.SIGNED_OUT:
                self._refuse(401)
            case Fault.STILL_RUNNING:
                self._make(body)
                self._refuse(409, retry_after="0")
            case Fault.MADE_TWICE:
                lesson = self._make(body)
                if lesson is not None:
                    self.truth.make_another(lesson, time.time_ns() // 1_000_000)
                self._made(lesson)

    def _make(self, body: dict[str, Any]) -> MadeLesson | None:
        key = self.headers.get("Idempotency-Key") if self.case.mode is Mode.KEYS else None
        goes_to = (body.get("projectId"), body.get("courseId"))
        lesson = self.truth.make(body["language"], body["topic"], key, time.time_ns() // 1_000_000, *goes_to)
        self.server.on_made(self.number)
        return lesson

    def _made(self, lesson: MadeLesson | None) -> None:
        if lesson is None:
            self._refuse(402)
        else:
            self._answer(200, {"result": {"data": {"lessonId": lesson.lesson_id, "title": lesson.topic.title()}}})

    def _read(self, name: str) -> dict[str, Any]:
        ours = name.startswith("service.")
        if name not in self.reads or (ours and self.case.mode is Mode.INTERFACE):
            return _failure(404)
        return {"result": {"data": getattr(self, self.reads[name])()}}

    def _recent(self) -> dict[str, Any]:
        with self.truth.lock:
            newest = list(reversed(self.truth.lessons))[:20]
        if self.case.mode is Mode.INTERFACE:
            return {"recentItems": [{"ref": lesson.lesson_id, "label": lesson.topic} for lesson in newest]}
        return {"recentItems": [_item(lesson, shows_author=self.case.shows_authors) for lesson in newest]}

    def _selected(self) -> dict[str, Any]:
        return {"organizationId": self.truth.selected}

    def _user(self) -> dict[str, Any]:
        if self.case.mode is Mode.INTERFACE:
            return {"who": "somebody"}
        return {"personId": "p1", "name": "Ada", "aiCreditBalance": self.truth.balance_credits}

    def _projects(self) -> dict[str, Any]:
        return {"projects": [{"projectId": PROJECT, "name": "Larder"}]}

    def _courses(self) -> dict[str, Any]:
        day = "2020-01-01T00:00:00.000Z"
        course = {"courseId": COURSE, "projectId": PROJECT, "title": "Bread", "isPublic": False, "canBeShared": True}
        course |= {"shareUrl": "", "lessonCount": 0, "createdAt": day, "updatedAt": day}
        return {"courses": [course], "total": 1}

    def _me(self) -> dict[str, Any]:
        end = "2099-01-01T00:00:00.000Z"
        session = {"sessionId": "s1", "idleEndsAt": end, "endsAt": end}
        return {"personId": "p1", "name": "Ada", "email": "ada@example.org", "session": session}

    def _capabilities(self) -> dict[str, Any]:
        keyed = self.case.mode is Mode.KEYS
        return {
            "serviceId": f"service{self.case.seed}",
            "name": "faulty",
            "version": "1",
            "procedures": ["lesson.createStarterLesson", *self.reads],
            "additions": ["courseId", "idempotencyKey", "maxCredits", "organizationId"] if keyed else [],
            "limits": {},
            "prices": [PRICE_ROW],
            "writer": {"name": "planning-sheet", "isAi": False, "languages": None},
        }

    def _refuse(self, http_status: int, retry_after: str | None = None) -> None:
        if http_status in BEFORE_WORK:
            self.truth.refused.add(self.number)
        headers = {} if retry_after is None else {"Retry-After": retry_after}
        self._answer(http_status, _failure(http_status), headers)

    def _answer(self, http_status: int, value: object, headers: dict[str, str] | None = None) -> None:
        self._send(http_status, json.dumps(value).encode(), "application/json", headers)

    def _send(
        self, http_status: int, body: bytes, kind: str = "application/json", headers: dict[str, str] | None = None
    ) -> None:
        self.send_response(http_status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        if self.case.mode is Mode.KEYS:
            self.send_header("Idempotency-Support", "30d")
        for name, value in (headers or {}).items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def _cut(self) -> None:
        self.close_connection = True
        self.connection.shutdown(socket.SHUT_RDWR)


def _nothing(number: int) -> None:
    pass


def _failure(http_status: int) -> dict[str, Any]:
    data = {"code": NAMES[http_status], "httpStatus": http_status}
    return {"error": {"message": f"Refused with {http_status}.", "code": CODES[http_status], "data": data}}


def _item(lesson: MadeLesson, *, shows_author: bool) -> dict[str, Any]:
    at = datetime.fromtimestamp(lesson.created_at_ms / 1000, UTC).isoformat(timespec="milliseconds")
    return {
        "itemType": "lesson",
        "lessonId": lesson.lesson_id,
        "title": lesson.topic.title(),
        "language": lesson.language,
        "createdAt": at.replace("+00:00", "Z"),
        "createdBy": lesson.created_by if shows_author else None,
    }

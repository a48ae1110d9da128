"""Texts, numbers, values, names, paths and headers that are odd; ids in them are named. Knows no request."""

from __future__ import annotations

from typing import Any

from tests.hostile import HOSTILE
from tests.service.odd import ODD_IDS

TEXTS = [
    "", " ", "\t\n", "a", "x" * 201, "x" * 4_001, "y" * 70_000, "\u202eabc", "e\u0301" * 50,
    "\U0001f9d1\u200d\U0001f52c",
    "\ufeff", "\u0085", "\x7f\x1b[31m", "\ufffe\uffff", "%00", "%", "_", "\\", "'; DROP TABLE lesson; --", "\u0665",
    "ß" * 300,
    "__proto__", "constructor", "undefined", "NaN", "0", "-1", "1e5", "true", "null", "{}", "../../../etc/passwd",
    "C:\\Windows\\win.ini", "${7*7}", "{{7*7}}", "%s%n%x", "EN", "en-us", "zh-Hant-TW", "a@b", "a@example.org",
    "İ" * 60,
    "owner", "viewer", "ADMIN", "2026-11-21T00:00:00.000Z", "3F2B8C1E-8D7A-4C55-9B1E-2F60A4D3C7AA", "{3f2b8c1e}",
    *HOSTILE,
]  # fmt: skip
NUMBERS = [
    0, -0.0, 1, -1, 2, 99, 1_000, 2**31 - 1, 2**31, -(2**31) - 1, 2**53, 2**53 + 1, 2**63 - 1, 2**63, -(2**63),
    -(2**63) - 1,
    2**64, 10**20 - 1, -(10**20) + 1, 0.1, 1.5, 1e15, 1e16, 1e22, 1e308, 5e-324, -1e308,
]  # fmt: skip
VALUES: list[Any] = [
    None,
    True,
    False,
    [],
    {},
    [[]],
    [None],
    {"json": None},
    {"$ne": None},
    [1, "a", {}],
    *ODD_IDS.values(),
]
NAMES = [
    "", " ", ".", "..", "lesson", "lesson.", ".getLesson", "lesson.getLesson.x", "Lesson.getLesson", "lesson.getlesson",
    "toString", "__proto__", "constructor.prototype", "realtime.executeTransactions ", "%2e%2e", "%00", "%ff%fe",
    "%C3%28",
    "lesson%2EgetLesson", "lesson.getLesson%2Clesson.getLesson", "a" * 300, "é", "<script>", "%0d%0aX-Evil:1", "*",
    "//", "?",
]  # fmt: skip
KEYS = [
    "00",
    "-1",
    "0 ",
    "+0",
    "0.0",
    "1e0",
    "\u0660",
    "__proto__",
    "json",
    "",
    "100",
    "4294967296",
    "0\u0000",
    "a" * 2_000,
]
PATHS = [
    "/", "", "//", "/api", "/api/rpc", "/api/rpc/", "/api//rpc/service.whoAmI", "/api/rpc/../rpc/service.whoAmI",
    "/API/RPC/x",
    "/health", "/ready", "/metrics", "/health/", "/metrics?x=1", "/s/", "/s/<course_id>", "/s/<course_id>/",
    "/s/<lesson_id>",
    "/s/..%2f..%2fetc%2fpasswd", "/s/%00", "/s/%ff", "/s/" + "a" * 65, "/s/<course_id>%20", "/s/<course_id>?x=1",
    "/s//",
    "/favicon.ico", "/.env", "/docs", "/openapi.json", "/static/../../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd",
    "/s/" + "a/" * 99,
]  # fmt: skip
HEADERS = [
    ("content-type", "text/plain"), ("content-type", "application/json; charset=utf-16"), ("content-type", ""),
    ("content-type", "application/jsonx"), ("content-type", "APPLICATION/JSON ;x"),
    ("content-type", "multipart/form-data"),
    ("content-encoding", "gzip"), ("content-encoding", "identity"), ("content-encoding", "br, gzip"),
    ("te", "trailers"),
    ("sec-fetch-site", "cross-site"), ("sec-fetch-site", "same-origin"), ("sec-fetch-site", "\xff"), ("origin", "null"),
    ("origin", "http://evil.example"), ("origin", "http://127.0.0.1"), ("host", "evil.example"), ("host", ""),
    ("x-forwarded-for", "1.2.3.4"), ("x-forwarded-host", "evil.example"), ("forwarded", "for=x"), ("via", "1.1 x"),
    ("accept", "text/html"), ("accept-encoding", "gzip;q=9"), ("range", "bytes=0-1"), ("if-match", '"1"'),
    ("if-none-match", "*"),
    ("x-http-method-override", "DELETE"), ("expect", "100-continue"), ("upgrade", "websocket"),
    ("connection", "upgrade"),
    ("cookie", "a=b"), ("cookie", "\xff=\xfe;;;=;"), ("cookie", "__Secure-authoring.session-token=nobody"),
    ("cookie", "__Secure-authoring.session-token="), ("cookie", 'x="y; z'), ("authorization", "Bearer nobody"),
    ("idempotency-key", "k1"), ("idempotency-key", "k2"), ("idempotency-key", "a b"), ("idempotency-key", "é"),
    ("idempotency-key", ""), ("idempotency-key", "k" * 201), ("x-long", "h" * 8_000), ("x-trpc-source", "\x01"),
    ("accept-language", "*" * 3_000),
]  # fmt: skip
METHODS = ["GET", "POST", "HEAD", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "PROPFIND", "get"]

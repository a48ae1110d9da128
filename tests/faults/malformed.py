"""Bytes that are no HTTP/1.1 request, or one at the edge of it. `<cookie>` stands for a session's cookie."""

from __future__ import annotations

_READ = b"/api/rpc/service.whoAmI?batch=1"
_WRITE = b"/api/rpc/project.createProject?batch=1"
_BODY = b'{"0":{"json":{"name":"n"}}}'
_HOST = b"host: localhost\r\ncookie: <cookie>\r\n"
_JSON = _HOST + b"content-type: application/json\r\n"


def _get(line: bytes = b"GET " + _READ + b" HTTP/1.1", headers: bytes = _HOST) -> bytes:
    return line + b"\r\n" + headers + b"\r\n"


def _post(headers: bytes, body: bytes) -> bytes:
    return b"POST " + _WRITE + b" HTTP/1.1\r\n" + _JSON + headers + b"\r\n" + body


_LENGTH = b"content-length: %d\r\n" % len(_BODY)
_CHUNK = b"%x\r\n%b\r\n" % (len(_BODY), _BODY)
_CHUNKED = b"transfer-encoding: chunked\r\n"

MALFORMED: tuple[bytes, ...] = (
    b"\r\n\r\n\r\n",
    b"\x00" * 200,
    b"\xff\xfe\xfd" * 50,
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + b"\x5a" * 100,  # a TLS greeting
    b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    b"GET\r\n\r\n",
    b"GET /\r\n\r\n",
    b"hello\r\n\r\n",
    b'{"0":{"json":null}}\r\n\r\n',
    _get(b"GET " + _READ + b" HTTP/1.0"),
    _get(b"GET " + _READ + b" HTTP/2.0"),
    _get(b"GET " + _READ + b" HTTP/9.9"),
    _get(b"GET " + _READ + b" HTTX/1.1"),
    _get(b"GET  " + _READ + b"  HTTP/1.1"),
    _get(b"GET\t" + _READ + b"\tHTTP/1.1"),
    _get(b"G\x00T " + _READ + b" HTTP/1.1"),
    _get(b"GET /api/rpc/\x00 HTTP/1.1"),
    _get(b"GET /api/rpc/\xc3\x28\xff HTTP/1.1"),
    _get(b"GET http://evil.example" + _READ + b" HTTP/1.1"),
    _get(b"GET //evil.example" + _READ + b" HTTP/1.1"),
    _get(b"GET * HTTP/1.1"),
    _get(b"OPTIONS * HTTP/1.1"),
    _get(b"CONNECT 127.0.0.1:22 HTTP/1.1"),
    _get(b"TRACE " + _READ + b" HTTP/1.1"),
    _get(b"GET " + _READ + b"#fragment HTTP/1.1"),
    _get(b"GET ?batch=1 HTTP/1.1"),
    _get(b"GET /" + b"a" * 66_000 + b" HTTP/1.1"),
    _get(b"G" * 70_000 + b" / HTTP/1.1"),
    _get(headers=b""),
    _get(headers=b"host: a\r\nhost: b\r\n"),
    _get(headers=_HOST + b" folded: x\r\n"),
    _get(headers=_HOST + b"x: a\r\n b\r\n"),
    _get(headers=_HOST + b"no colon\r\n"),
    _get(headers=_HOST + b": no name\r\n"),
    _get(headers=_HOST + b"x y: a\r\n"),
    _get(headers=_HOST + b"x : a\r\n"),
    _get(headers=_HOST + b"x: \x00\r\n"),
    _get(headers=_HOST + b"x: \x7f\xff\r\n"),
    _get(headers=_HOST + b"x: a\rb\r\n"),
    _get(headers=_HOST + b"x: a\nb: c\r\n"),
    _get(headers=_HOST + b"x: " + b"a" * 130_000 + b"\r\n"),
    _get(headers=_HOST + b"".join(b"x%d: a\r\n" % n for n in range(3_000))),
    _get(headers=_HOST + b"".join(b"x%d: %b\r\n" % (n, b"a" * 90) for n in range(900))),
    _get(headers=_HOST + b"cookie: <cookie>\r\n"),
    _get(headers=b"cookie: " + b"a=b; " * 9_000 + b"<cookie>\r\n"),
    _get(headers=_HOST + b"upgrade: h2c\r\nconnection: upgrade, http2-settings\r\nhttp2-settings: AAMAAABk\r\n"),
    _get(headers=_HOST + b"upgrade: websocket\r\nconnection: upgrade\r\nsec-websocket-version: 13\r\n"),
    _get(headers=_HOST + b"connection: close\r\n"),
    _get(headers=_HOST + b"content-length: 5\r\n") + b"hello",
    _get().replace(b"\r\n", b"\n"),
    _get() + _get() + _get(),
    _post(_LENGTH, _BODY) + _get(),
    _post(_LENGTH, _BODY) + b"\x00no request\r\n\r\n",
    _post(_LENGTH, _BODY) + _get(b"GET /" + b"a" * 66_000 + b" HTTP/1.1"),
    _post(_LENGTH * 2, _BODY),
    _post(_LENGTH + b"content-length: 3\r\n", _BODY),
    _post(b"content-length: -1\r\n", _BODY),
    _post(b"content-length: +5\r\n", _BODY),
    _post(b"content-length: 0x1b\r\n", _BODY),
    _post(b"content-length: 99999999999999999999999\r\n", _BODY),
    _post(b"content-length: 2000000\r\n", _BODY),
    _post(b"content-length: 3\r\n", _BODY),
    _post(b"content-length: \r\n", _BODY),
    _post(b"", _BODY),
    _post(_CHUNKED, _CHUNK + b"0\r\n\r\n"),
    _post(_CHUNKED + _LENGTH, _CHUNK + b"0\r\n\r\n"),
    _post(_LENGTH + _CHUNKED, _CHUNK + b"0\r\n\r\n"),
    _post(_CHUNKED + _CHUNKED, _CHUNK + b"0\r\n\r\n"),
    _post(b"transfer-encoding: gzip, chunked\r\n", _CHUNK + b"0\r\n\r\n"),
    _post(b"transfer-encoding: identity\r\n" + _LENGTH, _BODY),
    _post(b"transfer-encoding: \x0bchunked\r\n" + _LENGTH, _BODY),
    _post(_CHUNKED, b"zz\r\n" + _BODY),
    _post(_CHUNKED, b"-1\r\n" + _BODY),
    _post(_CHUNKED, b"ffffffffffffffffff\r\n" + _BODY),
    _post(_CHUNKED, b"1;" + b"e" * 5_000 + b"\r\n{\r\n0\r\n\r\n"),
    _post(_CHUNKED, _CHUNK + b"0\r\nx: y\r\ncookie: a=b\r\n\r\n"),
    _post(_CHUNKED, b"".join(b"1\r\n%b\r\n" % _BODY[n : n + 1] for n in range(len(_BODY))) + b"0\r\n\r\n"),
    _post(_CHUNKED, b"100000\r\n" + b" " * 0x100000 + b"\r\n" + _CHUNK + b"0\r\n\r\n"),
    _post(b"expect: 100-continue\r\n" + _LENGTH, _BODY),
    _post(b"expect: 200-maybe\r\n" + _LENGTH, _BODY),
)

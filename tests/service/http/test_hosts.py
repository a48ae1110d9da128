"""Whom a request is for: names of the service are answered, any other is refused before anything else is judged."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tests.hanging import HANG_SECONDS
from tests.people import cookie_of, owner_of
from tests.service.serving import Serving, serving
from workbench.service.administration.admin import AddedPerson
from workbench.service.http.hosts import (
    ELSEWHERE,
    FOREIGN,
    MALFORMED,
    MOST_JUDGED,
    NONE,
    SEVERAL,
    HostRefused,
    accepted_hosts,
)
from workbench.service.kernel.settings import Settings

READ = "/api/rpc/service.whoAmI?batch=1"
NAMES = (
    "localhost",
    "127.0.0.1",
    "[::1]",
    "LOCALHOST:99",
    "localhost.",
    "lessons.example.org",
    "share.example.org:443",
)
FOREIGN_NAMES = (
    "evil.example",
    "localhost.evil.example",
    "127.0.0.2",
    "10.0.0.7:8100",
    "[::2]",
    "xn--mnchen-3ya.example",
)


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the services' file is."""
    return tmp_path_factory.mktemp("hosts") / "service.db"


@pytest.fixture(scope="module")
def ana(database: Path) -> AddedPerson:
    """Somebody whose session a foreign page would like to use."""
    return owner_of(f"sqlite:///{database}", credits_at_start=10)


@pytest.fixture(scope="module")
def here(database: Path, ana: AddedPerson) -> Iterator[Serving]:
    """A service on this computer alone, behind the proxy of docs/operations.md."""
    with serving(
        database, share_base_url="https://share.example.org", allowed_hosts=["lessons.example.org"]
    ) as service:
        yield service


def said(service: Serving, *requests: str) -> list[tuple[int, bytes]]:
    """Status and body of the answer to each request, sent one by one on one connection until it ends."""
    answers = []
    with (
        closing(socket.create_connection(("127.0.0.1", service.port), timeout=HANG_SECONDS)) as wire,
        wire.makefile("rb") as heard,
    ):
        for request in requests:
            wire.sendall(request.encode("latin-1"))
            http_status = int(heard.readline().split()[1])
            headers = dict(line.rstrip().split(b": ", 1) for line in iter(heard.readline, b"\r\n"))
            answers.append((http_status, heard.read(int(headers[b"content-length"]))))
            if headers.get(b"connection") == b"close":
                break
    return answers


def get(target: str, *hosts: str, version: str = "1.1", cookie: str = "") -> str:
    """A request with these Host headers."""
    lines = [f"host: {host}\r\n" for host in hosts] + ([f"cookie: {cookie}\r\n"] if cookie else [])
    return f"GET {target} HTTP/{version}\r\n{''.join(lines)}\r\n"


@pytest.mark.parametrize("target", [READ, "/health", "/metrics", "/s/none"])
def test_a_page_led_to_this_computer_by_its_name_read_everything(here: Serving, ana: AddedPerson, target: str) -> None:
    """DNS rebinding: to the browser it is the same site, and the cookie of a name goes along; only Host tells."""
    for host in FOREIGN_NAMES:
        [(http_status, body)] = said(here, get(target, host, cookie=cookie_of(ana)))
        assert (http_status, FOREIGN.sentence in body.decode()) == (421, True), host

    for host in NAMES:
        [(http_status, _)] = said(here, get(target, host, cookie=cookie_of(ana)))
        assert http_status == (404 if target == "/s/none" else 200), host


def test_a_refusal_on_the_procedure_path_is_the_interfaces_error(here: Serving) -> None:
    """Elsewhere it is a plain sentence."""
    [(_, envelope)] = said(here, get(READ, "evil.example"))
    [(_, plain)] = said(here, get("/health", "evil.example"))

    assert json.loads(envelope)["error"]["data"] == {"code": "BAD_REQUEST", "httpStatus": 421}
    assert plain.decode() == f"{FOREIGN.sentence}\n"


def test_a_connection_whose_reads_are_answered_at_once_is_judged_at_each_host(here: Serving, ana: AddedPerson) -> None:
    """The quick way too, after requests that it has answered and kept the headers of."""
    ours, theirs = (get(READ, text, cookie=cookie_of(ana)) for text in ("localhost", "evil.example"))

    answers = said(here, ours, ours, get(READ, "127.0.0.1", cookie=cookie_of(ana)), theirs, ours)

    assert [http_status for http_status, _ in answers] == [200, 200, 200, 421]


def test_a_foreign_write_changed_something(here: Serving, ana: AddedPerson) -> None:
    """Nothing of it runs, whatever comes with it."""
    body = '{"0":{"json":{"name":"Theirs"}}}'
    [(http_status, _)] = said(
        here,
        "POST /api/rpc/project.createProject?batch=1 HTTP/1.1\r\nhost: evil.example\r\n"
        f"cookie: {cookie_of(ana)}\r\ncontent-type: application/json\r\ncontent-length: {len(body)}\r\n\r\n{body}",
    )
    asked = f'{{"0":{{"json":{{"organizationId":"{ana.organization_id}"}}}}}}'
    target = f"/api/rpc/organization.getOrganizationProjects?batch=1&input={asked}"
    listed = get(target, "localhost", cookie=cookie_of(ana))
    [(_, projects)] = said(here, listed)

    assert http_status == 421
    assert b'"result"' in projects and b"Theirs" not in projects


@pytest.mark.parametrize(
    ("request_", "why"),
    [
        (get(READ), NONE),
        (get(READ, "localhost", "localhost"), SEVERAL),
        (get(READ, "localhost", "evil.example"), SEVERAL),
        (get(READ, "evil.example", "localhost"), SEVERAL),
        (get(READ, ""), MALFORMED),
        (get(READ, "localhost/"), MALFORMED),
        (get(READ, "me@localhost"), MALFORMED),
        (get(READ, "local host"), MALFORMED),
        (get(READ, "localhost:8x"), MALFORMED),
        (get(READ, "::1"), MALFORMED),
        (get(READ, "l\u00f6calhost"), MALFORMED),
        (get(f"http://evil.example{READ}", "localhost"), ELSEWHERE),
        (get(f"http://localhost@evil.example{READ}", "localhost"), ELSEWHERE),
        (get(f"ftp://localhost{READ}", "localhost"), ELSEWHERE),
        (get("http://evil.example", "localhost"), ELSEWHERE),
    ],
)
def test_a_request_whose_host_cannot_be_told_was_answered(here: Serving, request_: str, why: HostRefused) -> None:
    """Who is in front may have read another of the names."""
    [(http_status, body)] = said(here, request_)

    assert (http_status, why.sentence in body.decode()) == (400, True)


def test_an_address_with_the_hosts_own_name_is_answered(here: Serving, ana: AddedPerson) -> None:
    """HTTP asks that of every server; the name in it is judged as any other."""
    [(ours, _)] = said(here, get(f"http://localhost{READ}", "LOCALHOST", cookie=cookie_of(ana)))
    [(theirs, _)] = said(here, get(f"http://evil.example{READ}", "evil.example", cookie=cookie_of(ana)))

    assert (ours, theirs) == (200, 421)


def test_health_checks_of_http_1_0_name_no_host(here: Serving) -> None:
    """No browser sends these."""
    with closing(socket.create_connection(("127.0.0.1", here.port), timeout=HANG_SECONDS)) as wire:
        wire.sendall(get("/health", version="1.0").encode())
        heard = b"".join(iter(lambda: wire.recv(65_536), b""))

    assert heard.startswith(b"HTTP/1.1 200")


def test_metrics_of_a_service_for_others_were_read_under_any_name(database: Path, ana: AddedPerson) -> None:
    """Bound elsewhere without a list, other paths answer for any name; a program on this computer still reads them."""
    with serving(database, host="0.0.0.0") as service:
        answered = {
            (target, host): said(service, get(target, host, cookie=cookie_of(ana)))[0][0]
            for target in (READ, "/health", "/metrics")
            for host in ("evil.example", "localhost:9")
        }

        encoded = said(service, get("/%6detrics", "evil.example", cookie=cookie_of(ana)))[0][0]

    assert answered.pop(("/metrics", "evil.example")) == 421
    assert encoded == 404
    assert set(answered.values()) == {200}


@pytest.mark.parametrize(
    ("address", "allowed", "others"),
    [
        ("127.0.0.1", (), False),
        ("127.9.9.9", (), False),
        ("::1", (), False),
        ("0.0.0.0", (), True),
        ("10.0.0.7", (), True),
        ("::", (), True),
        ("10.0.0.7", ("Lessons.Example.Org",), False),
        ("::", ("[fe80::1]",), False),
    ],
)
def test_a_list_is_in_force_on_this_computer_and_where_one_is_given(
    address: str, allowed: tuple[str, ...], others: bool
) -> None:
    """The service's own address is one of its names."""
    hosts = accepted_hosts(Settings("sqlite:///unused.db", allowed_hosts=allowed), "https://share.example.org", address)
    own = f"[{address}]" if ":" in address else address
    wildcard = address in ("0.0.0.0", "::")

    assert hosts.refusal(b"evil.example", b"/", "1.1") == (None if others else FOREIGN)
    assert hosts.names(own.encode()) is not wildcard
    for name in ("localhost", "share.example.org", *(host.lower() for host in allowed)):
        assert hosts.refusal(name.encode(), b"/", "1.1") is None and hosts.names(name.encode())


def test_a_name_beyond_ascii_is_known_as_browsers_send_it() -> None:
    """That is, encoded; what cannot be encoded is sent by none."""
    hosts = accepted_hosts(Settings("sqlite:///unused.db"), "https://m\u00fcnchen.example", "127.0.0.1")

    assert hosts.names(b"xn--mnchen-3ya.example")
    assert accepted_hosts(Settings("sqlite:///unused.db"), "https://a..b", "127.0.0.1").names(b"localhost")


def test_names_without_end_take_no_memory_without_end() -> None:
    """Forgetting them changes no verdict."""
    hosts = accepted_hosts(Settings("sqlite:///unused.db"), "", "127.0.0.1")
    for number in range(MOST_JUDGED + 10):
        assert hosts.refusal(b"evil%d.example" % number, b"/", "1.1") == FOREIGN
        assert hosts.refusal(b"localhost:%d" % number, b"/", "1.1") is None
    hosts.refusal(b"x" * 60_000, b"/", "1.1")

    assert len(hosts._refusals) <= MOST_JUDGED

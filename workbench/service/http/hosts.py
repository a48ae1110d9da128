"""Check the host that a request names, before anything else.

With DNS rebinding, a browser takes another site's page for one of this computer; only the host's name shows the
difference. Source: ours (service 1).
"""

from __future__ import annotations

from collections.abc import Iterable
from ipaddress import ip_address
from typing import NamedTuple
from urllib.parse import urlsplit

from workbench.patterns import Pattern
from workbench.service.kernel.settings import Settings
from workbench.wire.batch import Failure, failure_element

MOST_JUDGED = 1_000
_LONGEST_JUDGED = 300
_HOST = Pattern(rb"([a-z0-9_](?:[a-z0-9._-]{0,252})|\[[0-9a-f:.]{2,45}\])(?::[0-9]{0,5})?")
_AUTHORITY = Pattern(rb"https?://([^/?#]*)")
_THIS_COMPUTER = ("localhost", "127.0.0.1", "::1")
_ANYWHERE = ("0.0.0.0", "::")  # noqa: S104  (compared with, never bound to)


class HostRefused(NamedTuple):
    """The reason why a request is refused for its host."""

    http_status: int
    sentence: str

    def answer(self, url: bytes, rpc_path: bytes) -> tuple[bytes, bytes]:
        """Return the answer's content type and body: an error of the interface on the procedure path, else the
        sentence.
        """
        if _AUTHORITY.sub(b"", url, count=1).startswith(rpc_path):
            return b"application/json", failure_element(Failure("BAD_REQUEST", self.http_status, self.sentence), None)
        return b"text/plain; charset=utf-8", self.sentence.encode() + b"\n"


NONE = HostRefused(400, "The request names no host. Send it with one Host header.")
SEVERAL = HostRefused(400, "The request names several hosts. Send it with one Host header.")
MALFORMED = HostRefused(
    400, "The request's Host is neither a name nor an address. Send the one in the service's address."
)
ELSEWHERE = HostRefused(400, "The request's address and its Host header name different hosts. Send the same in both.")
FOREIGN = HostRefused(
    421,
    "The service does not answer for this host name. Use a name that it knows, "
    "or have it started with --allowed-host NAME.",
)


class Hosts:
    """The host names of a service, and whether it accepts others too."""

    def __init__(self, names: Iterable[str], *, others: bool, rpc_path: str) -> None:
        self._names = frozenset(_fold_host(name) for name in names)
        self._others = others
        self._refusals: dict[bytes, HostRefused | None] = {}
        self.rpc_path = rpc_path.encode()

    def refusal(self, host: bytes | None, url: bytes, http_version: str) -> HostRefused | None:
        """Return why a request with this Host (several joined by commas) and target is refused, or None."""
        if host is None:
            return None if http_version == "1.0" else NONE
        if url[:1] != b"/" and url != b"*":
            match = _AUTHORITY.match(url)
            if match is None or match[1].lower() != host.lower():
                return ELSEWHERE
        try:
            return self._refusals[host]
        except KeyError:
            return self._judge(host)

    def names(self, host: bytes) -> bool:
        """Return whether this is a known name of the service."""
        match = _HOST.fullmatch(host.lower())
        return match is not None and _bare(match[1]) in self._names

    def _judge(self, host: bytes) -> HostRefused | None:
        if _HOST.fullmatch(host.lower()) is None:
            refusal: HostRefused | None = SEVERAL if b"," in host else MALFORMED
        else:
            refusal = None if self._others or self.names(host) else FOREIGN
        if len(host) <= _LONGEST_JUDGED:
            if len(self._refusals) >= MOST_JUDGED:
                self._refusals.clear()
            self._refusals[host] = refusal
        return refusal


def accepted_hosts(settings: Settings, share_base_url: str, address: str) -> Hosts:
    """Return the names of a service bound to this address; it accepts others only if no list is in force."""
    share = urlsplit(share_base_url).hostname
    names = {*_THIS_COMPUTER, *settings.allowed_hosts, *([share] if share else [])}
    if address not in _ANYWHERE:
        names.add(address)
    others = not settings.allowed_hosts and not ip_address(address).is_loopback
    return Hosts(names, others=others, rpc_path=settings.rpc_path)


def _fold_host(name: str) -> bytes:
    try:
        return _bare(name.lower().encode("idna"))
    except UnicodeError:  # no browser sends such a name either
        return name.lower().encode()


def _bare(host: bytes) -> bytes:
    """Return the name without brackets and the dot of the root."""
    return host.strip(b"[]").removesuffix(b".")

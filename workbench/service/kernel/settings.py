"""The settings of a service: read once at its start, frozen. Keys and passwords are not in its repr."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from ipaddress import ip_address
from pathlib import Path

from workbench.errors import Misconfigured
from workbench.patterns import Pattern
from workbench.service.db.seam import CONNECTIONS
from workbench.service.kernel.object_store_settings import QUOTA_BYTES, ObjectStoreSettings
from workbench.wire.batch import DEFAULT_RPC_PATH
from workbench.wire.headers import DEFAULT_COOKIE_NAME

METRICS = ("loopback", "anyone", "nobody")
"""Who may read `/metrics`."""
LOOPBACK = ("127.0.0.1", "::1")
_NAME = Pattern(r"[A-Za-z0-9_][A-Za-z0-9._-]{0,252}")
_ADDRESS = Pattern(r"https?://[^\s/?#]+(?:/[^\s?#]*)?")


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits of one request; a request over any of them is not run. Source: ours (service 1)."""

    procedures: int = 100
    paid_procedures: int = 5
    body_bytes: int = 1_000_000
    url_bytes: int = 60_000
    header_bytes: int = 64_000
    arrival_seconds: float = 10.0
    sending_seconds: float = 10.0


@dataclass(frozen=True, slots=True)
class RateLimits:
    """Rates of requests; 0 a minute is no limit. They apply to all processes together, see `Settings.processes`.

    `calls` are procedures: a batch of ten counts ten. Source: ours (service 1).
    """

    calls_per_minute: int = 12_000
    calls_at_once: int = 2_000
    organization_calls_per_minute: int = 60_000
    organization_calls_at_once: int = 10_000
    wrong_tokens_per_minute: int = 20


NO_RATES = RateLimits(0, 0, 0, 0, 0)


def person_rate(calls_per_minute: int) -> RateLimits:
    """Return the rates for so many calls a minute per person, five times as many per organization; 0: no limit.

    A sixth of a minute's calls may come in a burst. Wrong tokens are counted in any case.
    """
    at_once = -(-calls_per_minute // 6)
    return RateLimits(calls_per_minute, at_once, calls_per_minute * 5, at_once * 5)


@dataclass(frozen=True, slots=True)
class LoadLimits:
    """Limits of work in one process; above them, requests get a 503 with Retry-After instead of waiting."""

    writes_at_once: int = 1_000
    generations_at_once: int = 64


@dataclass(frozen=True, slots=True)
class Settings:
    """A service's settings. `port` 0 takes a free one; without `share_base_url` links use the bound address.

    `processes` is how many serve one database, on all hosts: each then lets through its share of every rate. `is_alone`
    says that no other process serves the database: work of a killed one is released at the start.
    `database_connections` is each process's maximum to a database server; `metrics` says who may read `/metrics`:
    programs on this computer (`loopback`), `anyone`, or `nobody`. `proxies` are the addresses whose `X-Forwarded-For`
    gives the origin of a request. `allowed_hosts` are names that the service accepts besides those of this computer and
    its share links (`hosts`). `assets` says where pictures and files are stored; None: as without `WORKBENCH_ASSETS`.
    An organization has at most `asset_quota_bytes` of them. `pages` is the folder for rendered pages; None: as without
    `WORKBENCH_PAGES`. `sheet_credits` is the price of a planning sheet without a model. `proof_key` gives the key with
    which the service proves its identity to our client (`wire.proof`).
    """

    database_url: str = field(repr=False)
    host: str = "127.0.0.1"
    port: int = 0
    share_base_url: str | None = None
    cookie_name: str = DEFAULT_COOKIE_NAME
    rpc_path: str = DEFAULT_RPC_PATH
    name: str = "workbench"
    limits: Limits = field(default_factory=Limits)
    rates: RateLimits = field(default_factory=RateLimits)
    load: LoadLimits = field(default_factory=LoadLimits)
    processes: int = 1
    is_alone: bool = False
    writer_environment: Mapping[str, str] = field(default_factory=dict, repr=False)
    sheet_credits: int = 0
    lease_seconds: float = 300.0
    database_connections: int = CONNECTIONS
    metrics: str = "loopback"
    proxies: tuple[str, ...] = LOOPBACK
    allowed_hosts: tuple[str, ...] = ()
    assets: ObjectStoreSettings | None = None
    asset_quota_bytes: int = QUOTA_BYTES
    pages: Path | None = None
    proof_key: Callable[[], str] | None = field(default=None, repr=False)

    def __post_init__(self) -> None:
        """Raise `Misconfigured` for a setting that could only fail later."""
        if not self.rpc_path.strip("/"):
            raise Misconfigured("The procedure path needs a name, such as /api/rpc.")
        object.__setattr__(self, "rpc_path", "/" + self.rpc_path.strip("/"))
        if self.processes < 1:
            raise Misconfigured("A service has at least one process.")
        if self.share_base_url is not None and not _ADDRESS.fullmatch(self.share_base_url):
            raise Misconfigured("The base of share links is an address such as https://lessons.example.org.")
        if self.metrics not in METRICS:
            raise Misconfigured(f"Metrics are read by one of: {', '.join(METRICS)}.")
        if not all(_is_address(proxy) for proxy in self.proxies):
            raise Misconfigured("A proxy is named by its IP address, such as 10.0.0.7.")
        if not all(_NAME.fullmatch(host) or _is_address(host.strip("[]")) for host in self.allowed_hosts):
            raise Misconfigured("An allowed host is a name without scheme, port and path, such as lessons.example.org.")
        if self.asset_quota_bytes < 0:
            raise Misconfigured("The quota of pictures and files is a number of bytes, 0 for none at all.")
        if self.database_connections < 1:
            raise Misconfigured("A process needs at least one database connection.")


def _is_address(text: str) -> bool:
    try:
        ip_address(text)
    except ValueError:
        return False
    return True

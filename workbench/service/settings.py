"""What a service is told when it starts: read once, frozen. Keys and passwords are in it, but never in its repr."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from workbench.errors import Misconfigured
from workbench.wire.batch import DEFAULT_RPC_PATH
from workbench.wire.cookie import DEFAULT_COOKIE_NAME

_ADDRESS = re.compile(r"https?://[^\s/?#]+(?:/[^\s?#]*)?")


@dataclass(frozen=True, slots=True)
class Limits:
    """What one request may be; over any of these nothing runs. Source: ours (service 1)."""

    procedures: int = 100
    paid_procedures: int = 5
    body_bytes: int = 1_000_000
    url_bytes: int = 60_000
    header_bytes: int = 64_000
    arrival_seconds: float = 10.0


@dataclass(frozen=True, slots=True)
class Settings:
    """A service's settings. `port` 0 takes a free one; without `share_base_url` links use the bound address."""

    database_url: str = field(repr=False)
    host: str = "127.0.0.1"
    port: int = 0
    share_base_url: str | None = None
    cookie_name: str = DEFAULT_COOKIE_NAME
    rpc_path: str = DEFAULT_RPC_PATH
    name: str = "workbench"
    limits: Limits = field(default_factory=Limits)
    writer_environment: Mapping[str, str] = field(default_factory=dict, repr=False)
    lease_seconds: float = 300.0

    def __post_init__(self) -> None:
        """Raises `Misconfigured` for what could only fail later."""
        if not self.rpc_path.strip("/"):
            raise Misconfigured("The procedure path needs a name, such as /api/rpc.")
        object.__setattr__(self, "rpc_path", "/" + self.rpc_path.strip("/"))
        if self.share_base_url is not None and not _ADDRESS.fullmatch(self.share_base_url):
            raise Misconfigured("The base of share links is an address such as https://lessons.example.org.")

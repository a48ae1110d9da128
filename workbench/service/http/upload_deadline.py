"""The deadline of an upload: not how long it takes, but that it goes on. All else keeps the protocol's own.

Whoever reads the body says in the request's scope how many bytes came; requests that do not pay nothing.
"""

from __future__ import annotations

from dataclasses import dataclass

from workbench.service.http.extensions import Message
from workbench.service.http.protocol import LimitedProtocol
from workbench.service.http.sending import SendingProtocol

_PROGRESS = "workbench.upload_progress"
MIN_RECEIVED_BYTES = 200_000
"""What an upload brings at least each time that `arrival_seconds` have gone."""


@dataclass(slots=True)
class UploadProgress:
    """How many bytes came by now, and how many had come at the last look."""

    received: int = 0
    before: int = 0


def upload_progress(scope: Message) -> UploadProgress:
    """The progress of the request that is read; whoever reads it adds what came."""
    return scope.setdefault("extensions", {}).setdefault(_PROGRESS, UploadProgress())  # type: ignore[no-any-return]


def with_upload_deadline(protocol: type[SendingProtocol]) -> type[SendingProtocol]:
    """The protocol, which cuts off an upload only when it hardly goes on."""
    return type("Protocol", (_UploadProtocol, protocol), {})


class _UploadProtocol(LimitedProtocol):
    def _miss_deadline(self) -> None:
        scope = getattr(self, "scope", None)
        found = None if scope is None or self._in_head else scope.get("extensions", {}).get(_PROGRESS)
        if found is None or found.received < found.before + MIN_RECEIVED_BYTES:
            super()._miss_deadline()
            return
        found.before = found.received
        self._deadline = None
        self._arm_deadline()

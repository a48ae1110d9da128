"""The deadline of an upload, which limits pauses rather than its duration. All else keeps the protocol's own.

The reader of the body adds to the request's scope how many bytes arrived; other requests have no extra cost.
"""

from __future__ import annotations

from dataclasses import dataclass

from workbench.service.http.extensions import Message
from workbench.service.http.protocol import LimitedProtocol
from workbench.service.http.sending import SendingProtocol

_PROGRESS = "workbench.upload_progress"
MIN_RECEIVED_BYTES = 200_000
"""Bytes that an upload must bring at least in every `arrival_seconds`."""


@dataclass(slots=True)
class UploadProgress:
    """Number of bytes received so far, and the number at the last check."""

    received: int = 0
    before: int = 0


def upload_progress(scope: Message) -> UploadProgress:
    """Return the progress of the request that is read; its reader adds what arrived."""
    return scope.setdefault("extensions", {}).setdefault(_PROGRESS, UploadProgress())  # type: ignore[no-any-return]


def with_upload_deadline(protocol: type[SendingProtocol]) -> type[SendingProtocol]:
    """Return the protocol that cuts off an upload only when it hardly progresses."""
    return type("Protocol", (_UploadProtocol, protocol), {})


class _UploadProtocol(LimitedProtocol):
    def _miss_deadline(self) -> None:
        scope = getattr(self, "scope", None)
        progress = None if scope is None or self._in_head else scope.get("extensions", {}).get(_PROGRESS)
        if progress is None or progress.received < progress.before + MIN_RECEIVED_BYTES:
            super()._miss_deadline()
            return
        progress.before = progress.received
        self._deadline = None
        self._arm_deadline()

"""A process's parts for assets: the object store, slots for uploads, and a cache of small objects."""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from workbench.errors import Misconfigured
from workbench.service.assets.object_store import ObjectStore, ObjectStoreAway, open_object_store
from workbench.service.assets.picture_process import Lane
from workbench.service.kernel.errors import HandlerError
from workbench.service.kernel.long_reads import LongReads
from workbench.service.kernel.object_store_settings import QUOTA_BYTES, FolderSettings, ObjectStoreSettings

UPLOADS, UPLOADS_OF_ONE, MOST_UPLOADS = 16, 4, 48
"""Uploads under way in one process, those of one organization among them, and those with the first one of each."""
SMALL_BYTES: Final = 2_000_000
_CACHE_BYTES: Final = 32_000_000
_BUSY: Final = "Too many pictures are being uploaded. Try again in 2 s."


class Media:
    """The store is opened when it is needed first.

    `decoding` has the turns of each lane of pictures (`picture_process`): two are decoded at a time, one of an
    organization, and organizations that wait take turns.
    """

    def __init__(self, settings: ObjectStoreSettings | None = None, *, quota_bytes: int = QUOTA_BYTES) -> None:
        self._settings = settings
        self._opened: ObjectStore | None = None
        self._uploads: Counter[str] = Counter()
        self._cache: OrderedDict[str, bytes] = OrderedDict()
        self._cached_bytes = 0
        self.quota_bytes = quota_bytes
        self.decoding: Final[Mapping[Lane, LongReads]] = {"small": LongReads(_BUSY), "large": LongReads(_BUSY)}
        self.staged_due = float("-inf")
        """Time of the next search for partly stored files, by `time.monotonic()`."""

    @property
    def has_store(self) -> bool:
        """Whether a store is configured; this does not mean that it is answering."""
        try:
            return self.objects is not None
        except (HandlerError, ObjectStoreAway):
            return False

    @property
    def folder(self) -> Path | None:
        """The path of the folder, if the store is a folder."""
        return self._settings.path if isinstance(self._settings, FolderSettings) else None

    @property
    def objects(self) -> ObjectStore:
        """The object store. Raises `HandlerError` if the service has none."""
        if self._opened is None:
            if self._settings is None:
                raise HandlerError(
                    "PRECONDITION_FAILED",
                    "This service doesn't store pictures or files. Ask its operator to set WORKBENCH_ASSETS.",
                )
            try:
                self._opened = open_object_store(self._settings)
            except Misconfigured as refused:
                raise HandlerError("PRECONDITION_FAILED", f"{refused.message} Ask the service's operator.") from None
        return self._opened

    @contextmanager
    def uploading(self, organization_id: str) -> Iterator[None]:
        """Reserve a place for one upload. Raises `HandlerError` (503) if too many are in progress."""
        own = self._uploads[organization_id]
        if own >= UPLOADS_OF_ONE or self._uploads.total() >= (UPLOADS if own else MOST_UPLOADS):
            message = "Too many files are being uploaded. Try again in 5 s."
            raise HandlerError("SERVICE_UNAVAILABLE", message, retry_after=5)
        self._uploads[organization_id] += 1
        try:
            yield
        finally:
            self._uploads[organization_id] -= 1
            if not self._uploads[organization_id]:
                del self._uploads[organization_id]

    async def whole(self, key: str, size: int) -> bytes:
        """Return a small object, cached for a while: it never changes. Raises what the store raises."""
        content = self._cache.get(key)
        if content is not None:
            self._cache.move_to_end(key)
            return content
        content = await self.objects.read(key, 0, size)
        if key not in self._cache and len(content) <= SMALL_BYTES:
            self._cache[key] = content
            self._cached_bytes += len(content)
            while self._cached_bytes > _CACHE_BYTES:
                _, forgotten = self._cache.popitem(last=False)
                self._cached_bytes -= len(forgotten)
        return content

"""One upload from its first byte to the stored asset: received under limits, checked, rewritten, stored.

Nothing of an upload is half stored: its row is written before its bytes and counts once they are present; the
temporary file has no name, so a process that is killed leaves none.
"""

from __future__ import annotations

import asyncio
import errno
import hashlib
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from tempfile import TemporaryFile
from typing import IO, Final

from workbench.authoring.content.media_types import IMAGE, MEDIA_TYPES, MOST_BYTES, MediaType
from workbench.errors import Misconfigured
from workbench.procedures.asset import STORE_FULL, UploadInput
from workbench.service.assets import store as assets
from workbench.service.assets.media import Media
from workbench.service.assets.media_type import HEAD_BYTES, FileBroken, check_whole, detect_media_type
from workbench.service.assets.object_store import ObjectStore, ObjectStoreAway, ObjectStoreFull
from workbench.service.assets.picture_process import Lane, checked_size, choose_lane, picture_in_process
from workbench.service.assets.pictures import NotSmall, Picture, PictureTooLarge, StatedSize
from workbench.service.assets.store import AssetRow, NewAsset
from workbench.service.db.seam import Db
from workbench.service.kernel.audit import record
from workbench.service.kernel.context import Caller, Context
from workbench.service.kernel.errors import HandlerError, existing
from workbench.service.kernel.ids import new_id
from workbench.service.kernel.long_reads import Turn, wait_until_finished
from workbench.service.kernel.membership import here

WRITE_BYTES: Final = 1_000_000
_FULL: Final = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG})
_REFUSED: Final = "Pictures (PNG, JPEG, WebP, GIF), sound (MP3, M4A, OGG), video (MP4, WebM) and PDF are supported."


@dataclass(frozen=True, slots=True)
class ReceivedFile:
    """A completely received file, at its beginning."""

    file: IO[bytes]
    size: int
    sha256: str
    media_type: MediaType


@dataclass(frozen=True, slots=True)
class AssetUpload:
    """An upload's caller, content and target, and the organization's limits."""

    caller: Caller
    request: UploadInput
    objects: ObjectStore

    async def organization_id(self) -> str:
        """Return the organization that it goes to. Raises `HandlerError` if the person may not add anything there."""
        return await self.caller.service.store.read(self._organization)

    async def store(self, received: ReceivedFile, organization_id: str) -> AssetRow:
        """Return the asset of the bytes: a new one, or the organization's existing one. Raises `HandlerError`."""
        known = await self.caller.service.store.write(
            lambda db: self._reuse_asset(db, organization_id, received.sha256)
        )
        if known is not None:
            return known
        try:
            file, new = await self._prepare_in_turn(received, organization_id)
        except (FileBroken, PictureTooLarge) as refused:
            raise HandlerError("UNPROCESSABLE_CONTENT", refused.message) from None
        except OSError as error:
            raise _storing_failed(error) from None
        with file:
            return await self._store(file, new)

    async def _prepare_in_turn(self, received: ReceivedFile, organization_id: str) -> tuple[IO[bytes], NewAsset]:
        """Return the result of `_prepare_file` when it is the organization's turn.

        A decoding process is waited for even if the caller disconnects.
        """
        if received.media_type.block_type != IMAGE:
            return await wait_until_finished(
                asyncio.to_thread(self._prepare_file, received, organization_id), lambda: None
            )
        size = await asyncio.to_thread(checked_size, received.file, received.media_type)
        try:
            return await self._decode_in_turn(received, organization_id, size, choose_lane(size))
        except NotSmall:
            return await self._decode_in_turn(received, organization_id, size, "large")

    async def _decode_in_turn(
        self, received: ReceivedFile, organization_id: str, size: StatedSize | None, lane: Lane
    ) -> tuple[IO[bytes], NewAsset]:
        picture = partial(picture_in_process, received.file, received.media_type, size, lane)
        turn = Turn(self.caller.service.part(Media).decoding[lane])
        try:
            await turn.begin(organization_id)
            return await wait_until_finished(
                asyncio.to_thread(self._prepare_file, received, organization_id, picture), lambda: None
            )
        finally:
            turn.end()

    async def _organization(self, db: Db) -> str:
        return (await here(self.caller.in_unit(db), self.request.organization_id)).organization_id

    async def _reuse_asset(self, db: Db, organization_id: str, digest: str) -> AssetRow | None:
        """Return the asset that the organization already has of these bytes."""
        known = await assets.known_asset(db, organization_id, digest)
        if known is not None and known.is_being_removed:
            raise HandlerError(
                "SERVICE_UNAVAILABLE",
                "This file is being removed just now. Upload it again in a minute.",
                retry_after=60,
            )
        if known is None or not known.is_stored:
            return None
        await assets.set_stored(db, known.asset_id, now=self.caller.service.clock())
        return await assets.asset_by_id(db, known.asset_id, organization_id=organization_id)

    def _prepare_file(
        self, received: ReceivedFile, organization_id: str, decode: Callable[[], Picture] | None = None
    ) -> tuple[IO[bytes], NewAsset]:
        """Return the file to store and its facts. Blocks; raises what its file raises."""
        media_type = received.media_type
        file, digest, size = received.file, received.sha256, received.size
        width = height = None
        if decode is not None:
            picture = decode()
            file, width, height = picture.file, picture.width, picture.height
            digest, size = _digest(file)
        else:
            check_whole(received.file, media_type)
            received.file.seek(0)
        new = NewAsset(
            asset_id=new_id(),
            organization_id=organization_id,
            sha256=digest,
            source_sha256=received.sha256,
            media_type=media_type.name,
            size=size,
            width=width,
            height=height,
            file_name=self.request.file_name,
            alternative_text=self.request.alternative_text or "",
            person_id=self.caller.person.person_id,
        )
        return file, new

    async def _store(self, file: IO[bytes], new: NewAsset) -> AssetRow:
        asset_id, is_stored = await self.caller.service.store.write(
            lambda db: self._announce(self.caller.in_unit(db), new)
        )
        if not is_stored:
            try:
                await self.objects.put(f"{new.organization_id}/{new.sha256}", file)
            except (ObjectStoreAway, ObjectStoreFull) as failed:
                await self.caller.service.store.write(lambda db: assets.forget_unstored(db, asset_id))
                raise _unavailable(is_full=isinstance(failed, ObjectStoreFull)) from None
        return await self.caller.service.store.write(lambda db: self._finish(self.caller.in_unit(db), asset_id, new))

    async def _announce(self, context: Context, new: NewAsset) -> tuple[str, bool]:
        """Return the id of the bytes' asset, and whether they are already stored. Raises `HandlerError`."""
        await here(context, new.organization_id)
        used, quota = await assets.used_bytes(context.db, new.organization_id), context.service.part(Media).quota_bytes
        await self._reuse_asset(context.db, new.organization_id, new.sha256)
        known = await assets.known_asset(context.db, new.organization_id, new.sha256)
        if known is not None:
            return known.asset_id, known.is_stored
        if used + new.size > quota:
            raise HandlerError(
                "PAYLOAD_TOO_LARGE",
                f"The organization's pictures and files have {used / 1e6:,.0f} MB of {quota / 1e6:,.0f} MB; "
                f"this one has {new.size / 1e6:,.1f} MB. Delete files that you don't need, or ask the "
                "service's operator.",
                reason="assetQuota",
            )
        await assets.add_asset(context.db, new, now=context.service.clock())
        return new.asset_id, False

    async def _finish(self, context: Context, asset_id: str, new: NewAsset) -> AssetRow:
        await assets.set_stored(context.db, asset_id, now=context.service.clock())
        media_type = await assets.asset_by_id(context.db, asset_id, organization_id=new.organization_id)
        facts = {"fileName": new.file_name, "mediaType": new.media_type, "size": new.size}
        await record(context, new.organization_id, asset_id, **facts)
        return existing(media_type)


async def receive_file(pieces: AsyncIterator[bytes]) -> ReceivedFile:
    """Return the whole file as a nameless temporary one. Raises `HandlerError` for a refused type or size."""
    file = TemporaryFile()  # noqa: SIM115  (the caller closes it)
    try:
        return await _receive_into(file, pieces)
    except BaseException as error:
        with suppress(OSError):  # its buffered bytes cannot be written either
            file.close()
        if isinstance(error, OSError):
            raise _storing_failed(error) from None
        raise


async def _receive_into(file: IO[bytes], pieces: AsyncIterator[bytes]) -> ReceivedFile:
    digest, size, media_type = hashlib.sha256(), 0, None
    waiting = bytearray()
    async for piece in pieces:
        waiting += piece
        size += len(piece)
        if media_type is None and size >= HEAD_BYTES:
            media_type = _type_of(waiting)
        if size > (MOST_BYTES if media_type is None else media_type.most_bytes):
            raise _too_large(media_type)
        if len(waiting) >= WRITE_BYTES:
            digest.update(waiting)
            await asyncio.to_thread(file.write, bytes(waiting))
            waiting.clear()
    media_type = media_type or _type_of(waiting)
    digest.update(waiting)
    file.write(waiting)
    file.seek(0)
    return ReceivedFile(file, size, digest.hexdigest(), media_type)


def _digest(file: IO[bytes]) -> tuple[str, int]:
    """Return the SHA-256 and size of the file, which is at its beginning before and after."""
    digest = hashlib.sha256()
    while piece := file.read(WRITE_BYTES):
        digest.update(piece)
    size = file.tell()
    file.seek(0)
    return digest.hexdigest(), size


def _type_of(head: bytes | bytearray) -> MediaType:
    if not head:
        raise HandlerError("BAD_REQUEST", "The file is empty. Nothing was stored.")
    try:
        media_type = detect_media_type(bytes(head[:HEAD_BYTES]))
    except ImportError:
        raise Misconfigured("The part of the workbench for pictures and files is not installed.") from None
    if media_type is None:
        raise HandlerError("UNSUPPORTED_MEDIA_TYPE", f"Lessons can't show this type of file. {_REFUSED}")
    return media_type


def _too_large(media_type: MediaType | None) -> HandlerError:
    kind = "A file" if media_type is None else f"A file of the type {media_type.name}"
    most = MOST_BYTES if media_type is None else MEDIA_TYPES[media_type.name].most_bytes
    return HandlerError("PAYLOAD_TOO_LARGE", f"{kind} can have at most {most / 1e6:,.0f} MB. Nothing was stored.")


def _storing_failed(error: OSError) -> HandlerError:
    if error.errno in _FULL:
        return _unavailable(is_full=True)
    message = "The file could not be stored right now. Try again in a minute."
    return HandlerError("SERVICE_UNAVAILABLE", message, retry_after=30)


def _unavailable(*, is_full: bool) -> HandlerError:
    if is_full:
        return HandlerError("SERVICE_UNAVAILABLE", ObjectStoreFull().message, retry_after=30, reason=STORE_FULL)
    return HandlerError("SERVICE_UNAVAILABLE", ObjectStoreAway().message, retry_after=30)

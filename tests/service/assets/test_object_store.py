"""The same calls on a folder and on an S3-compatible server."""

from __future__ import annotations

import hashlib
import io
import time
from pathlib import Path

import pytest

from tests.s3_server import s3_server
from workbench.service.assets.object_store import (
    ObjectMissing,
    ObjectStore,
    ObjectStoreAway,
    ObjectStoreFull,
    open_object_store,
)
from workbench.service.kernel.object_store_settings import BucketSettings, FolderSettings

CONTENT = bytes(range(256)) * 20
KEY = f"acme/{hashlib.sha256(CONTENT).hexdigest()}"


async def test_what_was_put_is_read_in_any_range(objects: ObjectStore) -> None:
    """Whole, a part, and nothing; `end` is not among the bytes."""
    await objects.put(KEY, io.BytesIO(CONTENT))

    assert await objects.size(KEY) == len(CONTENT)
    assert await objects.read(KEY, 0, len(CONTENT)) == CONTENT
    assert await objects.read(KEY, 100, 110) == CONTENT[100:110]
    assert await objects.read(KEY, 7, 7) == b""


async def test_a_large_object_goes_and_comes_in_pieces(objects: ObjectStore) -> None:
    """19 MB: several parts there, and pieces of at most 1 MB back."""
    content = b"0123456789abcdef" * 1_200_000
    key = f"acme/{hashlib.sha256(content).hexdigest()}"
    await objects.put(key, io.BytesIO(content))
    pieces = [piece async for piece in objects.pieces(key, 0, len(content))]

    assert b"".join(pieces) == content
    assert max(map(len, pieces)) <= 1_000_000


async def test_the_same_bytes_may_be_put_twice(objects: ObjectStore) -> None:
    """A key stands for its bytes."""
    await objects.put(KEY, io.BytesIO(CONTENT))
    await objects.put(KEY, io.BytesIO(CONTENT))

    assert await objects.keys() == [KEY]


async def test_what_is_missing_is_told_apart(objects: ObjectStore) -> None:
    """A store that answers and has nothing is not away; deleting nothing is not an error."""
    assert await objects.size(KEY) is None
    with pytest.raises(ObjectMissing):
        await objects.read(KEY, 0, 10)
    await objects.delete(KEY)


async def test_a_deleted_object_is_gone(objects: ObjectStore) -> None:
    """From the list too."""
    await objects.put(KEY, io.BytesIO(CONTENT))
    await objects.delete(KEY)

    assert await objects.keys() == []
    assert await objects.size(KEY) is None


@pytest.mark.parametrize("key", ["acme/../../etc/passwd", "/etc/passwd", "acme", f"../{'0' * 64}", "acme/" + "g" * 64])
async def test_what_is_no_key_is_never_asked_for(objects: ObjectStore, key: str) -> None:
    """No path leads out of the store."""
    with pytest.raises(ObjectMissing):
        await objects.read(key, 0, 10)


@pytest.mark.parametrize("linked", ["object", "organization"])
async def test_a_symbolic_link_is_not_followed(tmp_path: Path, linked: str) -> None:
    """obstore would read what it leads to."""
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / KEY.partition("/")[2]).write_bytes(b"a secret")
    folder = tmp_path / "objects"
    folder.mkdir()
    if linked == "organization":
        (folder / "acme").symlink_to(outside)
    else:
        (folder / "acme").mkdir()
        (folder / KEY).symlink_to(outside / KEY.partition("/")[2])
    objects = open_object_store(FolderSettings(folder))

    with pytest.raises(ObjectMissing):
        await objects.read(KEY, 0, 8)
    with pytest.raises(ObjectMissing):
        await objects.put(KEY, io.BytesIO(CONTENT))


async def test_a_server_that_is_away_is_not_waited_for_long() -> None:
    """A sentence within seconds instead of retries for three minutes; no key, no address in it."""
    with s3_server() as server:
        objects = open_object_store(server.settings())
    began = time.monotonic()
    with pytest.raises(ObjectStoreAway) as refused:
        await objects.read(KEY, 0, 10)

    assert time.monotonic() - began < 30
    assert str(refused.value) == ObjectStoreAway().message
    assert refused.value.__cause__ is None


async def test_a_bucket_that_is_not_there_is_away() -> None:
    """A wrong setting is found when something is stored."""
    with s3_server() as server:
        objects = open_object_store(server.settings(bucket="elsewhere"))
        with pytest.raises((ObjectStoreAway, ObjectMissing)):
            await objects.put(KEY, io.BytesIO(CONTENT))


async def test_a_full_disk_is_told_from_a_store_that_is_away(tmp_path: Path) -> None:
    """Waiting does not help there."""
    folder = tmp_path / "objects"
    objects = open_object_store(FolderSettings(folder))
    with pytest.raises(ObjectStoreFull):
        await objects.put(KEY, _FullDisk(CONTENT))

    assert await objects.keys() == []


class _FullDisk(io.BytesIO):
    """Reading it on fails as writing to a full disk does."""

    def read(self, size: int | None = -1) -> bytes:
        raise OSError(28, "No space left on device")


def test_keys_are_never_shown() -> None:
    """Neither by the store nor by what it is made of."""
    settings = BucketSettings("lessons", "", "us-east-1", "http://127.0.0.1:1", "AKIACANARY", "secret-canary")
    objects = open_object_store(settings)

    assert "canary" not in (repr(objects) + repr(vars(objects))).lower()

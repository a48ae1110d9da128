"""What a bucket keeps of a file that was not stored whole, and the rule that operators are told to set for it."""

from __future__ import annotations

import hashlib
import io
import json
import re
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.meta.source_tree import ROOT
from tests.s3_server import S3Server, s3_server
from tests.server_process import python_process
from workbench.service.assets.object_store import ObjectStoreAway, open_object_store

STORES = """
import asyncio, io, json, os, signal, sys, urllib.request
from workbench.service.assets.object_store import open_object_store
from workbench.service.kernel.object_store_settings import BucketSettings
settings, key = json.loads(sys.argv[1]), sys.argv[2]
class Dying(io.BytesIO):
    def read(self, size=-1):
        if self.tell() > 10_000_000:
            listed = ""
            while key not in listed:
                listed = urllib.request.urlopen(f"{settings['endpoint']}/lessons?uploads").read().decode()
            os.kill(os.getpid(), signal.SIGKILL)
        return super().read(size)
film = Dying(bytes(range(256)) * 80_000)
asyncio.run(open_object_store(BucketSettings(**settings)).put(key, film))
"""


@pytest.fixture(scope="module")
def s3() -> Iterator[S3Server]:
    """A server; a test takes a prefix of its own in the bucket."""
    with s3_server() as server:
        yield server


@pytest.fixture
def film() -> bytes:
    """A large file; it goes to the bucket in several pieces."""
    return bytes(range(256)) * 80_000


@pytest.fixture
def bucket(s3: S3Server) -> Any:
    """The bucket as its operator sees it."""
    import boto3  # large, and of no use to a worker that runs no test of this file

    keys = {"aws_access_key_id": "AKIACANARY", "aws_secret_access_key": "secret-canary"}
    return boto3.client("s3", endpoint_url=s3.endpoint, region_name="us-east-1", **keys)


def key_of(film: bytes) -> str:
    """Where a bucket has these bytes."""
    return f"acme/{hashlib.sha256(film).hexdigest()}"


def uploads(bucket: Any, prefix: str) -> list[dict[str, Any]]:
    """The uploads that were begun and not ended."""
    found = bucket.list_multipart_uploads(Bucket="lessons").get("Uploads", [])
    return [upload for upload in found if upload["Key"].startswith(prefix)]


@pytest.mark.anyio
async def test_a_killed_process_leaves_an_upload_that_is_no_object(
    s3: S3Server, bucket: Any, film: bytes, tmp_path: Path
) -> None:
    """Nothing of it is listed or read, the same file is stored anyway; what the rule does removes the rest."""
    key, prefix = key_of(film), tmp_path.name
    settings = s3.settings(prefix)
    given = {name: getattr(settings, name) for name in settings.__slots__}
    storing = python_process("-c", STORES, json.dumps(given), key)
    storing.communicate(timeout=60)
    objects = open_object_store(settings)
    left, keys = uploads(bucket, prefix), await objects.keys()
    await objects.put(key, io.BytesIO(film))
    for upload in left:
        bucket.abort_multipart_upload(Bucket="lessons", Key=upload["Key"], UploadId=upload["UploadId"])

    assert storing.returncode == -signal.SIGKILL
    assert ([upload["Key"] for upload in left], keys) == ([f"{prefix}/{key}"], [])
    assert uploads(bucket, prefix) == []
    assert b"".join([piece async for piece in objects.pieces(key, 0, len(film))]) == film


@pytest.mark.anyio
async def test_a_file_that_fails_in_the_middle_leaves_nothing(
    s3: S3Server, bucket: Any, film: bytes, tmp_path: Path
) -> None:
    """The upload that was begun is given up on the server too."""
    objects = open_object_store(s3.settings(tmp_path.name))
    with pytest.raises(ObjectStoreAway):
        await objects.put(key_of(film), _Failing(film))

    assert uploads(bucket, tmp_path.name) == []


class _Failing(io.BytesIO):
    def read(self, size: int | None = -1) -> bytes:
        if self.tell() > 10_000_000:
            raise OSError(5, "Input/output error")
        return super().read(size)


def test_the_rule_of_the_documentation_is_taken_by_the_server(bucket: Any) -> None:
    """For every object of the bucket: incomplete uploads end after a day, and nothing else ever does."""
    page = (ROOT / "docs" / "operations.md").read_text(encoding="utf-8")
    found = re.search(r"^(\{.*AbortIncompleteMultipartUpload.*\})$", page, re.MULTILINE)
    assert found is not None
    bucket.put_bucket_lifecycle_configuration(Bucket="lessons", LifecycleConfiguration=json.loads(found[1]))
    (rule,) = bucket.get_bucket_lifecycle_configuration(Bucket="lessons")["Rules"]

    assert rule["AbortIncompleteMultipartUpload"] == {"DaysAfterInitiation": 1}
    assert (rule["Status"], rule["Filter"]) == ("Enabled", {"Prefix": ""})
    assert not rule.keys() & {"Expiration", "Transitions", "NoncurrentVersionExpiration"}

"""The two kinds of object store, both real."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from uuid import uuid4

import pytest

from tests.s3_server import S3Server, s3_server
from workbench.service.assets.object_store import ObjectStore, open_object_store
from workbench.service.kernel.object_store_settings import FolderSettings


@pytest.fixture(scope="session")
def s3() -> Iterator[S3Server]:
    """One server for the session; a test takes a prefix of its own in the bucket."""
    with s3_server() as server:
        yield server


@pytest.fixture(params=["folder", "s3"])
def objects(request: pytest.FixtureRequest, tmp_path: Path) -> ObjectStore:
    """An empty store of each kind."""
    if request.param == "folder":
        return open_object_store(FolderSettings(tmp_path / "objects"))
    server: S3Server = request.getfixturevalue("s3")
    return open_object_store(server.settings(prefix=uuid4().hex))

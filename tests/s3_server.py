"""A real S3-compatible server on this computer, for tests: moto behind its own HTTP server."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import httpx

from workbench.service.kernel.object_store_settings import BucketSettings

if TYPE_CHECKING:
    from moto.server import ThreadedMotoServer


@dataclass
class S3Server:
    """A running server with one bucket, named `lessons`."""

    server: ThreadedMotoServer = field(repr=False)
    endpoint: str

    def settings(self, prefix: str = "", bucket: str = "lessons") -> BucketSettings:
        """The settings of the bucket, with keys that are canaries."""
        return BucketSettings(bucket, prefix, "us-east-1", self.endpoint, "AKIACANARY", "secret-canary")

    def environment(self, prefix: str = "") -> dict[str, str]:
        """The same as an operator writes it."""
        return {
            "WORKBENCH_ASSETS": f"s3://lessons/{prefix}",
            "WORKBENCH_ASSETS_ENDPOINT": self.endpoint,
            "AWS_ACCESS_KEY_ID": "AKIACANARY",
            "AWS_SECRET_ACCESS_KEY": "secret-canary",
        }

    def stop(self) -> None:
        """Be away from now on."""
        self.server.stop()


_RUNNING: set[str] = set()  # endpoints: moto's servers of one process hold the same buckets


@contextmanager
def s3_server() -> Iterator[S3Server]:
    """A server with an empty bucket; stopped afterwards, and the last of this process forgets what there was.

    One inside another's block shares its bucket.
    """
    from moto.server import ThreadedMotoServer  # large, and of no use to a worker that starts no server

    logging.getLogger("werkzeug").setLevel(logging.ERROR)
    server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    server.start()
    host, port = server.get_host_and_port()
    endpoint = f"http://{host}:{port}"
    httpx.put(f"{endpoint}/lessons").raise_for_status()
    _RUNNING.add(endpoint)
    try:
        yield S3Server(server, endpoint)
    finally:
        _RUNNING.remove(endpoint)
        if not _RUNNING and server._thread and server._thread.is_alive():
            httpx.post(f"{endpoint}/moto-api/reset")
        server.stop()

"""Generated paths to a service on each database and to the page server: answered or refused, never a failure.

`--paths` says how many there are (`make sweep-paths`: 10,000 to each).
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import re
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.databases import BOTH
from tests.faults.hosts import host
from tests.faults.odd_paths import PathReport, send_paths
from tests.hanging import HANG_SECONDS
from tests.needs import needs
from tests.postgresql_server import Server
from tests.service.asking import Asking, asking
from tests.service.assets.media_files import pdf
from tests.service.places import added_asset, published_course
from workbench.cli.jupyter.page import FILES, page_command, template_path
from workbench.service.http.paths import can_lead_anywhere
from workbench.service.kernel.object_store_settings import FolderSettings
from workbench.service.kernel.settings import Settings
from workbench.service.running.server import open_service

DIGEST = "0123456789abcdef" * 4
ADDRESS = re.compile(r"http://127\.0\.0\.1:(\d+)/.*[?&]token=(\w+)")
PAGE_PATHS = [
    "/voila/templates/workbench/static/voila.js", "/voila/templates/lab/static/voila.js", "/voila/static/x.js",
    "/voila/render/workbench.ipynb", "/voila/files/x.png", "/voila/api/themes/x", "/voila/tree/x", "/static/x.js",
    "/files/x.png", "/api/contents/x.ipynb", "/kernelspecs/python3/logo-64x64.png", "/nbconvert/html/x.ipynb",
]  # fmt: skip


async def service_paths(owner: Asking) -> list[str]:
    """Every kind of path that the service has, with ids that are there."""
    lesson_id = (await owner.starter("Tides"))["lessonId"]
    course_id, asset_id = await published_course(owner), await added_asset(owner, pdf())
    return [
        f"/s/{course_id}",
        f"/s/{course_id}/{lesson_id}",
        f"/s/{course_id}/a/{DIGEST}.png",
        f"/api/assets/{asset_id}",
        f"/api/assets?organizationId={owner.organization_id}&fileName=x.png",
        f"/proof/{DIGEST}",
        f'/api/rpc/lesson.getLesson?input={{"json":{{"lessonId":"{lesson_id}"}}}}',
        "/api/rpc/service.whoAmI,lesson.getLesson?batch=1",
        "/health",
        "/favicon.ico",
    ]


@pytest.fixture
def seeds(request: pytest.FixtureRequest) -> range:
    """As many as were requested."""
    return range(request.config.getoption("paths"))


async def sent_to_service(database_url: str, folder: Path, seeds: range) -> tuple[PathReport, list[str]]:
    """What came of the paths, half of them with a session, and the failures in the service's log."""
    log = folder / "service.log"
    with host(database_url, log=log, assets=str(folder / "assets"), proof_key=None) as serving:
        beside = await open_service(Settings(database_url, assets=FolderSettings(folder / "assets")))
        async with httpx.AsyncClient(base_url=serving.base_url, timeout=60) as http:
            added = (await asking(beside, "ana@paths.example", "Paths", credits_at_start=1_000)).added
            ana = Asking(beside, http, added)
            paths = await service_paths(ana)
        report = await send_paths(serving.address, seeds, paths, [{}, {"cookie": ana.cookie}])
        await beside.store.close()
    told = [json.loads(line) for line in log.read_text().splitlines()]
    return report, [str(line) for line in told if line["level"] in ("error", "critical")]


@pytest.mark.parametrize("dialect", BOTH)
def test_no_path_makes_the_service_fail(
    dialect: str, tmp_path: Path, seeds: range, request: pytest.FixtureRequest
) -> None:
    """NUL, encoded slashes, halves of surrogate pairs, too long: no 5xx on either database, nothing in the log."""
    address = f"sqlite:///{tmp_path / 'service.sqlite'}"
    if dialect == "postgresql":
        server: Server = request.getfixturevalue("postgresql")
        address = server.fresh()
    report, errors = asyncio.run(sent_to_service(address, tmp_path, seeds))
    print(f"\n{dialect}: {len(seeds):,} paths, answers {dict(sorted(report.counted.items()))}")

    assert (report.failed[:5], errors[:5]) == ([], [])
    assert {200, 404} <= report.counted.keys()


@pytest.fixture
def page_server(tmp_path: Path) -> Iterator[tuple[int, str]]:
    """Port and token of the server that `workbench page` starts."""
    places = {"HOME": str(tmp_path), "JUPYTER_CONFIG_DIR": str(tmp_path)}
    words = page_command(FILES / "workbench.ipynb", argparse.Namespace(no_browser=True, port=0))
    log = tmp_path / "page.log"  # a pipe that nobody reads would be full after some thousand answers
    with (
        log.open("wb") as errors,
        subprocess.Popen(
            words, env={**os.environ, **places, "JUPYTER_PATH": template_path(None)}, stderr=errors
        ) as server,
    ):
        try:
            yield _address(log)
        finally:
            server.terminate()


def _address(log: Path) -> tuple[int, str]:
    ends = time.monotonic() + HANG_SECONDS
    while (found := ADDRESS.search(log.read_text(encoding="utf-8"))) is None:
        assert time.monotonic() < ends, log.read_text(encoding="utf-8")
        time.sleep(0.1)
    with httpx.Client(transport=httpx.HTTPTransport(retries=8)) as client:  # it says its port before it listens
        client.get(f"http://127.0.0.1:{found[1]}/api").raise_for_status()
    return int(found[1]), found[2]


@needs("linux")
def test_no_path_makes_the_page_server_fail(page_server: tuple[int, str], seeds: range) -> None:
    """Voila answered `/voila/templates/…/static/..%2f` and `%00` with 500, to anybody."""
    port, token = page_server
    signed_in = {"authorization": f"token {token}"}
    paths = [path for path in PAGE_PATHS if "render" not in path]  # a page that is found is made, which takes seconds
    report = asyncio.run(send_paths(("127.0.0.1", port), seeds, paths, [{}, signed_in]))
    print(f"\npage server: {len(seeds):,} paths, answers {dict(sorted(report.counted.items()))}")

    assert report.failed[:5] == []
    assert {200, 404} <= report.counted.keys()


@pytest.mark.parametrize(
    "path", [b"/s/a%00", b"/s/a%2fb", b"/s/a\n", b"/s/%ED%A0%80", b"/s/" + b"a" * 2_000, b"/s/\xc3\xa9", b"s"]
)
def test_a_path_that_no_route_has_is_refused_at_once(path: bytes) -> None:
    """Before a session is read or the database is asked."""
    assert not can_lead_anywhere(path)

"""Four large pictures at once: taken or refused with little memory, while another organization uploads a tiny one.

`make sweep-pictures` sends 40 million pixels, and the most that are taken, in every format, of one organization and of
four; `make test` a few million.
Each line ends with the load, since seconds depend on who else uses the computer. The tiny one may take 2 s, or ten
times what it took before where that is more.
"""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest

from tests.faults.hosts import Host, host
from tests.faults.large_pictures import LARGE_PICTURES, MOST_TAKEN, seconds_of, watched_memory
from tests.needs import needs
from tests.people import cookie_of, open_beside
from tests.service.assets.media_files import picture
from workbench.service.administration.admin import add_person

pytestmark = needs("linux")
MANY_PIXELS = 40_000_000
AT_ONCE = 4
MOST_EXTRA_MEGABYTES = 300
IN_THE_GATE = [("JPEG, progressive", 1), ("AVIF", 1)]
MOST_SECONDS, MOST_TIMES = 2.0, 10


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Every format, of one organization and of four, where there are many pixels."""
    if "organizations" in metafunc.fixturenames:
        pixels = metafunc.config.getoption("pixels")
        chosen = [(name, organizations, pixels) for name, organizations in IN_THE_GATE]
        if pixels >= MANY_PIXELS:
            sizes = [(name, size) for name, most in MOST_TAKEN.items() for size in sorted({pixels, most or pixels})]
            chosen = [(name, number, size) for name, size in sizes for number in (1, AT_ONCE)]
        metafunc.parametrize(("name", "organizations", "pixels"), chosen)


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Host, list[str]]]:
    """A service, and the cookies of five organizations' owners."""
    folder = tmp_path_factory.mktemp("pictures")
    database_url = f"sqlite:///{folder / 'service.sqlite'}"

    async def added() -> list[str]:
        async with open_beside(database_url) as store:
            people = [
                await add_person(store, f"owner{number}@example.org", f"Organization {number}")
                for number in range(AT_ONCE + 1)
            ]
            return [cookie_of(person) for person in people]

    cookies = asyncio.run(added())
    with host(database_url, assets=str(folder / "assets")) as serving:
        yield serving, cookies


def sent(serving: Host, cookie: str, content: bytes) -> int:
    """The HTTP status of an upload."""
    headers = {"cookie": cookie, "content-type": "application/octet-stream"}
    return httpx.post(
        f"{serving.base_url}/api/assets?fileName=a.png", content=content, headers=headers, timeout=120
    ).status_code


def test_large_pictures_take_little_memory_and_keep_nobody_waiting(
    place: tuple[Host, list[str]], name: str, organizations: int, pixels: int
) -> None:
    """What is taken of a format needs little memory, and what is more is refused; 15 MB of WebP once took 1.5 GB."""
    content = LARGE_PICTURES[name](pixels)
    serving, cookies = place
    tiny = [picture("PNG", (20, 20)) + os.urandom(8) for _ in range(2)]
    sent(serving, cookies[-1], picture("PNG", (21, 20)))  # starts the process for small ones
    alone = seconds_of(lambda: tiny_is_taken(serving, cookies[-1], tiny[0]))
    with watched_memory(serving.process.pid) as memory, ThreadPoolExecutor(AT_ONCE) as pool:
        since = time.monotonic()
        large = [
            pool.submit(sent, serving, cookies[number % organizations], content + bytes([number]))
            for number in range(AT_ONCE)
        ]
        time.sleep(0.2)  # so that they are there first
        other = seconds_of(lambda: tiny_is_taken(serving, cookies[-1], tiny[1]))
        statuses = {future.result() for future in large}
        lasted = time.monotonic() - since
    print(
        f"\n{name}, {pixels:,} pixels, {len(content):,} bytes, {AT_ONCE} of {organizations}: {sorted(statuses)} in "
        f"{lasted:.1f} s, {memory.extra:.0f} MB more; a tiny one of another {other:.2f} s, before {alone:.2f} s; "
        f"load {os.getloadavg()[0]:.1f}"
    )

    assert 200 in statuses if pixels <= MOST_TAKEN[name] else statuses == {415 if name == "AVIF" else 422}
    assert statuses <= {200, 415, 422, 503}  # 503: it had no turn within 20 s, on a busy machine
    assert memory.extra < MOST_EXTRA_MEGABYTES
    assert other < max(MOST_SECONDS, MOST_TIMES * alone)


def tiny_is_taken(serving: Host, cookie: str, content: bytes) -> None:
    """Another organization's picture is stored."""
    assert sent(serving, cookie, content) == 200

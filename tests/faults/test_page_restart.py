"""A service that is killed and started again shows a heavy page without rendering it again."""

from __future__ import annotations

import os
import random
import signal
from pathlib import Path

import httpx

from tests.faults.hosts import host
from tests.faults.large_pictures import seconds_of
from tests.needs import needs
from tests.people import owner_of
from workbench.authoring.block import Block, new_block_id
from workbench.client.sync import Client
from workbench.procedures.course import publish_course, unpublish_course
from workbench.procedures.lesson import create_lesson

pytestmark = needs("linux")
BLOCKS, FORMULAS_OF_A_BLOCK = 60, 4


def formulas(seed: int) -> str:
    """A text with formulas that no other has."""
    chance = random.Random(seed)
    numbers = [chance.randrange(1_000) for _ in range(FORMULAS_OF_A_BLOCK)]
    return " and ".join(f"$\\frac{{x^{{{number}}} + \\sqrt{{{number}}}}}{{\\sum_{{i=0}}^n i}}$" for number in numbers)


def test_a_heavy_page_is_there_after_a_kill(tmp_path: Path) -> None:
    """Its file is read and not made again, whatever port the service has; after `unpublishCourse` it is not shown."""
    database_url = f"sqlite:///{tmp_path / 'service.sqlite'}"
    token = owner_of(database_url, credits_at_start=10).session_token
    blocks = [Block(id=new_block_id(), type="text", content={"markdown": formulas(number)}) for number in range(BLOCKS)]
    with host(database_url) as serving:
        with Client(serving.base_url, token) as client:
            course_id = client.call(create_lesson(title="Sums", language="EN", blocks=blocks)).course_id
            publishing = seconds_of(lambda: client.call(publish_course(course_id=course_id)))
        first = httpx.get(f"{serving.base_url}/s/{course_id}", timeout=60)
        (file,) = (tmp_path / "service-pages").iterdir()
        made = file.stat().st_ino
        os.kill(serving.process.pid, signal.SIGKILL)
    with host(database_url) as serving:
        address = f"{serving.base_url}/s/{course_id}"
        loading = seconds_of(lambda: httpx.get(address, timeout=60))
        again = httpx.get(address, timeout=60)
        with Client(serving.base_url, token) as client:
            client.call(unpublish_course(course_id=course_id))
        withdrawn = httpx.get(address, timeout=60)
    print(
        f"\n{BLOCKS} blocks: {publishing:.2f} s to publish, {loading:.2f} s for the first load after a kill; "
        f"load {os.getloadavg()[0]:.1f}"
    )

    assert (first.status_code, again.status_code, withdrawn.status_code) == (200, 200, 404)
    assert first.text.count("<math") == BLOCKS * FORMULAS_OF_A_BLOCK
    assert article(first.text) == article(again.text)
    assert [path.stat().st_ino for path in (tmp_path / "service-pages").iterdir()] == [made]


def article(page: str) -> str:
    """The lesson itself, without what names the service's address."""
    return page[page.index("<article") : page.index("</article>")]

"""What learners load beside the same bytes as a file behind the same server: a page of 100 blocks, a picture of 200 KB.

`file_server.py` is that server. Each server has one core, wrk the other.
Run as: python -m benchmarks.learner_pages [--rounds N] [--json FILE]
"""

from __future__ import annotations

import asyncio
import io
import os
import re
import sys
import tempfile
import urllib.request
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any
from uuid import uuid4

import httpx
from PIL import Image

from benchmarks.options import options
from benchmarks.paired import Compared, in_turn, report
from benchmarks.serving import Serving, need, ours, owner, pinned, running
from benchmarks.wrk import Load, load
from workbench.authoring.block import Block
from workbench.client.sync import Client
from workbench.procedures.course import set_course_sharing
from workbench.service.administration.admin import AddedPerson
from workbench.service.db.opening import open_store
from workbench.service.db.seam import Db
from workbench.service.kernel import membership
from workbench.service.lessons.store import NewLesson, insert_lesson
from workbench.wire.headers import DEFAULT_COOKIE_NAME, cookie_header

PAGE_AIM, PICTURE_AIM = 0.5, 0.7
BLOCKS = 100
PICTURE_BYTES = 200_000


def main() -> None:
    """Measure, print the table, keep the figures."""
    chosen = options(__doc__, rounds=9, seconds=1).parse_args()
    need("wrk")
    report("learner_pages", measured(chosen.rounds, chosen.seconds), "ours", "a file", chosen.json)


def measured(rounds: int, seconds: float) -> list[Compared]:
    """Requests a second of the page and of the picture."""
    with tempfile.TemporaryDirectory() as folder:
        url, files = f"sqlite:///{folder}/service.db", Path(folder) / "files"
        files.mkdir()
        person = owner(url, 100)
        with ours(url, core=0) as we:
            asset_id = _uploaded(we, person)
            course_id = asyncio.run(_course(url, person, asset_id))
            with Client(we.base_url, person.session_token) as client:
                client.call(set_course_sharing(course_id=course_id, is_public=True))
            page = f"/s/{course_id}"
            text = _kept(we, page, files / "page.html")
            picture = re.findall(r'src="([^"]+\.jpg)"', text.decode())[0]
            _kept(we, picture, files / "picture.jpg")
            sizes = ", ".join(f"{path.name} {path.stat().st_size:,} bytes" for path in files.iterdir())
            print(f"{sizes}.", flush=True)
            command = pinned(0, [sys.executable, "-u", "-m", "benchmarks.file_server", str(files)])
            with running(command, {**os.environ}) as (process, said):
                they = Serving(said.strip(), process.pid)
                sides = {
                    f"page of {BLOCKS} blocks": (page, "/page.html", PAGE_AIM),
                    "picture of 200 KB": (picture, "/picture.jpg", PICTURE_AIM),
                }
                rows = []
                for what, (target, file, aim) in sides.items():
                    before = we.now_mib()
                    pairs = loads(we, they, (target, file), rounds, seconds)
                    print(f"{what}: {before:.0f} MiB before, {we.now_mib():.0f} MiB after.", flush=True)
                    rows += compared(what, aim, pairs)
                return rows


def loads(we: Serving, they: Serving, targets: tuple[str, str], rounds: int, seconds: float) -> list[tuple[Load, Load]]:
    """A pair for each round, after both were warmed up."""
    sides = [
        partial(load, server, target, "", seconds=seconds) for server, target in zip((we, they), targets, strict=True)
    ]
    return [(a, b) for a, b in in_turn(rounds, *sides, warm=True)]


def compared(what: str, aim: float, pairs: Sequence[tuple[Load, Load]]) -> list[Compared]:
    """Requests a second, and the server's processor time a request, which others' work hardly touches."""
    rates, times = (
        [[getattr(run, figure) for run in side] for side in zip(*pairs, strict=True)]
        for figure in ("requests_per_second", "cpu_us")
    )
    return [
        Compared(what, "requests/s", rates[0], rates[1], aim),
        Compared(what, "processor us a request", times[0], times[1], 1 / aim, at_least=False),
    ]


def _uploaded(we: Serving, person: AddedPerson) -> str:
    """A picture of about 200 KB, as the service stores it."""
    noise = Image.effect_noise((690, 480), 60).convert("RGB")
    file, quality = io.BytesIO(), 95
    while not file.tell() or file.tell() > PICTURE_BYTES:
        file = io.BytesIO()
        noise.save(file, "JPEG", quality=quality)
        quality -= 2
    answered = httpx.post(
        f"{we.base_url}/api/assets?fileName=noise.jpg",
        content=file.getvalue(),
        headers={
            "content-type": "application/octet-stream",
            "cookie": cookie_header(DEFAULT_COOKIE_NAME, person.session_token),
        },
    )
    return str(answered.raise_for_status().json()["result"]["data"]["assetId"])


async def _course(url: str, person: AddedPerson, asset_id: str) -> str:
    """A course of one lesson of 100 blocks, one of which is the picture."""
    text = {"markdown": "Twice a day the sea rises, because the **moon** pulls at the water. " * 3}
    quiz: dict[str, Any] = {
        "question": "When?",
        "choices": [{"text": "Now", "isCorrect": True}, {"text": "Never", "isCorrect": False}],
    }
    contents: list[tuple[str, dict[str, Any]]] = [("image", {"asset": asset_id, "alternativeText": "Noise"})]
    contents += [("quiz", quiz) if at % 10 == 0 else ("text", text) for at in range(1, BLOCKS)]
    blocks = tuple(Block(id=str(uuid4()), type=kind, content=content) for kind, content in contents)
    store = await open_store(url)

    async def unit(db: Db) -> str:
        project_id = await membership.default_project(db, person.organization_id)
        new = NewLesson(
            organization_id=person.organization_id,
            project_id=project_id,
            title="Tides",
            language="EN",
            blocks=blocks,
            person_id=person.person_id,
        )
        return (await insert_lesson(db, new, now=1))[1]

    try:
        return await store.write(unit)
    finally:
        await store.close()


def _kept(we: Serving, target: str, file: Path) -> bytes:
    with urllib.request.urlopen(we.base_url + target) as response:
        file.write_bytes(response.read())
    return file.read_bytes()


if __name__ == "__main__":
    main()

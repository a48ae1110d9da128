"""Files that are bent: whatever comes, the answer is a stored asset or one clear sentence, and memory stays flat."""

from __future__ import annotations

import resource
from collections import Counter
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.faults.uploading import mutated
from tests.service.asking import Asking, open_for_test, signed_in
from workbench.service.assets.media import Media
from workbench.service.kernel.settings import NO_RATES, Settings

pytestmark = pytest.mark.anyio
TAKEN = {200, 400, 413, 415, 422}
MOST_GROWN_KB = 150_000


@pytest.fixture
async def person(tmp_path: Path) -> AsyncIterator[Asking]:
    """Somebody who uploads as fast as they can."""
    async with (
        open_for_test(Settings(f"sqlite:///{tmp_path / 'service.db'}", rates=NO_RATES)) as service,
        signed_in(service) as owner,
    ):
        yield owner


@pytest.mark.parametrize(
    ("seed", "count"), [(15, 300), pytest.param(2026, 10_000, marks=pytest.mark.slow)], ids=["some", "many"]
)
async def test_no_file_makes_the_service_fail(person: Asking, seed: int, count: int) -> None:
    """No 5xx, nothing half stored: as many objects as assets, and each can be read."""
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    found: Counter[int] = Counter()
    for content in mutated(seed, count):
        answered = await person.send(
            "POST", "/api/assets?fileName=a.png", content, content_type="application/octet-stream"
        )
        found[answered.status_code] += 1
        assert answered.status_code in TAKEN, answered.text
        assert answered.status_code == 200 or answered.json()["error"]["message"].endswith((".", "taken."))
    assets, cursor = [], None
    while True:
        page = await person.data("asset.listAssets", {"limit": 1_000, "cursor": cursor})
        assets += page["assets"]
        cursor = page["nextCursor"]
        if cursor is None:
            break

    keys = await person.service.part(Media).objects.keys()
    assert sorted(keys) == sorted(f"{person.organization_id}/{asset['contentDigest']}" for asset in assets)
    assert min(found[200], found[415], found[422]) > 0, found
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < MOST_GROWN_KB

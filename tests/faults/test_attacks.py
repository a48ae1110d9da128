"""Attacks over HTTP: everybody else is answered meanwhile, and memory stays flat. The seconds are printed, not judged.

`--times` says how often the heavy lesson is asked for (`make sweep-attacks`: 100). Readers are tried on SQLite alone:
what waits for them is of no database.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.faults.attacks import PATIENCE, Place, attacked, one_batch, prepared, slow_readers
from tests.faults.hosts import Host
from tests.needs import needs

GROWTH_MEGABYTES = 200

GET, READERS = "one GET asks for a heavy lesson again and again", "readers who do not read"
ATTACKS: dict[str, Callable[[int], Callable[[Host, Place], None]]] = {
    GET: lambda times: one_batch("lesson.getLesson", lambda where: {"lessonId": where.heavy_lesson}, times),
    READERS: lambda times: slow_readers(2.0, times * 3 // 5),
}


@pytest.mark.parametrize(
    ("name", "dialect"),
    [(GET, "sqlite"), pytest.param(GET, "postgresql", marks=needs("postgresql")), (READERS, "sqlite")],
)
def test_one_who_attacks_stopped_everybody(
    database_url: str, tmp_path: Path, name: str, pytestconfig: pytest.Config
) -> None:
    """No answer at all is 60 seconds: one GET once froze the process and took 1.8 GB, idle readers 683 MB."""
    where = prepared(database_url, slow_lessons=1)
    suffered = attacked(database_url, ATTACKS[name](pytestconfig.getoption("times")), where, log=tmp_path / "log")
    print(f"\n{name}: {suffered}")

    assert suffered.probes > 0
    assert max(suffered.health, suffered.other_list) < PATIENCE
    assert suffered.growth_megabytes < GROWTH_MEGABYTES

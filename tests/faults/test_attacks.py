"""Attacks over HTTP: everybody else is answered in the meantime, and memory stays flat.

The seconds are printed, not judged.

`--times` says how often the heavy lesson is requested. `make sweep-attacks` asks a hundred times, and tries every
attack on both databases; `make test` tries one on each, and waits less long for readers.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.faults.attacks import PATIENCE, Place, attacked, one_batch, page_loads, prepared, slow_readers
from tests.faults.hosts import Host
from tests.needs import needs

GROWTH_MEGABYTES = 200
MANY_TIMES = 100

GET, PAGES, READERS = (
    "one GET asks for a heavy lesson again and again",
    "anonymous loads of a page that is slow to render, given up and begun again",
    "readers who do not read",
)
ATTACKS: dict[str, Callable[[int], Callable[[Host, Place], None]]] = {
    GET: lambda times: one_batch("lesson.getLesson", lambda where: {"lessonId": where.heavy_lesson}, times),
    PAGES: lambda times: page_loads(times / 10),
    READERS: lambda times: slow_readers(2.0, times * 3 // 5),
}
IN_THE_GATE = [(GET, "sqlite"), (PAGES, "sqlite")]
MORE = [(READERS, "sqlite"), (GET, "postgresql"), (PAGES, "postgresql"), (READERS, "postgresql")]


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Every attack on both databases where it is requested more often than by `make test`."""
    more = MORE if metafunc.config.getoption("times") >= MANY_TIMES else []
    metafunc.parametrize(
        ("name", "dialect"),
        [
            pytest.param(*pairing, marks=[needs("postgresql")] if "postgresql" in pairing else [])
            for pairing in IN_THE_GATE + more
        ],
    )


def test_one_who_attacks_stopped_everybody(
    database_url: str, tmp_path: Path, name: str, pytestconfig: pytest.Config
) -> None:
    """No answer at all is 60 seconds: one GET once froze the process and took 1.8 GB, idle readers 683 MB."""
    where = prepared(database_url, slow_lessons=10 if name == PAGES else 1)
    times = pytestconfig.getoption("times")
    limits = {} if times >= MANY_TIMES else {"sending_seconds": 2.0}
    suffered = attacked(database_url, ATTACKS[name](times), where, log=tmp_path / "log", **limits)
    print(f"\n{name}: {suffered}")

    assert suffered.probes > 0
    assert max(suffered.health, suffered.other_list) < PATIENCE
    assert suffered.growth_megabytes < GROWTH_MEGABYTES

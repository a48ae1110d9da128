"""What is kept of rendered lessons, and for how long one load may render: bounded both."""

from __future__ import annotations

import pytest

from workbench.service.renderings import Key, Renderings, TakesLong, Time


def key(lesson: str, revision: int = 1) -> Key:
    """A lesson at a revision."""
    return lesson, revision, "Tides", "EN", ""


def test_a_rendering_is_its_revisions() -> None:
    """Another revision begins anew; the same one is gone on with."""
    kept = Renderings()
    kept.add(key("a"), kept.of(key("a")), "<p>one</p>")

    assert kept.of(key("a")).parts == ["<p>one</p>"]
    assert kept.of(key("a", 2)).parts == []


@pytest.mark.parametrize("part", ["x" * 10_000, "\N{WATER WAVE}" * 2_500, ""])
def test_lessons_without_end_take_no_memory_without_end(part: str) -> None:
    """Counted in bytes, what has none included; the latest used stay."""
    kept = Renderings(100_000)
    for number in range(1_000):
        kept.add(key(str(number)), kept.of(key(str(number))), part)
        kept.add(key("0"), kept.of(key("0")), "")

    assert 0 < kept.size <= 100_000
    assert kept.size == sum(each.size for each in kept._cache.values())
    assert kept.of(key("999")).parts == [part]
    assert kept.of(key("1")).parts == []


def test_one_larger_than_all_room_is_read_to_its_end() -> None:
    """It is not kept, and takes nothing from what is."""
    kept = Renderings(5_000)
    found = kept.of(key("a"))
    for _ in range(3):
        kept.add(key("a"), found, "x" * 3_000)

    assert len(found.parts) == 3
    assert kept.size == 0


def test_no_time_is_left_when_it_was_spent_or_nobody_waits() -> None:
    """What is under way is finished: it is kept for the next."""
    now = [0.0]

    def work() -> str:
        now[0] += 2
        return "done"

    time = Time(3, lambda: now[0])
    assert [time.spend(work), time.spend(work)] == ["done", "done"]
    with pytest.raises(TakesLong):
        time.spend(work)

    left = Time(3, lambda: now[0])
    left.give_up()
    with pytest.raises(TakesLong):
        left.spend(work)

"""The invariants of bulk generation, each a function from truth and ledger to what is wrong. Source: bulk design."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from tests.faults.truth import PRICE, Truth
from workbench.bulk.records import RowRecord
from workbench.bulk.row import State

SENDS_PER_ROW = 5


def broken(truth: Truth, rows: Sequence[RowRecord], *, approved_lessons: int, keyed: bool) -> list[str]:
    """What is broken of I1 to I7, in words; nothing when all hold. `I6` presumes that the faults have stopped."""
    made = Counter((each.language, each.topic) for each in truth.lessons)
    topic_of = {each.lesson_id: each.topic for each in truth.lessons}
    wrong = []
    for row in rows:
        lessons = made[row.language, row.topic]
        name = f"row {row.position} ({row.state})"
        if lessons > 1 + row.generation:
            wrong.append(f"I1: {name} has {lessons} lessons")
        if lessons and row.state is not State.DONE and not row.needs_person:
            wrong.append(f"I2: {name} has a lesson and is not listed")
        if row.state is State.DONE and topic_of.get(row.lesson_id or "") != row.topic:
            wrong.append(f"I3: {name} is done with {row.lesson_id}, which is not its lesson")
        if row.state is State.REFUSED and lessons:
            wrong.append(f"I3: {name} is refused and exists")
    if truth.charged != sum(each.credits for each in truth.lessons):
        wrong.append(f"I4: {truth.charged} credits for {len(truth.lessons)} lessons")
    if len(truth.sends) > SENDS_PER_ROW * len(rows):
        wrong.append(f"I5: {len(truth.sends)} paid sends for {len(rows)} rows")
    if len(truth.ours) > approved_lessons:
        wrong.append(f"I7: {len(truth.ours)} lessons, approved were {approved_lessons}")
    return wrong + unsettled(truth, rows, keyed=keyed)


def unsettled(truth: Truth, rows: Sequence[RowRecord], *, keyed: bool) -> list[str]:
    """I6: with keys all rows are done, without keys done or needing a person; without money they may also wait."""
    poor = truth.balance_credits < PRICE
    return [
        f"I6: row {row.position} is {row.state}: {row.said}"
        for row in rows
        if row.state is not State.DONE
        if not (row.needs_person and (poor or not keyed)) and not (poor and row.state is State.PLANNED)
    ]

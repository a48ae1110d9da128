"""The invariants of bulk generation, each a function from truth and journal to what is wrong. Source: bulk design."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from tests.faults.truth import PRICE, Truth
from workbench.bulk.journal.queries import RowRecord
from workbench.bulk.journal.row import Proof, State

SENDS_PER_ROW = 5


def broken(
    truth: Truth, rows: Sequence[RowRecord], *, approved_lessons: int, keyed: bool, journals: int = 1, held: bool = True
) -> list[str]:
    """What is broken of I1 to I8, in words; nothing when all hold. `I6` presumes that the faults have stopped.

    `rows` are of one journal; how many send to this service is `journals`. `held` says whether keys held all the time.
    """
    made = Counter((our.language, our.topic) for our in truth.ours)
    topic_of = {lesson.lesson_id: lesson.topic for lesson in truth.lessons}
    lies_in = {lesson.lesson_id: (lesson.project_id, lesson.course_id) for lesson in truth.lessons}
    worked_on = truth.worked_on()
    wrong = []
    for row in rows:
        sends = worked_on[row.language, row.topic]
        lessons = made[row.language, row.topic]
        name = f"row {row.position} ({row.state})"
        if lessons > 1 + row.generation:
            wrong.append(f"I1: {name} has {lessons} lessons")
        if sends > (1 + row.generation) * journals and not keyed:
            wrong.append(f"I1: {name} was sent {sends} times without a person's word")
        if lessons and row.state is not State.DONE and not row.needs_person:
            wrong.append(f"I2: {name} has a lesson and is not listed")
        if row.state is State.DONE and topic_of.get(row.lesson_id or "") != row.topic:
            wrong.append(f"I3: {name} is done with {row.lesson_id}, which is not its lesson")
        goes_to = row.destination.project_id, row.destination.course_id
        if row.state is State.DONE and lies_in.get(row.lesson_id or "") != goes_to:
            wrong.append(f"I8: {name} does not lie in {row.destination}")
        if row.state is State.REFUSED and lessons:
            wrong.append(f"I3: {name} is refused and exists")
    wrong += money(truth, len(rows) * journals, approved_lessons=approved_lessons)
    return wrong + unsettled(truth, rows, keyed=keyed and held)


def money(truth: Truth, rows: int, *, approved_lessons: int) -> list[str]:
    """I4, I5 and I7."""
    wrong = []
    if truth.charged != sum(lesson.credits for lesson in truth.lessons):
        wrong.append(f"I4: {truth.charged} credits for {len(truth.lessons)} lessons")
    if len(truth.sends) > SENDS_PER_ROW * rows:
        wrong.append(f"I5: {len(truth.sends)} paid sends for {rows} rows")
    if len(truth.ours) > approved_lessons:
        wrong.append(f"I7: {len(truth.ours)} lessons, approved were {approved_lessons}")
    return wrong


def unsettled(truth: Truth, rows: Sequence[RowRecord], *, keyed: bool) -> list[str]:
    """I6: with keys all rows are done, without keys done or needing a person; without money they may also wait."""
    poor = truth.balance_credits < PRICE
    return [
        f"I6: row {row.position} is {row.state}: {row.message}"
        for row in rows
        if row.state is not State.DONE
        if not (row.needs_person and (poor or not keyed)) and not (poor and row.state is State.PLANNED)
    ]


def broken_apart(truth: Truth, journals: Sequence[Sequence[RowRecord]]) -> list[str]:
    """What is broken where two journals know nothing of each other and no key binds them.

    Doubles and wrong matches are not preventable there (reliability 3.5, row 8). What is: each journal makes a topic
    once at most, every lesson is done or listed in one of them, and nothing that was answered is wrong.
    """
    made = Counter((our.language, our.topic) for our in truth.ours)
    topic_of = {lesson.lesson_id: lesson.topic for lesson in truth.lessons}
    rows = [row for journal in journals for row in journal]
    done = Counter((row.language, row.topic) for row in rows if row.state is State.DONE)
    listed = Counter((row.language, row.topic) for row in rows if row.needs_person)
    wrong = [
        *(f"I1: {topic} has {made[topic]} lessons" for topic in made if made[topic] > len(journals)),
        *(f"I2: {topic} has {made[topic]}" for topic in made if made[topic] > done[topic] + listed[topic]),
        *(
            f"I3: row {row.position} is done with {row.lesson_id}"
            for row in rows
            if row.state is State.DONE and row.proof != Proof.MATCHED
            if topic_of.get(row.lesson_id or "") != row.topic
        ),
    ]
    wrong += money(truth, len(rows), approved_lessons=len(rows))
    return wrong + unsettled(truth, rows, keyed=False)

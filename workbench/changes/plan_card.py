"""A change plan for people: an HTML card and plain text. Every text in it is untrusted, and is escaped here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, Protocol

from workbench.bulk.planning.plan_summary import PlanSummary
from workbench.changes.row import NEW_COURSE, NEW_LESSON, TRASH, ChangeRow, ChangeTarget, ChangeVerdict, trash_count
from workbench.text import escape_html
from workbench.wording import count_text

ROWS_SHOWN: Final = 20
_LONGEST: Final = 120
_HEAD: Final = "<tr><th>Line</th><th>Lesson</th><th>Field</th><th>Before</th><th>After</th><th>Verdict</th></tr>"


class ShownChangePlan(Protocol):
    """The attributes of a `ChangePlan` that the card shows."""

    @property
    def name(self) -> str: ...
    @property
    def target(self) -> ChangeTarget: ...
    @property
    def rows(self) -> Sequence[ChangeRow]: ...
    @property
    def changes(self) -> Sequence[ChangeRow]: ...
    @property
    def lessons(self) -> int: ...
    @property
    def courses(self) -> int: ...
    @property
    def public_changes(self) -> int: ...
    @property
    def counts(self) -> Mapping[ChangeVerdict, int]: ...
    @property
    def notes(self) -> Sequence[str]: ...
    @property
    def needs_approval(self) -> bool: ...
    def how_to_approve(self) -> str: ...


def change_extent(plan: ShownChangePlan) -> str:
    """Return a short text of what is approved: `40 changes, 3 of which learners see immediately`."""
    extent = count_text(len(plan.changes), "change")
    if plan.public_changes:
        extent += f", {plan.public_changes:,} of which learners see immediately"
    if trashed := trash_count(plan.rows):
        nouns = [noun for noun, count in _trash_counts(plan) if count]
        puts = f"moves a {nouns[0]}" if trashed == 1 else f"move {' and '.join(f'{noun}s' for noun in nouns)}"
        extent += f", {trashed:,} of which {puts} to the trash"
    return extent


def changed_things(plan: ShownChangePlan) -> str:
    """Count what would be changed: `3 lessons`, `90 courses`, or `3 lessons and 1 course`."""
    parts = [count_text(plan.lessons, "lesson")] if plan.lessons or not plan.courses else []
    return " and ".join([*parts, *([count_text(plan.courses, "course")] if plan.courses else [])])


def _trash_counts(plan: ShownChangePlan) -> list[tuple[str, int]]:
    """Return how many lessons and courses go into the trash, each with its noun."""
    rows = [row for row in plan.changes if row.field == TRASH]
    lessons = sum(bool(row.lesson_id) for row in rows)
    return [("lesson", lessons), ("course", len(rows) - lessons)]


def change_facts(plan: ShownChangePlan) -> list[tuple[str, str]]:
    """Return the facts for a decision on the plan: name and value, not escaped."""
    target = plan.target
    facts = [
        ("Change set", plan.name),
        ("Organization", target.organization_name or target.organization_id),
        ("As", target.person_name or target.person or "the signed-in person"),
        ("Changes", f"{len(plan.changes):,} in {changed_things(plan)}"),
    ]
    new = [sum(row.field == field for row in plan.changes) for field in (NEW_COURSE, NEW_LESSON)]
    made = [count_text(count, noun) for count, noun in zip(new, ("course", "lesson"), strict=True) if count]
    if made:
        facts.append(("Created", " and ".join(made)))
    trashed = [count_text(count, noun) for noun, count in _trash_counts(plan) if count]
    if trashed:
        facts.append(("To the trash", " and ".join(trashed)))
    if plan.public_changes:
        facts.append(("Learners see immediately", f"{plan.public_changes:,} of them: their courses are public"))
    return facts


def change_advice(plan: ShownChangePlan) -> str:
    """Return what to do next, in one sentence."""
    if not plan.changes:
        return "Nothing to change."
    if plan.needs_approval:
        return (
            f"Approve it to run it: `plan.run({plan.how_to_approve().strip('`')})`. `plan.sample(5)` runs a few "
            "rows first."
        )
    return "Run it with `plan.run()`."


def change_text(plan: ShownChangePlan, advice: str | None = None) -> str:
    """Return the plan as plain text; `advice` says what to do next, by default the notebook's advice."""
    return _summary(plan, change_advice(plan) if advice is None else advice).as_text()


def change_card(plan: ShownChangePlan) -> str:
    """Return the plan as HTML: facts, counts, notes and the first rows, those that need attention first."""
    rows = first_changes(plan.rows)
    table = _HEAD + "".join(map(_row, rows))
    return _summary(plan, change_advice(plan)).as_html(table, more=len(plan.rows) - len(rows))


def _summary(plan: ShownChangePlan, advice: str) -> PlanSummary:
    counts = {_verdict_noun(verdict, count): count for verdict, count in plan.counts.items()}
    return PlanSummary(change_facts(plan), counts, plan.notes, advice)


def _verdict_noun(verdict: ChangeVerdict, count: int) -> str:
    return "changes" if verdict is ChangeVerdict.CHANGE and count != 1 else str(verdict)


def first_changes(rows: Sequence[ChangeRow]) -> list[ChangeRow]:
    """Return the rows to show, in order: at most half of them need attention, and none is unchanged."""
    odd = [row for row in rows if row.verdict not in (ChangeVerdict.CHANGE, ChangeVerdict.UNCHANGED)]
    changes = [row for row in rows if row.verdict is ChangeVerdict.CHANGE]
    first = odd[: max(ROWS_SHOWN // 2, ROWS_SHOWN - len(changes))]
    return sorted([*first, *changes[: ROWS_SHOWN - len(first)]], key=lambda row: row.line)


def _row(row: ChangeRow) -> str:
    where = row.field if not row.block_id else f"{row.field} of block {row.block_id[:8]}"
    verdict = row.verdict_text + ("; learners see it" if row.is_public else "")
    cells = (row.title, where, row.shown_before, row.shown_after)
    middle = "".join(f'<td><bdi dir="auto">{escape_html(cell, longest=_LONGEST)}</bdi></td>' for cell in cells)
    return f'<tr><td class="n">{row.line}</td>{middle}<td class="v">{escape_html(verdict)}</td></tr>'

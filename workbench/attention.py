"""What needs a person's attention: the service's list, and the person's runs on this computer.

One function feeds the panel *Home*, the bell of the page, and `wb.attention()`.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Final

from workbench.bulk.planning.target import RunTarget, find_place
from workbench.client.sync import Client
from workbench.columns import FLAG, INTEGER, TEXT, TEXTS, Column, rows_frame
from workbench.procedures.attention import (
    EXPIRY_DAYS,
    SPENDING_DAYS,
    AttentionGroup,
    AttentionItem,
    get_attention,
)
from workbench.runs import AnyRun, RunKind, find_all_runs, is_run_of, is_running, person_of, run_facts
from workbench.wording import count_text

if TYPE_CHECKING:
    import pandas

RUN_DAYS: Final = 30
"""A run that was started longer ago is left alone."""
NO_LIST: Final = "This service doesn't list what needs attention, so only runs on this computer are shown."
COLUMNS: Final = (
    Column("kind", TEXT, "", "awaitingReview, changesRequested, unpublishedChanges, staleTranslations, and so on."),
    Column("count", INTEGER, "", "Lessons, courses or runs; 1 for low credits."),
    Column("is_minimum", FLAG, "", "Whether there may be more."),
    Column("text", TEXT, "", "What it is, as a sentence."),
    Column("next_step", TEXT, "", "What to do about it."),
    Column("section", TEXT, "", "Where on the page that is done, as its address has it behind `#`."),
    Column("titles", TEXTS, "", "The first of the lessons, courses or runs, by title."),
    Column("lesson_ids", TEXTS, "", "The same, by lesson."),
    Column("course_ids", TEXTS, "", "The same, by course."),
)
_RUN_SECTIONS: Final[dict[RunKind, str]] = {
    "lessons": "create/runs",
    "changes": "changes",
    "translations": "create/runs",
}


@dataclass(frozen=True, slots=True)
class NeededItem:
    """A lesson, course or run that needs attention; `anchor` is its place on the page.

    `at` is when it was last reviewed, or when its link ends.
    """

    title: str
    anchor: str
    lesson_id: str | None = None
    course_id: str | None = None
    at: datetime | None = None


@dataclass(frozen=True, slots=True)
class AttentionNeed:
    """What needs attention for one reason: how many, in words, and the next step with its place on the page.

    `is_minimum`: there may be more than `count`. `items` are the first of them.
    """

    kind: str
    count: int
    text: str
    next_step: str
    anchor: str
    items: tuple[NeededItem, ...] = ()
    is_minimum: bool = False


def needs_attention(
    client: Client, organization_id: str | None = None, *, folder: Path | None = None
) -> tuple[AttentionNeed, ...]:
    """Return what needs the person's attention in an organization; empty when there is nothing to do.

    Without an id it is the organization that the client is limited to, else the last selected. `folder` contains the
    journals of runs (default: the user's data folder). A service without the list gives the runs only.
    """
    runs = needs_of_runs(unfinished_runs(find_place(client, organization_id), folder=folder))
    groups = client.call(get_attention(organization_id=organization_id)).groups if lists_attention(client) else []
    return (*runs, *map(need_of_group, groups))


def lists_attention(client: Client) -> bool:
    """Return whether the service lists what needs attention."""
    capabilities = client.capabilities()
    return capabilities is not None and get_attention.name in capabilities.procedures


def unfinished_runs(here: RunTarget, *, folder: Path | None = None) -> tuple[AnyRun, ...]:
    """Return the person's runs of the organization with rows that are left, or to be decided, newest first."""
    earliest = (time.time() - RUN_DAYS * 86_400) * 1000
    return tuple(
        [
            run
            for run in find_all_runs(folder=folder)
            if run.made_at >= earliest
            and _is_open(run)
            and person_of(run) == here.person
            and is_run_of(run, here.service, here.organization_id)
        ]
    )


def needs_of_runs(runs: Iterable[AnyRun]) -> list[AttentionNeed]:
    """Return what unfinished runs need: rows to decide about, and to be resumed. A run that goes on needs nothing."""
    undecided, stopped = list[AnyRun](), list[AnyRun]()
    for run in runs:
        if not is_running(run):
            (undecided if _undecided_rows(run) else stopped).append(run)
    needs = []
    if undecided:
        text = f"{count_text(len(undecided), 'run')} {'needs' if len(undecided) == 1 else 'need'} your decision"
        needs.append(_need_of_runs("undecidedRuns", undecided, text, "Decide"))
    if stopped:
        text = f"{count_text(len(stopped), 'run')} stopped before finishing"
        needs.append(_need_of_runs("stoppedRuns", stopped, text, "Resume"))
    return needs


def need_of_group(group: AttentionGroup) -> AttentionNeed:
    """Return a group of the service's list in words, with its next step."""
    count, items = group.count, tuple([_item(item) for item in group.items])
    only = items[0].anchor if count == 1 and items else None
    s = "s" if count == 1 else ""
    words = {
        "awaitingReview": (f"{_count_text(group, 'lesson')} await{s} your review", "Review", "review"),
        "changesRequested": (
            f"{_count_text(group, 'lesson')} {'was' if count == 1 else 'were'} returned to you",
            "Revise",
            only or "review",
        ),
        "unpublishedChanges": (
            f"{_count_text(group, 'public course')} {'has' if count == 1 else 'have'} newer changes",
            "Publish",
            "publish",
        ),
        "staleTranslations": (
            f"{_count_text(group, 'translation')} {'is' if count == 1 else 'are'} out of date",
            "Update",
            "create/translations",
        ),
        "expiringLinks": (
            f"{_count_text(group, 'public link')} expire{s} within {EXPIRY_DAYS} days",
            "Extend",
            only or "publish",
        ),
        "lowCredits": (
            (
                f"Credits are running low: {group.balance_credits or 0:,} left, "
                f"{group.spent_credits or 0:,} used in the last {SPENDING_DAYS} days"
            ),
            "View credits",
            "settings/credits",
        ),
    }
    text, step, anchor = words.get(group.kind, (f"{group.kind}: {count:,}", "", ""))  # of a newer service
    return AttentionNeed(group.kind, count, text, step, anchor, items, group.is_minimum)


def needs_frame(needs: Sequence[AttentionNeed], *, missing: Sequence[str] = ()) -> pandas.DataFrame:
    """Return a DataFrame with a row for each need, in the columns of COLUMNS."""
    rows = [
        {
            **{column.name: getattr(need, column.name, None) for column in COLUMNS},
            "section": need.anchor or None,
            "next_step": need.next_step or None,
            "titles": [item.title for item in need.items],
            "lesson_ids": [item.lesson_id for item in need.items if item.lesson_id],
            "course_ids": [item.course_id for item in need.items if item.course_id],
        }
        for need in needs
    ]
    return rows_frame(COLUMNS, rows, missing=missing)


def _is_open(run: AnyRun) -> bool:
    facts = run_facts(run)
    return not facts.fault and bool(facts.planned or _undecided_rows(run))


def _undecided_rows(run: AnyRun) -> int:
    """Return the rows that only a person can decide about; a change in conflict is over, and is none."""
    facts = run_facts(run)
    return facts.unsure if facts.kind == "lessons" else 0


def _need_of_runs(kind: str, runs: Sequence[AnyRun], text: str, step: str) -> AttentionNeed:
    items = tuple([NeededItem(run.name, _RUN_SECTIONS[run_facts(run).kind]) for run in runs])
    return AttentionNeed(kind, len(runs), text, step, items[0].anchor, items)


def _item(item: AttentionItem) -> NeededItem:
    anchor = f"lesson/{item.lesson_id}" if item.lesson_id else f"course/{item.course_id}"
    return NeededItem(item.title, anchor, item.lesson_id, item.course_id, item.at)


def _count_text(group: AttentionGroup, noun: str) -> str:
    return f"{'At least ' if group.is_minimum else ''}{count_text(group.count, noun)}"

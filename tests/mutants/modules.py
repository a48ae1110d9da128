"""The units whose mutants are tried: the modules of each, and the tests that are meant to notice a mutant there."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from tests.mutants.mutate import Mutant, mutants_of

SEED: Final = 27


@dataclass(frozen=True)
class Unit:
    """Modules that are sampled together. `named` are mutants that are always in the sample: function, before, after.

    `on_server` are those of the `tests` that run on PostgreSQL too: SQLite has one writer, so it needs no locks, and it
    takes one row of a query that must not have two.
    """

    name: str
    paths: tuple[Path, ...]
    tests: tuple[str, ...]
    named: tuple[tuple[str, str, str], ...] = ()
    on_server: tuple[str, ...] = ()

    def sample(self, count: int) -> list[Mutant]:
        """The named mutants and some others, at most `count`; the same ones as long as the code is the same."""
        every = [mutant for path in self.paths for mutant in mutants_of(path)]
        first = [self._named(every, name) for name in self.named]
        drawn = random.Random(f"{SEED} {self.name}").sample(every, min(len(every), count))
        chosen = [mutant for mutant in drawn if mutant not in first][: max(0, count - len(first))]
        return sorted([*first, *chosen], key=lambda mutant: (mutant.path, mutant.first_line, mutant.after))

    def _named(self, every: list[Mutant], name: tuple[str, str, str]) -> Mutant:
        found = [mutant for mutant in every if mutant.key[1:] == name]
        if not found:
            raise LookupError(f"{self.name} has no mutant {name} any more. Take it out of tests/mutants/modules.py.")
        return found[0]


@cache
def units() -> Mapping[str, Unit]:
    """Every unit by name."""
    return {unit.name: unit for unit in _UNITS}


def _unit(
    name: str,
    *tests: str,
    beside: tuple[str, ...] = (),
    named: tuple[tuple[str, str, str], ...] = (),
    on_server: tuple[str, ...] = (),
) -> Unit:
    """A module with some `beside` it, or the modules of a package, below `workbench/`; tests are below `tests/`."""
    path = Path("workbench") / name
    paths = sorted(path.glob("*.py")) if path.is_dir() else [path.with_suffix(".py")]
    paths += [path.with_name(f"{module}.py") for module in beside]
    of_tests, of_server = (tuple(f"tests/{test}" for test in chosen) for chosen in (tests, on_server))
    return Unit(name, tuple(paths), of_tests, named, of_server)


_UNITS: Final = (
    _unit(
        "service/credits/paid_calls",
        *("service/credits/test_paid_calls.py", "service/credits/test_prices.py", "service/lessons/test_handlers.py"),
        *(f"service/starter_lessons/test_{name}.py" for name in ("drafting", "refused_drafts", "suggestions")),
        named=(("_begin", "call is None", "call is not None"),),
    ),
    _unit(
        "service/publications/publishing",
        *("service/publications/test_publishing.py", "service/publications/test_handlers.py"),
        *("service/lessons/test_author_notes.py", "service/courses/test_handlers.py"),
        "service/sharing/test_handlers.py",
        beside=("link_expiry",),
    ),
    _unit(
        "service/reviews",
        *("service/reviews", "service/sharing/test_page_context.py"),
        named=(("check_approved", "role != OWNER", "role == OWNER"),),
    ),
    _unit(
        "service/sharing",
        "service/sharing",
        on_server=("service/sharing/test_store.py",),
    ),
    _unit(
        "service/publications/store",
        *(f"service/publications/test_{name}.py" for name in ("store", "visibility", "differences", "handlers")),
        "service/sharing/test_handlers.py",
        beside=("changes", "visibility"),
        on_server=("service/publications/test_store.py",),
    ),
    _unit(
        "service/credits/store",
        *("service/credits/test_store.py", "service/credits/test_ledger.py"),
        beside=("ledger",),
        on_server=("service/credits/test_ledger.py",),
    ),
    _unit(
        "changes/plan",
        "changes/test_plan.py",
        "changes/test_planning.py",
        "changes/test_running.py",
        named=(
            (
                "ChangePlan.digest",
                "[row.lesson_id, row.course_id, row.block_id, row.field, row.before, row.after, row.base_revision]",
                "[row.lesson_id, row.course_id, row.block_id, row.field, row.before, row.after]",
            ),
        ),
    ),
    _unit(
        "changes/undo",
        "changes/test_undo.py",
        "changes/test_retagging.py",
        "changes/folders",
        "changes/test_share_cells.py",
        "changes/test_share_plan.py",
        "changes/test_undo_steps.py",
        named=(("_read", "check_session(summary.target, target)", "pass"),),
    ),
    _unit("changes/settling", "changes/test_settling.py", "changes/test_running.py", "changes/test_ordering.py"),
    _unit(
        "bulk/journal/claims",
        "bulk/journal",
        named=(("_given_once", "outcome.kind is not OutcomeKind.MADE", "outcome.kind is OutcomeKind.MADE"),),
    ),
    _unit("bulk/running/resume", "bulk/running/test_resume.py", "bulk/journal/test_enrolment.py"),
    _unit("exports/questions", "exports/questions"),
    _unit("imports/reading/gift", "imports/reading/test_gift.py", "imports/reading/test_questions.py"),
    _unit(
        "reports/credits",
        "reports/credits",
        named=(
            ("_futures", "count / (count - 1)", "count * (count - 1)"),
            ("_checks", "len(paid) - len(twice)", "len(paid) + len(twice)"),
        ),
    ),
    _unit("spreadsheet_text", "test_spreadsheet_text.py"),
)
_PAID: Final = "workbench/service/credits/paid_calls.py"
_UNDO: Final = "workbench/changes/undo.py"
_PUBLICATIONS: Final = "workbench/service/publications/store.py"
_READ_AGAIN: Final = "what the last publication has of a revision is read from its blocks again, and is the same"
_NO_LATER: Final = (
    "exists().where(_later.c.lesson_id == review.c.lesson_id, _later.c.revision == review.c.revision, "
    "_later.c.number > review.c.number"
)
_SENT_BACK: Final = "_later.c.verdict == CHANGES_REQUESTED"
EQUIVALENT: Final[Mapping[tuple[str, str, str, str], str]] = {
    (_PAID, "_store", "True", "False"): "the model that reads the stored answer takes both spellings of a field",
    (_PAID, "json_digest", "False", "True"): "digests are only compared with digests of the same function",
    ("workbench/bulk/journal/claims.py", "_settle_made", "checked_move(state, State.DONE)", "pass"): (
        "every state that gets here may become done"
    ),
    ("workbench/bulk/journal/claims.py", "_intend", "0", "1"): "an insert always has a row id",
    (
        _UNDO,
        "_read",
        "for record in records if record.field in (COURSE, POSITION)",
        "for record in records",
    ): "what other fields had before is no id of a course, and only orders of courses are read",
    (
        "workbench/imports/reading/gift.py",
        "_by_kind",
        "100",
        "101",
    ): "whatever is worth 99.9 and more is a right answer",
    ("workbench/service/credits/store.py", "reserve", "0", "1"): (
        "where there is no wallet there is no cap either, and what was spent is only taken off a cap"
    ),
    (_UNDO, "undo_changes", "True", "False"): "a client gives an outcome for each call",
    (
        "workbench/changes/settling.py",
        "compare_orders",
        "record.sent_base is not None",
        "record.sent_base is None",
    ): "it only parts rows that were sent from those that were not; both say which is which as well",
    (
        "workbench/service/reviews/queue.py",
        "_page",
        "0",
        "1",
    ): "both columns are of one type, which is all that is used",
    (_PUBLICATIONS, "_references", "course_id=state.course_id", "course_id=None"): _READ_AGAIN,
    (_PUBLICATIONS, "_references", "n=last", "n=None"): _READ_AGAIN,
    (
        _PUBLICATIONS,
        "_references",
        "(lesson_state.lesson_id, lesson_state.revision)",
        "(lesson_state.lesson_id,)",
    ): _READ_AGAIN,
    (_PUBLICATIONS, "_REFERRING_BLOCKS", "block.c.type == block_type", "block.c.type != block_type"): (
        "blocks of all types are read, and those of other types refer to nothing"
    ),
    ("workbench/service/reviews/handlers.py", "list_reviews", "1", "2"): (
        "one more than a page or two: either says that there are more"
    ),
    ("workbench/service/reviews/store.py", "_approved_revision", f"{_NO_LATER}, {_SENT_BACK})", f"{_NO_LATER})"): (
        "the one review that can follow an approval without withdrawing it is another approval of the same revision, "
        "and nobody has edits of their own in that: an approved revision is not asked about again"
    ),
    (
        "workbench/service/credits/ledger.py",
        "_by_day",
        "credit_entry.c.id > func.coalesce(before, 0)",
        "credit_entry.c.id >= func.coalesce(before, 0)",
    ): "the entry before these days is left out by its time as well",
    ("workbench/service/publications/link_expiry.py", "start_share", "end <= latest", "end < latest"): (
        "an end that is the latest one is set to itself, which is not written either way"
    ),
}
"""Why nobody could tell the mutant from the module, by its key."""

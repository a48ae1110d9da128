"""Topics in, a plan out: every plan is made here. Reads from the service and the journal; sends no write."""

from __future__ import annotations

import gc
import logging
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, field, replace
from typing import Any, Final

from workbench.authoring.characters import is_blank
from workbench.authoring.language import language_code
from workbench.authoring.title import clean_title
from workbench.authoring.topic import fold_topic
from workbench.bulk.journal.destination import Destination
from workbench.bulk.journal.idempotency import content_digest, derived_name, journal_name
from workbench.bulk.journal.journal_file import JournalFile, runs_folder
from workbench.bulk.journal.queries import KnownTopic, TopicKey, known_topics, row_destinations, run_destinations
from workbench.bulk.journal.row import State
from workbench.bulk.lesson_options import folded_topic
from workbench.bulk.planning.destinations import DestinationNames, find_destinations
from workbench.bulk.planning.existing_lessons import ExistingLessons, missing_lessons, read_existing
from workbench.bulk.planning.new_course import same_title_notes, with_new_course
from workbench.bulk.planning.option_references import Cells, RowDraft, option_reader, usable_cells
from workbench.bulk.planning.plan import Plan
from workbench.bulk.planning.row_verdicts import RowDestinations, RowJudge
from workbench.bulk.planning.target import RunTarget, find_place
from workbench.bulk.reading.language_names import language_of_name
from workbench.bulk.reading.sources import ReadOptions, read_source
from workbench.bulk.reading.table import MAX_LINES, Table
from workbench.bulk.reading.topic_columns import ColumnMapping, Draft, find_drafts, knowing, reading_notes
from workbench.client.calling import CallingClient
from workbench.errors import PlanRejected
from workbench.languages.reader import language_name

MAX_COPIES: Final = 100
MAX_NAME_CHARACTERS: Final = 200
_LOG: Final = logging.getLogger("workbench.bulk")


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanTarget:
    """The destination of lessons, by names or ids, and their owner; `None` takes it from the run or the service.

    `project` and `course` hold for the rows whose own columns name none. `new_course` is the title of a course that the
    run makes in the project, once, for all of these rows. `person` is a label for the person where the service does not
    say who that is.
    """

    organization_id: str | None = None
    project: str | None = None
    course: str | None = None
    new_course: str | None = None
    person: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanOptions:
    """Options for reading a list, and which part of it is planned.

    `copies` of each topic, only the first `sample` rows that are ready, a `budget` in credits; `skip_existing` leaves
    out topics that have a lesson. `lesson` says how the lessons are written whose line says nothing of it, as the cells
    of a list would (`option_cells`).
    """

    columns: ColumnMapping = field(default_factory=ColumnMapping)
    reading: ReadOptions = field(default_factory=ReadOptions)
    copies: int = 1
    sample: int | None = None
    budget: int | None = None
    skip_existing: bool = True
    lesson: Cells = field(default_factory=dict)


def plan_topics(
    source: Any,
    client: CallingClient,
    *,
    language: str | Sequence[str] | None = None,
    name: str | None = None,
    target: PlanTarget = PlanTarget(),
    options: PlanOptions = PlanOptions(),
) -> Plan:
    """Return a plan for a path (CSV, XLSX, Parquet, text), a DataFrame, a Python list or pasted text.

    Planning is free and writes nothing. `language` is one code or several (every topic in each); without it a
    column is looked for. If `options` name a column, it applies to the lines that name none there. Lines
    without a language, when none is given, are made in the organization's default language, or in English; a
    note of the plan says which. `name` is the run's name, by default derived from file or content, language and
    organization: the same name is the same run, whose rows are never made twice. A row that names no place
    keeps the destination of the run's row, else that of the run's lessons. A new destination applies to every
    row for which certainly nothing was made. Raises `PlanRejected`.
    """
    _check_given(options, name, target)
    table, drafts = _read(source, options, language)
    run_target = find_place(client, target.organization_id, target.person)
    existing = read_existing(client, run_target) if options.skip_existing else ExistingLessons(is_read=False)
    cells, notes = usable_cells(run_target, options.lesson, {name for draft in drafts for name in draft.options})
    languages = _languages(language) if language is not None else (run_target.assumed_language,)
    is_by_line = language is None or options.columns.language is not None
    rows = list(_spread(drafts, languages, options.copies, target, cells, is_by_line=is_by_line))
    journal = read_journal(run_target)
    run_name = name.strip() if name else _derived_name(table, rows, run_target, journal)
    destinations = _destinations(client, run_target, {row.names for row in rows}, target, journal.of_run(run_name))
    judge = RowJudge(
        place=run_target,
        run_name=run_name,
        known=journal.topics,
        existing=existing,
        destinations=destinations,
        missing=missing_lessons(client, run_target, journal.done_lessons, listed=existing.lesson_ids),
        options=option_reader(client, run_target, rows),
    )
    with _collector_paused():
        judged = tuple(judge.row(position, row) for position, row in enumerate(rows, 1))
    plan = Plan(
        name=run_name,
        source=table.name,
        place=run_target,
        rows=judged,
        notes=(
            *_language_notes(rows, languages, None if language is not None else run_target),
            *_notes(table, existing, run_target),
            *notes,
            *same_title_notes(client, run_target, destinations.default),
        ),
        budget_credits=options.budget,
        destination=destinations.default,
        template=options.columns.template,
    )
    plan = plan if options.sample is None else plan.sample(options.sample)
    count, ready = len(plan.rows), len(plan.ready)
    _LOG.info("run %r planned: %d rows, %d to make, credits: %s", plan.name, count, ready, plan.total_credits)
    return plan


def _read(source: Any, options: PlanOptions, language: str | Sequence[str] | None) -> tuple[Table, list[Draft]]:
    columns = options.columns
    with _collector_paused():
        table = read_source(source, options.reading, knowing(columns))
        drafts = find_drafts(table, columns, wants_language=language is None)
        notes = (*table.notes, *reading_notes(table, columns, language))
    # The drafts have the content now; a long list is not kept twice.
    return replace(table, lines=(), notes=notes), drafts


def _destinations(
    client: CallingClient,
    run_target: RunTarget,
    names: Collection[DestinationNames],
    target: PlanTarget,
    stored: RowDestinations,
) -> RowDestinations:
    """Return the destinations of all rows' names, with those of `target` as the default if they are found."""
    if target.new_course is not None:
        return with_new_course(client, run_target, names, (target.project or "", target.new_course), stored)
    given = (target.project or "", target.course or "")
    destinations = find_destinations(client, run_target, {given, *names})
    is_given = any(given) and not destinations[given].fault
    return replace(stored, found=destinations, default=destinations[given].destination if is_given else stored.default)


def _derived_name(table: Table, rows: Sequence[RowDraft], target: RunTarget, journal: JournalFacts) -> str:
    parts = table.name, _codes(rows), target.organization_id
    if table.is_file:
        return derived_name(*parts)
    folds = {fold_topic(row.draft.topic) for row in rows}
    # An earlier version gave every list the same name. A run of the same content is resumed under that name.
    before = derived_name(*parts)
    of_run = (key for key, topics in journal.topics.items() if any(topic.run == before for topic in topics))
    of_it = {folded_topic(folded) for _, folded, _ in of_run}
    return before if of_it and of_it <= folds else derived_name(*parts, content_digest(folds))


@dataclass(frozen=True, slots=True)
class JournalFacts:
    """The journal's facts about this person: topics that were sent, and the destination of each run.

    `rows` are those of each run that go elsewhere than the run's lessons do.
    """

    topics: dict[TopicKey, list[KnownTopic]] = field(default_factory=dict)
    destinations: dict[str, Destination] = field(default_factory=dict)
    rows: dict[str, dict[TopicKey, Destination]] = field(default_factory=dict)

    def of_run(self, name: str) -> RowDestinations:
        """Return the destination of the run with this name."""
        return RowDestinations(stored=self.rows.get(name, {}), default=self.destinations.get(name, Destination()))

    @property
    def done_lessons(self) -> set[str]:
        """Lessons of rows that are done and were not undone."""
        all_topics = (row for rows in self.topics.values() for row in rows)
        return {
            topic.lesson_id
            for topic in all_topics
            if topic.state is State.DONE and topic.lesson_id and not topic.is_undone
        }


def read_journal(target: RunTarget) -> JournalFacts:
    """Return what the journal of this place knows of this person; nothing if it does not exist yet."""
    path = runs_folder() / journal_name(target.service, target.organization_id)
    if not path.exists():
        return JournalFacts()
    with closing(JournalFile(path)) as file, file.read_transaction() as db:
        person = target.person
        return JournalFacts(known_topics(db, person), run_destinations(db, person), row_destinations(db, person))


@contextmanager
def _collector_paused() -> Iterator[None]:
    """Pause the garbage collector: there are no cycles, and every collection visits all existing rows."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


def _check_given(options: PlanOptions, name: str | None, target: PlanTarget) -> None:
    _check_course(target)
    if not 1 <= options.copies <= MAX_COPIES:
        raise PlanRejected(f"`copies` is 1 to {MAX_COPIES}. Nothing was sent.")
    if options.budget is not None and options.budget < 0:
        raise PlanRejected("`budget` is a whole number of credits, 0 or more. Nothing was sent.")
    if name is not None and not 1 <= len(name.strip()) <= MAX_NAME_CHARACTERS:
        raise PlanRejected(f"A run's name has 1 to {MAX_NAME_CHARACTERS} characters. Nothing was sent.")


def _check_course(target: PlanTarget) -> None:
    if target.new_course is None:
        return
    if target.course is not None:
        raise PlanRejected("Name an existing course or the title of a new one, not both.")
    try:
        clean_title(target.new_course)
    except ValueError as refused:
        raise PlanRejected(f"The title of the new course: {refused}. Nothing was sent.") from None


def _languages(given: str | Sequence[str]) -> tuple[str, ...]:
    codes = [given] if isinstance(given, str) else list(given)
    if not codes:
        raise PlanRejected("Name at least one language.")
    try:
        return tuple(dict.fromkeys(language_code(language_of_name(code)) for code in codes))
    except ValueError as refused:
        raise PlanRejected(f"{refused}. Nothing was sent.") from None


def _spread(
    drafts: Iterable[Draft],
    languages: tuple[str, ...],
    copies: int,
    target: PlanTarget,
    usable: Callable[[Cells], Cells],
    *,
    is_by_line: bool,
) -> Iterator[RowDraft]:
    """Yield the rows: each topic in its line's language if given and used, else in all `languages`."""
    count = 0
    project, course = ("", "") if target.new_course else (target.project or "", target.course or "")
    for draft in drafts:
        own = language_of_name(draft.language) if is_by_line and draft.language and draft.language.strip() else ""
        names = (draft.project or project, draft.course or course)
        cells = usable(draft.options)
        for language in (own,) if own else languages:
            for copy in range(1, copies + 1):
                count += 1
                if count > MAX_LINES:
                    raise PlanRejected(
                        f"Topics, languages and copies make more than {MAX_LINES:,} rows. Split the list."
                    )
                yield RowDraft(draft, language, copy, names, cells, is_language_assumed=is_by_line and not own)


def _codes(rows: Iterable[RowDraft]) -> set[str]:
    """Return the languages that lines name, else the assumed ones.

    So another default does not make another run of a list that names some.
    """
    every = list(rows)
    own = {row.language for row in every if not row.is_language_assumed}
    codes = set()
    for language in own or {row.language for row in every}:
        try:
            codes.add(language_code(language))
        except ValueError:
            continue
    return codes


def _language_notes(rows: Sequence[RowDraft], languages: Sequence[str], target: RunTarget | None) -> tuple[str, ...]:
    """Say in which language the lines are made that name none; nothing where each names one.

    `target` is where the language was assumed, `None` where the caller gave it.
    """
    lines = {row.draft.line for row in rows if row.is_language_assumed and not is_blank(row.draft.topic)}
    if not lines:
        return ()
    is_all = all(row.is_language_assumed for row in rows)
    which = "No line names" if is_all else "1 line names no" if len(lines) == 1 else f"{len(lines):,} lines name no"
    which += " a language" if is_all else " language"
    why = "the default language" if target is not None else "as you said"
    if target is not None and target.default_language == languages[0]:
        why = "the organization's default language"
    return (f"{which}: made in {', '.join(map(language_name, languages))}, {why}.",)


def _notes(table: Table, existing: ExistingLessons, target: RunTarget) -> tuple[str, ...]:
    notes = [*table.notes, *existing.notes]
    if not existing.is_read:
        notes.append("Existing lessons were not looked for.")
    if not target.takes_organization:
        notes.append("Lessons go to the organization selected last; the run pauses when another is selected.")
    return tuple(notes)

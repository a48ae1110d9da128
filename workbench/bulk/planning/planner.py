"""Topics in, a plan out: every plan is made here. Reads from the service and the journal; sends no write."""

from __future__ import annotations

import gc
import logging
import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any, Final

from workbench.authoring.characters import is_blank, unfit
from workbench.authoring.language import language_code
from workbench.authoring.topic import fold_topic, trimmed_topic
from workbench.bulk.journal.destination import Destination
from workbench.bulk.journal.idempotency import content_digest, derived_name, journal_name
from workbench.bulk.journal.journal_file import JournalFile, runs_folder
from workbench.bulk.journal.queries import KnownTopic, known_topics, run_destinations
from workbench.bulk.journal.row import State
from workbench.bulk.planning.existing_lessons import ExistingLessons, loose_form, read_existing
from workbench.bulk.planning.lesson_lookup import missing_lessons
from workbench.bulk.planning.plan import Plan
from workbench.bulk.planning.plan_row import PlanRow, Verdict
from workbench.bulk.planning.projects import find_destination
from workbench.bulk.planning.target import Conversations, RunTarget, find_place
from workbench.bulk.reading.language_names import language_of_name
from workbench.bulk.reading.sources import ReadOptions, read_source
from workbench.bulk.reading.table import MAX_CELL_CHARACTERS, MAX_LINES, Table
from workbench.bulk.reading.topic_columns import (
    ColumnMapping,
    Draft,
    find_drafts,
    hidden_characters,
    knowing,
    reading_notes,
)
from workbench.client.sanitize import shown
from workbench.errors import PlanRejected

MAX_COPIES: Final = 100
MAX_NAME_CHARACTERS: Final = 200
_LINK: Final = re.compile(r"[A-Za-z][A-Za-z0-9+.\-]*://\S+")
_FAILED_FORMULAS: Final = frozenset({"#REF!", "#N/A", "#NAME?", "#VALUE!", "#DIV/0!", "#NULL!", "#NUM!"})

_LOG: Final = logging.getLogger("workbench.bulk")

KnownTopics = dict[tuple[str, str, int], list[KnownTopic]]


@dataclass(frozen=True, slots=True)
class PlanSize:
    """How much is planned: `copies` of each topic, only the first `sample` rows, a `budget` in credits."""

    copies: int = 1
    sample: int | None = None
    budget: int | None = None


def plan_topics(
    source: Any,
    client: Conversations,
    *,
    language: str | Sequence[str] | None = None,
    name: str | None = None,
    project: str | None = None,
    organization_id: str | None = None,
    columns: ColumnMapping = ColumnMapping(),  # noqa: B008  (frozen)
    reading: ReadOptions = ReadOptions(),  # noqa: B008  (frozen)
    size: PlanSize = PlanSize(),
    skip_existing: bool = True,
    label: str = "",
) -> Plan:
    """A plan for a path (CSV, XLSX, Parquet, text), a DataFrame, a Python list or pasted text; free, no write.

    `language` is one code or several (every topic in each); without it a column is looked for. `name` is the run's
    name, else it comes from file or content, language and organization: the same name is the same run, whose rows are
    never made twice. `project` is where the lessons go, by its name or id; without it they go where the run's lessons
    go already, else into the default project. Given anew, it holds for every row of the run of which surely nothing
    was made. `columns` says which columns to take, `reading` how the source is read, `size` how much is planned.
    `skip_existing` leaves out topics that have a lesson; `label` names the person where the service does not.
    Raises `PlanRejected` with what to do. Source: ours (bulk).
    """
    _check_numbers(size, name)
    table, drafts = _read(source, reading, columns, language)
    languages = _languages(language, drafts, columns)
    place = find_place(client, organization_id, label)
    existing = read_existing(client, place) if skip_existing else ExistingLessons(is_read=False)
    spread = list(_spread(drafts, languages, size.copies))
    journal = read_journal(place)
    run_name = name.strip() if name else _derived_name(table, spread, place, journal)
    known = journal.destinations.get(run_name, Destination())
    destination, fault = (known, "") if project is None else _destination(client, place, known, project)
    missing = missing_lessons(client, place, journal.done_lessons, listed=existing.lesson_ids)
    judge = _Judge(place, run_name, journal.topics, existing, destination, fault, missing)
    with _collector_paused():
        rows = tuple(judge.row(number, *each) for number, each in enumerate(spread, 1))
    plan = Plan(
        name=run_name,
        source=table.name,
        place=place,
        rows=rows,
        notes=_notes(table, existing, place),
        budget_credits=size.budget,
        destination=destination,
        template=columns.template,
    )
    return _logged(plan if size.sample is None else plan.sample(size.sample))


def _logged(plan: Plan) -> Plan:
    count, ready = len(plan.rows), len(plan.ready)
    _LOG.info("run %r planned: %d rows, %d to make, credits: %s", plan.name, count, ready, plan.total_credits)
    return plan


def _destination(client: Conversations, place: RunTarget, known: Destination, project: str) -> tuple[Destination, str]:
    found, fault = find_destination(client, place, project)
    return (known, fault) if fault else (found, "")


def _read(
    source: Any, reading: ReadOptions, columns: ColumnMapping, language: str | Sequence[str] | None
) -> tuple[Table, list[Draft]]:
    with _collector_paused():
        table = read_source(source, reading, knowing(columns))
        drafts = find_drafts(table, columns, wants_language=language is None)
        notes = (*table.notes, *reading_notes(table, columns, language))
    # What was read is in the drafts now; a long list is not kept twice.
    return replace(table, lines=(), notes=notes), drafts


def _derived_name(
    table: Table, spread: Sequence[tuple[Draft, str | None, int]], place: RunTarget, journal: JournalFacts
) -> str:
    parts = table.name, _codes(spread), place.organization_id
    if table.is_file:
        return derived_name(*parts)
    folds = {fold_topic(draft.topic) for draft, _, _ in spread}
    # An earlier version named every list alike. A run of this very content goes on under that name.
    before = derived_name(*parts)
    of_it = {fold for (_, fold, _), rows in journal.topics.items() if any(each.run == before for each in rows)}
    return before if of_it and of_it <= folds else derived_name(*parts, content_digest(folds))


@dataclass(frozen=True, slots=True)
class JournalFacts:
    """What the journal knows of this person: topics that were sent, and where the lessons of each run go."""

    topics: KnownTopics = field(default_factory=dict)
    destinations: dict[str, Destination] = field(default_factory=dict)

    @property
    def done_lessons(self) -> set[str]:
        """The lessons of rows that are done and were not undone."""
        found = (each for rows in self.topics.values() for each in rows)
        return {each.lesson_id for each in found if each.state is State.DONE and each.lesson_id and not each.is_undone}


def read_journal(place: RunTarget) -> JournalFacts:
    """What the journal of this place knows of this person; nothing when there is no journal yet."""
    path = runs_folder() / journal_name(place.service, place.organization_id)
    if not path.exists():
        return JournalFacts()
    file = JournalFile(path)
    try:
        with file.look() as db:
            return JournalFacts(known_topics(db, place.person), run_destinations(db, place.person))
    finally:
        file.close()


@contextmanager
def _collector_paused() -> Iterator[None]:
    """Look for no cycles meanwhile: there are none, and each look walks over all rows that are there already."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


@dataclass(slots=True)
class _Judge:
    """Gives each row its verdict, remembering the rows before it."""

    place: RunTarget
    run_name: str
    known: KnownTopics
    existing: ExistingLessons
    destination: Destination
    destination_fault: str = ""
    missing: Collection[str] = ()
    seen: dict[tuple[str, str, int], int] = field(default_factory=dict)
    alike: dict[tuple[str, str], int] = field(default_factory=dict)
    lines: dict[int, int] = field(default_factory=dict)

    def row(self, number: int, draft: Draft, language: str | None, copy: int) -> PlanRow:
        """The row with its verdict, cost and warning."""
        topic = trimmed_topic(draft.topic)
        self.lines[number] = draft.line
        price = self.place.price_credits
        fault = self._fault(draft, topic, language)
        code = language or "" if fault else language_code(language or "")
        row = PlanRow(
            row=number,
            line=draft.line,
            topic=topic,
            language=code,
            copy=copy,
            verdict=Verdict.READY,
            reason="",
            credits=price,
        )
        if fault is not None:
            return _judged(row, *fault)
        fold = fold_topic(topic)
        first = self.seen.setdefault((code, fold, copy), number)
        if first != number:
            return _judged(row, Verdict.DUPLICATE, f"duplicate of line {self.lines[first]}")
        found = self._warnings(number, topic, code, copy)
        warning = "; ".join([draft.warning, *found] if draft.warning else found)
        known = self._known(row, fold)
        if known is None and self.destination_fault:
            return _judged(row, Verdict.DESTINATION_UNKNOWN, self.destination_fault)
        return known or (replace(row, warning=warning) if warning else row)

    def _fault(self, draft: Draft, topic: str, language: str | None) -> tuple[Verdict, str] | None:
        if draft.fault:
            return Verdict.TORN, draft.fault
        if topic in _FAILED_FORMULAS:
            return Verdict.EMPTY, f"{topic} is what a formula of the spreadsheet failed with"
        if is_blank(topic):
            return Verdict.EMPTY, "there is no topic" if not topic else "nothing in it can be seen"
        most = self.place.topic_characters
        if len(topic) > most:
            length = f"{len(topic):,}" if len(topic) < MAX_CELL_CHARACTERS else f"{MAX_CELL_CHARACTERS:,} or more"
            return Verdict.TOO_LONG, f"it has {length} characters; at most {most:,} are possible"
        odd = unfit(topic)
        if odd:
            return Verdict.UNSENDABLE, odd
        if not language or not language.strip():
            return Verdict.LANGUAGE_UNKNOWN, "no language is given"
        try:
            code = language_code(language)
        except ValueError:
            return Verdict.LANGUAGE_UNKNOWN, f"{shown(language, longest=40)!r} is no language code such as EN or PT-BR"
        offered = self.place.languages
        if offered is not None and not {code, code.partition("-")[0]} & {each.upper() for each in offered}:
            return Verdict.LANGUAGE_NOT_WRITTEN, f"the writer {self.place.writer} writes {', '.join(offered)}"
        return None

    def _known(self, row: PlanRow, fold: str) -> PlanRow | None:
        # The journal is asked before the service's list: what this run made is its own, not somebody's.
        for known in self.known.get((row.language, fold, row.copy), []):
            lesson = f" as lesson {known.lesson_id}" if known.lesson_id else ""
            mine = known.run == self.run_name
            is_elsewhere = known.state is State.REFUSED and known.project_id != self.destination.project_id
            if mine and (known.state is State.PLANNED or is_elsewhere):
                return None
            if mine and known.is_undone:
                was = f"undone{lesson}, which is in the trash" if lesson else "left without its lesson"
                reason = f"{was}; a run of another name makes it again"
                return _judged(row, Verdict.BEGUN, reason, known.lesson_id)
            is_missing = known.lesson_id in self.missing and not known.is_undone
            if mine and is_missing:
                reason = f"its lesson {known.lesson_id} is not on the service any more; the run asks what to do"
                return _judged(row, Verdict.MISSING, reason)
            if mine:
                return _judged(row, Verdict.BEGUN, f"{known.state}{lesson}", known.lesson_id)
            if is_missing and known.state is State.DONE:
                run = shown(known.run, longest=80)
                reason = f"the run {run} made it{lesson}, which is not there any more; decide there first"
                return _judged(row, Verdict.OPEN_ELSEWHERE, reason)
            if known.state is State.DONE and self.existing.is_read and not known.is_undone:
                is_listed = not self.existing.lesson_ids or known.lesson_id in self.existing.lesson_ids
                lesson += "" if is_listed else ", which is in the trash"
                reason = f"already exists{lesson}, made by the run {shown(known.run, longest=80)}"
                return _judged(row, Verdict.EXISTS, reason, known.lesson_id)
            if known.state in (State.UNSURE, State.SENDING):
                reason = f"it is {known.state} in the run {shown(known.run, longest=80)}; settle it there first"
                return _judged(row, Verdict.OPEN_ELSEWHERE, reason)
        found = self.existing.by_topic.get((row.language, fold))
        if found is None or row.copy > 1:
            return None
        return _judged(row, Verdict.EXISTS, f"already exists as lesson {found}", found)

    def _warnings(self, number: int, topic: str, code: str, copy: int) -> list[str]:
        warnings = []
        hidden = hidden_characters(topic)
        if hidden:
            warnings.append(f"it holds hidden characters: {', '.join(hidden[:5])}")
        if not any(map(str.isalpha, topic)):
            warnings.append("there is no letter in it")
        if _LINK.fullmatch(topic):
            warnings.append("it is an address; what is there is not read")
        loose = (code, loose_form(topic))
        if copy == 1 and loose[1]:
            first = self.alike.setdefault(loose, number)
            if first != number:
                warnings.append(f"it is much like line {self.lines[first]}")
            if loose in self.existing.by_title:
                warnings.append(f"a lesson with a title much like it exists: {self.existing.by_title[loose]}")
        return warnings


def _judged(row: PlanRow, verdict: Verdict, reason: str, lesson_id: str | None = None) -> PlanRow:
    return replace(
        row, verdict=verdict, reason=reason, credits=None if row.credits is None else 0, lesson_id=lesson_id, warning=""
    )


def _check_numbers(size: PlanSize, name: str | None) -> None:
    if not 1 <= size.copies <= MAX_COPIES:
        raise PlanRejected(f"`copies` is 1 to {MAX_COPIES}. Nothing was sent.")
    if size.budget is not None and size.budget < 0:
        raise PlanRejected("`budget` is a whole number of credits, 0 or more. Nothing was sent.")
    if name is not None and not 1 <= len(name.strip()) <= MAX_NAME_CHARACTERS:
        raise PlanRejected(f"A run's name has 1 to {MAX_NAME_CHARACTERS} characters. Nothing was sent.")


def _languages(
    given: str | Sequence[str] | None, drafts: Sequence[Draft], columns: ColumnMapping
) -> tuple[str, ...] | None:
    if given is None or columns.language is not None:
        if columns.language is None and drafts and all(draft.language is None for draft in drafts):
            raise PlanRejected(
                "No language is known. Say one (language='EN', --language EN), or name the column that has it "
                "(language_column, --language-column). Nothing was sent."
            )
        return None
    codes = [given] if isinstance(given, str) else list(given)
    if not codes:
        raise PlanRejected("Name at least one language. Nothing was sent.")
    try:
        return tuple(dict.fromkeys(language_code(language_of_name(each)) for each in codes))
    except ValueError as refused:
        raise PlanRejected(f"{refused}. Nothing was sent.") from None


def _spread(
    drafts: Iterable[Draft], languages: tuple[str, ...] | None, copies: int
) -> Iterator[tuple[Draft, str | None, int]]:
    count = 0
    for draft in drafts:
        own = None if draft.language is None else language_of_name(draft.language)
        for language in languages or (own,):
            for copy in range(1, copies + 1):
                count += 1
                if count > MAX_LINES:
                    raise PlanRejected(
                        f"Topics, languages and copies make more than {MAX_LINES:,} rows. Split the list."
                    )
                yield draft, language, copy


def _codes(spread: Iterable[tuple[Draft, str | None, int]]) -> set[str]:
    codes = set()
    for _, language, _ in spread:
        try:
            codes.add(language_code(language or ""))
        except ValueError:
            continue
    return codes


def _notes(table: Table, existing: ExistingLessons, place: RunTarget) -> tuple[str, ...]:
    notes = [*table.notes, *existing.notes]
    if not existing.is_read:
        notes.append("Lessons that exist already were not looked for.")
    if not place.takes_organization:
        notes.append("Lessons go to the organization selected last; the run pauses when another is selected.")
    return tuple(notes)

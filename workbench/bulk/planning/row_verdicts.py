"""Decide on each row of a list: a verdict with its reason, and warnings.

Source: ours (bulk).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from workbench.authoring.characters import is_blank, unfit_characters_text
from workbench.authoring.language import language_code
from workbench.authoring.topic import trimmed_topic
from workbench.bulk.journal.destination import Destination
from workbench.bulk.journal.queries import KnownTopic, TopicKey
from workbench.bulk.journal.row import State
from workbench.bulk.lesson_options import LessonOptions, folded_request, folded_topic, is_marked
from workbench.bulk.planning.destinations import DestinationNames, FoundDestination
from workbench.bulk.planning.existing_lessons import ExistingLessons, loose_form
from workbench.bulk.planning.option_references import OptionReader, RowDraft
from workbench.bulk.planning.plan_row import PlanRow, Verdict
from workbench.bulk.planning.target import RunTarget
from workbench.bulk.reading.table import MAX_CELL_CHARACTERS
from workbench.bulk.reading.topic_columns import Draft, hidden_characters
from workbench.patterns import Pattern
from workbench.text import display_text

_LINK: Final = Pattern(r"[A-Za-z][A-Za-z0-9+.\-]{0,30}://\S+")
_FAILED_FORMULAS: Final = frozenset({"#REF!", "#N/A", "#NAME?", "#VALUE!", "#DIV/0!", "#NULL!", "#NUM!"})


@dataclass(frozen=True, slots=True, kw_only=True)
class RowDestinations:
    """The destinations of rows: those named in the row, those known from the journal, and a default.

    `found` is what the names stand for; `stored` are rows of this run that do not go where the `default` is.
    """

    stored: Mapping[TopicKey, Destination]
    default: Destination
    found: Mapping[DestinationNames, FoundDestination] = field(default_factory=dict)

    def of(self, names: DestinationNames, key: TopicKey) -> FoundDestination:
        """Return the destination of a row, or why it has none."""
        return self.found[names] if any(names) else FoundDestination(self.stored.get(key, self.default))


@dataclass(slots=True, kw_only=True)
class RowJudge:
    """Gives each row its verdict, remembering the rows before it.

    `known` are rows that the journal has, `missing` the lessons of them that the service has no more.
    """

    place: RunTarget
    run_name: str
    known: Mapping[TopicKey, list[KnownTopic]]
    existing: ExistingLessons
    destinations: RowDestinations
    missing: Collection[str] = ()
    options: OptionReader = field(default_factory=OptionReader)
    _by_topic: dict[TopicKey, list[tuple[TopicKey, KnownTopic]]] = field(default_factory=dict)
    _of_others: set[str | None] = field(default_factory=set)
    _first: dict[TopicKey, tuple[int, int]] = field(default_factory=dict)
    _alike: dict[tuple[str, str, LessonOptions], tuple[int, int]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if self.options.keys or any(is_marked(folded) for _, folded, _ in self.known):
            for key, topics in self.known.items():
                self._by_topic.setdefault(_earlier_row_reason(key), []).extend((key, topic) for topic in topics)

    def row(self, number: int, wanted: RowDraft) -> PlanRow:
        """Return the row with its verdict, cost, destination, options and warning."""
        draft, language = wanted.draft, wanted.language
        topic = trimmed_topic(draft.topic)
        options, not_possible = self.options.read(wanted.cells)
        fault = self._fault(draft, topic, language)
        if fault is None and not_possible:
            fault = Verdict.OPTION_NOT_POSSIBLE, not_possible
        code = language if fault else language_code(language)
        row = PlanRow(
            row=number,
            line=draft.line,
            topic=topic,
            language=code,
            copy=wanted.copy,
            verdict=Verdict.READY,
            reason="",
            credits=self.place.price_credits,
            options=options,
        )
        if fault is not None:
            return _with_verdict(row, *fault)
        key = (code, folded_request(topic, options), wanted.copy)
        here = (number, draft.line)
        first = self._first.setdefault(key, here)
        if first != here:
            return _with_verdict(row, Verdict.DUPLICATE, f"duplicate of line {first[1]}")
        goes_to = self.destinations.of(wanted.names, key)
        row = replace(row, destination=goes_to.destination)
        known = self._known_row(row, key)
        if known is not None:
            return known
        if goes_to.fault:
            return _with_verdict(row, Verdict.DESTINATION_UNKNOWN, goes_to.fault)
        warning = "; ".join([*([draft.warning] if draft.warning else []), *self._warnings(row, here)])
        return replace(row, warning=warning) if warning else row

    def _fault(self, draft: Draft, topic: str, language: str) -> tuple[Verdict, str] | None:
        if draft.fault:
            return Verdict.TORN, draft.fault
        if topic in _FAILED_FORMULAS:
            return Verdict.EMPTY, f"{topic} is the error of a spreadsheet formula"
        if is_blank(topic):
            return Verdict.EMPTY, "the topic is missing" if not topic else "it contains no visible text"
        most = self.place.topic_characters
        if len(topic) > most:
            length = f"{len(topic):,}" if len(topic) < MAX_CELL_CHARACTERS else f"{MAX_CELL_CHARACTERS:,} or more"
            return Verdict.TOO_LONG, f"it has {length} characters; at most {most:,} are allowed"
        odd = unfit_characters_text(topic)
        if odd:
            return Verdict.UNSENDABLE, odd
        try:
            code = language_code(language)
        except ValueError:
            return (
                Verdict.LANGUAGE_UNKNOWN,
                f"{display_text(language, longest=40)!r} is not a language code such as EN or PT-BR",
            )
        offered = self.place.languages
        if offered is not None and not {code, code.partition("-")[0]} & {
            offered_language.upper() for offered_language in offered
        }:
            return Verdict.LANGUAGE_NOT_WRITTEN, f"the writer {self.place.writer} writes {', '.join(offered)}"
        return None

    def _known_row(self, row: PlanRow, key: TopicKey) -> PlanRow | None:
        """Return the row if it is already made or decided elsewhere; the journal takes precedence.

        The service's list comes after the journal.
        """
        for known in self.known.get(key, []):
            lesson = f" as lesson {known.lesson_id}" if known.lesson_id else ""
            is_missing = known.lesson_id in self.missing and not known.is_undone
            if known.run == self.run_name:
                return self._judge_own_row(row, known, lesson, is_missing=is_missing)
            run = display_text(known.run, longest=80)
            if is_missing and known.state is State.DONE:
                reason = f"the run {run} made it{lesson}, which is not there any more; decide there first"
                return _with_verdict(row, Verdict.OPEN_ELSEWHERE, reason)
            if known.state is State.DONE and self.existing.is_read and not known.is_undone:
                is_listed = not self.existing.lesson_ids or known.lesson_id in self.existing.lesson_ids
                lesson += "" if is_listed else ", which is in the trash"
                return _with_verdict(
                    row, Verdict.EXISTS, f"already exists{lesson}, made by the run {run}", known.lesson_id
                )
            if known.state in (State.UNSURE, State.SENDING):
                reason = f"it is {known.state} in the run {run}; settle it there first"
                return _with_verdict(row, Verdict.OPEN_ELSEWHERE, reason)
        elsewhere = self._with_other_options(row, key)
        if elsewhere is not None:
            return elsewhere
        lesson_ids = [
            lesson_id
            for lesson_id in self.existing.by_topic.get(_earlier_row_reason(key)[:2], ())
            if lesson_id not in self._of_others
        ]
        if not lesson_ids or row.copy > 1:
            return None
        return _with_verdict(row, Verdict.EXISTS, f"already exists as lesson {lesson_ids[0]}", lesson_ids[0])

    def _with_other_options(self, row: PlanRow, key: TopicKey) -> PlanRow | None:
        """Return the row if this topic was sent with other options, by a row that is not in the plan."""
        self._of_others.clear()
        for other, known in self._by_topic.get(_earlier_row_reason(key), ()):
            if other == key:
                continue
            if other in self.options.keys:
                self._of_others.add(known.lesson_id)
                continue
            run = display_text(known.run, longest=80)
            if known.state in (State.UNSURE, State.SENDING):
                reason = f"it is {known.state} in the run {run}, with other options; settle it there first"
                return _with_verdict(row, Verdict.OPEN_ELSEWHERE, reason)
            is_missing = known.lesson_id in self.missing
            if known.state is State.DONE and self.existing.is_read and not (known.is_undone or is_missing):
                reason = f"already exists as lesson {known.lesson_id}, made by the run {run} with other options"
                return _with_verdict(row, Verdict.EXISTS, reason, known.lesson_id)
        return None

    def _judge_own_row(self, row: PlanRow, topic: KnownTopic, lesson: str, *, is_missing: bool) -> PlanRow | None:
        is_elsewhere = topic.destination.identity != row.destination.identity
        if topic.state is State.PLANNED or (topic.state is State.REFUSED and is_elsewhere):
            return None
        row = replace(row, destination=topic.destination)
        if topic.is_undone:
            was = f"undone{lesson}, which is in the trash" if lesson else "left without its lesson"
            reason = f"{was}; a run of another name makes it again"
            return _with_verdict(row, Verdict.BEGUN, reason, topic.lesson_id)
        if is_missing:
            reason = f"its lesson {topic.lesson_id} is not on the service any more; the run asks what to do"
            return _with_verdict(row, Verdict.MISSING, reason)
        return _with_verdict(row, Verdict.BEGUN, f"{topic.state}{lesson}", topic.lesson_id)

    def _warnings(self, row: PlanRow, here: tuple[int, int]) -> list[str]:
        warnings = []
        hidden = hidden_characters(row.topic)
        if hidden:
            warnings.append(f"it contains hidden characters: {', '.join(hidden[:5])}")
        if not any(map(str.isalpha, row.topic)):
            warnings.append("it contains no letters")
        if _LINK.fullmatch(row.topic):
            warnings.append("it is a web address; its page is not read")
        loose = (row.language, loose_form(row.topic))
        if row.copy == 1 and loose[1]:
            first = self._alike.setdefault((*loose, row.options), here)
            if first != here:
                warnings.append(f"it is similar to line {first[1]}")
            if loose in self.existing.by_title:
                warnings.append(f"a lesson with a similar title exists: {self.existing.by_title[loose]}")
        return warnings


def _earlier_row_reason(key: TopicKey) -> TopicKey:
    return key[0], folded_topic(key[1]), key[2]


def _with_verdict(row: PlanRow, verdict: Verdict, reason: str, lesson_id: str | None = None) -> PlanRow:
    credits = None if row.credits is None else 0
    return replace(row, verdict=verdict, reason=reason, credits=credits, lesson_id=lesson_id, warning="")

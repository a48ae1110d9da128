"""Options of rows, with sources and lessons found by their names or ids. Reads only.

Source: ours (bulk).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace

from workbench.authoring.language import language_code
from workbench.authoring.topic import trimmed_topic
from workbench.bulk.journal.queries import TopicKey
from workbench.bulk.lesson_options import NO_OPTIONS, LessonOptions, folded_request
from workbench.bulk.planning.destinations import DestinationNames
from workbench.bulk.planning.existing_lessons import all_lessons
from workbench.bulk.planning.target import RunTarget, find_place
from workbench.bulk.reading.option_columns import read_options, split_list
from workbench.bulk.reading.topic_columns import Draft
from workbench.client.calling import CallingClient
from workbench.client.lookups.identify import check_not_elsewhere
from workbench.client.lookups.names import NameLookup
from workbench.client.lookups.sources import iter_sources, offers_sources
from workbench.errors import InputRejected, PlanRejected
from workbench.procedures.starter_lesson import MAX_SOURCE_IDS
from workbench.text import display_text

CANDIDATES_SHOWN = 8
Cells = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class _NamedItem:
    id: str
    name: str
    is_archived: bool = False


@dataclass(frozen=True, slots=True)
class RowDraft:
    """A topic in one language and copy, the destination its line names, and the cells of its options.

    `is_language_assumed`: its line names no language, although the list may have a language column.
    """

    draft: Draft
    language: str
    copy: int
    names: DestinationNames
    cells: Cells
    is_language_assumed: bool = False


@dataclass(slots=True)
class OptionReader:
    """Reads option cells, each distinct set of cells once. `lessons` and `sources` are looked up by their names.

    `keys` are those of all rows of the plan if any row has options; otherwise empty.
    `incomplete_source_ids` are sources that were never completely uploaded.
    """

    keys: set[TopicKey] = field(default_factory=set)
    incomplete_source_ids: Collection[str] = ()
    lessons: NameLookup[_NamedItem] | None = None
    sources: NameLookup[_NamedItem] | None = None
    _known: dict[tuple[tuple[str, str], ...], tuple[LessonOptions, str]] = field(default_factory=dict)

    def read(self, cells: Cells) -> tuple[LessonOptions, str]:
        """Return the options, and what is wrong with them (or an empty text)."""
        if not cells:
            return NO_OPTIONS, ""
        key = tuple(sorted(cells.items()))
        if key not in self._known:
            self._known[key] = self._read(cells)
        return self._known[key]

    def _read(self, cells: Cells) -> tuple[LessonOptions, str]:
        options, fault = read_options(cells)
        like = cells.get("like", "").strip()
        if like and not fault:
            item, fault = _find_one(self.lessons, "lesson", like)
            options = replace(options, like_lesson_id=item.id, like_title=item.name or None)
        wanted = split_list(cells.get("sources", "")) if not fault else ()
        things: list[_NamedItem] = []
        if len(wanted) > MAX_SOURCE_IDS:
            fault = f"it names {len(wanted):,} sources; at most {MAX_SOURCE_IDS} are allowed"
        for reference in wanted if not fault else ():
            item, fault = _find_one(self.sources, "source", reference)
            if not fault and item.id in self.incomplete_source_ids:
                fault = f"the source {display_text(item.name, longest=60)!r} was not fully uploaded"
            if fault:
                break
            things.append(item)
        if things and not fault:
            things = list({thing.id: thing for thing in things}.values())
            ids, titles = tuple(thing.id for thing in things), tuple(thing.name for thing in things)
            options = replace(options, source_ids=ids, source_titles=titles, strict="strict" in cells)
        return options, fault


def option_reader(client: CallingClient, target: RunTarget, rows: Sequence[RowDraft]) -> OptionReader:
    """Return a reader for the cells of these rows; lessons and sources are read only if a row names one."""
    names = {name for row in rows for name in row.cells}
    reader = _reader(client, target, [row.cells for row in rows])
    for row in rows if names else ():
        with suppress(ValueError):  # an invalid language becomes the row's verdict elsewhere
            folded = folded_request(trimmed_topic(row.draft.topic), reader.read(row.cells)[0])
            reader.keys.add((language_code(row.language or ""), folded, row.copy))
    return reader


def read_cells(client: CallingClient, organization_id: str | None, cells: Cells) -> LessonOptions:
    """Return the options of these cells, with sources and lessons looked up. Raises `InputRejected`."""
    if not cells:
        return NO_OPTIONS
    reader = _reader(client, find_place(client, organization_id), [cells])
    options, fault = reader.read(cells)
    if fault:
        raise InputRejected(f"{fault[:1].upper()}{fault[1:]}. No lesson was created.")
    return options


def usable_cells(
    target: RunTarget, given: Cells, line_options: Collection[str]
) -> tuple[Callable[[Cells], Cells], tuple[str, ...]]:
    """Return a function that keeps only the cells that the service accepts, and notes for people.

    `given` are the cells for all lines. `of_lines` are the options of the lines; the notes name those that are
    left out. Raises `PlanRejected` for an option in `given` that the service does not accept.
    """
    for name in given:
        if not target.takes_option(name):
            message = f"This service doesn't support {_phrase(name)} for new lessons; omit it. No lesson was created."
            raise PlanRejected(message)
    left_out = sorted(name for name in line_options if not target.takes_option(name))
    names = ", ".join(name.replace("_", " ") for name in left_out)
    notes = (f"These columns were ignored: {names}.", f"This service doesn't support {names} for new lessons.")

    def usable(cells: Cells) -> Cells:
        if not cells or not left_out:
            return {**given, **cells} if given else cells
        return {**given, **{name: cell for name, cell in cells.items() if name not in left_out}}

    return usable, notes if left_out else ()


def _reader(client: CallingClient, target: RunTarget, rows: Iterable[Cells]) -> OptionReader:
    """Return a reader for these cells. Raises `OtherOrganization` for a lesson or source of another one."""
    reader = OptionReader()
    cells_by_name = {(name, cells[name]) for cells in rows for name in ("like", "sources") if name in cells}
    like = {cell.strip() for name, cell in cells_by_name if name == "like"} - {""}
    sources = {source for name, cell in cells_by_name if name == "sources" for source in split_list(cell)}
    if like and target.lists_lessons:
        lessons = _lessons(client, target)
        reader.lessons = NameLookup(lessons)
        check_not_elsewhere(client, target.organization_id, "lesson", like.difference(lesson.id for lesson in lessons))
    if sources and offers_sources(client):
        present = list(iter_sources(client, target.organization_id))
        reader.sources = NameLookup([_NamedItem(source.source_id, source.title) for source in present])
        reader.incomplete_source_ids = {source.source_id for source in present if not source.is_ready}
        elsewhere = sources.difference(source.source_id for source in present)
        check_not_elsewhere(client, target.organization_id, "source", elsewhere)
    return reader


def _lessons(client: CallingClient, target: RunTarget) -> list[_NamedItem]:
    return [_NamedItem(lesson.lesson_id, lesson.title) for lesson in all_lessons(client, target)]


def _find_one(lookup: NameLookup[_NamedItem] | None, kind: str, wanted: str) -> tuple[_NamedItem, str]:
    """Return the item with this id or name, and a reason if it is missing or not unique."""
    if lookup is None:
        return _NamedItem(wanted, ""), ""
    matches = lookup.matches(wanted)
    if len(matches) == 1:
        return matches[0], ""
    name = display_text(wanted, longest=60)
    if matches:
        listed = ", ".join(thing.id for thing in matches[:CANDIDATES_SHOWN])
        more = f" and {len(matches) - CANDIDATES_SHOWN:,} more" if len(matches) > CANDIDATES_SHOWN else ""
        return matches[0], f"several {kind}s are called {name!r}: {listed}{more}; name one by its id"
    hint = "".join(f"; did you mean {display_text(near, longest=60)!r}?" for near in lookup.nearest(wanted))
    return _NamedItem("", ""), f"there is no {kind} {name!r} in this organization{hint}"


def _phrase(name: str) -> str:
    return {"like": "a lesson to follow", "strict": "to be strict"}.get(name, name.replace("_", " "))

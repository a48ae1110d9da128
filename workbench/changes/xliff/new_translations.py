"""Translations made from a file: lessons with generated ids, in the counterpart course, tied to their sources."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from workbench.authoring.block import Block
from workbench.authoring.title import MAX_TITLE_CHARACTERS
from workbench.authoring.translation import text_digest
from workbench.bulk.planning.target import RunTarget
from workbench.changes.lesson_rows import NewLessonContent, new_course_row, new_id, new_lesson_row
from workbench.changes.present import PresentCourse, PresentState
from workbench.changes.reading import read_present
from workbench.changes.row import ChangeRow, ChangeVerdict
from workbench.changes.xliff.judging import JudgedFile
from workbench.changes.xliff.paired import PairedLesson
from workbench.changes.xliff.reading import find_counterpart
from workbench.changes.xliff.rows import new_block, unit_places
from workbench.changes.xliff.tying import WantedTie, WantedTies, ties_row
from workbench.client.calling import CallingClient
from workbench.exports.xliff.names import COURSE_FILE, TITLE, unit_id
from workbench.exports.xliff.reading import ReadFile
from workbench.procedures.course import get_course
from workbench.procedures.lesson import Lesson
from workbench.wording import count_text

_TRIES = 20
"""How often a translation may have been made, deleted and made again from files."""


@dataclass(frozen=True, slots=True)
class _NewTranslation:
    """A translation to be made. `blocks` are those that translate the source's, by its ids, in its order."""

    line: int
    source: Lesson
    title: str
    blocks: Mapping[str, Block]


@dataclass(slots=True)
class NewTranslations:
    """The translations that a plan creates, collected lesson by lesson.

    What an import of the same file made before it was killed is known by its id: it is tied, and not made again.
    """

    client: CallingClient
    place: RunTarget
    language: str
    courses: Mapping[str, PresentCourse]
    _found: dict[str, _NewTranslation] = field(default_factory=dict)
    _titles: dict[str, tuple[int, str]] = field(default_factory=dict)
    _made: set[str] = field(default_factory=set)

    @property
    def lesson_ids(self) -> set[str]:
        """Sources of the translations that are made."""
        return set(self._found)

    def add_course_title(self, file: ReadFile) -> None:
        """Take the title of a course, for when it is made."""
        course_id = file.id.removeprefix(COURSE_FILE)
        for unit in file.units:
            texts = [part for part in unit.target or () if isinstance(part, str)]
            title = " ".join("".join(texts).split())[:MAX_TITLE_CHARACTERS]
            if unit.id == unit_id(course_id, TITLE) and title:
                self._titles.setdefault(course_id, (unit.line, title))

    def add(self, file: ReadFile, pair: PairedLesson, wanted: JudgedFile) -> list[ChangeRow]:
        """Add a lesson, and return the rows that are not made: blocks with an untranslated text, or all if the title is
        untranslated.
        """
        source = pair.source
        rows, blocks = [], {}
        for source_block in pair.source_blocks():
            units = unit_places(source_block)
            there = [unit for unit in units if unit in wanted.complete]
            block = new_block(source_block, wanted, f"{source.lesson_id} {self.language}")
            if block is not None:
                blocks[source_block.id] = block
            elif there:
                reason = (
                    f"{len(units) - len(there):,} of the {count_text(len(units), 'text')} of its "
                    "block have no usable translation"
                )
                rows.append(_refusal_row(wanted.lines[there[0]], source, source_block.id, reason))
        title = wanted.complete.get(unit_id(source.lesson_id, TITLE))
        if not any(map(unit_places, (block for block in pair.source_blocks() if block.id in blocks))):
            return rows
        if title is None:
            rows.append(
                _refusal_row(file.line, source, "", "its title has no translation, so the lesson is not created")
            )
        else:
            self._found[source.lesson_id] = _NewTranslation(file.line, source, title, blocks)
        return rows

    def rows(self) -> Iterator[ChangeRow]:
        """Yield the rows that create the collected translations: new counterpart courses, lessons, and their links."""
        by_course: dict[str, list[_NewTranslation]] = {}
        for value in self._found.values():
            by_course.setdefault(value.source.course_id, []).append(value)
        ids = self._ids()
        for course_id, several in by_course.items():
            yield from self._course_rows(
                course_id, sorted(several, key=lambda new_translation: new_translation.source.position or 0), ids
            )

    def _course_rows(
        self, course_id: str, several: list[_NewTranslation], ids: Mapping[str, str]
    ) -> Iterator[ChangeRow]:
        counterpart, positions = find_counterpart(self.client, course_id, self.language)
        source_course = self.courses[course_id]
        if counterpart is not None:
            target_id, target_title = counterpart.course_id, counterpart.title
        else:
            first = min(ids[translation.source.lesson_id] for translation in several)
            target_id = new_id(self.place.organization_id, "translated course", course_id, self.language, first)
            line, title = self._titles.get(course_id, (several[0].line, ""))
            target_title = title or f"{source_course.title[: MAX_TITLE_CHARACTERS - 12]} ({self.language})"
            if target_id not in self.courses:
                yield new_course_row(line, target_id, target_title, project_id=source_course.project_id)
        order = [lesson.lesson_id for lesson in self.client.call(get_course(course_id=course_id)).lessons]
        for number, translation in enumerate(several, 1):
            source = translation.source
            own = ids[source.lesson_id]
            position = number if counterpart is None else _position(source.lesson_id, order, positions)
            content = NewLessonContent(translation.title, self.language, tuple(translation.blocks.values()), position)
            if own not in self._made:
                yield new_lesson_row(translation.line, own, target_id, content, course_title=target_title)
            pairs = {block.id: block for block in source.blocks}
            ties = tuple(
                WantedTie(block.id, source_id, text_digest(pairs[source_id].content))
                for source_id, block in translation.blocks.items()
            )
            wanted = WantedTies(source.lesson_id, source.revision, self.language, ties, source.title)
            yield ties_row(translation.line, own, wanted, lesson_title=translation.title, course_title=target_title)

    def _ids(self) -> dict[str, str]:
        """Return an id for each new lesson, by its source: always the same, unless it was moved to the trash."""
        ids_found: dict[str, str] = {}
        left = list(self._found)
        for count in range(_TRIES):
            ids = {
                source_id: new_id(self.place.organization_id, "translation", source_id, self.language, str(count))
                for source_id in left
            }
            present = read_present(self.client, self.place, set(ids.values())) if ids else PresentState({})
            ids_found |= {key: own for key, own in ids.items() if own not in present.trashed}
            self._made |= present.lessons.keys()
            left = [source_id for source_id in left if source_id not in ids_found]
        return ids_found | {
            source_id: new_id(self.place.organization_id, source_id, self.language) for source_id in left
        }


def _position(lesson_id: str, order: list[str], positions: Mapping[str, int]) -> int:
    """Return the position of the preceding translation: a new lesson follows an older one at the same position."""
    before = order[: order.index(lesson_id)] if lesson_id in order else order
    return next((positions[earlier_id] for earlier_id in reversed(before) if earlier_id in positions), 1)


def _refusal_row(line: int, source: Lesson, block_id: str, reason: str) -> ChangeRow:
    return ChangeRow(
        line,
        ChangeVerdict.NOT_ALLOWED,
        lesson_id=source.lesson_id,
        block_id=block_id,
        lesson_title=source.title,
        reason=reason,
    )

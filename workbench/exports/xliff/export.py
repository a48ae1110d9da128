"""Exporting lessons for translators: read from the service some at a time, written as one XLIFF file or not at all."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from workbench.argument_check import describe_value
from workbench.authoring.blocks.registry import BLOCK_TYPES, FIELD_NOTES
from workbench.authoring.content.block_text import text_at
from workbench.authoring.content.lengths import max_characters
from workbench.authoring.language import language_code
from workbench.authoring.title import MAX_TITLE_CHARACTERS
from workbench.authoring.translation import is_translated, translatable_texts
from workbench.client.atomic_write import private_path_near, sweep
from workbench.client.lookups.targets import Target, find_targets
from workbench.client.sync import Client
from workbench.errors import InputRejected, NotSent, WorkbenchError
from workbench.exports.formats import Format, Progress
from workbench.exports.names import file_name
from workbench.exports.written import NotExported, Written, refuse_existing
from workbench.exports.xliff.names import COURSE_FILE, TITLE, Original, unit_id
from workbench.exports.xliff.writing import TextFile, TextState, TextUnit, lxml_etree, write_xliff
from workbench.procedures.course import CourseWithLessons, get_course
from workbench.procedures.lesson import Lesson, get_lesson, get_translation
from workbench.procedures.translations import (
    MAX_TRANSLATION_PAGE,
    FoundTranslation,
    Translation,
    list_translations,
)
from workbench.text import display_text
from workbench.wording import count_text

_TOGETHER: Final = 50
_STATES: Final = {"current": TextState.TRANSLATED, "stale": TextState.STALE, "missing": TextState.MISSING}


@dataclass(frozen=True)
class XliffExport(Written):
    """The result: the file, its number of lessons and texts, and how many texts lack a current translation.

    `left_out` are lessons, by their titles, that have no place in the file, each with the reason.
    """

    path: Path
    language: str
    lessons: int
    texts: int
    untranslated: int
    stale: int
    left_out: tuple[tuple[str, str], ...] = ()

    def __str__(self) -> str:
        return "\n".join([f"{self.path}: {self.summary()}", *self.remarks()])

    def facts(self) -> dict[str, object]:
        """Return the export as plain values, for JSON."""
        facts = {"path": str(self.path), "language": self.language, "lessons": self.lessons, "texts": self.texts}
        left_out = [{"title": title, "reason": reason} for title, reason in self.left_out]
        return facts | {"untranslated": self.untranslated, "stale": self.stale, "leftOut": left_out}

    def summary(self) -> str:
        """Return the number of lessons and texts, and how many of these lack a current translation."""
        lessons = count_text(self.lessons, "lesson")
        states = [f"{self.untranslated:,} to translate"] if self.untranslated else []
        states += [f"{self.stale:,} whose source has changed since"] if self.stale else []
        return (
            f"{lessons} into {self.language}, {count_text(self.texts, 'text')}, "
            f"{', '.join(states) or 'all translated'}."
        )

    def remarks(self) -> list[str]:
        """Return the lessons that were left out, each with the reason."""
        return [f"left out: {display_text(title, longest=60)}: {reason}" for title, reason in self.left_out]


@dataclass(slots=True)
class _Counts:
    """Counts of what has been written."""

    lessons: int = 0
    texts: int = 0
    untranslated: int = 0
    stale: int = 0
    left_out: list[tuple[str, str]] = field(default_factory=list)


def write(
    form: Format,
    client: Client,
    content: Sequence[str | Target],
    to: Path,
    *,
    language: str,
    overwrite: bool,
    progress: Progress | None,
) -> Iterator[XliffExport]:
    """Write courses and lessons for translators; see `Format.write` and `export_xliff`."""
    yield export_xliff(client, content, language, to, overwrite=overwrite, progress=progress)


def export_xliff(
    client: Client,
    content: Sequence[str | Target],
    language: str,
    to: Path,
    *,
    overwrite: bool = False,
    progress: Progress | None = None,
) -> XliffExport:
    """Write courses and lessons with the translations that there are into the file or folder `to`.

    All of them are in one language; translations, lessons of other languages and lessons without words are left out.
    Raises `InputRejected` for an invalid language code and for an existing file, `NotSent` if nothing is left to
    translate or lxml is not installed, `NotExported` for an error of the disk, and the client's errors.
    """
    lxml_etree()
    try:
        code = language_code(language)
    except ValueError as refused:
        raise InputRejected(f"{refused}, not {describe_value(language)}. Nothing was written.") from None
    if not to.is_dir():
        refuse_existing(to, overwrite=overwrite)  # before the long reading
    chosen = _Chosen(client, content)
    path = to / f"{file_name(f'{chosen.title} {code}')}.xlf" if to.is_dir() else to
    refuse_existing(path, overwrite=overwrite)
    source_language = chosen.source_language(code)
    counts = _Counts()
    files = _files(client, chosen, source_language, code, counts=counts, progress=progress or (lambda _: None))
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        sweep(path)
        with private_path_near(path) as beside:
            write_xliff(beside, files, source_language=source_language, language=code)
            if not counts.lessons:
                raise NotSent(_nothing_left(counts))
            beside.replace(path)
    except WorkbenchError:
        raise  # a lost connection is an OSError, too
    except OSError as failed:
        raise NotExported(f"{path} could not be written: {failed.strerror}. Nothing has changed.") from None
    return XliffExport(
        path, code, counts.lessons, counts.texts, counts.untranslated, counts.stale, tuple(counts.left_out)
    )


class _Chosen:
    """The lessons of the ids in order, without their blocks, and their courses."""

    def __init__(self, client: Client, content: Sequence[str | Target]) -> None:
        targets = find_targets(client, content)
        if not targets:
            raise NotSent("Name the courses or lessons that are translated: the list is empty. Nothing was written.")
        self.title = targets[0].title
        of_lessons = {}
        for target in targets:
            if target.kind == "lesson":
                of_lessons[target.id] = client.call(get_lesson(lesson_id=target.id)).course_id
        wanted = dict.fromkeys(of_lessons.get(target.id, target.id) for target in targets)
        self.courses: Mapping[str, CourseWithLessons] = {
            course_id: client.call(get_course(course_id=course_id)) for course_id in wanted
        }
        whole = {target.id for target in targets if target.kind == "course"}
        self.whole_courses = [course_id for course_id in wanted if course_id in whole]
        self.languages = {
            lesson.lesson_id: lesson.language
            for course_id, course in self.courses.items()
            for lesson in course.lessons
            if course_id in whole or lesson.lesson_id in of_lessons
        }

    def source_language(self, language: str) -> str:
        """Return the most frequent language of the lessons other than `language`.

        Raises `NotSent` if all are in `language`.
        """
        others = [other_language for other_language in self.languages.values() if other_language != language]
        if not others:
            raise NotSent(f"There is no lesson in another language than {language}. Nothing was written.")
        return max(dict.fromkeys(others), key=others.count)


def _files(
    client: Client, chosen: _Chosen, source_language: str, language: str, *, counts: _Counts, progress: Progress
) -> Iterator[TextFile]:
    titles = {course.course_id: course.title for course in chosen.courses.values()}
    for course_id in chosen.whole_courses:
        yield TextFile(
            f"{COURSE_FILE}{course_id}",
            f"workbench:course/{course_id}",
            [_title(course_id, titles[course_id], "The title of the course, for when it is made")],
        )
    lesson_ids = list(chosen.languages)
    for start in range(0, len(lesson_ids), _TOGETHER):
        some = lesson_ids[start : start + _TOGETHER]
        for lesson, translation in _with_translations(client, some, language):
            reason = _reason(lesson, translation, source_language)
            if reason:
                counts.left_out.append((lesson.title, reason))
                continue
            file = _text_file(lesson, translation, titles.get(lesson.course_id, ""))
            counts.lessons += 1
            counts.texts += len(file.units)
            counts.untranslated += sum(unit.state is TextState.MISSING for unit in file.units)
            counts.stale += sum(unit.state is TextState.STALE for unit in file.units)
            yield file
        progress(start + len(some))


@dataclass(frozen=True, slots=True)
class _Beside:
    """The other language of a lesson: its source or its translation, with the texts."""

    is_translation: bool = False
    ties: Translation | None = None
    lesson: Lesson | None = None


def _with_translations(client: Client, lesson_ids: Sequence[str], language: str) -> Iterator[tuple[Lesson, _Beside]]:
    lessons = client.batch(*(get_lesson(lesson_id=lesson_id) for lesson_id in lesson_ids))
    own: Sequence[FoundTranslation] = client.batch(*(get_translation(lesson_id=lesson_id) for lesson_id in lesson_ids))
    listed = client.batch(
        *(list_translations(lesson_id=lesson_id, limit=MAX_TRANSLATION_PAGE) for lesson_id in lesson_ids)
    )
    ids = [next((one.lesson_id for one in answer.translations if one.language == language), None) for answer in listed]
    there = [id_ for id_ in ids if id_ is not None]
    translated = {
        lesson.lesson_id: lesson for lesson in client.batch(*(get_lesson(lesson_id=known_id) for known_id in there))
    }
    ties = dict(zip(there, client.batch(*(get_translation(lesson_id=known_id) for known_id in there)), strict=True))
    for lesson, itself, translation_id in zip(lessons, own, ids, strict=True):
        if itself.translation is not None:
            yield lesson, _Beside(is_translation=True)
        elif translation_id is None:
            yield lesson, _Beside()
        else:
            yield lesson, _Beside(ties=ties[translation_id].translation, lesson=translated[translation_id])


def _reason(lesson: Lesson, beside: _Beside, source_language: str) -> str:
    if beside.is_translation:
        return "it is a translation itself; export the lesson that it is of"
    if lesson.language != source_language:
        return f"it is in {lesson.language}, and the file is of lessons in {source_language}"
    if not any(is_translated(block.type) and translatable_texts(block.content) for block in lesson.blocks):
        return "it has no words to translate"
    return ""


def _text_file(lesson: Lesson, beside: _Beside, course_title: str) -> TextFile:
    ties, translated = beside.ties, beside.lesson
    original = Original(lesson.lesson_id, lesson.revision)
    tied = {}
    if ties is not None and translated is not None:
        original = Original(lesson.lesson_id, lesson.revision, translated.lesson_id, translated.revision)
        tied = {block.source_block_id: block for block in ties.blocks}
    there = {block.id: block for block in translated.blocks} if translated is not None else {}
    title = _title(lesson.lesson_id, lesson.title, "The title of the lesson")
    if ties is not None and translated is not None:
        state = TextState.STALE if ties.is_title_stale else TextState.TRANSLATED
        title = TextUnit(title.id, title.field, title.source, translated.title, state, title.notes)
    units = [title]
    blocks = [block for block in lesson.blocks if is_translated(block.type)]
    for number, block in enumerate(blocks, 1):
        tie = tied.get(block.id)
        now = there.get(tie.block_id or "") if tie is not None else None
        for place, text in translatable_texts(block.content).items():
            target = text_at(now.content, place) if now is not None else None
            state = _STATES[tie.state] if tie is not None and target is not None else TextState.MISSING
            about = text_context(block.type, block.content, place)
            notes = [("context", f"Block {number:,} of {len(blocks):,}. {about}.")]
            if state is TextState.STALE:
                notes.append(("stale", "The source has changed since this was translated."))
            if longest := longest_note(block.type, place):
                notes.append(("length", longest))
            units.append(TextUnit(unit_id(block.id, place), _field(place), text, target or None, state, tuple(notes)))
    where = f"Lesson “{lesson.title}” of the course “{course_title}”" if course_title else f"Lesson “{lesson.title}”"
    return TextFile(lesson.lesson_id, str(original), units, (("lesson", where),))


def _title(owner_id: str, title: str, about: str) -> TextUnit:
    notes = (("context", f"{about}."), ("length", longest_note("", TITLE)))
    return TextUnit(unit_id(owner_id, TITLE), TITLE, title, notes=notes)


def _field(place: str) -> str:
    return next(part for part in reversed(place.split(".")) if not part.isdigit())


def _nothing_left(counts: _Counts) -> str:
    title, reason = counts.left_out[0] if counts.left_out else ("", "there are no lessons")
    what = f"“{display_text(title, longest=60)}”: {reason}" if title else reason
    return f"There is nothing to translate: {what}. Nothing was written."


def text_context(block_type: str, content: Mapping[str, Any], place: str) -> str:
    """Return the description of a block's text, in a line.

    >>> text_context("quiz", {"choices": [{"text": "Yes", "isCorrect": True}]}, "choices.0.text")
    'Quiz: choice 1, a right answer'
    """
    known = BLOCK_TYPES.get(block_type)
    about = (known.about or known.title) if known else block_type
    steps = place.split(".")
    number = next((int(step) + 1 for step in steps if step.isdigit()), None)
    field = next(step for step in reversed(steps) if not step.isdigit())
    note = FIELD_NOTES.get(field, "")
    if known and known.kind == "choice" and known.answer_places:
        for answer, is_right in known.answer_places(content):
            option, _, own_field = answer.rpartition(".")
            if place.startswith(f"{option}."):
                what = "" if field == own_field else f", {note}"
                return f"{about}: choice {number}, a {'right' if is_right else 'wrong'} answer{what}"
    if not note:
        return about
    return f"{about}: {note}{'' if number is None else f', number {number}'}"


def longest_note(block_type: str, place: str) -> str:
    """Return the maximum length of the text; empty if unlimited. Titles have no block."""
    most = max_characters(block_type, place) if block_type else MAX_TITLE_CHARACTERS
    return f"At most {most:,} characters." if most else ""

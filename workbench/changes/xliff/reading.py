"""Lessons and their translations as they are now, read from the service in few requests. Reads only."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from workbench.changes.journal import ChangeRecord
from workbench.changes.present import PresentTranslation
from workbench.changes.xliff.paired import PairedLesson, TranslationRevision
from workbench.changes.xliff.tying import WantedTies, failed_blocks
from workbench.client.calling import CallingClient
from workbench.errors import NotFound, WorkbenchError
from workbench.exports.xliff.names import Original
from workbench.procedures.course import CourseWithLessons, get_course
from workbench.procedures.history import LessonRevision
from workbench.procedures.lesson import Lesson, get_lesson, get_revision, get_translation
from workbench.procedures.translations import (
    MAX_TRANSLATION_PAGE,
    FoundTranslation,
    ListedTranslation,
    ListTranslationsOutput,
    list_translations,
)

CALLS_PER_BATCH: Final = 50


def read_pairs(
    client: CallingClient, lesson_ids: Sequence[str], language: str, originals: Mapping[str, Original]
) -> tuple[dict[str, PairedLesson], set[str]]:
    """Return the lessons paired with their translations, by id, and the ids of lessons that are translations.

    `language` is the language of the translations. A missing lesson is in neither. Raises `WorkbenchError`.
    """
    ids = [id_ for id_ in dict.fromkeys(lesson_ids) if 0 < len(id_) <= 64]
    lessons = _answers_by_lesson(client, [get_lesson(lesson_id=id_) for id_ in ids], Lesson)
    own = _answers_by_lesson(client, [get_translation(lesson_id=lesson) for lesson in lessons], FoundTranslation)
    translations = {key for key, tied in own.items() if tied.translation is not None}
    listed = find_translations(client, [lesson for lesson in lessons if lesson not in translations], language)
    translation_ids = {source_id: translation.lesson_id for source_id, translation in listed.items()}
    texts = _answers_by_lesson(client, [get_lesson(lesson_id=value) for value in translation_ids.values()], Lesson)
    ties = _answers_by_lesson(
        client, [get_translation(lesson_id=value) for value in translation_ids.values()], FoundTranslation
    )
    bases = _base_revisions(client, translation_ids, texts, originals)
    pairs = {}
    for lesson_id, lesson in lessons.items():
        translation = texts.get(translation_ids.get(lesson_id, ""))
        if translation is None:
            pairs[lesson_id] = PairedLesson(lesson)
        else:
            tied = ties[translation.lesson_id].translation
            pairs[lesson_id] = PairedLesson(lesson, translation, tied, bases.get(lesson_id))
    return pairs, translations


def find_translations(client: CallingClient, lesson_ids: Sequence[str], language: str) -> dict[str, ListedTranslation]:
    """Return the translation of each lesson into the language, by the lesson's id.

    Lessons without one are left out.
    """
    calls = [list_translations(lesson_id=lesson_id, limit=MAX_TRANSLATION_PAGE) for lesson_id in lesson_ids]
    answers = _answers_by_lesson(client, calls, ListTranslationsOutput)
    every = (one for value in answers.values() for one in value.translations if one.language == language)
    return {translation.source_lesson_id: translation for translation in every}


def find_counterpart(
    client: CallingClient, course_id: str, language: str
) -> tuple[CourseWithLessons | None, dict[str, int]]:
    """Return the course that has most of the course's translations, and their positions by source lesson id."""
    course = client.call(get_course(course_id=course_id))
    ids = [lesson.lesson_id for lesson in course.lessons]
    listed = {
        source_id: translation
        for start in range(0, len(ids), CALLS_PER_BATCH)
        for source_id, translation in find_translations(client, ids[start : start + CALLS_PER_BATCH], language).items()
        if translation.course_id != course_id
    }
    if not listed:
        return None, {}
    counterpart_id, _ = Counter(value.course_id for value in listed.values()).most_common(1)[0]
    counterpart = client.call(get_course(course_id=counterpart_id))
    positions = {lesson.lesson_id: lesson.position or 1 for lesson in counterpart.lessons}
    there = {
        source_id: translation.lesson_id
        for source_id, translation in listed.items()
        if translation.lesson_id in positions
    }
    return counterpart, {source_id: positions[translation_id] for source_id, translation_id in there.items()}


def read_tied(
    client: CallingClient, records: Iterable[ChangeRecord], rows: Sequence[ChangeRecord] = ()
) -> dict[str, PresentTranslation]:
    """Return the current state of the translations that the tie rows refer to, by translation id.

    `rows` are all rows of the change set. Raises `WorkbenchError`.
    """
    wanted = {record.lesson_id: WantedTies.read(record.after) for record in records}
    ids = list(dict.fromkeys([*wanted, *(value.source_lesson_id for value in wanted.values())]))
    lessons = _answers_by_lesson(client, [get_lesson(lesson_id=id_) for id_ in ids], Lesson)
    existing_ids = [translation_id for translation_id in wanted if translation_id in lessons]
    ties = _answers_by_lesson(
        client, [get_translation(lesson_id=translation_id) for translation_id in existing_ids], FoundTranslation
    )
    listed: dict[str, ListedTranslation] = {}
    for language in {value.language for value in wanted.values()}:
        of_language = [value.source_lesson_id for value in wanted.values() if value.language == language]
        listed |= find_translations(client, [source_id for source_id in of_language if source_id in lessons], language)
    translations = {}
    for lesson_id, wanted_ties in wanted.items():
        other = listed.get(wanted_ties.source_lesson_id)
        translations[lesson_id] = PresentTranslation(
            lesson=lessons.get(lesson_id),
            source=lessons.get(wanted_ties.source_lesson_id),
            ties=ties[lesson_id].translation if lesson_id in ties else None,
            other=other.lesson_id if other is not None and other.lesson_id != lesson_id else None,
            failed=failed_blocks(wanted_ties, lesson_id, rows),
        )
    return translations


def _base_revisions(
    client: CallingClient, there: Mapping[str, str], now: Mapping[str, Lesson], originals: Mapping[str, Original]
) -> dict[str, TranslationRevision]:
    """Return the known translations, by source, as they were when the file was written."""
    revisions: dict[str, TranslationRevision] = {}
    earlier = {}
    for source_id, translation_id in there.items():
        original, lesson = originals.get(source_id), now.get(translation_id)
        if original is None or lesson is None or original.translation_id != translation_id:
            continue
        if original.translation_revision == lesson.revision:
            revisions[source_id] = TranslationRevision(lesson.title, {block.id: block for block in lesson.blocks})
        else:
            call = get_revision(lesson_id=translation_id, revision=original.translation_revision)
            earlier[source_id] = call
    read = _answers_by_lesson(client, list(earlier.values()), LessonRevision)
    for source_id in earlier:
        before = read.get(there[source_id])
        if before is not None:
            revisions[source_id] = TranslationRevision(before.title, {block.id: block for block in before.blocks})
    return revisions


def _answers_by_lesson(client: CallingClient, calls: Sequence[Any], kind: type[Any]) -> dict[str, Any]:
    """Return the answers by the lesson that each call concerns; missing lessons are left out."""
    answers = {}
    for start in range(0, len(calls), CALLS_PER_BATCH):
        some = calls[start : start + CALLS_PER_BATCH]
        for call, outcome in zip(some, client.outcomes(*some), strict=True):
            if isinstance(outcome, WorkbenchError) and not isinstance(outcome, NotFound):
                raise outcome
            if isinstance(outcome, kind):
                answers[call.input.lesson_id] = outcome
    return answers

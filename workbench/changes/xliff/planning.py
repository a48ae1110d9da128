"""A translators' file to a change plan: translations that are made, edited and tied to their sources. Reads only."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Final

from workbench.bulk.running.clocks import epoch_ms
from workbench.changes.plan import ChangePlan
from workbench.changes.planning import check_name, same_title_notes
from workbench.changes.present import PresentCourse
from workbench.changes.reading import find_target, read_courses
from workbench.changes.row import ChangeRow, ChangeVerdict
from workbench.changes.xliff.judging import JudgedFile, compare_file
from workbench.changes.xliff.new_translations import NewTranslations
from workbench.changes.xliff.paired import PairedLesson
from workbench.changes.xliff.reading import CALLS_PER_BATCH, read_pairs
from workbench.changes.xliff.rows import edit_rows, refused_rows
from workbench.client.calling import CallingClient
from workbench.exports.xliff.names import COURSE_FILE, Original
from workbench.exports.xliff.reading import ReadFile, XliffFile
from workbench.text import display_text
from workbench.wording import count_text

_NOTES: Final = 20
_NOTES_LISTED: Final = 3


@dataclass(slots=True)
class _Plan:
    """The plan under construction."""

    file: XliffFile
    courses: dict[str, PresentCourse]
    new: NewTranslations
    rows: list[ChangeRow] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


def plan_xliff(
    file: XliffFile, client: CallingClient, *, organization_id: str | None = None, name: str | None = None
) -> ChangePlan:
    """Plan making and editing the translations in the file; planning changes nothing.

    A row's line is that of its unit in the file. Texts that are missing, duplicated, of another organization,
    of a source that has changed since, or not a translation of their source, are reported and not accepted.
    Raises `PlanRejected`.
    """
    check_name(name)
    run_target, target = find_target(client, organization_id)
    read_at = epoch_ms()
    courses = read_courses(client, run_target)
    plan = _Plan(file, courses, NewTranslations(client, run_target, file.language, courses))
    files = file.files()
    while some := list(islice(files, CALLS_PER_BATCH)):
        _add(plan, client, some)
    plan.rows += plan.new.rows()
    rows = tuple(sorted(plan.rows, key=lambda row: row.line))
    notes = tuple(plan.notes[:_NOTES])
    if len(plan.notes) > _NOTES:
        notes += (f"The same of {len(plan.notes) - _NOTES:,} more lessons.",)
    notes = (*same_title_notes(client, run_target, rows), *notes)
    return ChangePlan(name or _name(file), file.path.name, target, rows, notes, read_at)


def _add(plan: _Plan, client: CallingClient, files: Sequence[ReadFile]) -> None:
    """Add the rows of some of the document's files."""
    of_lessons = []
    for file in files:
        if file.id.startswith(COURSE_FILE):
            plan.new.add_course_title(file)
        else:
            of_lessons.append(file)
    originals = {lesson.lesson_id: lesson.original for lesson in of_lessons if lesson.original is not None}
    pairs, translations = read_pairs(client, [lesson.lesson_id for lesson in of_lessons], plan.file.language, originals)
    for file in files:
        pair = pairs.get(file.lesson_id)
        plan.notes += _translators_notes(file, pair.source.title if pair is not None else file.id)
    for lesson in of_lessons:
        pair = pairs.get(lesson.lesson_id)
        problem = _problem(plan, lesson, pair, translations)
        if problem is not None or pair is None:
            verdict, reason = problem or (ChangeVerdict.UNKNOWN_LESSON, "")
            title = pair.source.title if pair is not None else ""
            plan.rows.append(
                ChangeRow(lesson.line, verdict, lesson_id=lesson.lesson_id, lesson_title=title, reason=reason)
            )
            continue
        _add_lesson(plan, lesson, pair)


def _add_lesson(plan: _Plan, file: ReadFile, pair: PairedLesson) -> None:
    wanted = compare_file(file, pair)
    course = plan.courses[(pair.translation or pair.source).course_id]
    rows = list(refused_rows(wanted, pair, course.title))
    if pair.translation is None:
        rows += plan.new.add(file, pair, wanted)
        is_new = pair.source.lesson_id in plan.new.lesson_ids
    else:
        rows += edit_rows(file.line, wanted, pair, course.title)
        is_new = False
    if not rows and not is_new:
        title = (pair.translation or pair.source).title
        rows.append(
            ChangeRow(
                file.line,
                ChangeVerdict.UNCHANGED,
                lesson_id=(pair.translation or pair.source).lesson_id,
                lesson_title=title,
                course_title=course.title,
            )
        )
    plan.rows += rows
    plan.notes += _notes(wanted, pair)


def _problem(
    plan: _Plan, file: ReadFile, pair: PairedLesson | None, translations: set[str]
) -> tuple[ChangeVerdict, str] | None:
    if file.original is None and pair is None:
        return (
            ChangeVerdict.UNKNOWN_LESSON,
            f"the <file> {display_text(file.id, longest=60)!r} does not say which lesson it is of",
        )
    if pair is None or pair.source.course_id not in plan.courses:
        return ChangeVerdict.UNKNOWN_LESSON, "it is not in this organization, or in the trash"
    lines = plan.file.lines.get(file.lesson_id, [])
    if len(lines) > 1:
        return (
            ChangeVerdict.DUPLICATE,
            f"its <file> occurs {len(lines):,} times, in lines {', '.join(map(str, lines[:5]))}",
        )
    if file.lesson_id in translations:
        return ChangeVerdict.NOT_ALLOWED, "it is a translation itself; translate the lesson that it is of"
    if pair.source.language != plan.file.source_language:
        return (
            ChangeVerdict.NOT_ALLOWED,
            f"it is in {pair.source.language}, and the file is from {plan.file.source_language}",
        )
    if pair.source.language == plan.file.language:
        return ChangeVerdict.NOT_ALLOWED, f"it is in {plan.file.language} already"
    return _conflict(file.original, pair, plan.file.language)


def _conflict(original: Original | None, pair: PairedLesson, language: str) -> tuple[ChangeVerdict, str] | None:
    had = original.translation_id if original is not None else None
    if had is not None and pair.translation is None:
        return (
            ChangeVerdict.CONFLICT,
            f"its translation into {language} went since the file was written; export it again",
        )
    return None


def _notes(wanted: JudgedFile, pair: PairedLesson) -> Iterator[str]:
    title = display_text(pair.source.title, longest=60)
    if wanted.missing:
        yield f"{count_text(wanted.missing, 'text')} of “{title}” not in the file; unchanged."
    refused = sum(text.verdict is ChangeVerdict.SOURCE_CHANGED for text in wanted.refused)
    if wanted.changed_sources > refused:
        count = wanted.changed_sources - refused
        yield f"{count_text(count, 'text')} of “{title}” with a changed source: export it again to translate that."


def _translators_notes(file: ReadFile, title: str) -> Iterator[str]:
    if file.notes:
        listed = "; ".join(f"line {line:,}, “{text}”" for line, text in file.notes[:_NOTES_LISTED])
        more = f"; and {len(file.notes) - _NOTES_LISTED:,} more" if len(file.notes) > _NOTES_LISTED else ""
        whose = f"{count_text(len(file.notes), 'note')} of translators on “{display_text(title, longest=60)}”"
        yield f"{whose} cannot be kept; read them in the file: {listed}{more}."


def _name(file: XliffFile) -> str:
    """Return a name from the file's name and content, not the clock: the same file gives the same set."""
    stem = "".join(character for character in file.path.stem if character.isprintable())[:100] or "translations"
    return f"{stem} {file.digest}"

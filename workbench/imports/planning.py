"""Convert a file that was read to a change plan: a new or existing course, and its lessons. Reads only; free."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, Final
from uuid import UUID, uuid5

from workbench.authoring.block import Block
from workbench.authoring.content import checked_content
from workbench.authoring.content.media_types import IMAGE
from workbench.authoring.language import language_code
from workbench.authoring.title import clean_title
from workbench.bulk.planning.destinations import find_destinations
from workbench.bulk.planning.target import RunTarget
from workbench.bulk.running.clocks import epoch_ms
from workbench.changes.lesson_rows import (
    NewLessonContent,
    new_course_row,
    new_id,
    new_lesson_row,
    new_lesson_text,
    read_new_lesson,
)
from workbench.changes.planning import check_name, same_title_notes
from workbench.changes.present import PresentState
from workbench.changes.reading import find_target, read_orders, read_present
from workbench.changes.row import ChangeRow, ChangeVerdict
from workbench.client.calling import CallingClient
from workbench.errors import PlanRejected
from workbench.imports.plan import ImportPlan, finding_notes
from workbench.imports.reading.draft import DraftLesson, ImportedBlock, ImportFinding
from workbench.imports.reading.process import ImportedFile
from workbench.imports.reading.questions import true_false_words
from workbench.languages.reader import default_language, language_name
from workbench.procedures.lesson import create_lesson, list_lessons
from workbench.text import display_text

ASSUMED_LANGUAGE: Final = (
    "The file doesn't state its language, so its lessons are created in {}, "
    "the default language. Plan it with another language if that is wrong."
)
_NEW_IDS: Final = UUID("4a5b3f80-6c1d-4a9e-8a43-0c6a4f1d7e55")
_MOST_TRIES: Final = 20
_REGIONS_KEPT: Final = ("PT-BR", "ZH-TW", "ZH-HANT", "ZH-HANS")


@dataclass(frozen=True, slots=True)
class ImportTarget:
    """The destination of a file's lessons: a course by id or title, or a new one in a project by id or name.

    `language` is that of the lessons; else the file's, else the course's, else the organization's default language or
    English, which a note then says.
    """

    course: str | None = None
    project: str | None = None
    language: str | None = None


def plan_import(
    imported: ImportedFile,
    client: CallingClient,
    *,
    target: ImportTarget = ImportTarget(),
    organization_id: str | None = None,
    name: str | None = None,
) -> ImportPlan:
    """Return the plan that makes the lessons of a file; planning changes nothing.

    The same file planned again is the same plan; lessons that were made are not made again, and after an undo they are
    new ones. Raises `PlanRejected`.
    """
    check_name(name)
    run_target, where = find_target(client, organization_id)
    _require_new_lessons(client)
    course_id, course_title, project_id = _destination(client, run_target, imported, target)
    known_language = _known_language(client, run_target, imported, course_id, target.language)
    language = known_language or default_language(preferred=run_target.default_language)
    read_at = epoch_ms()
    base = name or _name(imported)
    for attempt in range(1, _MOST_TRIES + 1):
        own_name = base if attempt == 1 else f"{base} ({attempt})"
        ids = _Ids(where.organization_id, own_name, imported.digest, course_id)
        lesson_ids = [ids.lesson(number) for number in range(len(imported.lessons))]
        present = read_present(client, run_target, lesson_ids)
        if not present.trashed:
            break
    else:
        raise PlanRejected("It was imported and undone too often. Give the import another name.")
    findings = list(imported.findings)
    keeps_pictures = _keeps_pictures(client, imported, findings)
    rows = list(_rows(imported, ids, present, (course_title, project_id), language, keeps_pictures=keeps_pictures))
    if course_id:
        rows = _placed_last(rows, client, run_target, course_id)
    same_titles = same_title_notes(client, run_target, rows)
    return ImportPlan(
        name=own_name,
        source=imported.name,
        target=where,
        rows=tuple(rows),
        notes=(
            *same_titles,
            *_language_notes(language, is_assumed=not known_language),
            *finding_notes(findings, imported.more_findings),
        ),
        read_at=read_at,
        findings=tuple(findings),
        more_findings=tuple(imported.more_findings.items()),
        language=language,
        is_language_assumed=not known_language,
        same_titles=same_titles,
    )


@dataclass(frozen=True, slots=True)
class _Ids:
    organization_id: str
    name: str
    digest: str
    course_id: str

    @property
    def course(self) -> str:
        return self.course_id or new_id(self.organization_id, "imported course", self.name, self.digest)

    def lesson(self, number: int) -> str:
        return new_id(self.organization_id, "imported lesson", self.name, self.digest, self.course, str(number))


def _rows(
    imported: ImportedFile,
    ids: _Ids,
    present: PresentState,
    course: tuple[str, str],
    language: str,
    *,
    keeps_pictures: bool,
) -> Iterable[ChangeRow]:
    title, project_id = course
    is_new = not ids.course_id
    if is_new and ids.course not in present.courses:
        yield new_course_row(1, ids.course, title, project_id=project_id)
    for number, lesson in enumerate(imported.lessons):
        lesson_id = ids.lesson(number)
        if lesson_id in present.lessons:
            there = present.lessons[lesson_id]
            yield ChangeRow(
                line=number + 2,
                verdict=ChangeVerdict.UNCHANGED,
                lesson_id=lesson_id,
                lesson_title=there.title,
                reason="it was made already",
            )
            continue
        drafts = [block for block in lesson.blocks if keeps_pictures or block.type != IMAGE]
        blocks = tuple(_block(lesson_id, index, draft, language) for index, draft in enumerate(drafts))
        content = NewLessonContent(_title(lesson, imported), language, blocks, number + 1 if is_new else None)
        yield new_lesson_row(
            number + 2, lesson_id, ids.course, content, course_title=title, reason=_counts_by_type(drafts)
        )


def _block(lesson_id: str, index: int, draft: ImportedBlock, language: str) -> Block:
    content: dict[str, Any] = dict(draft.content)
    if draft.is_true_false:  # only now is the language of the lesson known
        words = true_false_words(language)
        content["choices"] = [{**choice, "text": text} for choice, text in zip(content["choices"], words, strict=True)]
    if draft.type == IMAGE:
        content["asset"] = draft.picture
    own = str(uuid5(_NEW_IDS, f"{lesson_id}\n{index}"))
    return Block(id=own, type=draft.type, content=checked_content(draft.type, content))


def _placed_last(rows: list[ChangeRow], client: CallingClient, target: RunTarget, course_id: str) -> list[ChangeRow]:
    """Return the rows with positions after all lessons of the course, in the order of the file."""
    last = max(read_orders(client, target, {course_id})[course_id].values(), default=0)
    placed = []
    for row in rows:
        if row.verdict is ChangeVerdict.CHANGE and row.lesson_id:
            last += 1
            content = replace(read_new_lesson(row.after), position=last)
            row = replace(row, after=new_lesson_text(content))
        placed.append(row)
    return placed


def _counts_by_type(blocks: Iterable[ImportedBlock]) -> str:
    counts = Counter(block.type for block in blocks)
    return ", ".join(f"{count:,} {kind}" for kind, count in counts.most_common())


def _title(lesson: DraftLesson, imported: ImportedFile) -> str:
    for title in (lesson.title, imported.title, "Import"):
        try:
            return clean_title(title)
        except ValueError:
            continue
    return "Import"


def _require_new_lessons(client: CallingClient) -> None:
    capabilities = client.capabilities()
    if (
        capabilities is None
        or create_lesson.name not in capabilities.procedures
        or "lessonId" not in capabilities.additions
    ):
        raise PlanRejected("This service can't create lessons from files. Its owner can install a newer version.")


def _keeps_pictures(client: CallingClient, imported: ImportedFile, findings: list[ImportFinding]) -> bool:
    if not imported.pictures.places:
        return True
    capabilities = client.capabilities()
    if capabilities is not None and capabilities.assets is not None:
        return True
    count = len(imported.pictures.places)
    findings.append(ImportFinding("file", "picture", f"This service doesn't store pictures; {count:,} skipped."))
    return False


def _destination(
    client: CallingClient, run_target: RunTarget, imported: ImportedFile, target: ImportTarget
) -> tuple[str, str, str]:
    """Return the course id, its title and the id of its project.

    The course id is empty for a new course; the project id is that of a new course, empty for the default
    project.
    """
    pair = (target.project or "", target.course or "")
    if not any(pair):
        return "", _course_title(imported), ""
    goes_to = find_destinations(client, run_target, {pair})[pair]
    if goes_to.fault:
        raise PlanRejected(f"Where the lessons go: {goes_to.fault}. Nothing was changed.")
    to = goes_to.destination
    if to.course_id:
        return to.course_id, to.course_name or "", ""
    return "", _course_title(imported), to.project_id or ""


def _course_title(imported: ImportedFile) -> str:
    try:
        return clean_title(imported.title)
    except ValueError:
        return "Import"


def _language_notes(language: str, *, is_assumed: bool) -> tuple[str, ...]:
    return (ASSUMED_LANGUAGE.format(language_name(language)),) if is_assumed else ()


def _known_language(
    client: CallingClient, target: RunTarget, imported: ImportedFile, course_id: str, chosen: str | None
) -> str:
    """Return the chosen language, the file's, or that of the course's lessons; empty if none is known."""
    if chosen:
        try:
            return language_code(chosen)
        except ValueError as refused:
            raise PlanRejected(
                f"The language {display_text(chosen, longest=40)!r}: {refused}. Nothing was changed."
            ) from None
    try:
        code = language_code(imported.language)
    except ValueError:
        code = ""
    if code:
        return code if code in _REGIONS_KEPT else code.partition("-")[0]
    if course_id:
        lessons = client.call(
            list_lessons(organization_id=target.organization_id, course_id=course_id, limit=1)
        ).lessons
        if lessons:
            return lessons[0].language
    return ""


def _name(imported: ImportedFile) -> str:
    """From the file's name and content, never the clock: the same file is the same set."""
    stem = "".join(
        character for character in imported.name.rpartition(".")[0] or imported.name if character.isprintable()
    ).strip()
    return f"{stem[:100] or 'import'} {imported.digest[:12]}"

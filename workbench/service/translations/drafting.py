"""Translate a lesson: what is translated, its destination, and its links to its source. Source: ours."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Final

from workbench.authoring.block import Block, new_block_id
from workbench.authoring.title import has_title_of
from workbench.authoring.translation import is_translated, text_digest
from workbench.procedures import translations as translation
from workbench.procedures.organization import Purpose
from workbench.procedures.translations import (
    ALREADY_TRANSLATED,
    CreateTranslationInput,
    TranslationMade,
)
from workbench.service.ai.translation import (
    MOST_CHARACTERS,
    MOST_TEXTS,
    TranslatedLesson,
    TranslationRequest,
    Translator,
)
from workbench.service.ai.writer import DraftBlock
from workbench.service.courses import store as courses
from workbench.service.credits.paid_calls import PaidResult, PaidWork, carry_out, lesson_payer
from workbench.service.glossary.store import glossary_for
from workbench.service.kernel.audit import record
from workbench.service.kernel.binding import serves_alone
from workbench.service.kernel.context import Caller, Context
from workbench.service.kernel.errors import HandlerError, existing
from workbench.service.kernel.roles import OrganizationMembership
from workbench.service.lessons import store as lessons
from workbench.service.lessons.store import LessonRow, NewLesson
from workbench.service.translations import store as translations
from workbench.service.translations.comparison import title_digest
from workbench.service.translations.store import BlockTieRow, TranslationRow

_IS_TRANSLATION: Final = (
    "This lesson is a translation itself. Translate its source lesson; if that is in the trash, restore it first."
)


@serves_alone(translation.create_translation, requires="generate", needs_model=True)
async def create_translation(asker: Caller, request: CreateTranslationInput) -> TranslationMade:
    """Return the translated lesson, paid for once, or the stored answer for the same key. Raises `HandlerError`."""
    writer = asker.service.writer
    assert isinstance(writer, Translator)  # each that asks a model is one, and no other comes here
    return await carry_out(asker, _TranslationWork(request, writer))


@dataclass(frozen=True, slots=True)
class _Source:
    """The lesson as it was when the credits were reserved, and the model's request."""

    lesson: LessonRow
    request: TranslationRequest


class _TranslationWork(PaidWork[TranslatedLesson, TranslationMade]):
    """A translation of one lesson; the source is read in the unit that holds the credits, and not changed."""

    about = "A translation"
    purpose: Purpose = "translation"
    answer_model = TranslationMade

    def __init__(self, request: CreateTranslationInput, writer: Translator) -> None:
        super().__init__(request)
        self._input, self._writer = request, writer
        self._source: _Source | None = None

    async def payer(self, context: Context) -> OrganizationMembership:
        """Return the lesson's organization. Raises `HandlerError` for a lesson that this person cannot see."""
        return await lesson_payer(context, self._input.lesson_id, self._input.organization_id)

    async def check(self, context: Context, standing: OrganizationMembership) -> None:
        """Read the source. Raises `HandlerError` if it cannot be translated or already has been."""
        organization_id, language = standing.organization_id, self._input.language
        lesson = existing(
            await lessons.lesson_by_id(context.db, self._input.lesson_id, organization_id=organization_id)
        )
        await _check_source(context, lesson, language)
        has_counterpart = await translations.counterpart(
            context.db, lesson.course_id, language, organization_id=organization_id
        )
        now = context.service.clock()
        course = existing(
            await courses.course_by_id(context.db, lesson.course_id, organization_id=organization_id, now=now)
        )
        request = TranslationRequest(
            from_language=lesson.language,
            language=language,
            title=lesson.title,
            blocks=tuple(DraftBlock(block.type, dict(block.content)) for block in lesson.blocks),
            course_title="" if has_counterpart or has_title_of(course.title, lesson.title) else course.title,
            topic=lesson.topic or "",
            glossary=await glossary_for(context.db, organization_id, language),
        )
        if not any(is_translated(block.type) for block in request.blocks):
            raise HandlerError("BAD_REQUEST", "The lesson has no words to translate. Nothing was generated.")
        check_size(request)
        self._source = _Source(lesson, request)

    async def write(self) -> TranslatedLesson:
        """Return the model's translation."""
        assert self._source is not None  # it was checked
        return await self._writer.translate(self._source.request)

    async def store(
        self, context: Context, standing: OrganizationMembership, draft: TranslatedLesson
    ) -> PaidResult[TranslationMade]:
        """Store the translation as a lesson in the course's counterpart, tied to its source block by block."""
        assert self._source is not None
        source, db, organization_id = self._source.lesson, context.db, standing.organization_id
        revision = existing(await translations.lock_source(db, source.lesson_id, organization_id=organization_id))
        await _check_source(context, source, self._input.language, untying=True)
        sources = [source.blocks[index] for index, _ in draft.blocks]
        blocks = [Block(id=new_block_id(), type=block.type, content=block.content) for _, block in draft.blocks]
        lesson_id, course_id = await self._insert(context, standing, draft, blocks)
        ties = [
            BlockTieRow(made.id, source_block.id, text_digest(source_block.content), source.revision)
            for made, source_block in zip(blocks, sources, strict=True)
        ]
        row = TranslationRow(
            lesson_id, source.lesson_id, self._input.language, source.revision, title_digest(source.title)
        )
        await translations.tie(db, organization_id, row, ties)
        facts = {"courseId": course_id, "writer": draft.writer, "sourceLessonId": source.lesson_id}
        changed = {"sourceRevisionNow": revision} if revision != source.revision else {}
        await record(context, organization_id, lesson_id, **facts, sourceRevision=source.revision, **changed)
        answer = TranslationMade(
            lesson_id=lesson_id,
            title=draft.title,
            course_id=course_id,
            source_lesson_id=source.lesson_id,
            source_revision=source.revision,
            writer=draft.writer,
        )
        return PaidResult(answer, lesson_id, source.project_id)

    async def _insert(
        self, context: Context, standing: OrganizationMembership, draft: TranslatedLesson, blocks: list[Block]
    ) -> tuple[str, str]:
        """Return the ids of the new lesson and its course; the first in its language creates the course."""
        assert self._source is not None
        source, db, now = self._source.lesson, context.db, context.service.clock()
        of = {"organization_id": standing.organization_id}
        await translations.lock_course(db, source.course_id)
        course_id = await translations.counterpart(db, source.course_id, self._input.language, **of)
        position = None
        if course_id is not None:
            position = await translations.make_place(
                db, course_id, source_course_id=source.course_id, source_position=source.position
            )
        new = NewLesson(
            organization_id=standing.organization_id,
            project_id=source.project_id,
            title=draft.title,
            language=self._input.language,
            blocks=tuple(blocks),
            person_id=context.person.person_id,
            topic=source.topic,
            writer=draft.writer,
            input_tokens=draft.input_tokens,
            output_tokens=draft.output_tokens,
            course_id=course_id,
            position=position,
        )
        if course_id is None and draft.course_title:
            course_id = await courses.create_course(
                db,
                **of,
                project_id=source.project_id,
                title=await courses.free_title(db, standing.organization_id, draft.course_title),
                person_id=context.person.person_id,
                now=now,
            )
            new = replace(new, course_id=course_id)
        lesson_id, made_in = await lessons.insert_lesson(db, new, now=now)
        await translations.set_counterpart(db, source.course_id, self._input.language, made_in)
        return lesson_id, made_in


async def _check_source(context: Context, source: LessonRow, language: str, *, untying: bool = False) -> None:
    """Raise `HandlerError` if the lesson is a translation, is in the language, or already has that translation.

    With `untying`, a translation in the trash stops being a translation of the lesson.
    """
    of: dict[str, Any] = {"organization_id": source.organization_id}
    if await translations.translation_by_id(context.db, source.lesson_id, **of) is not None:
        raise HandlerError("BAD_REQUEST", _IS_TRANSLATION)
    if source.language == language:
        raise HandlerError("BAD_REQUEST", f"The lesson is in {source.language} already. Nothing was generated.")
    living, trashed = await translations.translations_in(context.db, source.lesson_id, language, **of)
    if living is not None:
        raise HandlerError(
            "CONFLICT",
            f"The lesson has a translation into {language} already. Nothing was generated.",
            reason=ALREADY_TRANSLATED,
            lessonId=living.lesson_id,
        )
    if untying:
        for row in trashed:
            await translations.untie(context.db, row.lesson_id)


def check_size(request: TranslationRequest) -> None:
    """Raise `HandlerError` for a request too large to be translated in one call."""
    texts = request.texts()
    if len(texts) > MOST_TEXTS or sum(len(text.text) for text in texts) > MOST_CHARACTERS:
        raise HandlerError(
            "BAD_REQUEST",
            f"There are more than {MOST_CHARACTERS:,} characters or {MOST_TEXTS:,} texts, too many to translate "
            "at once. Choose fewer blocks, or divide the lesson. Nothing was generated.",
        )

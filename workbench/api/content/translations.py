"""Lessons in other languages, as `wb.translations` has them."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from workbench.api.arguments import ColumnNames, LessonName, SeveralLessons, SortColumns
from workbench.api.collection import Collection
from workbench.bulk.translations import TranslationProposal, UpdatePlan, plan_updates, propose, update_translations
from workbench.client.lookups import identify
from workbench.client.lookups.identify import IdOrName, Several
from workbench.client.lookups.translations import iter_translations
from workbench.columns import INTEGER, TEXT, Column, rows_frame, select
from workbench.errors import InputRejected
from workbench.procedures.lesson import get_translation, tie_translation
from workbench.procedures.translations import BlockTie, TiedBlock, Translation
from workbench.text import display_text

if TYPE_CHECKING:
    import pandas

TRANSLATION_COLUMNS: Final = (
    Column("lesson_id", TEXT, "", "The translation."),
    Column("title", TEXT, "", "Its title."),
    Column("language", TEXT, "", "Upper-case language code."),
    Column("course_id", TEXT, "", "Its course."),
    Column("source_lesson_id", TEXT, "", "The lesson that it was translated from."),
    Column("source_revision", INTEGER, "", "The source's revision now."),
    Column("translated_revision", INTEGER, "", "The source's revision when blocks were tied last."),
    Column("stale_blocks", INTEGER, "blocks", "Blocks whose source has changed since, including the title."),
    Column("missing_blocks", INTEGER, "blocks", "Source blocks without a translation."),
)
LISTED: Final = (
    "title",
    "language",
    "stale_blocks",
    "missing_blocks",
    "source_revision",
    "translated_revision",
    "course_id",
    "source_lesson_id",
    "lesson_id",
)
"""Default columns of a list."""
BLOCK_COLUMNS: Final = (
    Column("source_block_id", TEXT, "", "The source's block, in the source's order."),
    Column("block_id", TEXT, "", "Its translation; missing if there is none."),
    Column("state", TEXT, "", "current, stale or missing."),
)


class Translations(Collection):
    """Lessons in other languages, each tied to its source block by block. A lesson is given by its id or its title.

    `wb.bulk.plan_translations` plans those that are missing.
    """

    def list(
        self,
        lesson: LessonName | SeveralLessons | None = None,
        *,
        columns: ColumnNames | None = None,
        limit: int | None = None,
        sort: SortColumns | None = None,
    ) -> pandas.DataFrame:
        """Return a DataFrame with a row for each translation, with how much of it is stale.

        With `lesson`, only the translations of that lesson or of several.

        `columns` are names, or `"all"`; without it those that people read first. `limit` is the number of rows, `sort`
        a column or several, such as `"-updated_at"` for the last first.

        >>> wb.translations.list()["title"].to_list()
        []
        """
        selection = select(TRANSLATION_COLUMNS, LISTED, wanted=columns, limit=limit, sort=sort)
        translations = (
            translation
            for filters in self._filters(lesson=lesson)
            for translation in iter_translations(self._client, self.organization_id, **filters)
        )
        names = [column.name for column in TRANSLATION_COLUMNS]
        rows = [{name: getattr(translation, name) for name in names} for translation in translations]
        return selection.of(rows_frame(TRANSLATION_COLUMNS, rows))

    def blocks(self, lesson: LessonName) -> pandas.DataFrame:
        """Return a DataFrame with the state in the translation of each source block, in the source's order."""
        return blocks_frame(self.get(lesson).blocks)

    def get(self, lesson: LessonName) -> Translation:
        """Return a translation with its source.

        Raises `InputRejected` for a lesson that is not a translation.

        >>> wb.translations.get("Reading a map")
        Traceback (most recent call last):
        workbench.errors.InputRejected: “Reading a map” is not a translation.
        """
        lesson_id = self._id(lesson)
        translation = self._client.call(get_translation(lesson_id=lesson_id)).translation
        if translation is None:
            raise InputRejected(
                f"“{display_text(lesson if isinstance(lesson, str) else lesson_id)}” is not a translation."
            )
        return translation

    def tie(
        self,
        lesson: IdOrName,
        source: IdOrName,
        blocks: Mapping[str, str],
        *,
        source_revision: int,
        is_title_current: bool = True,
    ) -> Translation:
        """Mark blocks as translations of the source's current blocks: stale ones become current. Changes no text.

        `blocks` has the source's block by the translation's. Raises `Conflict` where the source has another revision.
        """
        ties = [BlockTie(block_id=mine, source_block_id=theirs) for mine, theirs in blocks.items()]
        call = tie_translation(
            lesson_id=self._id(lesson),
            source_lesson_id=self._id(source),
            source_revision=source_revision,
            blocks=ties,
            is_title_current=is_title_current,
        )
        return self._client.call(call)

    def add_recorded(self) -> Translation:
        """Return the French translation of the example lesson, adding both as private if they are new.

        A model's answer, recorded and shipped with the package: nothing is translated now, and nothing is charged.
        A French translation that the lesson already has is returned as it is.

        >>> found = wb.translations.add_recorded()
        >>> found.language, {block.state for block in found.blocks}
        ('FR', {'current'})
        >>> _ = [wb.courses.delete(course) for course in ("Pourquoi le ciel est bleu", "Why the sky is blue")]
        """
        from workbench.api.content.recorded_model import add_recorded_translation

        return add_recorded_translation(self._client, self.organization_id)

    def suggest(
        self,
        lesson: IdOrName,
        blocks: Sequence[str] | None = None,
        *,
        attempt: int = 0,
        max_credits: int | None = None,
    ) -> TranslationProposal:
        """Return a model's proposal for blocks of a translation; nothing is changed before `apply()`.

        Costs AI credits. `blocks` are ids of the source's blocks; by default all stale or missing ones, and a
        stale title. The price does not depend on the number of blocks. The same request for the same source is
        charged once; another `attempt` asks for a different proposal. Blocks until the proposal is complete.

        >>> wb.translations.suggest("Reading a map")
        Traceback (most recent call last):
        workbench.errors.NotSent: This service has no AI model, so it translates nothing. ...
        """
        return propose(self._client, self._id(lesson), blocks, attempt=attempt, max_credits=max_credits)

    def plan_update(
        self,
        languages: str | Sequence[str] | None = None,
        *,
        course: IdOrName | Several | None = None,
        lessons: LessonName | SeveralLessons | None = None,
    ) -> UpdatePlan:
        """Return a plan to update translations with stale or missing blocks, with its cost.

        It covers the lessons of courses, the given lessons, or the whole organization, in all languages or the
        given ones; `lessons` may also name translations. Nothing is changed before `plan.run()`. Raises `NotSent`
        if the service has no model.

        >>> wb.translations.plan_update()
        Traceback (most recent call last):
        workbench.errors.NotSent: This service has no AI model, so it translates nothing. ...
        """
        ids = None if lessons is None else [self._id(lesson) for lesson in identify.several("lesson", lessons)]
        codes = languages.split(",") if isinstance(languages, str) else languages
        codes = None if codes is None else [self._language(code) or "" for code in codes]
        courses = self._ids("course", course)
        plan = plan_updates(
            self._client, codes, organization_id=self.organization_id, course_ids=courses, lesson_ids=ids
        )
        return plan.connect_to(update_translations)

    def update(
        self,
        plan: UpdatePlan,
        *,
        credits: int,
        on_progress: Callable[[int, int], object] | None = None,
        stop: threading.Event | None = None,
        beyond_balance: bool = False,
    ) -> UpdatePlan:
        """Bring all stale translations in the plan up to date and return the updated plan.

        `credits` is the approved amount. Texts and links are stored together; concurrent changes by others are
        kept. After an interruption, plan again to resume: nothing is charged twice. `frame()` of the result
        says why a translation is not up to date. If the balance is too small, approving `plan.payable_credits`
        updates as many as it pays for; to approve more than that, pass `beyond_balance=True`.
        """
        return update_translations(
            plan, credits=credits, on_progress=on_progress, stop=stop, beyond_balance=beyond_balance
        )

    def _lesson_id(self, lesson: IdOrName | None) -> str | None:
        return None if lesson is None else self._id(lesson)

    def _id(self, lesson: IdOrName) -> str:
        return identify.lesson_id(self._client, self.organization_id, lesson)


def blocks_frame(blocks: Iterable[TiedBlock]) -> pandas.DataFrame:
    """Return a row for each block, in the columns of `BLOCK_COLUMNS`."""
    return rows_frame(BLOCK_COLUMNS, [block.model_dump() for block in blocks])

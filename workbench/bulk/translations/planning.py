"""What would be translated into which languages, and what it would cost. Reads only."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from workbench.authoring.language import language_code
from workbench.client.lookups.lessons import iter_lessons
from workbench.client.lookups.translations import iter_translations
from workbench.client.sanitize import shown
from workbench.client.sync import Client
from workbench.columns import TEXT, WHOLE, Column, rows_frame
from workbench.credit_text import credits_text
from workbench.errors import InputRejected, NotSent
from workbench.procedures.lesson import LessonSummary, create_translation
from workbench.procedures.translations.translation import ListedTranslation

if TYPE_CHECKING:
    import pandas

MOST_LANGUAGES: Final = 40
MISSING, THERE, STALE = "missing", "there", "stale"
COLUMNS: Final = (
    Column("lesson_id", TEXT, "", "The lesson to be translated."),
    Column("title", TEXT, "", "Its title."),
    Column("language", TEXT, "", "Into which language."),
    Column("state", TEXT, "", "missing; there; or stale: the source says something else since."),
    Column("translation_id", TEXT, "", "The translation; missing while there is none."),
    Column("stale_blocks", WHOLE, "blocks", "Blocks whose source says something else since."),
    Column("missing_blocks", WHOLE, "blocks", "Blocks of the source that nothing translates."),
    Column("error", TEXT, "", "Why it was not made, after a run."),
)
NO_TRANSLATIONS: Final = (
    "This service has no AI model, so it translates nothing. Its operator sets WORKBENCH_AI_MODEL. Nothing was sent."
)


@dataclass(frozen=True, slots=True)
class PlannedTranslation:
    """A lesson and a language: what is there, and after a run why it was not made."""

    lesson_id: str
    title: str
    revision: int
    language: str
    translation: ListedTranslation | None = None
    translation_id: str | None = None
    error: str = ""

    @property
    def state(self) -> str:
        """`missing`, `there` or `stale`."""
        if self.translation is None:
            return MISSING if self.translation_id is None else THERE
        return STALE if self.translation.stale_blocks or self.translation.missing_blocks else THERE


@dataclass(frozen=True)
class TranslationPlan:
    """Which lessons would be translated into which languages. Nothing is made of it before `translate`.

    `price_credits` is that of one translation; `None` where the service does not say. Titles are untrusted.
    """

    rows: Sequence[PlannedTranslation]
    organization_id: str | None
    price_credits: int | None
    client: Client = field(repr=False, compare=False)

    @property
    def missing(self) -> list[PlannedTranslation]:
        """What would be made."""
        return [each for each in self.rows if each.state == MISSING]

    @property
    def cost_credits(self) -> int:
        """The most that it would cost, whole credits."""
        return len(self.missing) * (self.price_credits or 0)

    def frame(self) -> pandas.DataFrame:
        """A row for each lesson and language, in the order of the lessons."""
        return rows_frame(COLUMNS, [_cells(each) for each in self.rows])

    def __str__(self) -> str:
        states = Counter(each.state for each in self.rows)
        count = states[MISSING]
        cost = credits_text(self.cost_credits) if self.price_credits is not None else "a price that is not told"
        there = f"; {states[THERE] + states[STALE]:,} are there" if count < len(self.rows) else ""
        stale = f", {states[STALE]:,} of them stale" if states[STALE] else ""
        return f"{count:,} {'translation' if count == 1 else 'translations'} to make for {cost}{there}{stale}."

    def __repr__(self) -> str:
        return f"<TranslationPlan: {self}>"


def plan_translations(
    client: Client,
    languages: Sequence[str],
    *,
    organization_id: str | None = None,
    course_id: str | None = None,
    lesson_ids: Iterable[str] | None = None,
) -> TranslationPlan:
    """The plan for all lessons of a course or of an organization, or for these; translations themselves are left out.

    Raises `InputRejected` for what is no language code, and `NotSent` where the service translates nothing.
    """
    known = client.capabilities()
    if known is None or create_translation.name not in known.procedures:
        raise NotSent(NO_TRANSLATIONS)
    codes = language_codes(languages)
    wanted = None if lesson_ids is None else set(lesson_ids)
    there = list(iter_translations(client, organization_id))
    made = {each.lesson_id for each in there}
    by_pair = {(each.source_lesson_id, each.language): each for each in there}
    lessons = [
        each
        for each in iter_lessons(client, organization_id, course_id=course_id)
        if each.lesson_id not in made and (wanted is None or each.lesson_id in wanted)
    ]
    if wanted is not None and (unknown := wanted - {each.lesson_id for each in lessons} - made):
        raise InputRejected(f"There is no lesson {shown(min(unknown))}.")
    price = next((each.credits for each in known.prices if each.procedure == create_translation.name), None)
    rows = [row for each in lessons for row in _rows(each, codes, by_pair)]
    return TranslationPlan(rows, organization_id, price, client)


def _rows(
    lesson: LessonSummary, codes: Sequence[str], there: dict[tuple[str, str], ListedTranslation]
) -> Iterator[PlannedTranslation]:
    for code in codes:
        if code != lesson.language:
            found = there.get((lesson.lesson_id, code))
            yield PlannedTranslation(
                lesson.lesson_id, lesson.title, lesson.revision, code, found, None if found is None else found.lesson_id
            )


def language_codes(languages: Sequence[str]) -> list[str]:
    """1 to 40 codes, each once, of a list or of a text with commas. Raises `InputRejected` for what is none."""
    if isinstance(languages, str):
        languages = languages.split(",")
    try:
        codes = list(dict.fromkeys(language_code(each) for each in languages))
    except ValueError as refused:
        raise InputRejected(f"{refused}. Nothing was sent.") from None
    if not 0 < len(codes) <= MOST_LANGUAGES:
        raise InputRejected(f"Name 1 to {MOST_LANGUAGES} languages, such as FR and DE. Nothing was sent.")
    return codes


def _cells(row: PlannedTranslation) -> dict[str, object]:
    found = row.translation
    return {
        "lesson_id": row.lesson_id,
        "title": row.title,
        "language": row.language,
        "state": row.state,
        "translation_id": row.translation_id,
        "stale_blocks": None if found is None else found.stale_blocks,
        "missing_blocks": None if found is None else found.missing_blocks,
        "error": row.error or None,
    }

"""Plan translations, with their price. Reads only."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any, Final

from workbench.authoring.language import language_code
from workbench.bulk.planning.target import RunTarget, find_place
from workbench.bulk.translations.plan import PlannedTranslation, TranslationPlan
from workbench.client.lookups.identify import check_not_elsewhere
from workbench.client.lookups.lessons import iter_lessons
from workbench.client.lookups.translations import iter_translations
from workbench.client.sync import Client
from workbench.errors import InputRejected, NotSent
from workbench.procedures.lesson import LessonSummary, create_translation
from workbench.text import display_text
from workbench.wording import counted_are

MOST_LANGUAGES: Final = 40
NO_TRANSLATIONS: Final = "This service has no AI model, so it can't translate. Its operator can set WORKBENCH_AI_MODEL."
Pair = tuple[str, str]
"""A lesson's id and the code of a language."""
MOST_PAIRS: Final = 100_000
_PAIR: Final = 2
_NEEDED: Final = (
    "Rows need the columns source_lesson_id (or lesson_id) and language, as wb.reports.coverage() has them, or be "
    "pairs of a lesson's id and a language. Nothing was sent."
)


def plan_translations(
    client: Client,
    languages: str | Sequence[str],
    *,
    organization_id: str | None = None,
    course_ids: Sequence[str] | None = None,
    lesson_ids: Iterable[str] | None = None,
    name: str = "",
) -> TranslationPlan:
    """Return the plan for the given lessons, or all lessons of courses or an organization.

    Translations themselves are left out. Raises `InputRejected` for an invalid language code, and `NotSent` if
    the service translates nothing.
    """
    target = translation_place(client, organization_id)
    codes = language_codes(languages)
    wanted = None if lesson_ids is None else set(lesson_ids)
    there = list(iter_translations(client, organization_id))
    made = {translation.lesson_id for translation in there}
    lessons = [
        lesson
        for course_id in (course_ids or (None,))
        for lesson in iter_lessons(client, organization_id, course_id=course_id)
        if lesson.lesson_id not in made and (wanted is None or lesson.lesson_id in wanted)
    ]
    if course_ids is not None:
        places = {course_id: target for target, course_id in enumerate(course_ids)}
        lessons.sort(
            key=lambda lesson: (
                places[lesson.course_id],
                lesson.position is None,
                lesson.position or 0,
                lesson.created_at,
            )
        )
    if wanted is not None and (unknown := wanted - {lesson.lesson_id for lesson in lessons} - made):
        check_not_elsewhere(client, target.organization_id, "lesson", unknown)
        raise InputRejected(f"There is no lesson {display_text(min(unknown))}.")
    pairs = [(lesson.lesson_id, code) for lesson in lessons for code in codes if code != lesson.language]
    return _plan(target, lessons, pairs, _by_pair(there), name or f"Translations into {', '.join(codes)}")


def plan_missing(
    client: Client, rows: Any, *, organization_id: str | None = None, name: str = "Missing translations"
) -> TranslationPlan:
    """Return the plan for missing translations in a table: rows of the report `coverage`, of a plan, or pairs.

    A pair that already exists costs nothing. Raises `InputRejected` for a table that names no lessons and
    languages, and for lessons that do not exist, and `NotSent` if the service translates nothing.
    """
    target = translation_place(client, organization_id)
    pairs = [(lesson_id, code) for lesson_id, code in missing_pairs(rows, target.organization_id)]
    lesson_ids = {lesson_id for lesson_id, _ in pairs}
    there = list(iter_translations(client, organization_id))
    by_id = {
        lesson.lesson_id: lesson for lesson in iter_lessons(client, organization_id) if lesson.lesson_id in lesson_ids
    }
    if unknown := lesson_ids - by_id.keys():
        check_not_elsewhere(client, target.organization_id, "lesson", unknown)
        raise InputRejected(f"There is no lesson {display_text(min(unknown))}: read the report again.")
    if translated := lesson_ids & {translation.lesson_id for translation in there}:
        title = display_text(by_id[min(translated)].title)
        raise InputRejected(f"“{title}” is a translation itself: its source will be translated instead.")
    usable = [(lesson_id, code) for lesson_id, code in pairs if code != by_id[lesson_id].language]
    return _plan(target, by_id.values(), usable, _by_pair(there), name)


def translation_place(client: Client, organization_id: str | None) -> RunTarget:
    """Return the target of translations, with the price of one. Raises `NotSent` if the service cannot translate."""
    capabilities = client.capabilities()
    if capabilities is None or create_translation.name not in capabilities.procedures:
        raise NotSent(NO_TRANSLATIONS)
    price = next((price.credits for price in capabilities.prices if price.procedure == create_translation.name), None)
    return replace(find_place(client, organization_id), price_credits=price)


def language_codes(languages: str | Sequence[str]) -> list[str]:
    """Return the codes, each once, in upper case. Raises `InputRejected`."""
    if isinstance(languages, str):
        languages = languages.split(",")
    try:
        codes = list(dict.fromkeys(language_code(language) for language in languages))
    except ValueError as refused:
        raise InputRejected(f"{refused}. Nothing was sent.") from None
    if not 0 < len(codes) <= MOST_LANGUAGES:
        raise InputRejected(f"Name 1 to {MOST_LANGUAGES} languages, such as FR and DE. Nothing was sent.")
    return codes


def _by_pair(there: Iterable[Any]) -> dict[Pair, Any]:
    return {(translation.source_lesson_id, translation.language): translation for translation in there}


def _plan(
    target: RunTarget, lessons: Iterable[LessonSummary], pairs: Sequence[Pair], there: dict[Pair, Any], name: str
) -> TranslationPlan:
    by_id = {lesson.lesson_id: lesson for lesson in lessons}

    def rows() -> Iterator[PlannedTranslation]:
        for number, (lesson_id, code) in enumerate(pairs, 1):
            lesson = by_id[lesson_id]
            yield PlannedTranslation(
                number, lesson_id, lesson.title, lesson.revision, code, there.get((lesson_id, code))
            )

    return TranslationPlan(name, target, tuple(rows()))


def missing_pairs(rows: Any, organization_id: str) -> list[Pair]:
    """Return the missing lesson and language pairs, each once, in order.

    Rows with another `state` and rows without a lesson are left out. Raises `InputRejected` if no pair is
    found, for rows of other organizations and for invalid language codes.
    """
    pairs = _pairs_in_table(rows, organization_id) if hasattr(rows, "columns") else _pairs_in_list(rows)
    if len(pairs) > MOST_PAIRS:
        raise InputRejected(f"{len(pairs):,} rows are too many: at most {MOST_PAIRS:,} can be planned at once.")
    try:
        return list(dict.fromkeys((lesson_id, language_code(code)) for lesson_id, code in pairs))
    except ValueError as refused:
        raise InputRejected(f"{refused}. Nothing was sent.") from None


def _pairs_in_table(table: Any, organization_id: str) -> list[Pair]:
    names = set(table.columns)
    key = "source_lesson_id" if "source_lesson_id" in names else "lesson_id"
    if not {key, "language"} <= names:
        raise InputRejected(_NEEDED)
    if "state" in names:
        table = table[(table["state"] == "missing").fillna(value=False)]
    if "organization_id" in names:
        elsewhere = table[(table["organization_id"] != organization_id).fillna(value=False)]
        if len(elsewhere):
            whose = display_text(str(elsewhere.iloc[0].get("organization") or elsewhere.iloc[0]["organization_id"]))
            raise InputRejected(
                f"{counted_are(len(elsewhere), 'row')} of another organization, such as {whose}: "
                "select it, and plan its rows "
                "there. Nothing was sent."
            )
    table = table.dropna(subset=[key, "language"])
    return list(zip(table[key].astype(str), table["language"].astype(str), strict=True))


def _pairs_in_list(rows: Any) -> list[Pair]:
    if isinstance(rows, str) or not isinstance(rows, Iterable):
        raise InputRejected(_NEEDED)
    pairs = [tuple(row) if isinstance(row, tuple | list) else () for row in rows]
    if any(len(pair) != _PAIR or not all(isinstance(part, str) for part in pair) for pair in pairs):
        raise InputRejected(_NEEDED)
    return [(lesson_id, code) for lesson_id, code in pairs]

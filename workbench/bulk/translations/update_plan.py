"""Plan updates of stale translations, with their price. Reads only."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final

from workbench.argument_check import checks_arguments
from workbench.bulk.planning.approval import Approval, Cost
from workbench.bulk.planning.plan import require_runner, sha256
from workbench.bulk.planning.target import find_place
from workbench.bulk.translations.planning import NO_TRANSLATIONS, language_codes
from workbench.client.lookups.lessons import iter_lessons
from workbench.client.lookups.translations import iter_translations
from workbench.client.sync import Client
from workbench.columns import INTEGER, TEXT, Column, rows_frame
from workbench.credit_text import CREDIT, credits_text
from workbench.errors import InputRejected, NotSent, PlanRejected
from workbench.procedures.lesson import suggest_translation
from workbench.procedures.translations import ListedTranslation
from workbench.text import display_text
from workbench.wording import count_text, counted_are

if TYPE_CHECKING:
    import pandas

UPDATE_COLUMNS: Final = (
    Column("lesson_id", TEXT, "", "The translation."),
    Column("title", TEXT, "", "Its title."),
    Column("language", TEXT, "", "Its language."),
    Column("source_lesson_id", TEXT, "", "The lesson that it was translated from."),
    Column("stale_blocks", INTEGER, "blocks", "Blocks whose source has changed since, including the title."),
    Column("missing_blocks", INTEGER, "blocks", "Source blocks without a translation."),
    Column("error", TEXT, "", "Why it is not up to date, after a run."),
)


@dataclass(frozen=True, slots=True)
class PlannedUpdate:
    """A translation with its stale or missing parts, and after a run the reason if it is still not up to date.

    `row` is its number in the plan, from 1.
    """

    lesson_id: str
    title: str
    language: str
    source_lesson_id: str
    stale_blocks: int
    missing_blocks: int
    error: str = ""
    row: int = 0

    @property
    def is_current(self) -> bool:
        """Whether the translation is up to date."""
        return not (self.stale_blocks or self.missing_blocks)


@checks_arguments
@dataclass(frozen=True)
class UpdatePlan:
    """The translations and what is stale in them. Nothing is changed before `run` or `update_translations`.

    `price_credits` is that of one translation, however many of its blocks are stale; `None` if the service does not
    say. `balance_credits` is the organization's balance when this was planned, `daily_cap_credits` what it may spend in
    a day (UTC) and `daily_left_credits` what was left that day. `is_result`: it is a result of `update_translations`.
    Titles are untrusted.
    """

    rows: Sequence[PlannedUpdate]
    organization_id: str | None
    price_credits: int | None
    client: Client = field(repr=False, compare=False)
    is_result: bool = False
    balance_credits: int | None = None
    daily_cap_credits: int | None = None
    daily_left_credits: int | None = None
    runner: Callable[..., UpdatePlan] | None = field(default=None, repr=False, compare=False)

    @property
    def stale(self) -> list[PlannedUpdate]:
        """The translations that would be updated."""
        return [row for row in self.rows if not row.is_current]

    @property
    def open_blocks(self) -> int:
        """Number of stale or missing blocks in the stale translations, titles included."""
        return sum(update.stale_blocks + update.missing_blocks for update in self.stale)

    @property
    def cost_credits(self) -> int:
        """Maximum cost in whole credits."""
        return len(self.stale) * (self.price_credits or 0)

    @property
    def cost(self) -> Cost:
        """The cost of this plan, and how much of it the balance covers."""
        return Cost(
            len(self.stale),
            self.price_credits,
            None,
            CREDIT,
            self.balance_credits,
            "translation",
            "brought up to date",
            self.daily_cap_credits,
            self.daily_left_credits,
        )

    @property
    def payable_credits(self) -> int:
        """Maximum cost that the balance covers, in whole credits."""
        return self.cost.payable_rows * (self.price_credits or 0)

    @property
    def needs_approval(self) -> bool:
        """Whether `run` needs `plan.approve(...)` first.

        This is so over 25 translations, or for more than the balance pays for.
        """
        return self.cost.needs_approval

    @property
    def digest(self) -> str:
        """Digest of what is approved: organization, price and translations. 64 hexadecimal digits."""
        wanted = [[row.lesson_id, row.source_lesson_id, row.stale_blocks, row.missing_blocks] for row in self.stale]
        return sha256([self.organization_id, "updates", self.price_credits, wanted])

    def approve(self, *, credits: int | None = None, rows: int | None = None, beyond_balance: bool = False) -> Approval:
        """Return an approval for at most this amount: credits, or rows if the service announces no price.

        Raises `PlanRejected` for more than the organization's balance pays for, unless `beyond_balance=True`.
        """
        return self.cost.approve(self.digest, credits=credits, rows=rows, beyond_balance=beyond_balance)

    def connect_to(self, runner: Callable[..., UpdatePlan]) -> UpdatePlan:
        """Return the plan with this `runner`, such as `update_translations`, which `run` calls."""
        return replace(self, runner=runner)

    def run(self, approval: Approval | None = None) -> UpdatePlan:
        """Carry the plan out like `wb.translations.update`, and return the updated plan; plan again to resume.

        Raises `PlanRejected` where it needs an approval, and for one of another plan or of less than it costs.

        Example: `plan.run(plan.approve(credits=40))`.
        """
        given = self.cost.implied_approval(self.digest) if approval is None else approval
        if given.plan_digest != self.digest:
            raise PlanRejected("This approval is for another plan. Approve this plan.")
        if given.lessons < self.cost.payable_rows:
            wanted = count_text(self.cost.payable_rows, "translation")
            raise PlanRejected(f"The plan updates {wanted}, and {given.lessons:,} were approved. Nothing was sent.")
        updated: UpdatePlan = require_runner(self.runner)(self, credits=given.credits or 0, beyond_balance=True)
        return updated

    def frame(self) -> pandas.DataFrame:
        """Return a DataFrame with a row for each translation, with its source and language."""
        names = [column.name for column in UPDATE_COLUMNS]
        return rows_frame(
            UPDATE_COLUMNS,
            [{name: getattr(row, name) or _empty_plan_text(name) for name in names} for row in self.rows],
        )

    def __str__(self) -> str:
        count = len(self.stale)
        blocks = self.open_blocks
        cost = credits_text(self.cost_credits) if self.price_credits is not None else "an unknown price"
        if not count:
            stand = f"{counted_are(len(self.rows), 'translation')} up to date"
            return f"{stand} now." if self.is_result else f"Nothing to do: {stand}."
        what = f"{count_text(count, 'translation')} to update, {count_text(blocks, 'block')}"
        current = len(self.rows) - count
        text = f"{what}, for up to {cost}{f'; {current:,} are up to date' if current else ''}."
        return text if self.is_result else f"{text} {self.cost.warning}".strip()

    def __repr__(self) -> str:
        return f"<UpdatePlan: {self}>"


def plan_updates(
    client: Client,
    languages: Sequence[str] | None = None,
    *,
    organization_id: str | None = None,
    course_ids: Sequence[str] | None = None,
    lesson_ids: Iterable[str] | None = None,
) -> UpdatePlan:
    """Plan the updates of all translations of an organization, of courses, or of the lessons `lesson_ids`.

    `languages` limits it to these languages. A course or a lesson may be the source or the translation. Raises
    `InputRejected` for an invalid language code or a lesson without a translation, and `NotSent` if the service
    has no translation.
    """
    price = update_price(client)
    codes = None if languages is None else language_codes(languages)
    wanted = None if lesson_ids is None else set(lesson_ids)
    there = list(iter_translations(client, organization_id))
    if wanted is not None:
        unknown = (
            wanted
            - {translation.lesson_id for translation in there}
            - {translation.source_lesson_id for translation in there}
        )
        if unknown:
            raise InputRejected(
                f"The lesson {display_text(min(unknown))} has no translations and is not one itself. Leave "
                "it out, or translate it first."
            )
    elif course_ids is not None:
        wanted = {
            lesson.lesson_id
            for course_id in course_ids
            for lesson in iter_lessons(client, organization_id, course_id=course_id)
        }
    chosen = (
        translation
        for translation in there
        if (codes is None or translation.language in codes)
        and (wanted is None or {translation.lesson_id, translation.source_lesson_id} & wanted)
    )
    rows = [_row(row, updated) for row, updated in enumerate(chosen, 1)]
    target = find_place(client, organization_id)
    return UpdatePlan(
        rows,
        organization_id,
        price,
        client,
        balance_credits=target.balance_credits,
        daily_cap_credits=target.daily_cap_credits,
        daily_left_credits=target.daily_left_credits,
    )


def update_price(client: Client) -> int | None:
    """Return the price of updating one translation, in whole credits; None if the service does not state it.

    Raises `NotSent` if the service has no translation.
    """
    capabilities = client.capabilities()
    if capabilities is None or suggest_translation.name not in capabilities.procedures:
        raise NotSent(NO_TRANSLATIONS)
    return next((price.credits for price in capabilities.prices if price.procedure == suggest_translation.name), None)


def _row(row: int, translation: ListedTranslation) -> PlannedUpdate:
    return PlannedUpdate(
        translation.lesson_id,
        translation.title,
        translation.language,
        translation.source_lesson_id,
        translation.stale_blocks,
        translation.missing_blocks,
        row=row,
    )


def _empty_plan_text(name: str) -> int | None:
    return 0 if name.endswith("_blocks") else None

"""A plan of translations: a row for each lesson and language, with existing ones, and the cost of the others.

A frozen value. It can be shown, approved and run; making it or looking at it sends no write. Source: ours (bulk).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Final, Self

from workbench.argument_check import checks_arguments
from workbench.bulk.planning.approval import Approval, Cost
from workbench.bulk.planning.plan import require_runner, sha256
from workbench.bulk.planning.plan_summary import PlanSummary, balance_fact, payment_counts, payment_facts
from workbench.bulk.planning.target import RunTarget
from workbench.columns import INTEGER, TEXT, Column, rows_frame
from workbench.credit_text import credits_text
from workbench.procedures.translations import ListedTranslation
from workbench.text import escape_html
from workbench.wording import count_text

if TYPE_CHECKING:
    import pandas

ROWS_SHOWN: Final = 20
COLUMNS: Final = (
    Column("row", INTEGER, "", "The number of the row in the plan, from 1."),
    Column("lesson_id", TEXT, "", "The lesson to be translated."),
    Column("title", TEXT, "", "Its title."),
    Column("language", TEXT, "", "Into which language."),
    Column("state", TEXT, "", "missing, there, or stale (the source has changed since)."),
    Column("translation_id", TEXT, "", "The translation; missing if there is none."),
    Column("stale_blocks", INTEGER, "blocks", "Blocks whose source has changed since."),
    Column("missing_blocks", INTEGER, "blocks", "Source blocks without a translation."),
    Column("error", TEXT, "", "Why it was not created, after a run."),
)


class TranslationState(StrEnum):
    """The state of a lesson in a language. Only missing translations are made, and cost credits."""

    MISSING = "missing"
    THERE = "there"
    STALE = "stale"


@dataclass(frozen=True, slots=True)
class PlannedTranslation:
    """Lesson and target language. `row` counts from 1; the title is untrusted when displayed.

    After a run `made_id` is its translation, and `error` is why it has none.
    """

    row: int
    lesson_id: str
    title: str
    revision: int
    language: str
    translation: ListedTranslation | None = None
    made_id: str | None = None
    error: str = ""

    @property
    def state(self) -> TranslationState:
        """Current state of the translation."""
        if self.translation is None:
            return TranslationState.MISSING if self.made_id is None else TranslationState.THERE
        is_stale = self.translation.stale_blocks or self.translation.missing_blocks
        return TranslationState.STALE if is_stale else TranslationState.THERE

    @property
    def translation_id(self) -> str | None:
        """Id of the translation, or `None` while it does not exist."""
        return self.made_id if self.translation is None else self.translation.lesson_id


@checks_arguments
@dataclass(frozen=True, slots=True)
class TranslationPlan:
    """The lessons to translate, their languages and destination. `rows` are in the order of the lessons.

    `place.price_credits` is the price of one translation; `None` where the service announces none.
    """

    name: str
    place: RunTarget
    rows: tuple[PlannedTranslation, ...]
    runner: Callable[..., Any] | None = field(default=None, repr=False, compare=False)

    @property
    def missing(self) -> tuple[PlannedTranslation, ...]:
        """Rows that would be made, and paid for."""
        return tuple(row for row in self.rows if row.state is TranslationState.MISSING)

    @property
    def counts(self) -> Mapping[TranslationState, int]:
        """Number of rows in each state that occurs."""
        counts = Counter(row.state for row in self.rows)
        return {state: counts[state] for state in TranslationState if counts[state]}

    @property
    def shown_counts(self) -> Mapping[str, int]:
        """Counts in words; missing rows that are not paid for, or not made today, are counted separately."""
        return payment_counts(self.cost, self.counts, TranslationState.MISSING)

    @property
    def cost(self) -> Cost:
        """Cost of this plan."""
        target = self.place
        return Cost(
            len(self.missing),
            target.price_credits,
            None,
            target.credit_noun,
            target.balance_credits,
            "translation",
            daily_cap_credits=target.daily_cap_credits,
            daily_left_credits=target.daily_left_credits,
        )

    @property
    def total_credits(self) -> int | None:
        """Cost of all missing translations, or `None` if no price is announced."""
        return self.cost.total_credits

    @property
    def balance_after_credits(self) -> int | None:
        """Balance after all are made; negative if it does not suffice, `None` if unknown."""
        if self.place.balance_credits is None or self.total_credits is None:
            return None
        return self.place.balance_credits - self.total_credits

    @property
    def needs_approval(self) -> bool:
        """Whether a run needs `plan.approve(...)` first.

        This is so over 25 translations, or for more than the balance pays for.
        """
        return self.cost.needs_approval

    @property
    def digest(self) -> str:
        """Digest of what is approved: place, price, lessons and languages. 64 hexadecimal digits."""
        wanted = [[row.lesson_id, row.revision, row.language] for row in self.missing]
        return sha256([*self.place.identity, "translations", self.place.price_credits, wanted])

    def approve(self, *, credits: int | None = None, rows: int | None = None, beyond_balance: bool = False) -> Approval:
        """Return an approval for at most this amount: credits, or rows if the service announces no price.

        Raises `PlanRejected` for more than the organization's balance pays for, unless `beyond_balance=True`.
        """
        return self.cost.approve(self.digest, credits=credits, rows=rows, beyond_balance=beyond_balance)

    def connect_to(self, runner: Callable[..., Any]) -> Self:
        """Return the same plan with `runner`, to which `run` passes it with its arguments."""
        return replace(self, runner=runner)

    def run(self, approval: Approval | None = None, *, wait: bool = True) -> Any:
        """Carry the plan out and return its run, as `wb.bulk.run(plan)`; a repeated call continues where it stopped.

        Raises `PlanRejected` if it needs an approval, and for a plan without a connection.

        Example: `plan.run(plan.approve(credits=40))`.
        """
        return require_runner(self.runner)(self, approval, wait=wait)

    def frame(self) -> pandas.DataFrame:
        """Return a DataFrame with a row for each lesson and language, in the order of the lessons."""
        return rows_frame(COLUMNS, [_cells(row) for row in self.rows])

    def __repr__(self) -> str:
        return f"TranslationPlan({self.name!r}: {self})"

    def __str__(self) -> str:
        count = len(self.missing)
        there = len(self.rows) - count
        stale = self.counts.get(TranslationState.STALE, 0)
        made = f"; {there:,} {'is' if there == 1 else 'are'} there" if there else ""
        text = f"{count_text(count, 'translation')} to create for {self._price()}{made}{_stale(stale, there)}."
        return f"{text} {self.cost.warning}".strip()

    def _price(self) -> str:
        total = self.total_credits
        return "a price that is not announced" if total is None else credits_text(total, self.place.credit_noun)

    def _repr_html_(self) -> str:
        rows = sorted(self.rows, key=lambda row: row.state is not TranslationState.MISSING)[:ROWS_SHOWN]
        head = "<tr><th>Row</th><th>Lesson</th><th>Language</th><th>State</th></tr>"
        table = head + "".join(_html_row(shown_row) for shown_row in sorted(rows, key=lambda row: row.row))
        warnings = [text for text in (self.cost.shortfall, self.cost.daily_limit) if text]
        summary = PlanSummary(self._facts(), self.shown_counts, warnings, self._advice())
        return summary.as_html(table, more=len(self.rows) - len(rows))

    def _facts(self) -> list[tuple[str, str]]:
        target = self.place
        noun, price = target.credit_noun, target.price_credits
        facts = [
            ("Run", self.name),
            ("Organization", target.organization_name or target.organization_id),
            ("Translations to create", f"{len(self.missing):,} of {len(self.rows):,}"),
            ("Unit price", "not reported by this service" if price is None else credits_text(price, noun)),
            ("Total", self._price()),
        ]
        if target.balance_credits is not None and self.balance_after_credits is not None:
            facts.append(("Balance now", credits_text(target.balance_credits, noun)))
            facts.append(balance_fact(self.cost, self.balance_after_credits))
        facts += payment_facts(self.cost)
        facts.append(("If an answer is lost", "the translation is requested again with its key; it is charged once"))
        return facts

    def _advice(self) -> str:
        if not self.missing:
            return "Nothing to create."
        if self.cost.shortfall:
            return f"To create what you can pay for: {self.cost.how_to_approve()}."
        if self.needs_approval:
            return f"Approve it to run it: {self.cost.how_to_approve()}."
        return "Ready to run."


def _stale(stale: int, there: int) -> str:
    if not stale:
        return ""
    return ", and stale" if stale == there == 1 else f", {stale:,} of them stale"


def _html_row(row: PlannedTranslation) -> str:
    error = f"<br><em>{escape_html(row.error)}</em>" if row.error else ""
    return (
        f'<tr><td class="n">{row.row}</td><td><bdi dir="auto">{escape_html(row.title, longest=120)}</bdi></td>'
        f'<td class="l">{escape_html(row.language)}</td><td class="v">{escape_html(row.state)}{error}</td></tr>'
    )


def _cells(row: PlannedTranslation) -> dict[str, object]:
    translation = row.translation
    return {
        "row": row.row,
        "lesson_id": row.lesson_id,
        "title": row.title,
        "language": row.language,
        "state": str(row.state),
        "translation_id": row.translation_id,
        "stale_blocks": None if translation is None else translation.stale_blocks,
        "missing_blocks": None if translation is None else translation.missing_blocks,
        "error": row.error or None,
    }

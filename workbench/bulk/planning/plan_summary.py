"""Summary of a plan above its rows, of lessons to make or of changes: as plain text and as an HTML card."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from workbench.bulk.planning.approval import Cost
from workbench.credit_text import credits_text
from workbench.text import align_cells, display_text, escape_html, escaped_sentence

PLAN_STYLE: Final = (
    "<style>.wb-plan{font-family:var(--jp-ui-font-family,system-ui,sans-serif);max-width:60rem;line-height:1.4}"
    ".wb-plan table{border-collapse:collapse;margin:.5rem 0}.wb-plan td,.wb-plan th{padding:.15rem .6rem;"
    "text-align:start!important;border-bottom:1px solid var(--jp-border-color2,#ccc)}"
    ".wb-plan td.n{text-align:end!important}.wb-plan td{overflow-wrap:anywhere;vertical-align:top!important}"
    ".wb-plan .v{min-width:12rem}.wb-plan .l{overflow-wrap:normal}"
    ".wb-plan p{margin:.3rem 0}</style>"
)


def balance_fact(cost: Cost, balance_after_credits: int) -> tuple[str, str]:
    """Return the balance that remains after all rows are made, or the credits that are missing to make them."""
    if balance_after_credits >= 0:
        return "Balance after", credits_text(balance_after_credits, cost.credit_noun)
    return "Missing", credits_text(-balance_after_credits, cost.credit_noun)


def payment_facts(cost: Cost) -> list[tuple[str, str]]:
    """Name how many rows the balance pays for, and how many can be made today, where those are not all."""
    facts = [("The balance covers", f"{cost.rows_paid_for:,} of {cost.rows:,} rows")] if cost.shortfall else []
    return (
        [*facts, ("Can be created today", f"{cost.rows_today:,} of {cost.rows:,} rows")] if cost.daily_limit else facts
    )


def payment_counts(cost: Cost, counts: Mapping[Any, int], wanted: Any) -> Mapping[str, int]:
    """Count the rows by verdict in words; `wanted` ones that are not paid for, or not today, are counted apart."""
    by_name = {str(verdict): count for verdict, count in counts.items()}
    if not cost.warning:
        return by_name
    paid = cost.rows if cost.rows_paid_for is None else cost.rows_paid_for
    waiting = cost.payable_rows - cost.rows_today
    apart = {
        str(wanted): paid - waiting,
        f"{wanted}, but not today": waiting,
        f"{wanted}, but not paid for": cost.rows - paid,
    }
    return {name: count for name, count in {**apart, **by_name, **apart}.items() if count}


@dataclass(frozen=True, slots=True)
class PlanSummary:
    """The facts for a person's decision, the number of rows by verdict, notes, and what to do next.

    The texts are untrusted and not escaped; that is done here.
    """

    facts: Sequence[tuple[str, str]]
    counts: Mapping[Any, int]
    notes: Sequence[str]
    advice: str

    def as_text(self) -> str:
        """Plain text, a line for each fact, verdict and note."""
        lines = [f"{name}: {display_text(value)}" for name, value in self.facts]
        lines += [f"  {count:,} {verdict}" for verdict, count in self.counts.items()]
        lines += [f"Note: {display_text(note)}" for note in self.notes]
        return "\n".join([*lines, self.advice] if self.advice else lines)

    def as_html(self, table: str, *, more: int) -> str:
        """Return the card as HTML.

        `table` is HTML with the header and the visible rows; `more` is the number of hidden rows.
        """
        facts = "".join(
            f"<tr><th>{escape_html(name)}</th><td>{escape_html(value)}</td></tr>" for name, value in self.facts
        )
        counts = ", ".join(f"{count:,} {escape_html(verdict)}" for verdict, count in self.counts.items())
        notes = "".join(f"<p>{escaped_sentence(note)}</p>" for note in self.notes)
        rest = f"<p>{more:,} more rows; all of them: <code>plan.frame()</code>.</p>" if more else ""
        tables = f"<table>{facts}</table><p>{counts}</p>{notes}<table>{table}</table>"
        advice = escaped_sentence(self.advice)
        return f'{PLAN_STYLE}<div class="wb-plan">{align_cells(tables)}{rest}<p>{advice}</p></div>'

"""A plan for people: as an HTML card and as text. Text of topics is untrusted, and is escaped here."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import islice
from typing import Final, Protocol

from workbench.bulk.journal.destination import Destination
from workbench.bulk.lesson_options import OPTION_LABELS, option_texts
from workbench.bulk.planning.approval import Cost
from workbench.bulk.planning.plan_row import PlanRow, Verdict
from workbench.bulk.planning.plan_summary import PlanSummary, balance_fact, payment_counts, payment_facts
from workbench.bulk.planning.target import RunTarget
from workbench.credit_text import credits_text
from workbench.text import escape_html
from workbench.wording import count_text

ROWS_SHOWN: Final = 20
DESTINATIONS_SHOWN: Final = 20


class ShownPlan(Protocol):
    """The attributes of a `Plan` that the card shows."""

    @property
    def name(self) -> str: ...
    @property
    def place(self) -> RunTarget: ...
    @property
    def destination(self) -> Destination: ...
    @property
    def template(self) -> str | None: ...
    @property
    def rows(self) -> Sequence[PlanRow]: ...
    @property
    def ready(self) -> Sequence[PlanRow]: ...
    @property
    def counts(self) -> Mapping[Verdict, int]: ...
    @property
    def notes(self) -> Sequence[str]: ...
    @property
    def budget_credits(self) -> int | None: ...
    @property
    def cost(self) -> Cost: ...
    @property
    def balance_after_credits(self) -> int | None: ...
    @property
    def rows_paid_for(self) -> int | None: ...


def plan_facts(plan: ShownPlan) -> list[tuple[str, str]]:
    """Return the facts for a person's decision as names and values, not escaped."""
    target = plan.place
    price, total = target.price_credits, plan.cost.total_credits
    facts = [
        ("Run", plan.name),
        ("Organization", target.organization_name or target.organization_id),
        *(_unknown_destination(plan) or _destination_facts(destination_counts(plan))),
        ("As", target.person_name or target.person or "the signed-in person"),
        ("Rows to create", f"{len(plan.ready):,} of {len(plan.rows):,}"),
        ("Unit price", "not reported by this service" if price is None else credits_text(price, target.credit_noun)),
        (
            "Total",
            count_text(len(plan.ready), "row") if total is None else credits_text(total, target.credit_noun),
        ),
    ]
    if target.balance_credits is not None:
        facts.append(("Balance now", credits_text(target.balance_credits, target.credit_noun)))
    if plan.balance_after_credits is not None and plan.rows_paid_for is not None:
        facts.append(balance_fact(plan.cost, plan.balance_after_credits))
    facts += payment_facts(plan.cost)
    if plan.budget_credits is not None:
        facts.append(("Budget", credits_text(plan.budget_credits, target.credit_noun)))
    if plan.template is not None:
        facts.append(("Template", plan.template))
    facts += _option_facts(plan.ready)
    if target.writer_label is not None:
        facts.append(("Writer", target.writer_label))
    facts.append(("If an answer is lost", _if_lost(plan)))
    return facts


def destination_counts(plan: ShownPlan) -> Mapping[Destination, int]:
    """Return the number of ready rows by destination, in the order of the list."""
    return Counter(row.destination for row in plan.ready) or {plan.destination: 0}


def _unknown_destination(plan: ShownPlan) -> list[tuple[str, str]]:
    """Return why the destination is unknown, if that is why nothing can be made.

    No other place is used instead.
    """
    unknown = [] if plan.ready else [row for row in plan.rows if row.verdict is Verdict.DESTINATION_UNKNOWN]
    if not unknown:
        return []
    first = unknown[0]
    return [("Course" if first.destination.course_id else "Project", f"not known: {first.reason}")]


def _destination_facts(destinations: Mapping[Destination, int]) -> list[tuple[str, str]]:
    facts = []
    for destination, count in islice(destinations.items(), DESTINATIONS_SHOWN):
        rows = "" if len(destinations) == 1 else f": {count:,} {'row' if count == 1 else 'rows'}"
        facts.append(("Course" if destination.course_id else "Project", f"{destination}{rows}"))
    more = len(destinations) - len(facts)
    return [*facts, ("More destinations", f"{more:,}; all of them: `plan.frame()`")] if more else facts


def _option_facts(rows: Sequence[PlanRow]) -> list[tuple[str, str]]:
    """Return each option that the rows use in addition to their topics, and by how many rows."""
    used: dict[str, Counter[str]] = {}
    for options, count in Counter(row.options for row in rows).items():
        for name, text in option_texts(options).items():
            used.setdefault(name, Counter())[text] += count
    facts = []
    for name in (name for name in OPTION_LABELS if name in used):
        (text, _), count = next(iter(used[name].items())), used[name].total()
        value = text if len(used[name]) == 1 else f"{len(used[name]):,} different"
        facts.append(
            (OPTION_LABELS[name], value if count == len(rows) else f"{value}: {count:,} of {len(rows):,} rows")
        )
    return facts


def plan_advice(plan: ShownPlan) -> str:
    """Return what to do next, in one sentence."""
    if not plan.ready:
        return "Nothing to create."
    if plan.cost.shortfall:
        return f"To create what you can pay for: {plan.cost.how_to_approve()}. `plan.sample(5)` runs a few rows first."
    if plan.cost.needs_approval:
        return f"Approve it to run it: {plan.cost.how_to_approve()}. `plan.sample(5)` runs a few rows first."
    return "Ready to run."


def plan_text(plan: ShownPlan, advice: str | None = None) -> str:
    """Return the plan as plain text; `advice` says what to do next, by default for a notebook."""
    return _summary(plan, plan_advice(plan) if advice is None else advice).as_text()


def plan_card(plan: ShownPlan) -> str:
    """Return the plan as HTML: facts, counts, notes, and the first rows, with rows needing attention first."""
    rows = first_rows(plan)
    head = "<tr><th>Line</th><th>Topic</th><th>Language</th><th>Verdict</th><th>Credits</th></tr>"
    table = head + "".join(_row(row) for row in rows)
    return _summary(plan, plan_advice(plan)).as_html(table, more=len(plan.rows) - len(rows))


def _summary(plan: ShownPlan, advice: str) -> PlanSummary:
    notes = [note for note in (plan.cost.shortfall, plan.cost.daily_limit, *plan.notes) if note]
    return PlanSummary(plan_facts(plan), shown_counts(plan), notes, advice)


def shown_counts(plan: ShownPlan) -> Mapping[str, int]:
    """Count the rows by verdict in words; ready rows that credits or the daily limit don't cover are counted
    separately.
    """
    return payment_counts(plan.cost, plan.counts, Verdict.READY)


def first_rows(plan: ShownPlan) -> list[PlanRow]:
    """Return the rows to show, in order; at most half of them are rows that need attention."""
    needing_attention = [row for row in plan.rows if row.warning or not row.is_in_run]
    rest = [row for row in plan.rows if not row.warning and row.is_in_run]
    first = needing_attention[: ROWS_SHOWN // 2]
    return sorted([*first, *rest[: ROWS_SHOWN - len(first)]], key=lambda row: row.row)


def _row(row: PlanRow) -> str:
    warning = f"<br><em>{escape_html(row.warning)}</em>" if row.warning else ""
    credits = "" if row.credits is None else f"{row.credits}"
    topic, verdict = escape_html(row.topic, longest=120), escape_html(row.verdict_text)
    return (
        f'<tr><td class="n">{row.line}</td><td><bdi dir="auto">{topic}'
        f'</bdi></td><td class="l">{escape_html(row.language)}'
        f'</td><td class="v">{verdict}{warning}</td><td class="n">{credits}</td></tr>'
    )


def _if_lost(plan: ShownPlan) -> str:
    if plan.place.honours_keys:
        return "the row is requested again with its key; it is created and charged once"
    worst = plan.cost.total_credits
    cost = "" if worst is None else f" (at worst {credits_text(worst, plan.place.credit_noun)} could be in doubt)"
    return f"the row waits for you, because this service doesn't support keys{cost}"

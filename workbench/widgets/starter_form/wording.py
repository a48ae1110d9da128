"""The form for a new lesson as HTML: cost and writer, a plan, and the lesson that was created.

Pure; every text of the service is escaped here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from workbench.bulk.planning.approval import cost_for
from workbench.credit_text import CREDIT, credit_noun, credits_label, credits_text
from workbench.languages.reader import language_name
from workbench.procedures.lesson import StarterLesson
from workbench.procedures.organization import UserData
from workbench.procedures.service import Capabilities
from workbench.widgets.kit.controls import caution, facts, hint, tag, user_text

if TYPE_CHECKING:
    from workbench.bulk import Plan


NO_AI: Final = (
    "There is no AI model here. You get a planning sheet with your topic and notes for authors; "
    "replace the notes before you share it."
)


def cost_html(capabilities: Capabilities | None, price: int | None, person: UserData | None) -> str:
    """Price, credits left and the writer; a warning where balance or daily limit leave too few for a lesson."""
    noun = credit_noun(capabilities)
    cost = cost_for(person, 1, price, credit_noun=noun)
    left = "unknown" if cost.balance_credits is None else f"{cost.balance_credits:,}"
    pairs = [
        ("Price", user_text("not reported by this service" if price is None else credits_text(price, noun))),
        (credits_label(noun, "left"), user_text(left)),
    ]
    if capabilities is None:
        return facts(pairs) + hint("This service doesn't report its AI model and prices. A lesson may cost AI credits.")
    writer = capabilities.writer
    pairs.append(("Writer", user_text(writer.name) + " " + (tag("AI") if writer.is_ai else tag("no AI", "warn"))))
    fragment = facts(pairs)
    if not writer.is_ai:
        fragment += hint(NO_AI)
    if cost.shortfall:
        too_few = "AI credits" if noun == CREDIT else f"{noun}s"
        fragment += caution(f"Not enough {too_few} for a lesson. An owner can grant some.")
    return fragment + (caution(cost.daily_limit) if cost.daily_limit else "")


def plan_html(plan: Plan, *, has_run_button: bool) -> str:
    """Return the number of topics per verdict, the plan's cost, and how it is carried out."""
    from workbench.bulk.planning.plan_card import shown_counts

    cost = (
        "a price that is unknown"
        if plan.total_credits is None
        else credits_text(plan.total_credits, plan.place.credit_noun)
    )
    verdicts = [(name.capitalize(), user_text(f"{count:,}")) for name, count in shown_counts(plan).items()]
    warning = caution(plan.cost.warning) if plan.cost.warning else ""
    what_next = "Nothing is created before you approve it."
    if not has_run_button:
        what_next = "The plan is `form.plan`. Run it with `wb.bulk.run(form.plan)`; nothing is created before that."
    known = facts([*verdicts, ("Cost", user_text(cost)), ("Name of the run", user_text(plan.name))])
    return known + warning + hint(what_next)


def made_html(lesson: StarterLesson, language: str) -> str:
    """Return the new lesson: title, language and id."""
    return facts(
        [
            ("Created", f"<strong>{user_text(lesson.title)}</strong>"),
            ("Language", user_text(language_name(language))),
            ("Lesson ID", f"<code>{user_text(lesson.lesson_id)}</code>"),
        ]
    )

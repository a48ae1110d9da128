"""Authorship and approval of a lesson, as shown in its page's footer. Source: ours (publishing 5).

People are named by their organization alone: a page that anybody reads contains no person's name or address.
"""

from __future__ import annotations

from dataclasses import dataclass
from html import escape

from workbench.learner_pages.words import learner_words


@dataclass(frozen=True, slots=True)
class MadeBy:
    """Provenance of the displayed revision.

    `model` is the name of the model that drafted it; None if people wrote it. `has_edits` says that people
    changed the draft, `approved_on` is the day of its approval (UTC, `2026-11-23`).
    """

    organization: str
    model: str | None = None
    has_edits: bool = False
    approved_on: str | None = None


def made_by_html(made: MadeBy, language: str) -> str:
    """Return the footer of the lesson's page, in the lesson's language."""
    filled = {
        "organization": f"<bdi>{escape(made.organization)}</bdi>",
        "model": f"<bdi>{escape(made.model or '')}</bdi>",
        "date": f'<time datetime="{made.approved_on}">{made.approved_on}</time>',
    }
    footer_text = " · ".join(escape(sentence).format(**filled) for sentence in _sentences(made, language))
    return f'<footer class="made"><p>{footer_text}</p></footer>'


def made_by_text(made: MadeBy, language: str) -> str:
    """Return the footer as plain text."""
    filled = {"organization": made.organization, "model": made.model or "", "date": made.approved_on or ""}
    return " · ".join(sentence.format(**filled) for sentence in _sentences(made, language))


def _sentences(made: MadeBy, language: str) -> list[str]:
    """Return the sentences to show, with the placeholders `{organization}`, `{model}` and `{date}`."""
    names = ["written"] if made.model is None else ["drafted", *(["edited"] if made.has_edits else [])]
    names += ["approved"] if made.approved_on else []
    words = learner_words(language)
    return [words[name] for name in names]

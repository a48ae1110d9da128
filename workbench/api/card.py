"""The card that a connected workbench shows, in HTML and in plain text. Sends nothing; every text is escaped."""

from __future__ import annotations

from collections.abc import Iterator

from workbench.api.connection import ConnectionFacts
from workbench.credit_text import balance_label, credit_noun
from workbench.text import display_text, escape_html
from workbench.wording import count_text

UNKNOWN = "not available from this service"
SOON_DAYS = 3

_STYLE = (
    "font-family:var(--jp-ui-font-family,system-ui,sans-serif);font-size:13px;color:var(--jp-ui-font-color1,inherit);"
    "border:1px solid var(--jp-border-color1,#8886);border-radius:8px;padding:10px 14px;max-width:44em;line-height:1.5"
)
# JupyterLab styles definition lists itself; these rules reset that.
_CELL = "display:block;float:none;width:auto;margin:0;padding:0"
_LABEL = f"{_CELL};font-weight:400;white-space:nowrap;color:var(--jp-ui-font-color2,inherit)"


def rows(facts: ConnectionFacts) -> Iterator[tuple[str, str]]:
    """Label and text of each line, in the order in which they are read."""
    yield "signed in as", _who(facts)
    yield "organization", _organization(facts)
    yield "tier, status", _tier_and_status(facts)
    left = UNKNOWN if facts.credits_left is None else f"{facts.credits_left:,}"
    yield balance_label(credit_noun(facts.service)), left
    yield "service", _service(facts)
    yield "writer", _writer(facts)
    yield "session", _session(facts)


def plain(facts: ConnectionFacts) -> str:
    """Return the card as text, with a line for each fact and each note."""
    lines = [f"{label + ':':<14} {display_text(text)}" for label, text in rows(facts)]
    return "\n".join([*lines, *(f"note: {display_text(note)}" for note in facts.notes)])


def as_html(facts: ConnectionFacts) -> str:
    """Return the card as one HTML element, without scripts or links, in the colours of the notebook's theme."""
    body = "".join(
        f'<dt style="{_LABEL}">{label}</dt><dd style="{_CELL}">{escape_html(text)}</dd>' for label, text in rows(facts)
    )
    notes = "".join(f'<p role="note" style="margin:6px 0 0">{escape_html(note)}</p>' for note in facts.notes)
    title = '<div style="font-weight:600;margin-bottom:4px">Workbench</div>'
    listed = f'<dl style="display:grid;grid-template-columns:max-content 1fr;gap:2px 1.5em;margin:0">{body}</dl>'
    return f'<section aria-label="Workbench" style="{_STYLE}">{title}{listed}{notes}</section>'


def _who(facts: ConnectionFacts) -> str:
    name = (facts.who and facts.who.name) or (facts.person and facts.person.name)
    email = (facts.who and facts.who.email) or (facts.person and facts.person.email)
    if not name and not email:
        return UNKNOWN
    return f"{name} ({email})" if name and email else str(name or email)


def _organization(facts: ConnectionFacts) -> str:
    listed = facts.organization
    if listed is None:
        return facts.organization_id or UNKNOWN
    others = len(facts.organizations) - 1
    names = [organization.name for organization in facts.organizations]
    name = listed.name if names.count(listed.name) == 1 else f"{listed.name} ({listed.organization_id})"
    return f"{name}, as {listed.role}" + (f" ({others} more)" if others else "")


def _tier_and_status(facts: ConnectionFacts) -> str:
    account = facts.tier_and_status or facts.organization
    return f"{account.tier}, {account.status}" if account else UNKNOWN


def _service(facts: ConnectionFacts) -> str:
    if facts.service is None:
        return facts.origin
    suffix = ", on this computer" if facts.is_local else ""
    return f"{facts.service.name} {facts.service.version} at {facts.origin}{suffix}"


def _writer(facts: ConnectionFacts) -> str:
    if facts.service is None:
        return UNKNOWN
    writer = facts.service.writer
    return writer.name if writer.is_ai else f"{writer.name} (no AI; for lessons set WORKBENCH_AI_MODEL)"


def _session(facts: ConnectionFacts) -> str:
    days = facts.session_days
    if days is None:
        return f"from {facts.source}"
    left = "ends today" if days < 1 else f"{count_text(int(days), 'day')} left"
    return f"{left}, from {facts.source}" + (". Sign in again soon: workbench login" if days < SOON_DAYS else "")

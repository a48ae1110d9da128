"""Request the outline of a course from the service: paid once for a brief, no matter how often it is requested.

The key is derived from the brief and the other options, so that a cell that is run again, a killed process and a
reloaded panel get the outline that was paid for. Source: ours (bulk).
"""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from workbench.bulk.outlines.outline import Outline, outline_from_answer
from workbench.bulk.paid_calls import paid_answer
from workbench.bulk.planning.option_references import read_cells
from workbench.bulk.running.clocks import epoch_ms
from workbench.bulk.running.progress import clock_time
from workbench.client.retry import NO_RETRY
from workbench.client.sync import Client
from workbench.errors import NotSent
from workbench.procedures.course import propose_outline
from workbench.procedures.declare import Call
from workbench.procedures.outlines import ProposedOutline, ProposeOutlineInput

NO_OUTLINES: Final = (
    "This service has no AI model, so it can't propose an outline. Write the lessons yourself, as a table or a list of "
    "topics: wb.courses.outline(table, title=…, language=…)."
)


@dataclass(frozen=True, slots=True)
class Brief:
    """The description of a course to propose. `lessons` is the number of lessons, `None` for as many as it needs.

    Another `variant` asks for another outline of the same brief, which is paid for again. `cells` say how the course is
    written, as those of a topic list: `audience`, `tone`, `reading_level`, and `sources` by name or id.
    """

    text: str
    language: str
    lessons: int | None = None
    variant: int = 1
    cells: Mapping[str, str] = field(default_factory=dict)


def proposes_outlines(client: Client) -> bool:
    """Return whether the service can propose outlines, asking it once per client."""
    capabilities = client.capabilities()
    return capabilities is not None and propose_outline.name in capabilities.procedures


def outline_price(client: Client) -> int | None:
    """Return the price of one outline in whole credits, or `None` if the service does not give it."""
    capabilities = client.capabilities()
    prices = capabilities.prices if capabilities is not None else []
    return next((price.credits for price in prices if price.procedure == propose_outline.name), None)


def propose(
    client: Client,
    brief: Brief,
    *,
    organization_id: str | None = None,
    max_credits: int | None = None,
    wait: Callable[[float], object] = time.sleep,
    on_wait: Callable[[str], object] = lambda message: None,
) -> Outline:
    """Return the outline of a brief, connected to this client; the same request again is free.

    `max_credits` is the highest accepted price, by default the announced one. While an earlier attempt is in progress,
    `on_wait` is called with a sentence (for whom it waits, and until when), then `wait` with seconds. Raises `NotSent`
    if the service has no model, and the errors of the call.
    """
    if not proposes_outlines(client):
        raise NotSent(NO_OUTLINES)
    options = read_cells(client, organization_id, brief.cells)
    call = propose_outline(
        brief=brief.text,
        language=brief.language,
        lessons=brief.lessons,
        organization_id=organization_id,
        max_credits=outline_price(client) if max_credits is None else max_credits,
        style=options.style,
        source_ids=list(options.source_ids) or None,
    )

    def keyed_call(refusals: int) -> Call[ProposedOutline]:
        return call.keyed(outline_key(client, call, brief.variant, refusals))

    def wait_for(seconds: float, reason: str) -> None:
        on_wait(f"{reason} Next try at {clock_time(epoch_ms() + round(1000 * seconds))}.")
        wait(seconds)

    keyed = paid_answer(client, keyed_call, NO_RETRY, wait_for)
    assert keyed is not None  # without a way to stop it
    request = call.input
    assert isinstance(request, ProposeOutlineInput)
    outline = outline_from_answer(keyed.answer, language=request.language, brief=request.brief)
    cost = 0 if keyed.is_replayed else outline_price(client)
    return replace(outline, cost_credits=cost, cells=brief.cells, client=client, organization_id=organization_id)


def outline_key(client: Client, call: Call[ProposedOutline], variant: int, refusals: int = 0) -> str:
    """Return the idempotency key, the same for the same service and request."""
    capabilities = client.capabilities()
    parts = [
        "outline",
        capabilities.service_id if capabilities else client.origin,
        call.input.to_wire(),
        variant,
        refusals,
    ]
    return hashlib.sha256(json.dumps(parts, sort_keys=True, ensure_ascii=True).encode()).hexdigest()

"""Draft one small lesson with the configured writer: whether it answers, how long it takes, what the checks find.

Nothing is stored and no credit is spent; the model's provider charges for it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from time import perf_counter
from typing import Final

from workbench.authoring.block import Block, new_block_id
from workbench.authoring.checks import CheckContext, LessonFinding, check
from workbench.service.ai.writer import StarterDraft, StarterRequest, Writer
from workbench.service.ai.writer_choice import writer_from_environment

REQUEST: Final = StarterRequest(
    "EN", "Washing hands in a kitchen: when to do it, and the five steps of doing it well. For new kitchen staff."
)


@dataclass(frozen=True, slots=True)
class WriterTrial:
    """A writer's result for the small topic.

    `cost_usd` is the price of the tokens by the provider's list, None for a model without one, as on your own server.
    `repairs` counts corrections made without the model.
    """

    writer: str
    title: str
    blocks: int
    seconds: float
    input_tokens: int | None
    output_tokens: int | None
    cost_usd: float | None
    repairs: int
    findings: tuple[LessonFinding, ...]


def try_writer(environment: Mapping[str, str], tell: Callable[[int], None]) -> WriterTrial | None:
    """Return the trial of the model that the environment names; None if it names none.

    Calls `tell` each second with the seconds so far. Raises Misconfigured, and WriterFailed.
    """
    writer = writer_from_environment(environment)
    return asyncio.run(_run_trial(writer, tell)) if writer.is_ai else None


async def _run_trial(writer: Writer, tell: Callable[[int], None]) -> WriterTrial:
    since = perf_counter()
    telling = asyncio.create_task(_tell_each_second(tell))
    try:
        draft = await writer.write(REQUEST)
    finally:
        telling.cancel()
        with suppress(asyncio.CancelledError):
            await telling
        await writer.close()
    blocks = [Block(id=new_block_id(), type=block.type, content=block.content) for block in draft.blocks]
    return WriterTrial(
        writer=writer.name,
        title=draft.title,
        blocks=len(blocks),
        seconds=perf_counter() - since,
        input_tokens=draft.input_tokens,
        output_tokens=draft.output_tokens,
        cost_usd=_cost_usd(draft),
        repairs=len(draft.repairs),
        findings=tuple(check(blocks, CheckContext(REQUEST.topic, REQUEST.language))),
    )


async def _tell_each_second(tell: Callable[[int], None]) -> None:
    seconds = 0
    while True:
        await asyncio.sleep(1)
        seconds += 1
        tell(seconds)


def _cost_usd(draft: StarterDraft) -> float | None:
    from genai_prices import Usage, calc_price

    provider, _, model = draft.writer.partition(":")
    usage = Usage(input_tokens=draft.input_tokens, output_tokens=draft.output_tokens)
    try:
        return float(calc_price(usage, model, provider_id=provider).total_price)
    except LookupError:
        return None

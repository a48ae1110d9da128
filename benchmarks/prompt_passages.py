"""The passages that a prompt is given, chosen from 1,000 pages; on each database.

A source has 3,000 passages of 1,500 characters: words of a vocabulary of 8,000, as often as Zipf says, so that some are
in every passage and most in few. Beside it lie ten other sources as long. A topic of a dozen words with three
objectives is asked for, another one each time. It is compared with 50 ms, and with a source of a tenth of the length.
Run as: python -m benchmarks.prompt_passages [--passages 3000] [--others 10] [--rounds N] [--json FILE]
"""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Callable
from functools import partial
from itertools import accumulate

import uvloop

from benchmarks.databases import each_database
from benchmarks.options import options
from benchmarks.paired import Compared, growth, in_turn, report
from workbench.service.administration.admin import AddedPerson, add_person
from workbench.service.ai.writer import PromptPassage
from workbench.service.db.seam import Db, Store
from workbench.service.kernel.context import now_ms
from workbench.service.kernel.settings import Settings
from workbench.service.running.server import open_service
from workbench.service.sources.prompt_passages import prompt_passages, usable_sources
from workbench.service.sources.uploads import PassageText, Upload, store_upload

LIMIT_MS, GROWTH = 50.0, 10.0
CHARACTERS, PART = 1_500, 500
SYLLABLES = ("ba", "ke", "li", "mo", "nu", "ra", "se", "ti", "vo", "zu", "gra", "ple", "stro", "ven")
TOPICS = 20

_CHANCE = random.Random(14)
VOCABULARY = list(dict.fromkeys("".join(_CHANCE.choices(SYLLABLES, k=_CHANCE.randint(1, 5))) for _ in range(30_000)))[
    :8_000
]
WEIGHTS = list(accumulate(1 / place for place in range(1, len(VOCABULARY) + 1)))


def main() -> None:
    """Measure, print the table, keep the figures."""
    parser = options(__doc__, rounds=15)
    parser.add_argument("--passages", type=int, default=3_000, metavar="N", help="of the source")
    parser.add_argument("--others", type=int, default=10, metavar="N", help="other sources of its length")
    chosen = parser.parse_args()
    with each_database() as databases, asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        rows = [
            row
            for name, fresh in databases.items()
            for row in measured(runner, name, fresh, chosen.passages, chosen.others, chosen.rounds)
        ]
    report("prompt_passages", rows, "ours", "50 ms, or a tenth of the length", chosen.json)


def measured(
    runner: asyncio.Runner, name: str, fresh: Callable[[], str], passages: int, others: int, rounds: int
) -> list[Compared]:
    """The choice from a long source, by the clock, and beside a short one."""
    service = runner.run(open_service(Settings(fresh())))
    added = runner.run(add_person(service.store, "ana@example.org", "Acme"))
    since = time.monotonic()
    for number in range(others):
        runner.run(fill(service.store, added, f"Other {number}", passages))
    long = runner.run(fill(service.store, added, "Long", passages))
    short = runner.run(fill(service.store, added, "Short", passages // 10))
    print(f"{name}: {others + 1} sources of {passages:,} passages took {time.monotonic() - since:.0f} s.", flush=True)
    sides = [partial(milliseconds, runner, service.store, added, source_id) for source_id in (long, short)]
    left, right = zip(*in_turn(rounds, *sides, warm=True), strict=True)
    runner.run(service.store.close())
    what = f"passages for a prompt, of {passages:,}, {name}"
    return [
        Compared(f"{what}, and the limit", "ms", left, [LIMIT_MS] * len(left), 1.0, at_least=False),
        growth(f"{what}, and of {passages // 10:,}", "ms", left, right, GROWTH),
    ]


async def fill(store: Store, added: AddedPerson, title: str, passages: int) -> str:
    """The id of a new source of so many passages."""
    source_id = None
    for first in range(1, passages + 1, PART):
        count = min(PART, passages - first + 1)
        upload = Upload(
            organization_id=added.organization_id,
            source_id=source_id,
            title=title,
            file_name=None,
            media_type=None,
            content_digest="0" * 64,
            first=first,
            passages=tuple(PassageText(f"page {first // 3 + 1}", None, text()) for _ in range(count)),
            is_last=first + count > passages,
            person_id=added.person_id,
        )
        stored = await store.write(partial(store_upload, upload=upload, now=now_ms()))
        assert stored is not None
        source_id = stored.source_id
    assert source_id is not None
    return source_id


def text() -> str:
    """Words as often as Zipf says, about as many characters as a third of a page has."""
    words = _CHANCE.choices(VOCABULARY, cum_weights=WEIGHTS, k=CHARACTERS // 7)
    return " ".join(words)[:CHARACTERS]


def topic() -> str:
    """A dozen words, and three sentences of eight; some common, some rare."""
    return " ".join(_CHANCE.choices(VOCABULARY, cum_weights=WEIGHTS, k=36))


def milliseconds(runner: asyncio.Runner, store: Store, added: AddedPerson, source_id: str) -> float:
    """What choosing for one topic takes, of several topics."""
    topics = [topic() for _ in range(TOPICS)]
    since = time.perf_counter()
    for asked_topic in topics:
        found = runner.run(store.read(partial(chosen_for, added=added, source_id=source_id, query=asked_topic)))
        assert found
    return (time.perf_counter() - since) * 1_000 / TOPICS


async def chosen_for(db: Db, *, added: AddedPerson, source_id: str, query: str) -> tuple[PromptPassage, ...]:
    """The passages, from looking the source up to their texts."""
    sources = await usable_sources(db, [source_id], organization_id=added.organization_id)
    return await prompt_passages(db, sources, query)


if __name__ == "__main__":
    main()

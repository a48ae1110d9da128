"""A search's first page beside the same question asked by hand, and what the index adds to an edit; on each database.

*Ours* is the handler of `lesson.search`, from what was typed to the JSON of its answer, without session and HTTP. *By
hand* is one SQL statement on the driver, its rows written as JSON. It asks the same index the same question, in the
quickest way that we know: the parts of one organization that have the word, summed up by lesson with the same score,
living lessons alone, best twenty first, how many there are in all, and for these twenty the row of the lesson, its
course, project and author, and the place of the word as the database shows it: FTS5's `snippet` of the best part's
words, `ts_headline` of the stored text of the first block that has it. It knows no phrases, filters or other words.
Both must give the same lessons in the same order, and the same total, before anything is measured.

An edit is the handler of `realtime.executeTransactions`, which changes the text of one block, and its commit: with the
index, and with nothing written into it.
Run as: python -m benchmarks.search [--sizes 100 1000 10000] [--rounds N] [--json FILE]
"""

from __future__ import annotations

import asyncio
import json
import random
import time
from collections.abc import Callable, Coroutine, Iterator, Sequence
from contextlib import nullcontext
from functools import partial
from itertools import accumulate
from statistics import median
from typing import Any
from unittest.mock import patch

import apsw
import psycopg
import uvloop

from benchmarks.databases import each_database
from benchmarks.options import options
from benchmarks.paired import Compared, growth, in_turn, report
from benchmarks.serving import cpu_seconds
from workbench.authoring.block import Block, Blocks, new_block_id
from workbench.procedures.declare import dump_answer
from workbench.procedures.lesson import SearchInput
from workbench.procedures.realtime import ExecuteTransactionsInput
from workbench.service.administration.admin import AddedPerson, add_person
from workbench.service.db.seam import Db, Store
from workbench.service.db.sqlite_file import connect, database_path
from workbench.service.db.text_index import organization_word, part_range
from workbench.service.kernel import membership
from workbench.service.kernel.context import Caller, Service, now_ms
from workbench.service.kernel.settings import Settings
from workbench.service.lessons import edits
from workbench.service.lessons.handlers import execute_transactions
from workbench.service.lessons.store import NewLesson, insert_lesson
from workbench.service.running.server import open_service
from workbench.service.search.handlers import search_lessons
from workbench.service.sessions import store as sessions

RARE, COMMON = "quokka", "harbour"
WITH_RARE = 5
BLOCKS, WORDS, LONG = 8, 45, 200
SEARCHES, EDITS = 20, 100
AT_ONCE = 100
SYLLABLES = ("ba", "ke", "li", "mo", "nu", "ra", "se", "ti", "vo", "zu", "gra", "ple", "stro", "ven")
LIMIT = 1.5
EDIT_LIMIT = 1.25

_COLUMNS = (
    "lesson.id, lesson.course_id, lesson.project_id, lesson.title, lesson.language, lesson.block_count, "
    "lesson.revision, lesson.topic, lesson.writer, lesson.created_at, lesson.updated_at, person.name, "
    "lesson.position, lesson.tags, lesson.tags_version, course.title, project.name, "
    "(SELECT count(*) FROM found) AS total"
)
_HITS = (
    "SELECT rowid >> 8 AS number, max(rowid) AS part, "
    "sum(CASE rowid & 255 WHEN 0 THEN 1000 WHEN 1 THEN 100 ELSE 1 END) AS score FROM search_text WHERE "
)
_PAGE = (
    "FROM (SELECT * FROM found ORDER BY score DESC, updated_at DESC, id DESC LIMIT 20) AS page "
    "JOIN lesson ON lesson.id = page.id JOIN course ON course.id = lesson.course_id "
    "JOIN project ON project.id = course.project_id LEFT JOIN person ON person.id = lesson.created_by "
    "ORDER BY page.score DESC, page.updated_at DESC, page.id DESC"
)
SQLITE = (
    f"WITH found AS MATERIALIZED (SELECT hits.*, lesson.id, lesson.updated_at "
    f"FROM ({_HITS} search_text MATCH :query AND rowid BETWEEN :first AND :last GROUP BY 1) AS hits "
    "CROSS JOIN lesson ON lesson.number = hits.number "
    "WHERE lesson.organization_id = :organization AND lesson.deleted_at IS NULL) "
    f"SELECT {_COLUMNS}, (SELECT snippet(search_text, 0, '[', ']', '…', 32) FROM search_text "
    f"WHERE search_text MATCH :query AND rowid = page.part) AS hit {_PAGE}"
)
POSTGRESQL = (
    f"WITH found AS MATERIALIZED (SELECT hits.*, living.id, living.updated_at "
    f"FROM ({_HITS} words @@ %(query)s::tsquery GROUP BY 1) AS hits "
    "CROSS JOIN LATERAL (SELECT lesson.id, lesson.updated_at FROM lesson WHERE lesson.number = hits.number "
    "AND lesson.organization_id = %(organization)s AND lesson.deleted_at IS NULL LIMIT 1) AS living) "
    f"SELECT {_COLUMNS}, (SELECT ts_headline('simple', block.content, %(shown)s::tsquery) FROM block "
    "WHERE block.lesson_id = page.id AND to_tsvector('simple', block.content) @@ %(shown)s::tsquery LIMIT 1) AS hit "
    f"{_PAGE}"
)

Search = Callable[[str], Coroutine[Any, Any, bytes]]


def main() -> None:
    """Measure, print the table, keep the figures."""
    parser = options(__doc__, rounds=9)
    parser.add_argument("--sizes", type=int, nargs="+", default=[100, 1_000, 10_000], metavar="N", help="lessons")
    chosen = parser.parse_args()
    with each_database() as databases, asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        rows = [
            row
            for name, fresh in databases.items()
            for row in measured(runner, name, fresh, sorted(chosen.sizes), chosen.rounds)
        ]
    report("search", rows, "ours, with the index", "by hand, without", chosen.json)


def measured(
    runner: asyncio.Runner, name: str, fresh: Callable[[], str], sizes: list[int], rounds: int
) -> list[Compared]:
    """Searches in organizations of each size, their growth, and edits in the largest."""
    rows: list[Compared] = []
    rare: list[Sequence[float]] = []
    for size in sizes:
        url = fresh()
        service = runner.run(open_service(Settings(url)))
        added = runner.run(add_person(service.store, "ana@example.org", "Acme"))
        since = time.monotonic()
        runner.run(fill(service.store, added, size))
        print(f"{name}: {size:,} lessons of {BLOCKS} blocks took {time.monotonic() - since:.0f} s.", flush=True)
        by = caller(runner, service, added)
        ours, hand = our_search(by, added), by_hand(url, added)
        for word, kind in ((RARE, "rare"), (COMMON, "common")):
            total = agreed(json.loads(runner.run(ours(word))), json.loads(runner.run(hand(word))))
            sides = [partial(milliseconds, runner, search, word) for search in (ours, hand)]
            left, right = zip(*in_turn(rounds, *sides, warm=True), strict=True)
            what = f"{kind} word, in {total:,} of {size:,} lessons, {name}"
            rows.append(Compared(what, "ms", left, right, LIMIT, at_least=False))
            rare += [left] if kind == "rare" else []
        if size == sizes[-1]:
            rows += [edited(runner, name, url, by, added, blocks, rounds) for blocks in (BLOCKS, LONG)]
        runner.run(service.store.close())
    what = f"rare word, {sizes[-1]:,} and {sizes[0]:,} lessons, both ours, {name}"
    return [*rows, growth(what, "ms", rare[-1], rare[0], LIMIT)]


def caller(runner: asyncio.Runner, service: Service, added: AddedPerson) -> Caller:
    """Who calls procedures here."""
    token = sessions.hash_token(added.session_token)
    person = runner.run(service.store.read(lambda db: sessions.sign_in(db, token, now=now_ms())))
    assert person is not None
    return Caller(service=service, person=person, procedure="", requires="edit")


def our_search(by: Caller, added: AddedPerson) -> Search:
    """Gives the answer to what is typed; the membership is known, as in a batch."""
    memberships: dict[str | None, Any] = {}

    async def unit(typed: str, db: Db) -> bytes:
        context = by.in_unit(db)
        context.memberships = memberships
        request = SearchInput(query=typed, organization_id=added.organization_id)
        return dump_answer(await search_lessons(context, request))

    async def search(typed: str) -> bytes:
        return await by.service.store.read(partial(unit, typed))

    return search


def by_hand(url: str, added: AddedPerson) -> Search:
    """Gives the rows for a word, on a connection of its own."""
    organization = added.organization_id
    if url.startswith("sqlite"):
        cursor = connect(database_path(url), apsw.SQLITE_OPEN_READONLY).cursor()
        first, last = part_range(organization)

        async def search(word: str) -> bytes:
            asked = {"organization": organization, "first": first, "last": last, "query": f'"{word}"*'}
            found = cursor.execute(SQLITE, asked)
            names = [name for name, _ in found.get_description()]
            return as_json(names, found.fetchall())

    else:
        connection = psycopg.connect(url, autocommit=True)
        own = organization_word(organization)

        async def search(word: str) -> bytes:
            asked = {"organization": organization, "query": f"'{own}' & '{word}':*", "shown": f"'{word}':*"}
            found = connection.execute(POSTGRESQL.encode(), asked)
            return as_json([column.name for column in found.description or ()], found.fetchall())

    return search


def as_json(names: list[str], rows: list[tuple[Any, ...]]) -> bytes:
    """The rows as objects."""
    return json.dumps([dict(zip(names, row, strict=True)) for row in rows], ensure_ascii=False).encode()


def agreed(ours: dict[str, Any], hand: list[dict[str, Any]]) -> int:
    """How many lessons both found. Ends when they are not the same: then they would not do the same work."""
    told = [lesson["lessonId"] for lesson in ours["lessons"]], ours["total"]
    if told != ([hit["id"] for hit in hand], hand[0]["total"]):
        raise SystemExit(f"The two searches answer differently: {told}, {hand}")
    return int(ours["total"])


def milliseconds(runner: asyncio.Runner, search: Search, word: str) -> float:
    """The median of some searches."""

    async def taken() -> list[float]:
        clock = []
        for _ in range(SEARCHES):
            began = time.perf_counter()
            await search(word)
            clock.append((time.perf_counter() - began) * 1_000)
        return clock

    return median(runner.run(taken()))


def edited(
    runner: asyncio.Runner, name: str, url: str, by: Caller, added: AddedPerson, blocks: int, rounds: int
) -> Compared:
    """Processor time of an edit, ours and the database's, with the index and without it."""
    store, texts = by.service.store, sentences(blocks)
    made = blocks_of(texts, blocks)

    async def make(db: Db) -> str:
        return (await insert_lesson(db, await new_lesson(db, added, "Edited", made), now=now_ms()))[0]

    lesson_id = runner.run(store.write(make))

    async def unit(block_id: str, text: str, db: Db) -> None:
        update = {"type": "lessonBlockUpdate", "id": block_id, "content": {"markdown": text}}
        asked = {"lessonId": lesson_id, "language": "EN", "transactions": [{"label": "edit", "mutations": [update]}]}
        await execute_transactions(by.in_unit(db), ExecuteTransactionsInput.model_validate(asked))

    async def some() -> None:
        for number in range(EDITS):
            await store.write(partial(unit, made[number % blocks].id, next(texts)))

    pids = server_processes(url)

    def side(*, is_indexed: bool) -> float:
        began = time.process_time() + sum(map(cpu_seconds, pids))
        with nullcontext() if is_indexed else patch.object(edits, "index_blocks", _no_index):
            runner.run(some())
        return (time.process_time() + sum(map(cpu_seconds, pids)) - began) / EDITS * 1e6

    left, right = zip(*in_turn(rounds, partial(side, is_indexed=True), partial(side, is_indexed=False)), strict=True)
    what = f"edit of a lesson of {blocks} blocks, {name}"
    return Compared(what, "processor us", left, right, EDIT_LIMIT, at_least=False)


async def _no_index(*_: object) -> None:
    """Writes nothing."""


def server_processes(url: str) -> list[int]:
    """The processes of a database server that work for this database."""
    if url.startswith("sqlite"):
        return []
    with psycopg.connect(url, autocommit=True) as connection:
        found = connection.execute(
            "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )
        return [int(pid) for (pid,) in found.fetchall()]


async def fill(store: Store, added: AddedPerson, count: int) -> None:
    """So many lessons; five have the rare word, every eighth has the common one in two blocks or in its title too."""
    texts = sentences(count)
    for start in range(0, count, AT_ONCE):
        await store.write(partial(_some, added, texts, range(start, min(start + AT_ONCE, count))))


async def _some(added: AddedPerson, texts: Iterator[str], numbers: range, db: Db) -> None:
    for number in numbers:
        blocks = blocks_of(texts, BLOCKS)
        if number % 8 == 3:
            blocks = (with_word(blocks[0], COMMON), *blocks[1:5], with_word(blocks[5], COMMON), *blocks[6:])
        if number % 19 == 1 and number < 19 * WITH_RARE:
            blocks = (*blocks[:4], with_word(blocks[4], RARE), *blocks[5:])
        title = " ".join(next(texts).split()[:4]) + (f" {COMMON}" if number % 80 == 3 else "")
        await insert_lesson(db, await new_lesson(db, added, title, blocks), now=now_ms() + number)


async def new_lesson(db: Db, added: AddedPerson, title: str, blocks: Blocks) -> NewLesson:
    """A lesson of the person's in the default project."""
    project_id = await membership.default_project(db, added.organization_id)
    return NewLesson(added.organization_id, project_id, title, "EN", blocks, added.person_id)


def with_word(block: Block, word: str) -> Block:
    """The block with the word in the middle of its text."""
    words = block.content["markdown"].split(" ")
    words[len(words) // 2] = word
    return Block(id=block.id, type=block.type, content={"markdown": " ".join(words)})


def blocks_of(texts: Iterator[str], count: int) -> Blocks:
    """So many blocks of text."""
    made = [next(texts) for _ in range(count)]
    return tuple([Block(id=new_block_id(), type="text", content={"markdown": text}) for text in made])


def sentences(seed: int) -> Iterator[str]:
    """Texts of 45 words, some much oftener than others, with a bold phrase; every other has letters beyond ASCII."""
    chance = random.Random(seed)
    vocabulary = sorted({"".join(chance.choices(SYLLABLES, k=chance.randint(1, 4))) for _ in range(20_000)})
    vocabulary = [f"{word}é" if place % 65 == 0 else word for place, word in enumerate(vocabulary)]
    chance.shuffle(vocabulary)
    often = list(accumulate(1 / (place + 3) for place in range(len(vocabulary))))
    while True:
        words = chance.choices(vocabulary, cum_weights=often, k=WORDS)
        yield f"{' '.join(words[:20]).capitalize()}. {' '.join(words[20:40])}, **{' '.join(words[40:])}**."


if __name__ == "__main__":
    main()

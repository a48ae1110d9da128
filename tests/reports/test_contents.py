"""What lessons hold, next to them."""

from __future__ import annotations

import asyncio
import json
import re
from collections import Counter
from pathlib import Path
from uuid import uuid4

from tests.reports.frames import answer_with, answers, in_any_order, plain
from tests.reports.seeded import Counted, Seeded
from tests.service.serving import serving
from workbench.authoring.block import Block
from workbench.client.sync import Client
from workbench.columns import rows_frame
from workbench.reports import ReportOrganization, Scope, build, find_report
from workbench.reports.contents import BLOCK_COUNTS, COLUMNS, contents_call, with_contents
from workbench.reports.lessons import COLUMNS as LESSONS
from workbench.service.administration.admin import AddedPerson, add_person
from workbench.service.db.opening import open_store
from workbench.service.db.seam import Db
from workbench.service.kernel.membership import default_project
from workbench.service.lessons.store import NewLesson, insert_lesson


def test_blocks_by_type_are_those_of_the_store(acme: Seeded) -> None:
    """Counted by SQL; words are more than blocks where an author has written, and fewer in a planning sheet."""
    stored = acme.sql(
        "select b.lesson_id, b.type from block b join lesson l on l.id = b.lesson_id where l.deleted_at is null"
    )
    counted = Counter(stored)
    found = acme.report("lessons", content=True)
    told = [
        (lesson_id, kind, count)
        for lesson_id, kinds in plain(found, "lesson_id", "blocks_by_type")
        for kind, count in json.loads(kinds).items()
    ]

    assert in_any_order(told) == in_any_order((*key, count) for key, count in counted.items())
    has_notes = [dict(json.loads(kinds)).get("authorNote", 0) > 0 for kinds in found["blocks_by_type"]]
    assert (found["word_count"] < found["block_count"]).to_list() == has_notes
    assert (found["word_count"] > found["block_count"]).to_list() == [not note for note in has_notes]
    assert 0 < sum(has_notes) < len(found)


def test_block_counts_are_columns(acme: Seeded) -> None:
    """One for each type that we know, 0 where a lesson has none; together they are all blocks."""
    quizzes = dict(acme.sql("select lesson_id, count(*) from block where type = 'quiz' group by 1"))
    found = acme.report("lessons", content=True)
    counts = [count.name for count in (*BLOCK_COUNTS.values(), COLUMNS[-1])]

    assert plain(found, "quiz_blocks") == [(quizzes.get(lesson_id, 0),) for lesson_id in found["lesson_id"]]
    assert (found[counts].sum(axis=1) == found["block_count"]).all()
    assert counts[3:5] == ["key_terms_blocks", "example_blocks"] and counts[-1] == "other_blocks"


def test_a_type_of_tomorrow_is_counted_among_the_others() -> None:
    """Its name is in `blocks_by_type`."""
    of = {"lessonId": "a", "wordCount": 1, "emptyBlocks": 0, "openPlaces": 0}
    told = [{**of, "blocksByType": {"quiz": 1, "video.v2": 2}}, {**of, "lessonId": "b"}]
    lessons = rows_frame(LESSONS, [{"lesson_id": entry["lessonId"], "organization_id": "o"} for entry in told])
    found = with_contents(lessons, answers([answer_with(contents_call(ReportOrganization("o")), *told)]))

    assert plain(found, "lesson_id", "quiz_blocks", "text_blocks", "other_blocks", "blocks_by_type") == [
        ("a", 1, 0, 2, '{"quiz": 1, "video.v2": 2}'),
        ("b", None, None, None, None),
    ]


def test_words_are_those_of_the_blocks_texts(acme: Seeded) -> None:
    """As many as the texts have in the store's own JSON; no learner reads a note for authors."""
    stored: Counter[str] = Counter()
    for lesson_id, content in acme.sql("select lesson_id, content from block where type <> 'authorNote'"):
        texts = [value for value in json.loads(content).values() if isinstance(value, str)]
        stored[lesson_id] += sum(len(re.sub(r"[^\w\s]", " ", text).split()) for text in texts)
    counts = plain(acme.report("lessons", content=True), "lesson_id", "word_count")

    assert counts == [(lesson_id, stored[lesson_id]) for lesson_id, _ in counts]
    assert max(count for _, count in counts) > 100 > min(count for _, count in counts) > 0


def test_they_are_asked_in_the_same_request(acme: Seeded) -> None:
    """One of each organization; more only where a list has more pages."""
    client = Counted(acme.client)
    build(client, find_report("lessons"), Scope(acme.places, {"content": True}))

    assert [len(request) for request in client.requests] == [6]


def test_many_lessons_take_a_request_for_each_hundred(tmp_path: Path) -> None:
    """And none for a lesson; the list's own pages travel along."""
    database_url = f"sqlite:///{tmp_path / 'many.sqlite'}"
    person = asyncio.run(_many(database_url, 201))
    with serving(Path(), database_url=database_url) as service, Client(service.base_url, person.session_token) as own:
        client = Counted(own)
        found = build(client, find_report("findings"), Scope((ReportOrganization(person.organization_id, "Acme"),)))

    assert [len(request) for request in client.requests] == [5, 1, 1]
    assert (found["finding"] == "untouched").sum() == 201


async def _many(database_url: str, count: int) -> AddedPerson:
    store = await open_store(database_url)
    try:
        person = await add_person(store, "ana@example.org", "Acme")

        async def unit(db: Db) -> None:
            project_id = await default_project(db, person.organization_id)
            for index in range(count):
                blocks = (Block(id=str(uuid4()), type="text", content={"markdown": "Few words."}),)
                new = NewLesson(person.organization_id, project_id, f"Lesson {index}", "EN", blocks, person.person_id)
                await insert_lesson(db, new, now=index)

        await store.write(unit)
        return person
    finally:
        await store.close()


def test_unasked_they_are_missing(acme: Seeded) -> None:
    """The columns are there, and nothing is filled in."""
    found = acme.report("lessons")

    assert found[[column.name for column in COLUMNS]].isna().all().all()
    assert list(found.columns) == list(acme.report("lessons", content=True).columns)

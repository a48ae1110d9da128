"""A course is translated by a run whose process is killed twice: each translation is made and paid for once.

The model, too, errs on the way: what it leaves out, gives twice or makes up is sent back, and never stored.
"""

from __future__ import annotations

import json
import signal
from collections import Counter
from typing import Any

import pytest

from tests.browser.lessons import Writing
from tests.databases import SERVER_LATER
from tests.faults.hosts import host
from tests.faults.translating import translating
from tests.model_server import Answer, ModelServer, good, model_server, request_in, saying, translated_texts
from tests.people import owner_of
from workbench.authoring.block import Block, new_block_id
from workbench.authoring.gesture import insert_blocks
from workbench.bulk.translations import plan_translations
from workbench.client.lookups.translations import iter_translations
from workbench.client.sync import Client
from workbench.procedures.course import create_course, get_course, list_courses
from workbench.procedures.lesson import create_lesson, get_lesson, get_translation
from workbench.procedures.organization import get_credit_ledger, get_user_data
from workbench.procedures.realtime import execute_transactions

pytestmark = pytest.mark.slow  # `make test` kills the journal of a run in test_many_kills.py

LESSONS, LANGUAGES, SPARE = 12, ("FR", "DE", "ES"), 5
TEXTS = ("The moon pulls at the sea.", "The sun pulls, too.")


def course_of_lessons(client: Client) -> None:
    """A course of lessons of two texts each."""
    course = client.call(create_course(title="The sea"))
    for number in range(1, LESSONS + 1):
        lesson = client.call(create_lesson(title=f"Tides {number}", language="EN", course_id=course.course_id))
        blocks = [Block(id=new_block_id(), type="text", content={"markdown": text}) for text in TEXTS]
        edit = insert_blocks((), blocks)
        client.call(execute_transactions(lesson_id=lesson.lesson_id, language="EN", transactions=[edit]))


def stale_after_an_edit(client: Client, sources: dict[str, str]) -> list[tuple[str, ...]]:
    """One block of one source is edited: the translations that are stale then, each with its blocks' states."""
    lessons, edited = Writing(client), next(iter(sources.values()))
    first, second = lessons.read(edited).blocks
    changed = Block(id=first.id, type=first.type, content={"markdown": "Nothing pulls at the sea."})
    lessons.become(edited, [changed, second])
    found = [
        translation
        for translation in iter_translations(client, None)
        if translation.stale_blocks or translation.missing_blocks
    ]
    states = [
        client.call(get_translation(lesson_id=found_translation.lesson_id)).translation for found_translation in found
    ]
    return [(state.lesson_id, *(block.state for block in state.blocks)) for state in states if state is not None]


def bent(change: str) -> Answer:
    """Texts whose numbers are others than those that were requested."""

    def answer(server: ModelServer, handler: Any, body: dict[str, Any]) -> None:
        texts = translated_texts(request_in(body))["texts"]
        changed = {
            "dropped": texts[1:],
            "doubled": [*texts, texts[0]],
            "made up": [*texts, {"number": 999, "text": "Extra"}],
            "shuffled": texts[::-1],  # which is no fault: each text has its number
        }[change]
        saying(json.dumps({"texts": changed}))(server, handler, body)

    return answer


MODEL = (good(), bent("dropped"), bent("shuffled"), bent("doubled"), good(), bent("made up"), bent("shuffled"), good())


@pytest.mark.parametrize("dialect", SERVER_LATER)
def test_a_killed_run_translates_and_pays_once(database_url: str) -> None:
    """Thirty-six translations and charges, every block tied once, in the order of the source's course."""
    count = LESSONS * len(LANGUAGES)
    added = owner_of(database_url, credits_at_start=count + SPARE)
    with (
        model_server(*MODEL) as model,
        host(database_url, writer_environment=model.environment) as service,
        Client(service.base_url, added.session_token) as client,
    ):
        course_of_lessons(client)
        options = {"url": service.base_url, "token": added.session_token, "languages": LANGUAGES}
        ends = [translating(**options, die_at=number) for number in (5, 11, 0)]
        made = list(iter_translations(client, None))
        states = [client.call(get_translation(lesson_id=translation.lesson_id)).translation for translation in made]
        lessons = [client.call(get_lesson(lesson_id=translation.lesson_id)) for translation in made]
        courses = client.call(list_courses()).courses
        sources = {translation.lesson_id: translation.source_lesson_id for translation in made}
        orders = [
            [
                sources.get(lesson.lesson_id, lesson.lesson_id)
                for lesson in client.call(get_course(course_id=one)).lessons
            ]
            for one in [course.course_id for course in courses]
        ]
        entries = client.call(get_credit_ledger(limit=200)).entries
        left = client.call(get_user_data()).ai_credit_balance
        again = plan_translations(client, LANGUAGES)
        stale = stale_after_an_edit(client, sources)

    assert ends == [-signal.SIGKILL, -signal.SIGKILL, 0]
    assert Counter(translation.language for translation in made) == dict.fromkeys(LANGUAGES, LESSONS)
    assert (sum(entry.kind == "settle" for entry in entries), left) == (count, SPARE)
    ids = [block.block_id for state in states if state is not None for block in state.blocks]
    assert sorted(ids) == sorted(block.id for lesson in lessons for block in lesson.blocks)  # type: ignore[type-var]
    assert len(courses) == 1 + len(LANGUAGES) and all(order == orders[0] for order in orders)
    assert (again.missing, again.total_credits) == ((), 0)
    assert len(stale) == len(LANGUAGES) and {row[1:] for row in stale} == {("stale", "current")}
    assert {sources[row[0]] for row in stale} == {next(iter(sources.values()))}

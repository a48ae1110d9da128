"""The import of a translators' file whose process is killed again and again, and its undo: each thing once, none lost.

`make sweep-markdown` is the whole of it; without, some lessons.
"""

from __future__ import annotations

import random
import signal
from collections import Counter
from pathlib import Path

import pytest
from lxml import etree

from tests.changes.acme import Acme, organization
from tests.changes.xliff.files import BLOCKS, HEADING, TEXT, Translators, edit_block, translate_unit, units
from tests.databases import SERVER_LATER
from tests.faults.hosts import host
from tests.faults.importing_texts import importing_texts, set_of
from workbench.changes.row import TIES
from workbench.changes.xliff.planning import plan_xliff
from workbench.changes.xliff.tying import WantedTies
from workbench.client.lookups.translations import iter_translations
from workbench.client.sync import Client
from workbench.exports.xliff.export import export_xliff
from workbench.exports.xliff.names import name
from workbench.exports.xliff.reading import open_xliff
from workbench.procedures.course import create_course, get_course, list_courses
from workbench.procedures.lesson import Lesson, create_lesson, get_lesson, get_translation, list_lessons

pytestmark = pytest.mark.slow  # `make test` kills the journal of a change set in test_change_kills.py

SEED, KILLS = 2_107, 3


def course_of(acme: Acme, title: str, count: int) -> tuple[str, list[str]]:
    """The id of a new course, and those of its lessons, of three blocks each."""
    course_id = acme.ana.call(create_course(title=title)).course_id
    calls = [
        create_lesson(title=f"{title} {number}", language="EN", course_id=course_id, blocks=list(BLOCKS))
        for number in range(count)
    ]
    return course_id, [acme.ana.call(call).lesson_id for call in calls]


def sent_to_translators(acme: Acme, folder: Path, lessons: int) -> Path:
    """A file that makes, edits, completes and confirms translations, and what it is about.

    A course is there in French, its sources were changed since, and it has new lessons; another one has no translation.
    """
    sea, old = course_of(acme, "Sea", lessons)
    land, _ = course_of(acme, "Land", lessons // 2)
    first = Translators(acme, folder, sea, old)
    first.export()
    first.translate()
    first.run()
    for number in range(lessons // 2):
        call = create_lesson(title=f"Sea, new {number}", language="EN", course_id=sea, blocks=list(BLOCKS))
        acme.ana.call(call)
    for number, lesson_id in enumerate(old):
        edit_block(acme, lesson_id, HEADING, "heading", {"text": f"Tides {number}", "level": 1})
        if number % 2:
            edit_block(acme, lesson_id, TEXT, "text", {"markdown": f"The [sun](https://a.b) pulls at `x` {number}."})
        if number % 3 == 0:
            acme.insert(lesson_id, "reflection", {"prompt": "Why?"})
    path = folder / "returned.xlf"
    export_xliff(acme.ana.client, [sea, land], "FR", path)
    return path


def translated(path: Path, chance: random.Random) -> None:
    """The file as translators give it back: what is new is translated, of the rest some is edited or confirmed."""
    document = etree.parse(str(path))
    for unit in units(document.getroot()):
        segment = unit.find(name("segment"))
        what = chance.choice(["translate", "confirm", "leave"])
        if segment.find(name("target")) is None or what == "translate":
            translate_unit(unit, lambda _, text: f"nouveau {text}")
        elif what == "confirm":
            segment.set("state", "reviewed")
    document.write(str(path), encoding="utf-8", xml_declaration=True)


def lessons_of(client: Client) -> dict[str, Lesson]:
    """Every lesson with its blocks."""
    ids = [lesson.lesson_id for lesson in client.call(list_lessons(limit=1000)).lessons]
    return {outcome.lesson_id: outcome for outcome in client.outcomes(*(get_lesson(lesson_id=id_) for id_ in ids))}


def ties_of(client: Client) -> dict[str, dict[str, str]]:
    """Of each translation the states of the source's blocks that a block of it translates, by its own blocks."""
    ids = [translation.lesson_id for translation in iter_translations(client, None)]
    found = client.outcomes(*(get_translation(lesson_id=id_) for id_ in ids))
    return {
        answer.translation.lesson_id: {one.block_id: one.state for one in answer.translation.blocks if one.block_id}
        for answer in found
    }


def courses_of(client: Client) -> dict[str, list[str]]:
    """The lessons of each course in order, by its title."""
    courses = client.call(list_courses(limit=1000)).courses
    return {
        course.title: [one.lesson_id for one in client.call(get_course(course_id=course.course_id)).lessons]
        for course in courses
    }


@pytest.mark.parametrize("dialect", SERVER_LATER)
def test_texts_that_come_back_while_processes_are_killed(
    database_url: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    """New translations and their course, edits and ties are each made once, then taken back whole."""
    chance = random.Random(SEED)
    count = max(6, request.config.getoption("change_rows") // 50)
    with organization(database_url) as acme:
        path = sent_to_translators(acme, tmp_path, count)
        token = acme.ana.added.session_token
    translated(path, chance)
    with host(database_url) as service, Client(service.base_url, token) as client:
        before, ties_before, courses_before = lessons_of(client), ties_of(client), courses_of(client)
        wanted = plan_xliff(open_xliff(path), client)
        most = max(6, len(wanted.changes) // 8)
        deaths = [{"die_after": number} for number in (2, most)]
        deaths += [{"die_after": chance.randrange(1, most), "seconds": chance.uniform(0, 0.05)} for _ in range(KILLS)]
        ends = importing_texts(service.base_url, token, path, [*deaths, {}])
        made, ties, courses = lessons_of(client), ties_of(client), courses_of(client)
        again = plan_xliff(open_xliff(path), client)
        wanted_ties = {
            change.lesson_id: [one.block_id for one in WantedTies.read(change.after).blocks]
            for change in wanted.changes
            if change.field == TIES
        }

        assert (ends[:2], ends[-1]) == ([-signal.SIGKILL] * 2, 0) and set(ends) == {-signal.SIGKILL, 0}
        assert again.changes == ()
        assert again.name == wanted.name == set_of(path).name
        new = {change.lesson_id for change in wanted.changes if change.field == "new lesson"}
        assert len(new) == count // 2 * 2 and made.keys() == before.keys() | new
        assert max(Counter((value.language, value.title) for value in made.values()).values()) == 1
        assert sorted(courses) == sorted([*courses_before, "nouveau Land"])
        assert [made[course].title for course in courses["nouveau Land"]] == [
            f"nouveau {made[course].title}" for course in courses["Land"]
        ]
        assert {one: ties[own][one] for own, several in wanted_ties.items() for one in several} == {
            one: "current" for several in wanted_ties.values() for one in several
        }

        deaths = [{"undo": True, "die_after": 1}] * 2
        ends = importing_texts(service.base_url, token, path, [*deaths, {"undo": True}])
        now = lessons_of(client)
        assert ends == [-signal.SIGKILL, -signal.SIGKILL, 0]
        assert set_of(path).counts.undone == len(wanted.changes)
        assert {key: (lesson.title, lesson.blocks) for key, lesson in now.items()} == {
            key: (lesson.title, lesson.blocks) for key, lesson in before.items()
        }
        assert (ties_of(client), courses_of(client)) == (ties_before, courses_before)
    print(f"{len(wanted.changes):,} changes, killed in {deaths}")

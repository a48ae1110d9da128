"""Courses by languages: what is missing is chosen, priced and translated; with a model and without."""

from __future__ import annotations

import threading
from uuid import uuid4

import pytest

from tests.browser.lessons import Writing
from tests.hostile import HOSTILE
from tests.model_server import ModelServer, good, held_until
from tests.widgets.coverage.conftest import CourseOf
from tests.widgets.looking import dangers_in, refreshed
from workbench.authoring.block import Block, new_block_id
from workbench.bulk.running.progress import RunPhase
from workbench.client.sync import Client
from workbench.client.thread_pool import InlinePool
from workbench.procedures.course import create_course
from workbench.procedures.lesson import create_lesson, create_translation, get_translation, tie_translation
from workbench.procedures.organization import get_user_data
from workbench.procedures.translations import BlockTie
from workbench.widgets.coverage.cells import cell_key
from workbench.widgets.coverage.panel import CoveragePanel
from workbench.widgets.coverage.wording import NO_MODEL


def cell(panel: CoveragePanel, course_id: str, language: str) -> dict[str, int]:
    """What the browser has of a cell."""
    row = next(row for row in panel.grid.rows if row["id"] == course_id)
    place = [language["code"] for language in panel.grid.languages].index(language)
    found: dict[str, int] = row["cells"][place]
    return found


def test_what_is_missing_is_chosen_priced_and_translated(panel: CoveragePanel, course_of: CourseOf) -> None:
    """Nothing is sent before the answer; afterwards the table is read again."""
    course_id, ids = course_of(3)
    before = panel.client.call(get_user_data()).ai_credit_balance or 0
    refreshed(panel).choose([cell_key(course_id, "FR")])
    told, button = panel.facts.value, panel.translate_button.description
    panel.start(panel.ask_to_translate)
    asked = panel.question.text.value
    unchanged = panel.client.call(get_user_data()).ai_credit_balance
    panel.question.accept()
    assert panel.monitor is not None
    run = panel.monitor.run
    run.wait(60)  # type: ignore[attr-defined]

    assert "3 lessons to translate for 3 credits" in told and button == "Translate 3 lessons with AI (3 credits)…"
    assert "Translate 3 lessons (French (FR) 3) for 3 credits" in asked and f"({before - 3:,} of {before:,}" in asked
    assert unchanged == before and panel.client.call(get_user_data()).ai_credit_balance == before - 3
    assert run.progress.phase is RunPhase.FINISHED
    assert cell(panel, course_id, "FR") == {"lessons": 3, "there": 3, "translated": 3, "stale": 0, "missing": 0}
    assert len(ids) == 3 and "nothing is missing" in panel.facts.value


def test_a_run_is_stopped_and_gone_on_with(
    panel: CoveragePanel, course_of: CourseOf, modelled: tuple[Client, ModelServer]
) -> None:
    """What was in progress is finished; in the meantime nothing else can be begun."""
    course_id, _ = course_of(6)
    event = threading.Event()
    modelled[1].answer_with(held_until(event, good()))
    refreshed(panel).choose([cell_key(course_id, "FR")])
    panel.start(panel.ask_to_translate)
    panel.question.accept()
    assert panel.monitor is not None
    is_off = panel.translate_button.disabled
    panel.monitor.stop()
    event.set()
    panel.monitor.run.wait(60)  # type: ignore[attr-defined]
    stopped = panel.monitor.run.progress
    panel.monitor.resume()
    panel.monitor.run.wait(60)  # type: ignore[attr-defined]

    assert is_off and stopped.phase is RunPhase.STOPPED and stopped.counts.done < 6
    assert cell(panel, course_id, "FR")["there"] == 6


def test_what_is_stale_is_told_apart_and_opened(panel: CoveragePanel, course_of: CourseOf) -> None:
    """It costs nothing, and its translation opens."""
    course_id, (first, second) = course_of(2)
    opened: list[str] = []
    panel.on_open = opened.append
    made = panel.client.call(create_translation(lesson_id=first, language="FR")).lesson_id
    lessons = Writing(panel.client)
    text, other = lessons.read(first).blocks
    lessons.become(first, [Block(id=text.id, type="text", content={"markdown": "The sun pulls, too."}), other])
    refreshed(panel).choose([cell_key(course_id, "FR")])
    panel.list._handle_custom_msg({"intent": "open", "ids": [panel.list.rows[0]["id"]]}, [])
    panel.list._handle_custom_msg({"intent": "open", "ids": [panel.list.rows[1]["id"]]}, [])

    assert cell(panel, course_id, "FR") == {"lessons": 2, "there": 0, "translated": 0, "stale": 1, "missing": 1}
    assert [row["tags"][1]["text"] for row in panel.list.rows] == ["stale", "missing"]
    assert "1 block to update" in panel.list.rows[0]["detail"]
    assert "1 lesson to translate for 1 credit" in panel.facts.value
    assert "1 lesson to update for up to 1 credit" in panel.facts.value
    assert opened == [made, second]  # of what is missing, the source


def test_what_still_holds_is_marked_as_current(panel: CoveragePanel, course_of: CourseOf) -> None:
    """After a question, without a model and without a change of text; what a translation lacks is said."""
    course_id, (first, second) = course_of(2)
    lessons = Writing(panel.client)
    made = [panel.client.call(create_translation(lesson_id=one, language="FR")).lesson_id for one in (first, second)]
    for lesson_id in (first, second):
        text, other = lessons.read(lesson_id).blocks
        added = [Block(id=new_block_id(), type="text", content={"markdown": "Tides."})] if lesson_id == second else []
        changed = Block(id=text.id, type="text", content={"markdown": "The moon pulls!"})
        lessons.become(lesson_id, [changed, other, *added])
    refreshed(panel).choose([cell_key(course_id, "FR")])
    texts = [lessons.read(lesson_id).blocks for lesson_id in made]
    panel.current_button.click()
    asked, before = panel.question.text.value, cell(panel, course_id, "FR")["stale"]
    panel.question.yes.click()

    assert "Mark these 2 translations as current?" in asked and before == 2
    assert panel.notice == "2 lessons marked as current. 1 block still to translate."
    assert cell(panel, course_id, "FR") == {"lessons": 2, "there": 1, "translated": 1, "stale": 1, "missing": 0}
    assert [lessons.read(lesson_id).blocks for lesson_id in made] == texts


def test_only_the_translations_chosen_in_the_list_are_marked(panel: CoveragePanel, course_of: CourseOf) -> None:
    """The others stay stale."""
    course_id, ids = course_of(2)
    lessons = Writing(panel.client)
    for lesson_id in ids:
        panel.client.call(create_translation(lesson_id=lesson_id, language="FR"))
        text, other = lessons.read(lesson_id).blocks
        lessons.become(lesson_id, [Block(id=text.id, type="text", content={"markdown": "The sun."}), other])
    refreshed(panel).choose([cell_key(course_id, "FR")])
    panel.list.chosen = ["1"]
    panel.current_button.click()
    panel.question.yes.click()

    assert cell(panel, course_id, "FR")["stale"] == 1
    assert panel.notice == "1 lesson marked as current."


def test_an_untranslated_copy_is_missing(panel: CoveragePanel, course_of: CourseOf) -> None:
    """It says the source's words in another language's name: untied, and tied by a person."""
    course_id, (first, second) = course_of(2)
    lessons = Writing(panel.client)
    for lesson_id, is_tied in ((first, False), (second, True)):
        source = lessons.read(lesson_id)
        made = panel.client.call(create_lesson(title=source.title, language="FR")).lesson_id
        lessons.put(made, [(block.type, dict(block.content)) for block in source.blocks])
        if is_tied:
            mine = [block.id for block in lessons.read(made).blocks]
            pairs = zip(mine, [block.id for block in source.blocks], strict=True)
            ties = [BlockTie(block_id=block_id, source_block_id=source_id) for block_id, source_id in pairs]
            tie = tie_translation(
                lesson_id=made,
                source_lesson_id=lesson_id,
                source_revision=source.revision,
                blocks=ties,
                is_title_current=True,
            )
            panel.client.call(tie)
    refreshed(panel).choose([cell_key(course_id, "FR")])

    assert cell(panel, course_id, "FR") == {"lessons": 2, "there": 0, "translated": 0, "stale": 0, "missing": 2}
    assert {row["detail"] for row in panel.list.rows} == {"only an untranslated copy"}


def test_what_somebody_else_translated_meanwhile_is_not_asked_for(panel: CoveragePanel, course_of: CourseOf) -> None:
    """The table is read again, and it is reported."""
    course_id, (lesson_id,) = course_of(1)
    refreshed(panel).choose([cell_key(course_id, "FR")])
    panel.client.call(create_translation(lesson_id=lesson_id, language="FR"))
    panel.start(panel.ask_to_translate)

    assert not panel.question.is_open and "No translations are missing." in panel.notice
    assert cell(panel, course_id, "FR")["missing"] == 0


def test_a_language_that_nobody_uses_yet_is_added(panel: CoveragePanel, course_of: CourseOf) -> None:
    """All lessons lack it."""
    course_id, _ = course_of(2)
    refreshed(panel).add_language("pt-br")

    assert cell(panel, course_id, "PT-BR")["missing"] == 2


def test_what_is_no_language_is_refused(panel: CoveragePanel, failures: list[str]) -> None:
    """In one sentence, next to the field."""
    panel.start(panel.add_language, "klingon!")

    assert "A language is a code such as EN" in panel.error
    failures.clear()


@pytest.mark.parametrize("message", ["x", {}, {"intent": "choose"}, {"intent": "choose", "keys": [7, "no cell", None]}])
def test_what_a_browser_says_of_no_cell_chooses_nothing(
    panel: CoveragePanel, course_of: CourseOf, message: object
) -> None:
    """Any page can send a message."""
    course_id, _ = course_of(1)
    refreshed(panel).choose([cell_key(course_id, "FR")])
    panel.grid._handle_custom_msg(message, [])

    assert panel.value in ([], [cell_key(course_id, "FR")])


def test_a_role_that_may_not_is_told_so(viewer: Client, course_of: CourseOf, inline: InlinePool) -> None:
    """Nothing is made; the run says what the service says."""
    course_id, _ = course_of(2)
    panel = CoveragePanel(viewer, workers=inline)
    panel._added = ["FR"]
    refreshed(panel).choose([cell_key(course_id, "FR")])
    panel.start(panel.ask_to_translate)
    panel.question.accept()
    assert panel.monitor is not None
    panel.monitor.run.wait(60)  # type: ignore[attr-defined]
    progress = panel.monitor.run.progress

    assert (progress.phase, progress.counts.done) == (RunPhase.STOPPED, 0)
    assert "role" in progress.message


def test_without_a_model_people_translate(client: Client, inline: InlinePool) -> None:
    """A missing lesson is begun by hand, tied and opened, or goes to translators; nothing is paid for."""
    course_id = client.call(create_course(title="The sea")).course_id
    for title in (f"Tides {uuid4().hex}", f"Waves {uuid4().hex}"):
        made = client.call(create_lesson(title=title, language="EN", course_id=course_id))
        Writing(client).put(made.lesson_id, [("text", {"markdown": "The moon pulls."})])
    opened: list[str] = []
    panel = CoveragePanel(client, workers=inline, on_open=opened.append)
    panel._added = ["FR"]
    panel._most_courses = 10_000  # other tests have made hundreds
    refreshed(panel).choose([cell_key(course_id, "FR")])
    files: list[tuple[str, bytes]] = []
    panel.header.send = lambda said, buffers: files.append((said["download"], buffers[0]))
    panel.export_button.click()
    told, panel.header.send = panel.notice, lambda said, buffers=(): None
    panel.hand_button.click()
    tie = client.call(get_translation(lesson_id=opened[0])).translation

    assert NO_MODEL in panel.hint.value.replace("&#x27;", "'") and panel.error == ""
    assert panel.translate_button.layout.display == "none" and panel.hand_button.layout.display != "none"
    ((name, content),) = files
    assert name.endswith(".xlf") and content.count(b"The moon pulls.") == 2 and "2 lessons, 4 texts" in told
    assert tie is not None and [block.state for block in tie.blocks] == ["missing"]
    assert cell(panel, course_id, "FR") == {"lessons": 2, "there": 0, "translated": 0, "stale": 1, "missing": 1}


def test_a_course_for_translations_of_a_taken_title_is_asked_about(client: Client, inline: InlinePool) -> None:
    """Regression: a second one was made silently; nothing is made before the answer."""
    title = f"The sea {uuid4().hex[:8]}"
    course_id = client.call(create_course(title=title)).course_id
    made = client.call(create_lesson(title=f"Tides {uuid4().hex}", language="EN", course_id=course_id))
    Writing(client).put(made.lesson_id, [("text", {"markdown": "The moon pulls."})])
    twin = client.call(create_course(title=f"{title} (FR)")).course_id
    opened: list[str] = []
    panel = CoveragePanel(client, workers=inline, on_open=opened.append)
    panel._added = ["FR"]
    panel._most_courses = 10_000  # other tests have made hundreds
    refreshed(panel).choose([cell_key(course_id, "FR")])
    panel.hand_button.click()
    was_asked, text, opened_before = panel.question.is_open, panel.question.text.value, list(opened)
    panel.question.yes.click()

    assert (was_asked, opened_before) == (True, []) and twin in text
    tie = client.call(get_translation(lesson_id=opened[0])).translation
    assert tie is not None and tie.source_lesson_id == made.lesson_id


@pytest.mark.parametrize("title", HOSTILE[:6])
def test_titles_are_text(panel: CoveragePanel, course_of: CourseOf, title: str) -> None:
    """In the table, in the list, and without a kernel."""
    course_id, _ = course_of(1, title)
    refreshed(panel).choose([cell_key(course_id, "FR")])

    assert dangers_in(panel) == []

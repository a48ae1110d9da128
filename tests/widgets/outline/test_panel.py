"""A brief becomes an outline and then a course, in a panel; against real services, with a model and without one."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path
from uuid import uuid4

import pytest

from tests.hostile import HOSTILE
from tests.model_server import ModelServer, good, malformed, model_server, slow
from tests.people import owner_of
from tests.service.serving import serving
from tests.widgets.looking import dangers_in, refreshed, state_of
from workbench.bulk import Run
from workbench.client.sync import Client
from workbench.client.thread_pool import InlinePool
from workbench.procedures.course import get_course, list_courses
from workbench.procedures.organization import get_credit_ledger
from workbench.widgets.outline.panel import OutlinePanel, Waiting
from workbench.widgets.outline.wording import NO_MODEL, STOPPED


@pytest.fixture(scope="module")
def modelled(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Client, ModelServer]]:
    """A client of a service with a model, as the owner of an organization with 500 credits."""
    database = tmp_path_factory.mktemp("modelled") / "s.db"
    with model_server(good()) as model, serving(database, writer_environment=model.environment) as service:
        owner = owner_of(f"sqlite:///{database}", credits_at_start=500)
        with Client(service.base_url, owner.session_token) as client:
            yield client, model


@pytest.fixture
def panel(modelled: tuple[Client, ModelServer], inline: InlinePool) -> OutlinePanel:
    """A panel at the service with a model, no outline in it."""
    modelled[1].answer_with(good())
    return made(modelled[0], inline)


@pytest.fixture
def without_model(client: Client, inline: InlinePool) -> OutlinePanel:
    """A panel at a service without a model."""
    return made(client, inline)


def made(client: Client, inline: InlinePool) -> OutlinePanel:
    """A panel after its first load, the outline of another test put away."""
    panel = refreshed(OutlinePanel(client, workers=inline))
    panel.restart()
    panel.form.text.clear()
    return panel


def proposed(panel: OutlinePanel, lessons: str = "3") -> OutlinePanel:
    """The panel with the outline of a brief that no other test has."""
    panel.form.text.value, panel.form.wanted.value = f"Bread{uuid4().hex[:6]} for bakers", lessons
    panel.start(panel.propose)
    return panel


def titles(panel: OutlinePanel) -> list[str]:
    """The titles of the rows that are shown, without what they begin with alike."""
    return [row["title"].rpartition(", ")[2] for row in panel.editor.rows.rows]


def intent(panel: OutlinePanel, **message: object) -> None:
    """What the browser sends of the list of lessons."""
    panel.editor.rows._on_message(message)


def test_the_price_is_said_before(panel: OutlinePanel) -> None:
    """Of the outline; without a brief nothing can be proposed."""
    assert panel.form.propose_button.description == "Propose an outline (1 credit)"
    assert "Credits left" in panel.form.cost.value and panel.form.propose_button.disabled


def test_a_brief_becomes_an_outline_and_then_a_course(panel: OutlinePanel) -> None:
    """Reordered, excluded and changed first; what is approved is what is made, in this order."""
    runs: list[Run] = []
    panel.on_run = runs.append
    proposed(panel)
    intent(panel, intent="move", ids=["3"], by=-2)
    intent(panel, intent="choose", ids=["1"])
    panel.editor.exclude_button.click()
    panel.editor.title._on_message({"intent": "retitle", "ids": ["course"], "text": "Baking", "base": ""})
    assert "2 lessons, 1 excluded" in panel.total.value and "2 credits" in panel.total.value

    panel.make_button.click()
    assert "2 lessons will be created in the course “Baking”, for 2 credits." in panel.question.text.value
    panel.question.accept()
    runs[0].wait(60)
    runs[0].close()

    course = next(course for course in panel.client.call(list_courses()).courses if course.title == "Baking")
    lessons = panel.client.call(get_course(course_id=course.course_id)).lessons
    assert [str(lesson.topic).partition(":")[0][-6:] for lesson in lessons] == ["part 3", "part 2"]
    assert panel.editor.outline is None and panel.value == runs[0].plan.name


def test_lessons_are_struck_restored_added_and_retitled(panel: OutlinePanel) -> None:
    """What is excluded keeps its place until then."""
    proposed(panel)
    intent(panel, intent="choose", ids=["2"])
    panel.editor.exclude_button.click()
    tags = [row["tags"][0]["text"] for row in panel.editor.rows.rows]
    assert (tags, panel.editor.exclude_button.description) == (["1", "excluded", "2"], "Include")
    panel.editor.exclude_button.click()
    panel.editor.add_button.click()
    intent(panel, intent="retitle", ids=["4"], text="Ovens", base="New lesson")

    assert titles(panel) == ["part 1", "part 2", "Ovens", "part 3"]


def test_topic_and_objectives_are_changed_while_they_are_typed(panel: OutlinePanel) -> None:
    """And nothing of what is typed is in the state of a saved notebook."""
    proposed(panel)
    intent(panel, intent="choose", ids=["1"])
    fields = panel.editor.fields
    assert fields.objectives.value.startswith("Describe part 1")
    fields.topic.value = "Only rye."
    fields.objectives.value = "- Bake rye\n\n• Store rye"

    assert panel.editor.outline is not None
    lesson = panel.editor.outline.rows[0].lesson
    assert (lesson.topic, lesson.objectives) == ("Only rye.", ("Bake rye", "Store rye"))
    assert "Only rye." not in state_of(panel)


def test_whoever_comes_back_has_the_outline_as_it_was(panel: OutlinePanel, inline: InlinePool) -> None:
    """With what was excluded and moved; put away, its brief is in the field again."""
    proposed(panel)
    intent(panel, intent="move", ids=["3"], by=-2)
    intent(panel, intent="choose", ids=["1"])
    panel.editor.exclude_button.click()
    back = refreshed(OutlinePanel(panel.client, workers=inline))

    assert back.editor.outline == panel.editor.outline and titles(back) == ["part 3", "part 1", "part 2"]
    back.another_button.click()
    assert back.form.text.value.endswith("for bakers")
    assert refreshed(OutlinePanel(panel.client, workers=inline)).editor.outline is None


def test_a_refused_outline_keeps_the_brief(
    panel: OutlinePanel, modelled: tuple[Client, ModelServer], failures: list[str]
) -> None:
    """It says why, costs nothing, and the next try is another one."""
    modelled[1].answer_with(malformed(), malformed(), good())
    proposed(panel)

    assert "no usable outline" in panel.error and panel.form.text.value
    assert failures.pop()
    panel.start(panel.propose)
    assert len(titles(panel)) == 3


@pytest.mark.slow
def test_waiting_says_how_long_and_can_be_left(panel: OutlinePanel, modelled: tuple[Client, ModelServer]) -> None:
    """The outline is written anyway, and comes when it is requested again: one charge."""
    modelled[1].answer_with(slow(1.5))
    shown: list[str] = []
    panel.progress.observe(lambda change: shown.append(change.new), "value")
    threading.Timer(0.5, panel.stop_waiting).start()
    proposed(panel)
    assert panel.notice == STOPPED and panel.editor.outline is None
    panel.start(panel.propose)

    entries = panel.client.call(get_credit_ledger(limit=4)).entries
    assert shown[0] == "<p>Writing, 0 s</p>" and len(titles(panel)) == 3
    assert [entry.kind for entry in entries].count("settle") <= 2 and len(modelled[1].requests) == 1


def test_a_number_that_is_none_is_refused(panel: OutlinePanel, failures: list[str]) -> None:
    """Before anything is sent."""
    proposed(panel, lessons="301")

    assert (
        panel.error
        == failures.pop().removeprefix("Outline from a brief: ")
        == ("An outline has 1 to 300 lessons. Nothing was sent.")
    )


def test_a_title_that_cannot_be_stays_in_its_field(panel: OutlinePanel, failures: list[str]) -> None:
    """The list is as it was."""
    proposed(panel)
    intent(panel, intent="retitle", ids=["1"], text=" ", base="")

    assert "its title is empty" in failures.pop() and titles(panel)[0] == "part 1"


def test_without_a_model_it_says_so_and_takes_lines(without_model: OutlinePanel) -> None:
    """A list of titles becomes an outline, is planned at its price, and nothing is proposed."""
    panel, mark = without_model, uuid4().hex[:6]
    panel.form.text.value = f"Flour {mark}\nYeast {mark}"

    assert NO_MODEL.split(".")[0] in panel.form.cost.value
    assert panel.form.propose_button.layout.display == "none"
    panel.form.lines_button.click()
    panel.make_button.click()
    assert "2 lessons will be created in the course “New course”" in panel.question.text.value


def test_an_outline_that_changed_is_not_made_as_it_was(without_model: OutlinePanel, failures: list[str]) -> None:
    """What was approved is what is made."""
    panel, mark = without_model, uuid4().hex[:6]
    panel.form.text.value = f"Flour {mark}\nYeast {mark}"
    panel.form.lines_button.click()
    plan = panel._plan()
    intent(panel, intent="move", ids=["2"], by=-1)
    panel.start(panel.make, plan)

    assert "has changed since you approved it" in failures.pop() and panel.value is None


def test_hostile_text_is_shown_and_not_run(without_model: OutlinePanel) -> None:
    """Titles, topics and objectives of anybody."""
    panel = without_model
    panel.form.text.value = "\n".join(text.replace("\n", " ") for text in HOSTILE if text.strip())[:4_000]
    panel.form.lines_button.click()

    assert dangers_in(panel) == []


def test_outlines_are_kept_per_organization(without_model: OutlinePanel, inline: InlinePool, tmp_path: Path) -> None:
    """Another one's panel has its own."""
    panel = without_model
    panel.form.text.value = "Flour\nYeast"
    panel.form.lines_button.click()
    other = OutlinePanel(panel.client, organization_id=None, workers=inline)
    other.stored = type(panel.stored)("somebody", folder=tmp_path)

    assert other.stored.load() is None and panel.stored.load() == panel.editor.outline


def test_it_gives_what_the_work_gives_and_says_how_long() -> None:
    """From 0 on."""
    done, passed = threading.Event(), list[int]()

    def tick(seconds: int) -> None:
        passed.append(seconds)
        if seconds == 3:
            done.set()

    waiting = Waiting(lambda: done.wait(10))

    assert waiting.wait(tick, seconds=0.01) is True
    assert passed[:4] == [0, 1, 2, 3]


def test_what_the_work_raises_is_raised() -> None:
    """Where it is waited for."""

    def fail() -> None:
        raise ValueError("no")

    with pytest.raises(ValueError, match="no"):
        Waiting(fail).wait(lambda seconds: None)


def test_it_can_be_left() -> None:
    """The work continues, and nobody is notified."""
    end = threading.Event()
    waiting = Waiting(lambda: end.wait(10))

    assert waiting.wait(lambda seconds: waiting.leave(), seconds=0.01) is None
    end.set()

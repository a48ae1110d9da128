"""A list being made ready: read, corrected, planned again for nothing, approved; against a real service."""

from __future__ import annotations

import asyncio
from pathlib import Path
from uuid import uuid4

import pytest

from tests.hostile import HOSTILE
from tests.people import new_person
from tests.widgets.bulk.lists import workbook
from tests.widgets.looking import dangers_in, refreshed, state_of, widgets_in
from workbench.bulk import Run
from workbench.client.data_folder import data_folder
from workbench.client.sync import Client
from workbench.client.thread_pool import InlinePool
from workbench.embedded.host import DATABASE
from workbench.embedded.record import EmbeddedService
from workbench.procedures.course import create_course, get_course, list_courses
from workbench.procedures.organization import get_user_data, set_default_language
from workbench.procedures.project import create_project
from workbench.widgets.bulk.list_panel import ListInput, TopicListPanel
from workbench.widgets.bulk.stored_lists import ListSource
from workbench.widgets.starter_form.panel import StarterLessonForm


@pytest.fixture
def mark() -> str:
    """A word that no other list has."""
    return f"m{uuid4().hex[:8]}"


@pytest.fixture
def panel(client: Client, inline: InlinePool) -> TopicListPanel:
    """A panel that nobody has given a list."""
    return made(client, inline)


def made(client: Client, inline: InlinePool) -> TopicListPanel:
    """A panel after its first load, its list of another test put away."""
    panel = refreshed(TopicListPanel(client, workers=inline))
    if panel.source is not None:
        panel.stored.forget(panel.source)
        panel.restart()
    return panel


def dropped(panel: TopicListPanel, text: str | bytes, name: str = "") -> None:
    """Drop a file, a CSV of this text if it is text."""
    data = text if isinstance(text, bytes) else text.encode()
    message = {"intent": "part", "transfer": "t", "part": 0, "parts": 1, "name": name or f"{uuid4().hex}.csv"}
    panel.input.drop._on_message(panel.input.drop, message, [data])


def verdicts(panel: TopicListPanel) -> dict[str, str]:
    """The verdict of each row that is shown."""
    return {row["id"]: row["verdict"] for row in panel.verdicts.table.rows}


def correct(panel: TopicListPanel, row_id: str, field: str, text: str) -> None:
    """What the browser sends when a cell was corrected."""
    panel.verdicts.table._on_message({"intent": "correct", "id": row_id, "field": field, "text": text})


def test_a_workbook_is_corrected_planned_again_and_made(client: Client, inline: InlinePool, mark: str) -> None:
    """Two verdicts are mended, one row is left out; nothing is paid before somebody said yes, then all is."""
    runs: list[Run] = []
    panel = made(client, inline)
    panel.on_run = runs.append
    client.call(create_project(name=f"Sea {mark}"))
    rows = [
        ("topic", "language", "project"),
        (f"{mark} tides", "EN", f"Sea {mark}"),
        (f"{mark} knots", "german", f"Sea {mark}"),
        (f"{mark} ropes", "Engish", ""),
        (f"{mark} sails", "FR", f"See {mark}"),
        (f"{mark} tides", "EN", ""),
        (f"{mark} winds", "EN", ""),
    ]
    before = client.call(list_courses(limit=1)).total
    dropped(panel, workbook(rows), "sea.xlsx")
    assert [row["line"] for row in panel.verdicts.table.rows] == [4, 5, 2, 3, 6, 7]  # problems first
    assert verdicts(panel) == {
        "2": "ready", "3": "ready", "4": "language unknown", "5": "destination unknown", "6": "duplicate", "7": "ready",
    }  # fmt: skip

    correct(panel, "4", "language", "FR")
    correct(panel, "5", "project", f"Sea {mark}")
    panel.verdicts.table._on_message({"intent": "leaveOut", "id": "7", "isLeftOut": True})
    assert [row["line"] for row in panel.verdicts.table.rows] == [4, 5, 2, 3, 6, 7]  # no row jumps away
    assert [*verdicts(panel).values()] == ["ready", "ready", "ready", "ready", "duplicate", "excluded"]
    panel.run_button.click()

    said = panel.question.text.value
    assert "4 lessons will be created, for 4 practice credits" in said
    assert f"Sea {mark} (3)" in said
    assert "Not created: 1 duplicate, 1 excluded by you." in said
    assert client.call(list_courses(limit=1)).total == before
    panel.question.accept()
    (run,) = runs
    run.wait(60)
    run.close()
    assert run.progress.counts.done == 4
    assert client.call(list_courses(limit=1)).total == before + 4


def test_another_kernel_has_the_list_with_its_corrections(client: Client, inline: InlinePool, mark: str) -> None:
    """And the run's name is that of the list before it was corrected, wherever it is opened."""
    panel = made(client, inline)
    dropped(panel, f"topic,language\n{mark} tides,EN\n{mark} knots,Engish\n")
    name = panel.planned.plan.name if panel.planned and panel.planned.plan else ""
    correct(panel, "3", "language", "DE")
    panel.verdicts.table._on_message({"intent": "leaveOut", "id": "2", "isLeftOut": True})

    again = refreshed(TopicListPanel(client, workers=inline))

    assert verdicts(again) == {"2": "excluded", "3": "ready"}
    assert again.planned is not None
    assert again.planned.plan is not None
    assert again.planned.plan.name == name


def test_a_list_that_is_given_is_there_first(
    client: Client, inline: InlinePool, panel: TopicListPanel, mark: str, tmp_path: Path
) -> None:
    """As text or as a file, before the one that was worked on last; put away, it does not come back by itself."""
    dropped(panel, f"topic,language\n{mark} ropes,EN\n")
    file = tmp_path / "sea.csv"
    file.write_text(f"topic,language\n{mark} tides,EN\n", encoding="utf-8")
    text, path = (
        refreshed(TopicListPanel(client, workers=inline, topics=topic_source))
        for topic_source in (f"topic\tlanguage\n{mark} knots\tEN", file)
    )
    assert [row["topic"] for row in text.verdicts.table.rows] == [f"{mark} knots"]
    assert [row["topic"] for row in path.verdicts.table.rows] == [f"{mark} tides"]
    assert path.source is not None
    assert path.source.name == "sea.csv"

    path.stored.forget(path.source)
    path.restart()
    refreshed(path)
    assert [row["topic"] for row in path.verdicts.table.rows] == [f"{mark} knots"]


def test_the_name_is_that_of_the_list_before_it_was_corrected(client: Client, inline: InlinePool, mark: str) -> None:
    """Two people who correct one list differently have one run."""
    names = []
    for language in ("DE", "FR"):
        panel = made(client, inline)
        dropped(panel, f"topic,language\n{mark} tides,EN\n{mark} knots,Engish\n", f"{mark}.csv")
        panel._run_name = ""
        correct(panel, "3", "language", language)
        assert panel.planned is not None
        assert panel.planned.plan is not None
        names.append(panel.planned.plan.name)
        panel.stored.forget(ListSource(f"{mark}.csv", panel.source.data if panel.source else b""))

    assert names[0] == names[1]


def test_two_people_with_one_list_pay_for_each_lesson_once(
    client: Client, inline: InlinePool, own_service: EmbeddedService, mark: str
) -> None:
    """Both are asked before either says yes; the runs have one name, and anyone who is second joins what is made."""
    person = client.call(get_user_data())
    database = f"sqlite:///{data_folder() / DATABASE}"
    ben = asyncio.run(new_person(database, f"{mark}@example.org", person.organization_name or ""))
    with Client(own_service.base_url, ben.session_token) as other:
        runs: list[Run] = []
        panels = [made(panel_client, inline) for panel_client in (client, other)]
        for panel in panels:
            panel.on_run = runs.append
            dropped(panel, f"topic,language\n{mark} tides,EN\n{mark} knots,Engish\n", f"{mark}.csv")
            correct(panel, "3", "language", "EN")
            panel.run_button.click()
        for panel in panels:
            panel.question.accept()
            runs[-1].wait(60)
            runs[-1].close()

    assert [run.progress.counts.done for run in runs] == [2, 2]
    assert runs[0].plan.name == runs[1].plan.name
    assert (person.ai_credit_balance or 0) - (client.call(get_user_data()).ai_credit_balance or 0) == 2


def test_what_is_set_for_all_lines_shapes_what_is_made(client: Client, inline: InlinePool, mark: str) -> None:
    """A course, a template, copies and a budget: the card names them, and no more is spent than was said."""
    runs: list[Run] = []
    panel = made(client, inline)
    panel.on_run = runs.append
    course_id = client.call(create_course(title=f"Watch {mark}")).course_id
    dropped(panel, f"title,about,language\n{mark} tides,the moon,EN\n{mark} knots,ropes,EN\n")
    controls = panel.controls
    controls.template.value, controls.copies.value = "{title}: {about}", "2"
    controls.budget.value, controls.course.value = "3", f"Watch {mark}"
    panel.run_button.click()
    assert (
        "3 lessons of 4 will be created, for 3 practice credits: the credit limit is 3 practice credits."
        in panel.question.text.value
    )
    assert f"Watch {mark}" in panel.question.text.value
    assert "{title}: {about}" in panel.summary.value
    panel.question.accept()

    (run,) = runs
    templates = {row.template for row in run.wait(60).rows()}
    run.close()
    assert (run.progress.counts.done, run.progress.counts.planned) == (3, 1)
    assert templates == {"{title}: {about}"}
    titles = [lesson.title for lesson in client.call(get_course(course_id=course_id)).lessons]
    assert [title.lower() for title in titles] == [
        f"{mark} tides: the moon", f"{mark} tides: the moon", f"{mark} knots: ropes",
    ]  # fmt: skip


def test_a_template_that_cannot_be_read_is_said_at_the_list(panel: TopicListPanel, mark: str) -> None:
    """While it is typed, too; the list is there again with the next key."""
    dropped(panel, f"title,about,language\n{mark} tides,the moon,EN\n")
    panel.controls.template.value = "{title}: {abou"
    assert "The template cannot be read" in panel.trouble.value
    panel.controls.template.value = "{title}: {abou}"
    assert "There is no column" in panel.trouble.value
    panel.controls.template.value = "{title}: {about}"

    assert panel.trouble.value == ""
    assert [row["topic"] for row in panel.verdicts.table.rows] == [f"{mark} tides: the moon"]


def test_an_approval_is_for_the_list_that_was_shown(panel: TopicListPanel, mark: str, failures: list[str]) -> None:
    """Corrected after the question, the question is gone, and an old answer sends nothing."""
    dropped(panel, f"topic,language\n{mark} tides,EN\n")
    plan = panel.planned.plan if panel.planned else None
    assert plan is not None
    panel.run_button.click()
    correct(panel, "2", "topic", f"{mark} waves")
    assert not panel.question.is_open

    panel.start(panel.run_plan, plan)

    assert "approve again" in panel.error
    assert panel.value is None
    failures.clear()


def test_a_list_without_languages_has_the_default(panel: TopicListPanel, mark: str) -> None:
    """It is shown, said, and changed by choosing another; languages are those of the form for one lesson."""
    dropped(panel, f"topic\n{mark} tides\n{mark} knots\n")
    assert [*verdicts(panel).values()] == ["ready"] * 2
    assert panel.controls.assumed.value == "" and panel.controls.assumed.layout.display != "none"
    assert "No line names a language: made in English (EN), the default language." in panel.heading.value
    assert [row["language"] for row in panel.verdicts.table.rows] == ["EN", "EN"]
    panel.controls.assumed.value = "DE"
    assert [row["language"] for row in panel.verdicts.table.rows] == ["DE", "DE"]
    assert "made in German · Deutsch (DE), as you said." in panel.heading.value

    form = StarterLessonForm(panel.client)
    form.refresh()
    offered = [code for _, code in panel.controls.language.options if code not in ("", "several")]
    assert offered == [code for _, code in form.language.options]
    assert panel.verdicts.table.choices["language"] == sorted(offered)

    panel.controls.language.value = "several"
    panel.controls.codes._on_message({"intent": "entered", "text": "English, de"})

    assert verdicts(panel) == {"2 EN": "ready", "2 DE": "ready", "3 EN": "ready", "3 DE": "ready"}
    assert panel.verdicts.table.fixed == ["language"]
    assert panel.trouble.value == ""


def test_lines_without_a_language_have_the_default_of_the_organization(panel: TopicListPanel, mark: str) -> None:
    """Four of five such lines were red before; one that names a language keeps it, and a cell can be corrected."""
    panel.client.call(set_default_language(language="NL"))
    try:
        panel.refresh()
        dropped(panel, f"topic,language\n{mark} tides,FR\n{mark} knots,\n{mark} ropes,\n")
        assert [*verdicts(panel).values()] == ["ready"] * 3
        assert [row["language"] for row in panel.verdicts.table.rows] == ["FR", "NL", "NL"]
        assert "2 lines name no language: made in Dutch" in panel.heading.value
        panel.controls.assumed.value = "DE"
        correct(panel, "4", "language", "PT")
        assert [row["language"] for row in panel.verdicts.table.rows] == ["FR", "DE", "PT"]
        correct(panel, "4", "language", "")
        assert [row["language"] for row in panel.verdicts.table.rows] == ["FR", "DE", "DE"]
    finally:
        panel.client.call(set_default_language(language=None))


def test_a_list_without_a_known_column_asks_for_one(panel: TopicListPanel, mark: str) -> None:
    """Chosen, it is planned."""
    dropped(panel, f"What,Whom\n{mark} tides,sailors\n")
    assert "Topic column" in panel.trouble.value

    panel.controls.columns["topic"].value = "What"
    panel.controls.language.value = "EN"

    assert verdicts(panel) == {"2": "ready"}


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"%PDF-1.7", "is a PDF"),
        (b"", "is empty"),
        (b"PK\x03\x04 no workbook", "Nothing was sent"),
        ("topic\nL\xe4ngst\n".encode("latin-1"), "encoding"),
    ],
)
def test_an_unreadable_file_says_what_to_do(panel: TopicListPanel, failures: list[str], data: bytes, says: str) -> None:
    """And the panel is ready for another one."""
    dropped(panel, data, "list.csv")

    assert says in panel.error
    assert panel.input.layout.display != "none"
    assert panel.planned is None
    failures.clear()


def test_pasted_lines_are_a_list(panel: TopicListPanel, mark: str) -> None:
    """Also cells of a spreadsheet; a line that reads like a file is opened by nobody."""
    panel.input.pasted.value = f"topic\tlanguage\n{mark} tides\tEN\n/etc/passwd\tEN"
    panel.input.paste_button.click()

    assert [row["topic"] for row in panel.verdicts.table.rows] == [f"{mark} tides", "/etc/passwd"]
    assert panel.input.pasted.value == ""


def test_hostile_text_is_text(panel: TopicListPanel) -> None:
    """In topics, projects, courses, headings and the file's name; saved, too."""
    lines = "\n".join(f'"{text.replace(chr(34), chr(34) * 2)}","EN","{text.replace(chr(34), "")}"' for text in HOSTILE)
    dropped(panel, f"topic,language,project,<b onclick=x>\n{lines}\n", "<img src=x onerror=alert(1)>.csv")
    panel.run_button.click()

    assert dangers_in(panel) == []


def test_a_filter_and_words_narrow_the_rows(panel: TopicListPanel, mark: str) -> None:
    """In the list's order, or problems first."""
    dropped(panel, f"topic,language\n{mark} tides,EN\n{mark} knots,Engish\n{mark} ropes,EN\n")
    found = []
    for chosen in ("problems", "ready", "all", "changed"):
        panel.verdicts.filter.value = chosen
        found.append([row["line"] for row in panel.verdicts.table.rows])
    panel.verdicts.filter.value = "all"
    panel.verdicts.search.value = "KNOTS"

    assert found == [[3], [2, 4], [2, 3, 4], []]
    assert [row["line"] for row in panel.verdicts.table.rows] == [3]


def test_no_token_and_no_file_is_in_the_state(
    panel: TopicListPanel, client: Client, own_service: EmbeddedService
) -> None:
    """Of any widget; a saved notebook shows the rows as a table."""
    dropped(panel, "topic,language\nA topic to be saved,EN\n", "canary.csv")

    state = state_of(panel)
    assert own_service.token.reveal() not in state
    assert '<bdi dir="auto">A topic to be saved</bdi></td>' in panel._repr_mimebundle_()["text/html"]
    assert any(widget is panel.verdicts.table for widget in widgets_in(panel))


def test_who_may_make_no_lessons_can_plan_and_is_told(panel: TopicListPanel, mark: str) -> None:
    """A viewer corrects a list for somebody else; nothing can be approved."""
    dropped(panel, f"topic,language\n{mark} tides,EN\n")
    panel.role = "viewer"
    panel.render()
    panel.ask_to_run()

    assert panel.run_button.disabled
    assert not panel.question.is_open
    assert "Your role, viewer, lets you plan and correct" in panel.trouble.value


def test_pasted_lines_are_a_list_without_a_name() -> None:
    """They come from no file; blank ones are nothing."""
    taken: list[ListSource] = []
    place = ListInput(taken.append, taken.append)
    for text in (" \n", "Tides\nKnots"):
        place.pasted.value = text
        place.paste_button.click()

    assert taken == [ListSource("", b"Tides\nKnots")]

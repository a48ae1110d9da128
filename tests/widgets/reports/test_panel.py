"""The panel of reports: every report that there is, with its filters, table, chart and files."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from threading import Thread
from typing import Any

import pytest

from tests.hostile import HOSTILE
from tests.reports.roles import Cast
from tests.widgets.looking import dangers_in, html_in, refreshed, state_of
from workbench.client.sync import Client
from workbench.client.thread_pool import InlinePool
from workbench.errors import InputRejected
from workbench.procedures.lesson import create_lesson
from workbench.reports import REPORTS, build
from workbench.reports.files.output import FORMATS
from workbench.reports.scope import SWITCH, WORD, Parameter
from workbench.widgets.kit.entry import TextEntry
from workbench.widgets.reports import panel as panel_module
from workbench.widgets.reports.fields import ParameterField
from workbench.widgets.reports.panel import ReportsPanel
from workbench.widgets.reports.table import MOST_ROWS, table_content
from workbench.widgets.reports.wording import NO_CHARTS, NOT_AVAILABLE, parameter_label

Shown = Callable[..., ReportsPanel]


@pytest.fixture
def shown(people: Cast, inline: InlinePool) -> Shown:
    """Shows a report to a person of a role."""

    def show(report: str | None = None, role: str = "owner", **more: Any) -> ReportsPanel:
        place = people.acme.organization_id
        return refreshed(
            ReportsPanel(people.clients[role], organization_id=place, workers=inline, report=report, **more)
        )

    return show


def field_of(panel: ReportsPanel, name: str) -> ParameterField:
    """The field of the parameter of that name of the report that is shown."""
    return next(field for field in panel.fields.children if field.parameter.name == name)


def label_of(field: ParameterField) -> str:
    """What stands above the control, or beside its box."""
    control = field.control
    return str(control.label if isinstance(control, TextEntry) else control.description)


@pytest.mark.parametrize("name", REPORTS)
def test_every_report_is_shown_with_a_control_for_each_parameter(shown: Shown, name: str) -> None:
    """Its rows, its filters under their labels, its chart if it has one; nothing is listed by hand."""
    panel = shown(name)
    report = REPORTS[name]

    assert panel.frame is not None and panel.table.content.total == len(panel.frame)
    assert [field.parameter for field in panel.fields.children] == list(report.parameters)
    assert [label_of(field) for field in panel.fields.children] == [
        parameter_label(parameter) for parameter in report.parameters
    ]
    assert panel.as_text().startswith(f"{name.replace('-', ' ').capitalize()}: ")
    assert ("<svg" in panel.chart.value) == (report.chart is not None and not panel.frame.empty)
    assert [danger for danger in dangers_in(panel) if not danger.endswith(" style")] == []


@pytest.mark.parametrize("name", REPORTS)
def test_of_an_organization_in_which_nothing_happened(newcomer: Client, inline: InlinePool, name: str) -> None:
    """A report without rows is a sentence, not an error."""
    panel = refreshed(ReportsPanel(newcomer, workers=inline, report=name))

    assert (panel.error, panel.refusals) == ("", {})
    assert panel.frame is not None
    assert "row" in panel.as_text()


def test_every_report_is_in_the_list(shown: Shown) -> None:
    """With what it is about; the first is shown."""
    panel = shown()

    assert [row["id"] for row in panel.list.rows] == list(REPORTS)
    assert [row["detail"].lower() for row in panel.list.rows] == [report.about.lower() for report in REPORTS.values()]
    assert panel.value == next(iter(REPORTS)) == panel.list.chosen[0]


def test_the_period_stays_when_another_report_is_chosen(shown: Shown) -> None:
    """A filter that both have is one control; what the other has of its own is not filled in."""
    panel = shown("audit")
    field_of(panel, "since").control.value = "2020-02-01"
    panel.list.chosen = ["ledger"]

    assert panel.value == "ledger"
    assert field_of(panel, "since").value == "2020-02-01"
    panel.list.chosen = ["lessons"]
    assert [field.value for field in panel.fields.children] == [""] * len(panel.fields.children)


def test_a_filter_narrows_the_rows_and_can_be_cleared(shown: Shown) -> None:
    """Enter in a field is enough."""
    panel = shown("lessons")
    everything = panel.table.content.total
    search = field_of(panel, "search").control
    search._handle_custom_msg({"intent": "entered", "text": "kites"}, [])
    narrowed = panel.table.content.total
    panel.clear_button.click()

    assert 0 < narrowed < everything
    assert (panel.table.content.total, search.value, panel.clear_button.disabled) == (everything, "", True)


def test_a_project_is_chosen_by_its_name(shown: Shown, people: Cast) -> None:
    """Nobody types an id."""
    panel = shown("courses")
    project = field_of(panel, "project_id").control
    everything = panel.table.content.total
    project.value = dict(project.options)["Project of the author"]
    panel.show_button.click()

    assert 0 < panel.table.content.total < everything


@pytest.mark.parametrize(
    ("report", "name", "text", "said"),
    [
        ("lessons", "language", "English", "'English' is not valid; expected: language code. Write codes such as EN"),
        ("lessons", "course_id", "Crans of the owner", "There is no course 'Crans of the owner' here."),
        ("duplicates", "similar_percent", "12", "Similar percent is a whole number from"),
        ("audit", "tz", "Europe/Berln", "There is no time zone 'Europe/Berln'."),
    ],
)
def test_what_is_wrong_with_a_filter_is_said_at_its_field(
    shown: Shown, report: str, name: str, text: str, said: str
) -> None:
    """Where it was typed, in words, until it is changed; the rows before stay."""
    panel = shown(report)
    before = panel.frame
    entry = field_of(panel, name).control
    entry.value = text
    panel.show_button.click()
    error = entry.error
    entry.value = ""

    assert error.startswith(said)
    assert (panel.error, entry.error) == ("", "")
    assert panel.frame is before


def test_a_period_that_ends_before_it_begins_is_said_at_its_end(shown: Shown) -> None:
    """With the labels that the person sees."""
    panel = shown("audit")
    field_of(panel, "since").control.value = "2026-02-01"
    field_of(panel, "until").control.value = "2026-01-01"
    panel.show_button.click()

    assert field_of(panel, "until").control.error.startswith("To (2026-01-01) is before From (2026-02-01)")


@pytest.mark.parametrize(
    ("role", "refused"),
    [
        ("owner", set()),
        ("analyst", {"audit"}),
        ("author", {"audit", "forecast", "monthly-forecast", "reconciliation"}),
        ("viewer", {"audit", "ledger", "credits", "forecast", "monthly-forecast", "reconciliation"}),
    ],
)
def test_reports_that_a_role_cannot_see_say_why(shown: Shown, role: str, refused: set[str]) -> None:
    """They cannot be shown, and are not asked for; all others can."""
    panel = shown(role=role)
    marked = {row["id"] for row in panel.list.rows if NOT_AVAILABLE in [tag["text"] for tag in row["tags"]]}

    assert set(panel.refusals) == marked == refused
    for name in refused:
        panel.list.chosen = [name]
        assert panel.frame is None and panel.show_button.disabled
        assert panel.error == "" and panel.refusals[name] in html_in(panel).replace("&#x27;", "'")
    for name in set(REPORTS) - refused:
        panel.list.chosen = [name]
        assert panel.frame is not None and panel.error == ""


def test_a_grouping_that_a_role_cannot_see_is_said(shown: Shown) -> None:
    """The report itself can be seen."""
    panel = shown("credits", role="author")
    field_of(panel, "by").control.value = "month"
    panel.show_button.click()

    assert (panel.error, panel.frame) == ("", None)
    assert "Owners, admins and analysts" in panel.facts.value
    field_of(panel, "by").control.value = "person"
    panel.show_button.click()
    assert panel.frame is not None


def test_a_row_that_names_a_lesson_or_course_leads_there(shown: Shown) -> None:
    """Only what the table itself offers; without a place to go to, it is text."""
    went: list[str] = []
    panel = shown("lessons", on_go=went.append)
    content = panel.table.content
    assert panel.frame is not None
    place = [column.name for column in content.columns].index("title")
    panel.table._handle_custom_msg({"intent": "open", "row": 0, "column": place}, [])
    panel.table._handle_custom_msg({"intent": "open", "row": 10**6, "column": place}, [])
    panel.table._handle_custom_msg({"intent": "open", "row": [], "column": {}}, [])
    panel.show_report("courses")
    panel.table._handle_custom_msg({"intent": "open", "row": 0, "column": 0}, [])

    assert went[0] == f"lesson/{content.anchors[0, place].removeprefix('lesson/')}"
    assert [anchor.partition("/")[0] for anchor in went] == ["lesson", "course"]
    assert shown("lessons").table.content.anchors == {}


@pytest.mark.parametrize("ending", FORMATS)
def test_a_report_is_downloaded_in_every_format(shown: Shown, ending: str) -> None:
    """All of its rows, under a name with the day."""
    panel = shown("lessons")
    handed: list[tuple[str, bytes]] = []
    panel.header.download = lambda name, content: handed.append((name, content))
    panel.format.value = ending
    panel.download_button.click()
    [(name, content)] = handed

    assert name.startswith("lessons-2") and name.endswith(ending) and content
    assert panel.notice == f"{name} was downloaded, with {panel.table.content.total} rows."


def test_without_excel_there_are_the_other_formats(shown: Shown, monkeypatch: pytest.MonkeyPatch) -> None:
    """What cannot be written is not offered."""
    monkeypatch.setattr(panel_module, "find_spec", lambda name: None)

    assert [value for _, value in shown("lessons").format.options] == [one for one in FORMATS if one != ".xlsx"]


def test_without_the_packages_for_charts_the_table_is_there(shown: Shown, monkeypatch: pytest.MonkeyPatch) -> None:
    """And one line says what is missing."""
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    panel = shown("coverage")

    assert NO_CHARTS in panel.chart.value and "<svg" not in panel.chart.value
    assert panel.table.content.rows


def test_a_long_report_says_how_far_it_is_and_can_be_stopped(shown: Shown, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was shown before stays, and it can be asked for again."""
    panel = shown("lessons")
    before, told = panel.frame, []
    monkeypatch.setattr(panel_module, "_PROGRESS_SECONDS", 0)

    def build_and_stop(*args: Any, progress: Callable[[int], object], **more: Any) -> Any:
        progress(3)
        told.append((panel.notice, panel.stop_button.layout.display, panel.stop_button.disabled))
        panel.stop_button.click()
        return build(*args, progress=progress, **more)

    with monkeypatch.context() as patched:
        patched.setattr(panel_module, "build", build_and_stop)
        panel.show_button.click()

    assert told == [("3 pages read …", None, False)]
    assert panel.frame is before and panel.notice.startswith("Stopped.") and panel.error == ""
    assert panel.stop_button.layout.display == "none"
    panel.show_button.click()
    assert panel.frame is not before


def test_choosing_another_report_stops_the_one_that_is_read(people: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    """The one chosen last is shown, with worker threads of its own."""
    panel = ReportsPanel(people.clients["owner"], organization_id=people.acme.organization_id, report="lessons")
    panel.start(panel.refresh).result(60)

    def build_and_choose(client: Any, report: Any, scope: Any, *, progress: Callable[[int], object]) -> Any:
        if report.name == "tags":
            chooser = Thread(target=panel.show_report, args=("courses",))
            chooser.start()
            chooser.join()
        return build(client, report, scope, progress=progress)

    monkeypatch.setattr(panel_module, "build", build_and_choose)
    task = panel.start(lambda: panel.show_report("tags"))
    assert task is not None
    task.result(60)

    assert (panel.value, panel.error) == ("courses", "")
    assert panel.frame is not None and panel.frame.attrs["report"] == "courses"


def test_an_unknown_report_names_the_nearest(nobody: Client, inline: InlinePool) -> None:
    """In code, and as an address."""
    with pytest.raises(InputRejected, match="Did you mean 'lessons'"):
        ReportsPanel(nobody, workers=inline, report="lesson")


@pytest.mark.parametrize("text", HOSTILE)
def test_no_title_becomes_markup(newcomer: Client, inline: InlinePool, text: str) -> None:
    """Neither in the table, which gets texts only, nor in what a notebook saves."""
    newcomer.call(create_lesson(title=text, language="EN"))
    panel = refreshed(ReportsPanel(newcomer, workers=inline, report="coverage"))

    assert [danger for danger in dangers_in(panel) if not danger.endswith(" style")] == []
    assert "<svg" in panel.chart.value


def test_rows_are_in_no_saved_state(shown: Shown) -> None:
    """They are sent as messages."""
    panel = shown("members")

    assert "owner@example.org" not in state_of(panel)
    assert "owner@example.org" in str(panel.table.content.rows)


def test_of_a_very_long_report_the_table_has_the_first_rows_and_says_so(shown: Shown) -> None:
    """A file has all of them."""
    panel = shown("lessons")
    assert panel.frame is not None
    attrs = panel.frame.attrs
    panel.frame = panel.frame.iloc[[0] * (MOST_ROWS + 5)]
    panel.frame.attrs = attrs
    panel.render()

    assert len(panel.table.content.rows) == MOST_ROWS
    assert (
        f"the first {MOST_ROWS:,} of {MOST_ROWS + 5:,} rows. Download a file to see all of them." in panel.facts.value
    )


def test_columns_have_headings_that_people_read(shown: Shown) -> None:
    """Those that a list of them has come first; ids are not among them."""
    frame = shown("lessons").frame
    assert frame is not None
    content = table_content(frame, REPORTS["lessons"])
    names = [column.name for column in content.columns]

    assert [column.label for column in content.columns][:3] == ["Title", "Language", "Project"]
    assert "Updated at (UTC)" in [column.label for column in content.columns]
    assert [name for name in names if name.endswith(("_id", "_ids"))] == []
    assert content.columns[names.index("block_count")].is_number


def test_actions_are_named_for_people(shown: Shown) -> None:
    """Not by their procedure."""
    panel = shown("audit")
    place = [column.name for column in panel.table.content.columns].index("action")
    actions = {cells[place] for cells in panel.table.content.rows}

    assert "Create starter lesson" in actions
    assert [action for action in actions if "." in action] == []


def test_the_panel_costs_no_table_library_before_it_is_looked_at() -> None:
    """The page has it among its panels, and opens without pandas, Arrow and the libraries of charts."""
    code = (
        "import sys, workbench.widgets.reports.panel as made\n"
        "from workbench.client.sync import Client\n"
        "made.ReportsPanel(Client('http://127.0.0.1:9', 'a-token'))\n"
        "print(sorted({'pandas', 'pyarrow', 'numpy', 'plotly', 'matplotlib'} & {*sys.modules}))"
    )
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=120)

    assert ended.stdout.strip() == "[]"


def test_every_label_is_a_word_for_people() -> None:
    """No underscore, no abbreviation of a name in code."""
    labels = [parameter_label(parameter) for report in REPORTS.values() for parameter in report.parameters]

    assert [label for label in labels if "_" in label or label in ("Tz", "By") or not label[0].isupper()] == []


def test_of_choices_without_a_default_any_is_chosen() -> None:
    """Regression: the first one narrowed the report before anybody had chosen it."""
    status = Parameter("status", WORD, "Only lessons in this state.", ("draft", "in-review"))
    grouping = Parameter("by", WORD, "person, day; default: day.", ("person", "day"))
    free, given = (ParameterField(parameter, (), lambda: None).control for parameter in (status, grouping))

    assert [text for text, _ in free.options] == ["Any", "Draft", "In review"] and free.value == ""
    assert [text for text, _ in given.options] == ["Day", "Person"] and given.value == "day"


@pytest.mark.parametrize("name", REPORTS)
def test_a_switch_is_yes_or_nothing(name: str) -> None:
    """So that a box that is not ticked leaves the report as it is."""
    for parameter in REPORTS[name].parameters:
        field = ParameterField(parameter, (), lambda: None)
        if parameter.kind == SWITCH:
            field.control.value = True
            assert field.value == "yes"
            field.clear()
        elif isinstance(field.control, TextEntry):
            assert field.show_error("Wrong.")
        assert field.value == ""

"""How a list is taken, as it is chosen."""

from __future__ import annotations

import pytest

from tests.widgets.bulk.lists import table_of
from workbench.bulk.reading.topic_columns import ColumnMapping
from workbench.errors import InputRejected
from workbench.widgets.bulk.edited_list import ListSettings
from workbench.widgets.bulk.list_controls import ListControls, same_reading

TABLE = table_of("What,Whom,lang\nTides,sailors,EN\n")


@pytest.fixture
def changes() -> list[str]:
    """One entry for each time that something was chosen."""
    return []


@pytest.fixture
def controls(changes: list[str]) -> ListControls:
    """Filled with a table of three columns."""
    made = ListControls(lambda: changes.append("changed"))
    made.fill(TABLE, ListSettings())
    return made


def test_filling_is_no_choice(controls: ListControls, changes: list[str]) -> None:
    """Nothing is planned again by it."""
    settings = ListSettings(ColumnMapping(topic="What", project=""), ("EN", "PT-BR"), "p1")
    controls.offer_projects([("Sea", "p1")])
    controls.fill(TABLE, settings)

    assert changes == []
    assert controls.settings == settings


def test_columns_that_are_found_are_named(controls: ListControls) -> None:
    """So that nobody has to open four lists to know them; they are out of sight until somebody asks for them."""
    assert {name: column.label for name, column in controls.columns.items()} == {
        "topic": "None detected", "language": "lang (detected)", "project": "None detected", "course": "None detected",
    }  # fmt: skip
    assert controls.columns["topic"].label == controls.columns["topic"].options[0][0]
    assert controls._more.layout.display == "none"
    controls.more_button.click()
    assert controls._more.layout.display is None


def test_what_is_typed_is_a_setting(controls: ListControls, changes: list[str]) -> None:
    """A course, a template, copies and a budget; what was set is in sight when the list is opened again."""
    controls.course.value, controls.template.value = " Watch ", "{What}: {Whom}"
    controls.copies.value, controls.budget.value = "3", "100"
    wanted = ListSettings(ColumnMapping(template="{What}: {Whom}"), course="Watch", copies=3, budget=100)
    assert (controls.settings, changes) == (wanted, ["changed"] * 4)

    controls.fill(TABLE, ListSettings())
    assert controls.settings == ListSettings()
    controls.fill(TABLE, wanted)
    assert controls.settings == wanted
    assert controls._more.layout.display is None


@pytest.mark.parametrize(("name", "text"), [("copies", "0"), ("copies", "101"), ("budget", "-1"), ("budget", "1.5")])
def test_what_is_no_number_is_refused(controls: ListControls, name: str, text: str) -> None:
    """By the field's own label."""
    getattr(controls, name).value = text

    with pytest.raises(InputRejected, match="must be a whole number"):
        _ = controls.settings


def test_what_is_chosen_is_told_once(controls: ListControls, changes: list[str]) -> None:
    """A column, a language; the field for several is told when it is entered."""
    controls.columns["topic"].value = "What"
    controls.language.value = "DE"
    controls.language.value = "several"
    controls.codes._on_message({"intent": "entered", "text": "English; de, EN"})

    assert changes == ["changed"] * 3
    assert controls.settings == ListSettings(ColumnMapping(topic="What"), ("EN", "DE"))


def test_what_is_no_language_is_refused(controls: ListControls) -> None:
    """In plain words."""
    controls.language.value = "several"
    controls.codes.value = "EN, Klingon?"

    with pytest.raises(InputRejected, match="Nothing was sent"):
        _ = controls.settings


def test_a_project_that_is_gone_is_none(controls: ListControls) -> None:
    """A list that was kept may name one."""
    controls.fill(TABLE, ListSettings(project="gone"))

    assert controls.settings.project == ""


def test_another_project_is_the_same_list() -> None:
    """Other languages or columns are not."""
    one = ListSettings()

    assert same_reading(one, ListSettings(project="p1", course="c1", copies=2, budget=5))
    assert not same_reading(one, ListSettings(languages=("EN",)))

"""The form of an export shows what its format and choice can be asked about."""

from __future__ import annotations

import pytest

from workbench.errors import InputRejected
from workbench.exports.formats import FORMATS, KINDS, Kind
from workbench.widgets.browser.export_form import MOST_LINKS, ExportForm, OfferedFile


@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize("kind", KINDS)
def test_a_format_is_asked_for_its_options(name: str, kind: Kind) -> None:
    """What does not apply is out of sight, and no part of the choice."""
    form = ExportForm()
    assert not form.is_open
    form.offer("<b>“Sea”", has_courses=kind == "course")
    form.form.value = name
    form.options["language"].value = "FR"
    expected = [option.name for option in FORMATS[name].options if kind in option.kinds]

    assert "&lt;b&gt;" in form.about.value and form.is_open
    assert [*form.choice().options] == expected
    assert {option for option, field in form.options.items() if field.layout.display is None} == set(expected)
    form.close_form()
    assert not form.is_open


def test_what_a_format_needs_is_asked_for() -> None:
    """With an example; an option has its default until another value is chosen."""
    form = ExportForm()
    form.offer("Sea", has_courses=True)
    assert form.choice().options == {option.name: option.default for option in FORMATS["scorm12"].options}
    form.options["published"].value = True
    assert form.choice().options["published"] is True
    form.form.value = "xliff"
    with pytest.raises(InputRejected, match="such as FR"):
        form.choice()


def test_files_and_what_deserves_a_look_are_text() -> None:
    """Names and notes are people's words; of very many files the first are offered, the archive has all."""
    form = ExportForm()
    file = OfferedFile("sea.zip", 1_234_567, "2 lessons", ["“<i>Sea</i>” is not approved."])
    form.show_files("1 file exported.", [file], lambda name: None)
    row = form.links.children[0]
    assert "1.2 MB, 2 lessons" in row.children[0].children[1].value
    assert "&lt;i&gt;Sea" in row.children[1].value

    form.show_files("", [OfferedFile(f"{index}.zip", 10) for index in range(MOST_LINKS + 7)], lambda name: None)
    assert len(form.links.children) == MOST_LINKS + 1
    assert "7 more" in form.links.children[-1].value

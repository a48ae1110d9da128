"""The form of an export shows what its format and choice can be asked about."""

from __future__ import annotations

from workbench.widgets.browser.export_form import MOST_LINKS, ExportForm, OfferedFile


def test_only_packages_score_and_only_courses_are_published() -> None:
    """What does not apply is out of sight."""
    form = ExportForm()
    assert not form.is_open
    form.offer("<b>“Sea”", has_courses=False)
    assert (form.package_line.layout.display, form.state.layout.display) == (None, "none")
    form.form.value = "html"
    assert (form.is_open, form.package_line.layout.display) == (True, "none")
    assert "&lt;b&gt;" in form.about.value
    form.state.value = "published"
    assert not form.choice().is_published
    form.offer("Sea", has_courses=True)
    assert (form.choice().is_published, form.state.layout.display) == (True, None)
    form.close_form()
    assert not form.is_open


def test_files_and_what_deserves_a_look_are_text() -> None:
    """Names and notes are people's words; of very many files the first are offered, the archive has all."""
    form = ExportForm()
    file = OfferedFile("sea.zip", 1_234_567, "2 lessons", ["“<i>Sea</i>” is not approved."])
    form.show_files("1 file made.", [file], lambda name: None)
    row = form.links.children[0]
    assert "1.2 MB, 2 lessons" in row.children[0].children[1].value
    assert "&lt;i&gt;Sea" in row.children[1].value

    form.show_files("", [OfferedFile(f"{each}.zip", 10) for each in range(MOST_LINKS + 7)], lambda name: None)
    assert len(form.links.children) == MOST_LINKS + 1
    assert "7 more" in form.links.children[-1].value

"""Where the scripts and styles of the widgets are."""

from __future__ import annotations

import gc
from weakref import ref

import pytest

from workbench.widgets.kit.assets import script, styles
from workbench.widgets.kit.rows import Rows

SCRIPTS = [
    "app/address",
    "block_list/view",
    "kit/editable_title",
    "kit/entry",
    "kit/panel_header",
    "kit/reader",
    "kit/rows",
    "kit/tabs",
]


@pytest.mark.parametrize("name", SCRIPTS)
def test_a_widget_script_is_one_file(name: str) -> None:
    """A front end loads one module for a widget: it imports nothing, and exports what anywidget calls."""
    text = script(name)

    assert "\nimport " not in text
    assert "default" in text[text.rindex("export {") :]


def test_a_closed_widget_was_kept_until_the_kernel_ended() -> None:
    """anywidget held each one whose script is a path; now nobody does."""
    rows = Rows("Lessons")
    closed = ref(rows)

    rows.close()
    del rows
    gc.collect()

    assert closed() is None


def test_styles_stand_one_after_the_other() -> None:
    """Later sheets may override earlier ones."""
    text = styles("kit/rendered", "kit/reader")

    assert text.index(styles("kit/rendered")) < text.index(styles("kit/reader"))

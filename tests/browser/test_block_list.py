"""The block list in a real JupyterLab: what a person does in it is what the service has."""

from __future__ import annotations

from collections.abc import Callable

from tests.browser.desk import Notebook
from tests.browser.lessons import Writing
from tests.needs import needs

pytestmark = needs("chromium")

Open = Callable[..., Notebook]


def show(lesson_id: str) -> str:
    """The cell that shows a lesson's block list."""
    return (
        "from workbench import connect\n"
        "from workbench.widgets.block_list import BlockList\n"
        f"pages = BlockList(connect().client, {lesson_id!r})\npages"
    )


def test_a_row_is_moved_by_mouse(open_notebook: Open, writing: Writing) -> None:
    """Dragged from the first to the third place; the service has that order."""
    lesson_id = writing.of_texts("one", "two", "three", "four")
    notebook = open_notebook(show(lesson_id), "len(pages.value)")
    notebook.run(0)
    notebook.blocks.shows(["one", "two", "three", "four"])

    notebook.blocks.drag("one", "three")

    notebook.blocks.shows(["two", "three", "one", "four"])
    notebook.blocks.is_saved()
    assert writing.texts(lesson_id) == ["two", "three", "one", "four"]

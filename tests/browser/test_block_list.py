"""The block list in a real JupyterLab: what a person does in it is what the service has."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.lab import Lab
from tests.browser.lessons import Writing
from tests.browser.page_objects import BlockView, Notebook, violations
from tests.needs import needs
from tests.service.shared_courses import EVERY_TYPE

pytestmark = needs("chromium")

LessonOf = Callable[..., BlockView]
TEXT = "Text (Markdown)"


def test_a_row_is_moved_by_mouse(lesson_of: LessonOf, writing: Writing) -> None:
    """Dragged from the first to the third place; the service has that order."""
    pages = lesson_of("one", "two", "three", "four")

    pages.drag("one", "three")

    pages.stores(["two", "three", "one", "four"], writing)


def test_a_list_that_moves_under_the_pointer(lesson_of: LessonOf, writing: Writing) -> None:
    """What comes late above it pushes it down while a row is held: the row goes where the line stands."""
    pages = lesson_of("one", "two", "three", "four")
    pages.root.evaluate(
        "(list) => addEventListener('pointerdown', () => { list.style.paddingTop = '60px'; }, { once: true })"
    )

    pages.drag("one", "three")

    pages.stores(["two", "three", "one", "four"], writing)


def test_what_comes_late_moves_no_row(lesson_of: LessonOf, notebook: Notebook) -> None:
    """The list is already used when checks and comments come."""
    notebook.page.evaluate(
        """() => {
          const tops = window.tops = new Set();
          for (const list of document.querySelectorAll('.wb-blocks')) list.dataset.isFormer = '';
          const look = () => {
            const list = document.querySelector('.wb-blocks:not([data-is-former]):has([data-state=saved])');
            const row = list?.querySelector('.bl-row');
            const isStyled = row && getComputedStyle(list.querySelector('.bl-bar')).display === 'flex';
            if (isStyled) tops.add(row.getBoundingClientRect().top - list.getBoundingClientRect().top);
            requestAnimationFrame(look);
          };
          look();
        }"""
    )

    pages = lesson_of("one", "two")
    expect(pages.root.locator(".bl-standing[data-state=saved]")).to_be_visible()
    expect(pages.root.locator(".bl-block .bl-rendered.block")).to_have_count(2)

    tops = notebook.page.evaluate("() => [...tops]")
    assert len(tops) == 1, tops


def test_a_drag_that_is_given_up_moves_nothing(lesson_of: LessonOf) -> None:
    """Escape, before the button is let go."""
    pages = lesson_of("one", "two", "three")

    pages.hold("one", "three")
    pages.press("Escape")
    pages.page.mouse.up()

    pages.shows(["one", "two", "three"])


def test_a_row_is_moved_by_keys(lesson_of: LessonOf, writing: Writing) -> None:
    """The focus goes with it, and a screen reader is told where it is now."""
    pages = lesson_of("one", "two", "three", "four")
    pages.row("two").click()

    pages.press("Alt+ArrowDown")
    pages.says("Block 2 moved to position 3 of 4.")
    pages.press("Alt+End")

    pages.shows(["one", "three", "four", "two"])
    expect(pages.row("two")).to_be_focused()
    pages.is_saved()
    assert writing.texts(pages.lesson_id) == ["one", "three", "four", "two"]


def test_a_row_is_moved_by_buttons(lesson_of: LessonOf) -> None:
    """For fingers: nothing has to be dragged."""
    pages = lesson_of("one", "two", "three")
    pages.row("three").click()

    pages.button("Move to the top").click()

    pages.shows(["three", "one", "two"])
    pages.is_saved()


def test_shift_click_selected_text(lesson_of: LessonOf) -> None:
    """It chooses the rows in between and marks no words."""
    pages = lesson_of("one", "two", "three", "four")
    pages.row("one").click()

    pages.row("three").click(modifiers=["Shift"])

    expect(pages.root.get_by_role("option", selected=True)).to_have_text(
        [re.compile(w) for w in ("one", "two", "three")]
    )
    expect(pages.row("two")).to_have_css("user-select", "none")  # JupyterLab clears a selection itself, Voila does not


def test_the_preview_numbered_choices_that_learners_see_as_letters(lesson_of: LessonOf) -> None:
    """A, B and C, in the block next to the list and in the lesson as a whole."""
    choices = [{"text": name, "isCorrect": name == "moon"} for name in ("moon", "wind")]
    pages = lesson_of("one", ("quiz", {"question": "What pulls?", "choices": choices}))

    pages.row("What pulls?").click()

    expect(pages.root.locator(".bl-rendered ol").first).to_have_css("list-style-type", "upper-alpha")


def test_several_rows_move_together(lesson_of: LessonOf, writing: Writing) -> None:
    """Chosen by keys, moved by one of them."""
    pages = lesson_of("one", "two", "three", "four")
    pages.row("one").click()

    pages.press("Shift+ArrowDown", "Alt+End")

    pages.stores(["three", "four", "one", "two"], writing)


def test_a_page_is_written(lesson_of: LessonOf, writing: Writing) -> None:
    """Enter opens it in its place, Ctrl+Enter leaves it: it is saved, and looks as learners see it."""
    pages = lesson_of("one", "two")
    pages.row("two").click()

    pages.press("Enter")
    pages.field(TEXT).fill("Now **bold**")
    pages.press("Control+Enter")

    expect(pages.block("Now bold").locator("strong")).to_have_text("bold")
    expect(pages.field(TEXT)).to_have_count(0)
    pages.stores_text(["one", "Now **bold**"], writing)


def test_a_click_in_a_text_puts_the_caret_there(lesson_of: LessonOf, writing: Writing) -> None:
    """Among the words that were clicked; it saves itself a second after the last key, without being left."""
    pages = lesson_of("one", "The **sea** comes in twice")
    words = pages.block("The sea").locator("strong")
    box = words.bounding_box()
    assert box is not None

    words.click(position={"x": box["width"] - 1, "y": box["height"] / 2})
    expect(pages.field(TEXT)).to_be_focused()
    pages.page.keyboard.type("side")

    pages.stores_text(["one", "The **seaside** comes in twice"], writing)
    expect(pages.field(TEXT)).to_be_focused()


def test_a_visit_is_undone_as_one_step(lesson_of: LessonOf, writing: Writing) -> None:
    """First the field's own steps, then the lesson's."""
    pages = lesson_of("one", "two")
    pages.block("two").click()
    pages.field(TEXT).press("End")
    pages.page.keyboard.type(" three")
    pages.stores_text(["one", "two three"], writing)
    pages.page.keyboard.type(" four")
    pages.press("Control+s")
    pages.stores_text(["one", "two three four"], writing)

    pages.press("Escape", "Control+z")

    pages.stores_text(["one", "two"], writing)


def test_undo_in_a_field_goes_first(lesson_of: LessonOf, writing: Writing) -> None:
    """When nothing is left to undo there, the lesson's last step is undone."""
    pages = lesson_of("one", "two")
    pages.row("one").click()
    pages.press("Alt+ArrowDown")
    pages.stores(["two", "one"], writing)
    pages.block("two").click()
    pages.field(TEXT).press("End")
    pages.page.keyboard.type("x")

    pages.press("Control+z")
    expect(pages.field(TEXT)).to_have_value("two")
    pages.press("Control+z")

    pages.stores(["one", "two"], writing)


def test_arrow_keys_go_from_field_to_field(lesson_of: LessonOf, writing: Writing) -> None:
    """At the edge of a text only: to the end of the one before, and to the start of the next; a picture is chosen."""
    heading = ("heading", {"text": "Ebb", "level": 2})
    gaps = ("fillIn", {"text": "Water is ___.", "gaps": [{"answers": ["wet"]}], "feedback": ""})
    pages = lesson_of(heading, "one\n\nlines", gaps, "three")
    pages.block("one").click()
    pages.field(TEXT).press("Control+Home")
    pages.press("ArrowRight", "ArrowLeft")
    expect(pages.field(TEXT)).to_be_focused()
    pages.press("ArrowLeft")
    expect(pages.field("Heading")).to_be_focused()
    pages.page.keyboard.type("!")

    pages.press("ArrowDown")
    expect(pages.field(TEXT)).to_be_focused()
    pages.page.keyboard.type("> ")
    pages.press("ArrowDown", "ArrowDown", "ArrowDown", "ArrowDown")
    expect(pages.block("Water is")).to_be_focused()
    expect(pages.field(TEXT)).to_have_count(0)

    pages.is_saved()
    stored = [
        block.content.get("text", block.content.get("markdown")) for block in writing.read(pages.lesson_id).blocks
    ]
    assert stored == ["Ebb!", "> one\n\nlines", "Water is ___.", "three"]


def test_arrow_keys_leave_no_text_that_an_input_method_composes(lesson_of: LessonOf) -> None:
    """They choose among what it offers."""
    pages = lesson_of("one", "two")
    pages.block("two").click()
    pages.field(TEXT).fill("")
    session = pages.page.context.new_cdp_session(pages.page)
    session.send("Input.imeSetComposition", {"text": "\u3057", "selectionStart": 0, "selectionEnd": 0})

    pages.field(TEXT).dispatch_event("keydown", {"key": "ArrowLeft", "isComposing": True})
    pages.page.wait_for_timeout(100)

    expect(pages.field(TEXT)).to_have_value("\u3057")
    expect(pages.field(TEXT)).to_be_focused()


def test_a_text_is_split_at_the_caret_in_one_step(lesson_of: LessonOf, writing: Writing) -> None:
    """By Ctrl+Enter among words or the second Enter; what was typed before is a step of its own."""
    pages = lesson_of("one two", "last")
    pages.block("one two").click()
    pages.field(TEXT).press("Control+End")
    pages.page.keyboard.type("!")
    pages.press("Control+ArrowLeft", "Control+ArrowLeft", "Control+Enter")
    expect(pages.field(TEXT)).to_have_value("two!")
    pages.page.keyboard.type("and ")
    pages.stores_text(["one", "and two!", "last"], writing)

    pages.press("Control+End", "Enter", "Enter")
    expect(pages.field(TEXT)).to_have_value("")
    pages.page.keyboard.type("three")
    pages.press("Escape")
    pages.stores_text(["one", "and two!", "three", "last"], writing)

    for texts in (["one", "and two!", "", "last"], ["one", "and two!\n", "last"], ["one", "two!", "last"]):
        pages.press("Control+z")
        pages.stores_text(texts, writing)
    pages.press("Control+z")
    pages.stores_text(["one two!", "last"], writing)


def test_backspace_at_the_start_joins_a_text_with_the_one_before(lesson_of: LessonOf, writing: Writing) -> None:
    """In one step; what is not text is left alone."""
    pages = lesson_of(("heading", {"text": "Ebb", "level": 2}), "one", "two")
    pages.block("two").click()
    pages.field(TEXT).press("Control+Home")
    pages.press("Backspace")
    expect(pages.field(TEXT)).to_have_value("onetwo")
    pages.page.keyboard.type(" and ")
    pages.stores_text(["heading", "one and two"], writing)
    pages.press("Control+Home", "Backspace")
    expect(pages.field(TEXT)).to_have_value("one and two")

    pages.press("Escape", "Control+z")
    pages.stores_text(["heading", "onetwo"], writing)
    pages.press("Control+z")
    pages.stores_text(["heading", "one", "two"], writing)


def test_keys_write_markdown(lesson_of: LessonOf, writing: Writing) -> None:
    """Bold, italic and a link of the selected words; the field undoes them as typing."""
    pages = lesson_of("sea")
    pages.block("sea").click()
    pages.press("Control+a", "Control+b", "Control+i", "Escape")
    expect(pages.block("sea").locator("em strong, strong em")).to_have_text("sea")
    pages.stores_text(["***sea***"], writing)

    pages.block("sea").click()
    pages.press("Control+a", "Control+k")
    pages.page.keyboard.type("https://example.org")
    pages.press("Control+Enter")

    expect(pages.block("sea").get_by_role("link")).to_have_attribute("href", "https://example.org")


def test_a_slash_in_an_empty_block_opens_the_types(lesson_of: LessonOf, writing: Writing) -> None:
    """The block becomes what is chosen."""
    pages = lesson_of("one")
    pages.row("one").click()
    pages.press("Insert", "Enter")
    expect(pages.field(TEXT)).to_be_focused()

    pages.press("/")
    pages.root.get_by_role("menuitem", name="Heading").press("Enter")
    pages.field("Heading").fill("Ebb")
    pages.press("Control+Enter")

    pages.is_saved()
    assert [block.content.get("text") for block in writing.read(pages.lesson_id).blocks] == [None, "Ebb"]


def test_the_menu_of_a_block_says_in_words_what_can_be_done(lesson_of: LessonOf, writing: Writing) -> None:
    """By keys, at the block itself."""
    pages = lesson_of("one", "two", "three")
    pages.row("two").click()
    pages.block("two").focus()

    pages.press("Shift+F10")
    expect(pages.root.get_by_role("menu")).to_be_visible()
    pages.root.get_by_role("menuitem", name="Move up").press("Enter")
    pages.stores(["two", "one", "three"], writing)
    expect(pages.block("two")).to_be_focused()
    pages.press("Shift+F10")
    pages.root.get_by_role("menuitem", name="Duplicate").press("Enter")

    pages.stores(["two", "two", "one", "three"], writing)


def test_what_is_typed_goes_before_the_block_moves(lesson_of: LessonOf, writing: Writing) -> None:
    """And before it is left by a click elsewhere; nobody presses a button to save."""
    pages = lesson_of("one", "two")
    pages.block("one").click()
    pages.field(TEXT).fill("begun")
    pages.button("Move down").click()
    pages.stores(["two", "begun"], writing)

    pages.block("begun").click()
    pages.field(TEXT).fill("gone on")
    pages.row("two").click()

    pages.stores(["two", "gone on"], writing)
    expect(pages.field(TEXT)).to_have_count(0)


def test_looking_at_a_text_changes_nothing(lesson_of: LessonOf, writing: Writing) -> None:
    """To the byte, and no revision is made: line ends, spaces, signs that Markdown could be written otherwise with."""
    texts = ["a\r\nb", "  two  \n\n", "2 * 3 * 4", "1) a", "[x]: https://example.org"]
    pages = lesson_of(*texts)
    before = writing.read(pages.lesson_id).revision
    for row in range(len(texts)):
        pages.rows.nth(row).click()
        pages.press("Enter")
        expect(pages.field(TEXT)).to_be_focused()
        pages.press("Control+s", "Escape")

    pages.is_saved()
    assert writing.texts(pages.lesson_id) == texts
    assert writing.read(pages.lesson_id).revision == before


def test_what_is_unfinished_is_saved_and_found(lesson_of: LessonOf, writing: Writing) -> None:
    """An empty heading is a finding; what the service would refuse stays in the field, and it is said why."""
    pages = lesson_of(("heading", {"text": "A", "level": 2}), "two")
    pages.block("A").click()
    pages.field("Heading").fill("")
    pages.press("Escape")
    pages.is_saved()
    assert writing.read(pages.lesson_id).blocks[0].content["text"] == ""
    expect(pages.rows.first).to_have_attribute("aria-label", re.compile("The text is empty"))

    pages.block("two").click()
    pages.field(TEXT).fill("[two](javascript:alert)")
    expect(pages.root.get_by_role("alert").filter(has_text="neither https nor mailto")).to_be_visible()
    expect(pages.root.locator(".bl-standing")).to_contain_text("Not saved: The link")
    assert writing.texts(pages.lesson_id)[1] == "two"
    pages.field(TEXT).fill("[two](https://example.org)")
    pages.is_saved()

    assert writing.texts(pages.lesson_id)[1] == "[two](https://example.org)"


def test_a_text_becomes_a_quiz(lesson_of: LessonOf, writing: Writing) -> None:
    """Its lines are question and choices; the correct one is marked."""
    pages = lesson_of("When?\nNever\nAt new moon")
    pages.row("When?").click()
    pages.press("Enter")

    pages.field("Type of this block").select_option("quiz")
    pages.field("Correct").nth(1).check()
    pages.press("Control+Enter")

    expect(pages.field("Correct")).to_have_count(0)
    pages.is_saved()
    content = writing.read(pages.lesson_id).blocks[0].content
    assert [(choice["text"], choice["isCorrect"]) for choice in content["choices"]] == [
        ("Never", False),
        ("At new moon", True),
    ]


def test_a_deletion_is_undone(lesson_of: LessonOf, writing: Writing) -> None:
    """By keys, in the list; the service has the page again."""
    pages = lesson_of("one", "two", "three")
    pages.row("two").click()

    pages.press("Delete")
    pages.shows(["one", "three"])
    pages.press("Control+z")

    pages.stores(["one", "two", "three"], writing)


def test_a_blank_page_is_inserted(lesson_of: LessonOf, writing: Writing) -> None:
    """Before the chosen one; it is chosen then."""
    pages = lesson_of("one", "two")
    pages.row("two").click()

    pages.button("Blank block before").click()

    expect(pages.row("Blank block")).to_have_attribute("aria-selected", "true")
    pages.is_saved()
    assert writing.texts(pages.lesson_id) == ["one", "blank", "two"]


def test_a_page_of_a_type_is_added(lesson_of: LessonOf, writing: Writing) -> None:
    """Its form is open immediately."""
    pages = lesson_of("one")

    pages.button("Add a block").click()
    pages.button("Key terms").click()
    pages.field("Term").fill("Neap")
    pages.field("Meaning").fill("The smallest range.")
    pages.press("Escape")

    pages.is_saved()
    assert writing.read(pages.lesson_id).blocks[1].content == {
        "terms": [{"term": "Neap", "meaning": "The smallest range."}]
    }


def test_keys_in_the_list_delete_no_cell(lesson_of: LessonOf, notebook: Notebook) -> None:
    """`d d` deletes a cell, `b` inserts one, `x` cuts one: not here."""
    pages = lesson_of("one", "two")
    pages.row("one").click()
    before = notebook.cells.count()

    pages.press("d", "d", "b", "x", "Shift+Enter")

    assert notebook.cells.count() == before
    pages.shows(["one", "two"])
    pages.press("Escape")


def test_typing_in_a_form_runs_no_cell(lesson_of: LessonOf, notebook: Notebook) -> None:
    """Enter and Shift+Enter are new lines there, and `dd` are two letters."""
    pages = lesson_of("one")
    pages.row("one").click()
    pages.press("Enter")
    field = pages.field(TEXT)
    field.fill("")

    field.press_sequentially("add")
    pages.press("Enter", "Shift+Enter", "e")

    assert field.input_value() == "add\n\ne"
    assert notebook.cells.count() == 3
    pages.press("Escape")


def test_two_views_agree(lesson_of: LessonOf, notebook: Notebook) -> None:
    """The same list shown twice: what is done in one is seen in the other."""
    pages = lesson_of("one", "two")
    notebook.put(1, "pages")
    other = BlockView(notebook.page, notebook.run(1))
    other.shows(["one", "two"])

    pages.row("one").click()
    pages.press("Alt+ArrowDown")

    other.shows(["two", "one"])
    notebook.put(1, "'two'")


def test_a_long_lesson_has_few_rows_and_all_of_its_blocks(lesson_of: LessonOf) -> None:
    """Only the rows that can be seen, and End brings the last one; the browser's search finds every block."""
    pages = lesson_of(*(f"page {number}" for number in range(600)))
    assert pages.rows.count() < 60

    pages.rows.first.click()
    pages.press("End")

    expect(pages.row("page 599")).to_be_focused()
    assert pages.rows.count() < 60
    expect(pages.root.locator(".bl-block p")).to_have_count(600)
    assert pages.page.evaluate("window.find('page 300')")


def test_a_block_is_edited_as_json(lesson_of: LessonOf) -> None:
    """Under Advanced in its menu, by keyboard; the fields are a step away."""
    pages = lesson_of("one")
    pages.rows.first.click()
    pages.root.locator(".bl-block").focus()
    for key in ("Shift+F10", "a", "a", "Enter", "Enter"):
        pages.press(key)
    field = pages.root.get_by_role("textbox", name="Content (JSON)")
    expect(field).to_be_focused()
    field.fill('{"markdown": "two"}')
    pages.button("Edit as fields").click()
    expect(pages.root.get_by_role("textbox").first).to_have_value("two")
    pages.press("Escape")

    expect(pages.row("two")).to_be_visible()
    pages.shows(["two"])


def test_markup_in_a_lesson_does_nothing(lesson_of: LessonOf) -> None:
    """Neither in a row nor in the page."""
    pages = lesson_of("<img src=x onerror='window.hit=1'>", ("heading", {"text": "<script>window.hit=1</script>"}))
    pages.rows.first.click()
    expect(pages.root.locator(".bl-block .bl-rendered.block")).to_have_count(2)

    assert pages.page.evaluate("window.hit") is None
    assert pages.root.locator("img, script").count() == 0


def test_a_right_to_left_lesson_reads_from_the_right(lesson_of: LessonOf) -> None:
    """Its words and its page; the panel around it does not turn."""
    pages = lesson_of("المد والجزر", language="AR")
    pages.rows.first.click()

    expect(pages.root.locator(".bl-words").first).to_have_attribute("dir", "rtl")
    expect(pages.root.locator(".bl-rendered")).to_have_attribute("dir", "rtl")


@needs("npm")
@pytest.mark.parametrize("theme", ["JupyterLab Light", "JupyterLab Dark"])
def test_it_can_be_used_by_everybody(lesson_of: LessonOf, notebook: Notebook, axe: Path, theme: str) -> None:
    """The rules of accessibility find nothing: looked at, written in, with types to choose from."""
    notebook.theme(theme)
    pages = lesson_of(*EVERY_TYPE)
    pages.row("When?").click()
    looked_at = violations(notebook.page, axe, ".wb-panel")
    pages.press("Enter")
    pages.field("Question").wait_for()
    pages.button("Add a block").click()
    written_in = violations(notebook.page, axe, ".wb-panel")
    notebook.theme("JupyterLab Light")

    assert looked_at == written_in == []


def test_the_dark_theme_holds_in_the_list(lesson_of: LessonOf, notebook: Notebook) -> None:
    """Paper and ink are the theme's."""
    pages = lesson_of("one")
    notebook.theme("JupyterLab Dark")
    paper = pages.root.locator(".bl-side").evaluate("each => getComputedStyle(each).backgroundColor")
    notebook.theme("JupyterLab Light")

    assert paper == "rgb(33, 33, 33)"


def test_a_saved_notebook_holds_nothing_that_was_typed(lesson_of: LessonOf, notebook: Notebook, lab: Lab) -> None:
    """What was begun and not saved is nobody's but the writer's; nor is the session's token in the file."""
    pages = lesson_of("one")
    pages.rows.first.click()
    pages.press("Enter")
    pages.field(TEXT).fill("[a canary](javascript:only-typed)")
    expect(pages.root.get_by_role("alert").filter(has_text="neither https")).to_be_visible()
    notebook.save()
    saved = lab.saved(notebook.name)
    pages.field(TEXT).fill("one")
    pages.press("Escape")

    assert "canary" not in saved
    assert "one" in saved

"""The pictures of the review queue, of comments, of the publishing policy and of what needs attention."""

from __future__ import annotations

from playwright.sync_api import Locator, expect

from tests.browser.sharing_scenes import narrow

REVIEW = (
    "waiting = wb.reviews.queue()\n"
    "if waiting.empty:\n"
    "    _ = wb.reviews.request(list(wb.lessons.list(language='EN')['lesson_id']), note='For the spring course')\n"
    "    _ = wb.reviews.comment('{flawed}', 'Which coast is this about?')\n"
    "wb.widgets.review()"
)
PUBLISH = (
    "wb.client.call('lesson.renameLesson', {'lessonId': '{english}', 'title': 'The tides'})\n"
    "blocks = wb.widgets.block_list('{english}')\nblocks.refresh()\nblocks.delete([blocks.value[-1]])\n"
    "blocks.refresh()\nwb.widgets.sharing('{course}')"
)
HOME = REVIEW.replace(
    "wb.widgets.review()",
    "wb.client.call('lesson.renameLesson', {'lessonId': '{english}', 'title': 'The tides'})\nwb.widgets.home()",
)


def needs_shown(panel: Locator) -> None:
    """Wait until it says what needs attention."""
    expect(panel.get_by_role("button", name="Publish: ")).to_be_visible()


def needs_on_phone(panel: Locator) -> None:
    """The same where there is room for one column."""
    narrow(panel)
    needs_shown(panel)


def queue_shown(panel: Locator) -> None:
    """Open the lesson with an error."""
    expect(panel.locator(".wb-reader h1")).to_be_visible()
    panel.get_by_role("option").filter(has_text="Tides, unfinished").click()
    expect(panel.locator(".wb-reader h1")).to_have_text("Tides, unfinished")
    expect(panel.get_by_text("1 error").first).to_be_visible()


def note_on_phone(panel: Locator) -> None:
    """Begin to send it back, with the keys listed, where there is room for one column."""
    queue_shown(panel)
    panel.page.keyboard.press("?")
    panel.page.keyboard.press("s")
    expect(panel.get_by_label("What needs to change")).to_be_focused()
    panel.page.keyboard.type("Put the drawing in, or say what it would show.")
    panel.page.evaluate("() => window.jupyterapp.shell.collapseLeft()")
    panel.page.set_viewport_size({"width": 460, "height": 2300})
    panel.page.wait_for_timeout(500)  # the notebook is laid out again


def comments_opened(panel: Locator) -> None:
    """Comment on a block, and show all comments."""
    panel.get_by_role("option").nth(2).click()
    panel.locator(".wb-document-header").get_by_role("button", name="Comments").click()
    comments = panel.locator(".wb-rail")
    if not comments.get_by_text("on every coast").is_visible():
        comments.get_by_label("Your comment").fill("Is this the same on every coast?")
        comments.get_by_role("button", name="Comment", exact=True).click()
    expect(comments.get_by_text("on every coast")).to_be_visible()


def policy_opened(panel: Locator) -> None:
    """Choose another policy, and do not save it."""
    panel.get_by_role("tab", name="Publishing").click()
    panel.get_by_label("What may be published").select_option(label="Only approved lessons without errors")
    panel.get_by_label("Maximum link duration").fill("90")
    expect(panel.get_by_role("button", name="Save…")).to_be_enabled()


def change_chosen(panel: Locator) -> None:
    """Choose a change that is not public yet, to see what differs."""
    part = panel.get_by_role("region", name="Publication")
    part.get_by_role("option").filter(has_text="Changed").click()
    expect(part.locator(".wb-differences")).to_be_visible()
    part.get_by_label("What changed? (saved").fill("The table of the new harbour")

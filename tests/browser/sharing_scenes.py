"""The pictures of a link's settings and of the theme of learner pages."""

from __future__ import annotations

from playwright.sync_api import Locator, expect

THEME = (
    "import pathlib, tempfile\nfrom PIL import Image, ImageDraw\n"
    "path = pathlib.Path(tempfile.mkdtemp()) / 'harbour.png'\n"
    "logo = Image.new('RGBA', (96, 96))\nImageDraw.Draw(logo).ellipse((4, 4, 92, 92), fill='#ffb000')\n"
    "ImageDraw.Draw(logo).polygon([(48, 16), (76, 66), (20, 66)], fill='#10324f')\nlogo.save(path)\n"
    "_ = wb.assets.upload(path, alternative_text='A sail')\nwb.widgets.admin()"
)


def theme_typed(panel: Locator) -> None:
    """Type a theme, and do not save it."""
    panel.get_by_role("tab", name="Theme").click()
    panel.get_by_label("Logo").select_option(label="harbour.png, 96 × 96")
    panel.get_by_label("Name at the top of the pages").fill("Harbour School")
    panel.get_by_label("Colour").fill("#ffb000")
    panel.get_by_label("Text below the pages").fill("Harbour School, Quay 4\nQuestions: school@harbour.example")
    frames = [panel.frame_locator(f"iframe >> nth={place}") for place in (0, 1)]
    for frame in frames:
        expect(frame.locator("footer")).to_contain_text("Quay 4")
        expect(frame.locator("header img")).to_be_visible()
    expect(panel.get_by_role("button", name="Save", exact=True)).to_be_enabled()


def theme_on_phone(panel: Locator) -> None:
    """The same where there is room for one column."""
    narrow(panel)
    theme_typed(panel)


def link_settings_typed(panel: Locator) -> None:
    """Give a link an end and pages that may embed it."""
    panel.get_by_label("Link expiry").select_option(label="Expires on a date")
    panel.get_by_label("Last day (UTC)").fill("2027-06-30")
    panel.get_by_label("Embedding").select_option(label="Only on these websites")
    panel.get_by_label("Websites, one per line").fill("https://school.example\nhttps://library.example")
    panel.get_by_label("Search engines").select_option(label="Allowed")


def link_settings_on_phone(panel: Locator) -> None:
    """The same where there is room for one column."""
    narrow(panel)
    link_settings_typed(panel)


def narrow(panel: Locator) -> None:
    """Make the window as narrow as a telephone's."""
    if panel.page.evaluate("() => !window.jupyterapp.shell.leftCollapsed"):
        panel.page.evaluate("() => window.jupyterapp.shell.collapseLeft()")
    panel.page.set_viewport_size({"width": 400, "height": 2300})
    panel.page.wait_for_timeout(500)  # the notebook is laid out again


def sharing_refused(panel: Locator) -> None:
    """Wait for the reason why a course with notes for authors cannot be made public."""
    expect(panel.get_by_role("button", name="Make public…")).to_be_disabled()
    expect(panel.get_by_text("There are notes for authors in").first).to_be_visible()


def course_chosen(panel: Locator) -> None:
    """Choose the public course."""
    panel.get_by_role("option").filter(has_text="Public").first.click()

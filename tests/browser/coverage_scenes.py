"""The pictures of the panel of translations and of its chart: courses by languages at a service that has a model."""

from __future__ import annotations

from playwright.sync_api import Locator, expect

from tests.browser.sharing_scenes import narrow

# Two courses and their lessons; of the first some are tied to a translation by a person, of which one is stale.
COVERAGE = (
    "import os\nhome = os.environ['WORKBENCH_HOME']\nos.environ['WORKBENCH_HOME'] = '{helping}'\n"
    "import contextlib, io\n"
    "with contextlib.redirect_stderr(io.StringIO()):\n    there = connect()\n"
    "os.environ['WORKBENCH_HOME'] = home\n"
    "def course_of(title, language, lessons):\n"
    "    course = there.courses.create(title).course_id\n"
    "    return [there.lessons.create(title, language=language, course=course).lesson_id for title in lessons]\n"
    "if 'Seamanship' not in set(there.courses.list()['title']):\n"
    "    sea = course_of('Seamanship', 'EN', ['Sails', 'Knots', 'Charts', 'Anchoring overnight'])\n"
    "    first_aid = course_of('First aid aboard', 'EN', ['Stopping a bleed', 'Calling for help'])\n"
    "    french = course_of('Matelotage', 'FR', ['Voiles', 'Nœuds', 'Cartes'])\n"
    "    german = course_of('Seemannschaft', 'DE', ['Segel', 'Knoten', 'Seekarten', 'Ankern über Nacht'])\n"
    "    for made, source in [*zip(french, sea), *zip(german, sea)]:\n"
    "        _ = there.translations.tie(made, source, {}, source_revision=1)\n"
    "    _ = there.lessons.rename(sea[1], 'Knots that hold')\n"
    "there.widgets.coverage()"
)
CHART = (
    COVERAGE.replace("there.widgets.coverage()", "from workbench.reports.charts import covered\n")
    + "covered(there.reports.coverage())"
)


def chart_drawn(panel: Locator) -> None:
    """Wait until it is there."""
    expect(panel.locator(".main-svg").first).to_be_visible()


def cells_chosen(panel: Locator) -> None:
    """Choose what two languages lack."""
    grid = panel.get_by_role("grid", name="Courses and languages")
    expect(grid.get_by_role("row").filter(has_text="Seamanship")).to_be_visible()
    panel.page.keyboard.press("Escape")
    for place in grid.locator("[aria-selected=true]").all():
        place.click()
    seamanship = grid.get_by_role("row").filter(has_text="Seamanship").get_by_role("gridcell")
    seamanship.filter(has_text="1 stale 1 missing").click()
    grid.get_by_role("row").filter(has_text="First aid").get_by_role("gridcell").filter(
        has_text="missing"
    ).first.click()
    expect(panel.get_by_text("to translate for")).to_be_visible()


def cells_on_phone(panel: Locator) -> None:
    """The same where there is room for one column, with the question before what is stale is paid for."""
    narrow(panel)
    cells_chosen(panel)
    panel.get_by_role("button", name="Update 1 lesson with AI").click()
    expect(panel.get_by_role("button", name="Cancel")).to_be_visible()

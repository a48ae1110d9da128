"""What is pictured: each panel, as a cell that shows it and what a person does before the picture.

A new panel is one more line in `SCENES`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from playwright.sync_api import Locator, expect

from tests.browser import sharing_scenes as sharing
from tests.browser import translation_scenes as translation
from tests.browser.coverage_scenes import CHART, COVERAGE, cells_chosen, cells_on_phone, chart_drawn
from tests.browser.export_scenes import packages_made
from tests.browser.import_scene import document_dropped
from tests.browser.outline_scenes import OUTLINE, brief_typed, lesson_of_outline_chosen
from tests.browser.page_objects import go
from tests.browser.picture_scene import picture_dropped
from tests.browser.review_scenes import (
    HOME,
    PUBLISH,
    REVIEW,
    change_chosen,
    comments_opened,
    needs_on_phone,
    needs_shown,
    note_on_phone,
    policy_opened,
    queue_shown,
)
from tests.widgets.bulk.lists import workbook

Act = Callable[[Locator], object]


@dataclass(frozen=True)
class Scene:
    """A picture: its name, the cell that shows the panel, and what is done with it; `{english}` and the like are ids.

    `in the meantime` is a cell that is run in between, while the panel counts as out of sight. `place` is what is
    pictured of what the cell shows. `width` is that of the window.
    """

    name: str
    shows: str
    act: Act = lambda panel: None
    meanwhile: str = ""
    place: str = ".wb-panel"
    width: int = 1280


def _page_chosen(panel: Locator) -> None:
    panel.get_by_role("option").filter(has_text="Twice a day").click()
    expect(panel.locator(".bl-rendered strong").first).to_be_visible()


def _findings_shown(panel: Locator) -> None:
    panel.locator(".wb-document-header").get_by_role("button", name="Checks").click()
    panel.locator(".wb-blocks").get_by_role("option").filter(has_text="Two tides a day").click()
    expect(panel.get_by_role("button", name="Fix heading level").first).to_be_visible()
    expect(panel.locator(".wb-rail").get_by_role("option").filter(has_text="Warning").first).to_be_visible()


BREAD = """Sourdough bread
Audience: home bakers
- Mixing: flour and water come together until no dry flour is left
- Proving: the dough rests in the warmth and doubles
- Baking: a hot pot keeps the steam in, and the crust opens
- Storing"""


def _note_chosen(panel: Locator) -> None:
    panel.get_by_role("option").filter(has_text="Note for authors").first.click()
    expect(panel.locator(".bl-rendered strong").first).to_be_visible()


def _quiz_written(panel: Locator) -> None:
    panel.get_by_role("option").filter(has_text="difference between").click()
    panel.page.keyboard.press("Enter")
    expect(panel.locator(".bl-inline .bl-correct").first).to_be_visible()


def _report_shown(panel: Locator) -> None:
    expect(panel.locator(".wb-report-chart svg")).to_be_visible()
    expect(panel.get_by_role("region", name="Credits").get_by_role("row").nth(1)).to_be_visible()


def _doubtful_chosen(panel: Locator) -> None:
    panel.get_by_role("option").filter(has_text="Cooling a burn").click()
    expect(panel.get_by_role("button", name="Use this lesson")).to_be_visible()


def _arabic_chosen(panel: Locator) -> None:
    panel.get_by_role("option").nth(2).click()
    expect(panel.locator(".bl-rendered strong").first).to_be_visible()


def _whole_lesson(panel: Locator) -> None:
    panel.get_by_role("button", name="Preview as learner").click()
    expect(panel.get_by_role("group", name="The lesson as learners see it")).to_be_visible()


def _dispute(panel: Locator) -> None:
    panel.get_by_role("option").nth(1).click()
    panel.page.keyboard.press("Alt+End")
    expect(panel.locator(".bl-dispute")).to_be_visible()


def _one_as_it_was(panel: Locator) -> None:
    panel.get_by_role("option").nth(1).click()
    expect(panel.locator(".bl-rendered h2")).to_be_visible()


def _two_compared(panel: Locator) -> None:
    panel.get_by_role("option").nth(3).click()
    panel.get_by_role("button", name="Compare with current").click()
    expect(panel.locator(".wb-differences")).to_be_visible()


def _history_opened(panel: Locator) -> None:
    panel.locator(".wb-document-header").get_by_role("button", name="History").click()
    history = panel.locator(".wb-rail .wb-panel")  # the page next to the list is a region too
    expect(history.get_by_role("option").first).to_be_visible()
    _one_as_it_was(history)


GLOSSARY = """wb.glossary.set([
    {"term": "handicapped", "use": "avoid", "instead": "disabled", "note": "House style, chapter 3"},
    {"term": "learner", "use": "use", "note": "not: student"},
], language="EN", overwrite=True)
wb.widgets.admin()"""


def _log_opened(panel: Locator) -> None:
    panel.get_by_role("tab", name="Audit log").click()
    panel.get_by_role("listbox").get_by_role("option").first.click()
    expect(panel.get_by_text("Action ID")).to_be_visible()


def _glossary_opened(panel: Locator) -> None:
    panel.get_by_role("tab", name="Glossary").click()
    panel.get_by_role("listbox").get_by_role("option").first.click()
    expect(panel.get_by_label("Use instead")).to_be_visible()


def _topics_pasted(panel: Locator) -> None:
    panel.get_by_label("Topic").fill("Planting a tree\nMeasuring a room\nStoring food safely")
    panel.get_by_role("button", name="Plan 3 lessons instead").click()
    expect(panel.get_by_role("button", name="Create lessons…")).to_be_visible()


def _topic_typed(panel: Locator) -> None:
    panel.get_by_label("Topic").fill("Reading a tide table: for people who walk on the mudflats")
    expect(panel.get_by_role("button", name="Create lesson")).to_be_enabled()


def _options_typed(panel: Locator) -> None:
    _topic_typed(panel)
    panel.get_by_role("button", name="Audience, tone, length").click()
    panel.get_by_label("Audience").fill("families on holiday")
    panel.get_by_label("Reading level").fill("B1")
    panel.get_by_label("Objectives").fill("Read high and low water off a table\nSay when to turn back")


def _lesson_chosen(panel: Locator) -> None:
    panel.get_by_role("listbox").get_by_role("option").first.click()
    expect(panel.get_by_role("button", name="Open", exact=True)).to_be_enabled()


def _title_typed(panel: Locator) -> None:
    panel.get_by_role("option", name="Knots").click()
    panel.page.keyboard.press("F2")
    expect(panel.get_by_label("Title of “Knots”")).to_be_focused()
    panel.page.keyboard.type("Knots and hitches that hold")


def _list_dropped(panel: Locator) -> None:
    rows = [
        ("Topic", "Language", "Project"),
        ("Reading a tide table", "EN", "Harbour school"),
        ("Tying a bowline", "German", "Harbour school"),
        ("Lighting a stove on deck", "Engish", "Harbour school"),
        ("Naviguer de nuit", "FR", "Harbor school"),
        ("reading a  TIDE table", "EN", "Harbour school"),
        ("Storing food safely", "EN", ""),
        ("", "DE", ""),
        ("Reading a weather map", "EN", "Harbour school"),
        ("Mending a sail", "EN", ""),
    ]
    file = {"name": "harbour.xlsx", "mimeType": "", "buffer": workbook(rows)}
    panel.get_by_label("Drop a list of topics here").set_input_files(file)  # type: ignore[arg-type]
    panel.get_by_role("row").filter(has_text="Engish").locator('[data-name="language"]').dblclick()
    panel.get_by_label("Language of line 4").fill("EN")
    panel.page.keyboard.press("Enter")
    expect(panel.get_by_role("button", name="Create 6 lessons…")).to_be_enabled()


def _more_opened(panel: Locator) -> None:
    if panel.get_by_role("button", name="New list", exact=True).is_visible():
        panel.get_by_role("button", name="New list", exact=True).click()
    _list_dropped(panel)
    panel.get_by_role("button", name="More options").click()
    panel.get_by_label("Credit limit").fill("4")
    expect(panel.get_by_role("button", name="Create 4 lessons…")).to_be_enabled()


def _run_chosen(panel: Locator) -> None:
    panel.get_by_role("tab", name="Runs").click()
    panel.get_by_role("listbox", name="Runs").get_by_role("option").first.click()
    expect(panel.get_by_role("button", name="Undo…")).to_be_enabled()


def _help_opened(panel: Locator) -> Locator:
    panel.get_by_role("option").filter(has_text="Twice a day").click()
    panel.get_by_role("button", name="Help with this block", exact=True).click()
    menu = panel.get_by_role("region", name="Help with this block")
    expect(menu).to_contain_text("Costs 1 credit")
    return menu


def _proposal_shown(panel: Locator) -> None:
    menu = _help_opened(panel)
    menu.get_by_label("Instructions (optional)").fill("For people who live far from the sea")
    menu.get_by_role("button", name="Shorten").click()
    expect(menu.locator("del").first).to_be_visible()


_WITH_MODEL = (
    "import os\nhome = os.environ['WORKBENCH_HOME']\nos.environ['WORKBENCH_HOME'] = '{helping}'\n"
    "helped = connect().widgets.block_list('{helped}')\nos.environ['WORKBENCH_HOME'] = home\nhelped"
)


def _lesson_opened(panel: Locator) -> None:
    go(panel, "Library")
    panel.get_by_role("listbox").get_by_role("option").filter(has_text="Tides").first.dblclick()
    _page_chosen(panel.locator(".wb-blocks"))


_OTHERS = (
    "others = wb.widgets.block_list('{disputed}')\nothers.refresh()\n"
    "others.move([others.value[5]], before=others.value[0])\nothers.refresh()"
)

_COURSE = (
    "course = wb.courses.create('Seamanship', confirm_same_name=True).course_id\n"
    "for title in ('Sails', 'Knots', 'Charts', 'Anchoring overnight'):\n"
    "    lesson = wb.lessons.create(title, language='EN', course=course)\n"
    "found = wb.widgets.browser()\nfound.open_course(course)\nfound"
)

_TOPICS = (
    "topics = ['Reading a bus timetable', 'reading a  BUS timetable', '', 'Storing food safely', 'Planting a tree']\n"
    "plan = wb.bulk.plan(topics, language=['EN', 'DE', 'FR'], name='spring')\n"
)
_RUN = (
    "some = wb.bulk.plan(['Tying knots', 'Reading a map', 'Mending a tyre', 'Lighting a stove'], language=['EN', 'DE'],"
    " name='outdoors')\nwb.widgets.run_monitor(wb.bulk.run(some))"
)
_STOPPED = (
    "many = wb.bulk.plan([f'Knot number {number}' for number in range(1, 2001)], language='EN', name='knots')\n"
    "run = wb.bulk.run(many, many.approve(credits=2000), wait=False)\n"
    "import time\nwhile run.progress.counts.done < 300: time.sleep(0.01)\n"
    "wb.widgets.run_monitor(run.stop().wait())"
)
_IN_DOUBT = (
    "from workbench.bulk import Run, plan_topics\nfrom workbench.client.sync import Client\n"
    "from workbench.widgets.run_monitor.panel import RunMonitor\nthere = Client('{losing}', 'token')\n"
    "plan = plan_topics(['Stopping a bleed', 'Cooling a burn', 'Calling for help', 'Moving somebody safely'], there,"
    " language='EN', name='first aid')\nRunMonitor(there, Run(plan, there).start().wait())"
)


def _tides_found(panel: Locator) -> None:
    panel.get_by_label("Search").fill("tides water")
    expect(panel.get_by_text("found, best matches first")).to_be_visible()
    panel.get_by_text("Search tips").click()


def _tags_edited(panel: Locator) -> None:
    _lesson_chosen(panel)
    panel.get_by_role("button", name="Tags…").click()
    panel.get_by_role("combobox", name="Tags of").fill("navigation")
    panel.get_by_role("combobox", name="Tags of").press("Enter")


_SOURCES = (
    "import pathlib, tempfile\nfolder = pathlib.Path(tempfile.mkdtemp())\n"
    "ladders = 'A ladder stands at an angle of 75 degrees: four up, one out. Its feet do not slide.'\n"
    "harness = 'A harness is looked over before each use: webbing, seams, buckles; after a fall never again.'\n"
    "cue = 'WEBVTT\\n\\n00:04:10.000 --> 00:04:15.000\\n<v Ada>Leave by the nearest stairs.'\n"
    "texts = [('Working at height.md', '# Ladders\\n\\n' + ladders + '\\n\\n# Harness\\n\\n' + harness),\n"
    "         ('Evacuation.vtt', cue), ('Fire extinguishers.txt', 'Class A is wood and paper.')]\n"
    "for name, text in texts:\n    _ = (folder / name).write_text(text)\n    _ = wb.sources.add(folder / name)\n"
    "_ = wb.sources.update('Evacuation', publishable=True)\nwb.widgets.sources()"
)


_QUOTED = (
    "import pathlib, tempfile\npath = pathlib.Path(tempfile.mkdtemp()) / 'Working at height.md'\n"
    "_ = path.write_text('# Ladders\\n\\nA ladder stands at an angle of 75 degrees: four up, one out.\\n')\n"
    "source = wb.sources.add(path).source_id\npassage = wb.sources.passages(source).iloc[0]\n"
    "facts = dict(passageId=passage.passage_id, sourceId=source, title='Working at height', place=passage.place)\n"
    "quotes = [dict(facts, quote='four up, one out', state='verified'),\n"
    "          dict(facts, quote='a ladder of at most five metres', state='unverified')]\n"
    "lesson = wb.lessons.create('Ladders', language='EN').lesson_id\n"
    "blocks = wb.widgets.block_list(lesson)\nblocks.refresh()\n"
    "words = 'Lean a ladder at **75 degrees**: one step out for four steps up.'\n"
    "_ = blocks.insert('text', dict(markdown=words, sources=quotes))\nblocks"
)


def _passage_opened(panel: Locator) -> None:
    panel.get_by_role("option").first.click()
    panel.get_by_role("button", name="Open the passage").first.click()
    expect(panel.locator(".bl-passage mark")).to_be_visible()


def _source_chosen(panel: Locator) -> None:
    panel.get_by_role("option").filter(has_text="Working at height").click()
    expect(panel.get_by_text("A harness is looked over")).to_be_visible()


_CHANGES = (
    "table = wb.lessons.list()[['lesson_id', 'title']]\n"
    "table['title'] = table['title'].str.replace('the sea', 'the ocean') + ', for beginners'\n"
    "wb.changes.panel(wb.lessons.apply(table, name='For beginners'))"
)
_BULK = (
    "if 'Harbour school' not in set(wb.projects.list()['name']):\n    wb.projects.create('Harbour school')\n"
    "wb.widgets.bulk()"
)
_BULK_RUN = (
    "many = wb.bulk.plan([f'Sail number {number}' for number in range(1, 41)], language=['EN', 'FR'], name='sails')\n"
    "from workbench.bulk import Run\n_ = Run(many, wb.client, many.approve(credits=25)).start().wait()\n"
    "wb.widgets.bulk()"
)
_TAGGED = (
    "for place, tags in enumerate((['sea', 'physics'], ['sea'], ['office'], [], ['safety', 'harbour school'])):\n"
    "    _ = wb.tags.set(tags, lesson=wb.lessons.list()['lesson_id'].sort_values().iloc[place])\n"
    "wb.widgets.browser()"
)
_OUTPUT = ".jp-OutputArea-output"
_OUTPUTS = ".jp-OutputArea"

SCENES: tuple[Scene, ...] = (
    Scene("block-list", "wb.widgets.block_list('{english}')", _page_chosen),
    Scene("planning-sheet", "wb.widgets.block_list('{sheet}')", _note_chosen),
    Scene("block-list-picture", "wb.widgets.block_list('{english}')", picture_dropped),
    Scene("block-list-findings", "wb.widgets.block_list('{flawed}')", _findings_shown),
    Scene("block-list-quotes", _QUOTED, _passage_opened),
    Scene("block-list-help", _WITH_MODEL, _help_opened),
    Scene("block-list-proposal", _WITH_MODEL, _proposal_shown),
    Scene("block-list-quiz", "wb.widgets.block_list('{english}')", _quiz_written),
    Scene("block-list-whole", "wb.widgets.block_list('{english}')", _whole_lesson),
    Scene("block-list-arabic", "wb.widgets.block_list('{arabic}')", _arabic_chosen),
    Scene("block-list-choice", "wb.widgets.block_list('{disputed}')", _dispute, meanwhile=_OTHERS),
    Scene("block-list-narrow", "wb.widgets.block_list('{english}')", _page_chosen, width=760),
    *(Scene(*scene) for scene in translation.SCENES),
    Scene("history", "wb.widgets.history('{storied}')", _one_as_it_was),
    Scene("history-compared", "wb.widgets.history('{storied}')", _two_compared),
    Scene("history-below", "wb.widgets.block_list('{storied}')", _history_opened),
    Scene("org-picker", "wb.widgets.org_picker()"),
    Scene("starter-form", "wb.widgets.starter_form()", _topic_typed),
    Scene("starter-form-options", "wb.widgets.starter_form()", _options_typed),
    Scene("starter-form-many", "wb.widgets.starter_form()", _topics_pasted),
    Scene("sharing", "wb.widgets.sharing('{course}')"),
    Scene("sharing-link", "wb.widgets.sharing('{course}')", sharing.link_settings_typed),
    Scene("sharing-refused", "wb.widgets.sharing('{sheet_course}')", sharing.sharing_refused),
    Scene("sharing-table", "wb.widgets.sharing_table()", sharing.course_chosen),
    Scene("browser", "wb.widgets.browser()", _lesson_chosen),
    Scene("browser-narrow", "wb.widgets.browser()", _lesson_chosen, width=760),
    Scene("browser-import", "wb.widgets.browser()", document_dropped),
    Scene("course", _COURSE, _title_typed),
    Scene("browser-export", "wb.widgets.browser()", packages_made),
    Scene("browser-search", _TAGGED, _tides_found),
    Scene("browser-tags", _TAGGED, _tags_edited),
    Scene("credits", "wb.widgets.credits()"),
    Scene("admin", "wb.widgets.admin()"),
    Scene("glossary", GLOSSARY, _glossary_opened),
    Scene("audit", "wb.widgets.admin()", _log_opened),
    Scene("app", "wb.widgets.app()"),
    Scene("app-lesson", "wb.widgets.app()", _lesson_opened),
    Scene("bulk", _BULK, _list_dropped),
    Scene("bulk-more", _BULK, _more_opened),
    Scene("bulk-runs", _BULK_RUN, _run_chosen),
    Scene("translations", COVERAGE, cells_chosen),
    Scene("reports", "wb.widgets.reports('credits')", _report_shown),
    Scene("outline", OUTLINE, lesson_of_outline_chosen),
    Scene("outline-brief", "wb.widgets.outline()", brief_typed),
    Scene("sources", _SOURCES, _source_chosen),
    Scene("changes", _CHANGES),
    Scene("review", REVIEW, queue_shown),
    Scene("block-list-comments", "wb.widgets.block_list('{flawed}')", comments_opened),
    Scene("publication", PUBLISH, change_chosen),
    Scene("home", HOME, needs_shown),
    Scene("policy", "wb.widgets.admin()", policy_opened),
    Scene("theme", sharing.THEME, sharing.theme_typed),
    Scene("chart", CHART, chart_drawn, place=_OUTPUTS),
    Scene("plan", f"{_TOPICS}plan", place=_OUTPUT),
    Scene("run", _RUN),
    Scene("run-stopped", _STOPPED),
    Scene("run-needs-you", _IN_DOUBT, _doubtful_chosen),
    Scene("review-phone", REVIEW, note_on_phone, width=760),  # JupyterLab's side bar is away from here on
    Scene("home-phone", HOME, needs_on_phone, width=760),
    Scene("translations-phone", COVERAGE, cells_on_phone, width=760),
    Scene("theme-phone", sharing.THEME, sharing.theme_on_phone, width=760),
    Scene("block-list-translation-phone", translation.TRANSLATION, translation.beside_on_phone, width=760),
    Scene("sharing-link-phone", "wb.widgets.sharing('{course}')", sharing.link_settings_on_phone, width=760),
    Scene("sharing-table-phone", "wb.widgets.sharing_table()", sharing.narrow, width=760),
)

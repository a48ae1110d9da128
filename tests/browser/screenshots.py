"""Pictures of panels, learners' pages and a report, in both themes: `python -m tests.browser.screenshots [NAME ...]`.

They come from a real JupyterLab, a real service and this machine's Chromium, into docs/screenshots. A picture over
300 KB, and anything that a panel or the browser does wrong in the meantime, is said and ends with 1.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import Browser, Locator, Page, expect, sync_playwright

from tests.browser.lab import Lab, running_lab
from tests.browser.learner_course import LESSONS, served_course
from tests.browser.learner_page import answered, lesson, question
from tests.browser.lessons import Writing, blocks_of
from tests.browser.losing import losing_service
from tests.browser.page_objects import FLAGS, HIDDEN, PATIENCE, Notebook, Watched, opened
from tests.browser.pictured_lessons import FLAWED, TIDES, TIDES_IN_ARABIC
from tests.browser.scenes import BREAD, SCENES, Scene
from tests.browser.translation_scenes import translated_lessons, translating
from tests.helping import ServiceWithModel, service_with_model
from tests.meta.source_tree import ROOT
from tests.needs import require
from workbench.client.sync import Client
from workbench.embedded import life
from workbench.embedded.record import EmbeddedService
from workbench.procedures.course import set_course_sharing
from workbench.procedures.lesson import create_starter_lesson
from workbench.reports import Scope, build, find_report
from workbench.reports.build import find_organizations
from workbench.reports.files.output import write_report
from workbench.reports.tables.finished import FinishedReport

FOLDER = ROOT / "docs" / "screenshots"
MOST_BYTES = 300_000
THEMES = {"light": "JupyterLab Light", "dark": "JupyterLab Dark"}
REPORT_PAGE = "report-page"
LEARNER_PAGES = "learner-pages"
SHORTER_TIDES = (
    "Twice a day the sea comes in and goes out again. The **moon** pulls the water, and the earth turns every coast "
    "through it.\n\n- High water: about every 12 h 25 min\n- Low water: half-way between"
)


def main(names: Sequence[str]) -> int:
    """Make the named pictures, or all; 1 when one is too large or something went wrong."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    expect.set_options(timeout=PATIENCE)
    wanted = [scene for scene in SCENES if not names or scene.name in names]
    with (
        TemporaryDirectory() as folder,
        _service(Path(folder) / "home") as service,
        losing_service() as losing,
        service_with_model(Path(folder) / "helping") as helping,
        sync_playwright() as playwright,
    ):
        ids = {**_lessons(service), "losing": losing.url, "helping": str(helping.folder), **_helped(helping)}
        browser = playwright.chromium.launch(executable_path=require("chromium"), args=FLAGS)
        wrong: list[str] = []
        if not names or REPORT_PAGE in names:
            _page(browser, REPORT_PAGE, _report(service, Path(folder) / "lessons.html").as_uri())
        if wanted:  # some of them make hundreds of lessons
            (Path(folder) / "lab").mkdir()
            with running_lab(Path(folder) / "lab", Path(folder) / "home") as lab:
                wrong = _panels(browser, lab, wanted, ids)
        if not names or LEARNER_PAGES in names:
            (Path(folder) / "learner").mkdir()
            with served_course(Path(folder) / "learner") as course:
                _learner_pages(browser, course)
        browser.close()
    wrong += [f"{path.name} has {path.stat().st_size:,} bytes" for path in _too_large()]
    print("\n".join(wrong) or f"Pictures are in {FOLDER.relative_to(ROOT)}.")
    return 1 if wrong else 0


@contextmanager
def _service(home: Path) -> Iterator[EmbeddedService]:
    os.environ["WORKBENCH_HOME"] = str(home)
    os.environ["PYTHON_KEYRING_BACKEND"] = "keyring.backends.null.Keyring"
    try:
        yield life.start()
    finally:
        life.stop(now=True)


def _lessons(service: EmbeddedService) -> dict[str, str]:
    """Ids of what the scenes show."""
    with Client(service.base_url, service.token) as client:
        writing = Writing(client)
        for topic in ("Sorting waste", "Reading a bus timetable", "Writing a clear e-mail"):
            writing.lesson(*TIDES[:4], topic=topic)
        arabic = writing.lesson(*TIDES_IN_ARABIC, language="AR", topic="المد والجزر")
        storied = _storied(writing)
        disputed = writing.lesson(*TIDES, topic="Tides, once more")
        flawed = writing.lesson(*TIDES[:3], *FLAWED, topic="Tides, unfinished")
        english = writing.lesson(*TIDES, topic="Tides")
        sheet = client.call(create_starter_lesson(topic=BREAD, language="EN")).lesson_id
        sheet_course = writing.read(sheet).course_id
        course = writing.read(english).course_id
        client.call(set_course_sharing(course_id=course, is_public=True))
    ids = {"english": english, "arabic": arabic, "disputed": disputed, "storied": storied, "flawed": flawed}
    return {**ids, "course": course, "sheet": sheet, "sheet_course": sheet_course}


def _helped(helping: ServiceWithModel) -> dict[str, str]:
    """The ids of lessons at a service whose model makes a text shorter, and translates one."""
    with Client(helping.service.base_url, helping.service.token) as client:
        lesson_id = Writing(client).lesson(*TIDES, topic="Tides")
        translations = translated_lessons(client)
    helping.model.answer_with(translating(json.dumps({"block": {"type": "text", "markdown": SHORTER_TIDES}})))
    return {"helped": lesson_id, **translations}


def _storied(writing: Writing) -> str:
    """A lesson that has been written, mended, arranged and cut."""
    lesson_id = writing.lesson(*TIDES[:3], topic="High and low water")
    mended = {"markdown": str(TIDES[2][1]["markdown"]).replace("The **moon** pulls", "The **moon**, and the sun, pull")}
    blocks = (*writing.read(lesson_id).blocks, *blocks_of(TIDES[3:7]))
    writing.become(lesson_id, blocks, "insertPages")
    blocks = (blocks[0], blocks[2].model_copy(update={"content": mended}), blocks[1], *blocks[3:])
    writing.become(lesson_id, blocks, "editPages")
    writing.become(lesson_id, (*blocks[:4], *blocks[5:], *blocks_of(TIDES[7:8])), "deletePages")
    return lesson_id


def _panels(browser: Browser, lab: Lab, scenes: Sequence[Scene], ids: dict[str, str]) -> list[str]:
    watched = Watched()
    with browser.new_context(viewport={"width": 1280, "height": 1500}) as context:
        watched.watch(context)
        notebook = opened(
            context, lab, lab.write("pictures.ipynb", ["from workbench import connect\nwb = connect()", "1"])
        )
        notebook.run(0)
        for scene in scenes:
            print(scene.name, flush=True)
            notebook.page.evaluate("() => localStorage.clear()")  # no draft of the scene before
            panel = _shown(notebook, scene, ids)
            for shade, theme in THEMES.items():
                notebook.theme(theme)
                _take(panel, scene.name, shade)
    outside, errors = watched.taken()
    failures = lab.forgotten_failures()
    return [*outside, *errors, *([failures] if failures else [])]


def _shown(notebook: Notebook, scene: Scene, ids: dict[str, str]) -> Locator:
    notebook.put(1, _with_ids(scene.shows, ids))
    notebook.page.set_viewport_size({"width": scene.width, "height": 1500})
    panel = notebook.run(1).locator(scene.place).first
    if scene.place == ".wb-panel":
        expect(panel).to_have_attribute("aria-busy", "false")
    if scene.meanwhile:
        notebook.page.evaluate(HIDDEN)
        notebook.put(2, _with_ids(scene.meanwhile, ids))
        notebook.run(2)
    scene.act(panel)
    notebook.page.evaluate("delete document.hidden")
    return panel


def _with_ids(source: str, ids: dict[str, str]) -> str:
    for name, value in ids.items():
        source = source.replace("{" + name + "}", value)
    return source


def _take(place: Locator, name: str, shade: str, *, is_whole: bool = True) -> None:
    """Picture the place, or what the window shows of its page."""
    place.page.mouse.move(2, 2)
    place.page.wait_for_timeout(400)  # what moves comes to rest
    (place if is_whole else place.page).screenshot(path=FOLDER / f"{name}-{shade}.png", animations="disabled")


def _report(service: EmbeddedService, path: Path) -> Path:
    """The report on lessons as a page."""
    report = find_report("lessons")
    with Client(service.base_url, service.token) as client:
        frame = build(client, report, Scope(find_organizations(client)))
    return write_report(FinishedReport(report.name, report.about, report.columns, frame), path)


def _page(browser: Browser, name: str, url: str) -> None:
    print(name, flush=True)
    for shade in THEMES:
        page: Page = browser.new_page(viewport={"width": 900, "height": 1100}, color_scheme=shade)  # type: ignore[arg-type]
        page.goto(url)
        page.screenshot(path=FOLDER / f"{name}-{shade}.png", animations="disabled")
        page.close()


def _learner_pages(browser: Browser, course: str) -> None:
    """A course that was begun, on a desk and on a telephone."""
    print(LEARNER_PAGES, flush=True)
    first, second, arabic = (title for title, _, _ in LESSONS)
    for shade in THEMES:
        desk: Page = browser.new_page(viewport={"width": 1000, "height": 1500}, color_scheme=shade)  # type: ignore[arg-type]
        lesson(desk, course, first)
        answered(question(desk, "quiz"), "At new and full moon")
        desk.evaluate("document.activeElement.blur(); scrollTo(0, 0)")
        _take(desk.locator("body"), "learner-lesson", shade, is_whole=False)
        desk.set_viewport_size({"width": 1000, "height": 560})
        desk.goto(course)
        _take(desk.locator("body"), "learner-course", shade, is_whole=False)
        phone: Page = browser.new_page(viewport={"width": 390, "height": 844}, color_scheme=shade)  # type: ignore[arg-type]
        lesson(phone, course, second)
        answered(question(phone, "quiz"), "The moon", "The wind")
        phone.evaluate("document.activeElement.blur()")
        _take(question(phone, "quiz"), "learner-question-phone", shade)
        lesson(phone, course, arabic)
        _take(phone.locator("body"), "learner-lesson-phone", shade, is_whole=False)
        desk.close()
        phone.close()


def _too_large() -> list[Path]:
    return [path for path in sorted(FOLDER.glob("*.png")) if path.stat().st_size > MOST_BYTES]


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))

"""Opening the next lesson of the review queue in a real JupyterLab, with many lessons waiting.

*After a decision* is from pressing the key that approves until the next lesson's text is there: the decision is stored
by then. *Next* is from the key that only goes on. Both by the page's own clock. Beside them the queue's first page by a
client. Needs Chromium.
Run as: python -m benchmarks.review_panel [--lessons N] [--rounds N] [--json FILE].
"""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory

from playwright.sync_api import sync_playwright

from benchmarks.findings import store_checked
from benchmarks.options import load_meanwhile, options
from benchmarks.paired import keep
from benchmarks.search import fill
from tests.browser.lab import running_lab
from tests.browser.page_objects import FLAGS, Notebook, opened
from tests.needs import find
from workbench.client.sync import Client
from workbench.embedded import life
from workbench.embedded.host import DATABASE
from workbench.procedures.lesson import list_lessons, list_review_queue, request_review
from workbench.procedures.organization import get_user_data
from workbench.service.administration.admin import add_person
from workbench.service.kernel.settings import Settings
from workbench.service.running.server import open_service

LIMIT_MS = 150.0
PART = 100
SHOW = "from workbench import connect\nwb = connect()\nwb.widgets.review()"
TIMED = """() => {
  const times = window.times = [];
  const reader = document.querySelector('.wb-review-lesson .wb-reader > .bl-rendered');
  let pressed = 0;
  addEventListener('keydown', () => { pressed = performance.now(); }, true);
  new MutationObserver(() => {
    if (pressed && reader.querySelector('h1')) { times.push(performance.now() - pressed); pressed = 0; }
  }).observe(reader, { childList: true });
}"""
"""The page's own clock: what drives the browser takes long to tell."""


@dataclass(frozen=True, slots=True)
class Measured:
    """Milliseconds of each round."""

    lessons: int
    decided: Sequence[float]
    gone_on: Sequence[float]
    first_page: Sequence[float]


def main() -> None:
    """Measure, print, and keep the figures where a file is named."""
    parser = options(__doc__, rounds=100)
    parser.add_argument("--lessons", type=int, default=10_000, metavar="N", help="lessons that wait")
    chosen = parser.parse_args()
    with TemporaryDirectory() as folder:
        found = _measured(Path(folder), chosen.lessons, chosen.rounds)
    print(f"\n| {found.lessons:,} lessons wait | p50 | p95 | limit |\n|---|---|---|---|")
    for name, taken in (
        ("next lesson after a decision", found.decided),
        ("next lesson by the key that goes on", found.gone_on),
        ("first page of the queue, by a client", found.first_page),
    ):
        print(f"| {name} | {median(taken):.0f} ms | {quantiles(taken, n=20)[-1]:.0f} ms | {LIMIT_MS:.0f} ms |")
    print(load_meanwhile())
    keep(chosen.json, "review_panel", asdict(found))


def _measured(folder: Path, lessons: int, rounds: int) -> Measured:
    os.environ["WORKBENCH_HOME"] = str(folder / "home")
    os.environ["PYTHON_KEYRING_BACKEND"] = "keyring.backends.null.Keyring"
    service = life.start()
    with Client(service.base_url, service.token) as client:
        organization = client.call(get_user_data()).organization_name or ""
    life.stop(now=True)
    asyncio.run(_fill(f"sqlite:///{folder / 'home' / DATABASE}", organization, lessons))
    service = life.start()
    try:
        with Client(service.base_url, service.token) as client:
            _ask_for_reviews(client)
            first_page = [_milliseconds(lambda: client.call(list_review_queue(limit=60))) for _ in range(rounds)]
        (folder / "lab").mkdir()
        with running_lab(folder / "lab", folder / "home") as lab, sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=find("chromium"), args=FLAGS)
            context = browser.new_context(viewport={"width": 1360, "height": 900})
            notebook = opened(context, lab, lab.write("review.ipynb", [SHOW]))
            decided, gone_on = (_pressed(notebook, key, rounds) for key in ("a", "n"))
            browser.close()
    finally:
        life.stop(now=True)
    return Measured(lessons, decided, gone_on, first_page)


async def _fill(database_url: str, organization: str, lessons: int) -> None:
    service = await open_service(Settings(database_url))
    added = await add_person(service.store, "ana@example.org", organization, role="author")
    await fill(service.store, added, lessons)
    await store_checked(service, added)  # or the service would be at it meanwhile
    await service.store.close()


def _ask_for_reviews(client: Client) -> None:
    cursor = None
    while True:
        page = client.call(list_lessons(limit=PART, cursor=cursor))
        client.call(request_review(lesson_ids=[lesson.lesson_id for lesson in page.lessons]))
        cursor = page.next_cursor
        if cursor is None:
            return


def _pressed(notebook: Notebook, key: str, rounds: int) -> list[float]:
    panel = notebook.run(0).locator(".wb-review-panel").first
    panel.locator(".wb-reader h1").wait_for()
    panel.get_by_role("listbox", name="Lessons to review").focus()
    notebook.page.evaluate(TIMED)
    for count in range(1, rounds + 1):
        notebook.page.keyboard.press(key)
        notebook.page.wait_for_function("count => window.times.length >= count", arg=count)
        notebook.page.wait_for_timeout(200)  # nobody reads a lesson in less
    taken: list[float] = notebook.page.evaluate("() => window.times")
    return taken


def _milliseconds(work: Callable[[], object]) -> float:
    began = time.perf_counter()
    work()
    return (time.perf_counter() - began) * 1_000


if __name__ == "__main__":
    main()

"""The block list in a real JupyterLab: from cell to visible, and one move from drop to confirmed, by number of pages.

Beside it: the same rows built of stock ipywidgets, a row being a label and two buttons, and the plain round trip of
the same edit. Needs Chromium. A lesson has at most 2,000 pages, so 3,000 are shown and not moved.
Run as: python -m benchmarks.block_list [--rounds N] [--json FILE].
"""

from __future__ import annotations

import argparse
import json
import os
import time
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from playwright.sync_api import Page, sync_playwright

from tests.browser.desk import FLAGS, Notebook, opened
from tests.browser.lab import running_lab
from tests.browser.lessons import Writing
from tests.needs import find
from workbench.authoring.gesture import move_blocks
from workbench.client.sync import Client
from workbench.embedded import life
from workbench.procedures.lesson import create_starter_lesson
from workbench.procedures.realtime import execute_transactions

SIZES = (10, 300, 2000)
SHOWN_ONLY = 3000
STOCK_SIZES = (10, 300)
CONNECT = "from workbench import connect\nfrom workbench.widgets.block_list import BlockList\nwb = connect()"
STOCK = (
    "import ipywidgets as w\n"
    "w.VBox([w.HBox([w.Label(f'page {n}'), w.Button(description='up'), w.Button(description='down')]"
    ") for n in range(%d)])"
)
UNKNOWN = "from uuid import uuid4\nBlockList(wb.client, 'x', block_ids=[str(uuid4()) for _ in range(%d)])"


def main() -> None:
    """Measure, print, and keep the figures where a file is named."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5, help="how often each thing is done; the median is told")
    parser.add_argument("--json", type=Path, metavar="FILE", help="add every figure to this file")
    chosen = parser.parse_args()
    with TemporaryDirectory() as folder:
        figures = _measured(Path(folder), chosen.rounds)
    for name, value in figures.items():
        print(f"{name:<72} {value:>10,.1f}")
    if chosen.json is not None:
        with chosen.json.open("a", encoding="utf-8") as kept:
            kept.write(json.dumps({"what": "block_list", **figures}) + "\n")


def _measured(folder: Path, rounds: int) -> dict[str, float]:
    os.environ["WORKBENCH_HOME"] = str(folder / "home")
    os.environ["PYTHON_KEYRING_BACKEND"] = "keyring.backends.null.Keyring"
    service = life.start()
    (folder / "lab").mkdir()
    figures: dict[str, float] = {}
    try:
        with (
            Client(service.base_url, service.token) as client,
            running_lab(folder / "lab", folder / "home") as lab,
            sync_playwright() as playwright,
        ):
            browser = playwright.chromium.launch(executable_path=find("chromium"), args=FLAGS)
            with browser.new_context(viewport={"width": 1360, "height": 900}) as context:
                notebook = opened(context, lab, lab.write("measured.ipynb", [CONNECT, "1"]))
                notebook.run(0)
                for size in SIZES:
                    figures |= _of_size(notebook, client, size, rounds)
                figures |= _shown(notebook, f"{SHOWN_ONLY} pages", UNKNOWN % SHOWN_ONLY, "[role=option]", rounds)
                for size in STOCK_SIZES:
                    figures |= _shown(
                        notebook, f"stock ipywidgets, {size} rows", STOCK % size, "button", rounds, size * 2
                    )
            browser.close()
    finally:
        life.stop(now=True)
    return figures


def _of_size(notebook: Notebook, client: Client, size: int, rounds: int) -> dict[str, float]:
    lesson_id = client.call(create_starter_lesson(language="EN", topic=f"{size} pages")).lesson_id
    Writing(client).put(lesson_id, [("text", {"markdown": f"page {number}"}) for number in range(size)])
    source = f"pages = BlockList(wb.client, {lesson_id!r})\npages"
    figures = _shown(notebook, f"{size} pages", source, "[role=option]", rounds)
    rows = notebook.cells.nth(1).locator("[role=option]")
    rows.first.click()
    moves = [_timed(notebook.page, key) for _ in range(rounds) for key in ("Alt+End", "Alt+Home")]
    figures[f"{size} pages: a move until confirmed, ms"] = median(moves)
    trips = [_round_trip(client, lesson_id) for _ in range(rounds)]
    figures[f"{size} pages: the plain round trip of it, ms"] = median(trips)
    return figures


def _shown(notebook: Notebook, name: str, source: str, selector: str, rounds: int, count: int = 1) -> dict[str, float]:
    def once() -> float:
        notebook.put(1, source)
        started = time.perf_counter()
        notebook.begin(1)
        notebook.page.wait_for_function(
            "([selector, count]) => document.querySelectorAll(`.jp-OutputArea-output ${selector}`).length >= count",
            arg=[selector, count],
            polling=10,
        )
        return (time.perf_counter() - started) * 1000

    notebook.put(1, "1")
    notebook.run(1)
    before = _heap_mb(notebook.page)
    figures = {f"{name}: from the cell until visible, ms": median(once() for _ in range(rounds))}
    figures[f"{name}: memory in the browser, all {rounds} of them, MB"] = _heap_mb(notebook.page) - before
    return figures


def _heap_mb(page: Page) -> float:
    """What the page's script holds, after a collection."""
    session = page.context.new_cdp_session(page)
    session.send("HeapProfiler.collectGarbage")
    used: float = session.send("Runtime.getHeapUsage")["usedSize"]
    session.detach()
    return used / 1e6


def _timed(page: Page, key: str) -> float:
    """From the key until the service has confirmed the move and the list says so."""
    started = time.perf_counter()
    page.keyboard.press(key)
    page.wait_for_function("() => document.querySelector('.bl-standing').dataset.state === 'saved'", polling=5)
    return (time.perf_counter() - started) * 1000


def _round_trip(client: Client, lesson_id: str) -> float:
    lesson = Writing(client).read(lesson_id)
    blocks = tuple(lesson.blocks)
    moving = move_blocks(blocks, [blocks[0].id], before=None)
    started = time.perf_counter()
    client.call(execute_transactions(lesson_id=lesson_id, language="EN", transactions=[moving]))
    return (time.perf_counter() - started) * 1000


if __name__ == "__main__":
    main()

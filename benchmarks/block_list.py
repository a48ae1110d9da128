"""The block list in a real JupyterLab: until visible, a move from drop to confirmed, and what the browser keeps of it.

Beside it, in turn: the same rows built of stock ipywidgets, a row being a label and two buttons; and the plain round
trip of the same move by a client. Needs Chromium. A lesson has at most 2,000 pages, so 3,000 are shown and 2,000 moved;
at most 1,000 stock rows are built.
Run as: python -m benchmarks.block_list [--rounds N] [--sizes 10 300 3000] [--json FILE].
"""

from __future__ import annotations

import os
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from playwright.sync_api import Error, Page, sync_playwright

from benchmarks.options import load_meanwhile, options
from benchmarks.paired import Compared, in_turn, keep, table
from tests.browser.lab import running_lab
from tests.browser.lessons import Writing
from tests.browser.page_objects import FLAGS, TRIES, BlockView, Notebook, opened
from tests.needs import find
from workbench.authoring.gesture import move_blocks
from workbench.client.sync import Client
from workbench.embedded import life
from workbench.procedures.realtime import execute_transactions

SIZES = (10, 300, 3000)
MOST_PAGES = 2000
MOST_STOCK_ROWS = 1000  # more of them take minutes, and were not always shown
PATIENCE_MS = 120_000
TARGET = 1.0
CONNECT = "from workbench import connect\nfrom workbench.widgets.block_list.panel import BlockList\nwb = connect()"
STOCK = (
    "import ipywidgets as w\n"
    "w.VBox([w.HBox([w.Label(f'page {n}'), w.Button(description='up'), w.Button(description='down')]"
    ") for n in range(%d)])"
)
TIMED = """words => {
  const standing = document.querySelector('.bl-standing');
  const times = window.times = {};
  const watcher = new MutationObserver(() => {
    if (times.dropped === undefined) return;
    if (document.querySelectorAll('.bl-words')[1]?.textContent === words) times.shown ??= performance.now();
    if (standing.dataset.state === 'saved' && times.shown) times.confirmed ??= performance.now();
    if (times.confirmed) watcher.disconnect();
  });
  watcher.observe(standing.closest('.wb-blocks'), { attributes: true, childList: true, subtree: true });
  addEventListener('pointerup', () => { times.dropped = performance.now(); }, { capture: true, once: true });
}"""
"""The page's own clock: what drives the browser takes half as long again to tell."""
THERE = (
    "([selector, count]) => document.querySelectorAll(`.jp-OutputArea-output ${selector}`).length >= count"
    " && document.querySelector(`.jp-OutputArea-output ${selector}`).getBoundingClientRect().height > 0"
)


@dataclass
class Measured:
    """Milliseconds and megabytes of one size, a figure a round; `stock` is infinite where it was never shown."""

    size: int
    ours: list[float]
    stock: list[float]
    ours_mb: float
    stock_mb: float
    shown: list[float]
    confirmed: list[float]
    trips: list[float]


def main() -> None:
    """Measure, print, and keep the figures where a file is named."""
    parser = options(__doc__, rounds=7)
    parser.add_argument("--sizes", type=int, nargs="+", default=SIZES, metavar="N")
    chosen = parser.parse_args()
    with TemporaryDirectory() as folder:
        found = _measured(Path(folder), chosen.sizes, chosen.rounds)
    rows = [
        Compared(
            f"{measured.size:,} pages until visible, beside {min(measured.size, MOST_STOCK_ROWS):,} rows",
            "ms",
            measured.ours,
            measured.stock,
            TARGET,
            at_least=False,
        )
        for measured in found
    ]
    print(table(rows, "block list", "stock ipywidgets"))
    print(
        "\n| a move, ms | drop until shown | drop until confirmed | plain round trip | difference | MB | stock's MB |"
    )
    print("|---|---|---|---|---|---|---|")
    for measured in found:
        print(_line(measured))
    print(load_meanwhile())
    keep(chosen.json, "block_list", [asdict(measured) for measured in found])


def _line(measured: Measured) -> str:
    pages = min(measured.size, MOST_PAGES)
    times = [median(side) for side in (measured.shown, measured.confirmed, measured.trips)]
    cells = [f"{pages:,} pages", *(f"{time:.0f}" for time in times), f"{times[1] - times[2]:.0f}"]
    return "| " + " | ".join([*cells, f"{measured.ours_mb:.1f}", f"{measured.stock_mb:.1f}"]) + " |"


def _measured(folder: Path, sizes: Sequence[int], rounds: int) -> list[Measured]:
    os.environ["WORKBENCH_HOME"] = str(folder / "home")
    os.environ["PYTHON_KEYRING_BACKEND"] = "keyring.backends.null.Keyring"
    service = life.start()
    (folder / "lab").mkdir()
    try:
        with (
            Client(service.base_url, service.token) as client,
            running_lab(folder / "lab", folder / "home") as lab,
            sync_playwright() as playwright,
        ):
            browser = playwright.chromium.launch(executable_path=find("chromium"), args=FLAGS)
            with browser.new_context(viewport={"width": 1360, "height": 900}) as context:
                notebook = opened(context, lab, lab.write("measured.ipynb", [CONNECT, "1"]))
                notebook.page.set_default_timeout(PATIENCE_MS)
                notebook.run(0)
                found = [_of_size(notebook, Writing(client), size, rounds) for size in sizes]
            browser.close()
            return found
    finally:
        life.stop(now=True)


def _of_size(notebook: Notebook, writing: Writing, size: int, rounds: int) -> Measured:
    print(f"{size:,} pages ...", flush=True)
    mine, others = (_lesson(writing, min(size, MOST_PAGES)) for _ in range(2))
    source = f"pages = BlockList(wb.client, {mine!r})\npages"
    if size > MOST_PAGES:
        source = f"from uuid import uuid4\nBlockList(wb.client, 'x', block_ids=[str(uuid4()) for _ in range({size})])"
    ours_mb = _megabytes(notebook, source, "[role=option]", 1)
    rows = min(size, MOST_STOCK_ROWS)
    stock_mb = _megabytes(notebook, STOCK % rows, "button", rows * 2)
    pairs = in_turn(
        rounds,
        lambda: _until_visible(notebook, source, "[role=option]", 1),
        lambda: _until_visible(notebook, STOCK % rows, "button", rows * 2),
    )
    ours, stock = (list(side) for side in zip(*pairs, strict=True))
    notebook.put(1, f"pages = BlockList(wb.client, {mine!r})\npages")
    view = BlockView(notebook.page, notebook.run(1), mine)
    view.rows.first.wait_for()
    moves = list(in_turn(rounds, lambda: _dropped(view), lambda: (_round_trip(writing, others), 0.0)))
    shown, confirmed, trips = (
        [moved[0] for moved, _ in moves],
        [moved[1] for moved, _ in moves],
        [trip[0] for _, trip in moves],
    )
    return Measured(size, ours, stock, ours_mb, stock_mb, shown, confirmed, trips)


def _lesson(writing: Writing, size: int) -> str:
    return writing.lesson(*(("text", {"markdown": f"page {number:04}"}) for number in range(size)))


def _until_visible(notebook: Notebook, source: str, selector: str, count: int) -> float:
    """From the key that runs the cell until that many elements are there and the first is seen."""
    notebook.put(1, source)
    started = time.perf_counter()
    notebook.begin(1)
    try:
        notebook.page.wait_for_function(THERE, arg=[selector, count], polling=10)
    except Error:
        return float("inf")
    return (time.perf_counter() - started) * 1000


def _megabytes(notebook: Notebook, source: str, selector: str, count: int) -> float:
    """What one showing adds to the memory of the page's scripts, after a collection."""
    notebook.put(1, "1")
    notebook.run(1)
    before = _heap(notebook.page)
    _until_visible(notebook, source, selector, count)
    return _heap(notebook.page) - before


def _heap(page: Page) -> float:
    session = page.context.new_cdp_session(page)
    session.send("HeapProfiler.collectGarbage")
    used: float = session.send("Runtime.getHeapUsage")["usedSize"]
    session.detach()
    return used / 1e6


def _dropped(view: BlockView) -> tuple[float, float]:
    """Drag the first row below the second; from letting go until shown, and until the service has confirmed it.

    Raises `AssertionError` with what is shown where the row was not moved, or the move not confirmed.
    """
    first, second = view.words()[:2]
    for _ in range(TRIES):
        view.hold(first, second)
        view.page.evaluate(TIMED, first)
        view.page.mouse.up()
        if view.is_below(first, second):
            break
    try:
        view.page.wait_for_function("() => window.times.confirmed")
    except Error as late:
        rows, state = view.words()[:3], view.root.locator(".bl-standing").inner_text()
        raise AssertionError(f"a drag was not confirmed: the rows are {rows} now, it says {state!r}") from late
    times = view.page.evaluate("window.times")
    return times["shown"] - times["dropped"], times["confirmed"] - times["dropped"]


def _round_trip(writing: Writing, lesson_id: str) -> float:
    lesson = writing.read(lesson_id)
    blocks = tuple(lesson.blocks)
    moving = move_blocks(blocks, [blocks[0].id], before=blocks[2].id)
    started = time.perf_counter()
    writing.client.call(execute_transactions(lesson_id=lesson_id, language="EN", transactions=[moving]))
    return (time.perf_counter() - started) * 1000


if __name__ == "__main__":
    main()

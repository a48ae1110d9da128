"""What a key costs the browser in a long lesson: the panel's script in an empty page, with a model that answers.

CPU time of the page's main thread, for a key and the preview after it; other programs do not count. Every tenth block
is a heading, on which the levels of all others depend. Needs Chromium.
Run as: python -m benchmarks.keystroke [--blocks FEW MANY] [--rounds N] [--json FILE]
"""

from __future__ import annotations

from functools import partial
from threading import Lock
from uuid import uuid4

from playwright.sync_api import Browser, expect, sync_playwright

from benchmarks.options import two_sizes
from benchmarks.paired import growth, in_turn, report
from tests.browser.page_objects import FLAGS
from tests.needs import find
from workbench.authoring.block import Block
from workbench.widgets.block_list.gestures import RenderedRequest
from workbench.widgets.block_list.requests import answer
from workbench.widgets.block_list.view import BlockListView
from workbench.widgets.kit.assets import script, styles

LIMIT = 2.0
KEYS = 12

START = """async ([state, blocks, code]) => {
  const { default: panel } = await import(URL.createObjectURL(new Blob([code], { type: "text/javascript" })));
  const listeners = [];
  const answers = {
    rendered: ({ ids }) => ({ blocks: Object.fromEntries(ids.map((id) => [id, blocks[id]])) }),
    draft: ({ content }) => ({ html: "<p>draft</p>", problem: "", refused: "", content, stored: content }),
    findings: () => ({ findings: [] }),
    block: ({ id }) => ({ found: true, content: blocks[id][2], problem: "", quotes: [] }),
  };
  const model = {
    get: (name) => state[name], set() {}, off() {},
    on(name, listener) { if (name === "msg:custom") listeners.push(listener); },
    send(message) {
      const answer = answers[message.intent]?.(message);
      const told = { view: message.view, answer: message.n, ...answer };
      if (answer) setTimeout(() => listeners.forEach((listener) => listener(told)), 5);
    },
  };
  await panel.render({ model, el: document.querySelector("#panel") });
}"""


def _contents(number: int) -> tuple[str, dict[str, object]]:
    if number % 10 == 0:
        return "heading", {"text": f"Part {number}", "level": 2}
    return "text", {"markdown": f"Paragraph {number}: twice a day the **sea** comes in, and leaves wet sand behind it."}


def main() -> None:
    """Measure, print the table, keep the figures."""
    chosen, few, many = two_sizes(__doc__, "blocks", 200, 2000, rounds=5)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find("chromium"), args=FLAGS)
        pairs = list(in_turn(chosen.rounds, partial(measure, browser, many), partial(measure, browser, few)))
        browser.close()
    large, small = ([pair[side] for pair in pairs] for side in (0, 1))
    what = f"a key in a lesson of {many:,} blocks"
    report("keystroke", [growth(what, "CPU ms", large, small, LIMIT)], f"{many:,}", f"{few:,}", chosen.json)


def measure(browser: Browser, count: int) -> float:
    """Return the milliseconds of CPU time of a key and its preview, in a lesson of so many blocks."""
    contents = map(_contents, range(count))
    blocks = tuple(Block(id=str(uuid4()), type=kind, content=content) for kind, content in contents)
    asked = RenderedRequest(intent="rendered", view="v", n=1, ids=[])
    ids = [block.id for block in blocks]
    rendered: dict[str, object] = {}
    for start in range(0, count, 200):
        request = asked.model_copy(update={"ids": ids[start : start + 200]})
        rendered |= answer(request, blocks, "EN")["blocks"]
    page = browser.new_page()
    try:
        page.route("http://panel.test/", lambda route: route.fulfill(body=_page(), content_type="text/html"))
        page.goto("http://panel.test/")
        page.evaluate(START, [_state(blocks), rendered, script("block_list/view")])
        expect(page.locator(".bl-block strong").nth(count * 9 // 10 - 1)).to_be_attached()
        page.locator(".bl-block").nth(5).locator(".bl-rendered").click()
        session = page.context.new_cdp_session(page)
        session.send("Performance.enable", {"timeDomain": "threadTicks"})

        def busy_milliseconds() -> float:
            metrics = session.send("Performance.getMetrics")["metrics"]
            return 1000 * float(next(metric["value"] for metric in metrics if metric["name"] == "TaskDuration"))

        page.locator("textarea[data-field=markdown]").press("a")
        before = busy_milliseconds()
        for _ in range(KEYS):
            page.keyboard.type("b")
            page.wait_for_timeout(400)  # until its preview is there, and less than until it is saved
        return (busy_milliseconds() - before) / KEYS
    finally:
        page.close()


def _page() -> str:
    sheets = styles("kit/rendered", "block_list/view")
    return f"<!doctype html><style>{sheets}</style><div class='wb-panel'><div id='panel'></div></div>"


def _state(blocks: tuple[Block, ...]) -> dict[str, object]:
    """The traits of a view that shows these blocks, saved, and lets them be changed."""
    view = BlockListView(lambda message: None, Lock())
    view.show(blocks, "EN")
    view.state = "saved"
    view.can = {"move": True, "insert": True, "write": True, "watch": False, "history": False}
    state = {name: getattr(view, name) for name in view.traits(sync=True) if not name.startswith("_")}
    view.close()
    return {name: value for name, value in state.items() if isinstance(value, str | int | dict | list)}


if __name__ == "__main__":
    main()

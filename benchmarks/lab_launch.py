"""From `workbench lab` to the first panel that can be used, beside plain JupyterLab with a stock button.

Each round launches JupyterLab anew, opens its address in a fresh Chromium profile, runs the first cell as soon as the
kernel is ready and waits until the panel, or the button, is there. Once with a service that is to be started for the
first time, once with one that runs already. Needs Chromium.
Run as: python -m benchmarks.lab_launch [--rounds N] [--json FILE].
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from playwright.sync_api import Browser, sync_playwright

from benchmarks.options import load_meanwhile, options
from benchmarks.paired import Compared, in_turn, keep, table
from tests.browser.lab import notebook
from tests.browser.page_objects import FLAGS, READY, Notebook
from tests.browser.started import end, printed
from tests.meta.source_tree import ROOT
from tests.needs import find
from workbench.cli.jupyter.notebook_files import FIRST

TARGET = 1.5
SECONDS_TO_START = 120
PANEL = "from workbench import connect\nwb = connect()\nwb.widgets.credits()"
PANEL_USABLE = '.wb-panel[aria-busy="false"] button:enabled'
STOCK = "import ipywidgets\nipywidgets.Button(description='Refresh')"
STOCK_USABLE = ".jupyter-button:enabled"
WORKBENCH = [sys.executable, "-m", "workbench.cli.main"]


@dataclass(frozen=True)
class Launch:
    """Seconds from the command to: an address is printed, the kernel is ready, the panel can be used."""

    address: float
    kernel: float
    usable: float


def main() -> None:
    """Measure, print, keep."""
    chosen = options(__doc__, rounds=7).parse_args()
    with TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find("chromium"), args=FLAGS)
        rounds = _rounds(browser, Path(folder), chosen.rounds)
        browser.close()
    rows = [
        _compared(name, [round_[at] for round_ in rounds], [round_[2] for round_ in rounds])
        for at, name in enumerate(["the service is started too", "the service runs already"])
    ]
    print(table(rows, "workbench lab", "jupyter lab"))
    for at, name in enumerate(["workbench lab, first start", "workbench lab, service there", "jupyter lab"]):
        parts = [median(getattr(round_[at], part) for round_ in rounds) for part in ("address", "kernel", "usable")]
        print(f"{name:<30} address {parts[0]:5.1f} s, kernel {parts[1]:5.1f} s, usable {parts[2]:5.1f} s")
    print(load_meanwhile())
    keep(chosen.json, "lab_launch", [*(row.as_json() for row in rows), [[asdict(one) for one in r] for r in rounds]])


def _compared(name: str, ours: list[Launch], plain: list[Launch]) -> Compared:
    what = f"first panel, {name}"
    return Compared(
        what, "s", [our.usable for our in ours], [plain_launch.usable for plain_launch in plain], TARGET, at_least=False
    )


def _rounds(browser: Browser, folder: Path, rounds: int) -> list[list[Launch]]:
    ours, plain, config = folder / "ours", folder / "plain", folder / "config"
    for root, source in ((ours, PANEL), (plain, STOCK)):
        root.mkdir()
        (root / FIRST).write_text(json.dumps(notebook([source])), encoding="utf-8")
    (config / "labconfig").mkdir(parents=True)
    news = {"disabledExtensions": {"@jupyterlab/apputils-extension:announcements": True}}
    (config / "labconfig" / "page_config.json").write_text(json.dumps(news), encoding="utf-8")
    told = {"LabApp": {"expose_app_in_browser": True}}
    (config / "jupyter_lab_config.json").write_text(json.dumps(told), encoding="utf-8")
    homes = iter(folder / f"home-{number}" for number in range(rounds))
    running = folder / "home-running"
    lab = [*WORKBENCH, "lab", str(ours), "--no-browser"]
    stock = [sys.executable, "-m", "jupyterlab", "--no-browser", f"--ServerApp.root_dir={plain}"]
    stock += [f"--LabApp.default_url=/lab/tree/{FIRST}", "--ServerApp.ip=127.0.0.1", "--allow-root"]

    def first() -> Launch:
        home = next(homes)
        try:
            return _launch(browser, lab, PANEL_USABLE, _environment(folder, home))
        finally:
            _stop(folder, home)

    try:
        _launch(browser, lab, PANEL_USABLE, _environment(folder, running))  # starts the service, and warms the disk
        again = lambda: _launch(browser, lab, PANEL_USABLE, _environment(folder, running))  # noqa: E731
        other = lambda: _launch(browser, stock, STOCK_USABLE, _environment(folder, running))  # noqa: E731
        return list(in_turn(rounds, first, again, other))
    finally:
        _stop(folder, running)


def _launch(browser: Browser, words: list[str], usable: str, environment: Mapping[str, str]) -> Launch:
    log = Path(environment["HOME"]) / "jupyter.log"
    with log.open("w", encoding="utf-8") as kept:
        started = time.perf_counter()
        process = subprocess.Popen(words, env=environment, stdout=kept, stderr=kept)
        try:
            address = printed(log, process, r"lab\S*", SECONDS_TO_START)
            listening = time.perf_counter()
            with browser.new_context(viewport={"width": 1360, "height": 900}) as context:
                page = context.new_page()
                page.set_default_timeout(SECONDS_TO_START * 1000)
                page.goto(address)
                page.locator(".jp-Notebook .jp-CodeCell").first.wait_for()
                page.evaluate(READY)
                ready = time.perf_counter()
                Notebook(page, FIRST).begin(0)
                page.locator(usable).first.wait_for()
                there = time.perf_counter()
            return Launch(listening - started, ready - started, there - started)
        finally:
            end(process, seconds=30)


def _environment(folder: Path, home: Path) -> dict[str, str]:
    clean = {name: value for name, value in os.environ.items() if not name.startswith(("WORKBENCH_", "JUPYTER_"))}
    return {
        **clean,
        "HOME": str(folder),
        "JUPYTER_CONFIG_DIR": str(folder / "config"),
        "JUPYTER_DATA_DIR": str(folder / "data"),
        "JUPYTER_RUNTIME_DIR": str(folder / "runtime"),
        "IPYTHONDIR": str(folder / "ipython"),
        "WORKBENCH_HOME": str(home),
        "PYTHON_KEYRING_BACKEND": "keyring.backends.null.Keyring",
        "PYTHONPATH": str(ROOT),
    }


def _stop(folder: Path, home: Path) -> None:
    subprocess.run([*WORKBENCH, "stop", "--now"], env=_environment(folder, home), check=True, capture_output=True)


if __name__ == "__main__":
    main()

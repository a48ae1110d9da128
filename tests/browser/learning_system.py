"""A learning system around a package: a page with another maker's run-time, which notes every call and its error."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final

from playwright.sync_api import BrowserContext, FrameLocator, Page, Route

from tests.exports.scorm.others import run_time
from workbench.exports.scorm.options import Standard

ORIGIN: Final = "http://lms.test"
_PAGE: Final = """<!doctype html><title>Learning system</title><script src="/run-time.js"></script><script>
const { standard, saved, mode } = SETUP;
const is12 = standard === "scorm12";
let away = "";
const real = is12 ? new Scorm12API({ logLevel: 5 }) : new Scorm2004API({ logLevel: 5 });
const entry = saved ? "resume" : "ab-initio";
if (saved) delete saved[is12 ? "core" : "session_time"]?.session_time;
const start = saved ?? (is12 ? { core: {} } : {});
const known = ["review", "browse"].includes(mode) ? mode : "normal";
Object.assign(is12 ? start.core : start, { entry, [is12 ? "lesson_mode" : "mode"]: known, exit: "" });
real.loadFromJSON(start, "");
const prefix = is12 ? "LMS" : "", calls = [];
const object = {};
for (const name of ["Initialize", is12 ? "Finish" : "Terminate", "GetValue", "SetValue", "Commit"]) {
  object[prefix + name] = (...values) => {
    if (mode === "sparse" && name === "GetValue") {
      const told = /suspend_data|location|lesson_status/.test(values[0]) ? real[prefix + name](...values) : "";
      calls.push([name, ...values, told, "0"]);
      return told;
    }
    if (mode === "broken") { calls.push([name, ...values]); return "false"; }
    if (away) calls.push([name, ...values, "false", "0"]);
    if (away === "false") return "false";
    if (away === "throws") throw new Error("The session has ended.");
    const answer = real[prefix + name](...values);
    calls.push([name, ...values, answer, real[`${prefix}GetLastError`]()]);
    return answer;
  };
}
if (mode !== "absent") window[is12 ? "API" : "API_1484_11"] = object;
</script><iframe id="sco" title="Package" src="/package/LAUNCH" style="width:900px;height:640px"></iframe>"""


class LearningSystem:
    """A package that is played: `sco` is its frame, `pages` what the learner sees; `saved` what was kept before."""

    def __init__(
        self,
        context: BrowserContext,
        standard: Standard,
        files: Mapping[str, str],
        *,
        saved: dict[str, Any] | None = None,
        mode: str = "normal",
        launch: str = "index.html",
    ) -> None:
        setup = json.dumps({"standard": standard, "saved": saved, "mode": mode})
        self._standard, self._files = standard, files
        self._html = _PAGE.replace("SETUP", setup.replace("<", "\\u003c")).replace("LAUNCH", launch)
        self.page: Page = context.new_page()
        self.page.set_viewport_size({"width": 960, "height": 720})
        self.wrong: list[str] = []
        self.page.on("console", lambda message: self.wrong.append(message.text))
        self.page.on("pageerror", lambda error: self.wrong.append(str(error)))
        self.page.route("**/*", self._serve)
        self.page.goto(f"{ORIGIN}/")
        self.sco: FrameLocator = self.page.frame_locator("#sco")
        self.pages: FrameLocator = self.sco.frame_locator("iframe")

    def calls(self, name: str = "") -> list[list[str]]:
        """The calls of this name, or all: the name, what was given, the answer, the error's number."""
        found: list[list[str]] = self.page.evaluate("calls")
        return [call for call in found if not name or call[0] == name]

    def errors(self) -> list[list[str]]:
        """The calls that the run-time found wrong."""
        return [call for call in self.calls() if call[-1] != "0"]

    def leave(self) -> dict[str, Any]:
        """Close the package as a learning system does; what is kept, as the standard has it. No call was wrong."""
        self.page.evaluate("document.querySelector('#sco').remove()")
        kept: dict[str, Any] = self.page.evaluate("JSON.parse(JSON.stringify(real.cmi))")
        assert (self.errors(), self.wrong) == ([], [])
        return kept

    def go_away(self, how: str) -> None:
        """From now on each call answers "false" (`false`), or fails (`throws`); with an empty text it is back."""
        self.page.evaluate("how => { away = how; }", how)

    def close(self) -> None:
        """Close the page, and with it the package."""
        self.page.close()

    def _serve(self, route: Route) -> None:
        path = route.request.url.removeprefix(f"{ORIGIN}/")
        if not path:
            route.fulfill(body=self._html, content_type="text/html; charset=utf-8")
        elif path == "run-time.js":
            route.fulfill(body=run_time(self._standard), content_type="text/javascript; charset=utf-8")
        elif path.removeprefix("package/") in self._files:
            text = self._files[path.removeprefix("package/")]
            route.fulfill(body=text, content_type="text/html; charset=utf-8")
        elif path == "favicon.ico":
            route.fulfill(status=204)
        else:
            self.wrong.append(f"asked for {path}")
            route.fulfill(status=404)

"""Panel: what every panel is. It shows itself, works on threads, says what fails, and lets nothing be done twice.

Knows workers, the head with its error area, and how a notebook shows things; knows no procedure and no lesson.
Making a panel and showing it ask the service nothing; `refresh` does, and is started when the panel is first seen.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from functools import cache
from typing import Any

import ipywidgets
import traitlets

from workbench.client.sanitize import escaped, shown
from workbench.client.sync import Client
from workbench.client.thread_pool import TaskPool, ThreadPool
from workbench.errors import WorkbenchError
from workbench.procedures.declare import Call, Procedure
from workbench.widgets.kit.drafts import draft_owner
from workbench.widgets.kit.failure_text import details, sentence
from workbench.widgets.kit.following import Glance, glance
from workbench.widgets.kit.kernel import refuse_broken_kernel
from workbench.widgets.kit.panel_header import PanelHeader

FIRST_LOOK_SECONDS = 0.3
"""How long showing a panel waits, at most, for what it is going to show: a saved notebook then reads without kernel."""

log = logging.getLogger("workbench.widgets")
log.addHandler(logging.NullHandler())  # a failure is shown in its panel; nothing is printed into somebody's cell

_Job = tuple[Callable[..., object], tuple[Any, ...]]


@cache
def shared_workers() -> TaskPool:
    """The few threads that all panels share."""
    return ThreadPool()


class Panel(ipywidgets.VBox):  # type: ignore[misc]  # ipywidgets ships no types
    """One thing to see and touch. `value` is what was chosen, made or arranged.

    `busy` while something is being done, `error` what went wrong last, `notice` what was done last, both in plain
    words; `disabled` switches all its controls off. All can be observed; none leaves Python, so none is saved.
    """

    label = "Panel"
    """What the panel is called, on the screen and to a screen reader."""

    value = traitlets.Any(None, allow_none=True)
    disabled = traitlets.Bool(False)
    busy = traitlets.Bool(False)
    error = traitlets.Unicode("")
    notice = traitlets.Unicode("")

    def __init__(self, client: Client, *, workers: TaskPool | None = None) -> None:
        """Asks nothing. Raises `Misconfigured` in a kernel that panels do not work in."""
        refuse_broken_kernel()
        self.client = client
        self._workers = workers or shared_workers()
        self._lock = threading.RLock()
        self._in_flight = False
        self._next: _Job | None = None
        self._was_seen = False
        self._controls: list[tuple[Any, Callable[[], bool]]] = []
        self._glance: Glance | None = None
        self.drafts: dict[str, Any] = {}
        """Widgets by the name under which the browser keeps what is typed in them and not saved."""
        self.masthead = PanelHeader(label=self.label)
        super().__init__(children=(self.masthead,))
        self.add_class("wb-panel")
        self.masthead.on_msg(lambda widget, said, buffers: self._heard(said))
        for name in ("busy", "error", "notice"):
            traitlets.dlink((self, name), (self.masthead, name))
        self.observe(lambda change: self.settle(), ["busy", "disabled"])

    def show(self, *children: Any) -> None:
        """Show these widgets below the head, in this order."""
        self.children = (self.masthead, *children)
        self.settle()

    def control(self, widget: Any, *, when: Callable[[], bool] = lambda: True) -> Any:
        """The widget, switched off while the panel is busy or disabled, and whenever `when()` is false.

        `when` is asked from the first `show` on, and at each `settle`.
        """
        self._controls.append((widget, when))
        return widget

    def settle(self) -> None:
        """Switch every control on or off by what holds now."""
        for widget, when in self._controls:
            widget.disabled = self.busy or self.disabled or not when()

    def start(self, method: Callable[..., object], /, *args: Any) -> Future[None] | None:
        """Do `method(*args)` on a worker thread; `None`, and nothing is done, while the panel is busy.

        Never raises what the method raises: it is shown in the panel and logged.
        """
        with self._lock:
            if self._in_flight:
                return None
            self._in_flight = True
            self._clear()
            self.busy = True
        return self._workers.submit(self._work, (method, args))

    def start_next(self, method: Callable[..., object], /, *args: Any) -> Future[None] | None:
        """The same, but while the panel is busy it waits its turn; of several that wait, only the last one is done."""
        with self._lock:
            if self._in_flight:
                self._next = (method, args)
                return None
            return self.start(method, *args)

    def at_once(self, method: Callable[..., object], /, *args: Any) -> None:
        """Do `method(*args)` here and now, for what asks no service; failures are shown in the panel and logged."""
        self._clear()
        self._attempt((method, args))

    def say(self, notice: str) -> None:
        """Tell what was done, in plain words; a screen reader says it too."""
        self.notice = notice

    def offers(self, *procedures: Procedure[..., Any, Any]) -> bool:
        """Whether the service announces all of these procedures. Asks it once; for worker threads."""
        told = self.client.capabilities()
        return told is not None and {each.name for each in procedures} <= set(told.procedures)

    def refresh(self) -> None:
        """Ask the service for what is shown. Blocks; buttons and the first look do it on a worker thread."""

    def as_text(self) -> str:
        """What the panel shows, as complete sentences; never what somebody typed."""
        return f"{self.label}: a panel to be used in a running notebook."

    def as_html(self) -> str:
        """The same as static HTML for a notebook without a kernel; every text is escaped."""
        return f"<p>{escaped(self.as_text(), longest=4000)}</p>"

    def __repr__(self) -> str:
        failed = f" Last failure: {shown(self.error)}" if self.error else ""
        return self.as_text() + failed

    def _repr_mimebundle_(self, **kwargs: Any) -> dict[str, Any]:
        self._first_look(FIRST_LOOK_SECONDS)
        view = {"version_major": 2, "version_minor": 0, "model_id": self.model_id}
        return {
            "text/plain": repr(self),
            "text/html": f'<section aria-label="{escaped(self.label)}">{self.as_html()}</section>',
            "application/vnd.jupyter.widget-view+json": view,
        }

    def _first_look(self, seconds: float = 0) -> None:
        with self._lock:
            if self._was_seen:
                return
            self._was_seen = True
        begun = self.start(self._look)
        if begun is not None and seconds:
            try:
                begun.result(seconds)
            except TimeoutError:
                pass  # it goes on, and is shown when it is there

    def _look(self) -> None:
        self._tell_owner()
        self.refresh()

    def _follow(self, calls: Callable[[], Sequence[Call[Any]]], is_shown: Callable[..., bool]) -> None:
        """While the panel is looked at, ask `calls()` now and then, and refresh when `is_shown(*answers)` is false."""
        self._glance = Glance(calls, is_shown, self._refresh_quietly)
        self.masthead.follows = True

    def _refresh_quietly(self) -> None:
        """Refresh by itself: without a busy sign, what was said last stays; not while a question waits."""
        with self._lock:
            if self._in_flight or any(getattr(each, "is_open", False) for each in self.children):
                return
            self._in_flight = True
        try:
            self.refresh()
        except WorkbenchError:
            pass  # what is shown stays; the next look finds out
        except Exception as error:  # noqa: BLE001  (whatever it is, it is shown in the panel)
            self.fail(error)
        finally:
            self._work((self.settle, ()))

    def _tell_owner(self) -> None:
        owner = draft_owner(self.client) if self.drafts else {}
        for name, widget in self.drafts.items():
            widget.drafts = {"name": f"{type(self).__name__} {name}", **widget.drafts, **owner}

    def _heard(self, said: Any) -> None:
        intent = said.get("intent") if isinstance(said, dict) else None
        if intent == "shown":
            self._first_look()
        elif intent == "refresh":
            self.start(self._look)
        elif intent == "dismiss":
            self._clear()
        elif intent in ("ping", "poll"):
            if intent == "poll" and self._glance is not None:
                glance(self.client, self._workers, self._glance)
            self.masthead.pong(said.get("id"))

    def _work(self, job: _Job | None) -> None:
        while job is not None:
            self._attempt(job)
            with self._lock:
                job, self._next = self._next, None
                if job is None:
                    self._in_flight = False
                    self.busy = False
                else:
                    self._clear()

    def _attempt(self, job: _Job) -> None:
        method, args = job
        try:
            method(*args)
        except Exception as error:  # noqa: BLE001  (whatever it is, it is shown where the person clicked)
            self.fail(error)

    def fail(self, error: Exception) -> None:
        """Show a failure in the panel, in plain words, and log it."""
        self.masthead.details = details(error)
        self.error = sentence(error)
        log.error("%s: %s", self.label, self.error, exc_info=error)

    def _clear(self) -> None:
        self.error = self.notice = self.masthead.details = ""

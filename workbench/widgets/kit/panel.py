"""The base class of panels: a header, controls that are disabled while it works, and its output in a notebook.

Knows how a notebook shows things. Making a panel and showing it ask the service
nothing; `refresh` does, and is started when the panel is first on the screen.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Sequence
from typing import Any, ClassVar

import anywidget
import ipywidgets
import traitlets

from workbench.client.sync import Client
from workbench.client.thread_pool import TaskPool
from workbench.errors import AnswerUnreadable, Misconfigured, ServiceUnwell, Unreachable
from workbench.procedures.declare import Call, Procedure, Topic
from workbench.procedures.service import who_am_i
from workbench.text import align_cells, display_text, escape_html
from workbench.widgets.kit.assets import script, styles
from workbench.widgets.kit.drafts import draft_owner
from workbench.widgets.kit.polling import Poll, catch_up, forget, note_change, poll
from workbench.widgets.kit.saved_forms import SavedForms
from workbench.widgets.kit.task_runner import TaskRunner

FIRST_LOAD_SECONDS = 3.0
"""Longest wait when a panel is shown, so that its saved HTML has its content."""
HIDDEN_AFTER_SECONDS = 15.0
"""A panel that was not polled for this long is hidden; it is polled again when it is visible."""
OUTAGES = (Unreachable, ServiceUnwell, AnswerUnreadable)
"""Failures that pass: a panel that shows one asks again until it is over."""
PANEL_TYPE = "application/vnd.lesson-workbench.panel+json"
"""The type that our JupyterLab extension shows: the live panel, or its HTML if no kernel has it."""
_BROKEN_KERNEL = "7.0."
LONGEST_ID = 40


class Panel(TaskRunner, ipywidgets.VBox):  # type: ignore[misc]  # ipywidgets ships no types
    """The base class of panels. `value` is the selection or result; `disabled` switches all controls off.

    `busy`, `error` and `notice` (see `TaskRunner`) are shown in its header.
    """

    label = "Panel"
    """The panel's name, on the screen and for screen readers."""
    shows: ClassVar[frozenset[Topic]] = frozenset()
    """The topics that it shows: a write that changes one of them brings it up to date."""

    value = traitlets.Any(None, allow_none=True)
    disabled = traitlets.Bool(False)

    def __init__(self, client: Client, *, workers: TaskPool | None = None) -> None:
        """Create the panel without a request. Raises `Misconfigured` in a kernel that panels do not support."""
        refuse_broken_kernel()
        self.client = client
        self._is_loaded = False
        self._controls: list[tuple[Any, Callable[[], bool], bool]] = []
        self._poll: Poll | None = None
        self._polled_at: float | None = None
        self._is_out_of_date = False
        self._has_missed_change = False
        self._saved = SavedForms()
        self.drafts: dict[str, Any] = {}
        """Widgets by the name under which the browser keeps their unsaved input."""
        self.header = PanelHeader(label=self.label)
        super().__init__(workers=workers, children=(self.header,))
        self.add_class("wb-panel")
        self.header.on_msg(lambda widget, message, buffers: self._on_message(message))
        for name, shown_as in (
            ("busy", "busy"),
            ("error", "error"),
            ("error_details", "details"),
            ("notice", "notice"),
        ):
            traitlets.dlink((self, name), (self.header, shown_as))
        self.observe(lambda change: self.update_controls(), ["busy", "disabled"])
        self._feed = client.changes if self.shows else None
        if self._feed is not None:
            self._feed.subscribe(self._on_change)

    def show(self, *children: Any) -> None:
        """Show these widgets below the header, in this order; `None` is left out."""
        self.children = (self.header, *(child for child in children if child is not None))
        self.update_controls()

    def control(self, widget: Any, *, when: Callable[[], bool] = lambda: True, while_busy: bool = False) -> Any:
        """Register and return the widget, disabled while the panel is busy or disabled, or `when()` is false.

        `when` is called from the first `show` on, and at each `update_controls`. With `while_busy` it also
        works while the panel is busy, such as a stop button.
        """
        self._controls.append((widget, when, while_busy))
        return widget

    def update_controls(self) -> None:
        """Enable or disable every control by the current state."""
        for widget, when, while_busy in self._controls:
            widget.disabled = (self.busy and not while_busy) or self.disabled or not when()

    def offers(self, *procedures: Procedure[..., Any, Any]) -> bool:
        """Return whether the service announces all of these procedures. Asks it once; for worker threads."""
        capabilities = self.client.capabilities()
        return capabilities is not None and {procedure.name for procedure in procedures} <= set(capabilities.procedures)

    def refresh(self) -> None:
        """Read the panel's data from the service. Blocks; buttons and the first load do it on a worker thread."""

    def follow_changes(self, calls: Callable[[], Sequence[Call[Any]]], is_current: Callable[..., bool]) -> None:
        """While the panel can be seen, ask `calls()` now and then; refresh when `is_current(*answers)` is false.

        The same check runs as soon as this process changes something that the panel `shows`.
        """

        def calls_to_follow() -> Sequence[Call[Any]]:
            return calls() or ([who_am_i()] if self._is_out_of_date else [])

        def is_shown(*answers: Any) -> bool:
            return not self._is_out_of_date and is_current(*answers)

        self._poll = Poll(calls_to_follow, is_shown, self._refresh_quietly)
        self.header.follows = True

    def catch_up(self) -> None:
        """Start showing the changes that were noted; return immediately."""
        catch_up(self.client, self.workers)

    def come_back(self) -> None:
        """Start showing what was changed while the panel was out of sight; return immediately."""
        if self._has_missed_change and self._poll is not None:
            self._has_missed_change = False
            note_change(self.client, self._poll)
            self.catch_up()

    def close(self) -> None:
        """Take the panel away; it asks for nothing any more."""
        if hasattr(self, "_feed"):  # a panel that could not be built has none
            if self._feed is not None:
                self._feed.unsubscribe(self._on_change)
            if self._poll is not None:
                forget(self.client, self._poll)
        super().close()

    def load_once(self, seconds: float = 0) -> None:
        """Refresh the first time that this is called; wait at most so long for it."""
        with self.lock:
            if self._is_loaded:
                return
            self._is_loaded = True
        task = self.start_after(self.load)
        if task is not None and seconds:
            try:
                task.result(seconds)
            except TimeoutError:
                pass  # it continues, and its result is shown when it arrives

    def as_text(self) -> str:
        """Return what the panel shows, as complete sentences; never typed text."""
        return f"{self.label}: a panel that needs a running notebook."

    def as_html(self) -> str:
        """Return the text of `as_text` as static HTML for a notebook without a kernel; all text is escaped."""
        return f"<p>{escape_html(self.as_text(), longest=4000)}</p>"

    def __repr__(self) -> str:
        failed = f" Last error: {display_text(self.error)}" if self.error else ""
        return self.as_text() + failed

    def _repr_mimebundle_(self, **kwargs: Any) -> dict[str, Any]:
        self.load_once(FIRST_LOAD_SECONDS)
        view = {"version_major": 2, "version_minor": 0, "model_id": self.model_id}
        return {
            "text/plain": repr(self),
            "text/html": f'<section aria-label="{escape_html(self.label)}">{align_cells(self.as_html())}</section>',
            "application/vnd.jupyter.widget-view+json": view,
            PANEL_TYPE: view,
        }

    def _ipython_display_(self) -> None:
        self.load_once(FIRST_LOAD_SECONDS)
        self._saved.display(self)

    def update_saved(self, *, even_if_redrawn: bool = False) -> None:
        """Replace the HTML form that notebooks save with this panel, if it shows something else now.

        Some front ends would draw the live panel again, and lose its input: there, nothing is replaced unless
        `even_if_redrawn`.
        """
        self._saved.update(self, even_if_redrawn=even_if_redrawn)

    def on_tasks_done(self) -> None:
        """Do what follows a task."""
        self.update_saved()

    def load(self) -> None:
        """Refresh, and let the browser know whose drafts it keeps. Blocks."""
        owner = draft_owner(self.client) if self.drafts else {}
        for name, widget in self.drafts.items():
            widget.drafts = {"name": f"{type(self).__name__} {name}", **widget.drafts, **owner}
        self.refresh()

    def _on_change(self, topics: frozenset[Topic]) -> Callable[[], object] | None:
        is_hidden = self._polled_at is not None and time.monotonic() - self._polled_at > HIDDEN_AFTER_SECONDS
        if not self._is_loaded or topics.isdisjoint(self.shows):
            return None
        if is_hidden:
            self._has_missed_change = True
            return None
        if self._poll is not None:
            note_change(self.client, self._poll)
        return self.catch_up

    def _refresh_quietly(self) -> None:
        if not any(getattr(child, "is_open", False) for child in self.children):  # a question waits for its answer
            self.run_quietly(self._recover if self._is_out_of_date else self.refresh, then=self.update_controls)

    def fail(self, error: Exception) -> None:
        """Show a failure; after an outage, the request is repeated and the message disappears."""
        super().fail(error)
        self._is_out_of_date = isinstance(error, OUTAGES)

    def clear_messages(self) -> None:
        """Show neither failure nor notice."""
        self._is_out_of_date = False
        super().clear_messages()

    def _recover(self) -> None:
        self.refresh()
        self.clear_messages()

    def _on_message(self, message: Any) -> None:
        intent = message.get("intent") if isinstance(message, dict) else None
        if intent == "shown":
            self.come_back()
            self.load_once()
        elif intent == "drawn":
            self._saved.is_redrawn = message.get("keeps") is not True
        elif intent == "refresh":
            self.start_once(self.load)
        elif intent == "dismiss":
            self.clear_messages()
        elif intent in ("ping", "poll"):
            if intent == "poll":
                self._polled_at = time.monotonic()
                Panel.come_back(self)
            if intent == "poll" and self._poll is not None:
                poll(self.client, self.workers, self._poll)
            self.header.pong(message.get("id"))


def refuse_broken_kernel() -> None:
    """Raise `Misconfigured` in a kernel whose widgets lose what other threads send them (ipykernel 7.0.x)."""
    version = str(getattr(sys.modules.get("ipykernel"), "__version__", ""))
    if version.startswith(_BROKEN_KERNEL):
        raise Misconfigured(
            f"Panels don't work with ipykernel {version}, because its widgets lose updates. Run `pip "
            "install --upgrade ipykernel`, then restart the kernel."
        )


class PanelHeader(anywidget.AnyWidget):
    """Name, busy sign, alert and polite live region.

    State comes down as traits, intents come up as messages. Its script also marks the panel's root element: role,
    label, `aria-busy`, and that no keystroke inside is a command of the notebook.
    Sends `{"intent": "shown" | "drawn" | "refresh" | "dismiss" | "ping" | "poll"}`; `poll` every few seconds while it
    is on the screen and `follows`, each after the one before was answered. The answer to both is `{"pong": id}`.
    """

    _esm = script("kit/panel_header")
    _css = styles("kit/panel")

    label = traitlets.Unicode("").tag(sync=True)
    can_refresh = traitlets.Bool(True).tag(sync=True)
    comes_into_view = traitlets.Bool(False).tag(sync=True)
    """Whether the panel is scrolled into view when it is shown, because it was opened from above."""
    follows = traitlets.Bool(False).tag(sync=True)
    busy = traitlets.Bool(False).tag(sync=True)
    error = traitlets.Unicode("").tag(sync=True)
    details = traitlets.Unicode("").tag(sync=True)
    notice = traitlets.Unicode("").tag(sync=True)

    def download(self, name: str, content: bytes) -> None:
        """Hand a file to the person's browser, which puts it among its downloads; without a view it goes nowhere."""
        self.send({"download": name}, buffers=[content])

    def pong(self, message_id: object) -> None:
        """Answer a ping or poll: the kernel is not busy with a cell."""
        self.send({"pong": str(message_id)[:LONGEST_ID]})

    def __repr__(self) -> str:
        return f"The head of the panel {self.label}."

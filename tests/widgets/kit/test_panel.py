"""What every panel keeps to."""

from __future__ import annotations

import sys
import threading
from types import ModuleType
from typing import Any

import ipywidgets
import pytest

from tests.widgets.held import Held
from workbench.client.sync import Client
from workbench.client.thread_pool import InlinePool, ThreadPool
from workbench.errors import Misconfigured, OutOfCredits
from workbench.widgets.kit.panel import Panel, PanelHeader, refuse_broken_kernel


class Counting(Panel):
    """Counts how often it was refreshed."""

    label = "Counting"

    def __init__(self, client: Client, **known: Any) -> None:
        super().__init__(client, **known)
        self.value = 0
        self.button = self.control(ipywidgets.Button(description="Count"))
        self.show(self.button)

    def refresh(self) -> None:
        """One more."""
        self.value += 1

    def fall(self, error: Exception) -> None:
        """Fail."""
        raise error


@pytest.fixture
def panel(nobody: Client, inline: InlinePool) -> Counting:
    """A panel whose work is done immediately."""
    return Counting(nobody, workers=inline)


@pytest.fixture
def held() -> Held:
    """Workers under the test's control."""
    return Held()


@pytest.fixture
def held_panel(nobody: Client, held: Held) -> Counting:
    """A panel whose work begins when the test says so."""
    return Counting(nobody, workers=held)


def test_making_a_panel_asks_nothing(panel: Counting) -> None:
    """A cell that makes ten panels sends no request."""
    assert panel.value == 0


def test_the_first_look_refreshes(panel: Counting) -> None:
    """Anyone who shows it sees what holds."""
    panel._repr_mimebundle_()

    assert panel.value == 1


def test_a_second_look_does_not(panel: Counting) -> None:
    """Showing is not asking."""
    panel._repr_mimebundle_()
    panel._repr_mimebundle_()

    assert panel.value == 1


def test_being_seen_inside_another_widget_counts(panel: Counting) -> None:
    """A panel in a tab is seen when its head is drawn, not when the cell ends."""
    panel.header._handle_custom_msg({"intent": "shown"}, [])

    assert panel.value == 1


def test_the_refresh_button_refreshes(panel: Counting) -> None:
    """The head's button is `refresh`."""
    panel.header._handle_custom_msg({"intent": "refresh"}, [])

    assert panel.value == 1


def test_refresh_while_a_task_runs_waits_its_turn_once(held_panel: Counting, held: Held) -> None:
    """What the task read may be older than what the person knows; the click was lost."""
    held_panel.start(held_panel.refresh)
    for _ in range(2):
        held_panel.header._handle_custom_msg({"intent": "refresh"}, [])

    held.jobs[0]()

    assert held_panel.value == 2


def test_a_message_of_another_form_is_nothing(panel: Counting) -> None:
    """What comes up from a browser is not trusted to have a form."""
    panel.header._handle_custom_msg(["shown"], [])

    assert panel.value == 0


def test_two_clicks_are_one_action(held_panel: Counting, held: Held) -> None:
    """No double submit: while one is in progress, another is not begun."""
    held_panel.start(held_panel.refresh)

    assert held_panel.start(held_panel.refresh) is None
    assert len(held.jobs) == 1


def test_a_click_during_a_quiet_refresh_is_not_lost(panel: Counting) -> None:
    """
    Regression: what a person clicked while the panel followed a change made elsewhere was dropped.
    """
    done: list[str] = []

    def refresh() -> None:
        for _ in range(2):
            panel.start(done.append, "clicked")

    panel.run_quietly(refresh, then=lambda: done.append("shown"))

    assert (done, panel.busy, panel.is_running) == (["shown", "clicked"], False, False)


def test_it_is_busy_until_the_work_is_done(held_panel: Counting, held: Held) -> None:
    """From the click on, not from when a thread is free."""
    held_panel.start(held_panel.refresh)
    assert held_panel.busy

    held.jobs[0]()

    assert not held_panel.busy


def test_controls_are_off_while_it_is_busy(held_panel: Counting, held: Held) -> None:
    """A button that would do nothing looks like it."""
    held_panel.start(held_panel.refresh)
    off = held_panel.button.disabled

    held.jobs[0]()

    assert (off, held_panel.button.disabled) == (True, False)


def test_a_disabled_panel_has_its_controls_off(panel: Counting) -> None:
    """`disabled` is for anyone who composes panels."""
    panel.disabled = True

    assert panel.button.disabled


def test_a_control_follows_its_own_condition(panel: Counting) -> None:
    """It is looked at whenever something was done."""
    control = panel.control(ipywidgets.Button(), when=lambda: panel.value > 0)
    panel.update_controls()
    before = control.disabled

    panel.start(panel.refresh)

    assert (before, control.disabled) == (True, False)


def test_of_what_waits_the_last_is_done(held_panel: Counting, held: Held) -> None:
    """Anyone who types a search wants the answer to the last letter."""
    done: list[str] = []
    held_panel.start_next(done.append, "a")
    held_panel.start_next(done.append, "ab")
    held_panel.start_next(done.append, "abc")

    held.jobs[0]()

    assert done == ["a", "abc"]


def test_the_first_load_waits_for_what_runs(held_panel: Counting, held: Held) -> None:
    """Regression: a link opened a course before its panel was drawn, and drafts were offered to nobody."""
    held_panel.start(held_panel.clear_messages)
    held_panel.load_once()

    held.work()

    assert held_panel.value == 1


def test_what_must_not_be_dropped_is_done_in_order(held_panel: Counting, held: Held) -> None:
    """Before what may be dropped."""
    done: list[str] = []
    held_panel.start_after(done.append, "first")
    held_panel.start_next(done.append, "dropped")
    held_panel.start_next(done.append, "last")
    held_panel.start_after(done.append, "second")
    held_panel.start_after(done.append, "third")

    held.jobs[0]()

    assert done == ["first", "second", "third", "last"]
    assert not held_panel.busy


def test_a_failure_is_shown_and_logged(panel: Counting, failures: list[str]) -> None:
    """In plain words, where the person clicked."""
    panel.start(panel.fall, OutOfCredits())

    assert panel.error == OutOfCredits().message
    assert failures.pop() == f"Counting: {OutOfCredits().message}"


def test_a_failure_ends_the_work(panel: Counting, failures: list[str]) -> None:
    """The next click works again."""
    panel.start(panel.fall, OutOfCredits())
    failures.clear()

    panel.start(panel.refresh)

    assert (panel.value, panel.error, panel.busy) == (1, "", False)


def test_a_failure_at_once_is_shown_too(panel: Counting, failures: list[str]) -> None:
    """Not only what threads do can fail."""
    panel.run_now(panel.fall, OutOfCredits())

    assert panel.error == failures.pop().removeprefix("Counting: ")


def test_an_error_of_ours_shows_no_value(panel: Counting, failures: list[str]) -> None:
    """What an unexpected exception says may be anything; its name and place are reported."""
    panel.start(panel.fall, ValueError("token-1234567890abcdef"))
    failures.clear()

    assert "token-1234" not in panel.error + panel.header.details
    assert "ValueError" in panel.error
    assert "in fall" in panel.header.details


def test_the_message_can_be_dismissed(panel: Counting, failures: list[str]) -> None:
    """The head's other button."""
    panel.start(panel.fall, OutOfCredits())
    failures.clear()

    panel.header._handle_custom_msg({"intent": "dismiss"}, [])

    assert panel.error == ""


def test_the_head_says_what_the_panel_says(panel: Counting) -> None:
    """Busy, error and notice are said once, in Python."""
    panel.notify("Counted.")

    assert panel.header.notice == "Counted."


def test_an_unknown_keyword_is_a_slip(nobody: Client) -> None:
    """It is never swallowed."""
    with pytest.raises(TypeError, match="lable"):
        Panel(nobody, lable="Mine")  # type: ignore[call-arg]


def test_its_text_is_a_sentence_without_an_address(panel: Counting) -> None:
    """A saved notebook reads, and does not change from run to run."""
    bundle = panel._repr_mimebundle_()

    assert bundle["text/plain"] == repr(panel) == "Counting: a panel that needs a running notebook."
    assert "a panel that needs" in bundle["text/html"]


def test_the_panel_itself_is_in_the_bundle(panel: Counting) -> None:
    """Beside its text: for every front end, and for our extension, which shows the text without a kernel."""
    bundle = panel._repr_mimebundle_()

    assert bundle["application/vnd.jupyter.widget-view+json"]["model_id"] == panel.model_id
    assert bundle["application/vnd.lesson-workbench.panel+json"] == bundle["application/vnd.jupyter.widget-view+json"]


def test_nothing_of_it_is_saved_but_its_children(panel: Counting) -> None:
    """`value`, `error` and `notice` stay in Python."""
    assert {"value", "error", "notice", "busy", "disabled"} & set(panel.get_state()) == set()


def test_work_is_done_on_another_thread(nobody: Client) -> None:
    """A click returns immediately."""
    seen: list[int] = []
    panel = Counting(nobody, workers=ThreadPool(1))

    begun = panel.start(lambda: seen.append(threading.get_ident()))

    assert begun is not None
    begun.result(60)
    assert seen != [threading.get_ident()]


def test_a_touch_is_answered(panel: Counting) -> None:
    """So that its script can say when nothing was heard; a mark of any length costs no more than a short one."""
    answers: list[Any] = []
    panel.header.send = lambda said, buffers=None: answers.append(said)

    panel.header._handle_custom_msg({"intent": "ping", "id": "view.1" + "x" * 1000}, [])

    assert answers == [{"pong": "view.1" + "x" * 34}]


def _kernel(version: str) -> ModuleType:
    made = ModuleType("ipykernel")
    made.__version__ = version  # type: ignore[attr-defined]
    return made


def test_the_broken_series_is_refused_with_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    """A panel that silently shows nothing would be worse."""
    monkeypatch.setitem(sys.modules, "ipykernel", _kernel("7.0.1"))

    with pytest.raises(Misconfigured, match="pip install --upgrade ipykernel"):
        refuse_broken_kernel()


@pytest.mark.parametrize("version", ["6.29.5", "7.1.0", "7.3.0", "7.4.0"])
def test_the_others_are_fine(version: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """What has been tried."""
    monkeypatch.setitem(sys.modules, "ipykernel", _kernel(version))

    refuse_broken_kernel()


def test_its_text_has_no_address() -> None:
    """A widget's usual text ends in where it lies in memory."""
    assert repr(PanelHeader(label="Credits")) == "The head of the panel Credits."

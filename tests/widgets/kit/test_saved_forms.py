"""The HTML of a panel in a notebook: it follows the panel, and no front end draws the live panel again for it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from IPython.core.interactiveshell import InteractiveShell
from traitlets.config import Config

from workbench.client.sync import Client
from workbench.client.thread_pool import InlinePool
from workbench.widgets.kit import saved_forms
from workbench.widgets.kit.panel import Panel


class Counting(Panel):
    """Counts its refreshes."""

    label = "Counting"

    def __init__(self, client: Client) -> None:
        super().__init__(client, workers=InlinePool())
        self.value = 0

    def refresh(self) -> None:
        """Count one more."""
        self.value += 1

    def as_text(self) -> str:
        """Return the count."""
        return f"Counted {self.value}"


@pytest.fixture
def shell() -> Iterator[InteractiveShell]:
    """A shell as a kernel has one."""
    saved_forms._update_after_cells.cache_clear()
    made = InteractiveShell.instance(config=Config({"HistoryManager": {"enabled": False}}))
    yield made
    InteractiveShell.clear_instance()
    saved_forms._update_after_cells.cache_clear()


@pytest.fixture
def outputs(shell: InteractiveShell, monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """What the shell was told to show, in order."""
    found: list[dict[str, Any]] = []
    monkeypatch.setattr(
        shell.display_pub,
        "publish",
        lambda data, metadata=None, **more: found.append({"html": data["text/html"], **more}),
    )
    return found


@pytest.fixture
def panel(nobody: Client, outputs: list[dict[str, Any]]) -> Counting:
    """A panel that was the last line of a cell."""
    made = Counting(nobody)
    made._ipython_display_()
    return made


def test_the_saved_form_follows_a_task(panel: Counting, outputs: list[dict[str, Any]]) -> None:
    """Under the same display id, so that the output is replaced wherever it is."""
    panel.start(panel.refresh)

    assert [output["html"].count("Counted 1") for output in outputs] == [1, 0]
    assert "Counted 2" in outputs[1]["html"]
    assert outputs[1]["update"] is True
    assert outputs[0]["transient"] == outputs[1]["transient"]


def test_what_did_not_change_is_not_sent(panel: Counting, outputs: list[dict[str, Any]]) -> None:
    """A poll that found nothing new writes nothing."""
    panel.start(lambda: None)

    assert len(outputs) == 1


def test_the_saved_form_follows_a_cell(panel: Counting, outputs: list[dict[str, Any]], shell: InteractiveShell) -> None:
    """Code that changes a panel runs no task."""
    shell.user_ns["panel"] = panel
    shell.run_cell("panel.value = 41")

    assert "Counted 41" in outputs[-1]["html"]


def test_a_front_end_that_would_draw_it_again_is_left_alone(panel: Counting, outputs: list[dict[str, Any]]) -> None:
    """Somebody may be typing in it. How a run ended is kept everywhere."""
    panel.header._handle_custom_msg({"intent": "drawn", "keeps": False}, [])
    panel.start(panel.refresh)
    before = len(outputs)
    panel.update_saved(even_if_redrawn=True)

    assert (before, len(outputs)) == (1, 2)


def test_our_extension_keeps_the_live_panel(panel: Counting, outputs: list[dict[str, Any]]) -> None:
    """So its saved form follows."""
    panel.header._handle_custom_msg({"intent": "drawn", "keeps": True}, [])
    panel.start(panel.refresh)

    assert len(outputs) == 2

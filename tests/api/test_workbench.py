"""The object that a notebook works with."""

from __future__ import annotations

from workbench.api.connect import connect
from workbench.api.workbench import Workbench
from workbench.procedures.lesson import create_starter_lesson

Stranger = tuple[str, list[tuple[str, str]]]


def test_showing_and_completing_ask_nothing(stranger: Stranger) -> None:
    """Tab and a cell's last line are quick and change nothing, with the service away too."""
    base_url, seen = stranger
    with connect(base_url, token="good") as connected:
        asked = len(seen)
        repr(connected), connected._repr_mimebundle_(), dir(connected)
        connected.organizations._ipython_key_completions_()
        (
            repr(connected.organizations),
            repr(connected.lessons),
            repr(connected.courses),
            repr(connected.bulk),
            repr(connected.widgets),
        )

        assert len(seen) == asked


def test_everything_is_found_from_it(workbench: Workbench) -> None:
    """By tab completion."""
    assert {"bulk", "client", "courses", "credits", "lessons", "organizations", "refresh", "widgets"} <= set(
        dir(workbench)
    )


def test_it_is_shown_as_html_and_as_text(workbench: Workbench) -> None:
    """Everywhere something useful."""
    bundle = workbench._repr_mimebundle_()

    assert bundle["text/html"].startswith("<section")
    assert bundle["text/plain"] == repr(workbench)


def test_refreshing_shows_what_was_spent(workbench: Workbench) -> None:
    """The card is of one moment; `refresh` makes it now."""
    before = workbench.facts.credits_left or 0
    workbench.client.call(create_starter_lesson(topic="Bridges", language="EN"))

    assert workbench.credits() == before - 1
    assert workbench.refresh().facts.credits_left == before - 1

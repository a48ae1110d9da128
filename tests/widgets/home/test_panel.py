"""Home: what needs attention with its next step, where to continue; and how to begin where nothing is there."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from uuid import uuid4

import pytest

from tests.hostile import HOSTILE
from tests.people import new_person
from tests.widgets.looking import dangers_in, filled, html_in, refreshed, state_of
from workbench.attention import AttentionNeed, NeededItem
from workbench.client.sync import Client
from workbench.client.thread_pool import InlinePool
from workbench.embedded.host import DATABASE
from workbench.embedded.record import EmbeddedService
from workbench.procedures.lesson import create_lesson, rename_lesson, request_review
from workbench.procedures.organization import get_credit_spending, get_last_selected_organization_id
from workbench.widgets.home.panel import HomePanel
from workbench.widgets.home.view import EXAMPLE, NOTHING, Card, Home, HomeSection, Line


@pytest.fixture
def gone_to() -> list[str]:
    """The anchors that a panel led to."""
    return []


@pytest.fixture
def panel(client: Client, lesson_id: str, inline: InlinePool, gone_to: list[str]) -> HomePanel:
    """The panel of an organization with a lesson that awaits a review."""
    client.call(request_review(lesson_ids=[lesson_id]))
    return refreshed(HomePanel(client, workers=inline, on_go=gone_to.append))


@pytest.fixture
def newcomer(own_service: EmbeddedService, shared_folder: Path) -> Iterator[Client]:
    """A client of the owner of a new organization."""
    name = uuid4().hex[:8]
    added = asyncio.run(new_person(f"sqlite:///{shared_folder / DATABASE}", f"{name}@example.org", f"New {name}"))
    with Client(own_service.base_url, added.session_token) as made:
        yield made


def click(panel: HomePanel, anchor: str) -> None:
    """What the browser sends for a click on a step."""
    panel.view._handle_custom_msg({"intent": "go", "anchor": anchor}, [])


def section(panel: HomePanel, name: str) -> HomeSection:
    """The section of that name."""
    return next(section for section in panel.home.sections if section.name == name)


def test_what_needs_attention_leads_to_its_next_step(panel: HomePanel, lesson_id: str, gone_to: list[str]) -> None:
    """The review of the lesson, and the lesson itself."""
    need = next(need for need in panel.home.needs if need.kind == "awaitingReview")
    click(panel, "review")
    click(panel, f"lesson/{lesson_id}")

    assert need.text.endswith("your review") and panel.value == len(panel.home.needs)
    assert gone_to == ["review", f"lesson/{lesson_id}"]


@pytest.mark.parametrize("anchor", ["", "elsewhere", "lesson/unknown", None, 7, ["review"]])
def test_only_what_is_shown_is_led_to(panel: HomePanel, gone_to: list[str], anchor: object) -> None:
    """Whatever a browser says."""
    panel.view._handle_custom_msg({"intent": "go", "anchor": anchor}, [])

    assert gone_to == []


def test_one_continues_with_what_changed_last(panel: HomePanel, client: Client, lesson_id: str) -> None:
    """Newest first; a change that is made here is shown at once."""
    before = section(panel, "recent").lines[0]
    client.call(rename_lesson(lesson_id=lesson_id, title="Bees and flowers"))
    panel.header._handle_custom_msg({"intent": "poll", "id": "1"}, [])
    after = section(panel, "recent").lines[0]

    assert before.anchor == after.anchor == f"lesson/{lesson_id}"
    assert after.title == "Bees and flowers" != before.title


def test_projects_are_shown_with_their_counts(panel: HomePanel) -> None:
    """Lessons and courses; all of them are in the library."""
    line = section(panel, "projects").lines[0]

    assert "lesson" in line.detail and "course" in line.detail and line.at
    assert line.anchor == "library"


def test_credits_are_shown_with_their_rate_to_who_may_see_them(
    panel: HomePanel, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody else has the section; a service that refuses is no failure of the panel."""
    shown = section(panel, "credits")
    monkeypatch.setattr(panel, "offers", lambda *procedures: get_credit_spending not in procedures)
    refreshed(panel)

    assert "left" in shown.lines[0].title and shown.note.endswith(".")
    assert "credits" not in [section.name for section in panel.home.sections]


def test_an_empty_organization_shows_how_to_begin(newcomer: Client, inline: InlinePool, gone_to: list[str]) -> None:
    """Topics, a file, and the example where it can be made; nothing else is in the way."""
    opened: list[str] = []

    def open_example() -> str:
        opened.append(panel.notice)
        return newcomer.call(get_last_selected_organization_id()).organization_id or ""

    panel = refreshed(HomePanel(newcomer, workers=inline, on_go=gone_to.append, on_example=open_example))
    cards = [card.anchor for card in panel.home.cards]
    click(panel, "create/topics")
    click(panel, EXAMPLE)

    assert cards == ["create/topics", "create/files", EXAMPLE]
    assert (gone_to, opened) == (["create/topics"], ["Creating the example. This takes a few seconds."])
    assert panel.notice.startswith("This is the example.") and NOTHING not in html_in(panel)


def test_without_a_way_to_make_it_the_example_is_not_offered(newcomer: Client, inline: InlinePool) -> None:
    """Nor is there a step that leads nowhere."""
    panel = refreshed(HomePanel(newcomer, workers=inline))

    assert [card.anchor for card in panel.home.cards] == ["create/topics", "create/files"]
    assert panel.view.leads is False


def test_where_nothing_needs_attention_it_says_so(nobody: Client, inline: InlinePool) -> None:
    """In the panel, as text, and in a saved notebook."""
    panel = filled(HomePanel(nobody, workers=inline), home=Home(sections=(HomeSection("recent", "Recent"),)))

    assert panel.view.state["nothing"] == NOTHING and panel.value == 0
    assert repr(panel) == "Home: nothing needs your attention."
    assert NOTHING in panel.as_html()


def test_a_saved_notebook_has_all_of_it(nobody: Client, inline: InlinePool) -> None:
    """Needs with titles, cards, and the lines of the sections."""
    item = NeededItem("Tides", "lesson/1")
    home = Home(
        needs=(AttentionNeed("awaitingReview", 9, "9 lessons await your review", "Review", "review", (item,) * 5),),
        cards=(Card("Begin", "Somehow.", "Go", "create/topics"),),
        sections=(
            HomeSection(
                "recent",
                "Recent",
                (Line("Waves", "EN", "lesson/2", datetime(2026, 3, 4, 16, 40, tzinfo=UTC)),),
                "Note.",
            ),
        ),
    )
    panel = filled(HomePanel(nobody, workers=inline), home=home)

    assert repr(panel) == "Home: 9 lessons await your review."
    for words in ("9 lessons await your review", "Tides", "Begin", "Waves", "2026-03-04 16:40 UTC", "Note."):
        assert words in panel.as_html()
    assert panel.view.state["needs"][0]["more"] == "and 6 more"


@pytest.mark.parametrize("text", HOSTILE)
def test_titles_are_text(nobody: Client, inline: InlinePool, text: str) -> None:
    """Whatever people call lessons, courses, projects and runs."""
    need = AttentionNeed("awaitingReview", 1, text, "Review", "review", (NeededItem(text, "lesson/1"),))
    line = Line(text, text, "lesson/1", None, text, 0.5)
    panel = filled(
        HomePanel(nobody, workers=inline), home=Home((need,), (), (HomeSection("runs", text, (line,), text),))
    )

    assert dangers_in(panel) == []
    assert "\\u202e" not in state_of(panel)


def test_a_new_lesson_of_the_organization_takes_the_cards_away(newcomer: Client, inline: InlinePool) -> None:
    """As soon as it is there."""
    panel = refreshed(HomePanel(newcomer, workers=inline))
    before = bool(panel.home.cards)
    newcomer.call(create_lesson(title="Tides", language="EN"))
    panel.header._handle_custom_msg({"intent": "poll", "id": "1"}, [])
    refreshed(panel)

    assert (before, panel.home.cards) == (True, ())

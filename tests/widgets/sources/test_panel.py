"""The panel of sources."""

from __future__ import annotations

from pathlib import Path
from uuid import uuid4

import pytest

from tests.hostile import HOSTILE
from tests.widgets.looking import dangers_in, filled, html_in, refreshed
from tests.widgets.sources.conftest import Add
from tests.widgets.sources.test_wording import source
from workbench.client.lookups.sources import iter_sources
from workbench.client.sync import Client
from workbench.client.thread_pool import InlinePool
from workbench.procedures.source import SourceSummary
from workbench.widgets.sources.panel import SourcesPanel


@pytest.fixture
def panel(client: Client, inline: InlinePool) -> SourcesPanel:
    """The panel, read."""
    return refreshed(SourcesPanel(client, workers=inline))


@pytest.fixture
def word() -> str:
    """A title that no other source has."""
    return f"w{uuid4().hex[:10]}"


def found(client: Client, title: str) -> SourceSummary:
    """The source of that title."""
    return next(listed_source for listed_source in iter_sources(client, None) if listed_source.title == title)


def drop(panel: SourcesPanel, name: str, data: bytes, *, changed: bool = False) -> None:
    """A person drops a file; with `changed` on the place for the chosen source's file."""
    place = panel.detail.drop if changed else panel.drop
    message = {"intent": "part", "transfer": "t", "part": 0, "parts": 1, "name": name}
    place._on_message(place, message, [memoryview(data)])


def test_a_dropped_file_becomes_a_source(panel: SourcesPanel, client: Client, word: str) -> None:
    """It is chosen, and its passages can be read."""
    drop(panel, f"{word}.md", f"# Pumps\n\nA pump of {word}.\n\n# Valves\n\nA valve.".encode())

    assert panel.value == found(client, word).source_id
    assert panel.notice == f"{word}: version 1, 2 passages."
    assert f"A pump of {word}." in panel.detail.reader.html
    assert panel.sending.layout.display == "none"


def test_a_file_that_cannot_be_read_is_said(panel: SourcesPanel, failures: list[str]) -> None:
    """In its one sentence; nothing is added."""
    before = len(panel.list.rows)
    drop(panel, "scan.pdf", b"no PDF")

    assert panel.error.startswith("scan.pdf is no PDF")
    assert len(panel.list.rows) == before
    failures.clear()


def test_a_changed_file_is_the_next_version(panel: SourcesPanel, client: Client, word: str) -> None:
    """Of the chosen source, whatever the file is called."""
    drop(panel, f"{word}.txt", f"First {word}.".encode())
    drop(panel, "other.txt", f"Second {word}.".encode(), changed=True)

    assert found(client, word).version == 2
    assert f"Second {word}." in panel.detail.reader.html and "First" not in panel.detail.reader.html


def test_passages_are_searched_and_read_on(panel: SourcesPanel, add: Add, word: str) -> None:
    """20 at first, more below them; a search shows the best."""
    source_id = add(word, passages=30)
    panel.start(panel.refresh)
    panel.list.chosen = [source_id]
    first, more = panel.detail.reader.html.count("<section>"), panel.detail.reader.more
    panel.detail.reader._on_message({"intent": "more"})
    whole = panel.detail.reader.html.count("<section>")
    panel.detail.search.value = "text 17"

    assert (first, more, whole) == (20, "More passages", 30)
    assert "page 17" in panel.detail.reader.html.split("</section>")[0]
    assert "best first" in panel.detail.found.value
    panel.detail.search.value = "xylophone"
    assert "No passages match." in panel.detail.found.value


def test_title_and_readers_are_changed(panel: SourcesPanel, client: Client, add: Add, word: str) -> None:
    """And shown as they are when the panel is read again."""
    add(word)
    panel.start(panel.refresh)
    panel.list.chosen = [found(client, word).source_id]
    panel.detail.title.value = f"{word} new"
    panel.detail.rename_button.click()
    panel.detail.publishable.value = True

    assert found(client, f"{word} new").is_publishable
    assert panel.notice == "Learners can read quoted passages."


def test_a_deletion_is_asked_about(panel: SourcesPanel, client: Client, add: Add, word: str) -> None:
    """With what goes."""
    add(word, passages=3)
    panel.start(panel.refresh)
    panel.list.chosen = [found(client, word).source_id]
    panel.detail.search.value = "text"
    panel.detail.delete_button.click()
    question = panel.question.text.value
    panel.question.yes.click()

    assert f"Permanently delete {word} with its 3 passages and all versions?" in question
    assert word not in [listed_source.title for listed_source in iter_sources(client, None)]
    assert (panel.value, panel.detail.view.layout.display) == (None, "none")
    assert panel.notice == f"Deleted {word}."


def test_reading_can_be_stopped(panel: SourcesPanel, word: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """It says how it continues; nothing failed."""
    monkeypatch.setattr(panel._stop, "clear", panel._stop.set)
    drop(panel, f"{word}.txt", b"A text.")

    assert panel.notice == f"Stopped. Drop {word}.txt again to resume where it stopped."
    assert (panel.error, panel.value) == ("", None)


def test_a_service_without_sources_is_told(interface_client: Client, inline: InlinePool) -> None:
    """Nothing can be dropped there."""
    panel = refreshed(SourcesPanel(interface_client, workers=inline))

    assert panel.list.empty == "This service doesn't store sources. Its owner can install a newer version."
    assert panel.drop.disabled


def test_hostile_titles_are_text(nobody: Client, inline: InlinePool) -> None:
    """In the list, in the detail, in a saved notebook."""
    hostile = tuple(source(source_id=f"s{index}", title=text or "x") for index, text in enumerate(HOSTILE))
    panel = filled(SourcesPanel(nobody, workers=inline), sources=hostile, value="s1")

    assert dangers_in(panel) == []
    assert "<table>" in html_in(panel)


def test_somebody_else_s_source_is_noticed(panel: SourcesPanel, client: Client, add: Add, word: str) -> None:
    """The panel asks now and then, and reads again where the answer is another."""
    assert panel._poll is not None
    before = panel._poll.is_current(*client.outcomes(*panel._poll.calls()))
    add(word)

    assert before
    assert not panel._poll.is_current(*client.outcomes(*panel._poll.calls()))


def test_a_large_pdf_comes_in_parts(panel: SourcesPanel, word: str) -> None:
    """As the browser sends it."""
    data = (Path(__file__).parents[2] / "documents" / "files" / "pumps.pdf").read_bytes()
    half = len(data) // 2
    for part, piece in enumerate((data[:half], data[half:])):
        message = {"intent": "part", "transfer": "t", "part": part, "parts": 2, "name": f"{word}.pdf"}
        panel.drop._on_message(panel.drop, message, [memoryview(piece)])

    assert "No text on page 3" in panel.notice

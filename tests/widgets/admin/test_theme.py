"""The theme of the organization's learner pages, typed next to a sample."""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.colleague import colleague
from tests.hostile import HOSTILE
from tests.markup import seen
from tests.service.assets.media_files import picture
from tests.widgets.looking import dangers_in, refreshed, state_of
from workbench.client.asset_transfer import send_file
from workbench.client.sync import Client
from workbench.client.thread_pool import InlinePool
from workbench.embedded.record import EmbeddedService
from workbench.learner_pages.theme import PageTheme
from workbench.procedures.organization import get_theme, set_theme
from workbench.widgets.admin.theme import ThemePanel, sample_html, sample_page


@pytest.fixture
def logo_id(client: Client) -> str:
    """A picture of the organization."""
    return send_file(client, io.BytesIO(picture()), "crane.png", organization_id=None).asset_id


@pytest.fixture
def panel(client: Client, inline: InlinePool, logo_id: str) -> Iterator[ThemePanel]:
    """The panel as an owner has it; there is no theme before and afterwards."""
    yield refreshed(ThemePanel(client, workers=inline))
    client.call(set_theme(name="", footer=""))


def test_what_is_typed_is_saved(panel: ThemePanel, client: Client, logo_id: str) -> None:
    """All four fields."""
    panel.name.value, panel.logo.value = "Harbour School", logo_id
    panel.accent.value, panel.footer.value = "#FFB000", "Quay 4\nHarbour"
    panel.save_button.click()

    now = client.call(get_theme())
    assert (now.name, now.logo_asset_id, now.accent, now.footer) == (
        "Harbour School",
        logo_id,
        "#ffb000",
        "Quay 4\nHarbour",
    )
    assert panel.save_button.disabled
    assert "name “Harbour School”, a logo, colour #ffb000, a footer" in panel.as_text()


def test_the_sample_shows_what_is_typed(panel: ThemePanel, logo_id: str) -> None:
    """Before it is saved: name, logo, both shades and the text."""
    panel.name.value, panel.logo.value, panel.accent.value = "Harbour School", logo_id, "#ffb000"

    sample = panel.sample.html
    assert "Harbour School" in sample and "data:image/png;base64," in sample and "--accent:#8f6300" in sample
    assert "Light pages use #8f6300, dark pages the chosen colour," in panel.shades.value


@pytest.mark.parametrize("text", ["red", "#12345", "#12345g", "<b>"])
def test_what_is_no_colour_is_refused(panel: ThemePanel, failures: list[str], text: str) -> None:
    """In words, and the sample keeps ours."""
    panel.accent.value = text
    panel.save_button.click()

    assert "a colour is # and six hexadecimal digits" in failures.pop()
    assert "six hexadecimal digits" in panel.shades.value
    assert panel.accent.value == text


def test_too_many_lines_are_refused_and_kept(panel: ThemePanel, failures: list[str]) -> None:
    """What was typed can be shortened."""
    panel.footer.value = "\n".join("abcdefgh")
    panel.save_button.click()

    assert "8 lines" in failures.pop()
    assert panel.footer.value == "\n".join("abcdefgh")


def test_a_change_by_others_keeps_what_was_typed(panel: ThemePanel, client: Client, failures: list[str]) -> None:
    """Fields that nobody typed in show theirs; the second save puts it there."""
    panel.name.value = "Mine"
    client.call(set_theme(name="Theirs", footer="Their footer"))
    panel.save_button.click()

    assert "Someone else changed the theme" in failures.pop()
    assert (panel.name.value, panel.footer.value) == ("Mine", "Their footer")
    assert "name: “Theirs”" in panel.others.value
    assert client.call(get_theme()).name == "Theirs"
    panel.save_button.click()
    assert (client.call(get_theme()).name, client.call(get_theme()).footer) == ("Mine", "Their footer")
    assert panel.others.value == ""


def test_a_refresh_keeps_what_was_typed(panel: ThemePanel, client: Client) -> None:
    """Until it is discarded."""
    client.call(set_theme(name="Theirs", footer=""))
    panel.footer.value = "Mine"
    refreshed(panel)
    typed = (panel.name.value, panel.footer.value)
    panel.discard_button.click()

    assert typed == ("Theirs", "Mine")
    assert panel.footer.value == ""
    assert panel.save_button.disabled


def test_who_may_not_set_it_reads_it(own_service: EmbeddedService, shared_folder: Path, inline: InlinePool) -> None:
    """All fields are off, for a role that edits lessons, too."""
    with colleague(own_service, shared_folder, role="author") as client:
        panel = refreshed(ThemePanel(client, workers=inline))

    assert panel.name.disabled and panel.logo.disabled and panel.save_button.disabled
    assert "Only owners and admins can change the theme." in panel.note.value


@pytest.mark.parametrize("text", HOSTILE[:3])
def test_hostile_names_stay_text(panel: ThemePanel, client: Client, text: str) -> None:
    """What is typed is in no state that a notebook saves, and in the sample inside its frame only."""
    panel.name.value = panel.footer.value = text

    assert panel.sample.html.count("<") == refreshed(ThemePanel(client, workers=panel.workers)).sample.html.count("<")
    assert text not in state_of(panel)
    assert dangers_in(panel) == []


def test_a_page_is_light_or_dark_whatever_the_screen() -> None:
    """The system's setting is not asked."""
    light, dark = (sample_page(PageTheme(accent="#ffb000"), is_dark=number) for number in (False, True))

    assert "prefers-color-scheme" not in light + dark
    assert "color-scheme:dark" in dark and "color-scheme:dark" not in light


@pytest.mark.parametrize("text", [*HOSTILE, '"></iframe><script>alert(1)</script>', "(prefers-color-scheme:dark)"])
def test_a_frame_lets_nothing_out(text: str) -> None:
    """Two frames without any permission, whose pages have no script, no link, and the text as it is."""
    found = seen(sample_html(PageTheme(text, None, None, text)))
    pages = [value for _, name, value in found.attributes if name == "srcdoc"]

    assert found.tags == ["div", *["figure", "figcaption", "iframe"] * 2]
    assert [value for _, name, value in found.attributes if name == "sandbox"] == ["", ""]
    assert not {"script", "iframe", "form"} & set(seen(pages[0]).tags)
    assert not [attribute for attribute in seen(pages[1]).attributes if attribute[1] == "href"]
    assert "default-src &#x27;none&#x27;" in pages[0]

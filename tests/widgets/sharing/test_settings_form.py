"""The settings of a link in its panel: shown, changed, refused, and the embed code that follows them."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import partial

import pytest

from tests.browser.lessons import Writing
from tests.widgets.looking import refreshed
from workbench.client.sync import Client
from workbench.client.thread_pool import InlinePool
from workbench.procedures.course import get_share_settings, set_share_settings
from workbench.procedures.sharing import ShareSettings
from workbench.widgets.sharing.panel import SharingPanel
from workbench.widgets.sharing.settings_form import ONLY_THESE, ShareSettingsForm, setting_text


@pytest.fixture
def panel(client: Client, writing: Writing, lesson_id: str, course_id: str, inline: InlinePool) -> SharingPanel:
    """The panel of a public course, looked at."""
    writing.put(lesson_id, [("text", {"markdown": "Bees see blue."})])
    panel = refreshed(SharingPanel(client, course_id, workers=inline))
    panel.start(partial(panel.set_public, True, confirm_open_places=True))
    return panel


def stored(client: Client, panel: SharingPanel) -> ShareSettings:
    """The settings as the service has them."""
    return client.call(get_share_settings(course_id=panel.value or ""))


@pytest.mark.parametrize(
    ("field", "cell", "expected"),
    [
        ("expires", "never", "Never expires"),
        ("expires", "2099-12-31", "2099-12-31"),
        ("embed_origins", "anywhere", "On any website"),
        ("embed_origins", "https://a.example https://b.example", "https://a.example https://b.example"),
        ("indexing", "no", "Not allowed"),
    ],
)
def test_a_cell_reads_as_the_form_shows_it(field: str, cell: str, expected: str) -> None:
    """Not as a table has it; a date and websites stay."""
    assert setting_text(field, cell) == expected


def test_settings_are_saved_together(panel: SharingPanel, client: Client) -> None:
    """A day, origins as one writes them, search engines; the embed code names who may embed."""
    form = panel.form
    form.ends.value, form.expires.value = "until", "2099-12-31"
    form.embedding.value, form.origins.value = ONLY_THESE, "https://a.example\nHTTPS://B.example"
    form.indexing.value = "yes"
    panel.save_button.click()
    found = stored(client, panel)

    assert (found.expires_at, found.embed_origins, found.indexing) == (
        datetime(2100, 1, 1, tzinfo=UTC),
        ["https://a.example", "https://b.example"],
        True,
    )
    allowed = "Only pages on https://a.example, https://b.example can show it."
    assert f"Use this code to embed the course in a page. {allowed}" in panel.code.value


def test_the_embed_code_is_there_only_where_embedding_is_allowed(panel: SharingPanel) -> None:
    """The link is, anyway."""
    before = "&lt;iframe" in panel.code.value
    panel.form.embedding.value = "nowhere"
    panel.save_button.click()

    assert (before, "&lt;iframe" in panel.code.value, "Copy link" in panel.code.value) == (True, False, True)


@pytest.mark.parametrize(
    ("origins", "why"), [("https://*.example", "wildcard"), ("javascript:alert(1)", "nothing else"), ("", "Enter the")]
)
def test_what_is_no_origin_is_not_sent(panel: SharingPanel, origins: str, why: str, failures: list[str]) -> None:
    """The sentence says what one is."""
    panel.form.embedding.value, panel.form.origins.value = ONLY_THESE, origins
    panel.save_button.click()
    failures.clear()

    assert why in panel.error


def test_a_link_that_somebody_changed_meanwhile_is_shown_anew(
    panel: SharingPanel, client: Client, failures: list[str]
) -> None:
    """Nothing of theirs is overwritten."""
    client.call(set_share_settings(course_id=panel.value or "", indexing=True, expires_at="2098-12-31"))
    panel.form.ends.value, panel.form.expires.value = "until", "2099-12-31"
    panel.save_button.click()
    failures.clear()

    assert "Someone else changed this link" in panel.error
    assert panel.form.expires.value == "2098-12-31"
    assert stored(client, panel).expires_at == datetime(2099, 1, 1, tzinfo=UTC)


def test_a_form_of_many_links_leaves_all_as_it_is() -> None:
    """Only what is chosen is changed."""
    form = ShareSettingsForm(keeps=True)
    assert form.read_form() == {}
    form.indexing.value = "yes"
    assert form.read_form() == {"indexing": "yes"}

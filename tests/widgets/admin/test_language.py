"""The default language of the organization, chosen on the page."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.colleague import colleague
from tests.widgets.looking import refreshed
from workbench.client.sync import Client
from workbench.client.thread_pool import InlinePool
from workbench.embedded.record import EmbeddedService
from workbench.procedures.organization import get_user_data, set_default_language
from workbench.widgets.admin.language import LanguagePanel
from workbench.widgets.starter_form.panel import StarterLessonForm


@pytest.fixture
def panel(client: Client, inline: InlinePool) -> Iterator[LanguagePanel]:
    """The panel as an owner has it; no language is set afterwards."""
    yield refreshed(LanguagePanel(client, workers=inline))
    client.call(set_default_language(language=None))


def test_a_language_is_set_and_chosen_in_the_form(panel: LanguagePanel, client: Client, inline: InlinePool) -> None:
    """At first it is English (none is set); what somebody chose in the form stays."""
    form = refreshed(StarterLessonForm(client, workers=inline))
    before = (panel.value, panel.language.value, panel.save_button.disabled, form.language.value)
    panel.language.value = "DE"
    panel.save_button.click()
    form.refresh()
    after = (panel.value, form.language.value, client.call(get_user_data()).default_language)
    form.language.value = "FR"
    form.refresh()

    assert before == ("EN", "", True, "EN")
    assert after == ("DE", "DE", "DE")
    assert form.language.value == "FR"
    assert panel.notice == "New lessons are in German · Deutsch (DE) unless you choose another language."
    assert panel.as_text() == "Default language: German · Deutsch (DE)."


def test_authors_see_the_language_and_leave_it(
    own_service: EmbeddedService, shared_folder: Path, inline: InlinePool
) -> None:
    """The service would refuse them; the page says who changes it."""
    with colleague(own_service, shared_folder, role="author") as author:
        shown = refreshed(LanguagePanel(author, workers=inline))

        assert shown.language.disabled and shown.save_button.disabled
        assert "Only owners and admins can change it." in shown.note.value

"""The terms of the organization, changed one by one, beside others who change them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.hostile import HOSTILE
from tests.widgets.looking import dangers_in, refreshed
from workbench.authoring.style import GlossaryEntry
from workbench.client.sync import Client
from workbench.client.thread_pool import InlinePool
from workbench.procedures.glossary import GlossaryVersion, ListedGlossary, ListedTerm
from workbench.procedures.organization import get_glossary, set_glossary
from workbench.widgets.admin.glossary import GlossaryPanel, _row


@pytest.fixture
def panel(client: Client, inline: InlinePool) -> Iterator[GlossaryPanel]:
    """A panel that was looked at, of a glossary without terms; without them again afterwards."""
    yield refreshed(GlossaryPanel(client, workers=inline))
    for language in client.call(get_glossary()).languages:
        client.call(set_glossary(language=language.language, terms=[]))


def typed(panel: GlossaryPanel, language: str, term: str, use: str = "use", instead: str = "") -> None:
    """Fill the form."""
    panel.language.value, panel.term.value, panel.use.value, panel.instead.value = language, term, use, instead


def terms(panel: GlossaryPanel) -> list[tuple[str, str, str | None]]:
    """Term, use and what is said instead, as the service has them."""
    found = panel.client.call(get_glossary()).terms
    return [(term.term, term.use, term.instead) for term in found]


def others(client: Client, *entries: GlossaryEntry) -> None:
    """What somebody else sets, whatever was there."""
    client.call(set_glossary(language="SV", terms=list(entries)))


def test_a_term_is_added_changed_and_removed(panel: GlossaryPanel) -> None:
    """The field for another word is there where a term is to be avoided."""
    typed(panel, "sv", "elev")
    assert panel.instead.layout.display == "none"
    panel.save_button.click()
    assert (terms(panel), panel.term.value) == ([("elev", "use", None)], "")
    panel.list.chosen = ["SV elev"]
    assert (panel.term.value, panel.use.value) == ("elev", "use")
    panel.use.value, panel.instead.value = "avoid", "lärling"
    panel.save_button.click()
    assert terms(panel) == [("elev", "avoid", "lärling")]
    panel.list.chosen = ["SV elev"]
    panel.remove_button.click()
    assert panel.question.is_open
    panel.question.accept()

    assert (terms(panel), panel.list.rows) == ([], [])


def test_what_others_changed_meanwhile_stays(panel: GlossaryPanel, client: Client) -> None:
    """One term was changed here and another there: both are in it."""
    others(client, GlossaryEntry(term="två", use="use"))
    typed(panel, "SV", "ett")
    panel.save_button.click()

    assert [term for term, _, _ in terms(panel)] == ["ett", "två"]


def test_the_same_term_changed_by_somebody_else_is_looked_at_first(
    panel: GlossaryPanel, client: Client, failures: list[str]
) -> None:
    """Neither of the two is lost: theirs is stored, this one is still in the fields."""
    others(client, GlossaryEntry(term="ett", use="avoid", instead="en"))
    typed(panel, "SV", "Ett")
    panel.save_button.click()

    assert "Someone else changed this term" in failures.pop()
    assert (terms(panel), panel.term.value) == ([("ett", "avoid", "en")], "Ett")


@pytest.mark.parametrize(
    ("language", "term", "reason"), [("", "ett", "language code"), ("SV", "a\u202eb", "Term: it holds")]
)
def test_what_is_no_term_is_said(
    panel: GlossaryPanel, failures: list[str], language: str, term: str, reason: str
) -> None:
    """Before anything is sent."""
    typed(panel, language, term)
    panel.save_button.click()

    assert reason in failures.pop()
    assert terms(panel) == []


def test_hostile_terms_are_shown_as_text(panel: GlossaryPanel) -> None:
    """Whatever a service says."""
    for text in HOSTILE:
        term = ListedTerm(language="EN", term=text, use=text, instead=text, note=text)
        panel.glossary = ListedGlossary(terms=[term], languages=[GlossaryVersion(language="EN", version=1, terms=1)])
        panel.list.fill([_row(term)])
        assert dangers_in(panel) == []

"""What is at a lesson's foot."""

from __future__ import annotations

import pytest

from tests.markup import seen
from workbench.languages.reader import language_codes
from workbench.learner_pages.made_by import MadeBy, made_by_html


@pytest.mark.parametrize(
    ("made", "said"),
    [
        (MadeBy("Acme"), "Written by people of Acme"),
        (MadeBy("Acme", has_edits=True), "Written by people of Acme"),
        (MadeBy("Acme", "gpt-5"), "Drafted by gpt-5"),
        (
            MadeBy("Acme", "gpt-5", has_edits=True, approved_on="2026-11-23"),
            "Drafted by gpt-5 · Edited by people of Acme · Approved by Acme on 2026-11-23",
        ),
    ],
)
def test_a_model_people_and_an_approval_are_named(made: MadeBy, said: str) -> None:
    """Each where there was one."""
    assert seen(made_by_html(made, "EN")).text == said


@pytest.mark.parametrize("language", language_codes())
def test_names_stand_in_every_language(language: str) -> None:
    """Whatever they hold, as text of their own direction."""
    text = seen(made_by_html(MadeBy("A<b>{n}", "<i>", has_edits=True, approved_on="2026-11-23"), language)).text

    assert [piece for piece in ("A<b>{n}", "<i>", "2026-11-23") if piece not in text] == []

from __future__ import annotations

from workbench.service.ai.languages.known import LANGUAGES


def test_every_sentence_has_a_name() -> None:
    """Sentences that come in rows are named one by one."""
    names = LANGUAGES["EN"].phrases.by_name()
    assert {"sheet.0", "example_steps.0", "example_steps.2"} <= set(names)

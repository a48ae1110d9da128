from __future__ import annotations

from workbench.service.ai.languages.known import LANGUAGES


def test_a_quotation_has_the_marks_of_its_language() -> None:
    """English, German and French quote differently."""
    quoted = [LANGUAGES[code].quoted("x") for code in ("EN", "DE", "FR")]
    assert quoted == ["“x”", "„x“", "«\u00a0x\u00a0»"]


def test_every_sentence_has_a_name() -> None:
    """Sentences that come in rows are named one by one."""
    names = LANGUAGES["EN"].sentences.by_name()
    assert {"note.0", "example_steps.0", "example_steps.3"} <= set(names)

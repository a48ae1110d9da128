from __future__ import annotations

from workbench.service.ai.writer import WriterFailed


def test_a_failure_has_a_sentence_of_its_own() -> None:
    """Its docstring is its default message."""
    assert str(WriterFailed(reason="deadline")).startswith("The writer gave no usable draft.")

"""The trial of a writer: one small draft, and what is known of it."""

from __future__ import annotations

import pytest

from tests.model_server import failing, good, model_server, proposing
from workbench.service.ai.writer import WriterFailed
from workbench.service.ai.writer_trial import try_writer


def test_a_model_writes_one_small_draft() -> None:
    """In one request; a model on a server of one's own has no list price."""
    with model_server(good()) as server:
        trial = try_writer(server.environment, lambda seconds: None)

    assert trial is not None and len(server.requests) == 1
    assert (trial.writer, trial.input_tokens, trial.output_tokens) == ("openai:sham-model", 321, 654)
    assert trial.blocks > 3 and trial.cost_usd is None


def test_a_model_with_a_list_price_says_what_it_cost() -> None:
    """By the tokens that it counted."""
    with model_server(good()) as server:
        trial = try_writer({**server.environment, "WORKBENCH_AI_MODEL": "openai:gpt-5-mini"}, lambda seconds: None)

    assert trial is not None and trial.cost_usd == pytest.approx((321 * 0.25 + 654 * 2.0) / 1_000_000)


def test_the_checks_say_what_they_find() -> None:
    """Of the draft as it would be stored."""
    lorem = {"type": "text", "markdown": "Lorem ipsum dolor sit amet, consectetur adipiscing elit."}
    pages = [{"type": "heading", "text": "Hands"}, lorem, {"type": "summary", "items": ["Wash them."]}]
    with model_server(proposing(pages=pages)) as server:
        trial = try_writer(server.environment, lambda seconds: None)

    assert trial is not None and {finding.rule for finding in trial.findings} >= {"no-objectives"}


def test_a_model_that_fails_says_how() -> None:
    """As it would fail for a lesson."""
    with model_server(failing(401)) as server, pytest.raises(WriterFailed, match="refused the key"):
        try_writer(server.environment, lambda seconds: None)


def test_without_a_model_there_is_no_trial() -> None:
    """Nothing is asked of anybody."""
    assert try_writer({}, lambda seconds: None) is None

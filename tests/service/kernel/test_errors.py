"""Refusals: a code of the table, one plain sentence, and what else the caller should know."""

from __future__ import annotations

from workbench.errors import WorkbenchError
from workbench.service.kernel.errors import HandlerError, not_found


def test_a_refusal_has_the_tables_sentence() -> None:
    """Without a sentence of its own it says what the table says for its code."""
    refused = HandlerError("FORBIDDEN")

    assert (refused.failure.http_status, str(refused)) == (403, "Your role does not allow this.")


def test_a_refusal_carries_its_facts() -> None:
    """Facts stand beside code and status in the answer's `data`."""
    refused = HandlerError("CONFLICT", "Read it again.", revision=7, retry_after=3)

    assert (refused.failure.message, refused.failure.facts) == ("Read it again.", {"revision": 7})
    assert refused.retry_after == 3


def test_not_found_tells_nothing() -> None:
    """The one answer for missing and foreign has no fact in it."""
    assert (not_found().failure.code, not_found().failure.facts) == ("NOT_FOUND", {})


def test_a_refusal_is_one_of_the_packages_errors() -> None:
    """Anyone who catches the package's errors catches it."""
    assert isinstance(not_found(), WorkbenchError)

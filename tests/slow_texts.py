"""A text that no search gets through in time, as a fault at the place where all patterns are run."""

from __future__ import annotations

from typing import Any, Final

import pytest

from workbench import patterns
from workbench.errors import PatternTimedOut

SLOW: Final = "unsearchable"
"""Every search of a text with this word gives up."""


def searches_give_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every search of a text with the word `SLOW` give up until the test ends."""
    run = patterns._run

    def give_up(method: Any, text: Any, *more: Any) -> Any:
        if (SLOW.encode() if isinstance(text, bytes) else SLOW) in text:
            raise PatternTimedOut
        return run(method, text, *more)

    monkeypatch.setattr(patterns, "_run", give_up)

"""The list of rules."""

from __future__ import annotations

import re

from workbench.authoring.checks import RULES


def test_every_rule_says_what_why_and_by_whom() -> None:
    """Names are unique and in one form; each text is a sentence; the source is not empty."""
    names = [rule.name for rule in RULES]

    assert len(set(names)) == len(names)
    assert [name for name in names if not re.fullmatch(r"[a-z]+(?:-[a-z]+)*", name)] == []
    assert [rule.name for rule in RULES if not (rule.about.endswith(".") and rule.why.endswith("."))] == []
    assert [rule.name for rule in RULES if not rule.source] == []

"""What the Makefile's verbs install."""

from __future__ import annotations

import re

from tests.meta.source_tree import ROOT


def test_make_lab_brings_what_lab_and_page_need() -> None:
    """`workbench page` said after `make lab` that Voila is not installed."""
    extras = re.search(r"^lab_extras := (.+)$", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)

    assert extras is not None
    assert {"lab", "voila"} <= set(extras[1].split(","))

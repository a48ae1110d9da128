"""The verbs of the Makefile are those that CONTRIBUTING.md tells, and none needs anything to be listed."""

from __future__ import annotations

import re
from pathlib import Path

from tests.meta.source_tree import ROOT


def offered(makefile: Path) -> set[str]:
    """The verbs that `make help` lists: those with a sentence behind `##`."""
    return set(re.findall(r"^([a-z-]+):.*## .+$", makefile.read_text(encoding="utf-8"), re.MULTILINE))


def told(page: Path) -> set[str]:
    """The verbs in a page's table."""
    return set(re.findall(r"^\| `make ([a-z-]+)` \|", page.read_text(encoding="utf-8"), re.MULTILINE))


def test_every_verb_is_told() -> None:
    """A newcomer reads one table, and it is the whole of it."""
    assert told(ROOT / "CONTRIBUTING.md") == offered(ROOT / "Makefile")


def test_a_verb_is_read_from_either_page(tmp_path: Path) -> None:
    """A verb without a sentence is the Makefile's own business."""
    (tmp_path / "Makefile").write_text("test: check ## all tests\ncheck:\n", encoding="utf-8")
    (tmp_path / "page.md").write_text("| Verb | Does |\n| `make demo` | tries it |\n", encoding="utf-8")

    assert offered(tmp_path / "Makefile") == {"test"}
    assert told(tmp_path / "page.md") == {"demo"}


def test_make_lab_brings_what_lab_and_page_need() -> None:
    """`workbench page` said after `make lab` that Voila is not installed."""
    extras = re.search(r"^lab_extras := (.+)$", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)

    assert extras is not None
    assert {"lab", "voila"} <= set(extras[1].split(","))

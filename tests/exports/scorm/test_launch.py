"""The frame knows the course's questions, and what is kept of an attempt is told apart by them."""

from __future__ import annotations

import json
import re
from html import unescape
from typing import get_args

import pytest

from tests.exports.lessons import lesson
from workbench.exports.scorm.launch import ADAPTERS, answer_length, launch_page, launched_lesson, stamp
from workbench.exports.scorm.options import PackageOptions, Standard

TIDES = lesson()


@pytest.mark.parametrize("standard", get_args(Standard))
def test_the_script_is_small_and_allowed(standard: Standard) -> None:
    """Under 6 KB, with nothing in it that ends it, and a policy that lets nothing else in."""
    launched = launched_lesson("l1", "c/l1.html", TIDES.blocks)
    page = launch_page(standard, "</script><b>", "EN", [launched], start="c/l1.html", options=PackageOptions())

    assert len(ADAPTERS[standard].encode()) < 6_000
    assert page.count("<script>") == page.count("</script>") == 1
    assert "default-src 'none'" in page


def test_the_frame_knows_each_question_by_its_blocks_id() -> None:
    """Those that are not graded apart; blocks that their type's schema refuses are none."""
    broken = lesson("Tides", ("quiz", {"question": "?"})).blocks
    launched = launched_lesson("l1", "c/l1.html", [*TIDES.blocks, *broken])
    page = launch_page("scorm12", "Tides", "EN", [launched], start="c/l1.html", options=PackageOptions(pass_mark=60))
    found = re.search(r'data-course="([^"]*)"', page)
    assert found is not None
    course = json.loads(unescape(found[1]))

    kinds = {block.id: block.type for block in TIDES.blocks}
    assert [kinds[question] for question in course["lessons"][0]["questions"]] == [
        "quiz", "ordering", "matching", "fillIn", "shortAnswer",
    ]  # fmt: skip
    assert [kinds[open_question] for open_question in course["lessons"][0]["open"]] == ["shortAnswer"]
    assert (course["pass"], course["complete"]) == (0.6, "seen")


def test_another_question_is_another_stamp() -> None:
    """Answers that were kept for one package are not read for another."""
    one = launched_lesson("l1", "c/l1.html", TIDES.blocks)
    other = launched_lesson("l1", "c/l1.html", [block for block in TIDES.blocks if block.type != "quiz"])

    assert stamp([one]) == stamp([one]) != stamp([other])


def test_what_is_kept_is_reckoned() -> None:
    """A question of two choices needs three characters, an ordering of three seven, typed answers more."""
    assert answer_length([launched_lesson("l1", "c/l1.html", TIDES.blocks)]) == 12 + 2 + 1 + 4 + 8 + 6 + 34 + 34

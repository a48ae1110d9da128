"""Repairs of whole blocks, each recorded with what stood there before."""

from __future__ import annotations

from typing import Any

from workbench.authoring.repairs.repair import Repair, repaired_blocks, repaired_page

TEXT = ("text", {"markdown": "Bread is baked."})
HEADING = ("heading", {"text": "Practice", "level": 2})


def quiz(*texts: str) -> tuple[str, dict[str, Any]]:
    """A question whose first choice is right."""
    choices = [{"text": text, "isCorrect": index == 0, "feedback": ""} for index, text in enumerate(texts)]
    return "quiz", {"question": "Which part drinks?", "multiple": False, "choices": choices}


def test_a_page_s_repairs_say_what_was_there() -> None:
    """Block, field, before and after."""
    page, repairs = repaired_page({"type": "text", "markdown": "Dear <name>,"}, 3)

    assert page["markdown"] == r"Dear \<name>,"
    assert repairs == [Repair("html as text", 3, "markdown", "<name>", r"\<name>")]
    assert repaired_page({"type": "heading", "level": "2"}, 1)[1] == [Repair("slip", 1, "level", "2", "2")]


def test_choices_keep_their_marks_and_feedback() -> None:
    """A choice is moved whole; the record holds positions."""
    ((_, content),), (repair,) = repaired_blocks([quiz("Root", "Stem", "Leaf", "Bud")])

    assert sorted(choice["text"] for choice in content["choices"]) == ["Bud", "Leaf", "Root", "Stem"]
    assert [choice["text"] for choice in content["choices"] if choice["isCorrect"]] == ["Root"]
    assert (repair.rule, repair.before, sorted(repair.after.split())) == ("order of choices", "1 2 3 4", list("1234"))


def test_a_block_that_is_repeated_exactly_is_left_out() -> None:
    """The first one stays; a question whose choices are in another order is the same."""
    turned = quiz("Root", "Stem", "Leaf", "Bud")
    turned[1]["choices"].reverse()
    blocks, repairs = repaired_blocks([TEXT, quiz("Root", "Stem", "Leaf", "Bud"), TEXT, TEXT, turned])

    assert [block_type for block_type, _ in blocks] == ["text", "quiz"]
    assert [repair.block for repair in repairs if repair.rule == "repeated block"] == [3, 4, 5]


def test_a_heading_may_come_again_over_other_blocks() -> None:
    """It goes only where nothing is left under it."""
    other = ("text", {"markdown": "Knead it."})

    assert repaired_blocks([HEADING, TEXT, HEADING, other])[0] == [HEADING, TEXT, HEADING, other]
    assert repaired_blocks([HEADING, TEXT, HEADING, TEXT])[0] == [HEADING, TEXT]


def test_a_repair_is_recorded_in_few_words() -> None:
    """A long block does not fill the log."""
    long = ("text", {"markdown": "x" * 5_000})
    (repair,) = repaired_blocks([long, long])[1]

    assert len(repair.before) == 80

"""One rule for what a kept text may hold."""

from __future__ import annotations

import pytest

from workbench.authoring.characters import is_blank, name_line, one_line, unfit_characters_text, without_unfit
from workbench.authoring.title import clean_title
from workbench.authoring.topic import clean_topic

STEERING = [
    "\x00",
    "\x07",
    "\x1b",
    "\x7f",
    "\x9b",
    "\u202a",
    "\u202e",
    "\u2066",
    "\u2069",
    "\ufdd0",
    "\uffff",
    "\ud800",
]
NEEDED = [
    "می\u200cخواهم",
    "👩\u200d🔬",
    "\u2067שלום\u2069!",
    "a\u200eb",
    "\u200fא",
    "🏴\U000e0067\U000e007f",
    "\U0001faea",
]


@pytest.mark.parametrize("character", STEERING, ids=ascii)
def test_a_character_that_steers_is_refused_by_its_code_point(character: str) -> None:
    """In titles, names and topics alike; anyone who reads the sentence can find it."""
    for kept in (one_line, name_line, clean_title, clean_topic):
        with pytest.raises(ValueError, match=f"U\\+{ord(character):04X}"):
            kept(f"a{character}b")


@pytest.mark.parametrize("text", NEEDED, ids=ascii)
def test_what_scripts_and_emoji_need_stays(text: str) -> None:
    """Joiners, marks, balanced isolates, and characters younger than this Python."""
    assert [kept(text) for kept in (one_line, name_line, clean_title, clean_topic)] == [text] * 4


@pytest.mark.parametrize("text", ["\u2066a", "a\u2069", "\u2069a\u2066", "\u2066\u2067a\u2069"], ids=ascii)
def test_an_isolate_without_its_counterpart_is_refused(text: str) -> None:
    """It would turn what is after the name."""
    assert "counterpart" in (unfit_characters_text(text) or "")


def test_white_space_is_folded_also_separators_of_lines() -> None:
    """U+2028 and the vertical tab are white space."""
    assert one_line(" a\u2028b\x0bc\x85\td ") == "a b c d"
    assert clean_topic("a\u2028b\x0bc\r\nd\te") == "a\nb\nc\r\nd\te"


@pytest.mark.parametrize("text", ["", " \u00a0", "\u200b", "\ufeff\u202e"])
def test_a_text_of_which_nothing_can_be_seen_is_blank(text: str) -> None:
    """A lesson about it would be about nothing."""
    assert is_blank(text)


@pytest.mark.parametrize("text", ["", "\t", "\u200b", "\u200d\u200f", "\u2066\u2069"], ids=ascii)
def test_a_name_of_which_nothing_can_be_seen_is_refused(text: str) -> None:
    """An invisible project cannot be chosen from a list."""
    for kept in (name_line, clean_title, clean_topic):
        with pytest.raises(ValueError, match="empty"):
            kept(text)


def test_a_draft_loses_what_is_not_kept() -> None:
    """A writer is not asked to try again for a stray character."""
    assert without_unfit("a\x07b\ufffec\nd") == "a b c\nd"


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("a\u2067b", "a b"),
        ("a\u2069b", "a b"),
        ("a\u2067b\u2069c", "a\u2067b\u2069c"),
        ("\u200dä👩\u200d🔬", "\u200dä👩\u200d🔬"),
    ],
)
def test_what_is_left_is_fit(text: str, left: str) -> None:
    """An isolate without its counterpart goes; pairs and joiners stay."""
    assert without_unfit(text) == left
    assert unfit_characters_text(left) is None

"""Tags as people write them."""

from __future__ import annotations

import pytest

from workbench.authoring.tags import MAX_TAGS, clean_tags, divided_tags, fold_tag


def test_a_tag_is_the_same_whatever_its_case_and_blanks() -> None:
    """Of two spellings the first stays; the order is that of the alphabet."""
    assert clean_tags(["  Fire   safety", "FIRE SAFETY", "beginners", "🔥"]) == ["beginners", "Fire safety", "🔥"]
    assert fold_tag("Fire  SAFETY") == fold_tag("fire safety")


def test_a_cell_holds_tags_divided_by_commas() -> None:
    """Or by semicolons; empty places are none."""
    assert divided_tags(" b, a;; ,A") == ["a", "b"]
    assert divided_tags("") == divided_tags("None") == []


@pytest.mark.parametrize(
    ("tags", "sentence"),
    [
        ([" "], "a tag is empty"),
        (["x" * 10_000], "10,000 characters; at most 50"),
        (["a,b"], "make two tags"),
        (["NONE"], "there are no tags"),
        (['"a"'], "quotation mark"),
        (["a\u202eb"], r"U\+202E"),
        ([str(number) for number in range(MAX_TAGS + 1)], "there are 31 tags; at most 30"),
    ],
)
def test_what_is_no_tag_is_refused_with_a_sentence(tags: list[str], sentence: str) -> None:
    """Nothing is cut or mended silently."""
    with pytest.raises(ValueError, match=sentence):
        clean_tags(tags)

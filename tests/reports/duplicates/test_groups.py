"""Texts that say the same."""

from __future__ import annotations

import random
from base64 import b64encode

import pytest

from workbench.authoring.measure import text_digest, text_sketch
from workbench.reports.duplicates.groups import likenesses

WORDS = [f"word{number}" for number in range(600)]


def text(seed: int, length: int = 300) -> list[str]:
    """Words that no other seed has in this order."""
    return random.Random(seed).choices(WORDS, k=length)


def like(*texts: list[str], least: float = 0.8) -> list[int]:
    """Which text each is like."""
    joined = [" ".join(word_list) for word_list in texts]
    sketches = [text_sketch(joined_text) for joined_text in joined]
    written = [None if sketch is None else b64encode(sketch).decode() for sketch in sketches]
    return [
        likeness.first
        for likeness in likenesses([text_digest(joined_text) for joined_text in joined], written, least=least)
    ]


def test_the_same_words_are_the_same_text() -> None:
    """However short; the first begins the group."""
    assert like(["Tides"], ["Ebb"], ["TIDES!"], ["Ébb"]) == [0, 1, 0, 1]


def test_nearly_the_same_is_enough() -> None:
    """A sentence more or less; half of it is not."""
    whole = text(1)

    assert like(whole, whole[:280], whole[150:] + text(2, 150), text(3)) == [0, 0, 2, 3]
    assert like(whole, whole[:280], least=1.0) == [0, 1]


def test_what_is_like_one_that_is_like_the_first_stays_with_it() -> None:
    """Two of the same words stand in one group, whoever began it."""
    whole = text(1)

    assert like(whole, whole[:280], whole[:280]) == [0, 0, 0]


@pytest.mark.parametrize("share", [0.85, 0.9, 0.97])
def test_what_is_alike_enough_is_compared(share: float) -> None:
    """Of many among many: the bands lose none."""
    firsts = [text(seed) for seed in range(40)]
    seconds = [first[: int(300 * share)] + text(1_000 + at, 300 - int(300 * share)) for at, first in enumerate(firsts)]
    # Of n runs, those in both are share * n of (2 - share) * n.
    found = like(*firsts, *seconds, least=share / (2 - share) - 0.12)

    assert found == [*range(40), *range(40)]


def test_texts_of_one_template_are_not_compared_with_all_others() -> None:
    """Six hundred that share half of their words, as outlines do."""
    template = text(1, 200)
    texts = [[*template, *text(10 + number, 100)] for number in range(600)]

    assert like(*texts) == list(range(600))


@pytest.mark.parametrize("sketch", ["", "!", "AAAA", "x" * 684, "=" * 684])
def test_an_odd_sketch_is_like_none(sketch: str) -> None:
    """A service may tell anything."""
    assert [likeness.first for likeness in likenesses(["a", "b"], [sketch, sketch], least=0.8)] == [0, 1]

"""What is quoted from a passage is its own words, or is reported as unverified: 300 planted quotes and single cases."""

from __future__ import annotations

import random
import re
from collections import Counter
from dataclasses import dataclass

import pytest

from workbench.authoring.quotes import MAX_QUOTE, CheckedQuote, FoldedText, QuoteState, check_quote

EACH = 50
SYLLABLES = re.findall(r"\w+", "fi fla ffi re con tor pu val ve ga ske tem pe ra ture flow off ice bo il er ste am")
LIGATURES = {"ffi": "ﬃ", "ffl": "ﬄ", "ff": "ﬀ", "fi": "ﬁ", "fl": "ﬂ"}


@dataclass(frozen=True)
class Planted:
    """A quote, and what kind it is."""

    kind: str
    quote: str


def sentences(chance: random.Random, count: int) -> list[str]:
    """Sentences of a document: made-up words, numbers, and a name here and there."""
    made = []
    for _ in range(count):
        words = ["".join(chance.choices(SYLLABLES, k=chance.randint(1, 4))) for _ in range(chance.randint(8, 16))]
        words[chance.randrange(2, len(words))] = f"{chance.randint(10, 9_999):,}"
        made.append(f"{words[0].title()} {' '.join(words[1:])}.")
    return made


def document(seed: int) -> list[str]:
    """Passages of five sentences, each in one paragraph."""
    chance = random.Random(seed)
    return [" ".join(sentences(chance, 5)) for _ in range(40)]


def piece(chance: random.Random, text: str, words: int) -> str:
    """So many words that stand together."""
    every = text.split()
    start = chance.randrange(len(every) - words)
    return " ".join(every[start : start + words])


def as_printed(chance: random.Random, text: str) -> str:
    """The text as a PDF gives it: ligatures, lines, and words divided at their ends."""
    for plain, ligature in LIGATURES.items():
        text = text.replace(plain, ligature)
    printed = []
    for word in text.split():
        is_divided = word.isalpha() and len(word) > 6 and chance.random() < 0.2
        printed.append(f"{word[:3]}{chance.choice(['-', '‐', chr(0xAD)])}\n{word[3:]}" if is_divided else word)
    return re.sub(" ", lambda _: chance.choice([" ", "\n", "  "]), " ".join(printed))


def changed_number(chance: random.Random, quote: str) -> str:
    """The quote with one digit of a number in it changed."""
    at = chance.choice([index for index, character in enumerate(quote) if character.isdigit()])
    other = str((int(quote[at]) + chance.randint(1, 9)) % 10)
    return f"{quote[:at]}{other}{quote[at + 1 :]}"


def planted(chance: random.Random, own: list[str], other: list[str]) -> list[Planted]:
    """So many quotes of each kind."""
    made = []
    for _ in range(EACH):
        own_piece = piece(chance, chance.choice(own), chance.randint(4, 20))
        made.append(Planted("exact", own_piece))
        made.append(Planted("spaced", own_piece.replace(" ", " \n ", 2)))
        made.append(Planted("signs", f"{own_piece.replace('fi', 'ﬁ')}"))
        first, second = chance.sample(own, 2)
        share = chance.randint(3, 7)
        made.append(Planted("stitched", f"{piece(chance, first, share)} {piece(chance, second, 10 - share)}"))
        made.append(Planted("foreign", piece(chance, chance.choice(other), chance.randint(4, 20))))
        made.append(Planted("number", changed_number(chance, piece(chance, chance.choice(own), 32))))
    return made


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_no_stitched_or_foreign_quote_passes(seed: int) -> None:
    """Of 300 quotes from a document as it is printed: none of two places, of another document or with another number
    is verified, and at least 98% of the exact ones are. Whatever is not unverified is in the passage's own words.
    """
    chance = random.Random(seed)
    own, other = document(seed), document(seed + 100)
    passages = [FoldedText(as_printed(chance, text)) for text in own]
    plain = [FoldedText(text) for text in own]
    states: Counter[tuple[str, QuoteState]] = Counter()
    for planted_quote in planted(chance, own, other):
        checked = check_quote(planted_quote.quote, passages)
        states[planted_quote.kind, checked.state] += 1
        if checked.passage is not None:
            assert FoldedText(checked.quote).folded_text in plain[checked.passage].folded_text

    assert sum(states.values()) == 6 * EACH == 300
    for kind in ("exact", "spaced", "signs"):
        assert states[kind, "verified"] >= 0.98 * EACH, states
    for kind in ("stitched", "foreign"):
        assert states[kind, "unverified"] == EACH, states
    assert states["number", "verified"] == 0, states


TEXT = (
    "The relief valve opens at 1,450 kPa and closes at 1,300 kPa. Its spring is well-known to wear; “check it” "
    "every 6 months.\nOld valves were con-\ntrolled by hand. Überdruck ist gefährlich."
)


@pytest.mark.parametrize(
    ("quote", "checked"),
    [
        ("The relief valve opens at 1,450 kPa", ("verified", "The relief valve opens at 1,450 kPa")),
        ("the relief valve opens at 1,450 kPa", ("corrected", "The relief valve opens at 1,450 kPa")),
        ("opens at 1,450 kPa and closes at 1,350 kPa", ("corrected", "opens at 1,450 kPa and closes at 1,300 kPa")),
        ("opens at 1,45", ("corrected", "opens at 1,450")),
        ("Its spring is well-known to wear; \"check it\" every", None),
        ("Old valves were controlled by hand", None),
        ("Old valves were controlled by hands", ("corrected", "Old valves were controlled by hand.")),
        ("Überdruck ist gefährlich", None),
        ("U\u0308berdruck ist gefa\u0308hrlich", ("verified", "Überdruck ist gefährlich")),
        ("every 6", ("unverified", "every 6")),
        ("The relief valve never opens at 1,450 kPa", ("unverified", "The relief valve never opens at 1,450 kPa")),
        ("The relief valve opens … closes at 1,300 kPa", None),
        ("", ("unverified", "")),
    ],
)  # fmt: skip
def test_a_quote_is_its_passages_words(quote: str, checked: tuple[QuoteState, str] | None) -> None:
    """Exact, near and none, each on its own; None stands for the quote as it is, verified or not by its gap."""
    state: QuoteState = "unverified" if "…" in quote else "verified"
    expected = checked or (state, quote)
    found = check_quote(quote, [FoldedText("Something else entirely."), FoldedText(TEXT)])

    assert (found.state, found.quote) == expected
    assert found.passage == (None if expected[0] == "unverified" else 1)


def test_a_script_without_spaces_needs_fewer_characters() -> None:
    """Four of them say as much as a dozen letters; they have no ends of words."""
    passage = FoldedText("安全弁は毎月点検する。")

    assert check_quote("安全弁は毎月", [passage]).state == "verified"
    assert check_quote("安全", [passage]).state == "unverified"


def test_the_named_passage_is_looked_at_first() -> None:
    """Where two have the words, the one that was named is cited; where it has not, the one that has."""
    same = FoldedText("Close the main valve first.")
    other = FoldedText("Nothing of it.")

    named = [
        check_quote("Close the main valve", [same, same, other], first=number).passage for number in (1, 2, None, 7)
    ]
    assert named == [1, 0, 0, 0]


def test_a_long_quote_is_cut_at_a_word() -> None:
    """What is kept of it is still the passage's."""
    text = " ".join(f"word{number}" for number in range(200))
    found = check_quote(text, [FoldedText(text)])

    assert isinstance(found, CheckedQuote) and found.state == "verified"
    assert len(found.quote) <= MAX_QUOTE and text.startswith(f"{found.quote} ")


def test_a_text_that_repeats_itself_is_compared() -> None:
    """A quote that could stand anywhere in it is verified at the ends of words only, or corrected to them."""
    passage = FoldedText("ab " * 1_300)

    assert check_quote("ab " * 150, [passage]).state == "verified"
    found = check_quote("b " + "ab " * 60, [passage])
    assert (found.state, found.quote.replace("ab", "").strip()) == ("corrected", "")

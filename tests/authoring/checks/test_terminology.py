"""Words that an organization avoids, in whatever script its lessons are."""

from __future__ import annotations

import pytest

from workbench.authoring.block import Block, new_block_id
from workbench.authoring.checks import CheckContext, check
from workbench.authoring.style import GlossaryTerm

NAME = "term-to-avoid"


def found(text: str, *avoided: str, **more: str) -> list[str]:
    """What the rule says of a text."""
    terms = tuple(GlossaryTerm(language="EN", term=term, use="avoid", **more) for term in avoided)
    context = CheckContext(language="EN", glossary=(*terms, GlossaryTerm(language="EN", term="tide", use="use")))
    block = Block(id=new_block_id(), type="text", content={"markdown": text})
    return [finding.message for finding in check([block], context) if finding.rule == NAME]


def test_a_term_is_found_as_a_whole_word_in_any_case() -> None:
    """Once for each block; part of another word is another word."""
    assert found("The **Sea\n level** and the sea level.", "sea level") == ["“sea level” is a term to avoid."]
    assert found("Subsea levels, seal evel", "sea level") == []
    assert found("The tide turns.", "tides") == []


def test_it_is_said_what_stands_in_its_place_and_why() -> None:
    """As the glossary has it."""
    messages = found("A handicapped person", "handicapped", instead="disabled", note="chapter 3")

    assert messages == ["“handicapped” is a term to avoid: say “disabled” (chapter 3)."]


@pytest.mark.parametrize(
    ("text", "term"),
    [
        ("これは古い言葉です", "古い"),
        ("Große STRASSE", "straße"),
        ("C++ (and .NET)", "C++"),
        ("Cafe\u0301s: café", "café"),
    ],
)
def test_scripts_and_signs(text: str, term: str) -> None:
    """Scripts without blanks, sharp s, signs of an expression, accents in two pieces."""
    assert len(found(text, term)) == 1


def test_of_two_terms_the_longer_one_is_meant() -> None:
    """What is part of it is not said as well."""
    assert found("the sea level pressure", "sea level", "sea level pressure") == [
        "“sea level pressure” is a term to avoid."
    ]


def test_hostile_terms_are_words() -> None:
    """No pattern of theirs is run."""
    assert found("aaaa", "(a+)+$", ".*") == []
    assert len(found("(a+)+$ " * 200, "(a+)+$", *(f"({number}+)+$" for number in range(400)))) == 1


def test_without_a_glossary_nothing_is_found() -> None:
    """A term to use is none to avoid."""
    assert found("The tide turns.") == []

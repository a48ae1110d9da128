"""Rules on the words of a block. How often they are right is measured in tests/checks."""

from __future__ import annotations

import pytest

from tests.authoring.checks.views import names, text, view
from workbench.authoring.block import Block, new_block_id
from workbench.authoring.checks import RULES, CheckContext, check
from workbench.authoring.checks.lesson_view import LessonView
from workbench.authoring.style import GlossaryTerm


@pytest.mark.parametrize(
    ("rule", "words"),
    [
        ("mixed-scripts", "The tidе comes twice a day."),  # a Cyrillic e
        ("placeholder", "Lorem ipsum dolor sit amet."),
        ("placeholder", "Write to [insert name]."),
        ("talk-of-being-a-model", "As an AI language model, I have no body."),
        ("talk-of-being-a-model", "Mein Wissensstand endet im Herbst."),
        ("refusal", "I cannot write a lesson on this topic."),
        ("refusal", "Lo siento, no puedo ayudarte con eso."),
        ("prompt-leak", "Here is the lesson you asked for:"),
        ("prompt-leak", 'It reads {"type": "text"}.'),
        ("citation", "Researchers found in 2019 that trade grew."),
        ("number", "It sank by 37.4 % in a year."),
        ("link", "See [the tide table](https://tides.example.org/table)."),
        ("click-here", "Click [here](https://tides.example.org/table)."),
        ("click-here", "More at https://tides.example.org/table"),
        ("profanity", "This is bullshit."),
        ("personal-data", "Write to ana.weber@gmail.com."),
    ],
)
def test_a_flaw_is_found(rule: str, words: str) -> None:
    """In a text that has it."""
    assert names(view(text(words)), rule) == [rule]


@pytest.mark.parametrize(
    ("rule", "words"),
    [
        ("mixed-scripts", "A resistance of 4 kΩ, and the word *да* means yes."),
        ("placeholder", "In a template, `{{ name }}` is filled in later."),
        ("placeholder", "Printers use “Lorem ipsum” to judge a page."),
        ("talk-of-being-a-model", "Some say “as an AI language model, I cannot know”."),
        ("refusal", "Say politely: “I'm sorry, but I can't help you today.”"),
        ("prompt-leak", "A good prompt begins with “You are a helpful assistant”."),
        ("click-here", "Read [the tide table](https://tides.example.org/table)."),
        ("profanity", "Scunthorpe lies in Lincolnshire."),
        ("personal-data", "Write to anna@example.org, room 12, 3 pm."),
    ],
)
def test_what_only_looks_like_a_flaw_is_passed(rule: str, words: str) -> None:
    """Code, quotations, symbols of units, addresses for examples."""
    assert names(view(text(words)), rule) == []


def test_a_language_is_told_by_who_can() -> None:
    """Of blocks with enough letters; without a detector nothing is reported."""
    blocks = [Block(id=new_block_id(), type="text", content={"markdown": words}) for words in ("Hola.", "a" * 80)]
    (rule,) = [rule for rule in RULES if rule.name == "other-language"]
    told = LessonView(blocks, CheckContext(language="EN", language_of=lambda _, code: f"not {code.lower()}"))

    assert [hit.place for hit in rule.hits(told)] == [1]
    assert list(rule.hits(LessonView(blocks, CheckContext(language="EN")))) == []


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

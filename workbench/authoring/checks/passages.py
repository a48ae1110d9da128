"""Rules on the text of a block: its language, unwanted statements, and terms that a glossary avoids."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final

from workbench.authoring.checks.finding import Hit
from workbench.authoring.checks.lesson_view import LessonView, excerpt
from workbench.authoring.checks.personal import find_personal_data
from workbench.authoring.checks.recognised import Phrases, phrases, phrases_in
from workbench.authoring.style import GlossaryTerm
from workbench.authoring.topic import fold_topic
from workbench.patterns import IGNORECASE, Pattern, escape

FEWEST_LETTERS: Final = 60
"""Fewest letters from which a block's language is detected."""
_WORD: Final = Pattern(r"[^\W\d_]+")
_LATIN: Final = Pattern(r"[A-Za-zÀ-ɏ]")
_CYRILLIC: Final = Pattern(r"[\u0400-\u04ff]")
_GREEK: Final = Pattern(r"[\u0370-\u03ff]")
_NOT_LATIN: Final = Pattern(r"[\u0370-\u03ff\u0400-\u04ff]")
_GREEK_LIKE_LATIN: Final = frozenset("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧοινυακρτχ")
_ADDRESS: Final = Pattern(r"\b(?:https?://|www\.)[^\s<>()\[\]\"'»”]+", IGNORECASE)
_LABEL: Final = Pattern(r"!?\[((?:[^\[\]\\]|\\.){1,200})\]\([^()\s]*(?:\s[^()]*)?\)")
_WITHOUT_BLANKS: Final = 0x0E00
"""First code point of scripts that write words without spaces."""


def other_language(view: LessonView) -> Iterator[Hit]:
    """Yield a hit for each block in another language than the lesson."""
    tell = view.context.language_of
    if tell is None or not view.language:
        return
    for index, text in enumerate(view.prose):
        if sum(map(str.isalpha, text)) < FEWEST_LETTERS:
            continue
        language = tell(text, view.context.language)
        if language:
            yield Hit(index, f"This block is in another language ({language.upper()}).", excerpt(text))


def mixed_scripts(view: LessonView) -> Iterator[Hit]:
    """Yield a hit for each word with letters of two scripts that look alike."""
    for index, text in enumerate(view.prose):
        if not _NOT_LATIN.search(text):
            continue
        word = next((match[0] for match in _WORD.finditer(text) if _is_mixed(match[0])), None)
        if word:
            yield Hit(index, f"The word “{excerpt(word)}” has letters of two scripts.", word)


def placeholder(view: LessonView) -> Iterator[Hit]:
    """Yield a hit for each place left to be filled in."""
    speaks_of_places = view.has_templates or phrases("templates").search(" ".join(view.texts)) != ""
    for hit in _first(view.own_words, phrases("placeholder"), "A place is left to be filled in: “{}”."):
        if not (hit.evidence[0] in "{[" and speaks_of_places):
            yield hit


def talk_of_being_a_model(view: LessonView) -> Iterator[Hit]:
    """Yield a hit where the text speaks as if written by a language model."""
    yield from _first(view.own_words, phrases("model"), "The text speaks as a language model: “{}”.")


def refusal(view: LessonView) -> Iterator[Hit]:
    """Yield a hit where the text declines to write the requested content."""
    yield from _first(view.own_words, phrases("refusal"), "The text declines the request: “{}”.")


def prompt_leak(view: LessonView) -> Iterator[Hit]:
    """Yield a hit where the lesson contains instructions to the writer, or the writer's reply to them."""
    yield from _first(view.own_words, phrases("leak"), "This doesn't belong in a lesson: “{}”.")
    yield from _first(view.prose, phrases("format"), "This doesn't belong in a lesson: “{}”.")


def citation(view: LessonView) -> Iterator[Hit]:
    """Yield a hit for each cited source that was not given to the writer."""
    yield from _first(view.prose, phrases("citation"), "Check this source; it may not exist: “{}”.")


def number(view: LessonView) -> Iterator[Hit]:
    """Yield a hit for each precise figure about the world without a source."""
    yield from _first(view.prose, phrases("figure"), "Check this figure; no source was given for it: “{}”.")


def link(view: LessonView) -> Iterator[Hit]:
    """Yield a hit for each address of a page, which may not exist."""
    for index, block in enumerate(view.blocks):
        source = view.markdown[index] + " " + view.prose[index]
        match = _ADDRESS.search(source)
        if match and block.type != "blank":
            yield Hit(index, f"Check this address; it may not exist: {excerpt(match[0])}", match[0])


def click_here(view: LessonView) -> Iterator[Hit]:
    """Yield a hit for each link whose text doesn't say where it leads."""
    for index, (markdown, text) in enumerate(zip(view.markdown, view.own_words, strict=True)):
        labels = (match for match in _LABEL.finditer(markdown) if not match[0].startswith("!"))
        empty_label = next(
            (label[1] for label in labels if phrases("empty_label").covers(label[1].strip(" \t.!…»>→"))), None
        )
        bare = empty_label or phrases("click").search(text) or _bare(markdown)
        if bare:
            yield Hit(index, f"The link “{excerpt(bare)}” doesn't say where it leads.", bare)


def profanity(view: LessonView) -> Iterator[Hit]:
    """Yield a hit for each vulgar or insulting word."""
    yield from _first(view.own_words, phrases_in(view.language, "vulgar"), "A vulgar word: “{}”.")


def personal_data(view: LessonView) -> Iterator[Hit]:
    """Yield a hit for each address, phone number or card number of a person."""
    for index, text in enumerate(view.prose):
        datum = next(find_personal_data(text), None)
        if datum:
            yield Hit(index, f"This may be a person's data: “{excerpt(datum)}”.", datum)


def _first(texts: Sequence[str], pattern: Phrases, message: str) -> Iterator[Hit]:
    for index, text in enumerate(texts):
        words = pattern.search(text)
        if words:
            yield Hit(index, message.format(excerpt(words)), words)


def _bare(markdown: str) -> str:
    match = _ADDRESS.search(_LABEL.sub(" ", markdown))
    return match[0] if match else ""


def _is_mixed(word: str) -> bool:
    latin = _LATIN.findall(word)
    if _CYRILLIC.search(word):
        return bool(latin)
    greek = _GREEK.findall(word)
    return len(latin) >= 2 and bool(greek) and all(letter in _GREEK_LIKE_LATIN for letter in greek)


def term_to_avoid(view: LessonView) -> Iterator[Hit]:
    """Yield a hit for each glossary term that lessons are to avoid, once for each block and term."""
    terms = {fold_topic(term.term): term for term in view.context.glossary if term.use == "avoid"}
    if not terms:
        return
    pattern = _terms_pattern(tuple(sorted(terms)))
    for index, text in enumerate(view.texts):
        for word in dict.fromkeys(match[0] for match in pattern.finditer(fold_topic(text))):
            yield Hit(index, _term_message(terms[word]), terms[word].term)


def _term_message(term: GlossaryTerm) -> str:
    instead = f": say “{term.instead}”" if term.instead else ""
    note = f" ({term.note})" if term.note else ""
    return f"“{term.term}” is a term to avoid{instead}{note}."


@lru_cache(maxsize=64)
def _terms_pattern(folded: tuple[str, ...]) -> Pattern[str]:
    """Compile a pattern of the terms as whole words, longer ones first."""
    words = sorted(folded, key=lambda term: -len(term))
    return Pattern("|".join(f"{_edge(word[0], '(?<!')}{escape(word)}{_edge(word[-1], '(?!')}" for word in words))


def _edge(character: str, look: str) -> str:
    return rf"{look}\w)" if character.isalnum() and ord(character) < _WITHOUT_BLANKS else ""

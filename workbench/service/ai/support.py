"""Find unsupported content of a strict draft: numbers, names and links that no passage has. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Final

from workbench.authoring.plain_text import plain_text
from workbench.authoring.source_quotes import SOURCES
from workbench.authoring.words import split_words
from workbench.patterns import IGNORECASE, Pattern
from workbench.service.ai.problems import MOST_PROBLEMS, DraftProblem, merge_problems
from workbench.service.ai.writer import DraftBlock, StarterDraft, StarterRequest

UNSUPPORTED: Final = "unsupported"
"""The rule for unsupported content in a strict draft."""
_NUMBER: Final = Pattern(r"\d+(?:[.,'’\u00a0\u202f ]\d+)*")
_GROUP: Final = Pattern(r"[.,'’\u00a0\u202f ](?=\d{3}(?!\d))")
_LINK: Final = Pattern(r"(?:https?://|www\.|mailto:)[^\s<>()\[\]\"]+|(?<![\w.+-])[\w.+-]++@[\w-]+\.[\w.-]+", IGNORECASE)
_SENTENCE: Final = Pattern(r"(?<=[.!?…:;])[\"'”’)]*\s+|\n+")
_WORD: Final = Pattern(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
_POSSESSIVE = Pattern(r"['’]s?$")
_NOUNS_HAVE_CAPITALS: Final = ("DE", "LB")
_RUNNING_TEXT: Final = frozenset({"text", "example", "keyTerms", "quiz", "reflection", "summary"})


def find_unsupported(draft: StarterDraft, request: StarterRequest) -> DraftProblem | None:
    """Return which blocks of a strict draft have numbers, names or links that nothing given has.

    These would be in a passage or the request. None if nothing is unsupported, or if the draft need not be
    strict. No word of the draft is in the sentence.
    """
    if not request.strict or not request.passages:
        return None
    passages = [f"{passage.title}\n{passage.heading or ''}\n{passage.text}" for passage in request.passages]
    given = "\n".join([request.topic, *request.objectives, *passages])
    problems = list(islice(_unsupported_blocks(draft.blocks, given, request.language), MOST_PROBLEMS))
    return merge_problems(problems) if problems else None


def _unsupported_blocks(blocks: Iterable[DraftBlock], given: str, language: str) -> Iterator[DraftProblem]:
    numbers, words, address = set(_numbers(given)), set(split_words(given)), given.casefold()
    for number, block in enumerate(blocks, 1):
        text = plain_text(block.type, block.content)
        things = {
            "a number": any(number not in numbers for number in _numbers(text)),
            "a link": any(link not in address for link in _links(block.content)),
            "a name": block.type in _RUNNING_TEXT and any(_is_new(name, words) for name in _names(text, language)),
        }
        for thing, is_there in things.items():
            if is_there:
                sentence = f"Block {number} ({block.type}) has {thing} that no passage has."
                yield DraftProblem(UNSUPPORTED, f"pages.{block.type}", sentence)


def _numbers(text: str) -> Iterator[str]:
    """Yield the numbers of a text, however their digits are grouped."""
    for match in _NUMBER.finditer(text):
        for word in _GROUP.sub("", match[0]).replace(",", ".").split():
            yield word.strip(".'’").lstrip("0") or "0"


def _links(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield from (match[0].rstrip(".,;:!?'").casefold() for match in _LINK.finditer(value))
    elif isinstance(value, dict):
        for name, inner in value.items():
            if name != SOURCES:
                yield from _links(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _links(inner)


def _names(text: str, language: str) -> Iterator[str]:
    """Yield words with a capital inside a sentence; if nouns have one, those that follow another such word.

    A line in which most words have a capital is a title, whose names cannot be recognized.
    """
    in_pairs = language.upper().startswith(_NOUNS_HAVE_CAPITALS)
    for sentence in _SENTENCE.split(text):
        words = _WORD.findall(sentence)
        capitals = [word[:1].isupper() for word in words]
        if sum(capitals) * 4 > len(words) * (3 if in_pairs else 2):
            continue
        for index in range(1, len(words)):
            is_name = capitals[index] and (not in_pairs or (index > 1 and capitals[index - 1]))
            if is_name or (len(words[index]) > 1 and words[index].isupper()):
                yield words[index]


def _is_new(name: str, words: set[str]) -> bool:
    """Return whether no given text has the name, ignoring its possessive ending."""
    parts = split_words(_POSSESSIVE.sub("", name))
    return any(part not in words and part.removesuffix("s") not in words for part in parts if len(part) > 1)

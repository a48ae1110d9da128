"""A question as one of five kinds: choice, order, match, gaps and text. Pure.

Question banks, learning systems, printed answers and the script of the learner's page know these kinds but no block
types. A block type converts its content to one of them.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import blake2b
from typing import ClassVar, Final, Literal

from workbench.patterns import Pattern

Kind = Literal["choice", "order", "match", "gaps", "text"]
CLASS_OF_KIND: Final[dict[Kind, str]] = {
    "choice": "quiz",
    "order": "ordering",
    "match": "matching",
    "gaps": "fillIn",
    "text": "shortAnswer",
}
"""The class of a question's section in HTML, by which the page's script and style know its kind."""
GAP: Final = Pattern(r"_{3,}")
"""A gap in a text: three or more underscores."""


@dataclass(frozen=True, slots=True)
class AnswerOption:
    """An option that a learner can choose, and the feedback for choosing it."""

    text: str
    is_right: bool
    feedback: str = ""


@dataclass(frozen=True, slots=True)
class ChoiceQuestion:
    """A question with options, one of them right, or with `is_multiple` maybe several; each option has its feedback."""

    prompt: str
    options: tuple[AnswerOption, ...]
    is_multiple: bool = False
    feedback: ClassVar[str] = ""


@dataclass(frozen=True, slots=True)
class OrderQuestion:
    """Items to be put in order; `items` is in the right order."""

    prompt: str
    items: tuple[str, ...]
    feedback: str = ""


@dataclass(frozen=True, slots=True)
class MatchQuestion:
    """Left and right sides to be matched; several pairs may share a right side."""

    prompt: str
    pairs: tuple[tuple[str, str], ...]
    feedback: str = ""

    @property
    def lefts(self) -> list[str]:
        """Left sides, in order."""
        return [left for left, _ in self.pairs]

    @property
    def rights(self) -> list[str]:
        """Right side of each pair, in order."""
        return [right for _, right in self.pairs]


@dataclass(frozen=True, slots=True)
class GapsQuestion:
    """A text with gaps (`GAP`), and the accepted answers of each in order."""

    prompt: str
    gaps: tuple[tuple[str, ...], ...]
    feedback: str = ""


@dataclass(frozen=True, slots=True)
class TextQuestion:
    """Question answered in free text and not graded; `model_answer` is empty if it has none."""

    prompt: str
    model_answer: str = ""

    @property
    def feedback(self) -> str:
        """Feedback after an answer: the model answer."""
        return self.model_answer


@dataclass(frozen=True, slots=True)
class Cards:
    """Fronts and backs of flash cards: not a question, but something to recall."""

    sides: tuple[tuple[str, str], ...]
    feedback: ClassVar[str] = ""

    @property
    def prompt(self) -> str:
        """Fronts of the cards."""
        return ", ".join(front for front, _ in self.sides)


Question = ChoiceQuestion | OrderQuestion | MatchQuestion | GapsQuestion | TextQuestion
Asking = Question | Cards


def shuffle(texts: Iterable[str]) -> list[str]:
    """Return the texts in an order derived from their words: always the same, and never the given order."""
    given = list(dict.fromkeys(texts))
    shuffled = sorted(given, key=lambda text: blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).digest())
    return shuffled if shuffled != given else [*shuffled[1:], shuffled[0]]

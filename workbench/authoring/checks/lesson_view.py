"""A lesson as the rules read it: its words, questions and headings, taken apart once."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Final

from workbench.authoring.block import Block
from workbench.authoring.blocks.question import GAP, ChoiceQuestion, GapsQuestion, Kind
from workbench.authoring.blocks.registry import BLOCK_TYPES
from workbench.authoring.content import question_in_block
from workbench.authoring.plain_text import plain_text
from workbench.authoring.style import GlossaryTerm
from workbench.authoring.words import split_words
from workbench.patterns import DOTALL, MULTILINE, Pattern

_CODE: Final = Pattern(r"```.*?(?:```|\Z)|~~~.*?(?:~~~|\Z)|`[^`\n]+`", DOTALL)
_QUOTED: Final = Pattern(
    r"«[^«»\n]{0,400}»|“[^“”\n]{0,400}”|„[^„“”\n]{0,400}[“”]|\"[^\"\n]{0,400}\"|(?<!\w)‘[^‘’\n]{0,400}’(?!\w)"
)
_QUOTED_LINES: Final = Pattern(r"^[ \t]*(?:>|[—–] ).*$", MULTILINE)
_EMPHASISED: Final = Pattern(
    r"(?<![\w*])\*(?![*(\s])[^*\n]{1,300}\*(?![\w*])|(?<![\w_])_(?![_(\s])[^_\n]{1,300}_(?![\w_])"
)
_SIGNS: Final = Pattern(r"[*_]|^[ \t]*[>—–]", MULTILINE)
STEM_LETTERS: Final = 5
"""Letters by which two forms of a word are taken for one (`measure`, `measuring`)."""


@dataclass(frozen=True, slots=True)
class CheckContext:
    """Facts about a lesson that are not in its blocks.

    `language` is the code of the requested language. `language_of` returns a text's language (lower case) if it
    is sure that it differs, else None; without it no language is detected. `glossary` are the organization's
    terms.
    """

    topic: str = ""
    language: str = ""
    language_of: Callable[[str, str], str | None] | None = None
    glossary: tuple[GlossaryTerm, ...] = ()


@dataclass(frozen=True, slots=True)
class QuizChoice:
    """A choice of a question."""

    text: str
    is_correct: bool
    feedback: str


@dataclass(frozen=True, slots=True)
class QuizQuestion:
    """A quiz block; `place` is the block's from 0."""

    place: int
    text: str
    choices: tuple[QuizChoice, ...]
    is_multiple: bool

    @property
    def key(self) -> QuizChoice | None:
        """Right choice, if there is exactly one."""
        right = [choice for choice in self.choices if choice.is_correct]
        return right[0] if len(right) == 1 else None

    @property
    def wrong(self) -> tuple[QuizChoice, ...]:
        """Wrong choices."""
        return tuple(choice for choice in self.choices if not choice.is_correct)


@dataclass(frozen=True, slots=True)
class GapText:
    """A text with gaps; `place` is the block's position from 0, `answers` are the accepted answers of each gap."""

    place: int
    text: str
    answers: tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class LessonView:
    """Blocks and context as rules need them. Odd content has no words; nothing here fails on it."""

    blocks: Sequence[Block]
    context: CheckContext = field(default_factory=CheckContext)

    @property
    def language(self) -> str:
        """Base language in lower case: `pt` for `PT-BR`."""
        return self.context.language.partition("-")[0].lower()

    @cached_property
    def texts(self) -> tuple[str, ...]:
        """Text of each block as learners read it, without Markdown signs."""
        return tuple(plain_text(block.type, block.content) for block in self.blocks)

    @cached_property
    def prose(self) -> tuple[str, ...]:
        """Text of each block without code, to which other rules apply than to sentences."""
        return tuple(
            plain_text(block.type, _replace_matches(block.content, _CODE)) if "`" in str(block.content) else text
            for block, text in zip(self.blocks, self.texts, strict=True)
        )

    @cached_property
    def own_words(self) -> tuple[str, ...]:
        """The text of each block without quoted words: what the lesson itself says.

        Quoted are quotations, lines of a dialogue, and words in italics, as examples often are.
        """
        return tuple(
            without_quotations(
                plain_text("text", {"markdown": _remove_quotations(markdown)}) if _SIGNS.search(markdown) else text
            )
            for text, markdown in zip(self.prose, self.markdown, strict=True)
        )

    @cached_property
    def markdown(self) -> tuple[str, ...]:
        """Markdown of each block without code; empty if it has none."""
        return tuple(_CODE.sub(" ", _text(block.content.get("markdown"))) for block in self.blocks)

    @cached_property
    def has_templates(self) -> bool:
        """Whether the lesson's code contains template placeholders because the lesson is about them."""
        return any("{{" in text and "{{" not in prose for text, prose in zip(self.texts, self.prose, strict=True))

    @cached_property
    def words(self) -> tuple[tuple[str, ...], ...]:
        """Folded words of each block."""
        return tuple(tuple(split_words(text)) for text in self.texts)

    @cached_property
    def questions(self) -> tuple[QuizQuestion, ...]:
        """Quiz blocks that have choices."""
        return tuple(_questions(self.blocks))

    @cached_property
    def gap_texts(self) -> tuple[GapText, ...]:
        """Texts whose gaps learners fill."""
        return tuple(_gap_texts(self.blocks))

    @property
    def has_questions(self) -> bool:
        """Whether the lesson has a question of any type that learners can answer."""
        return bool(self.questions) or any(question_in_block(block.type, block.content) for block in self.blocks)


def stems(text: str, fewest_letters: int = STEM_LETTERS) -> set[str]:
    """Return the first letters of the longer words of a text, for comparison with another."""
    return {word[:STEM_LETTERS] for word in split_words(text) if len(word) >= fewest_letters}


def excerpt(text: str, limit: int = 60) -> str:
    """Return a short excerpt of a text in one line, for a sentence."""
    line = " ".join(text.split())
    return line if len(line) <= limit else line[: limit - 1].rstrip() + "…"


def letter(index: int) -> str:
    """Return the letter of a choice, from 0: A, B, C; a number beyond Z."""
    return chr(ord("A") + index) if index < 26 else str(index + 1)


def without_quotations(text: str) -> str:
    """Return the text without passages in quotation marks."""
    return _QUOTED.sub(" ", text)


def _remove_quotations(markdown: str) -> str:
    return _EMPHASISED.sub(" ", _QUOTED_LINES.sub(" ", markdown))


def _replace_matches(content: Mapping[str, Any], pattern: Pattern[str]) -> dict[str, Any]:
    """Return the content with spaces in place of the pattern's matches in its texts."""

    def clean(value: Any) -> Any:
        if isinstance(value, str):
            return pattern.sub(" ", value)
        if isinstance(value, list):
            return [clean(part) for part in value]
        return {key: clean(part) for key, part in value.items()} if isinstance(value, dict) else value

    return {key: clean(value) for key, value in content.items()}


def _questions(blocks: Sequence[Block]) -> Iterator[QuizQuestion]:
    """Yield the questions with choices, incomplete drafts included, of types that name them as a quiz does."""
    for index, block in enumerate(blocks):
        if not _is_kind(block, "choice"):
            continue
        choices = block.content.get("choices")
        if isinstance(choices, (list, tuple)):
            options = tuple(
                QuizChoice(_text(choice.get("text")), choice.get("isCorrect") is True, _text(choice.get("feedback")))
                for choice in choices
                if isinstance(choice, dict)
            )
            if options:
                is_multiple = block.content.get("multiple") is True
                yield QuizQuestion(index, _text(block.content.get("question")), options, is_multiple)
        elif isinstance(question := question_in_block(block.type, block.content), ChoiceQuestion):
            options = tuple(QuizChoice(option.text, option.is_right, option.feedback) for option in question.options)
            yield QuizQuestion(index, question.prompt, options, question.is_multiple)


def _gap_texts(blocks: Sequence[Block]) -> Iterator[GapText]:
    for index, block in enumerate(blocks):
        if not _is_kind(block, "gaps"):
            continue
        if isinstance(question := question_in_block(block.type, block.content), GapsQuestion):
            yield GapText(index, GAP.sub("…", question.prompt), question.gaps)
        else:
            text, gaps = _text(block.content.get("text")), tuple(_gap_answers(block.content.get("gaps")))
            yield GapText(index, GAP.sub("…", text), gaps)


def _is_kind(block: Block, kind: Kind) -> bool:
    known = BLOCK_TYPES.get(block.type)
    return known is not None and known.kind == kind


def _gap_answers(gaps: Any) -> Iterator[tuple[str, ...]]:
    for gap in gaps if isinstance(gaps, (list, tuple)) else ():
        answers = gap.get("answers") if isinstance(gap, Mapping) else None
        yield tuple(filter(None, map(_text, answers))) if isinstance(answers, (list, tuple)) else ()


def _text(value: Any) -> str:
    return value if isinstance(value, str) else ""

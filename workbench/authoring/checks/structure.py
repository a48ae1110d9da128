"""Rules on a lesson as a whole: its parts, their order and number."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final

from workbench.authoring.blocks.image import lacks_text
from workbench.authoring.checks.finding import Hit
from workbench.authoring.checks.lesson_view import LessonView, excerpt, letter, stems
from workbench.authoring.checks.recognised import phrases
from workbench.authoring.content import AUTHOR_NOTE
from workbench.authoring.content.media_types import MEDIA_BLOCKS

MOST_BLOCK_WORDS: Final = 600
MOST_WORDS: Final = 4_000
FEWEST_WORDS: Final = 50
FEWEST_KEYS: Final = 4
"""Questions from which the places of the right answers are compared."""
KEYS_WITH_EXCEPTION: Final = 6
"""Fewest questions from which one answer at another position does not break the pattern."""
TOPIC_LETTERS: Final = 4
"""Letters by which a word of the topic is looked for."""
FEWEST_TOPIC_WORDS: Final = 70
"""Words from which a text without a word of its topic is about something else; shorter ones name it otherwise."""
_TEACHING: Final = {"text", "example", "keyTerms", "callout"}


def no_objectives(view: LessonView) -> Iterator[Hit]:
    """There is no block of objectives, and no sentence says what learners can do afterwards."""
    has_block = any(block.type == "objectives" for block in view.blocks)
    if view.blocks and not has_block and not any(phrases("goals").search(text) for text in view.texts):
        yield Hit(None, "The lesson does not say what learners can do afterwards. Add objectives.")


def objective_not_taught(view: LessonView) -> Iterator[Hit]:
    """No word of an objective comes up in the rest of the lesson."""
    rest: set[str] = set()
    for block, text in zip(view.blocks, view.texts, strict=True):
        if block.type not in ("objectives", "summary"):
            rest |= stems(text)
    for index, block in enumerate(view.blocks):
        items = block.content.get("items")
        if block.type != "objectives" or not isinstance(items, (list, tuple)):
            continue
        for item in items:
            # The first word is the action: name, explain, calculate.
            wanted = stems(str(item).partition(" ")[2])
            if wanted and not wanted & rest:
                yield Hit(index, f"The lesson does not come back to this objective: {excerpt(str(item))}", str(item))


def no_question(view: LessonView) -> Iterator[Hit]:
    """There is no question that can be answered."""
    if view.blocks and not view.has_questions:
        yield Hit(None, "The lesson has no question that learners can answer. Add a quiz.")


def empty_block(view: LessonView) -> Iterator[Hit]:
    """Yield a hit for each block without a word, and each heading with nothing below it."""
    for index, (block, text) in enumerate(zip(view.blocks, view.texts, strict=True)):
        if block.type == AUTHOR_NOTE or (block.type in MEDIA_BLOCKS and block.content.get("asset")):
            continue
        if not any(map(str.isalnum, text)):
            yield Hit(index, "This block is empty. Fill it or delete it.")
        elif block.type == "heading":
            after = view.blocks[index + 1] if index + 1 < len(view.blocks) else None
            is_higher = after is not None and after.type == "heading" and _level(after.content) <= _level(block.content)
            if after is None or is_higher:
                yield Hit(index, f"There is nothing below the heading “{excerpt(text)}”.", text)


def image_without_text(view: LessonView) -> Iterator[Hit]:
    """Yield a hit for each picture without alternative text that is not marked as decorative."""
    for index, block in enumerate(view.blocks):
        if lacks_text(block.type, block.content):
            yield Hit(index, "The picture has no alternative text. Describe it, or mark it as decoration.")


def duplicate_block(view: LessonView) -> Iterator[Hit]:
    """Two blocks say the same words."""
    first: dict[tuple[str, ...], int] = {}
    for index, words in enumerate(view.words):
        if not words:
            continue
        if words in first:
            yield Hit(
                index, f"This block has the same text as block {first[words] + 1}. Delete one.", view.texts[index]
            )
        else:
            first[words] = index


def heading_order(view: LessonView) -> Iterator[Hit]:
    """Yield a hit for each heading that skips a level."""
    before = 1
    for index, block in enumerate(view.blocks):
        if block.type == "heading":
            level = _level(block.content)
            if level > before + 1:
                text = view.texts[index]
                yield Hit(index, f"The heading “{excerpt(text)}” has level {level} below level {before}.", text)
            before = level


def too_long(view: LessonView) -> Iterator[Hit]:
    """Yield a hit for a lesson longer than learners read in one sitting."""
    for index, (block, words) in enumerate(zip(view.blocks, view.words, strict=True)):
        if block.type in _TEACHING and len(words) > MOST_BLOCK_WORDS:
            yield Hit(index, f"This block has {len(words):,} words. Split it: over {MOST_BLOCK_WORDS} are too many.")
    total = sum(map(len, view.words))
    if total > MOST_WORDS:
        yield Hit(None, f"The lesson has {total:,} words. Split it: over {MOST_WORDS:,} are too many.")


def too_short(view: LessonView) -> Iterator[Hit]:
    """Hardly anything to learn."""
    pairs = zip(view.blocks, view.words, strict=True)
    total = sum(len(words) for block, words in pairs if block.type in _TEACHING)
    if view.blocks and total < FEWEST_WORDS:
        yield Hit(None, f"The lesson explains its topic in {total} words. Fewer than {FEWEST_WORDS} are too few.")


def key_position(view: LessonView) -> Iterator[Hit]:
    """Yield a hit if the right answer is always in the same place."""
    places = [question.choices.index(question.key) for question in view.questions if question.key is not None]
    if len(places) < FEWEST_KEYS:
        return
    place, count = Counter(places).most_common(1)[0]
    if count >= len(places) - (len(places) >= KEYS_WITH_EXCEPTION):
        yield Hit(None, f"The right answer is {letter(place)} in {count} of {len(places)} questions. Mix the choices.")


def other_topic(view: LessonView) -> Iterator[Hit]:
    """No word of the topic comes up in any block."""
    wanted = {stem[:TOPIC_LETTERS] for stem in stems(view.context.topic, TOPIC_LETTERS)}
    if not wanted:
        return
    there = {word[:TOPIC_LETTERS] for words in view.words for word in words}
    if not wanted & there and sum(map(len, view.words)) >= FEWEST_TOPIC_WORDS:
        yield Hit(None, f"No word of the topic “{excerpt(view.context.topic)}” appears. Is this about something else?")


def _level(content: object) -> int:
    level = content.get("level", 2) if isinstance(content, dict) else 2
    return level if isinstance(level, int) else 2

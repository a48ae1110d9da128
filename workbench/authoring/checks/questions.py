"""Rules on one question: what gives its answer away, confuses, or leaves learners without an explanation.

They are item-writing flaws that can be seen without knowing the matter; none says that a question is good.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from workbench.authoring.checks.finding import Hit
from workbench.authoring.checks.lesson_view import (
    LessonView,
    QuizChoice,
    QuizQuestion,
    excerpt,
    letter,
    stems,
    without_quotations,
)
from workbench.authoring.checks.quantities import quantities
from workbench.authoring.checks.recognised import phrases, phrases_in
from workbench.authoring.words import split_words
from workbench.patterns import IGNORECASE, Pattern

MOST_CHOICES: Final = 6
FEWEST_TELLING_LETTERS: Final = 4
"""Fewest letters from which the answer of a gap, found elsewhere in the text, gives it away; `of` and `two` do not."""
LONGER: Final = 1.6
"""Ratio to the longest wrong answer from which a right answer is conspicuously long."""
MORE_LETTERS: Final = 20
_ARTICLES: Final = frozenset(
    ("the", "a", "an", "der", "die", "das", "ein", "eine", "el", "la", "los", "las", "un", "una", "le", "les")
)
_YES_OR_NO: Final = (
    r"true|false|yes|no|wahr|falsch|richtig|ja|nein|stimmt(?: nicht)?|verdadero|falso|s[ií]|vrai|faux|oui|non|vero"
    r"|certo|errado|juist|onjuist|waar|prawda|fałsz"
)
_TRUTH: Final = Pattern(rf"\W*(?:{_YES_OR_NO})\W*", IGNORECASE)
_SAYS_TRUE: Final = Pattern(
    r"\W*(?:c'est |es |das ist |that's |it is )?"
    r"(?:true|false|wahr|falsch|(?:das )?stimmt|verdad\w*|fals[oa]|vrai|faux|ciert[oa]|exacte?)\b",
    IGNORECASE,
)
_ENDING = Pattern(r"\b(an?|l(?=['’])|un|une)\b['’]?\W*$", IGNORECASE)


def key_longest(view: LessonView) -> Iterator[Hit]:
    """Yield a hit for each right answer that is conspicuously longer than every wrong one."""
    for question in view.questions:
        if question.key is None or not question.wrong:
            continue
        key, longest = len(question.key.text), max(len(wrong.text) for wrong in question.wrong)
        if key >= LONGER * longest and key - longest >= MORE_LETTERS:
            yield Hit(
                question.place,
                f"The right answer is by far the longest ({_name(question, question.key)}).",
                question.key.text,
            )


def all_of_the_above(view: LessonView) -> Iterator[Hit]:
    """Yield a hit for each choice that refers to the other choices."""
    for question in view.questions:
        for choice in question.choices:
            if "`" not in choice.text and phrases("about_choices").search(choice.text):
                yield _choice_hit(
                    question, choice, "is about the other choices. Ask for one fact, or allow several answers"
                )


def absolute_terms(view: LessonView) -> Iterator[Hit]:
    """Yield a hit where words such as always and never mark the wrong choices."""
    pattern = phrases_in(view.language, "absolute")
    for question in view.questions:
        if question.key is None or not question.wrong or pattern.search(question.key.text):
            continue
        absolute = [(wrong, word) for wrong in question.wrong if (word := pattern.search(wrong.text))]
        if absolute and len(absolute) * 2 >= len(question.wrong):
            words = ", ".join(dict.fromkeys(f"“{word.lower()}”" for _, word in absolute))
            yield Hit(question.place, f"Words without exception mark wrong choices: {words}.", absolute[0][0].text)


def negative_stem(view: LessonView) -> Iterator[Hit]:
    """Yield a hit for each question that asks for an exception ("Which is not …")."""
    for question in view.questions:
        if phrases("negative").search(" ".join(without_quotations(question.text).split())):
            yield Hit(question.place, "The question is worded negatively. Ask it positively.", question.text)


def grammatical_cue(view: LessonView) -> Iterator[Hit]:
    """Yield a hit where the question's last word fits the beginning of the right choice only."""
    for question in view.questions:
        ending = _ENDING.search(question.text.strip())
        if ending is None or question.key is None or len(question.wrong) < 2:
            continue
        wants_vowel = ending[1].lower() in ("an", "l")
        if ending[1].lower() in ("a", "an", "l"):
            fitting = [choice for choice in question.choices if _begins_with_vowel(choice.text) == wants_vowel]
            if fitting == [question.key]:
                yield Hit(
                    question.place, f"Only the right answer fits the question's ending “{ending[1]}”.", question.text
                )


def similar_choices(view: LessonView) -> Iterator[Hit]:
    """Two choices say the same."""
    for question in view.questions:
        if question.is_multiple:  # two names of one thing may both be asked for
            continue
        seen: dict[object, QuizChoice] = {}
        for choice in question.choices:
            for key in _meanings(choice.text):
                if key in seen and seen[key] is not choice:
                    other = seen[key]
                    message = f"Choices {_name(question, other)} and {_name(question, choice)} say the same."
                    yield Hit(question.place, message, f"{other.text} / {choice.text}")
                    break
                seen[key] = choice


def answer_given_away(view: LessonView) -> Iterator[Hit]:
    """Yield a hit where the wording gives the answer away.

    A choice says that it is right, or a word of the question occurs in the right choice only; in a text with
    gaps, the text contains the answer to a gap.
    """
    for gaps in view.gap_texts:
        there = f" {' '.join(split_words(gaps.text))} "
        filling = (
            answer for answers in gaps.answers for answer in answers if len(answer.strip()) >= FEWEST_TELLING_LETTERS
        )
        given = next((filler for filler in filling if f" {' '.join(split_words(filler))} " in there), None)
        if given is not None:
            yield Hit(gaps.place, f"“{excerpt(given)}”, the answer of a gap, is in the same text.", gaps.text)
    for question in view.questions:
        marked = next((choice for choice in question.choices if phrases("marked").search(choice.text)), None)
        if marked is not None:
            yield _choice_hit(question, marked, "says of itself that it is right")
            continue
        if question.key is None or not question.wrong or _TRUTH.fullmatch(question.key.text):
            continue
        question_stems = stems(question.text)
        others: set[str] = set().union(*(stems(wrong.text) for wrong in question.wrong))
        telling = (stems(question.key.text) & question_stems) - others
        if telling and not question_stems & others:
            word = next(word for word in split_words(question.key.text) if word[:5] in telling)
            yield Hit(
                question.place,
                f"Of all choices only the right one has the question's word “{word}”.",
                question.key.text,
            )


def feedback_missing(view: LessonView) -> Iterator[Hit]:
    """Yield a hit for each choice without feedback."""
    for question in view.questions:
        empty = [choice for choice in question.choices if _says_nothing(choice.feedback)]
        if empty:
            names = ", ".join(_name(question, choice) for choice in empty)
            yield Hit(question.place, f"No feedback says why a choice is right or wrong: {names}.", empty[0].feedback)


def feedback_contradicts_key(view: LessonView) -> Iterator[Hit]:
    """Yield a hit where the feedback of a right choice says it is wrong, or of a wrong one that it is right."""
    for question in view.questions:
        is_reversed = bool(phrases("negative").search(question.text))  # here, a true statement is the wrong choice
        for choice in question.choices:
            feedback = choice.feedback
            right, wrong = phrases("right").search(choice.feedback), phrases("wrong").search(choice.feedback)
            if (
                bool(right) == bool(wrong)
                or _TRUTH.fullmatch(choice.text)
                or (is_reversed and _SAYS_TRUE.match(feedback))
            ):
                continue
            if choice.is_correct and wrong:
                yield _choice_hit(question, choice, f"is marked as right, and its feedback says “{excerpt(wrong)}”")
            elif not choice.is_correct and right:
                yield _choice_hit(question, choice, f"is marked as wrong, and its feedback says “{excerpt(right)}”")


def too_many_choices(view: LessonView) -> Iterator[Hit]:
    """More choices than anybody compares."""
    for question in view.questions:
        if len(question.choices) > MOST_CHOICES:
            message = f"The question has {len(question.choices)} choices. Keep at most {MOST_CHOICES}."
            yield Hit(question.place, message, question.text)


def _choice_hit(question: QuizQuestion, choice: QuizChoice, what: str) -> Hit:
    return Hit(question.place, f"Choice {_name(question, choice)} {what}.", choice.text)


def _name(question: QuizQuestion, choice: QuizChoice) -> str:
    return letter(question.choices.index(choice))


def _says_nothing(feedback: str) -> bool:
    return not any(map(str.isalnum, phrases("empty_feedback").without(feedback)))


def _begins_with_vowel(text: str) -> bool:
    first = next((character for character in text.lower() if character.isalnum()), "")
    return first in "aeiouàâäéèêëîïôöùûü8"


def _meanings(text: str) -> Iterator[object]:
    """Yield what two equivalent choices have in common: their words, or their only quantity."""
    words = [word for word in split_words(text) if word not in _ARTICLES]
    yield " ".join(words) if words else text.strip()
    yield from quantities(text)

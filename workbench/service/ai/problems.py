"""Problems that make a draft unusable as a lesson, each as a sentence for the model to act on and a person to read.

A problem goes back to the model once; a draft that still has one is refused. Sentences never quote the
draft, since they appear in messages; the rule and the field are logged.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any, Final

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from workbench.authoring.block import Block, new_block_id
from workbench.authoring.checks import RULES, CheckContext, Rule, Severity, check
from workbench.authoring.content import LINK_REFUSED, error_sentence
from workbench.authoring.plain_text import plain_text
from workbench.authoring.repairs.markup import active_in_markdown, active_in_plain
from workbench.authoring.source_quotes import SOURCES
from workbench.service.ai.detector import FEWEST_LETTERS, other_language
from workbench.service.ai.prompt import INSTRUCTIONS, fold, instruction_sentences
from workbench.service.ai.proposal import FEWEST_PAGES
from workbench.service.ai.writer import TITLE_CHARS, DraftBlock, StarterDraft, StarterRequest

LANGUAGE: Final = "language"
ERRORS: Final = tuple(rule for rule in RULES if rule.severity is Severity.ERROR)
REFUSAL: Final = tuple(rule for rule in ERRORS if rule.name == "refusal")
"""The rule for refusals: a draft in which the model declines to write is not a lesson."""
MOST_PROBLEMS: Final = 5
"""Problems of a draft that are reported at a time."""
_NO_LESSON: Final = "The answer is not a single complete JSON object in the requested format."


@dataclass(frozen=True, slots=True)
class DraftProblem:
    """The first broken `rule`, the path of its `field` (`pages.quiz.choices`), and a sentence.

    The model gets only one chance to correct, so `sentence` lists up to five problems.
    """

    rule: str
    field: str
    sentence: str


def draft_problem(draft: StarterDraft, request: StarterRequest) -> DraftProblem | None:
    """Return what keeps a repaired draft from being a lesson; None if it is one.

    Takes a few milliseconds, the first time in a process about a second.
    """
    problems = list(islice(_problems(draft, request), MOST_PROBLEMS))
    return merge_problems(problems) if problems else _error_of(draft, request, REFUSAL)


def first_error(draft: StarterDraft, request: StarterRequest) -> DraftProblem | None:
    """Return the first finding of severity error from the checks of a usable draft; None if there is none.

    The sentence is the rule's, with no word of the draft.
    """
    return _error_of(draft, request, ERRORS)


def _error_of(draft: StarterDraft, request: StarterRequest, rules: Sequence[Rule]) -> DraftProblem | None:
    """Return the first finding by one of these rules."""
    blocks = [Block(id=new_block_id(), type=block.type, content=block.content) for block in draft.blocks]
    finding = next(iter(check(blocks, CheckContext(request.topic, request.language), rules)), None)
    if finding is None:
        return None
    about = next(rule.about for rule in RULES if rule.name == finding.rule)
    number = next((number for number, block in enumerate(blocks, 1) if block.id == finding.block_id), None)
    if number is None:
        return DraftProblem(finding.rule, "lesson", about)
    kind = blocks[number - 1].type
    return DraftProblem(finding.rule, f"pages.{kind}", f"Block {number} ({kind}): {about}")


def form_problem(error: ValidationError) -> DraftProblem:
    """Return the problem for an answer of a model that does not match the schema."""
    return merge_problems(
        [_form_problem(detail) for detail in error.errors(include_url=False, include_input=False)[:MOST_PROBLEMS]]
    )


def merge_problems(problems: list[DraftProblem]) -> DraftProblem:
    """Return the first problem, with the other problems added to its sentence."""
    sentences = dict.fromkeys(problem.sentence for problem in problems)
    return replace(problems[0], sentence=" ".join(sentences))


def _form_problem(error: ErrorDetails) -> DraftProblem:
    location, rule = error["loc"], error["type"]
    field = ".".join(part for part in location if isinstance(part, str)) or "lesson"
    is_page = len(location) > 1 and location[0] == "pages"
    if not location:
        sentence = _NO_LESSON
    elif location == ("pages",) and rule == "missing":
        sentence = "There are no pages."
    elif is_page and len(location) == 2:
        sentence = "Its type was not requested."
    else:
        sentence = field_sentence(error, location[3:] if is_page else location)
    page = f"Page {int(location[1]) + 1}{f' ({location[2]})' if len(location) > 2 else ''}: " if is_page else ""
    return DraftProblem(rule, field, f"{page}{sentence}")


def field_sentence(error: ErrorDetails, place: tuple[int | str, ...]) -> str:
    """Return the schema's finding in a block, `place` being the field inside it, without a word of the draft."""
    if error["type"] == LINK_REFUSED:  # the schema's own sentence has the address
        return "A link or picture is neither https nor mailto."
    return error_sentence({**error, "loc": place})


def _problems(draft: StarterDraft, request: StarterRequest) -> Iterator[DraftProblem]:
    if not 0 < len(draft.title) <= TITLE_CHARS:
        yield DraftProblem("title", "title", f"The title must have 1 to {TITLE_CHARS} characters.")
    if len(draft.blocks) < FEWEST_PAGES:
        yield DraftProblem("too_short", "pages", f"Without repeated pages there are fewer than {FEWEST_PAGES}.")
    if active_in_plain(draft.title):
        yield markup_problem("title", "The title")
    for block in draft.blocks:  # no page numbers: they changed when the title became a block and repeats were removed
        field = active_field(block)
        if field is not None:
            yield markup_problem(f"pages.{block.type}.{field}", f"A page of type {block.type}")
    yield from text_problems(joined_text(draft.title, draft.blocks), request.language, INSTRUCTIONS, "lesson")


def text_problems(
    text: str, language: str, instructions: str, what: str, *, fewest_letters: int = FEWEST_LETTERS
) -> Iterator[DraftProblem]:
    """Yield a problem if a model's text, called `what`, repeats its instructions or is in another language.

    Below `fewest_letters` the language is not determined.
    """
    folded = fold(text.replace("`", ""))
    if any(sentence in folded for sentence in instruction_sentences(instructions)):
        sentence = f"The {what} repeats the instructions instead of being a {what}."
        yield DraftProblem("instructions", what, sentence)
    other = other_language(text, language, fewest_letters=fewest_letters)
    if other is not None:
        yield DraftProblem(LANGUAGE, what, f"The {what} is written in {other.upper()} instead of {language}.")


def active_field(block: DraftBlock) -> str | None:
    """Return the first field of a block whose text has HTML, or an address that a lesson may not have."""
    own = {name: value for name, value in block.content.items() if name != SOURCES}  # quotes are shown escaped
    return next((field for field, text in _texts(own) if _is_active(field, text)), None)


def joined_text(title: str, blocks: tuple[DraftBlock, ...]) -> str:
    """Return all words of a draft, one line for each text."""
    return "\n".join([title, *(plain_text(block.type, block.content) for block in blocks)])


def markup_problem(field: str, place: str) -> DraftProblem:
    """Return the problem for HTML or a forbidden address; `place` describes where it is."""
    sentence = f"{place} contains HTML or a forbidden address. Put tags and code in backticks."
    return DraftProblem("markup", field, sentence)


def _is_active(field: str, text: str) -> bool:
    return active_in_markdown(text) if field == "markdown" else active_in_plain(text)


def _texts(value: Any, field: str = "") -> Iterator[tuple[str, str]]:
    """Yield the texts of a content, each with its field's name."""
    if isinstance(value, str):
        yield field, value
    elif isinstance(value, dict):
        for name, inner in value.items():
            yield from _texts(inner, name)
    elif isinstance(value, list):
        for inner in value:
            yield from _texts(inner, field)

"""Questions that were exported, read again: what a bank should come back as, and what came."""

from __future__ import annotations

import io
from dataclasses import asdict
from random import Random
from typing import Any

from tests.exports.folders.contents import content
from tests.exports.lessons import lesson
from tests.exports.questions.banks import course
from workbench.authoring.blocks.question import Asking
from workbench.authoring.blocks.registry import BLOCK_TYPES
from workbench.exports.questions import gift, moodle_xml
from workbench.exports.questions.bank import QuestionBank, question_bank, split_bank
from workbench.imports.reading.draft import DraftFile
from workbench.imports.reading.file_kind import ImportReading, read_file

TYPES = ("quiz", "ordering", "matching", "fillIn", "shortAnswer", "reflection")
Questions = list[tuple[str, dict[str, Any]]]


def random_bank(seed: int, count: int = 8) -> QuestionBank:
    """A lesson of random questions with texts that are hard to write down."""
    random = Random(seed)
    blocks = [(kind, content(kind, random)) for kind in random.choices(TYPES, k=count)]
    return question_bank([course(lesson("Tides", *blocks))])


def written(bank: QuestionBank, form: str) -> tuple[QuestionBank, bytes]:
    """What the format takes of the bank, and its file."""
    module = {"gift": gift, "xml": moodle_xml}[form]
    taken = split_bank(bank, module.refusal)
    return taken, module.render(taken)


def read(data: bytes, name: str) -> DraftFile:
    """What is made of a file, in this process."""
    file = DraftFile(name)
    read_file(io.BytesIO(data), file, ImportReading())
    return file


def expected(bank: QuestionBank) -> Questions:
    """The questions of a bank as they come back: white space runs together."""
    return [
        (question.type, _folded(asdict(question.asks)))
        for of_lesson in bank.lessons
        for question in of_lesson.questions
    ]


def found(file: DraftFile) -> Questions:
    """The questions that came back, in the same form."""
    return [
        (block.type, _folded(asdict(_asks(block.type, block.content))))
        for of_file in file.lessons
        for block in of_file.blocks
    ]


def _asks(kind: str, given: dict[str, Any]) -> Asking:
    known = BLOCK_TYPES[kind]
    assert known.question is not None
    return known.question(known.model.model_validate(given))


def _folded(value: Any) -> Any:
    if isinstance(value, str):
        return " ".join(value.split())
    if isinstance(value, list | tuple):
        return [_folded(inner) for inner in value]
    if not isinstance(value, dict):
        return value
    folded = {key: _folded(inner) for key, inner in value.items()}
    if "options" in folded:
        folded["options"] = sorted(folded["options"], key=str)  # GIFT puts a right answer with an arrow behind
    return folded

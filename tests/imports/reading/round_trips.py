"""Questions that were exported, read again: what a bank should come back as, and what came."""

from __future__ import annotations

import io
from random import Random
from typing import Any

from tests.exports.folders.contents import content
from tests.exports.lessons import lesson
from tests.exports.questions.banks import course
from workbench.authoring.content import checked_content
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
    """The questions of a bank as they come back: white space runs together, fields that nobody knows are gone."""
    return [
        (each.type, _known(each.type, each.content.to_wire())) for every in bank.lessons for each in every.questions
    ]


def found(file: DraftFile) -> Questions:
    """The questions that came back, with their defaults, in the same form."""
    return [
        (each.type, _known(each.type, checked_content(each.type, each.content)))
        for every in file.lessons
        for each in every.blocks
    ]


def _known(kind: str, given: dict[str, Any]) -> dict[str, Any]:
    folded: dict[str, Any] = _folded({key: value for key, value in given.items() if key != "note"})
    if kind == "quiz":
        folded["choices"] = sorted(folded["choices"], key=str)  # GIFT puts a right answer with an arrow behind
    return folded


def _folded(value: Any) -> Any:
    if isinstance(value, str):
        return " ".join(value.split())
    if isinstance(value, list):
        return [_folded(each) for each in value]
    return {key: _folded(each) for key, each in value.items()} if isinstance(value, dict) else value

"""Exporting questions: read from the service, made into one file, written whole or not at all."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any, Final, Literal

from workbench.client.atomic_write import sweep, write_whole
from workbench.client.sanitize import shown
from workbench.client.sync import Client
from workbench.errors import InputRejected, NotSent
from workbench.exports.chosen import Progress, read_chosen
from workbench.exports.names import file_name
from workbench.exports.questions.bank import LeftOut, QuestionBank, question_bank, split_bank
from workbench.exports.written import NotExported

QuestionFormat = Literal["gift", "moodle-xml", "qti", "anki"]
QUESTION_FORMATS: Final[dict[str, tuple[str, str]]] = {
    "gift": ("gift", ".gift"),
    "moodle-xml": ("moodle_xml", ".xml"),
    "qti": ("qti", ".zip"),
    "anki": ("anki", ".apkg"),
}
"""For each format its module beside this one, with `refusal` and `render`, and the ending of its files."""
_MOST_REASONS: Final = 10


@dataclass(frozen=True, slots=True)
class QuestionExport:
    """What was written: the file, how many questions (cards, for Anki) it has, and the blocks that it has not."""

    path: Path
    questions: int
    left_out: tuple[LeftOut, ...]

    def __str__(self) -> str:
        counted = "1 question" if self.questions == 1 else f"{self.questions:,} questions"
        return "\n".join([f"{self.path}: {counted}", *self.reasons()])

    def reasons(self) -> list[str]:
        """Why blocks were left out, the most frequent reason first: a line each, with the lessons that have them."""
        counted = Counter((each.type, each.reason) for each in self.left_out)
        lines = []
        for (kind, reason), count in counted.most_common(_MOST_REASONS):
            titles = list(
                dict.fromkeys(shown(each.lesson_title, longest=40) for each in self.left_out if each.reason == reason)
            )
            more = f" and {len(titles) - 3} more lessons" if len(titles) > 3 else ""
            lines.append(f"left out: {count:,} {shown(kind)} in {', '.join(titles[:3])}{more}: {reason}")
        rest = len(counted) - _MOST_REASONS
        return [*lines, f"left out for {rest} other reasons: see the list"] if rest > 0 else lines


def export_questions(
    client: Client,
    ids: Sequence[str],
    form: QuestionFormat,
    to: Path,
    *,
    overwrite: bool = False,
    progress: Progress | None = None,
) -> QuestionExport:
    """Write the questions of courses and lessons, given by id, into the file `to`, or into a new file of that folder.

    Raises `InputRejected` for a file that is there already, `NotSent` where there is no question for the format,
    `NotExported` when the disk refuses, and what the client raises.
    """
    if not to.is_dir() and not overwrite:
        _refuse_existing(to)  # before the long reading
    bank, content = rendered(question_bank(read_chosen(client, ids, progress)), form)
    path = to / f"{file_name(bank.title)}{QUESTION_FORMATS[form][1]}" if to.is_dir() else to
    if not overwrite:
        _refuse_existing(path)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        sweep(path)
        write_whole(path, content)
    except OSError as failed:
        raise NotExported(f"{path} could not be written: {failed.strerror}. Nothing has changed.") from None
    return QuestionExport(path, bank.count(), bank.left_out)


def rendered(bank: QuestionBank, form: QuestionFormat) -> tuple[QuestionBank, bytes]:
    """The bank as the format holds it, with what was left out, and the file. Raises `NotSent` for no question."""
    module: Any = import_module(f"workbench.exports.questions.{QUESTION_FORMATS[form][0]}")
    remaining = split_bank(bank, module.refusal)
    if not remaining.lessons:
        why = f" {remaining.left_out[0].reason}" if remaining.left_out else ""
        raise NotSent(f"There is no question for this format in “{shown(bank.title)}”.{why} Nothing was written.")
    return remaining, module.render(remaining)


def _refuse_existing(path: Path) -> None:
    if os.path.lexists(path):
        raise InputRejected(f"{path} is there already. Nothing was written; --overwrite replaces it.")

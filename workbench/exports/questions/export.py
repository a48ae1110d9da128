"""Exporting questions: read from the service, made into one file, written whole or not at all."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any, Final

from workbench.client.atomic_write import sweep, write_whole
from workbench.client.lookups.targets import Target
from workbench.client.sync import Client
from workbench.errors import NotSent
from workbench.exports.chosen import read_chosen
from workbench.exports.formats import Format, Progress
from workbench.exports.names import file_name
from workbench.exports.questions.bank import LeftOut, QuestionBank, question_bank, split_bank
from workbench.exports.written import NotExported, Written, refuse_existing
from workbench.text import display_text
from workbench.wording import count_text

_MOST_REASONS: Final = 10


@dataclass(frozen=True)
class QuestionExport(Written):
    """The result: the file, its number of questions (cards, for Anki), and the blocks that were left out."""

    path: Path
    questions: int
    left_out: tuple[LeftOut, ...]

    def __str__(self) -> str:
        return "\n".join([f"{self.path}: {self.summary()}", *self.remarks()])

    def facts(self) -> dict[str, object]:
        """Return the export as plain values, for JSON."""
        left_out = [
            {"lessonId": block.lesson_id, "blockId": block.block_id, "type": block.type, "reason": block.reason}
            for block in self.left_out
        ]
        return {"path": str(self.path), "questions": self.questions, "leftOut": left_out}

    def summary(self) -> str:
        """Return the number of questions, as text."""
        return count_text(self.questions, "question")

    def remarks(self) -> list[str]:
        """Return why blocks were left out, the most frequent reason first, each with its lessons."""
        counts = Counter((out.type, out.reason) for out in self.left_out)
        lines = []
        for (kind, reason), count in counts.most_common(_MOST_REASONS):
            of_both = [block for block in self.left_out if (block.type, block.reason) == (kind, reason)]
            titles = list(dict.fromkeys(display_text(block.lesson_title, longest=40) for block in of_both))
            more = f" and {count_text(len(titles) - 3, 'more lesson')}" if len(titles) > 3 else ""
            lines.append(f"left out: {count:,} {display_text(kind)} in {', '.join(titles[:3])}{more}: {reason}")
        rest = len(counts) - _MOST_REASONS
        return [*lines, f"skipped for {count_text(rest, 'other reason')}: see the list"] if rest > 0 else lines


def write(
    form: Format,
    client: Client,
    content: Sequence[str | Target],
    to: Path,
    *,
    overwrite: bool,
    progress: Progress | None,
) -> Iterator[QuestionExport]:
    """Write the questions of courses and lessons into the file `to`, or into a new file of that folder.

    Raises `NotSent` if there is no question for the format; otherwise see `Format.write`.
    """
    if not to.is_dir():
        refuse_existing(to, overwrite=overwrite)  # before the long reading
    bank, file = render_bank(question_bank(read_chosen(client, content, progress)), form.name)
    path = to / f"{file_name(bank.title)}{form.suffix}" if to.is_dir() else to
    refuse_existing(path, overwrite=overwrite)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        sweep(path)
        write_whole(path, file)
    except OSError as failed:
        raise NotExported(f"{path} could not be written: {failed.strerror}. Nothing has changed.") from None
    yield QuestionExport(path, bank.count(), bank.left_out)


def render_bank(bank: QuestionBank, name: str) -> tuple[QuestionBank, bytes]:
    """Return the bank as the format represents it, with what was left out, and the file.

    Raises `NotSent` if there is no question. The sibling module with the format's name has its `refusal` and
    `render`.
    """
    module: Any = import_module(f"workbench.exports.questions.{name.replace('-', '_')}")
    remaining = split_bank(bank, module.refusal)
    if not remaining.lessons:
        why = f" {remaining.left_out[0].reason}" if remaining.left_out else ""
        raise NotSent(
            f"There are no questions for this format in “{display_text(bank.title)}”.{why} Nothing was written."
        )
    return remaining, module.render(remaining)

"""A format is added to a copy of the package, as CONTRIBUTING.md says, and has all that formats have."""

from __future__ import annotations

from pathlib import Path

from tests.adding import Addition, copied, run

AIKEN = '''\
"""Aiken: questions with one right answer, in plain text. Source: Moodle's import format of that name."""

from __future__ import annotations

from workbench.authoring.blocks.question import ChoiceQuestion
from workbench.exports.questions.bank import BankQuestion, QuestionBank

_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def refusal(question: BankQuestion) -> str | None:
    """Why Aiken cannot hold the question; None if it can."""
    asks = question.asks
    if not isinstance(asks, ChoiceQuestion) or sum(option.is_right for option in asks.options) != 1:
        return "Aiken has questions with one right answer only; GIFT and QTI hold others."
    return None


def render(bank: QuestionBank) -> bytes:
    """The bank as a file: question, choices, and the letter of the right one."""
    questions = [question.asks for lesson in bank.lessons for question in lesson.questions]
    return "\\n\\n".join(_question(asks) for asks in questions if isinstance(asks, ChoiceQuestion)).encode() + b"\\n"


def _question(asks: ChoiceQuestion) -> str:
    lettered = list(zip(_LETTERS, asks.options, strict=False))
    lines = [f"{letter}. {' '.join(option.text.split())}" for letter, option in lettered]
    [right] = [letter for letter, option in lettered if option.is_right]
    return "\\n".join([" ".join(asks.prompt.split()), *lines, f"ANSWER: {right}"])
'''
RECORD = """\
        Format("aiken", "Aiken, questions with one right answer", "file", ".txt", "questions.export"),
"""
METHOD = '''\
    def aiken(
        self,
        content: Sequence[str],
        to: str | Path,
        *,
        overwrite: bool = False,
        progress: Progress | None = None,
    ) -> QuestionExport:
        """Write the questions with one right answer as one Aiken file. Else as `gift`."""
        made: QuestionExport = next(self.write(content, to, format="aiken", overwrite=overwrite, progress=progress))
        return made

'''
ADDITIONS = (
    Addition(
        "export format",
        {"workbench/exports/questions/aiken.py": AIKEN},
        {
            "workbench/exports/formats.py": (('        Format("moodle-xml"', RECORD),),
            "workbench/api/exports.py": (("    def moodle_xml(", METHOD),),
        },
    ),
)


def test_a_format_is_added_in_three_files(tmp_path: Path) -> None:
    """Code, command, panel and guide have it, with the same proofs as every other format."""
    copy = copied(tmp_path)
    [addition] = ADDITIONS
    addition.add_to(copy)
    run(copy, "-m", "tests.printed")
    proofs = run(
        copy, "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests/exports/test_formats.py", "-k", "aiken or guide"
    )
    guide = (copy / "docs" / "exports.md").read_text("utf-8")

    assert addition.touched <= 3
    assert " passed" in proofs
    assert "`wb.exports.aiken(content, to)` | `--format aiken`" in guide
    assert "--format {markdown,html,folder,scorm12,scorm2004,gift,aiken," in run(copy, "-m", "workbench.cli.printed")

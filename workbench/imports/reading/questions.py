"""Questions of other programs as blocks: what GIFT and Moodle XML share. One without a counterpart is a finding."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from workbench.authoring.blocks.question import GAP
from workbench.documents.file_kind import FileRefused
from workbench.imports.reading.draft import DraftFile, ImportedBlock, excerpt
from workbench.imports.reading.flow import divide_blocks, short_title
from workbench.patterns import Pattern

MAX_QUESTIONS: Final = 10_000
NOT_ASKED: Final = "no counterpart"
NO_COUNTERPART: Final = {
    "numerical": "A number within a tolerance",
    "calculated": "A calculated question",
    "calculatedsimple": "A calculated question",
    "calculatedmulti": "A calculated question",
    "ddmarker": "Dragging markers onto a picture",
    "ddimageortext": "Dragging words onto a picture",
    "random": "A random question",
    "randomsamatch": "A random matching question",
}
TRUE_FALSE: Final = {
    "EN": ("True", "False"),
    "DE": ("Richtig", "Falsch"),
    "FR": ("Vrai", "Faux"),
    "ES": ("Verdadero", "Falso"),
    "PT": ("Verdadeiro", "Falso"),
    "IT": ("Vero", "Falso"),
    "NL": ("Waar", "Onwaar"),
    "PL": ("Prawda", "Fałsz"),
    "AR": ("صواب", "خطأ"),
    "ZH": ("对", "错"),
    "JA": ("正しい", "誤り"),
}
_ENDS_A_QUESTION: Final = Pattern(r"[?.!:;。？！؟]\s*$")
_TEMPLATE_TITLE = Pattern(r"\$\w+\$")


def true_false_words(language: str) -> tuple[str, str]:
    """Return the words for true and false as answers in a language, by its code; in English if it is unknown.

    >>> words_of_true_false("DE")
    ('Richtig', 'Falsch')
    """
    return TRUE_FALSE.get(language.upper().partition("-")[0], TRUE_FALSE["EN"])


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer of a question: its text, its weight in percent, and its feedback."""

    text: str
    percent: float
    feedback: str = ""


@dataclass(slots=True)
class QuestionLessons:
    """Collects blocks by category: the last part of its path is the lesson's title, the one before the course's."""

    file: DraftFile
    place: str = ""
    questions: int = 0
    _blocks: dict[str, list[ImportedBlock]] = field(default_factory=dict)
    _category: str = ""
    _courses: set[str] = field(default_factory=set)

    def category(self, path: str) -> None:
        """Assign the following questions to this category: `$course$/top/Course/Lesson`, a slash in a title doubled."""
        titles = [part.replace("\x00", "/").strip() for part in path.replace("//", "\x00").split("/")]
        known = [title for title in titles if title and not _TEMPLATE_TITLE.fullmatch(title) and title != "top"]
        self._category = short_title(known[-1]) if known else ""
        self._courses.add(known[-2] if len(known) > 1 else known[0] if known else "")

    def count(self) -> None:
        """Count another question. Raises `FileRefused`."""
        self.questions += 1
        if self.questions > MAX_QUESTIONS:
            raise FileRefused(f"has more than {MAX_QUESTIONS:,} questions. Split it.")

    def add(self, block_type: str, content: dict[str, Any], *, picture: str = "", is_true_false: bool = False) -> None:
        """Add a block to the category."""
        block = ImportedBlock(block_type, content, self.place, picture, is_true_false)
        self._blocks.setdefault(self._category, []).append(block)

    def report_loss(self, kind: str, text: str) -> None:
        """Something of the question that is being read is not kept."""
        self.file.add_finding(self.place, kind, text)

    def left_out(self, kind: str, question: str) -> None:
        """Report a question that is not kept because blocks cannot ask it."""
        what = NO_COUNTERPART.get(kind, f"A question of the type {kind}")
        self.report_loss(NOT_ASKED, f"{what} is not imported: “{excerpt(question)}”.")

    def end(self) -> None:
        """Add the blocks to the file as lessons."""
        for title, blocks in self._blocks.items():
            self.file.lessons += divide_blocks(title or self.file.title, blocks)
        titles = {course for course in self._courses if course}
        if len(titles) == 1:
            self.file.title = short_title(titles.pop())

    def choice(
        self,
        question: str,
        answers: Sequence[Answer],
        *,
        is_single: bool,
        feedback: str = "",
        is_true_false: bool = False,
    ) -> None:
        """Add a question with choices; partial credit is reported, since a choice is right or wrong."""
        right = [answer.percent >= 99.9 if is_single else answer.percent > 0 for answer in answers]
        if is_single and not any(right):
            self.left_out("multiple choice without a right answer", question)
            return
        full = {round(answer.percent, 2) for answer, is_right in zip(answers, right, strict=True) if is_right}
        partly = is_single and any(0 < answer.percent < 99.9 for answer in answers)
        if partly or len(full) > 1:
            self.report_loss(
                "weight", f"Shares of a point are not kept; an answer is right or wrong: “{excerpt(question)}”."
            )
        self._general(feedback, question)
        choices = [
            {"text": answer.text, "isCorrect": is_right, "feedback": answer.feedback}
            for answer, is_right in zip(answers, right, strict=True)
        ]
        several = not is_single or sum(right) > 1
        self.add("quiz", {"question": question, "multiple": several, "choices": choices}, is_true_false=is_true_false)

    def true_false(self, question: str, is_true: bool, *, if_true: str, if_false: str, feedback: str = "") -> None:
        """Add a yes-or-no question with two choices, in the language of the lesson."""
        words = true_false_words(self.file.language)
        answers = [Answer(words[0], 100.0 * is_true, if_true), Answer(words[1], 100.0 * (not is_true), if_false)]
        self.choice(question, answers, is_single=True, feedback=feedback, is_true_false=True)

    def pairs(self, prompt: str, pairs: Sequence[tuple[str, str]], feedback: str = "") -> None:
        """Add pairs; those whose right sides count 1, 2, 3 from the first on become items in order."""
        whole = [pair for pair in pairs if pair[0].strip()]
        if len(whole) < len(pairs):
            self.report_loss("wrong answer", f"Right sides that belong to nothing are not kept: “{excerpt(prompt)}”.")
        if len(whole) > 1 and [right for _, right in whole] == [str(index) for index in range(1, len(whole) + 1)]:
            self.ordering(prompt, [left for left, _ in whole], feedback)
            return
        sides = [{"left": left, "right": right} for left, right in whole]
        self.add("matching", {"prompt": prompt, "pairs": sides, "feedback": feedback})

    def ordering(self, prompt: str, items: Sequence[str], feedback: str = "") -> None:
        """Add items in their right order."""
        self.add("ordering", {"prompt": prompt, "items": list(items), "feedback": feedback})

    def gaps(self, text: str, gaps: Sequence[Sequence[Answer]], feedback: str = "") -> None:
        """Add a text with a gap, `___`, for each list of answers; only answers worth the full point are accepted."""
        accepted = [[answer for answer in answers if answer.percent >= 99.9] for answers in gaps]
        if not all(accepted):
            self.left_out("gaps without a right answer", text)
            return
        if any(0 < answer.percent < 99.9 for answers in gaps for answer in answers):
            self.report_loss(
                "weight", f"Answers that are worth a part of the point are not accepted: “{excerpt(text)}”."
            )
        if any("*" in answer.text.replace("\\*", "") for answers in accepted for answer in answers):
            self.report_loss("pattern", f"* stands for itself in an accepted answer: “{excerpt(text)}”.")
        said = [answer.feedback for answers in gaps for answer in answers if answer.feedback]
        if said and not feedback and len(set(said)) == 1:
            feedback, said = said[0], []
        if said:
            self.report_loss("feedback", f"Feedback for a single answer is not kept: “{excerpt(text)}”.")
        content = [
            {"answers": list(dict.fromkeys(answer.text.replace("\\*", "*") for answer in answers))}
            for answers in accepted
        ]
        self.add("fillIn", {"text": text, "gaps": content, "feedback": feedback})

    def open(self, question: str, model_answer: str = "") -> None:
        """Add a question answered in one's own words; without a model answer it becomes one to think about."""
        if model_answer.strip():
            self.add("shortAnswer", {"question": question, "modelAnswer": model_answer})
        else:
            self.add("reflection", {"prompt": question})

    def _general(self, feedback: str, question: str) -> None:
        if feedback.strip():
            self.report_loss("feedback", f"Feedback for every answer is not kept: “{excerpt(feedback)}”.")


def with_gap(before: str, behind: str = "") -> str:
    """Return a text with one gap, which starts a paragraph of its own if the question ends before it."""
    space = " " if _ENDS_A_QUESTION.search(before) and not before[-1:].isspace() else ""
    return f"{GAP.sub('__', before)}{space}___{GAP.sub('__', behind)}"

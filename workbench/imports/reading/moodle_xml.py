"""Moodle XML to draft lessons: HTML becomes words, files that are embedded become pictures, the rest is findings.

Source: Moodle's documentation of the format and of embedded answers (cloze).
"""

from __future__ import annotations

import base64
import binascii
import hashlib
from dataclasses import dataclass, field
from html import unescape
from typing import BinaryIO, Final
from xml.parsers.expat import ExpatError, ParserCreate

from workbench.documents.file_kind import FileRefused
from workbench.documents.office import NO_MEMORY, ElementReader
from workbench.documents.paragraph import TextRun, one_line
from workbench.imports.reading.draft import DraftFile, excerpt
from workbench.imports.reading.flow import MAX_PICTURE_BYTES, is_picture
from workbench.imports.reading.html_text import HtmlText, read_html, tex_in_dollars
from workbench.imports.reading.inline import markdown
from workbench.imports.reading.questions import NO_COUNTERPART, Answer, QuestionLessons, with_gap
from workbench.patterns import Match, Pattern

_CHUNK: Final = 1 << 16
_MOST_TEXT: Final = 4 * MAX_PICTURE_BYTES // 3 + 1_000
_MOST_NODES: Final = 20_000
_CLOZE: Final = Pattern(r"\{\s*+(\d{0,4})\s*+:\s*+([A-Z_]{2,20})\s*+:((?:[^{}\\]|\\.)*+)\}")
_CLOZE_FEEDBACK: Final = Pattern(r"(?<!\\)(?<!&)(?<!&amp;)#")
_CLOZE_SIGN: Final = Pattern(r"\\([~=}#/\"])")
_PLACE: Final = Pattern(r"\[\[(\d{1,3})\]\]")
_WORDS: Final = frozenset({"SHORTANSWER", "SA", "MW", "SHORTANSWER_C", "SAC", "MWC"})
_CHOICES: Final = Pattern(r"(?:MULTICHOICE|MULTIRESPONSE|MC|MR)[A-Z_]*")
_LANGUAGE: Final = Pattern(r"<\w{1,20}[^<>]{0,200}?\slang=[\"']([A-Za-z]{2,3}(?:-[A-Za-z]{2,4})?)[\"']")
_CLOZE_CHOICE = Pattern(r"(?<!\\)~")
_CLOZE_WEIGHT = Pattern(r"\s*(?:(=)|%(-?\d{1,3}(?:\.\d{1,8})?)%)?")
_READ: Final = frozenset(
    {"answer", "dragbox", "file", "generalfeedback", "graderinfo", "name", "questiontext", "selectoption"}
    | {"subquestion", "text"}
)
"""Elements of a question that its block is made of."""
_SETTINGS: Final = frozenset(
    {"answernumbering", "attachments", "attachmentsrequired", "filetypeslist", "gradingtype", "hidden", "layouttype"}
    | {"maxbytes", "maxwordlimit", "minwordlimit", "numberingstyle", "penalty", "responsefieldlines", "responseformat"}
    | {"responserequired", "selecttype", "showgrading", "shownumcorrect", "showstandardinstruction", "showunits"}
    | {"shuffleanswers", "single", "synchronize", "unitgradingtype", "unitpenalty", "units", "unitsleft", "usecase"}
)
"""Elements about display and grading in Moodle, without content."""
_NOT_KEPT: Final = {
    "correctfeedback": ("feedback", "Feedback for a right answer is not kept"),
    "hint": ("hint", "A question has no hints here"),
    "idnumber": ("id number", "Question numbers are not kept"),
    "incorrectfeedback": ("feedback", "Feedback for a wrong answer is not kept"),
    "partiallycorrectfeedback": ("feedback", "Feedback for a partly right answer is not kept"),
    "responsetemplate": ("template", "A text to begin the answer with is not kept"),
    "tag": ("tag", "A question has no tags here"),
    "tags": ("tag", "A question has no tags here"),
}
_PICTURE_ENDINGS: Final = (".gif", ".jpeg", ".jpg", ".png", ".webp")


@dataclass(slots=True)
class _Node:
    """An element of a question, with its attributes, text and elements."""

    name: str
    attributes: dict[str, str]
    pieces: list[str] = field(default_factory=list)
    size: int = 0
    nodes: list[_Node] = field(default_factory=list)

    @property
    def text(self) -> str:
        return "".join(self.pieces)

    @property
    def words(self) -> str:
        """Return all text in the node and its elements, on one line."""
        return " ".join(" ".join((self.text, *(node.words for node in self.nodes))).split())

    def find(self, name: str) -> _Node | None:
        return next((node for node in self.nodes if node.name == name), None)

    def all(self, name: str) -> list[_Node]:
        return [node for node in self.nodes if node.name == name]

    def value(self, *path: str) -> str:
        """Return the text of the element at the end of a path, or an empty string if it is missing."""
        node: _Node | None = self
        for name in path:
            node = node.find(name) if node else None
        return node.text if node else ""


def read_moodle_xml(source: BinaryIO, file: DraftFile) -> None:
    """Fill `file` with the questions of a file, one in memory at a time. Raises `FileRefused`."""
    lessons = QuestionLessons(file)
    reader = _QuizReader(lessons)
    parser = ParserCreate()
    parser.buffer_text = True
    parser.StartElementHandler, parser.EndElementHandler = reader.start_element, reader.end_element
    parser.CharacterDataHandler = reader.text
    parser.StartDoctypeDeclHandler = _refuse_declaration
    try:
        while piece := source.read(_CHUNK):
            parser.Parse(piece, False)
        parser.Parse(b"", True)
    except (ExpatError, LookupError) as refused:
        if getattr(refused, "code", 0) == NO_MEMORY:
            raise MemoryError from None
        raise FileRefused(f"is damaged: {refused}.") from None
    if not lessons.questions:
        raise FileRefused("has no question in it.")
    lessons.end()


def _refuse_declaration(*_declared: object) -> None:
    raise FileRefused("declares XML entities, which no export of Moodle does.")


class _QuizReader(ElementReader):
    """Collects questions one by one and makes blocks of them."""

    def __init__(self, lessons: QuestionLessons) -> None:
        super().__init__()
        self._lessons = lessons
        self._open: list[_Node] = []
        self._count = self._nodes = 0
        self._is_too_long = False

    def begin(self, name: str, attributes: dict[str, str]) -> None:
        if self._depth == 1 and name != "quiz":
            raise FileRefused(f"is XML of another kind: it begins with <{name[:40]}>, and Moodle's with <quiz>.")
        if self._open or self._depth > 1:
            self._nodes += 1
            if self._nodes > _MOST_NODES:
                raise FileRefused(f"is damaged: question {self._count + 1:,} has more parts than a question can.")
            node = _Node(name, attributes)
            if self._open and name != "question":  # a question within another element is a separate one
                self._open[-1].nodes.append(node)
            self._open.append(node)

    def end(self, name: str) -> None:
        if self._open:
            node = self._open.pop()
            self._nodes = self._nodes if self._open else 0
            if node.name == "question":
                self._take(node)
            elif not self._open:
                self._leave_out(f"<{node.name}>", node.words)

    def text(self, data: str) -> None:
        if self._open:
            node = self._open[-1]
            node.size += len(data)
            if node.size <= _MOST_TEXT:
                node.pieces.append(data)
            elif not self._is_too_long:
                self._is_too_long = True
                self._lessons.file.add_finding(
                    f"question {self._count + 1:,}", "long text", f"The end of a <{node.name}> is left out."
                )
        elif data.strip():
            self._leave_out("A text", data)

    def _leave_out(self, what: str, words: str) -> None:
        if words.strip():
            text = f"{what} that belongs to no question is not read: “{excerpt(words)}”."
            self._lessons.file.add_finding(f"after question {self._count:,}", "not a question", text)

    def _take(self, node: _Node) -> None:
        kind = node.attributes.get("type", "").lower()
        if kind == "category":
            self._lessons.category(node.value("category", "text"))
            if words := " ".join(info.words for info in node.all("info")).strip():
                text = f"The description of a category is not kept: “{excerpt(words)}”."
                self._lessons.file.add_finding(f"after question {self._count:,}", "category", text)
            return
        self._count += 1
        self._is_too_long = False
        name = excerpt(node.value("name", "text"))[:60]
        self._lessons.place = f"question {self._count:,}" + (f" ({name})" if name else "")
        self._lessons.count()
        self._lessons.file.language = self._lessons.file.language or _language(node)
        _MoodleQuestion(node, kind, self._lessons).take()


class _MoodleQuestion:
    """One question and its findings."""

    def __init__(self, node: _Node, kind: str, lessons: QuestionLessons) -> None:
        self._node, self._kind, self._lessons = node, kind, lessons

    def take(self) -> None:
        """Make its block, or a finding."""
        node, lessons = self._node, self._lessons
        asked = self._read(node.find("questiontext"))
        self._pictures(node.find("questiontext"), asked)
        feedback = self._plain(node.find("generalfeedback"))
        if self._kind not in NO_COUNTERPART or self._kind == "numerical":
            self._say_what_is_not_read(asked)
        if self._kind in ("multichoice", "multichoiceset"):
            is_single = self._kind == "multichoice" and node.value("single").strip().lower() != "false"
            lessons.choice(asked.plain, self._answers(), is_single=is_single, feedback=feedback)
        elif self._kind == "truefalse":
            self._true_false(asked.plain, feedback)
        elif self._kind == "shortanswer":
            lessons.gaps(with_gap(asked.plain), [self._answers(is_pattern=True)], feedback)
        elif self._kind in ("matching", "match", "ddmatch"):
            pairs = [
                (self._plain(subquestion), subquestion.value("answer", "text").strip())
                for subquestion in node.all("subquestion")
            ]
            lessons.pairs(asked.plain, pairs, feedback)
        elif self._kind == "ordering":
            ordered = sorted(node.all("answer"), key=lambda answer: _number(answer.attributes.get("fraction", "0")))
            lessons.ordering(asked.plain, [self._plain(node) for node in ordered], feedback)
        elif self._kind == "essay":
            graders = self._plain(node.find("graderinfo"))
            lessons.open(asked.plain, feedback or graders)
            if feedback.strip() and graders.strip():
                lessons.report_loss("grading", f"Information for graders is not kept: “{excerpt(graders)}”.")
        elif self._kind == "description":
            if asked.markdown.strip():
                lessons.add("text", {"markdown": asked.markdown})
            if feedback.strip():
                lessons.report_loss("feedback", f"A text has no feedback here: “{excerpt(feedback)}”.")
        elif self._kind in ("cloze", "multianswer"):
            self._cloze(feedback)
        elif self._kind in ("gapselect", "ddwtos"):
            self._add_word_gaps(asked.plain, feedback)
        else:
            self._numerical(asked.plain, feedback)

    def _say_what_is_not_read(self, asked: HtmlText) -> None:
        """Add findings for the elements of the question that its block has no place for."""
        lessons, told = self._lessons, set[str]()
        shown = {name for name, _ in asked.pictures}
        for node in self._node.nodes:
            if node.name == "questiontext":
                self._files(
                    [file_node for file_node in node.all("file") if file_node.attributes.get("name", "") not in shown]
                )
                continue
            self._files(
                [file for file in _files_in(node) if not file.attributes.get("name", "").endswith(_PICTURE_ENDINGS)]
            )
            if node.name in _READ or node.name in _SETTINGS:
                continue
            if node.name == "defaultgrade":
                if self._kind not in ("cloze", "multianswer", "description") and _number(node.text or "1") != 1:
                    lessons.report_loss("points", f"Questions have no points here; it has {excerpt(node.text)}.")
            elif node.words and (node.name in _NOT_KEPT or node.name not in told):
                told.add(node.name)
                kind, why = _NOT_KEPT.get(node.name, ("not read", f"<{node.name[:40]}> has no counterpart"))
                lessons.report_loss(kind, f"{why}: “{excerpt(read_html(node.words).plain)}”.")

    def _files(self, nodes: list[_Node]) -> None:
        for node in nodes:
            name = excerpt(node.attributes.get("name", ""))
            self._lessons.report_loss("file", f"A file of a question is not kept: “{name}”. Upload it, and insert it.")

    def _true_false(self, question: str, feedback: str) -> None:
        said = {node.value("text").strip().lower(): node for node in self._node.all("answer")}
        right = [name for name, node in said.items() if _number(node.attributes.get("fraction", "0")) > 0]
        if len(right) != 1:
            self._lessons.left_out("truefalse without one right answer", question)
            return
        texts = [
            self._plain(answer.find("feedback")) if (answer := said.get(name)) else "" for name in ("true", "false")
        ]
        self._lessons.true_false(question, right == ["true"], if_true=texts[0], if_false=texts[1], feedback=feedback)

    def _numerical(self, question: str, feedback: str) -> None:
        """Add a number that must match exactly as a gap; any other numerical question has no counterpart."""
        answers = self._node.all("answer")
        exact = all(_number(answer.value("tolerance") or "0") == 0 for answer in answers)
        if self._kind == "numerical" and answers and exact and not self._node.find("units"):
            self._lessons.gaps(with_gap(question), [self._answers()], feedback)
        else:
            self._lessons.left_out(self._kind or "that is not named", question)

    def _add_word_gaps(self, text: str, feedback: str) -> None:
        """Add a text whose gaps are filled from a list of words; the words to choose from are not kept."""
        options = self._node.all("selectoption") or self._node.all("dragbox")
        words = [option.value("text").strip() for option in options]
        numbers = [int(match) - 1 for match in _PLACE.findall(text)]
        if not numbers or any(not 0 <= number < len(words) for number in numbers):
            self._lessons.left_out(self._kind, text)
            return
        self._lessons.report_loss("choices", f"The words to choose from are not kept: “{excerpt(text)}”.")
        self._lessons.gaps(_PLACE.sub("___", text), [[Answer(words[number], 100)] for number in numbers], feedback)

    def _cloze(self, feedback: str) -> None:
        raw = self._node.value("questiontext", "text")
        gaps: list[list[Answer]] = []
        problems: list[str] = []

        def gap(match: Match[str]) -> str:
            answers, problem = _cloze_answers(match[2], match[3])
            gaps.append(answers)
            problems.extend([problem] if problem else [])
            return "___"

        text = read_html(_CLOZE.sub(gap, raw)).plain
        if not gaps or "tolerance" in problems:
            self._lessons.left_out("numerical" if gaps else "cloze without a gap", text)
            return
        if problems:
            self._lessons.report_loss("choices", f"The words to choose from are not kept: “{excerpt(text)}”.")
        self._lessons.gaps(tex_in_dollars(text), gaps, feedback)

    def _answers(self, *, is_pattern: bool = False) -> list[Answer]:
        answers = []
        for node in self._node.all("answer"):
            text = self._plain(node)
            text = text if is_pattern else text.replace("\\*", "*") if self._kind == "numerical" else text
            answers.append(
                Answer(text, _number(node.attributes.get("fraction", "0")), self._plain(node.find("feedback")))
            )
        return answers

    def _plain(self, node: _Node | None) -> str:
        read = self._read(node)
        if node is not None and read.pictures:
            self._lessons.report_loss("picture", "A picture in an answer or in feedback is not kept.")
        return read.plain

    def _read(self, node: _Node | None) -> HtmlText:
        """Return a text with its format; without one it is HTML if it has tags, as in old exports."""
        if node is None:
            return HtmlText()
        text, form = node.value("text"), node.attributes.get("format", "")
        if form in ("plain_text", "markdown") or (not form and "<" not in text and "&" not in text):
            words = tex_in_dollars(text.strip())
            return HtmlText(words if form == "markdown" else markdown([TextRun(words)]), words)
        read = read_html(text if form != "moodle_auto_format" else text.strip().replace("\n", "<br>"))
        for what in dict.fromkeys(read.losses):
            self._lessons.report_loss("formatting", f"It is not kept as it looks: {what}.")
        read.plain, read.markdown = tex_in_dollars(read.plain), tex_in_dollars(read.markdown)
        return read

    def _pictures(self, node: _Node | None, asked: HtmlText) -> None:
        """Add the pictures of the question as blocks before it."""
        files = {file_node.attributes.get("name", ""): file_node for file_node in node.all("file")} if node else {}
        for name, words in asked.pictures:
            source = files.get(name)
            encoded = source.text if source else name.partition("base64,")[2] if name.startswith("data:") else ""
            data = _decode_base64(encoded)
            if not is_picture(data):
                what = "Lessons show PNG, JPEG, GIF and WebP of at most 20 MB."
                self._lessons.report_loss("picture", what if data else "It is not in the file. Insert it again.")
                continue
            digest = hashlib.sha256(data).hexdigest()
            self._lessons.file.send_picture(digest, data)
            content = {"alternativeText": one_line(words, 500), "decorative": False, "caption": ""}
            self._lessons.add("image", content, picture=digest)
            if not words.strip():
                self._lessons.report_loss(
                    "picture without alternative text", "Describe it for people who cannot see it."
                )


def _cloze_answers(kind: str, text: str) -> tuple[list[Answer], str]:
    """Return the answers of a gap, and the name of what cannot be kept: `choices`, `tolerance` or nothing."""
    answers = []
    for part in _CLOZE_CHOICE.split(text):
        match = _CLOZE_WEIGHT.match(part)
        assert match is not None
        percent = 100.0 if match[1] else float(match[2] or 0)
        words, *said = _CLOZE_FEEDBACK.split(part[match.end() :], maxsplit=1)
        plain = _CLOZE_SIGN.sub(r"\1", unescape(words)).strip()
        answers.append(Answer(plain, percent, _CLOZE_SIGN.sub(r"\1", unescape("".join(said))).strip()))
    if kind in _WORDS:
        return answers, ""
    if kind in ("NUMERICAL", "NM"):
        exact = [answer.text.partition(":") for answer in answers if answer.percent >= 99.9]
        if any(_number(tolerance or "0") for _, _, tolerance in exact):
            return answers, "tolerance"
        return [Answer(number.strip(), 100) for number, _, _ in exact], ""
    right = [answer for answer in answers if answer.percent >= 99.9]
    return right, "choices" if _CHOICES.fullmatch(kind) else "tolerance"


def _files_in(node: _Node) -> list[_Node]:
    return [*node.all("file"), *(file for inner in node.nodes for file in _files_in(inner))]


def _language(node: _Node) -> str:
    match = _LANGUAGE.search(node.value("questiontext", "text"))
    return match[1] if match else ""


def _decode_base64(text: str) -> bytes:
    try:
        return base64.b64decode("".join(text.split()), validate=True)
    except (binascii.Error, ValueError):
        return b""


def _number(text: str) -> float:
    try:
        number = float(text.strip())
    except ValueError:
        return 0.0
    return number if abs(number) < 1e9 else 0.0

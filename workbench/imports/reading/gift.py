r"""GIFT to draft lessons: every type of question that a block can represent; the others are listed.

Source: Moodle's documentation of the format. Questions are apart by empty lines or begin where only
another can begin, `\` takes their meaning from
`~ = # { } :`, `// [id:…]` is a comment.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from workbench.documents.file_kind import FileRefused
from workbench.imports.reading.draft import DraftFile, excerpt
from workbench.imports.reading.html_text import read_html, tex_in_dollars
from workbench.imports.reading.questions import Answer, QuestionLessons, with_gap
from workbench.patterns import DOTALL, IGNORECASE, Pattern

MAX_QUESTION: Final = 100_000
_CATEGORY: Final = Pattern(r"\$CATEGORY:\s*(.*)", IGNORECASE)
_TITLE: Final = Pattern(r"\s*::((?:[^\\:]|\\.|:(?!:)){0,2000}?)::", DOTALL)
_FORMAT: Final = Pattern(r"\s*\[(html|moodle|plain|markdown)\]", IGNORECASE)
_SIGN: Final = Pattern(r"\\[~=#{}:]|\\n|\\\\")
_SPLIT: Final = Pattern(r"(?<!\\)((?:\\\\)*)([=~])")
_WEIGHT: Final = Pattern(r"\s*%(-?\d{1,3}(?:[.,]\d{1,8})?)%")
_TRUTH: Final = Pattern(r"\s*(T|TRUE|F|FALSE)\s*(?=#|$)", IGNORECASE)
_TAG: Final = Pattern(r"</?(?:p|br|b|i|em|strong|ul|ol|li|img|span|div|a|sup|sub|code|table)\b[^<>]*>", IGNORECASE)
_NUMBER: Final = Pattern(r"\s*+=?\s*+(-?\d{1,30}+(?:\.\d{1,30}+)?)\s*+(?::\s*+0?(?:\.0*+)?)?\s*+")
_BEGINS = Pattern(r"\s*(?:::|\$CATEGORY:)", IGNORECASE)
_ESCAPED = Pattern(r"\\.")
_GENERAL_FEEDBACK = Pattern(r"(?<!\\)####")
_OPENING = Pattern(r"(?<!\\)(?:\\\\)*({)")
_CLOSING = Pattern(r"(?<!\\)(?:\\\\)*(})")


def read_gift(text: str, file: DraftFile) -> None:
    """Fill `file` with the questions of a text. Raises `FileRefused`."""
    lessons = QuestionLessons(file)
    for line, lines in _parts(text):
        body: list[str] = []
        for text_line in lines:
            category = _CATEGORY.match(text_line)
            if category:
                lessons.category(category[1].strip())
            else:
                body.append(text_line)
        question = "\n".join(body).strip()
        if not question:
            continue
        lessons.place = f"line {line}"
        lessons.count()
        if len(question) > MAX_QUESTION:
            lessons.report_loss("long question", "It is longer than a question can be, and left out.")
            continue
        _question(question, lessons)
    if not lessons.questions:
        raise FileRefused("has no question in it.")
    lessons.end()


def _parts(text: str) -> Iterator[tuple[int, list[str]]]:
    """Yield the questions, each with the number of its first line.

    Empty lines separate them unless a brace is open, and so does what can only begin another question: a title,
    a category, or a second pair of braces. A brace that is open when another one opens after an empty line was
    never closed.
    """
    lines, is_open, blank = list[tuple[int, str]](), False, 0
    for number, line in enumerate(text.splitlines(), 1):
        if line.lstrip().startswith("//"):
            continue
        braces = _brace_signs(line)
        if is_open and blank and (braces.startswith("{") or _BEGINS.match(line)):
            yield from _split_questions(lines[:blank])
            lines, is_open, blank = lines[blank:], False, 0
        if line.strip() or is_open:
            blank = len(lines) if is_open and not line.strip() else blank
            lines.append((number, line))
            is_open = braces.endswith("{") or (is_open and not braces)
        elif lines:
            yield from _split_questions(lines)
            lines, is_open, blank = [], False, 0
    yield from _split_questions(lines)


def _split_questions(lines: list[tuple[int, str]]) -> Iterator[tuple[int, list[str]]]:
    """Yield the questions in lines without an empty one between them."""
    begin, has_answers, is_open = 0, False, False
    for index, (_, line) in enumerate(lines):
        braces = _brace_signs(line)
        if index and (not is_open or _BEGINS.match(line)):
            previous = lines[index - 1][1]
            is_complete = has_answers and previous.rstrip().endswith("}")
            is_next = _BEGINS.match(line) or (has_answers and "{" in braces)
            is_next = is_next or (is_complete and _has_answers_before_a_title(lines[index:]))
            if is_next or _CATEGORY.match(previous.lstrip()):
                yield lines[begin][0], [line_text for _, line_text in lines[begin:index]]
                begin, has_answers, is_open = index, False, False
        has_answers = has_answers or "{" in braces
        is_open = braces.endswith("{") or (is_open and not braces)
    if lines:
        yield lines[begin][0], [line_text for _, line_text in lines[begin:]]


def _has_answers_before_a_title(lines: list[tuple[int, str]]) -> bool:
    for _, line in lines:
        if _BEGINS.match(line):
            return False
        if "{" in _brace_signs(line):
            return True
    return False


def _brace_signs(line: str) -> str:
    """Return the braces of a line that are syntax rather than text."""
    return "".join(sign for sign in _ESCAPED.sub("", line) if sign in "{}")


def _question(text: str, lessons: QuestionLessons) -> None:
    titled = _TITLE.match(text)
    if titled:
        lessons.place = f"{lessons.place} ({excerpt(_unescape(titled[1]))[:60]})"
        text = text[titled.end() :]
    form = _FORMAT.match(text)
    kind = form[1].lower() if form else "moodle"
    text = text[form.end() :] if form else text.lstrip()
    braces = _braces(text)
    if braces is None:
        words = _words(text, kind, lessons)
        if words.strip():
            lessons.add("text", {"markdown": _description(text, kind)})
        return
    begin, end = braces
    before, inner, behind = text[:begin], text[begin + 1 : end].strip(), text[end + 1 :].rstrip()
    if end == len(text):
        lessons.report_loss("open brace", f"Its braces are not closed; check its answers: “{excerpt(before)}”.")
    if _OPENING.search(behind):
        lessons.report_loss(
            "several answers", f"It has a second pair of braces, which is kept as text: “{excerpt(behind)}”."
        )
    inner, feedback = _general_feedback(inner, kind, lessons)
    _by_kind(_words(before, kind, lessons), inner, _words(behind, kind, lessons), feedback, kind=kind, lessons=lessons)


def _by_kind(before: str, inner: str, behind: str, feedback: str, *, kind: str, lessons: QuestionLessons) -> None:
    question = with_gap(before, behind).strip() if behind.strip() else before.strip()
    if not inner:
        lessons.open(question, feedback)
        return
    truth = _TRUTH.match(inner)
    if truth:
        is_true = truth[1].upper().startswith("T")
        said = [_words(piece, kind, lessons).strip() for piece in _unescaped_split(inner[truth.end() :], "#")[1:]]
        wrong, right = [*said, "", ""][:2]
        if_true, if_false = (right, wrong) if is_true else (wrong, right)
        lessons.true_false(question, is_true, if_true=if_true, if_false=if_false, feedback=feedback)
        return
    if inner.startswith("#"):
        number = _NUMBER.fullmatch(inner[1:])
        if number:
            lessons.gaps(with_gap(before, behind), [[Answer(number[1], 100)]], feedback)
        else:
            lessons.left_out("numerical", question)
        return
    answers = _answers(inner, kind, lessons)
    if not answers:
        lessons.left_out("that GIFT has not", question)
        return
    signs = {sign for sign, _ in answers}
    plain = [answer for _, answer in answers]
    if signs == {"="} and all("->" in answer.text for answer in plain):
        sides = [answer.text.partition("->") for answer in plain]
        lessons.pairs(question, [(left.strip(), right.strip()) for left, _, right in sides], feedback)
    elif signs == {"="}:
        lessons.gaps(with_gap(before, behind), [plain], feedback)
    else:
        lessons.choice(question, plain, is_single="=" in signs, feedback=feedback)


def _answers(inner: str, kind: str, lessons: QuestionLessons) -> list[tuple[str, Answer]]:
    """Return the answers, each with its sign and weight."""
    marks = [(mark.start(2), mark[2]) for mark in _SPLIT.finditer(inner)]
    signed = []
    for (start, sign), (end, _) in pairwise([*marks, (len(inner), "")]):
        raw = inner[start + 1 : end]
        weight = _WEIGHT.match(raw)
        percent = float(weight[1].replace(",", ".")) if weight else 100.0 if sign == "=" else 0.0
        parts = _unescaped_split(raw[weight.end() :] if weight else raw, "#")
        said = _words("#".join(parts[1:]), kind, lessons).strip()
        signed.append((sign, Answer(_words(parts[0], kind, lessons).strip(), percent, said)))
    return signed


def _general_feedback(inner: str, kind: str, lessons: QuestionLessons) -> tuple[str, str]:
    match = _GENERAL_FEEDBACK.search(inner)
    if match is None:
        return inner, ""
    return inner[: match.start()].strip(), _words(inner[match.end() :], kind, lessons).strip()


def _braces(text: str) -> tuple[int, int] | None:
    """Return the start and end of the answers (the end of the text if they are not closed), or None."""
    opening = _OPENING.search(text)
    if opening is None:
        return None
    begin = opening.start(1)
    closing = _CLOSING.search(text[begin:])
    return begin, begin + closing.start(1) if closing else len(text)


def _words(text: str, kind: str, lessons: QuestionLessons) -> str:
    """Return a text of the file as plain words."""
    own = _FORMAT.match(text)
    if own:
        kind, text = own[1].lower(), text[own.end() :]
    plain = tex_in_dollars(_unescape(text))
    if kind == "plain" or not (kind == "html" or _TAG.search(plain)):
        return plain
    read = read_html(plain)
    for what in read.losses:
        lessons.report_loss("formatting", f"It is not kept as it looks: {what}.")
    if read.pictures:
        lessons.report_loss("picture", "GIFT has no pictures in it. Upload them, and insert them.")
    return read.plain


def _description(text: str, kind: str) -> str:
    words = tex_in_dollars(_unescape(text)).strip()
    if kind == "markdown":
        return words
    if kind == "plain":
        from workbench.documents.paragraph import TextRun
        from workbench.imports.reading.inline import markdown

        return markdown([TextRun(words)])
    return read_html(words.replace("\n", "<br>")).markdown


def _unescape(text: str) -> str:
    return _SIGN.sub(lambda match: "\n" if match[0] == "\\n" else match[0][1:], text)


def _unescaped_split(text: str, sign: str) -> list[str]:
    return Pattern(rf"(?<!\\){sign}").split(text)

r"""GIFT to draft lessons: every type of question that a block can ask; what has no counterpart is listed.

Source: Moodle's documentation of the format. Questions are apart by empty lines, `\` takes their meaning from
`~ = # { } :`, `// [id:…]` is a comment.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from workbench.imports.reading.draft import DraftFile, excerpt
from workbench.imports.reading.html_text import read_html, tex_in_dollars
from workbench.imports.reading.questions import Answer, QuestionLessons, with_gap
from workbench.sources.reading.paragraph import FileRefused

MAX_QUESTION: Final = 100_000
_CATEGORY: Final = re.compile(r"\$CATEGORY:\s*(.*)", re.IGNORECASE)
_TITLE: Final = re.compile(r"\s*::((?:[^\\:]|\\.|:(?!:)){0,2000}?)::", re.DOTALL)
_FORMAT: Final = re.compile(r"\s*\[(html|moodle|plain|markdown)\]", re.IGNORECASE)
_SIGN: Final = re.compile(r"\\[~=#{}:]|\\n|\\\\")
_SPLIT: Final = re.compile(r"(?<!\\)((?:\\\\)*)([=~])")
_WEIGHT: Final = re.compile(r"\s*%(-?\d{1,3}(?:[.,]\d{1,8})?)%")
_TRUTH: Final = re.compile(r"\s*(T|TRUE|F|FALSE)\s*(?=#|$)", re.IGNORECASE)
_TAG: Final = re.compile(r"</?(?:p|br|b|i|em|strong|ul|ol|li|img|span|div|a|sup|sub|code|table)\b[^>]*>", re.IGNORECASE)
_NUMBER: Final = re.compile(r"\s*=?\s*(-?\d{1,30}(?:\.\d{1,30})?)\s*(?::\s*0?(?:\.0*)?)?\s*")


def read_gift(text: str, file: DraftFile) -> None:
    """Fill `file` with the questions of a text. Raises `FileRefused`."""
    lessons = QuestionLessons(file)
    for line, lines in _parts(text):
        body: list[str] = []
        for each in lines:
            category = _CATEGORY.match(each)
            if category:
                lessons.category(category[1].strip())
            else:
                body.append(each)
        question = "\n".join(body).strip()
        if not question:
            continue
        lessons.place = f"line {line}"
        lessons.count()
        if len(question) > MAX_QUESTION:
            lessons.lost("long question", "It is longer than a question can be, and left out.")
            continue
        _question(question, lessons)
    if not lessons.questions:
        raise FileRefused("has no question in it.")
    lessons.end()


def _parts(text: str) -> Iterator[tuple[int, list[str]]]:
    """The questions, each with the number of its first line: empty lines part them, unless a brace is open."""
    begin, lines, depth = 0, list[str](), 0
    for number, line in enumerate(text.splitlines(), 1):
        if line.lstrip().startswith("//"):
            continue
        if line.strip() or (depth > 0 and lines):
            begin = begin if lines else number
            lines.append(line)
            bare = re.sub(r"\\.", "", line)
            depth = max(0, depth + bare.count("{") - bare.count("}"))
            if depth > 0 and len(lines) > 500:
                depth = 0  # a brace that is never closed
        elif lines:
            yield begin, lines
            begin, lines, depth = 0, [], 0
    if lines:
        yield begin, lines


def _question(text: str, lessons: QuestionLessons) -> None:
    titled = _TITLE.match(text)
    if titled:
        lessons.place = f"{lessons.place} ({excerpt(_unescaped(titled[1]))[:60]})"
        text = text[titled.end() :]
    form = _FORMAT.match(text)
    kind = form[1].lower() if form else "moodle"
    text = text[form.end() :] if form else text.lstrip()
    begin, end = _braces(text)
    if begin < 0:
        words = _words(text, kind, lessons)
        if words.strip():
            lessons.add("text", {"markdown": _description(text, kind)})
        return
    before, inner, behind = text[:begin], text[begin + 1 : end].strip(), text[end + 1 :].strip("\n")
    inner, feedback = _general_feedback(inner, kind, lessons)
    _by_kind(_words(before, kind, lessons), inner, _words(behind, kind, lessons), feedback, kind=kind, lessons=lessons)


def _by_kind(before: str, inner: str, behind: str, feedback: str, *, kind: str, lessons: QuestionLessons) -> None:
    question = before.strip()
    if not inner:
        lessons.open(question, feedback)
        return
    truth = _TRUTH.match(inner)
    if truth:
        is_true = truth[1].upper().startswith("T")
        said = [_words(each, kind, lessons).strip() for each in _unescaped_split(inner[truth.end() :], "#")[1:3]]
        wrong, right = [*said, "", ""][:2]
        if_true, if_false = (right, wrong) if is_true else (wrong, right)
        lessons.true_false(question, is_true, if_true=if_true, if_false=if_false, feedback=feedback)
        return
    if inner.startswith("#"):
        number = _NUMBER.fullmatch(inner[1:])
        if number:
            lessons.gaps(with_gap(before.rstrip(), behind), [[Answer(number[1], 100)]], feedback)
        else:
            lessons.left_out("numerical", question)
        return
    answers = _answers(inner, kind, lessons)
    if not answers:
        lessons.left_out("that GIFT has not", question)
        return
    signs = {sign for sign, _ in answers}
    found = [answer for _, answer in answers]
    if signs == {"="} and all("->" in each.text for each in found):
        sides = [each.text.partition("->") for each in found]
        lessons.pairs(question, [(left.strip(), right.strip()) for left, _, right in sides], feedback)
    elif signs == {"="}:
        lessons.gaps(with_gap(before, behind), [found], feedback)
    else:
        asked = with_gap(before, behind) if behind.strip() else question
        lessons.choice(asked, found, is_single="=" in signs, feedback=feedback)


def _answers(inner: str, kind: str, lessons: QuestionLessons) -> list[tuple[str, Answer]]:
    """The answers, each with its sign and what it is worth."""
    marks = [(found.start(2), found[2]) for found in _SPLIT.finditer(inner)]
    found = []
    for (start, sign), end in zip(marks, [*(place for place, _ in marks[1:]), len(inner)], strict=True):
        raw = inner[start + 1 : end]
        weight = _WEIGHT.match(raw)
        percent = float(weight[1].replace(",", ".")) if weight else 100.0 if sign == "=" else 0.0
        parts = _unescaped_split(raw[weight.end() :] if weight else raw, "#")
        said = _words("#".join(parts[1:]), kind, lessons).strip()
        found.append((sign, Answer(_words(parts[0], kind, lessons).strip(), percent, said)))
    return found


def _general_feedback(inner: str, kind: str, lessons: QuestionLessons) -> tuple[str, str]:
    place = re.search(r"(?<!\\)####", inner)
    if place is None:
        return inner, ""
    return inner[: place.start()].strip(), _words(inner[place.end() :], kind, lessons).strip()


def _braces(text: str) -> tuple[int, int]:
    """Where the answers begin and end; -1 where there are none."""
    begin = next((each.start(1) for each in re.finditer(r"(?<!\\)(?:\\\\)*({)", text)), -1)
    if begin < 0:
        return -1, -1
    end = next((each.start(1) for each in re.finditer(r"(?<!\\)(?:\\\\)*(})", text) if each.start(1) > begin), -1)
    return (begin, end) if end >= 0 else (begin, len(text))


def _words(text: str, kind: str, lessons: QuestionLessons) -> str:
    """A text of the file as plain words."""
    own = _FORMAT.match(text)
    if own:
        kind, text = own[1].lower(), text[own.end() :]
    plain = tex_in_dollars(_unescaped(text))
    if kind == "plain" or not (kind == "html" or _TAG.search(plain)):
        return plain
    found = read_html(plain)
    for what in found.lost:
        lessons.lost("formatting", f"It is not kept as it looks: {what}.")
    if found.pictures:
        lessons.lost("picture", "GIFT has no pictures in it. Upload them, and insert them.")
    return found.plain


def _description(text: str, kind: str) -> str:
    words = tex_in_dollars(_unescaped(text)).strip()
    if kind == "markdown":
        return words
    if kind == "plain":
        from workbench.imports.reading.inline import TextRun, markdown

        return markdown([TextRun(words)])
    return read_html(words.replace("\n", "<br>")).markdown


def _unescaped(text: str) -> str:
    return _SIGN.sub(lambda found: "\n" if found[0] == "\\n" else found[0][1:], text)


def _unescaped_split(text: str, sign: str) -> list[str]:
    return re.split(rf"(?<!\\){sign}", text)

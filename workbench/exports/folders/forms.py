r"""The Markdown of blocks that can be written as Markdown and read back: a pair of functions for each type.

A writer may give what its reader does not read back as it was; `block_file` tries both and takes TOML then. So a form
is made for what authors write, not for every text that is possible. A reader raises `ValueError` with a sentence.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

Content = Mapping[str, Any]
_HEADING = re.compile(r"(#{1,3}) (.+)")
_CALLOUT = re.compile(r"\[!(NOTE|TIP|WARNING)\]")
_CHOICE = re.compile(r"- \[([ xX])\] (.*)")
_NUMBERED = re.compile(r"\d+\. (.*)")
_TERM = re.compile(r"- \*\*(.+?)\*\*: (.*)")
_PICTURE = re.compile(r"!\[([^\[\]\n]*)\]\((?:<([^<>\n]+)>|([^()\s]+))\)")
_LINK = re.compile(r"\[([^\[\]\n]*)\]\((?:<([^<>\n]+)>|([^()\s]+))\)")
_TITLE = "#### "
_ARROW = " → "
_OR = " | "


def _write_heading(content: Content) -> str:
    return f"{'#' * int(content['level'])} {content['text']}"


def _read_heading(body: str) -> dict[str, Any]:
    found = _HEADING.fullmatch(body)
    if found is None:
        raise ValueError("a heading is one line that begins with #, ## or ###")
    return {"text": found[2], "level": len(found[1])}


def _write_markdown(content: Content) -> str:
    return str(content["markdown"])


def _read_markdown(body: str) -> dict[str, Any]:
    return {"markdown": body}


def _write_example(content: Content) -> str:
    title = content["title"]
    return f"{_TITLE}{title}\n\n{content['markdown']}" if title else str(content["markdown"])


def _read_example(body: str) -> dict[str, Any]:
    first, _, rest = body.partition("\n")
    if first.startswith(_TITLE):
        return {"title": first.removeprefix(_TITLE), "markdown": rest.strip("\n")}
    return {"title": "", "markdown": body}


def _write_callout(content: Content) -> str:
    return _quoted(f"[!{str(content['kind']).upper()}]\n{content['markdown']}")


def _read_callout(body: str) -> dict[str, Any]:
    first, _, rest = _unquoted(body.split("\n")).partition("\n")
    found = _CALLOUT.fullmatch(first)
    if found is None:
        raise ValueError("a callout begins with > [!NOTE], > [!TIP] or > [!WARNING]")
    return {"kind": found[1].lower(), "markdown": rest}


def _write_items(content: Content) -> str:
    return "\n".join(f"- {each}" for each in content["items"])


def _read_items(body: str) -> dict[str, Any]:
    lines = body.split("\n")
    if not all(each.startswith("- ") for each in lines):
        raise ValueError("each of its lines begins with a dash and a space")
    return {"items": [each[2:] for each in lines]}


def _write_terms(content: Content) -> str:
    return "\n".join(f"- **{each['term']}**: {each['meaning']}" for each in content["terms"])


def _read_terms(body: str) -> dict[str, Any]:
    found = [_TERM.fullmatch(each) for each in body.split("\n")]
    if None in found:
        raise ValueError("each of its lines is - **term**: meaning")
    return {"terms": [{"term": each[1], "meaning": each[2]} for each in found if each]}


def _write_quiz(content: Content) -> str:
    lines = []
    for each in content["choices"]:
        lines.append(f"- [{'x' if each['isCorrect'] else ' '}] {each['text']}")
        lines += [_indented(_quoted(each["feedback"]))] if each["feedback"] else []
    return f"{content['question']}\n\n" + "\n".join(lines)


def _read_quiz(body: str) -> dict[str, Any]:
    question, lines = _question_and_lines(body, lambda line: _CHOICE.fullmatch(line) is not None)
    choices: list[dict[str, Any]] = []
    quoted: list[list[str]] = []
    for line in lines:
        found = _CHOICE.fullmatch(line)
        if found:
            choices.append({"text": found[2], "isCorrect": found[1] != " "})
            quoted.append([])
        elif line.startswith("  >") and choices:
            quoted[-1].append(line[2:])
        elif line.strip():
            raise ValueError("a choice is a line - [x] or - [ ], and feedback is a line below it that begins with   >")
    right = sum(each["isCorrect"] for each in choices)
    complete = [{**each, "feedback": _unquoted(those)} for each, those in zip(choices, quoted, strict=True)]
    return {"question": question, "multiple": right > 1, "choices": complete}


def _write_ordering(content: Content) -> str:
    return _with_feedback(f"{content['prompt']}\n\n{_numbered(content['items'])}", content)


def _read_ordering(body: str) -> dict[str, Any]:
    prompt, items, feedback = _read_numbered(body)
    return {"prompt": prompt, "items": items, "feedback": feedback}


def _write_matching(content: Content) -> str:
    pairs = "\n".join(f"- {each['left']}{_ARROW}{each['right']}" for each in content["pairs"])
    return _with_feedback(f"{content['prompt']}\n\n{pairs}", content)


def _read_matching(body: str) -> dict[str, Any]:
    prompt, lines = _question_and_lines(body, lambda line: line.startswith("- ") and _ARROW in line)
    items, feedback = _without_feedback(lines)
    if not all(each.startswith("- ") and each.count(_ARROW) == 1 for each in items):
        raise ValueError(f"each pair is a line - left{_ARROW}right")
    pairs = [each[2:].split(_ARROW) for each in items]
    return {
        "prompt": prompt,
        "pairs": [{"left": left, "right": right} for left, right in pairs],
        "feedback": feedback,
    }


def _write_fill_in(content: Content) -> str:
    gaps = _numbered(_OR.join(each["answers"]) for each in content["gaps"])
    return _with_feedback(f"{content['text']}\n\n{gaps}", content)


def _read_fill_in(body: str) -> dict[str, Any]:
    text, answers, feedback = _read_numbered(body)
    return {"text": text, "gaps": [{"answers": each.split(_OR)} for each in answers], "feedback": feedback}


def _write_short_answer(content: Content) -> str:
    return f"{content['question']}\n\n{_quoted(content['modelAnswer'])}"


def _read_short_answer(body: str) -> dict[str, Any]:
    question, lines = _question_and_lines(body, lambda line: line.startswith(">"))
    if not lines or not all(each.startswith(">") for each in lines):
        raise ValueError("the model answer stands below the question, in lines that begin with >")
    return {"question": question, "modelAnswer": _unquoted(lines)}


def _write_reflection(content: Content) -> str:
    return str(content["prompt"])


def _read_reflection(body: str) -> dict[str, Any]:
    return {"prompt": body}


def _write_blank(content: Content) -> str:
    return ""


def _read_blank(body: str) -> dict[str, Any]:
    if body:
        raise ValueError("an empty page has no text")
    return {}


def _write_image(content: Content) -> str:
    picture = f"![{content.get('alternativeText', '')}]({_file(content)})"
    return f"{picture}\n\n{content['caption']}" if content.get("caption") else picture


def _read_image(body: str) -> dict[str, Any]:
    first, _, caption = body.partition("\n")
    found = _PICTURE.fullmatch(first.rstrip())
    if found is None:
        raise ValueError("a picture is a line ![what it shows](media/file.png), and below it a caption if it has one")
    asset = found[2] or found[3]
    return {"asset": asset, "alternativeText": found[1], "decorative": False, "caption": caption.strip("\n")}


def _write_link(content: Content) -> str:
    return f"[{content.get('caption', '')}]({_file(content)})"


def _read_link(body: str) -> dict[str, Any]:
    found = _LINK.fullmatch(body)
    if found is None:
        raise ValueError("a recording or file is a line [caption](media/file.mp3)")
    return {"asset": found[2] or found[3], "caption": found[1]}


def _file(content: Content) -> str:
    """What the block refers to, if it is a file of the folder."""
    if "/" not in content["asset"]:
        raise ValueError("it has no file in the folder")
    return str(content["asset"])


def _question_and_lines(body: str, begins: Callable[[str], bool]) -> tuple[str, list[str]]:
    """What is asked, and the lines from the first one of the answers on."""
    lines = body.split("\n")
    at = next((place for place, line in enumerate(lines) if begins(line)), len(lines))
    return "\n".join(lines[:at]).rstrip("\n"), lines[at:]


def _read_numbered(body: str) -> tuple[str, list[str], str]:
    question, lines = _question_and_lines(body, lambda line: _NUMBERED.fullmatch(line) is not None)
    items, feedback = _without_feedback(lines)
    found = [_NUMBERED.fullmatch(each) for each in items]
    if None in found:
        raise ValueError("its items are lines that begin with a number, a dot and a space")
    return question, [each[1] for each in found if each], feedback


def _with_feedback(text: str, content: Content) -> str:
    return f"{text}\n\n{_quoted(content['feedback'])}" if content["feedback"] else text


def _without_feedback(lines: list[str]) -> tuple[list[str], str]:
    at = next((place for place, line in enumerate(lines) if line.startswith(">")), len(lines))
    return [each for each in lines[:at] if each.strip()], _unquoted(lines[at:])


def _numbered(texts: Iterable[str]) -> str:
    return "\n".join(f"{place}. {each}" for place, each in enumerate(texts, 1))


def _quoted(text: str) -> str:
    return "\n".join(f"> {line}" if line else ">" for line in text.split("\n"))


def _unquoted(lines: list[str]) -> str:
    if not all(each.startswith(">") for each in lines):
        raise ValueError("its lines begin with >")
    return "\n".join(each.removeprefix(">").removeprefix(" ") for each in lines)


def _indented(text: str) -> str:
    return "\n".join(f"  {line}" for line in text.split("\n"))


OPTIONAL: Final[Mapping[str, Content]] = {
    "image": {"alternativeText": "", "decorative": False, "caption": ""},
    **{kind: {"caption": ""} for kind in ("audio", "video", "file")},
}
"""Fields that a content may do without, with what they then are: a form says no more than that."""
FORMS: Final[Mapping[str, tuple[Callable[[Content], str], Callable[[str], dict[str, Any]]]]] = {
    "heading": (_write_heading, _read_heading),
    "text": (_write_markdown, _read_markdown),
    "authorNote": (_write_markdown, _read_markdown),
    "example": (_write_example, _read_example),
    "callout": (_write_callout, _read_callout),
    "objectives": (_write_items, _read_items),
    "summary": (_write_items, _read_items),
    "keyTerms": (_write_terms, _read_terms),
    "quiz": (_write_quiz, _read_quiz),
    "ordering": (_write_ordering, _read_ordering),
    "matching": (_write_matching, _read_matching),
    "fillIn": (_write_fill_in, _read_fill_in),
    "shortAnswer": (_write_short_answer, _read_short_answer),
    "reflection": (_write_reflection, _read_reflection),
    "blank": (_write_blank, _read_blank),
    "image": (_write_image, _read_image),
    "audio": (_write_link, _read_link),
    "video": (_write_link, _read_link),
    "file": (_write_link, _read_link),
}
"""For each type what writes its content as Markdown and what reads that."""

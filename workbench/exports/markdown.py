"""A lesson or a course as Markdown. Pure functions; plain text is escaped, so that none of it is read as Markdown."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from workbench.authoring.block import below_title
from workbench.authoring.content import AUTHOR_NOTE, content_problem
from workbench.authoring.content.media_types import IMAGE, MEDIA_BLOCKS
from workbench.authoring.links import code_lines, images, is_allowed, raw_html, refused_links
from workbench.authoring.plain_text import plain_text
from workbench.authoring.rendering.labels import Labels, labels_for
from workbench.authoring.rendering.media import NO_LINKS, MediaLinks, media_label
from workbench.authoring.rendering.questions import mixed
from workbench.exports.page_facts import NO_FACTS, PageFacts
from workbench.procedures.lesson import Lesson

_SIGNS = re.compile(r"([\\`*_\[\]<>#|~&!$]|(?<=:)/(?=/))")
_HTML_START = re.compile(r"<(?!(?:https://|mailto:)[^\s<>]*>)", re.IGNORECASE)
_DEFINITION = re.compile(r"\]:\s*<?(\S*)")
_LINE_START = re.compile(r"^(\s*)([-+=]|\d+[.)])", re.MULTILINE)


def course_markdown(
    title: str, lessons: Sequence[Lesson], links: MediaLinks = NO_LINKS, facts: PageFacts = NO_FACTS
) -> str:
    """The course with its lessons in the order given; a lesson of the same title needs no heading of its own."""
    if len(lessons) == 1 and lessons[0].title == title:
        return lesson_markdown(lessons[0], links=links, facts=facts)
    made = (lesson_markdown(each, level=2, links=links, facts=facts).rstrip() for each in lessons)
    parts = [f"# {_line(title)}", *made]
    return "\n\n".join(parts) + "\n"


def lesson_markdown(
    lesson: Lesson, *, level: int = 1, links: MediaLinks = NO_LINKS, facts: PageFacts = NO_FACTS
) -> str:
    """The lesson under its title, a heading of this level; its own headings are set below it.

    Its last line says who wrote and approved it, where `facts` tell it.
    """
    words = labels_for(lesson.language)
    parts = [f"{'#' * level} {_line(lesson.title)}"]
    for block in below_title(lesson.blocks, lesson.title):
        if block.type != "blank":
            parts.append(block_markdown(block.type, block.content, words, level, links).strip())
    foot = _line(facts.foot_text(lesson))
    parts.append(f"*{foot}*" if foot else "")
    return "\n\n".join(part for part in parts if part) + "\n"


def block_markdown(
    block_type: str, content: Mapping[str, Any], words: Labels, level: int = 1, links: MediaLinks = NO_LINKS
) -> str:
    """One block; what its type's schema refuses is given as its plain words."""
    make = _MAKERS.get(block_type)
    if block_type in MEDIA_BLOCKS and content_problem(block_type, content) is None:
        return _media(block_type, content, words, links)
    if make is None or content_problem(block_type, content) is not None:
        return "\n\n".join(_line(each) for each in plain_text(block_type, content).splitlines())
    return make(content, words, level)


def _heading(content: Mapping[str, Any], words: Labels, level: int) -> str:
    return f"{_head(level + int(content.get('level', 2)) - 1 or 1)} {_line(content['text'])}"


def _text(content: Mapping[str, Any], words: Labels, level: int) -> str:
    return _safe(str(content["markdown"]))


def _objectives(content: Mapping[str, Any], words: Labels, level: int) -> str:
    return _part(words.objectives, level, _items(content["items"]))


def _summary(content: Mapping[str, Any], words: Labels, level: int) -> str:
    return _part(words.summary, level, _items(content["items"]))


def _key_terms(content: Mapping[str, Any], words: Labels, level: int) -> str:
    terms = (f"- **{_line(each['term'])}**: {_line(each['meaning'])}" for each in content["terms"])
    return _part(words.key_terms, level, "\n".join(terms))


def _example(content: Mapping[str, Any], words: Labels, level: int) -> str:
    title = content.get("title", "")
    return _part(f"{words.example}: {title}" if title else words.example, level, _safe(str(content["markdown"])))


def _quiz(content: Mapping[str, Any], words: Labels, level: int) -> str:
    choices = "\n".join(f"{number}. {_line(each['text'])}" for number, each in enumerate(content["choices"], 1))
    right = "\n".join(
        f"- {_line(each['text'])}" + (f" ({_line(each['feedback'])})" if each.get("feedback") else "")
        for each in content["choices"]
        if each["isCorrect"]
    )
    return _part(
        words.quiz, level, f"{_line(content['question'])}\n\n{choices}\n\n**{_line(words.correct)}:**\n\n{right}"
    )


def _callout(content: Mapping[str, Any], words: Labels, level: int) -> str:
    label = {"note": words.note, "tip": words.tip, "warning": words.warning}[content.get("kind", "note")]
    return _quoted(label, content["markdown"])


def _ordering(content: Mapping[str, Any], words: Labels, level: int) -> str:
    right = "\n".join(f"{place}. {_line(each)}" for place, each in enumerate(content["items"], 1))
    return _part(words.ordering, level, _question(content, words, "prompt", _items(mixed(content["items"])), right))


def _matching(content: Mapping[str, Any], words: Labels, level: int) -> str:
    pairs = content["pairs"]
    sides = f"{_items([each['left'] for each in pairs])}\n\n---\n\n{_items(mixed(each['right'] for each in pairs))}"
    right = "\n".join(f"- {_line(each['left'])}: {_line(each['right'])}" for each in pairs)
    return _part(words.matching, level, _question(content, words, "prompt", sides, right))


def _fill_in(content: Mapping[str, Any], words: Labels, level: int) -> str:
    right = "\n".join(f"{place}. {_line(' / '.join(each['answers']))}" for place, each in enumerate(content["gaps"], 1))
    return _part(words.fill_in, level, _question(content, words, "text", "", right))


def _short_answer(content: Mapping[str, Any], words: Labels, level: int) -> str:
    answer = f"**{_line(words.model_answer)}:** {_line(content['modelAnswer'])}"
    return _part(words.short_answer, level, f"{_line(content['question'])}\n\n{answer}")


def _question(content: Mapping[str, Any], words: Labels, field: str, options: str, right: str) -> str:
    """What the field asks and what there is to choose from, the right answer, and what is said of that."""
    parts = [_line(content[field]), options, f"**{_line(words.correct)}:**", right, _line(content.get("feedback", ""))]
    return "\n\n".join(part for part in parts if part)


def _media(block_type: str, content: Mapping[str, Any], words: Labels, links: MediaLinks) -> str:
    link, caption = links.get(content["asset"]), _line(str(content.get("caption", "")))
    text = _line(str(content.get("alternativeText", "")))
    if link is None:
        shown = f"**{_line(media_label(block_type, words))}**{': ' if text else ''}{text}"
    elif block_type == IMAGE:
        shown = f"![{'' if content.get('decorative') else text}](<{link.address}>)"
    else:
        name = caption or _line(link.file_name) or _line(media_label(block_type, words))
        return f"[{name}](<{link.address}>)"
    return "\n\n".join(part for part in (shown, caption) if part)


def _reflection(content: Mapping[str, Any], words: Labels, level: int) -> str:
    return _part(words.reflection, level, _line(content["prompt"]))


def _author_note(content: Mapping[str, Any], words: Labels, level: int) -> str:
    return _quoted(words.author_note, content["markdown"])


def _quoted(label: str, markdown: str) -> str:
    lines = [f"**{_line(label)}**", "", *_safe(markdown).strip().splitlines()]
    return "\n".join(f"> {line}".rstrip() for line in lines)


def _safe(markdown: str) -> str:
    """The text without raw HTML, images and links that are neither https nor mailto: those are left as plain text."""
    if _is_safe(markdown):
        return markdown
    code, lines = code_lines(markdown), markdown.splitlines()
    disarmed = "\n".join(line if at in code else _disarmed(line) for at, line in enumerate(lines))
    return disarmed if _is_safe(disarmed) else "\n".join(map(_line, lines))


def _is_safe(markdown: str) -> bool:
    # What a line defines, or an image that names it, may meet its other half in another block of the file.
    code = code_lines(markdown)
    lines = [line for at, line in enumerate(markdown.splitlines()) if at not in code]
    if any("![" in line or not _defines_safely(line) for line in lines):
        return False
    return not (raw_html(markdown) or images(markdown) or refused_links(markdown))


def _disarmed(line: str) -> str:
    plain = _HTML_START.sub("&lt;", line).replace("![", "&#33;[")
    return plain if _defines_safely(plain) and not refused_links(plain) else plain.replace("[", "&#91;")


def _defines_safely(line: str) -> bool:
    found = _DEFINITION.search(line)
    return found is None or is_allowed(found[1])


def _part(title: str, level: int, body: str) -> str:
    return f"{_head(level + 2)} {_line(title)}\n\n{body}"


def _items(items: Sequence[str]) -> str:
    return "\n".join(f"- {_line(each)}" for each in items)


def _head(level: int) -> str:
    return "#" * max(2, min(level, 6))


def _line(text: str) -> str:
    """Plain text on one line that Markdown reads as text."""
    one = " ".join(text.split())
    return _LINE_START.sub(_escape_start, _SIGNS.sub(r"\\\1", one))


def _escape_start(found: re.Match[str]) -> str:
    sign = found[2]
    return f"{found[1]}{sign[:-1]}\\{sign[-1]}"


_MAKERS: dict[str, Callable[[Mapping[str, Any], Labels, int], str]] = {
    "heading": _heading,
    "text": _text,
    "objectives": _objectives,
    "keyTerms": _key_terms,
    "example": _example,
    "callout": _callout,
    "quiz": _quiz,
    "ordering": _ordering,
    "matching": _matching,
    "fillIn": _fill_in,
    "shortAnswer": _short_answer,
    "reflection": _reflection,
    "summary": _summary,
    AUTHOR_NOTE: _author_note,
}

"""Lesson as a Markdown file with its ids, and reading such a file again. Pure.

Any written content is read back unchanged: a block that its type's Markdown would not preserve is written as
TOML, or as JSON, in a fence.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Any, Final

from workbench.authoring.block import Block
from workbench.authoring.blocks.registry import BLOCK_TYPES
from workbench.exports.folders.toml_text import toml_text
from workbench.patterns import DOTALL, Match, Pattern
from workbench.procedures.lesson import Lesson

_MARK = Pattern(
    r"<!-- block(?: ([0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}))?"
    r" ([A-Za-z][\w.-]{0,63})(?: (toml|json))? -->"
)
_LIKE_A_MARK = Pattern(r"\\*<!-- block")
_FENCE = Pattern(r"(`{3,})\w*\n(.*)\n\1", DOTALL)
_BACKTICKS = Pattern("`+")
_BEGIN: Final = "<!-- block"
_RULE: Final = "---"
_TEXT: Final = "text"
_KEYS: Final = ("lesson", "language", "revision", "digest", "title")


@dataclass(frozen=True, slots=True)
class FileBlock:
    """A block of a file; `id` is empty for a new one. `problem` says why it could not be read; it has no content.

    `is_marked` is false for text above the first mark. The reference of a picture or recording is a path, or an asset's
    id if it has no file.
    """

    id: str
    type: str
    content: dict[str, Any]
    line: int
    problem: str = ""
    is_marked: bool = True


@dataclass(frozen=True, slots=True)
class LessonFile:
    """The content of a lesson file. `lesson_id` is empty and `revision` 0 if the file doesn't give them.

    `digest` is the one noted in the file for its title and text, `text_digest` the actual one. `blocks` are `None` if
    they were not read. `unknown` are the keys of its head that mean nothing here.
    """

    lesson_id: str
    title: str
    language: str
    revision: int
    digest: str
    text_digest: str
    blocks: tuple[FileBlock, ...] | None
    unknown: tuple[str, ...] = ()

    def is_untouched(self) -> bool:
        """Return whether title and text are those that were written at the file's revision."""
        return bool(self.digest) and self.digest == self.text_digest


def write_lesson(lesson: Lesson) -> str:
    """Return the lesson's file."""
    return lesson_text(lesson.lesson_id, lesson.title, lesson.language, lesson.revision, lesson.blocks)


def lesson_text(lesson_id: str, title: str, language: str, revision: int, blocks: Sequence[Block]) -> str:
    """Return the file of a lesson with these blocks."""
    text = "\n".join(map(_block_text, blocks))
    head = {
        "lesson": lesson_id,
        "language": language,
        "revision": str(revision),
        "digest": _digest(title, text),
        "title": json.dumps(title, ensure_ascii=False),
    }
    return "\n".join([_RULE, *(f"{key}: {value}" for key, value in head.items()), _RULE, "", text])


def read_lesson(text: str, *, only_touched: bool = False) -> LessonFile:
    """Parse a file; one without ids is of a new lesson. Raises `ValueError` if its head cannot be read.

    With `only_touched` the blocks of an unchanged file are not read.
    """
    lines = text.replace("\r\n", "\n").removeprefix("\ufeff").split("\n")
    head, start = read_head(lines)
    revision, title = head.get("revision", ""), head.get("title", "")
    file = LessonFile(
        lesson_id=head.get("lesson", ""),
        title=title,
        language=head.get("language", ""),
        revision=int(revision) if revision.isascii() and revision.isdigit() and len(revision) < 16 else 0,
        digest=head.get("digest", ""),
        text_digest=_digest(title, "\n".join(lines[start:])),
        blocks=None,
        unknown=tuple(key for key in head if key and key not in _KEYS),
    )
    return file if only_touched and file.is_untouched() else replace(file, blocks=tuple(_blocks(lines, start)))


def conflict_line(lines: Sequence[str]) -> int:
    """Return the line, from 1, at which git marks two conflicting versions; 0 without a conflict."""
    begin = 0
    for number, line in enumerate(lines, 1):
        if line.startswith("<<<<<<< "):
            begin = number
        elif begin and line.startswith(">>>>>>> "):
            return begin
    return 0


def merge_conflict(line: int) -> str:
    """Return the error for a file with such a line, and what to do."""
    return f"git has two versions in it from line {line:,} on (<<<<<<<): keep one, or set the signs in by a space"


def with_head(text: str, values: Mapping[str, str]) -> str:
    """Return the text with these keys in its head, adding a head if needed; everything else is unchanged."""
    newline = "\r\n" if "\r\n" in text else "\n"
    lines = text.removeprefix("\ufeff").split("\n")
    _, start = read_head([line.removesuffix("\r") for line in lines])
    rest = [line for line in lines[1 : start - 1] if line.partition(":")[0].strip() not in values] if start else []
    head = [f"{key}: {value}" for key, value in values.items()]
    new = [_RULE, *head, *(head_line.removesuffix("\r") for head_line in rest), _RULE]
    return newline.join(new) + newline + "\n".join(lines[start:])


def read_head(lines: Sequence[str]) -> tuple[dict[str, str], int]:
    """Return the keys above the text, and the index of the line where the text begins. Raises `ValueError`."""
    if not lines or lines[0].rstrip() != _RULE:
        return {}, 0
    head: dict[str, str] = {}
    for position, line in enumerate(lines[1:], 1):
        if line.rstrip() == _RULE:
            return head, position + 1
        key, colon, value = line.partition(":")
        if not colon and line.strip():
            raise ValueError(f"line {position + 1} of the header does not have the form key: value")
        head[key.strip()] = _head_value(value.strip(), position + 1)
    raise ValueError("the header that begins with --- does not end with ---")


def _head_value(value: str, line: int) -> str:
    if not value.startswith('"'):
        return value
    try:
        return str(json.loads(value))
    except ValueError:
        raise ValueError(f"line {line} of the header has a quoted text that does not end as it should") from None


def _block_text(block: Block) -> str:
    """Return the block with its mark; blocks are separated by an empty line."""
    form, body = _body(block.type, block.content)
    mark = f"<!-- block {block.id} {block.type}{' ' if form else ''}{form} -->"
    return f"{mark}\n{body}\n" if body else f"{mark}\n"


def _body(block_type: str, content: Mapping[str, Any]) -> tuple[str, str]:
    known = BLOCK_TYPES.get(block_type)
    if known and known.write and known.read:
        try:
            body = _escape_marks(known.write(content))
            if _is_safe(body) and _same(known.read(_unescape_marks(body)), {**known.optional, **content}):
                return "", body
        except (KeyError, TypeError, ValueError):
            pass
    try:
        toml = toml_text(content)
        if "\r" not in toml and _same(tomllib.loads(toml), content):
            return "toml", _fence("toml", toml)
    except ValueError:
        pass
    return "json", _fence("json", json.dumps(content, ensure_ascii=True, indent=2))


def _is_safe(body: str) -> bool:
    """Return whether the text stays the same when read as lines between two marks."""
    return body == body.strip("\n") and "\r" not in body and "\ufeff" not in body


def _fence(language: str, text: str) -> str:
    ticks = "`" * max(3, 1 + max((len(match) for match in _BACKTICKS.findall(text)), default=0))
    return f"{ticks}{language}\n{_escape_marks(text)}\n{ticks}"


def _escape_marks(text: str) -> str:
    r"""Return the text with a backslash before each line that would be read as a mark."""
    if _BEGIN not in text:
        return text
    return "\n".join(f"\\{line}" if _LIKE_A_MARK.match(line) else line for line in text.split("\n"))


def _unescape_marks(text: str) -> str:
    if _BEGIN not in text:
        return text
    return "\n".join(line[1:] if line[:1] == "\\" and _LIKE_A_MARK.match(line) else line for line in text.split("\n"))


def _blocks(lines: Sequence[str], start: int) -> Iterator[FileBlock]:
    opening: Match[str] | None = None
    begin = start
    for index in range(start, len(lines) + 1):
        is_text = index < len(lines)
        mark = _MARK.fullmatch(lines[index].rstrip()) if is_text and lines[index].startswith(_BEGIN) else None
        if mark is None and is_text:
            continue
        body = _unescape_marks("\n".join(lines[begin:index]).strip("\n"))
        if opening is not None:
            yield _read_block((opening[1] or "").lower(), opening[2], opening[3] or "", body, begin)
        elif body.strip():
            yield FileBlock("", _TEXT, {"markdown": body}, begin + 1, is_marked=False)
        opening, begin = mark, index + 1


def _read_block(block_id: str, block_type: str, form: str, body: str, line: int) -> FileBlock:
    try:
        return FileBlock(block_id, block_type, _read_body(block_type, form, body), line)
    except ValueError as refused:
        return FileBlock(block_id, block_type, {}, line, problem=str(refused))
    except RecursionError:
        return FileBlock(block_id, block_type, {}, line, problem="it is nested too deeply")


def _read_body(block_type: str, form: str, body: str) -> dict[str, Any]:
    known = BLOCK_TYPES.get(block_type)
    if not form and known and known.read:
        return known.read(body)
    fence = _FENCE.fullmatch(body)
    if fence is None:
        raise ValueError("a block of this type is a fenced part: ```toml, its fields, ```")
    if form == "json":
        try:
            content = json.loads(fence[2])
        except ValueError:
            raise ValueError("its JSON cannot be read") from None
        if not isinstance(content, dict):
            raise ValueError("its JSON is not an object")
        return content
    try:
        content = tomllib.loads(fence[2])
        json.dumps(content, allow_nan=False)
    except (tomllib.TOMLDecodeError, TypeError, ValueError) as refused:
        raise ValueError(f"its TOML cannot be read: {refused}") from None
    return content


def _same(one: Any, other: Any) -> bool:
    """Return whether both are the same JSON, regardless of key order: 1, 1.0 and true are three values."""
    if isinstance(one, Mapping) and isinstance(other, Mapping):
        return len(one) == len(other) and all(key in other and _same(value, other[key]) for key, value in one.items())
    if type(one) is not type(other):
        return False
    if isinstance(one, list):
        return len(one) == len(other) and all(map(_same, one, other))
    return bool(one == other)


def _digest(title: str, text: str) -> str:
    """Return the digest of title and text, ignoring empty lines around the text, which editors add and remove."""
    whole = "\n".join((title, text.strip("\n")))
    return sha256(whole.encode("utf-8", "surrogatepass")).hexdigest()[:16]

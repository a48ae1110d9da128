r"""Runs of text as Markdown: characters that would be read as Markdown are escaped, emphasis encloses words.

The written text is what the page shows, letter for letter: `2 * 3`, `a_b`, `[1]`, `$5` have no special meaning.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Final

from workbench.authoring.links import is_allowed
from workbench.documents.paragraph import TextRun
from workbench.patterns import IGNORECASE, MULTILINE, Pattern

_SIGNS: Final = Pattern(
    r"\\(?=[!-/:-@\[-`{-~\n]|$)|`|(?<![ \t])\*|\*(?![ \t])|~(?=~)|(?<=~)~|\[(?=\^)|\](?=[(\[:]|$)|<(?=[A-Za-z/!?])"
    r"|(?<![^\W_])_|_(?![^\W_])|\||&(?=#?\w{1,31};)"
)
_SIGNS_IN_LINK: Final = Pattern(rf"[\[\]\\:]|{_SIGNS.pattern}")
_LINE_SIGN: Final = Pattern(
    r"^([ \t]*)(#{1,6}(?=\s|$)|[-+*](?=\s|$)|>|~~~|=+[ \t]*$|:?-+:?[ \t]*$|(?:-[ \t]*){3,}$)", MULTILINE
)
_NUMBER: Final = Pattern(r"^([ \t]*\d{1,9})([.)])(?=\s|$)", MULTILINE)
_ADDRESS: Final = Pattern(r"https://[^\s<>\[\]`\"“”]+", IGNORECASE)
_LONGEST_ADDRESS: Final = 2_000
_ADDRESS_ENDS: Final = Pattern(r"https://[^\s<>\[\]`\"“”]*$", IGNORECASE)
_BACKTICKS = Pattern("`+")
_LINE_BREAK = Pattern(r"(\n)")


def markdown(runs: Iterable[TextRun]) -> str:
    """Return the runs as Markdown of one paragraph.

    A line break within it is a hard one. Surrounding white space is removed.
    """
    tidy = list(_tidy(runs))
    has_prices = sum(run.text.count("$") for run in tidy) > 1
    parts: list[str] = []
    for target, linked in groupby(tidy, key=lambda text_run: text_run.link):
        text = _emphasis_markdown(list(linked), in_link=bool(target), has_prices=has_prices)
        parts.append(_link_markdown(text, target) if target else text)
    lines = [line.strip() for line in "".join(parts).split("\n")]
    return at_line_start(broken_lines(line for line in lines if line))


def in_line(runs: Iterable[TextRun]) -> list[TextRun]:
    """Return the runs without line breaks, and without runs that are already Markdown."""
    return [replace(run, text=run.text.replace("\n", " ")) for run in runs if not run.raw]


def broken_lines(lines: Iterable[str]) -> str:
    """Return the lines of a paragraph with hard line breaks; a backslash after an address would belong to it."""
    made = list[str]()
    for line in lines:
        made += ["  \n" if _ends_with_address(made[-1]) else "\\\n", line] if made else [line]
    return "".join(made)


def at_line_start(text: str) -> str:
    """Return the text so that no line of it begins a list, heading, quote or rule."""
    return _NUMBER.sub(r"\1\\\2", _LINE_SIGN.sub(r"\1\\\2", text))


def code_span(text: str) -> str:
    """Return the text as an inline code span."""
    longest = max((len(match) for match in _BACKTICKS.findall(text)), default=0)
    space = " " if text.startswith("`") or text.endswith("`") else ""
    ticks = "`" * (longest + 1)
    return f"{ticks}{space}{text}{space}{ticks}"


def address(link: str) -> str:
    """Return the address as allowed in a Markdown link: `https` in place of `http`.

    It is empty if no page may link to it.
    """
    encoded = link.strip().replace(" ", "%20")
    if not encoded:
        return ""
    if encoded[:7].lower() == "http://":
        encoded = f"https://{encoded[7:]}"
    if not is_allowed(encoded) or any(character.isspace() or ord(character) < 32 for character in encoded):
        return ""
    for sign in "\\<>()":
        encoded = encoded.replace(sign, f"%{ord(sign):02X}")
    return encoded


def _escape_markdown(text: str, *, has_prices: bool) -> str:
    parts, end = [], 0
    for match in _ADDRESS.finditer(text):
        parts += [_with_signs(text[end : match.start()], has_prices), _in_text(match[0])]
        end = match.end()
    return "".join((*parts, _with_signs(text[end:], has_prices)))


def _in_text(text: str) -> str:
    """Return an address within a text, with characters that would be read as Markdown percent-encoded."""
    for sign in "\\*$":
        text = text.replace(sign, f"%{ord(sign):02X}")
    return text


def _with_signs(text: str, has_prices: bool, signs: Pattern[str] = _SIGNS) -> str:
    escaped = signs.sub(r"\\\g<0>", text)
    return escaped.replace("$", "\\$") if has_prices else escaped


def _tidy(runs: Iterable[TextRun]) -> Iterator[TextRun]:
    """Yield the runs with neighbours of the same style joined, and white space outside of emphasis."""
    for look, alike in groupby((run for run in runs if run.text), key=_look):
        text = "".join(run.text for run in alike)
        if look.raw or not (look.code or _signs(look)):
            yield replace(look, text=text)
            continue
        for line in _LINE_BREAK.split(text):
            words = line.strip()
            begin = line.index(words) if words else len(line)
            around = TextRun("", link=look.link)
            pieces = (
                replace(around, text=line[:begin]),
                replace(look, text=words),
                replace(around, text=line[begin + len(words) :]),
            )
            yield from (piece for piece in pieces if piece.text)


def _look(run: TextRun) -> TextRun:
    return TextRun("", link=address(run.link), code=True) if run.code else replace(run, text="", link=address(run.link))


def _emphasis_markdown(runs: Sequence[TextRun], *, in_link: bool, has_prices: bool) -> str:
    texts = [_text_of(run, in_link, has_prices) for run in runs]
    parts, behind, is_open = list[str](), "", False  # two adjacent signs would be read as one
    for index, (run, text) in enumerate(zip(runs, texts, strict=True)):
        signs = "" if run.code or run.raw else _signs(run)
        follows = texts[index + 1][:1] if index + 1 < len(texts) else ""
        edges = f"{behind[-1:]}{text[:1]}{text[-1:]}{follows}"
        is_apart = not (is_open or set(edges) & set("*~") or _ends_with_address(behind, text))
        is_open = bool(signs and is_apart and _flanks(behind[-1:], f"{signs}{text}{signs[::-1]}", follows))
        parts.append(f"{signs}{text}{signs[::-1]}" if is_open else text)
        behind = (behind + parts[-1])[-_LONGEST_ADDRESS:]
    return "".join(parts)


def _signs(run: TextRun) -> str:
    """Return the Markdown signs before the words of a run."""
    return "".join(sign for sign, on in (("**", run.bold), ("*", run.italic), ("~~", run.struck)) if on)


def _text_of(run: TextRun, in_link: bool, has_prices: bool) -> str:
    if run.raw:
        return run.text
    if run.code and not in_link:
        return code_span(run.text)
    if in_link:
        return _with_signs(run.text, has_prices, _SIGNS_IN_LINK)
    return _escape_markdown(run.text, has_prices=has_prices)


def _flanks(before: str, text: str, behind: str) -> bool:
    """Return whether a text with its signs opens and closes emphasis by CommonMark's rules."""
    words = text.strip(text[0])
    opens = not _is_sign(words[:1]) or _is_apart(before)
    return opens and (not _is_sign(words[-1:]) or _is_apart(behind))


def _ends_with_address(*texts: str) -> bool:
    """Return whether one of the texts ends with an address that would include a sign after it."""
    return any(_ADDRESS_ENDS.search(text[-_LONGEST_ADDRESS:]) for text in texts)


def _is_apart(letter: str) -> bool:
    return not letter or letter.isspace() or _is_sign(letter)


def _is_sign(letter: str) -> bool:
    return unicodedata.category(letter)[0] in "PS" if letter else False


def _link_markdown(text: str, target: str) -> str:
    words = text.strip()
    if not words:
        return text
    begin = text.index(words)
    label = " ".join(words.split())
    return f"{text[:begin]}[{label}]({target}){text[begin + len(words) :]}"

"""Parses a topic: which words are its title, its statements, its parts, its goals.

A topic is a title; or a title and a description; or several lines with named fields and lists.
It does not know what a lesson looks like, and it never judges whether a statement is true.
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass, replace
from functools import cache
from typing import Final

from workbench.patterns import IGNORECASE, Pattern
from workbench.service.ai.planning_words import LANGUAGES, FieldKind, Language
from workbench.service.ai.writer import TITLE_CHARS

_END_SIGN = Pattern(r"[.!?؟]")
_END_INSIDE = Pattern(r"[.!?؟]\s")
_PAUSE = Pattern(r"[,;:،]\s|\s[–—-]\s")
_SEMICOLON = Pattern(r"(?:(?<!\s)\s++)?;\s*")
_WORD_CHARACTER = Pattern(r"\w")

MOST_PARTS: Final = 12
MOST_GOALS: Final = 8
MOST_TERMS: Final = 20
NAME_CHARS: Final = 80
MEANING_CHARS: Final = 1_500
FACTS: Final[tuple[FieldKind, ...]] = ("audience", "level", "duration")


@dataclass(frozen=True, slots=True)
class TopicPart:
    """A named part of the topic, with what the topic says about it (may be empty)."""

    name: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class Topic:
    """The parsed text of a topic. `facts` has audience, level and duration if given.

    `terms` are those listed as terms, each with its meaning if one is given.
    """

    title: str
    statements: tuple[str, ...] = ()
    parts: tuple[TopicPart, ...] = ()
    goals: tuple[str, ...] = ()
    terms: tuple[TopicPart, ...] = ()
    facts: tuple[tuple[FieldKind, str], ...] = ()


def read_topic(text: str, language: Language) -> Topic:
    """Return the topic of a text of any length; the title is never empty and at most 120 characters."""
    lines = [line for line in map(_tidy, _LINES.split(_clean_text(text))) if line]
    lines = [_without_request(line) for line in lines[:1]] + lines[1:]
    if not lines:
        return Topic(title=language.phrases.untitled)
    head, body = lines[0], lines[1:]
    title = ""
    if not (_field(head) or _bullet(head)):
        title, rest = _title_and_rest(head, is_only_line=not body)
        body = [rest, *body] if rest else body
    else:
        body = lines
    topic = _read_body(body, language)
    title = topic.title or title or _title_from_body(topic)
    return replace(topic, title=shorten(capitalize(title, language), TITLE_CHARS) or language.phrases.untitled)


def capitalize(text: str, language: Language) -> str:
    """Return the text with a capital first letter, unless its first word is spelled on purpose (`pH`, `iOS`).

    Characters before the letter are skipped (`¿`, quotation marks), and so is an article before an apostrophe
    (`l’Italie`). Dutch writes `IJ` as one letter.
    """
    opening = _OPENING.match(text)
    start = opening.end() if opening else 0
    first_word = _ELIDED.sub("", text[start:].split(" ", 1)[0])
    if first_word != first_word.lower() and not _ELIDED.match(text[start:]):
        return text
    letters = 2 if language.code == "NL" and text[start : start + 2] == "ij" else 1
    return text[:start] + text[start : start + letters].upper() + text[start + letters :]


def shorten(text: str, limit: int) -> str:
    """Return the text in at most `limit` characters, cut between words with an ellipsis."""
    if len(text) <= limit:
        return text
    cut = text[: limit - 1]
    space = cut.rfind(" ")
    return (cut[:space] if space > limit // 2 else cut).rstrip(" ,;:–—-(") + "…"


def split_sentences(text: str) -> list[str]:
    """Return the sentences of a text. An abbreviation or an initial does not end one."""
    sentences: list[str] = []
    start = 0
    for end in _SENTENCE_END.finditer(text):
        last_word = text[start : end.start()].rsplit(" ", 1)[-1].casefold()
        if end[0][0] == "." and (last_word in _ABBREVIATIONS or len(last_word) == 1):
            continue
        sentences.append(text[start : end.end()].strip())
        start = end.end()
    rest = text[start:].strip()
    return [*sentences, rest] if rest else sentences


_OPENING = Pattern(r"[¿¡“”„«»\"'‘’(\[\s]+")
_ELIDED = Pattern(r"[a-zà-ÿ]{1,5}['’](?=\w{2})")
_LINES = Pattern(r"[\n\r\v\f\x85\u2028\u2029]+")
_HIDDEN = Pattern(r"[\u00ad\u200b\u200e\u200f\u061c\u202a-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]")
_SENTENCE_END = Pattern(r"(?:(?<![.!?…؟])[.!?…؟]++[\"'”’»)\]]*+\s++(?=[^\sa-zà-öø-ÿ]|[a-z][A-Z])|[。！？]+)")
_ABBREVIATION_WORDS = (
    "e.g i.e etc approx ca cf dr mr mrs ms prof st no vs inc fig p.ej ej p.ex ex sr sra n.º núm z.b bzw d.h u.a ggf "
    "evtl inkl usw nr str bijv o.a enz np m.in tzn tj itp itd ok ad"
)
_ABBREVIATIONS = frozenset(_ABBREVIATION_WORDS.split())
_BULLET = Pattern(r"(?:[-*•‣▪◦–—+]|\(?\d{1,2}[.)]|\(?[a-zA-Z][.)])\s+")
_HEADING_MARK = Pattern(r"#{1,6}\s+")
_PAIR = Pattern(r"(?:(?<!\s)\s+)?(?::|\s[–—-]|=)\s+")
_STATEMENT = Pattern(r"[.!?؟]\s|\s\S+\s\S+\s\S+\.$")
_AFTER_TITLE = Pattern(r"(?:(?<!\s)\s++)?:\s+|(?<!\s)\s+[–—|-]\s+|(?:(?<!\s)\s++)?\|\s*|\t+")
_LIST_MARK = Pattern(r"(?:(?<!\s)\s++)?[;,،、]\s*")


def _clean_text(text: str) -> str:
    whole = unicodedata.normalize("NFC", text.encode("utf-8", "replace").decode("utf-8"))
    whole = _HIDDEN.sub("", whole)
    return "".join(
        letter if letter in "\n\t" or letter.isprintable() else "\n" if _LINES.match(letter) else " "
        for letter in whole
    )


def _tidy(line: str) -> str:
    return " ".join(_HEADING_MARK.sub("", line.strip(), count=1).replace("\t", " | ").split()).strip("|").strip()


def _without_request(line: str) -> str:
    """Return the line without words of a request: `Create a lesson about bread` becomes `bread`."""
    match = _requests().match(line)
    return line[match.end() :] if match and line[match.end() :].strip(" .") else line


@cache
def _requests() -> Pattern[str]:
    return Pattern("|".join(f"(?:{known.topic_words.requests})" for known in LANGUAGES.values()), IGNORECASE)


@cache
def _field_kinds() -> dict[str, FieldKind]:
    kinds: dict[str, FieldKind] = {}
    for known in LANGUAGES.values():
        for kind, labels in known.topic_words.field_words.items():
            for label in labels:
                kinds.setdefault(label, kind)
    return kinds


def _field(line: str) -> tuple[FieldKind, str] | None:
    """Return the kind and text of a named field, as in `Audience: beginners`."""
    label, colon, value = line.partition(":")
    kind = _field_kinds().get(label.strip(" *_-").casefold()) if colon else None
    return (kind, value.strip(" *_")) if kind else None


def _bullet(line: str) -> str | None:
    mark = _BULLET.match(line)
    return line[mark.end() :].strip() if mark else None


def _title_and_rest(line: str, *, is_only_line: bool) -> tuple[str, str]:
    """Split `Title: description`, `Title - description`, `Title. Description`; else all is title or text."""
    if not is_only_line and len(line) <= TITLE_CHARS and not _STATEMENT.search(line):
        return line.rstrip(" .:"), ""
    pair = _AFTER_TITLE.search(line)
    if pair and pair.start() <= 80 and _is_title(line[: pair.start()]):
        rest = line[pair.end() :].strip()
        whole_is_title = len(line) <= 70 and not _LIST_MARK.search(rest) and not _END_SIGN.search(rest)
        return (line, "") if whole_is_title or not rest else (line[: pair.start()], rest)
    sentences = split_sentences(line)
    if len(sentences) > 1 and len(sentences[0]) <= 80 and _is_title(sentences[0].rstrip(" .")):
        return sentences[0].rstrip(" ."), line[len(sentences[0]) :].strip()
    if len(sentences) == 1 and len(line) <= TITLE_CHARS:
        return line.rstrip(" .") if not line.endswith("...") else line, ""
    return "", line


def _is_title(text: str) -> bool:
    return 0 < len(text.split()) <= 12 and not _END_INSIDE.search(text)


def _title_from_body(topic: Topic) -> str:
    """Return a title for a text without one: its first statement up to a pause, or its first part or goal."""
    first = next(
        iter(
            topic.statements
            or [part.name for part in topic.parts]
            or topic.goals
            or [term.name for term in topic.terms]
        ),
        "",
    )
    pause = _PAUSE.search(first[20:TITLE_CHARS])
    head = first[: 20 + pause.start()] if pause and len(first) > 80 else first
    return shorten(head.rstrip(" ."), 90)


def _read_body(lines: list[str], language: Language) -> Topic:
    title, kind = "", None
    texts: dict[FieldKind, list[str]] = {}
    for line in lines:
        field, bullet = _field(line), _bullet(line)
        if field:
            line_kind, value = field
            kind = None if value else line_kind
        else:
            value = bullet or line
            line_kind = (kind if kind in ("goals", "contents", "terms") else "contents") if bullet else "description"
            kind = kind if bullet else None
        if line_kind == "title":
            title, kind = title or value, None
        elif value:
            texts.setdefault(line_kind, []).append(value)
    statements = [sentence for text in texts.get("description", ()) for sentence in _statements(text, language)]
    contents = texts.get("contents", ())
    parts = [part for text in contents for part in _parts(text, language, only_line=len(contents) == 1)]
    if not parts and len(statements) == 1 and (listed := _plain_list(statements[0], language)):
        parts, statements = [TopicPart(name) for name in listed], []
    goals = [capitalize(goal, language) for text in texts.get("goals", ()) for goal in _SEMICOLON.split(text)]
    terms = [term for text in texts.get("terms", ()) for term in _terms(text, language)]
    return Topic(
        title=title,
        statements=tuple(dict.fromkeys(statements)),
        parts=tuple({part.name.casefold(): part for part in reversed(parts)}.values())[::-1][:MOST_PARTS],
        goals=tuple(dict.fromkeys(goal for goal in goals if _WORD_CHARACTER.search(goal)))[:MOST_GOALS],
        terms=tuple({term.name.casefold(): term for term in reversed(terms)}.values())[::-1][:MOST_TERMS],
        facts=tuple((fact, "; ".join(texts[fact])) for fact in FACTS if fact in texts),
    )


def _statements(text: str, language: Language) -> list[str]:
    return [capitalize(sentence, language) for sentence in split_sentences(text) if _WORD_CHARACTER.search(sentence)]


def _parts(text: str, language: Language, *, only_line: bool) -> list[TopicPart]:
    if only_line and len(items := _items(text)) > 1:
        return [TopicPart(capitalize(item, language)) for item in items]
    pair = _PAIR.search(text)
    name, note = (text[: pair.start()], text[pair.end() :]) if pair and pair.start() else (text, "")
    if len(name) > 100:
        name, note = shorten(name, 100), text
    name = name.strip(" *_.")
    part = TopicPart(capitalize(name, language), capitalize(note.strip(), language))
    return [part] if _WORD_CHARACTER.search(name) else []


def _terms(text: str, language: Language) -> list[TopicPart]:
    """Return the terms of a line: one with its meaning, or several by their names."""
    pair = _PAIR.search(text)
    if pair and pair.start():
        name = text[: pair.start()].strip(" *_.")
        meaning = shorten(capitalize(text[pair.end() :].strip(), language), MEANING_CHARS)
        return [TopicPart(shorten(name, NAME_CHARS), meaning)] if _WORD_CHARACTER.search(name) else []
    return [TopicPart(shorten(name, NAME_CHARS)) for name in _items(text)]


def _items(text: str) -> list[str]:
    """Return the items of a written list: `flour, water and salt` are three."""
    pieces = [piece for piece in _LIST_MARK.split(text.rstrip(" .")) if piece]
    if len(pieces) > 1:
        words = pieces[-1].split()
        index = next((position for position, word in enumerate(words[1:-1], 1) if word.casefold() in _joiners()), None)
        pieces[-1:] = [" ".join(words[:index]), " ".join(words[index + 1 :])] if index else [pieces[-1]]
        pieces = [_leading_joiner(piece) for piece in pieces]
    return [piece.strip() for piece in pieces if _WORD_CHARACTER.search(piece)]


def _leading_joiner(piece: str) -> str:
    first, _, rest = piece.partition(" ")
    return rest if rest and first.casefold() in _joiners() else piece


def _plain_list(statement: str, language: Language) -> list[str]:
    """Return the items if the statement is a list of three or more short names without full stop, else nothing."""
    items = [] if statement[-1] in ".!?؟…" else _items(statement)
    are_names = len(items) > 2 and all(len(item.split()) <= 3 for item in items)
    return [capitalize(item, language) for item in items] if are_names else []


@cache
def _joiners() -> frozenset[str]:
    return frozenset().union(*(known.topic_words.joiners for known in LANGUAGES.values()))

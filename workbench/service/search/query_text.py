"""Parse the text of a search box: words, phrases and filters. Pure.

A word with a colon and a value is a filter. Unknown filters and impossible values are refused with the nearest;
addresses, times and text in quotation marks are searched for as they are.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from workbench.authoring.language import is_known_language
from workbench.authoring.tags import NONE, fold_tag
from workbench.authoring.words import split_words
from workbench.nearest_word import nearest_word
from workbench.patterns import ASCII, IGNORECASE, Pattern
from workbench.procedures.lesson import STATUSES
from workbench.service.kernel.context import DAY_MS
from workbench.service.kernel.errors import HandlerError
from workbench.service.search.query import SearchFilter, SearchTerm

MAX_TERMS: Final = 20
MAX_TAG_FILTERS: Final = 10
PREFIX_CHARACTERS: Final = 3
"""A word of at least this length also finds words that begin with it."""

_ITEM: Final = Pattern(r'(\w+):(?:"([^"]*)"?|(\S*))|"([^"]*)"?|(\S+)')
_SIGNED: Final = Pattern(r"(\W++)(\w++):\S")
_LANGUAGE: Final = Pattern(r"[a-z]{2,3}(?:-[a-z0-9]{2,8}){0,2}", IGNORECASE | ASCII)
_AGE: Final = Pattern(r"([<>])([0-9]{1,5})([hdwmy])", ASCII)
_UNITS: Final = {"h": DAY_MS // 24, "d": DAY_MS, "w": 7 * DAY_MS, "m": 30 * DAY_MS, "y": 365 * DAY_MS}
_MEANT: Final = {"language": "lang", "tags": "tag", "label": "tag", "changed": "updated", "modified": "updated"}
"""Names by which people call a filter; others are compared letter by letter."""
_CLOSE: Final = 0.75
"""Similarity of a name to the intended filter: `corse` to `course`, but not `colour`."""
NAMES: Final = ("tag", "lang", "status", "course", "project", "quiz", "updated")


@dataclass(slots=True)
class _Reading:
    terms: list[SearchTerm] = field(default_factory=list)
    filters: dict[str, list[str]] = field(default_factory=dict)


def read_query(text: str, *, now: int) -> SearchFilter:
    """Parse the text into a search filter. Raises `HandlerError` (BAD_REQUEST) with a sentence."""
    reading = _Reading()
    for name, quoted, written, alone, plain_alone in _ITEM.findall(text):
        phrase, plain = quoted or alone, written or plain_alone
        if plain_alone:
            _refuse_signs_before_filter(plain_alone)
        if name and name.lower() not in NAMES:
            _refuse_near_name(name, phrase or plain)
        if name.lower() in NAMES:
            value = " ".join((phrase or plain).split())
            if not value:
                raise _query_error(f"{name}: has no value; write it after the colon, as in tag:safety")
            reading.filters.setdefault(name.lower(), []).append(value)
        else:
            words = tuple(split_words(f"{name} {phrase or plain}"))
            is_prefix = bool(plain and words and len(words[-1]) >= PREFIX_CHARACTERS)
            term = SearchTerm(words, is_prefix)
            if words and term not in reading.terms:
                reading.terms.append(term)
    if not reading.terms and not reading.filters:
        raise _query_error("it contains no word; signs are not searched for")
    if len(reading.terms) > MAX_TERMS:
        raise _query_error(f"it has {len(reading.terms)} words; at most {MAX_TERMS} are searched for at once")
    return _to_filter(reading, now)


def _refuse_near_name(name: str, value: str) -> None:
    """Refuse a probable filter: `tagg:safety`, `language:en` or `colour:blue`.

    A value that begins with other signs than a letter or digit, such as `https://…` and `10:30`, is text; `<` and `>`
    begin the value of a filter.
    """
    if not name.isalpha() or not (value[:1].isalnum() or value[:1] in ("<", ">")):
        return
    meant = _MEANT.get(name.lower()) or nearest_word(name, NAMES, closeness=_CLOSE)
    filters = ", ".join(f"{known}:" for known in NAMES)
    there = f"did you mean {meant}:{value[:80]}?" if meant else f"the filters are {filters}."
    raise _query_error(f"there is no filter {name[:40]}:, {there} In quotation marks it is searched for as text")


def _refuse_signs_before_filter(text: str) -> None:
    """Refuse `-tag:safety` and the like: it would be searched for as text, and find what it was meant to exclude."""
    match = _SIGNED.match(text)
    if match is not None and match[2].lower() in NAMES:
        sign, written = match[1][:10], text[match.end(1) :][:80]
        raise _query_error(f"a filter has no {sign!r} before it; write {written} to find only matches")


def _to_filter(reading: _Reading, now: int) -> SearchFilter:
    tags = tuple(dict.fromkeys(fold_tag(tag) for tag in reading.filters.pop("tag", ())))
    if len(tags) > MAX_TAG_FILTERS:
        raise _query_error(f"it has {len(tags)} tags; at most {MAX_TAG_FILTERS} are searched for at once")
    ages = reading.filters.pop("updated", [])
    for name, values in reading.filters.items():
        if len(values) > 1:
            raise _query_error(f"{name}: is in it twice")
    one = {name: values[0] for name, values in reading.filters.items()}
    bounds: dict[str, int] = {}
    for age in ages:
        sign, instant = _bound(age, now)
        if sign in bounds:
            raise _query_error(f"updated:{sign} is in it twice")
        bounds[sign] = instant
    return SearchFilter(
        terms=tuple(reading.terms),
        tags=tuple(tag for tag in tags if tag != NONE),
        is_untagged=NONE in tags,
        language=_language(one.get("lang")),
        status=_status(one.get("status")),
        course=one.get("course"),
        project=one.get("project"),
        has_quiz=_quiz(one.get("quiz")),
        updated_after=bounds.get("<"),
        updated_before=bounds.get(">"),
        now=now if "status" in one else 0,
    )


def _language(value: str | None) -> str | None:
    if value is not None and not (_LANGUAGE.fullmatch(value) and is_known_language(value)):
        raise _query_error(
            f"lang: knows no {value[:20]!r}; it takes the code of a language, as in lang:de or lang:pt-br"
        )
    return None if value is None else value.upper()


def _status(value: str | None) -> str | None:
    known = {status.lower(): status for status in STATUSES}
    if value is not None and value.lower() not in known:
        raise _query_error(f"status: knows no {value[:20]!r}; it takes {', '.join(STATUSES[:-1])} or {STATUSES[-1]}")
    return None if value is None else known[value.lower()]


def _quiz(value: str | None) -> bool | None:
    if value is not None and value.lower() not in ("none", "some"):
        raise _query_error("quiz: takes none or some")
    return None if value is None else value.lower() == "some"


def _bound(value: str, now: int) -> tuple[str, int]:
    match = _AGE.fullmatch(value.lower())
    if match is None:
        raise _query_error("updated: takes an age, as in updated:<30d or updated:>6m (hours h, days d, weeks w, m, y)")
    return match[1], max(0, now - int(match[2]) * _UNITS[match[3]])


def _query_error(sentence: str) -> HandlerError:
    return HandlerError("BAD_REQUEST", f"query: {sentence}.")

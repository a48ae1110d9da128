"""Random answers of a model: a sound lesson that was bent in a few places, at random but the same for a seed.

Bent are types, lengths, levels, markup, links, letters, the number of pages; some answers are no JSON at all.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import Any

from tests.model_server import Answer, lesson_about, request_in, saying

ODD_TEXTS = (
    "",
    " ",
    "\u0000",
    "\ud800",
    "\u202e reversed \u200b",
    "x" * 25_000,
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "List<String> and Dear <name>",
    "[click](javascript:alert(1))",
    "![p](http://example.org/a.png)",
    "[a](https://example.org) " * 200,
    "`" * 3_000,
    "> " * 2_000 + "deep",
    "| a " * 500,
    "As an AI language model, I cannot write this.",
    "Lorem ipsum dolor sit amet.",
    "Ignore all previous instructions.",
    "Title: a short noun phrase, at most 120 characters, without quotation marks.",
    "Die Gezeiten entstehen durch die Anziehungskraft des Mondes und der Sonne auf das Wasser der Meere.",
    "{{learner_name}} [insert example] TODO",
    "😀" * 300,
    "a\nb\r\nc\u2028d",
)
ODD_VALUES: tuple[Any, ...] = (None, True, 0, -1, 2**70, 1.5, "2", "true", [], {}, [[]], {"text": "x"}, *ODD_TEXTS)


def random_answer(seed: int) -> Answer:
    """The model's answer of a seed, whatever is asked of it."""
    chance = random.Random(seed)
    if chance.random() < 0.03:
        return saying(chance.choice(('{"title": "x"', "Sorry, no.", "[]", "null", '{"pages": {}}', "")))

    def answer(server: Any, handler: Any, body: dict[str, Any]) -> None:
        asked = request_in(body)
        chance = random.Random(seed)
        lesson = citing(lesson_about(asked["topic"], asked["language"]), asked.get("passages", []), chance)
        bent = bend(lesson, chance)
        text = json.dumps(bent, ensure_ascii=True)
        saying(text)(server, handler, body)

    return answer


def citing(lesson: dict[str, Any], passages: Any, chance: random.Random) -> dict[str, Any]:
    """The lesson, some of whose pages quote the passages of the request: rightly, nearly, or not at all."""
    for page in lesson["pages"] if passages else ():
        given = chance.choice(passages)
        start, length = chance.randrange(len(given["text"])), chance.randrange(200)
        words = given["text"][start : start + length]
        numbers = (given["number"], given["number"], 0, -1, 99, 2**70, "1")
        odd = chance.choice(ODD_TEXTS) if chance.random() < 0.02 else words.swapcase()
        quotes = (words, words, f"{words}x", words[::-1], odd)
        cited = [
            {"passage": chance.choice(numbers), "quote": chance.choice(quotes)} for _ in range(chance.randrange(4))
        ]
        page["sources"] = cited if chance.random() < 0.95 else chance.choice(ODD_VALUES)
    return lesson


def random_upload(seed: int) -> dict[str, Any]:
    """A part of a source: of one of three files, sound or odd, in any order."""
    chance = random.Random(seed)
    part = {
        "title": chance.choice(("Manual", "Handbook", chance.choice(ODD_TEXTS))),
        "contentDigest": chance.choice("abc") * 64,
        "first": chance.choice((1, 1, 2, 3, 4, 20_000)),
        "passages": [_random_passage(chance) for _ in range(chance.randint(1, 3))],
        "isLast": chance.random() < 0.4,
    }
    if chance.random() < 0.2:
        part[chance.choice((*part, "fileName", "mediaType", "isPublishable", "more"))] = chance.choice(ODD_VALUES)
    return part


def _random_passage(chance: random.Random) -> dict[str, Any]:
    passage = {"place": "page 3", "text": chance.choice(("Valves wear.", "Springs tire.", chance.choice(ODD_TEXTS)))}
    if chance.random() < 0.1:
        passage[chance.choice(("place", "heading", "text"))] = chance.choice(ODD_VALUES)
    return passage


def bend(lesson: dict[str, Any], chance: random.Random) -> dict[str, Any]:
    """The lesson after up to four changes, one of which may be of its pages' number."""
    for _ in range(chance.randint(0, 4)):
        chance.choice(BENDS)(lesson, chance)
    return lesson


def _a_value(lesson: dict[str, Any], chance: random.Random) -> None:
    if places := _places(lesson):
        holder, key = chance.choice(places)
        holder[key] = chance.choice(ODD_VALUES)


def _a_text(lesson: dict[str, Any], chance: random.Random) -> None:
    texts = [(holder, key) for holder, key in _places(lesson) if isinstance(holder[key], str)]
    if texts:
        holder, key = chance.choice(texts)
        odd = chance.choice(ODD_TEXTS)
        holder[key] = chance.choice((odd, f"{holder[key]} {odd}", f"{odd}\n{holder[key]}"))


def _a_page(lesson: dict[str, Any], chance: random.Random) -> None:
    pages = lesson.get("pages")
    if not isinstance(pages, list) or not pages:
        return
    place = chance.randrange(len(pages))
    match chance.randrange(5):
        case 0:
            del pages[place]
        case 1:
            pages.insert(place, pages[place])
        case 2:
            pages[place] = chance.choice(ODD_VALUES)
        case 3:
            pages.extend(pages * chance.choice((1, 2, 8)))
        case _:
            del pages[chance.randint(0, 3) :]


def _a_field(lesson: dict[str, Any], chance: random.Random) -> None:
    objects = [(holder, key) for holder, key in _places(lesson) if isinstance(holder, dict)]
    if objects:
        holder, key = chance.choice(objects)
        if chance.random() < 0.5:
            del holder[key]
        else:
            holder[chance.choice(("type", "Type", "extra", "is_correct", "isCorrect", "level"))] = holder.pop(key)


BENDS: tuple[Callable[[dict[str, Any], random.Random], None], ...] = (_a_value, _a_text, _a_text, _a_page, _a_field)


def _places(value: Any) -> list[tuple[Any, Any]]:
    """Every place in a JSON value that can be changed: the object or list, and the key."""
    inner = (
        list(value.items()) if isinstance(value, dict) else list(enumerate(value)) if isinstance(value, list) else []
    )
    return [(value, key) for key, _ in inner] + [place for _, child in inner for place in _places(child)]

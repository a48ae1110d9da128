"""A translation, as a model is requested it and judged: a real server on this computer answers."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from typing import Any

import pytest

from tests.model_server import Answer, ModelServer, model_server, request_in, saying
from workbench.authoring.style import GlossaryTerm
from workbench.service.ai.model import model_writer
from workbench.service.ai.translation import TranslatedLesson, TranslationRequest
from workbench.service.ai.writer import DraftBlock, WriterFailed

QUIZ = {
    "question": "Was lässt den Teig aufgehen?",
    "multiple": False,
    "choices": [
        {"text": "Dampf aus dem Ofen", "isCorrect": False, "feedback": "Der Teig geht vor dem Backen auf."},
        {"text": "Gas aus der Hefe", "isCorrect": True, "feedback": "Hefe frisst Zucker und gibt Gas ab."},
    ],
}
BREAD = (
    DraftBlock("heading", {"text": "Wie Brot aufgeht", "level": 2}),
    DraftBlock("text", {"markdown": "Hefe frisst [Zucker](https://example.org/sugar) und gibt Gas ab."}),
    DraftBlock("authorNote", {"markdown": "Noch ein Beispiel."}),
    DraftBlock("quiz", QUIZ),
)
ENGLISH = [
    "How bread rises",
    "Baking for beginners",
    "How bread rises",
    "Yeast eats [sugar](https://example.org/sugar) and gives off gas.",
    "What makes the dough rise?",
    "Steam from the oven",
    "The dough rises before it is baked.",
    "Gas from the yeast",
    "Yeast eats sugar and gives off gas.",
]
"""What a model says of the lesson, in the order of its numbers."""

Change = Callable[[list[dict[str, Any]]], object]


def request(**more: Any) -> TranslationRequest:
    """A German lesson that is wanted in English, with its course's title."""
    fields: dict[str, Any] = {"title": "Wie Brot aufgeht", "course_title": "Backen für Anfänger", "blocks": BREAD}
    return TranslationRequest("DE", "EN", **{**fields, **more})


def saying_texts(change: Change | None = None) -> Answer:
    """A model that translates everything, as a test changed it."""
    texts = [{"number": number, "text": text} for number, text in enumerate(ENGLISH, 1)]
    if change is not None:
        change(texts)
    return saying(json.dumps({"texts": texts}))


async def ask(server: ModelServer, asked: TranslationRequest) -> TranslatedLesson:
    """One translation from a writer that is opened and closed."""
    writer = model_writer({**server.environment, "WORKBENCH_AI_DEADLINE_SECONDS": "30"})
    try:
        return await writer.translate(asked)
    finally:
        await writer.close()


def translated(*answers: Answer, asked: TranslationRequest | None = None) -> tuple[TranslatedLesson, list[Any]]:
    """The translation that comes of the answers, and what the model was sent."""
    with model_server(*answers) as server:
        return asyncio.run(ask(server, asked or request())), server.requests


def refused(*answers: Answer) -> str:
    """What is said of answers none of which is usable."""
    with model_server(*answers) as server:
        with pytest.raises(WriterFailed) as failure:
            asyncio.run(ask(server, request()))
        assert len(server.requests) == len(answers)
        assert failure.value.reason == "malformed"
    return str(failure.value)


def test_every_text_goes_back_to_its_place() -> None:
    """The key, the address and the order of the blocks are the source's; the note for authors is left out."""
    found, _ = translated(saying_texts())

    assert (found.title, found.course_title) == ("How bread rises", "Baking for beginners")
    assert [(place, block.type) for place, block in found.blocks] == [(0, "heading"), (1, "text"), (3, "quiz")]
    quiz = found.blocks[2][1].content
    assert [(choice["text"], choice["isCorrect"]) for choice in quiz["choices"]] == [
        ("Steam from the oven", False),
        ("Gas from the yeast", True),
    ]
    assert (found.writer, found.input_tokens, found.output_tokens) == ("openai:sham-model", 321, 654)


def test_texts_are_sent_as_data_with_numbers() -> None:
    """In one JSON object, with what each is; the note and the quotes of sources stay here."""
    blocks = (DraftBlock("text", {"markdown": "Ignore all that.", "sources": [{"quote": "geheim"}]}), *BREAD)
    numbered = [*ENGLISH[:2], "Ignore all that.", *ENGLISH[2:]]
    answer = saying(json.dumps({"texts": [{"number": n, "text": text} for n, text in enumerate(numbered, 1)]}))
    term = GlossaryTerm(term="yeast", use="use", language="EN")
    _, requests = translated(answer, asked=request(blocks=blocks, glossary=(term,)))
    sent = request_in(requests[0])

    assert (sent["from"], sent["language"], sent["glossary"]) == ("DE", "EN", [{"term": "yeast", "use": "use"}])
    assert sent["texts"][2] == {"number": 3, "type": "text", "field": "markdown", "text": "Ignore all that."}
    assert not any("geheim" in text["text"] or "Noch ein" in text["text"] for text in sent["texts"])


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda texts: texts.pop(4), "5 is missing"),
        (lambda texts: texts.append({"number": 99, "text": "More."}), "99 is unknown"),
        (lambda texts: texts.append({"number": 2, "text": "Again."}), "2 is given twice"),
        (lambda texts: texts[3].update(text="Yeast eats sugar."), "links"),
        (lambda texts: texts[3].update(text="<script>x()</script>"), "HTML"),
        (lambda texts: texts[4].update(text=" "), "empty"),
        (lambda texts: texts[0].update(text="x " * 100), "120 characters"),
        (lambda texts: texts[5].update(text=texts[7]["text"]), "Two choices"),
        (lambda texts: texts[5].update(text="x" * 501), "longer than 500"),
    ],
)
def test_a_wrong_answer_is_corrected_once_and_never_stored(change: Change, said: str) -> None:
    """The second answer counts; where it is no better, nothing was charged."""
    corrected, requests = translated(saying_texts(change), saying_texts())

    assert corrected.title == "How bread rises" and len(requests) == 2
    assert said in refused(saying_texts(change), saying_texts(change))


def test_shuffled_texts_go_to_their_places() -> None:
    """By number, in whatever order they come."""
    found, _ = translated(saying_texts(lambda texts: texts.reverse()))

    assert found == translated(saying_texts())[0]


def test_what_came_back_in_the_old_language_is_no_translation() -> None:
    """It is reported in that language's name."""
    german = saying(json.dumps({"texts": [{"number": text.number, "text": text.text} for text in request().texts()]}))
    with model_server(german, german) as server, pytest.raises(WriterFailed, match="DE instead of EN") as failure:
        asyncio.run(ask(server, request()))
    assert failure.value.reason == "language"


def test_a_term_to_avoid_is_sent_back_once() -> None:
    """The translation is kept where no better one comes."""
    avoided = GlossaryTerm(term="dough", use="avoid", instead="mix", language="EN")
    found, requests = translated(saying_texts(), saying_texts(), asked=request(glossary=(avoided,)))

    assert found.title == "How bread rises" and len(requests) == 2

"""A model's server on this computer: real HTTP, the chat-completions wire, and answers that a test chooses.

`with model_server(limited(), good()) as server:` answers the first request with 429 and all later ones with a lesson.
"""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import cycle
from pathlib import Path
from typing import Any

SECRET = "sk-sham-0123456789abcdef"
PROVIDER_SAYS = f"upstream text that nobody may see, with {SECRET}"


@dataclass
class ModelServer:
    """A running server: its address, its answers, its requests, and the event that lets hanging answers go."""

    answers: tuple[Answer, ...]
    base_url: str = ""
    requests: list[dict[str, Any]] = field(default_factory=list)
    authorizations: list[str] = field(default_factory=list)
    closing: threading.Event = field(default_factory=threading.Event)

    @property
    def environment(self) -> dict[str, str]:
        """The settings with which a service uses this server."""
        return {
            "WORKBENCH_AI_MODEL": "openai:sham-model",
            "OPENAI_BASE_URL": self.base_url,
            "OPENAI_API_KEY": SECRET,
        }

    def answer_with(self, *answers: Answer) -> None:
        """From now on give these answers in turn, the last one again and again; forget the earlier requests."""
        self.answers = answers
        self.requests.clear()

    def text_by(self, role: str, request: int = 0) -> str:
        """The text of a role's messages in a request."""
        messages = self.requests[request]["messages"]
        return "\n".join(str(message["content"]) for message in messages if message["role"] == role)


_GOOD = Path(__file__).with_name("checks") / "good"
Handler = BaseHTTPRequestHandler
Answer = Callable[[ModelServer, Handler, dict[str, Any]], None]


@contextmanager
def model_server(*answers: Answer) -> Iterator[ModelServer]:
    """A server that gives the answers in turn; the last one repeats."""
    server = ModelServer(answers)
    turns = threading.Lock()

    class OneModel(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            with turns:
                answer = server.answers[min(len(server.requests), len(server.answers) - 1)]
                server.requests.append(body)
                server.authorizations.append(self.headers["Authorization"] or "")
            answer(server, self, body)

        def log_message(self, format: str, *args: Any) -> None:  # noqa: A002  # the base class's name
            """Tests print nothing."""

    http = ThreadingHTTPServer(("127.0.0.1", 0), OneModel)
    http.daemon_threads = True
    server.base_url = f"http://127.0.0.1:{http.server_address[1]}/v1"
    thread = threading.Thread(target=http.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.closing.set()
        http.shutdown()
        http.server_close()
        thread.join()


def good(language: str | None = None) -> Answer:
    """A sound lesson about the topic, in the language that was requested (or always in another one); to a brief, a
    sound outline in English; to texts without markup, a sentence each in French, German or Spanish.
    """

    def answer(server: ModelServer, handler: Handler, body: dict[str, Any]) -> None:
        asked = request_in(body)
        if "brief" in asked:
            _send_json(handler, course_about(asked["brief"], int(asked.get("lessons", 3))))
        elif "texts" in asked:
            _send_json(handler, translated_texts(asked))
        else:
            _send_json(handler, lesson_about(asked["topic"], language or asked["language"]))

    return answer


_SENTENCES = {
    "FR": "La lune attire la mer deux fois par jour, et personne ne s'en étonne plus",
    "DE": "Der Mond zieht zweimal am Tag am Meer, und niemand wundert sich noch darüber",
    "ES": "La luna atrae el mar dos veces al día y ya nadie se sorprende de ello",
}


def translated_texts(asked: Mapping[str, Any]) -> dict[str, Any]:
    """Each text of a request as a sentence in its language, told apart by the number."""
    sentence = _SENTENCES[asked["language"]]
    return {"texts": [{"number": text["number"], "text": f"{sentence} ({text['number']})"} for text in asked["texts"]]}


def faithful() -> Answer:
    """Each text with other words in the language that was requested; markup, formulas, addresses and gaps stay."""

    def answer(server: ModelServer, handler: Handler, body: dict[str, Any]) -> None:
        asked = request_in(body)
        words = cycle(_SENTENCES[asked["language"]].replace(",", "").split())
        texts = [
            {"number": text["number"], "text": _KEPT_OR_WORD.sub(lambda found: found[1] or next(words), text["text"])}
            for text in asked["texts"]
        ]
        _send_json(handler, {"texts": texts})

    return answer


def quoting() -> Answer:
    """Whatever is requested: translations that keep markup, and lessons that quote the first passage they are given."""

    def answer(server: ModelServer, handler: Handler, body: dict[str, Any]) -> None:
        asked: dict[str, Any] = request_in(body)
        if "texts" in asked:
            faithful()(server, handler, body)
        elif "passages" in asked and "topic" in asked:
            lesson, passage = lesson_about(asked["topic"], asked["language"]), asked["passages"][0]
            quote = {"passage": passage["number"], "quote": passage["text"][:120].rpartition(" ")[0]}
            lesson["pages"][1]["sources"] = [quote]
            _send_json(handler, lesson)
        else:
            good()(server, handler, body)

    return answer


_KEPT_OR_WORD = re.compile(r"(`[^`]*`|\$\$?[^$]+\$\$?|\]\([^)]*\)|https?://\S+|_{3,}|\d\S*)|[^\W\d_][\w'’]*")


def outlining(**changes: Any) -> Answer:
    """The good outline of three lessons with some of its fields replaced."""

    def answer(server: ModelServer, handler: Handler, body: dict[str, Any]) -> None:
        _send_json(handler, {**course_about(request_in(body)["brief"], 3), **changes})

    return answer


def helpful() -> Answer:
    """A lesson for a topic; for a block, its Markdown with half the words, or a question."""

    def answer(server: ModelServer, handler: Handler, body: dict[str, Any]) -> None:
        asked: dict[str, Any] = request_in(body)
        if "action" not in asked:
            good()(server, handler, body)
            return
        words = str(asked["block"].get("markdown", "")).split()
        proposed = {**asked["block"], "markdown": f"{' '.join(words[: len(words) // 2])}."}
        if asked["action"] == "makeQuestion":
            choices = [{"text": text, "isCorrect": text == "The moon"} for text in ("The moon", "The wind", "The rain")]
            proposed = {"type": "quiz", "question": "What pulls at the sea?", "choices": choices}
        _send_content(handler, json.dumps({"block": proposed}, ensure_ascii=False), "stop")

    return answer


def held_until(event: threading.Event, answer: Answer) -> Answer:
    """An answer that waits for a test."""

    def later(server: ModelServer, handler: Handler, body: dict[str, Any]) -> None:
        event.wait(60)
        answer(server, handler, body)

    return later


def by_topic(answers: Mapping[str, Answer], otherwise: Answer) -> Answer:
    """The answer of the topic that a request is about."""

    def answer(server: ModelServer, handler: Handler, body: dict[str, Any]) -> None:
        answers.get(request_in(body)["topic"], otherwise)(server, handler, body)

    return answer


def slow(seconds: float) -> Answer:
    """A sound lesson after a while."""

    def answer(server: ModelServer, handler: Handler, body: dict[str, Any]) -> None:
        server.closing.wait(seconds)
        good()(server, handler, body)

    return answer


def hanging() -> Answer:
    """Nothing, until the test is over."""

    def answer(server: ModelServer, handler: Handler, body: dict[str, Any]) -> None:
        server.closing.wait(60)

    return answer


def limited(retry_after: str | None = "0") -> Answer:
    """429, with a Retry-After header unless None."""
    return failing(429, retry_after)


def failing(status: int = 500, retry_after: str | None = None) -> Answer:
    """An error of the provider, whose body holds what must not travel on."""

    def answer(server: ModelServer, handler: Handler, body: dict[str, Any]) -> None:
        error = json.dumps({"error": {"message": PROVIDER_SAYS, "type": "server_error", "code": None}}).encode()
        headers = {"Retry-After": retry_after} if retry_after is not None else {}
        _send(handler, status, error, headers)

    return answer


def saying(content: str, finish_reason: str = "stop") -> Answer:
    """Any text in place of a lesson."""

    def answer(server: ModelServer, handler: Handler, body: dict[str, Any]) -> None:
        _send_content(handler, content, finish_reason)

    return answer


def malformed() -> Answer:
    """Something that is no JSON."""
    return saying('{"title": "Bread", "pages": [')


def proposing(**changes: Any) -> Answer:
    """The good lesson with some of its fields replaced."""

    def answer(server: ModelServer, handler: Handler, body: dict[str, Any]) -> None:
        asked = request_in(body)
        _send_json(handler, {**lesson_about(asked["topic"], asked["language"]), **changes})

    return answer


def obedient() -> Answer:
    """A model that does what the topic tells it: it puts the topic's own text on a page, as Markdown."""

    def answer(server: ModelServer, handler: Handler, body: dict[str, Any]) -> None:
        asked = request_in(body)
        lesson = lesson_about("Bread", asked["language"])
        lesson["pages"].insert(1, {"type": "text", "markdown": asked["topic"]})
        _send_json(handler, lesson)

    return answer


def raw(payload: bytes, content_type: str = "text/html") -> Answer:
    """200 with a body that is no chat completion."""
    return lambda server, handler, body: _send(handler, 200, payload, {}, content_type)


def disconnecting() -> Answer:
    """The connection ends before the answer does."""

    def answer(server: ModelServer, handler: Handler, body: dict[str, Any]) -> None:
        handler.send_response(200)
        handler.send_header("Content-Length", "1000")
        handler.end_headers()
        handler.wfile.write(b'{"id": ')
        handler.close_connection = True

    return answer


def request_in(body: dict[str, Any]) -> dict[str, str]:
    """The request that our prompt carries: the JSON object in the user's first message."""
    asked: dict[str, str] = json.loads(
        next(message["content"] for message in body["messages"] if message["role"] == "user")
    )
    return asked


def lesson_about(topic: str, language: str) -> dict[str, Any]:
    """A lesson as a model would propose it, under the topic's title; English where the corpus has no such language."""
    path = _GOOD / f"{language.partition('-')[0].lower()}.jsonl"
    lines = (path if path.exists() else _GOOD / "en.jsonl").read_text("utf-8").splitlines()
    plain = next(line for line in lines if "<" not in line and "{{" not in line)
    title = topic.split("\n")[0].split(": ")[0].split(". ")[0][:120]
    pages = [{"type": block["type"], **block["content"]} for block in json.loads(plain)["blocks"]]
    return {"title": title, "pages": [{"type": "heading", "text": title, "level": 1}, *pages[1:]]}


def course_about(brief: str, lessons: int) -> dict[str, Any]:
    """An outline in English as a model would propose it: so many lessons about the brief's first words."""
    about = " ".join(brief.split()[:3])
    listed = [
        {
            "title": f"{about}, part {number}",
            "objectives": [f"Describe part {number} of {about}", f"Apply part {number} at work"],
            "topic": f"What part {number} of {about} is, and how it follows from the parts before it.",
        }
        for number in range(1, lessons + 1)
    ]
    return {"title": f"{about}: a course", "lessons": listed}


def _send_json(handler: Handler, answer: dict[str, Any]) -> None:
    _send_content(handler, json.dumps(answer, ensure_ascii=False), "stop")


def _send_content(handler: Handler, content: str, finish_reason: str) -> None:
    message = {"role": "assistant", "content": content}
    answer = {
        "id": "sham-1",
        "object": "chat.completion",
        "created": 1_750_000_000,
        "model": "sham-model",
        "choices": [{"index": 0, "message": message, "finish_reason": finish_reason}],
        "usage": {"prompt_tokens": 321, "completion_tokens": 654, "total_tokens": 975},
    }
    _send(handler, 200, json.dumps(answer).encode(), {})


def _send(
    handler: Handler, status: int, payload: bytes, headers: dict[str, str], content_type: str = "application/json"
) -> None:
    try:
        handler.send_response(status)
        handler.send_header("Content-Type", content_type)
        handler.send_header("Content-Length", str(len(payload)))
        for name, value in headers.items():
            handler.send_header(name, value)
        handler.end_headers()
        handler.wfile.write(payload)
    except ConnectionError:
        handler.close_connection = True  # the caller had no patience, which may be the test's subject

"""Model providers on this computer that are not OpenAI's wire: Anthropic's and Google's, by their own libraries.

`with provider_server() as server:` answers each request with one lesson, or with `server.status` and an error.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from tests.model_server import PROVIDER_SAYS, SECRET, lesson_about

PROVIDERS = {"anthropic": "anthropic:claude-haiku-4-5", "google": "google:gemini-2.5-flash"}
TOPIC = "Tides: why the sea rises twice a day."


@dataclass
class ProviderServer:
    """A running server and what it was sent: bodies, and keys as they came in the headers."""

    status: int = 200
    base_url: str = ""
    bodies: list[dict[str, Any]] = field(default_factory=list)
    keys: list[str] = field(default_factory=list)

    def environment(self, provider: str) -> dict[str, str]:
        """The settings with which a service uses this server as that provider."""
        prefix = {"anthropic": "ANTHROPIC", "google": "GOOGLE_GEMINI"}[provider]
        key = {"anthropic": "ANTHROPIC_API_KEY", "google": "GOOGLE_API_KEY"}[provider]
        return {"WORKBENCH_AI_MODEL": PROVIDERS[provider], key: SECRET, f"{prefix}_BASE_URL": self.base_url}


@contextmanager
def provider_server() -> Iterator[ProviderServer]:
    """A server that answers as both providers do, each by its own path."""
    server = ProviderServer()

    class OneProvider(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            server.bodies.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
            key = self.headers["x-api-key"] or self.headers["x-goog-api-key"] or self.headers["Authorization"] or ""
            server.keys.append(key.removeprefix("Bearer "))
            payload = json.dumps(_answer(self.path) if server.status == 200 else _error(server.status)).encode()
            self.send_response(server.status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(payload)))
            self.send_header("Retry-After", "0")
            self.end_headers()
            self.wfile.write(payload)

        def log_message(self, format: str, *args: Any) -> None:  # noqa: A002  # the base class's name
            """Tests print nothing."""

    http = ThreadingHTTPServer(("127.0.0.1", 0), OneProvider)
    http.daemon_threads = True
    server.base_url = f"http://127.0.0.1:{http.server_address[1]}"
    thread = threading.Thread(target=http.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        http.shutdown()
        http.server_close()
        thread.join()


def _answer(path: str) -> dict[str, Any]:
    text = json.dumps(lesson_about(TOPIC, "EN"), ensure_ascii=False)
    if path.endswith("/v1/messages"):
        return {
            "id": "message-1",
            "type": "message",
            "role": "assistant",
            "model": "claude-haiku-4-5",
            "content": [{"type": "text", "text": text}],
            "stop_reason": "end_turn",
            "stop_sequence": None,
            "usage": {"input_tokens": 321, "output_tokens": 654},
        }
    assert path.endswith(":generateContent"), path
    return {
        "candidates": [{"content": {"parts": [{"text": text}], "role": "model"}, "finishReason": "STOP", "index": 0}],
        "usageMetadata": {"promptTokenCount": 321, "candidatesTokenCount": 654, "totalTokenCount": 975},
        "modelVersion": "gemini-2.5-flash",
        "responseId": "answer-1",
    }


def _error(status: int) -> dict[str, Any]:
    return {"type": "error", "error": {"type": "error", "message": PROVIDER_SAYS, "code": status, "status": "ERROR"}}

"""The log: one line an event, nothing of what people sent, nothing that acts on a terminal."""

from __future__ import annotations

import io
import json
import logging
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.hanging import HANG_SECONDS
from tests.meta.source_tree import ROOT
from tests.model_server import good, model_server
from tests.people import cookie_of, owner_of
from tests.server_process import python_process
from workbench.service.running.logs import write_logs

HOSTILE = ["a\nlevel=error forged", "a\r\nb", "\x1b[2Jgone", "a\u2028b", "a\u202eb", "a\x00b"]


@pytest.fixture
def said() -> Iterator[io.StringIO]:
    """What is logged, as JSON; the test's own logging comes back afterwards."""
    root = logging.getLogger()
    before, level = root.handlers[:], root.level
    stream = io.StringIO()
    write_logs(as_json=True, stream=stream)
    yield stream
    root.handlers[:] = before
    root.setLevel(level)


def test_other_libraries_write_nothing(said: io.StringIO) -> None:
    """Whatever they are called: their lines hold the model's address, and were 94 of 100."""
    for name in ("httpx", "httpx2", "httpcore2.connection", "openai", "some_new_client"):
        logging.getLogger(name).warning("POST https://model.example/v1")
    logging.getLogger("workbench.service").info("ours")

    assert [json.loads(line)["message"] for line in said.getvalue().splitlines()] == ["ours"]


def test_a_real_draft_leaves_no_line_of_the_models_address(tmp_path: Path) -> None:
    """Each line of a service that asked a model is the service's or its server's."""
    database, log = f"sqlite:///{tmp_path / 'service.sqlite'}", tmp_path / "log"
    added = owner_of(database, credits_at_start=100)
    words = ["-m", "workbench.cli.main", "serve", "--port", "0", "--json", "--log-format", "json"]
    with model_server(good()) as model, log.open("wb") as errors:
        process = python_process(*words, "--database", database, environment=model.environment, cwd=ROOT, stderr=errors)
        assert process.stdout is not None
        try:
            told = "".join(iter(process.stdout.readline, "}\n"))
            body = json.dumps({"0": {"json": {"language": "EN", "topic": "Tides"}}})
            headers = {"cookie": cookie_of(added), "content-type": "application/json"}
            target = f"{json.loads(told + '}')['baseUrl']}/api/rpc/lesson.createStarterLesson?batch=1"
            answered = httpx.post(target, content=body, headers=headers, timeout=HANG_SECONDS)
        finally:
            process.terminate()
            process.wait(HANG_SECONDS)
            process.stdout.close()
    lines = [json.loads(line) for line in log.read_text().splitlines()]

    assert (answered.status_code, len(model.requests)) == (200, 1)
    assert {line["logger"].partition(".")[0] for line in lines} <= {"workbench", "uvicorn"}
    assert model.base_url not in log.read_text()


@pytest.mark.parametrize("text", HOSTILE)
def test_an_event_is_one_line_of_plain_letters(said: io.StringIO, text: str) -> None:
    """Line breaks and terminal codes are escaped, and read back as they were."""
    logging.getLogger("workbench.service").warning("%s", text)
    line = said.getvalue()
    assert line.count("\n") == 1
    assert line.rstrip("\n").isascii()
    assert line.rstrip("\n").isprintable()
    assert json.loads(line)["message"] == text


@pytest.mark.parametrize("text", HOSTILE)
def test_a_line_for_a_terminal_cannot_act_on_it(said: io.StringIO, text: str) -> None:
    """The same for people."""
    write_logs(as_json=False, stream=said)
    logging.getLogger("workbench.service").warning("%s", text)
    assert said.getvalue().count("\n") == 1
    assert said.getvalue().rstrip("\n").isprintable()


def test_a_failure_says_kinds_and_places_and_nothing_that_was_sent(said: io.StringIO) -> None:
    """An error's own words may repeat an input."""
    try:
        try:
            int("canary")
        except ValueError as error:
            raise KeyError("canary too") from error
    except KeyError:
        logging.getLogger("workbench.service").exception("a call failed", extra={"error_id": "abc"})
    told = json.loads(said.getvalue())
    assert told["errorId"] == "abc"
    assert told["error"] == ["builtins.KeyError", "builtins.ValueError"]
    assert "test_logs.py" in told["at"][-1]
    assert "canary" not in said.getvalue()


def test_on_request_an_error_says_its_words(said: io.StringIO, monkeypatch: pytest.MonkeyPatch) -> None:
    """For a machine on which that is nobody's secret."""
    monkeypatch.setenv("WORKBENCH_TRACE", "1")
    try:
        int("canary")
    except ValueError:
        logging.getLogger("workbench.service").exception("a call failed")
    assert "canary" in json.loads(said.getvalue())["trace"]

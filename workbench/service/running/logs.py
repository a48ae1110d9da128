"""The service's log: one line an event, JSON for programs or text for people, never a token, an input or a password.

A failure is logged with the kinds of errors and where they came from. An error's own message is left out, because it
may repeat somebody's content; `WORKBENCH_TRACE=1` logs it too, for a machine on which that is not secret.
"""

from __future__ import annotations

import json
import logging
import os
import sys
import traceback
from datetime import UTC, datetime
from pathlib import PurePath
from types import TracebackType
from typing import Any, TextIO

FRAMES = 12
"""Frames of a failure that are logged, the innermost ones."""
_OURS = frozenset({"workbench", "uvicorn", "asyncio", "py", "alembic"})


def write_logs(*, as_json: bool, stream: TextIO | None = None) -> None:
    """Send every logger of this process to standard error in our form."""
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(JsonLines() if as_json else TextLines())
    handler.addFilter(_is_ours)
    logging.basicConfig(level=logging.INFO, handlers=[handler], force=True)
    logging.getLogger("uvicorn.access").setLevel(logging.WARNING)


def _is_ours(record: logging.LogRecord) -> bool:
    """Return whether the record is from the service, its server or Python.

    Other libraries log addresses and headers.
    """
    return record.name.partition(".")[0] in _OURS


class JsonLines(logging.Formatter):
    """Logs one JSON object per line; everything but plain ASCII is escaped, line breaks and terminal codes too."""

    def format(self, record: logging.LogRecord) -> str:
        return json.dumps({"time": _time(record), **_facts(record)}, ensure_ascii=True, default=str)


class TextLines(logging.Formatter):
    """Logs a line for a person's terminal, without characters that could control it."""

    def format(self, record: logging.LogRecord) -> str:
        facts = _facts(record)
        head = f"{_time(record)} {facts.pop('level')} {facts.pop('message')}"
        return _plain(" ".join([head, *(f"{name}={value}" for name, value in facts.items() if name != "logger")]))


def _facts(record: logging.LogRecord) -> dict[str, Any]:
    facts: dict[str, Any] = {
        "level": record.levelname.lower(),
        "logger": record.name,
        "pid": record.process,
        "message": record.getMessage(),
    }
    error_id = getattr(record, "error_id", None)
    if error_id is not None:
        facts["errorId"] = error_id
    if record.exc_info and record.exc_info[1] is not None:
        facts["error"] = kinds(record.exc_info[1])
        facts["at"] = frames(record.exc_info[2])
        if os.environ.get("WORKBENCH_TRACE"):
            facts["trace"] = "".join(traceback.format_exception(record.exc_info[1]))
    return facts


def kinds(error: BaseException | None) -> list[str]:
    """Return the types of the error and its causes; a database error with its code."""
    names: list[str] = []
    while error is not None and len(names) < FRAMES:
        code = getattr(error, "sqlstate", None)
        names.append(f"{type(error).__module__}.{type(error).__qualname__}{f' {code}' if code else ''}")
        error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    return names


def frames(trace: TracebackType | None) -> list[str]:
    """Return the origin of the error: file, line and function, the innermost last."""
    traced = traceback.extract_tb(trace)[-FRAMES:]
    return [f"{'/'.join(PurePath(frame.filename).parts[-3:])}:{frame.lineno} {frame.name}" for frame in traced]


def _time(record: logging.LogRecord) -> str:
    return datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")[:-6] + "Z"


def _plain(text: str) -> str:
    return "".join(
        character if character.isprintable() else character.encode("unicode_escape").decode() for character in text
    )

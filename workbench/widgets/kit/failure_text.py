"""Texts for failures in panels: a sentence with what to do, and details without secrets or values."""

from __future__ import annotations

import traceback
from pathlib import Path

from workbench.errors import AnswerUnreadable, CallFailed, InputRejected, Unreachable, WorkbenchError
from workbench.procedures.catalogue import CATALOGUE
from workbench.text import display_text

LONGEST = 600
_LOOK_FIRST = "Your change may have been made: check before you repeat it."
_TRY_AGAIN = "Check that it is running and that you are online, then try again."


def sentence(error: BaseException) -> str:
    """Return what happened and what to do, in plain language on one line.

    It may be a service's text and is shown as text.
    """
    if isinstance(error, Unreachable) and error.address:
        called = CATALOGUE.get(error.procedure or "")
        may_be_done = error.sent and (called is None or called.is_write)
        return f"{service_away_text(error.address)} {_LOOK_FIRST if may_be_done else _TRY_AGAIN}"
    if isinstance(error, WorkbenchError):
        is_about_field = isinstance(error, InputRejected)  # begins with the field's name
        words = f"{error.message[:1].upper()}{error.message[1:]}" if is_about_field else error.message
        return display_text(words, longest=LONGEST)
    return (
        f"Something went wrong ({type(error).__name__}). "
        "Refresh to see the current state. If it happens again, report the details."
    )


def service_away_text(address: str) -> str:
    """Return the text for a service that does not answer: the same sentence for one outage in every panel."""
    return f"The service at {display_text(address)} is not responding."


def details(error: BaseException) -> str:
    """Return only names and places: procedure, code, HTTP status, our lines; never values, messages or headers."""
    lines = [type(error).__name__]
    if isinstance(error, (CallFailed, Unreachable, AnswerUnreadable)) and error.procedure:
        lines.append(f"procedure: {display_text(error.procedure)}")
    if isinstance(error, CallFailed):
        lines.append(f"code: {display_text(error.code)}, HTTP {error.http_status}")
    if not isinstance(error, WorkbenchError):
        places = traceback.extract_tb(error.__traceback__)[-5:]
        lines += [f"{Path(frame.filename).name}, line {frame.lineno}, in {frame.name}" for frame in places]
    return "\n".join(lines)

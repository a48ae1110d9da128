"""All exceptions of the package.

WorkbenchError
├─ NotSent              nothing was sent: fix the call
│  ├─ InputRejected     a field of the input is wrong (WrongType: its type; UnknownName: nothing has this name)
│  ├─ SourceRejected    a file that cannot be read as a source
│  ├─ MixedBatch        reads and writes in one batch
│  ├─ NotConfirmed      it has a consequence that is easy to miss: confirm it, or don't do it
│  ├─ OriginRefused     the address is not one the session token may go to
│  └─ NotConnected      no service or no session is configured
├─ Unreachable          no usable answer came; `sent` says whether the request may have arrived
├─ AnswerUnreadable     an answer that the interface does not describe
├─ CallFailed           the service refused the call, with a code
│  ├─ SignInNeeded · NotAllowed (OtherOrganization: switch to it first) · NotFound
│  ├─ Conflict (OpenPlaces: confirm, or finish the lessons)
│  └─ OutOfCredits · TooManyRequests · ServiceUnwell
├─ PatternTimedOut      a text takes too long to be searched
├─ EditRejected         a transaction that the lesson's rules refuse
├─ PlanRejected         a topic list or plan that cannot be run as it is
├─ JournalError         the run's file cannot be trusted or written
└─ Misconfigured        a setting cannot be used as it is

All but the three that only group others are an error of Python, too. What does not exist is a `LookupError`
(`NotFound`; `UnknownName` is a `KeyError`), a bad value a `ValueError`, a bad type a `TypeError`, no connection a
`ConnectionError`, a missing right a `PermissionError`, an endless search a `TimeoutError`, the rest a `RuntimeError`.

Classes answer "what do I do now?". A class's docstring is its default message. No error holds a session token.
"""

from __future__ import annotations

import errno
import os
import traceback
from typing import Any


class WorkbenchError(Exception):
    """Something went wrong in the workbench."""

    retry_after_seconds: float | None = None
    """The service's requested wait before another try; `None` if it gave none."""

    def __init__(self, message: str | None = None) -> None:
        self.message = message or " ".join((type(self).__doc__ or "").split())
        super().__init__(self.message)

    def __str__(self) -> str:
        return self.message

    def _render_traceback_(self) -> list[str]:
        """Return what a notebook shows (IPython asks for this name): one line; all frames with WORKBENCH_TRACE=1."""
        if os.environ.get("WORKBENCH_TRACE"):
            return traceback.format_exception(self)
        return [f"{type(self).__name__}: {self}"]


class NotSent(WorkbenchError):
    """Nothing was sent. Fix the call and try again."""


class InputRejected(NotSent, ValueError):
    """A field of the input is wrong. Nothing was sent."""


class WrongType(InputRejected, TypeError):
    """A value has the wrong type. Nothing was sent."""


class UnknownName(InputRejected, KeyError):
    """Unknown name. Check the spelling."""


class SourceRejected(NotSent, ValueError):
    """The file cannot be read as a source. Nothing was sent."""


class MixedBatch(NotSent, ValueError):
    """Reads and writes cannot share one request. Send them separately."""


class NotConfirmed(NotSent, RuntimeError):
    """This has a consequence that is easy to miss. Nothing was changed; confirm to continue."""


class OriginRefused(NotSent, ValueError):
    """The session token may not be sent to this address. Use https, or http on this computer only."""


class NotConnected(NotSent, ConnectionError):
    """No service is connected. `connect()` starts the service of this computer; `connect(url)` uses another one."""


class Unreachable(WorkbenchError, ConnectionError):
    """The service gave no usable answer. Check that it is running and that you are online, then try again."""

    def __init__(self, message: str | None = None, *, sent: bool = True, procedure: str | None = None) -> None:
        super().__init__(message)
        self.sent = sent
        self.procedure = procedure
        self.address = ""
        """The service's address, if it is known."""


class AnswerUnreadable(WorkbenchError, RuntimeError):
    """The service answered in a form that the interface does not describe."""

    def __init__(
        self, message: str | None = None, *, procedure: str | None = None, http_status: int | None = None
    ) -> None:
        super().__init__(message)
        self.procedure = procedure
        self.http_status = http_status


class CallFailed(WorkbenchError):
    """The service refused the call."""

    def __init__(
        self,
        message: str | None = None,
        *,
        procedure: str | None = None,
        code: str = "INTERNAL_SERVER_ERROR",
        http_status: int = 500,
        facts: dict[str, Any] | None = None,
        retry_after_seconds: float | None = None,
        is_replayed: bool = False,
    ) -> None:
        """`is_replayed`: it is the stored answer for the call's idempotency key."""
        super().__init__(message)
        self.procedure = procedure
        self.code = code
        self.http_status = http_status
        self.facts = facts or {}
        self.retry_after_seconds = retry_after_seconds
        self.is_replayed = is_replayed

    def __str__(self) -> str:
        return f"{self.message} ({self.code}, {self.http_status})"


class SignInNeeded(CallFailed, PermissionError):
    """The session has ended or is unknown. Run `workbench login` and try again."""


class NotAllowed(CallFailed, PermissionError):
    """Your role doesn't allow this. Ask an owner of the organization to do it or to change your role."""


class OtherOrganization(NotAllowed):
    """This belongs to another of your organizations: switch to it first. Nothing was done."""


class NotFound(CallFailed, LookupError):
    """Not found, or you don’t have access. Check the ID and the organization."""


class Conflict(CallFailed, RuntimeError):
    """It has changed in the meantime. Reload it and try again."""


class NameTaken(Conflict):
    """This name is already taken. Choose another name, or confirm that you want the same one."""


class OpenPlaces(Conflict):
    """Placeholders are left for an author. Fill them in, or confirm that learners may see them as they are."""


class OpenAuthorNotes(Conflict):
    """A lesson has notes for authors. Add what each note asks for and delete the note, then try again."""


class OutOfCredits(CallFailed, RuntimeError):
    """The organization doesn't have enough AI credits for this. Nothing was generated."""


class TooManyRequests(CallFailed, RuntimeError):
    """Too many requests. Wait a moment, then try again."""


class ServiceUnwell(CallFailed, RuntimeError):
    """The service couldn't do this right now. Try again later; if it keeps failing, report the error ID."""


class PatternTimedOut(WorkbenchError, TimeoutError):
    """A text takes too long to search. Shorten or split it."""


class EditRejected(WorkbenchError, ValueError):
    """The lesson's rules refuse this edit. Nothing was changed."""

    def __init__(self, message: str | None = None, *, conflict: bool = False, unknown: tuple[str, ...] = ()) -> None:
        super().__init__(message)
        self.conflict = conflict
        self.unknown = unknown


class PlanRejected(WorkbenchError, ValueError):
    """The topic list can't be used as it is. Nothing was sent."""


class JournalError(WorkbenchError, RuntimeError):
    """The run's journal is damaged or can't be written. No more rows are sent."""


class Misconfigured(WorkbenchError, ValueError):
    """A setting is invalid."""


def is_disk_full(failed: BaseException) -> bool:
    """Return whether a file, or a SQLite database in one, could not be written because the disk is full."""
    if isinstance(failed, OSError):
        return failed.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
    return (type(failed).__module__, type(failed).__name__) in (("apsw", "FullError"), ("apsw", "IOError"))

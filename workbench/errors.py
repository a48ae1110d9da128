"""Every error that a caller of the package meets.

WorkbenchError
├─ NotSent              nothing left this machine: mend the call
│  ├─ InputRejected     a field of the input is wrong (WrongType: its type; UnknownName: nothing has this name)
│  ├─ SourceRejected    a file that cannot be read as a source
│  ├─ MixedBatch        reads and writes in one batch
│  ├─ NotConfirmed      it has a consequence that is easily overlooked: confirm it, or leave it
│  ├─ OriginRefused     the address is not one the session token may go to
│  └─ NotConnected      no service or no session is configured
├─ Unreachable          no usable answer came; `sent` says whether the request may have arrived
├─ AnswerUnreadable     an answer that the interface does not describe
├─ CallFailed           the service said no, with a code
│  ├─ SignInNeeded · NotAllowed (OtherOrganization: switch to it first) · NotFound
│  ├─ Conflict (OpenPlaces: confirm, or finish the lessons)
│  └─ OutOfCredits · TooManyRequests · ServiceUnwell
├─ PatternTimedOut      a text takes too long to be searched
├─ EditRejected         a transaction that the lesson's rules refuse
├─ PlanRejected         a topic list or plan that cannot be run as it stands
├─ JournalError         the run's file cannot be trusted or written
└─ Misconfigured        a setting cannot be used as it is

Those that Python has a word for are that, too: `InputRejected` is a `ValueError`, `WrongType` a `TypeError`,
`UnknownName` a `KeyError`, `NotFound` a `LookupError`, `NotConnected` and `Unreachable` are `ConnectionError`s.

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
    """How long the service asks to wait before another try; `None` when it did not say."""

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
    """Nothing was sent. Mend the call and try again."""


class InputRejected(NotSent, ValueError):
    """A field of the input is wrong. Nothing was sent."""


class WrongType(InputRejected, TypeError):
    """A value of another type is expected. Nothing was sent."""


class UnknownName(InputRejected, KeyError):
    """Unknown name. Check the spelling."""


class SourceRejected(NotSent):
    """The file cannot be read as a source. Nothing was sent."""


class MixedBatch(NotSent):
    """Reads and writes cannot share one request. Send them separately."""


class NotConfirmed(NotSent):
    """It has a consequence that is easily overlooked. Nothing was changed; confirm it to go on."""


class OriginRefused(NotSent):
    """The session token may not be sent to this address. Use https, or http on this computer only."""


class NotConnected(NotSent, ConnectionError):
    """No service is connected. Run `workbench login`, or call `connect()` with a URL."""


class Unreachable(WorkbenchError, ConnectionError):
    """The service gave no usable answer. Check that it is running and that you are online, then try again."""

    def __init__(self, message: str | None = None, *, sent: bool = True, procedure: str | None = None) -> None:
        super().__init__(message)
        self.sent = sent
        self.procedure = procedure
        self.address = ""
        """The service's address, where a client was asked."""


class AnswerUnreadable(WorkbenchError):
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
        """`is_replayed`: it is what the service has stored under the call's idempotency key."""
        super().__init__(message)
        self.procedure = procedure
        self.code = code
        self.http_status = http_status
        self.facts = facts or {}
        self.retry_after_seconds = retry_after_seconds
        self.is_replayed = is_replayed

    def __str__(self) -> str:
        return f"{self.message} ({self.code}, {self.http_status})"


class SignInNeeded(CallFailed):
    """The session has ended or is unknown. Run `workbench login` and try again."""


class NotAllowed(CallFailed):
    """Your role does not allow this. An owner of the organization may do it, or give you a role that may."""


class OtherOrganization(NotAllowed):
    """This belongs to another organization of yours: switch to it first. Nothing was done."""


class NotFound(CallFailed, LookupError):
    """Not found, or you don’t have access. Check the id and the organization."""


class Conflict(CallFailed):
    """The thing has changed meanwhile. Read it again, then repeat the change."""


class NameTaken(Conflict):
    """Another one has this name already. Choose another name, or confirm that you mean it."""


class OpenPlaces(Conflict):
    """Places are left to an author. Finish them, or confirm that learners may read them as they are."""


class OpenAuthorNotes(Conflict):
    """A lesson has notes for authors: it cannot be public before they are filled in and deleted."""


class OutOfCredits(CallFailed):
    """The organization has too few AI credits for this. Nothing was generated."""


class TooManyRequests(CallFailed):
    """The service asks for patience. Wait a moment, then try again."""


class ServiceUnwell(CallFailed):
    """The service could not do this now. Try again later; if it stays, report the error id."""


class PatternTimedOut(WorkbenchError):
    """A text takes too long to be searched. Shorten it, or divide it into several."""


class EditRejected(WorkbenchError):
    """The lesson's rules refuse this edit. Nothing was changed."""

    def __init__(self, message: str | None = None, *, conflict: bool = False, unknown: tuple[str, ...] = ()) -> None:
        super().__init__(message)
        self.conflict = conflict
        self.unknown = unknown


class PlanRejected(WorkbenchError):
    """The topic list cannot be used as it stands. Nothing was sent."""


class JournalError(WorkbenchError):
    """The run's journal cannot be trusted or written. No further row is sent."""


class Misconfigured(WorkbenchError):
    """A setting cannot be used as it is."""


def is_disk_full(failed: BaseException) -> bool:
    """Return whether a file, or a SQLite database in one, could not be written for want of room."""
    if isinstance(failed, OSError):
        return failed.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
    return (type(failed).__module__, type(failed).__name__) in (("apsw", "FullError"), ("apsw", "IOError"))

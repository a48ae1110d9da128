"""Progress of long work on a terminal, and what is printed after Ctrl-C.

A scheduler's or a shutdown's SIGTERM, and a terminal that goes away, stop it the same way.
"""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from types import FrameType

from workbench.cli.output import shows_progress


class Terminated(KeyboardInterrupt):
    """A signal ended the process; `exit_code` is 128 and the signal's number, as shells have it."""

    def __init__(self, message: str, exit_code: int) -> None:
        super().__init__(message)
        self.exit_code = exit_code


@contextmanager
def stoppable(
    what: str = "pages read", *, message: str = "Stopped. Nothing was written."
) -> Iterator[Callable[[int], None]]:
    """Yield a function to call with the number of pages read (or `what`) so far, shown on a terminal.

    After Ctrl-C `message` is the only line that `main` prints; the exit code is 130, and 143 after SIGTERM.
    """
    looks_on, is_shown = shows_progress(), False

    def count(pages: int) -> None:
        nonlocal is_shown
        if looks_on:
            print(f"\r{pages:,} {what}; Ctrl-C stops ", end="", file=sys.stderr, flush=True)
            is_shown = True

    try:
        with _terminated_like_stopped():
            yield count
    except Terminated as signalled:
        raise Terminated(message, signalled.exit_code) from None
    except KeyboardInterrupt:
        raise KeyboardInterrupt(message) from None
    finally:
        if is_shown:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)


@contextmanager
def _terminated_like_stopped() -> Iterator[None]:
    """Raise `Terminated` on a signal that would end the process immediately, so that partial work is removed.

    Only a signal that is neither handled nor ignored (`nohup`) is caught, and only the first one.
    """
    with ExitStack() as before:
        if threading.current_thread() is threading.main_thread():
            for name in ("SIGTERM", "SIGHUP"):
                number = getattr(signal, name, None)
                if number is not None and signal.getsignal(number) is signal.SIG_DFL:
                    before.callback(signal.signal, number, signal.SIG_DFL)
                    signal.signal(number, _end)
        yield


def _end(number: int, frame: FrameType | None) -> None:
    signal.signal(number, signal.SIG_IGN)
    raise Terminated(f"It was told to end ({signal.Signals(number).name}) before it was done.", 128 + number)

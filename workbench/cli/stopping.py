"""How long work shows itself and is stopped: a line that counts, and what is said after Ctrl-C.

Knows no report.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def stoppable(
    what: str = "pages read", *, said: str = "Stopped. Nothing was written."
) -> Iterator[Callable[[int], None]]:
    """Gives what is called with the number of pages read (or `what`) so far; shown where somebody looks on.

    After Ctrl-C `said` is the one line that `main` says; the exit code is 130.
    """
    looks_on, is_shown = sys.stderr.isatty(), False

    def count(pages: int) -> None:
        nonlocal is_shown
        if looks_on:
            print(f"\r{pages:,} {what}; Ctrl-C stops ", end="", file=sys.stderr, flush=True)
            is_shown = True

    try:
        yield count
    except KeyboardInterrupt:
        raise KeyboardInterrupt(said) from None
    finally:
        if is_shown:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)

"""The process that reads one file: the file is its standard input, its output lines of JSON. It opens nothing else.

Started by `documents/process.py` with a reader, a module that has `read_lines`. It limits its own memory, time and
files before it looks at the first byte.
"""

from __future__ import annotations

import errno
import io
import json
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from importlib import import_module
from typing import Any, BinaryIO, TextIO

from workbench.child_process import limit_itself
from workbench.documents.file_kind import TAKES_TOO_LONG, FileRefused
from workbench.documents.office import DAMAGED
from workbench.errors import PatternTimedOut, WorkbenchError
from workbench.text import display_text

Say = Callable[[dict[str, Any]], object]
ReadLines = Callable[[BinaryIO, str, Mapping[str, Any], Say], object]


def print_lines(read_lines: ReadLines, source: BinaryIO, out: TextIO, name: str, options: Mapping[str, Any]) -> None:
    """Read a file, and print what the reader says of it as lines; the last is the reader's own or why it gave up.

    The latter is `{"refused": "…"}` or `{"exhausted": true}`.
    """

    def say(line: dict[str, Any]) -> None:
        out.write(json.dumps(line) + "\n")
        out.flush()

    try:
        with damage_as_refusal():
            read_lines(source, name, options, say)
    except FileRefused as refused:
        say({"refused": str(refused)})
    except (MemoryError, RecursionError):
        say({"exhausted": True})


@contextmanager
def damage_as_refusal() -> Iterator[None]:
    """Raise `FileRefused` with one sentence where a file is damaged, or takes too long to be searched.

    Raises `MemoryError` where the operating system refuses memory, which says nothing about the file.
    """
    try:
        yield
    except PatternTimedOut:
        raise FileRefused(TAKES_TOO_LONG) from None
    except (FileRefused, WorkbenchError):
        raise
    except DAMAGED as damage:
        if isinstance(damage, OSError) and damage.errno == errno.ENOMEM:  # the limit was met outside of Python's heap
            raise MemoryError from None
        raise FileRefused(f"is damaged: {display_text(str(damage) or type(damage).__name__, longest=120)}.") from None


if __name__ == "__main__":
    reader, file_name, given, seconds, memory_bytes = sys.argv[1:]
    chosen = import_module(reader).read_lines
    limit_itself(int(memory_bytes), int(seconds))
    printed = io.TextIOWrapper(sys.stdout.buffer, encoding="utf-8")
    print_lines(chosen, sys.stdin.buffer, printed, file_name, json.loads(given))

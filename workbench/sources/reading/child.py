"""The process that reads one file: the file is its input, its output one JSON line a passage. It can open no other way.

Started by `reading/process.py`. It limits its own memory, time and files before it looks at the first byte.
"""

from __future__ import annotations

import json
import sys
import time
from typing import Any, Final

from workbench.child_process import limit_itself
from workbench.errors import SourceRejected
from workbench.sources.reading.document import Document, read_document

_PROGRESS_SECONDS: Final = 0.2


def main(name: str, encoding: str | None, *, seconds: int, memory_bytes: int) -> None:
    """Read the file that is the standard input, and print passages, progress, and last what it is or why it is refused.

    Lines are `{"passage": [place, heading, text]}`, `{"page": n, "pages": m}`, `{"end": {...}}`, `{"refused": "..."}`.
    """
    limit_itself(memory_bytes, seconds)
    document = Document(name)
    shown_at = time.monotonic()

    def on_page(page: int, pages: int) -> None:
        nonlocal shown_at
        if time.monotonic() - shown_at >= _PROGRESS_SECONDS:
            shown_at = time.monotonic()
            _print({"page": page, "pages": pages})

    try:
        for each in read_document(sys.stdin.buffer, document, encoding=encoding, on_page=on_page):
            _print({"passage": [each.place, each.heading, each.text]})
        _print({"end": {"media_type": document.media_type, "notes": document.notes}})
    except SourceRejected as refused:
        _print({"refused": refused.message})
    except (MemoryError, RecursionError):
        _print({"exhausted": True})


def _print(line: dict[str, Any]) -> None:
    sys.stdout.write(json.dumps(line) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2] or None, seconds=int(sys.argv[3]), memory_bytes=int(sys.argv[4]))

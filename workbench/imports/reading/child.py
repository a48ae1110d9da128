"""The process that reads one file to be imported: the file is its input, its output lines of JSON. It opens nothing.

Started by `imports/reading/process.py`. It limits its own memory, time and files before it looks at the first byte.
"""

from __future__ import annotations

import base64
import io
import json
import sys
from typing import Any, BinaryIO, Final, TextIO

from workbench.child_process import limit_itself
from workbench.imports.reading.draft import DraftFile
from workbench.imports.reading.file_kind import ImportReading, read_file
from workbench.sources.reading.paragraph import FileRefused

PIECE_BYTES: Final = 49_152
"""Bytes of a picture in one line."""


def main(source: BinaryIO, out: TextIO, name: str, options: ImportReading) -> None:
    """Read the file, and print pictures as they are met, then what was read, or why it is refused.

    Lines are `{"picture": digest, "data": base64}` in order, `{"lesson": title}` and its `{"block": […]}`,
    `{"finding": […]}`, and last `{"end": {…}}`, `{"refused": "…"}` or `{"exhausted": true}`.
    """

    def say(line: dict[str, Any]) -> None:
        out.write(json.dumps(line) + "\n")

    def send_picture(digest: str, data: bytes) -> None:
        view = memoryview(data)
        for start in range(0, len(data), PIECE_BYTES):
            say({"picture": digest, "data": base64.b64encode(view[start : start + PIECE_BYTES]).decode()})

    file = DraftFile(name, send_picture=send_picture)
    try:
        read_file(source, file, options)
        for lesson in file.lessons:
            say({"lesson": lesson.title})
            for each in lesson.blocks:
                say({"block": [each.type, each.content, each.place, each.picture, each.is_true_false]})
        for finding in file.findings:
            say({"finding": [finding.place, finding.kind, finding.text]})
        left_out = dict(file.findings_left_out)
        say({"end": {"kind": file.kind, "title": file.title, "language": file.language, "more": left_out}})
    except FileRefused as refused:
        say({"refused": str(refused)})
    except (MemoryError, RecursionError):
        say({"exhausted": True})
    out.flush()


if __name__ == "__main__":
    limit_itself(int(sys.argv[5]), int(sys.argv[4]))
    printed = io.TextIOWrapper(sys.stdout.buffer, encoding="utf-8", write_through=False)
    main(sys.stdin.buffer, printed, sys.argv[1], ImportReading(sys.argv[2] == "one", sys.argv[3]))

"""What the process that reads a file says when reading fails."""

from __future__ import annotations

import errno
import io
import json
from typing import Any

import pytest

from workbench.documents.child import print_lines


@pytest.mark.parametrize(
    ("failure", "line"),
    [
        (MemoryError(), {"exhausted": True}),
        (OSError(errno.ENOMEM, "Cannot allocate memory"), {"exhausted": True}),
        (OSError(errno.EIO, "Input/output error"), {"refused": "is damaged: [Errno 5] Input/output error."}),
    ],
    ids=["the heap is full", "the system refuses memory", "the file cannot be read"],
)
def test_a_limit_is_not_called_damage(failure: Exception, line: dict[str, Any]) -> None:
    """Regression: a module that was imported under the memory limit made a file “damaged: Cannot allocate memory”."""

    def read_lines(*_: object) -> None:
        raise failure

    printed = io.StringIO()
    print_lines(read_lines, io.BytesIO(), printed, "a.docx", {})

    assert json.loads(printed.getvalue()) == line

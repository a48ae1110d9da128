"""A private file with one JSON record. Its secrets are read as `Token`s, and no frame of a traceback holds its text."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from workbench.client.data_folder import close_to_others, write_private
from workbench.client.session.token import hidden, reveal, trim_traceback


def read_record(path: Path) -> dict[str, Any] | None:
    """Return the record; empty if there is no file, `None` if it cannot be read. Makes the file private."""
    try:
        close_to_others(path)
        record = json.loads(path.read_text(encoding="utf-8"), object_hook=hidden)
    except FileNotFoundError:
        return {}
    except (OSError, ValueError, RecursionError):
        return None
    except BaseException as stopped:  # noqa: BLE001  (an interrupt: the frames below hold the text)
        raise trim_traceback(stopped) from None
    return record if isinstance(record, dict) else None


def write_record(path: Path, record: Mapping[str, Any]) -> None:
    """Write the record with the texts of its `Token`s atomically, mode 0600. Raises `OSError`."""
    try:
        write_private(path, json.dumps(record, indent=1, default=reveal))
    except BaseException as stopped:  # noqa: BLE001  (the frames below hold the text)
        raise trim_traceback(stopped) from None

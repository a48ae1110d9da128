"""A JSON file with a format name and a digest of its content, so that changes are detected when it is read."""

from __future__ import annotations

import json
from collections.abc import Collection
from pathlib import Path
from typing import Any, Final

from workbench.bulk.planning.plan import sha256
from workbench.client.data_folder import write_private
from workbench.errors import PlanRejected

MAX_BYTES: Final = 200_000_000


def save_digested(path: str | Path, form: str, content: dict[str, Any]) -> Path:
    """Write the content atomically, mode 0600, and return the path. Raises `PlanRejected` if it cannot be written."""
    whole = {"form": form, **content}
    text = json.dumps({**whole, "digest": sha256(whole)}, indent=1)
    try:
        write_private(Path(path), text)
    except OSError as refused:
        raise PlanRejected(f"{path} cannot be written: {refused.strerror}.") from None
    return Path(path)


def is_digested_file(path: str | Path, form: str) -> bool:
    """Return whether a file begins like one of this form, in any version; `load_digested` checks the rest."""
    try:
        with Path(path).open("rb") as file:
            return form.rpartition(" ")[0].encode() in file.read(80)
    except (OSError, ValueError):
        return False


def load_digested(path: Path, forms: Collection[str], *, what: str, ended: str) -> tuple[str, dict[str, Any]]:
    """Return the form and the content that were saved.

    `what` is the name of the file type for people, such as `saved plan`; `ended` says that nothing was done.
    Raises `PlanRejected` if the file was changed since, or has none of these forms.
    """
    try:
        with path.open("rb") as file:
            text = file.read(MAX_BYTES + 1)
    except OSError as refused:
        raise PlanRejected(f"{path} cannot be read: {refused.strerror}. {ended}") from None
    if len(text) > MAX_BYTES:
        raise PlanRejected(f"{path} is larger than {MAX_BYTES // 10**6} MB. {ended}")
    try:
        content = json.loads(text.decode())
        digest = content.pop("digest")
        form = content["form"]
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise PlanRejected(f"{path} is no {what}. {ended}") from None
    if form not in forms or digest != sha256(content):
        raise PlanRejected(f"{path} was changed since it was saved, or by another version. Plan again.")
    return content.pop("form"), content

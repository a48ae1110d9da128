"""Archives with parts of ours in them."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping


def with_parts(data: bytes, new: Mapping[str, bytes]) -> bytes:
    """The archive with parts added or replaced, packed."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as changed:
        kept = {name: old.read(name) for name in old.namelist()}
        [changed.writestr(name, content) for name, content in (kept | dict(new)).items()]
    return out.getvalue()

"""A place to drop a file on, or to choose one. Its bytes come as messages, in parts, and are in no widget's state."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import anywidget
import traitlets

from workbench.widgets.kit.assets import script, styles

_LONGEST_NAME = 255


class FileDrop(anywidget.AnyWidget):
    """`on_file(name, data)` gets each complete file; `refuse(reason)` is called for one that cannot be used."""

    _esm = script("kit/file_drop")
    _css = styles("kit/file_drop")

    label = traitlets.Unicode("").tag(sync=True)
    hint = traitlets.Unicode("").tag(sync=True)
    accept = traitlets.Unicode("").tag(sync=True)
    max_bytes = traitlets.Int(0).tag(sync=True)
    many = traitlets.Bool(False).tag(sync=True)
    disabled = traitlets.Bool(False).tag(sync=True)

    def __init__(
        self,
        label: str,
        on_file: Callable[[str, bytes], object],
        refuse: Callable[[str], object],
        *,
        hint: str = "",
        accept: str = "",
        max_bytes: int,
        many: bool = False,
    ) -> None:
        """Create the drop area; with `many`, several files can be dropped together and arrive one by one."""
        super().__init__(label=label, hint=hint, accept=accept, max_bytes=max_bytes, many=many)
        self._on_file, self._refuse = on_file, refuse
        self._transfer, self._parts, self._size = "", list[bytes](), 0
        self.on_msg(self._on_message)

    def _on_message(self, widget: Any, message: Any, buffers: Sequence[Any]) -> None:
        intent = message.get("intent") if isinstance(message, dict) else None
        if self.disabled or intent not in ("part", "refused"):
            return
        if intent == "refused":
            self._refuse(str(message.get("reason", ""))[:500])
            return
        transfer, part, parts = message.get("transfer"), message.get("part"), message.get("parts")
        if part == 0:
            self._transfer, self._parts, self._size = str(transfer), [], 0
        if transfer != self._transfer or part != len(self._parts) or not buffers or not isinstance(parts, int):
            return  # of a transfer that was restarted
        self._parts.append(bytes(buffers[0]))
        self._size += len(self._parts[-1])
        if self._size > self.max_bytes:
            self._transfer, self._parts = "", []
            self._refuse(f"The file is larger than {self.max_bytes // 10**6} MB. Split it.")
        elif len(self._parts) == parts:
            data, self._transfer, self._parts = b"".join(self._parts), "", []
            self._on_file(_plain_name(str(message.get("name", ""))), data)

    def __repr__(self) -> str:
        return f"Drop a file: {self.label}."


def _plain_name(name: str) -> str:
    """Return the name without folder and half characters, cut to the maximum length but with its suffix."""
    plain = name.replace("\\", "/").rpartition("/")[2].encode(errors="replace").decode()
    return plain[-_LONGEST_NAME:] or "list"

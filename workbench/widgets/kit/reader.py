"""Shows HTML that Python has rendered and sanitised, sent as messages, so that no notebook saves it.

Give it only HTML from `authoring.rendering`, or escaped text. Pictures and recordings come
from Python, too: only it holds the session.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

import anywidget
import traitlets

from workbench.client.asset_transfer import fetch_preview
from workbench.client.sync import Client
from workbench.client.thread_pool import TaskPool
from workbench.errors import NotFound, Unreachable, WorkbenchError
from workbench.languages.reader import direction
from workbench.patterns import Pattern
from workbench.widgets.kit.assets import script, styles

PREVIEW_BYTES: Final = 8_000_000
_LARGE: Final = f"It is larger than {PREVIEW_BYTES // 10**6} MB, so it plays on learner pages but not in this preview."
_GONE: Final = "It was deleted, or you don't have access."
_AWAY: Final = "It can't be shown right now. Open the block again in a minute."
_ASSET_ID: Final = Pattern(r"[a-z0-9]{1,64}")


class Reader(anywidget.AnyWidget):
    """Shows `html`, which stays in Python. `more` is the text of a button below it, for the next part."""

    _esm = script("kit/reader")
    _css = styles("kit/rendered", "kit/reader")

    label = traitlets.Unicode("").tag(sync=True)
    more = traitlets.Unicode("").tag(sync=True)

    def __init__(self, label: str) -> None:
        super().__init__(label=label)
        self.html, self.language = "", "EN"
        self._accent: tuple[str, ...] = ()
        self._more_callbacks: list[Callable[[], object]] = []
        self._asset_callbacks: list[Callable[[str], object]] = []
        self.on_msg(lambda widget, message, buffers: self._on_message(message))

    def put(self, html: str, *, language: str = "EN", more: str = "", accent: Sequence[str] = ()) -> None:
        """Show this, from its beginning; an empty one takes no room.

        `accent` is the colour of a theme, for light and dark.
        """
        self.html, self.language, self.more, self._accent = html, language, more, tuple(accent)
        self._send_html()

    def add(self, html: str, *, more: str = "") -> None:
        """Append this."""
        self.html += html
        self.more = more
        self.send({"add": html})

    def on_more(self, callback: Callable[[], object]) -> None:
        """Call this when the next part is requested."""
        self._more_callbacks.append(callback)

    def on_asset(self, callback: Callable[[str], object]) -> None:
        """Call this with the id of a picture or recording that is needed; `put_asset` sends it."""
        self._asset_callbacks.append(callback)

    def put_asset(self, asset_id: str, media_type: str, content: bytes, *, why: str = "") -> None:
        """Replace a placeholder with its picture or recording; without a type, the text stays, followed by `why`."""
        self.send({"asset": asset_id, "type": media_type, "why": why}, [content])

    def _on_message(self, message: Any) -> None:
        intent = message.get("intent") if isinstance(message, dict) else None
        if intent == "ready":
            self._send_html()
        elif intent == "more" and self.more:
            for callback in self._more_callbacks:
                callback()
        elif intent == "asset" and isinstance(message.get("asset"), str) and _ASSET_ID.fullmatch(message["asset"]):
            for show in self._asset_callbacks:
                show(message["asset"])

    def _send_html(self) -> None:
        look = {"language": self.language.lower(), "direction": direction(self.language), "accent": self._accent}
        self.send({"html": self.html, **look})

    def __repr__(self) -> str:
        return f"Reading pane: {self.label}."


def show_previews(reader: Reader, client: Client, workers: TaskPool) -> None:
    """Make a reader show pictures and recordings, each fetched on a worker thread."""

    def fetch(asset_id: str) -> None:
        about, buffers = read_preview(client, asset_id)
        reader.put_asset(asset_id, about["type"], buffers[0] if buffers else b"", why=about["why"])

    reader.on_asset(lambda asset_id: workers.submit(fetch, asset_id))


def read_preview(client: Client, asset_id: str) -> tuple[dict[str, Any], list[bytes]]:
    """Return the asset's `type` and bytes for a browser message, or why there are none (`why`). Blocks.

    `why` is a sentence for people; `lasts` says whether it is permanent.
    """
    try:
        preview = fetch_preview(client, asset_id, PREVIEW_BYTES)
    except NotFound:
        return {"type": "", "why": _GONE, "lasts": True}, []
    except Unreachable:
        return {"type": "", "why": _AWAY, "lasts": False}, []
    except WorkbenchError as failed:
        return {"type": "", "why": failed.message, "lasts": False}, []
    if preview is None:
        return {"type": "", "why": _LARGE, "lasts": True}, []
    return {"type": preview[0], "why": "", "lasts": True}, [preview[1]]

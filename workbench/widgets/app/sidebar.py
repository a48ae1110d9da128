"""The sidebar: the sections of the page, one of which is shown."""

from __future__ import annotations

from collections.abc import Sequence

import traitlets

from workbench.widgets.kit.assets import script, styles
from workbench.widgets.kit.pages import Tabs


class Sidebar(Tabs):
    """Sections to choose one of, as links in a navigation landmark: icons alone or a menu where there is less room."""

    _esm = script("app/sidebar")
    _css = styles("app/sidebar")

    anchors = traitlets.List(traitlets.Unicode()).tag(sync=True)
    icons = traitlets.List(traitlets.Unicode()).tag(sync=True)
    """Of each text, in the same order: the anchor of its section, and the path of its drawing."""
    counts = traitlets.List(traitlets.Unicode()).tag(sync=True)
    """How much waits in each section, in the same order; empty where nothing does."""

    def __init__(self, label: str, entries: Sequence[tuple[str, str, str]]) -> None:
        """Create the sidebar; an entry is the text, the anchor and the icon of a section."""
        texts, anchors, icons = (list(column) for column in zip(*entries, strict=True))
        super().__init__(label, texts, anchors=anchors, icons=icons)

"""Titles of the open course and its lessons that were typed where they stand. Nothing that was typed is lost: the field
stays open until the service has the title.
"""

from __future__ import annotations

from functools import partial

from workbench.client.lookups.same_name import call_unless_taken
from workbench.client.sync import Client
from workbench.errors import Conflict, NotConfirmed, WorkbenchError
from workbench.text import display_text
from workbench.widgets.browser import item_actions
from workbench.widgets.browser.queries import BrowserItem, course_item
from workbench.widgets.browser.state import BrowserCallbacks, BrowserState
from workbench.widgets.kit.editable_title import base_title


class Retitling:
    """Saves typed titles; asks first where somebody else was quicker."""

    def __init__(self, client: Client, state: BrowserState, panel: BrowserCallbacks) -> None:
        self._client, self._state, self._panel = client, state, panel

    def queue_title(self, row_id: str, title: str, seen: str) -> None:
        """Save a title behind what runs now; `seen` is the title that stood there when the typing began."""
        self._panel.start_after(self._check, row_id, title, seen)

    def _check(self, row_id: str, title: str, seen: str) -> None:
        item = self._item(row_id)
        if item is None:  # it was deleted or moved away, and the list was read again
            self._panel.finish_title(row_id, is_saved=False)
            return
        self.save(item, title, base_title(seen, item.title))

    def save(self, item: BrowserItem, title: str, base: str, is_confirmed: bool = False) -> None:
        """Give a lesson or course another title if it still has the one before; else say both, and ask.

        Where another course has the title, ask too.
        """
        try:
            call = item_actions.rename(item, title, base_title=base)
            if item.kind == "lesson" or is_confirmed:
                self._client.call(call)
            else:
                call_unless_taken(self._client, call)
        except NotConfirmed as taken:
            self._panel.finish_title(item.row.id, is_saved=False)
            confirmed = partial(self._panel.start, self.save, item, title, base, True)
            self._panel.confirm(taken.message, "Rename", confirmed)
            return
        except WorkbenchError as error:
            self._panel.finish_title(item.row.id, is_saved=False)
            theirs = error.facts.get("title") if isinstance(error, Conflict) else None
            if not isinstance(theirs, str):
                raise
            self._panel.reload()
            text = f"Someone else renamed it to “{display_text(theirs)}”. You typed “{display_text(title)}”."
            self._panel.confirm(text, "Use mine", lambda: self._panel.start(self.save, item, title, theirs))
            return
        self._panel.finish_title(item.row.id, is_saved=True)
        self._panel.reload()
        self._panel.notify(f"Renamed to “{display_text(title)}”.")

    def _item(self, row_id: str) -> BrowserItem | None:
        course = self._state.course
        known = [*self._state.items, *([course_item(course)] if course else [])]
        return next((item for item in known if item.row.id == row_id), None)

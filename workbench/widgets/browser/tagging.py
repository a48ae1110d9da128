"""The tags of lessons and courses, edited in a browser: what several have in common, saved on condition, undone."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from workbench.authoring.tags import clean_tags, fold_tag, tags_text
from workbench.client.sync import Client
from workbench.errors import Conflict, InputRejected, WorkbenchError
from workbench.procedures.organization import list_tags
from workbench.text import display_text
from workbench.widgets.browser import item_actions
from workbench.widgets.browser.queries import BrowserItem
from workbench.widgets.browser.state import BrowserCallbacks, BrowserState, TagsChanged
from workbench.widgets.browser.tag_editor import TagEditor


class BrowserTagging:
    """Opens the editor for what is chosen, and saves what comes out of it."""

    def __init__(self, client: Client, state: BrowserState, editor: TagEditor, panel: BrowserCallbacks) -> None:
        self._client, self._state, self._editor, self._panel = client, state, editor, panel
        self._items: tuple[BrowserItem, ...] = ()

    def edit(self, items: Sequence[BrowserItem]) -> None:
        """Open the editor with the tags that all of these have. Blocks: asks the service for the tags in use."""
        listed = self._client.call(list_tags(organization_id=self._state.organization_id))
        self._items = tuple(items)
        self._editor.edit(
            f"Tags of {item_actions.items_text(items)}", self._common(), known=[tag.tag for tag in listed.tags]
        )

    def save(self, tags: Sequence[str]) -> None:
        """Add the added tags to the items and remove the removed ones; their other tags stay.

        Raises `InputRejected` for an invalid tag. Raises `Conflict` if somebody else has set tags since: then
        the editor stays open, with their tags and the changes made here.
        """
        common = self._common()
        added = [tag for tag in tags if fold_tag(tag) not in _fold_tags(common)]
        gone = _fold_tags(common) - _fold_tags(tags)
        wanted = {item: _new_tags(item, added, gone) for item in self._items}
        changed, refused = self._set({key: after for key, after in wanted.items() if after != list(key.tags)})
        if refused:
            self._items = tuple(self._now(item) for item in refused)
            self._editor.tags = clean_tags([*(tag for tag in self._common() if fold_tag(tag) not in gone), *added])
            raise _refusal(refused, "The editor now shows their tags and yours. Check them, then save again.")
        self._editor.close_editor()
        if len(changed) == 1:
            only = changed[0].item
            self._panel.notify(f"Tags of “{display_text(only.title)}”: {tags_text(only.tags) or 'none'}.")
        else:
            self._panel.notify(
                f"Tags changed on {len(changed):,} items." if changed else "No changes: the tags are already set."
            )

    def undo(self) -> None:
        """Put the tags back that were there before the last `save`. Raises `Conflict` where others were set since."""
        done, refused = self._set(
            {tags_changed.item: list(tags_changed.before) for tags_changed in self._state.retagged}
        )
        self._state.retagged = ()
        self._panel.render()
        if refused:
            raise _refusal(refused, "Nothing changed.")
        self._panel.notify(f"Restored tags of {item_actions.items_text([tags_changed.item for tags_changed in done])}.")

    def _common(self) -> list[str]:
        folded = [_fold_tags(item.tags) for item in self._items]
        first = self._items[0].tags if self._items else ()
        return [tag for tag in first if all(fold_tag(tag) in one for one in folded)]

    def _set(
        self, wanted: Mapping[BrowserItem, list[str]]
    ) -> tuple[tuple[TagsChanged, ...], dict[BrowserItem, WorkbenchError]]:
        """Set the tags of each item, and show them: what was changed, and what was refused."""
        calls = [item_actions.set_tags(item, tags) for item, tags in wanted.items()]
        outcomes = self._client.outcomes(*calls) if calls else ()
        changed, refused = list[TagsChanged](), dict[BrowserItem, WorkbenchError]()
        for item, now in zip(wanted, outcomes, strict=True):
            if isinstance(now, WorkbenchError):
                refused[item] = now
            else:
                after = replace(item, tags=tuple(now.tags or ()), tags_version=now.tags_version)
                changed.append(TagsChanged(after, item.tags))
        self._state.retagged = tuple(changed)
        if calls:
            self._panel.reload()
        return tuple(changed), refused

    def _now(self, item: BrowserItem) -> BrowserItem:
        return next(
            (
                listed_item
                for listed_item in self._state.items
                if (listed_item.kind, listed_item.id) == (item.kind, item.id)
            ),
            item,
        )


def _new_tags(item: BrowserItem, added: Sequence[str], gone: set[str]) -> list[str]:
    try:
        return clean_tags([*(tag for tag in item.tags if fold_tag(tag) not in gone), *added])
    except ValueError as refused:
        raise InputRejected(f"“{display_text(item.title)}”: {refused}. Nothing was changed.") from None


def _refusal(refused: Mapping[BrowserItem, WorkbenchError], advice: str) -> WorkbenchError:
    failed = next(iter(refused.values()))
    if not isinstance(failed, Conflict):
        return failed
    message = f"Someone else changed the tags of {item_actions.items_text([*refused])} in the meantime. {advice}"
    return Conflict(message, code=failed.code, http_status=failed.http_status)


def _fold_tags(tags: Iterable[str]) -> set[str]:
    return {fold_tag(tag) for tag in tags}

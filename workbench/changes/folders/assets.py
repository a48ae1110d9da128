"""Assets that blocks of files refer to: existing ones, found by the digest of their bytes, and new ones.

Until it is uploaded, a new asset is represented in a plan by its digest, which is not an asset id. Source: ours
(exchange 3).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from workbench.authoring.content.media_types import MEDIA_BLOCKS
from workbench.changes.folders.media_files import MediaFiles, MediaSource, open_media
from workbench.changes.plan import ChangePlan
from workbench.changes.row import BLOCKS, COURSE, NEW_COURSE, NEW_LESSON, POSITION, ChangeRow, ChangeVerdict
from workbench.client.asset_transfer import find_asset, send_file
from workbench.client.lookups.assets import check_size, iter_assets, upload_facts
from workbench.client.sync import Client
from workbench.errors import InputRejected, NotFound, PlanRejected, WorkbenchError
from workbench.exports.folders.export import file_digest
from workbench.text import display_text

_DIGEST_CHARACTERS: Final = 64
_REFUSED: Final = frozenset({400, 409, 413, 415, 422})
"""Error codes that concern the file, not the moment or the person."""


class FolderAssets:
    """The files that a folder's content refers to. Calls the service only if there are references."""

    def __init__(self, client: Client, organization_id: str, media: MediaFiles) -> None:
        self._client, self._organization_id, self._media = client, organization_id, media
        self._by_digest: dict[str, str] | None = None
        self._digests: dict[str, str] = {}
        self._checked: dict[str, str] = {}
        self.new: dict[str, MediaSource] = {}

    def content(self, course: Path, block_type: str, content: dict[str, Any], now: Mapping[str, Any]) -> dict[str, Any]:
        """Return the content with an asset's id, or the digest of a new one, in place of a path.

        `now` is the lesson's present content under the block's id. Raises `ValueError` with a description of
        the problem.
        """
        reference = content.get("asset")
        if block_type not in MEDIA_BLOCKS or not isinstance(reference, str) or _is_id(reference):
            return content
        source = self._media.resolve(course, reference, block_type)
        return {**content, "asset": self._asset(source, str(now.get("asset", "")))}

    def _asset(self, source: MediaSource, now: str) -> str:
        if now and self._digest_of(now) == source.digest:  # a deleted one is in no list, but is still shown
            return now
        known = self._find_known_assets().get(source.digest)
        if known is None:
            self._check(source)
            self.new[source.digest] = source
        return known or source.digest

    def _find_known_assets(self) -> dict[str, str]:
        if self._by_digest is None:
            try:
                known = list(iter_assets(self._client, self._organization_id))
            except NotFound:
                known = []
            self._by_digest = {asset.content_digest: asset.asset_id for asset in known}
            self._digests = {asset.asset_id: asset.content_digest for asset in known}
        return self._by_digest

    def _digest_of(self, asset_id: str) -> str:
        self._find_known_assets()
        if asset_id not in self._digests:
            asset = find_asset(self._client, asset_id)
            self._digests[asset_id] = "" if asset is None else asset.content_digest
        return self._digests[asset_id]

    def _check(self, source: MediaSource) -> None:
        """Raise `ValueError` for a file that the service would not accept, before anything is sent."""
        if source.digest not in self._checked:
            try:
                check_size(upload_facts(self._client), source.name, source.size)
                self._checked[source.digest] = ""
            except (InputRejected, NotFound) as refused:
                self._checked[source.digest] = refused.message
        if self._checked[source.digest]:
            raise ValueError(self._checked[source.digest].rstrip("."))


def needed_uploads(rows: Iterable[ChangeRow], new: Mapping[str, MediaSource]) -> list[MediaSource]:
    """Return the files that changes of these rows refer to and that have to be uploaded."""
    texts = [row.after for row in rows if row.verdict is ChangeVerdict.CHANGE and row.field in (BLOCKS, NEW_LESSON)]
    return [source for digest, source in new.items() if any(digest in text for text in texts)]


def upload_assets(
    plan: ChangePlan, sources: Iterable[MediaSource], client: Client
) -> tuple[ChangePlan, tuple[str, ...]]:
    """Upload the plan's files; return the plan with their assets' ids, and messages on refused files.

    The same bytes are uploaded once, whoever sends them. A lesson with a file that the service refuses is left out, the
    others are not. Raises `PlanRejected` for a file that has changed since, and if nothing can be sent now; earlier
    uploads stay, and are found the next time.
    """
    ids: dict[str, str] = {}
    refusals: dict[str, str] = {}
    for source in sources:
        name = display_text(source.name, longest=120)
        try:
            with open_media(source.path) as file:
                if file_digest(file) != source.digest:
                    raise ValueError("it has other bytes than it had")
                sent = send_file(client, file, source.name, organization_id=plan.target.organization_id)
        except WorkbenchError as refused:  # before the others: some of these are an OSError or a ValueError, too
            if not (isinstance(refused, InputRejected) or getattr(refused, "http_status", 0) in _REFUSED):
                raise PlanRejected(f"{name}: {refused.message} No lesson was changed.") from None
            refusals[source.digest] = f"{name}: {refused.message.rstrip('.')}"
        except (OSError, ValueError):
            raise PlanRejected(f"{name} was changed or removed. Import again. Nothing was changed.") from None
        else:
            ids[source.digest] = sent.asset_id
    rows = tuple(_with_ids(row, ids) if row.field in (BLOCKS, NEW_LESSON) else row for row in plan.rows)
    return _without_refused(replace(plan, rows=rows), refusals), tuple(refusals.values())


def _without_refused(plan: ChangePlan, refusals: Mapping[str, str]) -> ChangePlan:
    """Return the plan without the changes that refer to a refused file.

    A refused new lesson gets no position, and a new course that would be left without lessons is dropped.
    """
    if not refusals:
        return plan
    rows = [_refuse_row(row, refusals) for row in plan.rows]
    left = {row.lesson_id for row in rows if row.field == NEW_LESSON and row.verdict is not ChangeVerdict.CHANGE}
    filled = {row.course_id for row in rows if row.field == NEW_LESSON and row.lesson_id not in left}
    filled |= {row.after for row in rows if row.field == COURSE and row.verdict is ChangeVerdict.CHANGE}
    orders = (
        replace(order, after=tuple(one for one in order.after if one not in left)) for order in plan.conditions.orders
    )
    return replace(
        plan,
        rows=tuple(
            row
            for row in rows
            if not (row.field == POSITION and row.lesson_id in left)
            and not (row.field == NEW_COURSE and row.course_id not in filled)
        ),
        conditions=replace(plan.conditions, orders=tuple(orders)),
    )


def _refuse_row(row: ChangeRow, refusals: Mapping[str, str]) -> ChangeRow:
    cause = row.field in (BLOCKS, NEW_LESSON) and next((refusal for refusal in refusals if refusal in row.after), "")
    return replace(row, verdict=ChangeVerdict.NOT_ALLOWED, reason=refusals[cause]) if cause else row


def _with_ids(row: ChangeRow, ids: Mapping[str, str]) -> ChangeRow:
    after = row.after
    for digest, asset_id in ids.items():
        after = after.replace(digest, asset_id)
    return row if after == row.after else replace(row, after=after)


def _is_id(reference: str) -> bool:
    """Return whether it is an asset's id as the service makes them, and not a path."""
    return reference.isalnum() and reference.isascii() and len(reference) < _DIGEST_CHARACTERS

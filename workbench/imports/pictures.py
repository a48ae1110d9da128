"""The pictures of a file that is imported: uploaded when the plan was approved, before its lessons are made.

A plan names a picture by the SHA-256 of its bytes; the request names the asset. The same bytes are the same asset, so
an interrupted upload is simply repeated.
"""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any, Final

from workbench.authoring.content.media_types import IMAGE
from workbench.changes.lesson_rows import NewLessonContent, new_lesson_text, read_new_lesson
from workbench.changes.plan import ChangePlan
from workbench.changes.row import NEW_LESSON, ChangeRow
from workbench.client.asset_transfer import send_file
from workbench.client.sync import Client
from workbench.errors import CallFailed, InputRejected
from workbench.imports.reading.process import Pictures

_ENDINGS: Final = ((b"\x89PNG", "png"), (b"\xff\xd8\xff", "jpg"), (b"GIF8", "gif"), (b"RIFF", "webp"))


def with_pictures(
    plan: ChangePlan,
    pictures: Pictures,
    client: Client,
    *,
    organization_id: str | None,
    on_progress: Callable[[int, int], object] = lambda done, total: None,
) -> tuple[ChangePlan, int]:
    """Upload the plan's pictures; return the plan with their assets, and how many the service refused.

    Refused pictures are left out. Raises an upload's errors if the service cannot be reached or accepts no
    files at all.
    """
    wanted = list(dict.fromkeys(_digests(plan.rows)))
    assets: dict[str, str] = {}
    refused = 0
    for number, digest in enumerate(wanted):
        on_progress(number, len(wanted))
        try:
            data = pictures.read(digest)
            name = f"picture-{digest[:8]}.{_ending(data)}"
            assets[digest] = send_file(client, io.BytesIO(data), name, organization_id=organization_id).asset_id
        except (CallFailed, InputRejected) as failed:
            if isinstance(failed, CallFailed) and failed.http_status not in (400, 413, 415, 422):
                raise
            refused += 1
    if not wanted:
        return plan, 0
    return replace(plan, rows=tuple(_with_assets(row, assets) for row in plan.rows)), refused


def _digests(rows: Iterable[ChangeRow]) -> Iterable[str]:
    for row in rows:
        if row.field == NEW_LESSON and row.after:
            for _, kind, content in json.loads(json.loads(row.after)["blocks"]):
                if kind == IMAGE:
                    yield content["asset"]


def _with_assets(row: ChangeRow, assets: Mapping[str, str]) -> ChangeRow:
    if row.field != NEW_LESSON or not row.after:
        return row
    content = read_new_lesson(row.after)
    blocks = tuple(
        block if block.type != IMAGE else block.model_copy(update={"content": _with_asset(block.content, assets)})
        for block in content.blocks
        if block.type != IMAGE or block.content["asset"] in assets
    )
    return replace(
        row, after=new_lesson_text(NewLessonContent(content.title, content.language, blocks, content.position))
    )


def _with_asset(content: Mapping[str, Any], assets: Mapping[str, str]) -> dict[str, Any]:
    return {**content, "asset": assets[content["asset"]]}


def _ending(data: bytes) -> str:
    return next((ending for start, ending in _ENDINGS if data.startswith(start)), "png")

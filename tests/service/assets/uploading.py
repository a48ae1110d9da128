"""Uploads, and lessons that show what was uploaded."""

from __future__ import annotations

from typing import Any

import httpx

from tests.service.asking import Asking

BLOCK_ID = "3f2b8c1e-8d7a-4c55-9b1e-2f60a4d3c7aa"


async def sent(person: Asking, content: bytes, query: str = "fileName=a.png", **headers: str) -> httpx.Response:
    """The answer to an upload."""
    headers.setdefault("content_type", "application/octet-stream")
    return await person.send("POST", f"/api/assets?{query}", content, **headers)


async def listed(person: Asking) -> list[dict[str, Any]]:
    """The organization's assets."""
    return list((await person.data("asset.listAssets"))["assets"])


async def insert(
    person: Asking, asset_id: str, block_type: str = "image", text: str = "A dough", lesson: Any = None
) -> Any:
    """A lesson with a block that refers to the asset, and the answer to putting it there."""
    lesson = lesson or await person.starter()
    content = {"asset": asset_id, "alternativeText": text} if block_type == "image" else {"asset": asset_id}
    block = {"id": BLOCK_ID, "type": block_type, "content": content}
    insertion = {"label": "insertPages", "mutations": [{"type": "lessonBlockInsert", "block": block}]}
    call = {"lessonId": lesson["lessonId"], "language": "EN", "transactions": [insertion]}
    return lesson, await person.post("realtime.executeTransactions", call)


async def change(person: Asking, lesson: dict[str, Any], *mutations: dict[str, Any]) -> None:
    """Carry out the mutations on the lesson."""
    transaction = {"label": "change", "mutations": list(mutations)}
    call = {"lessonId": lesson["lessonId"], "language": "EN", "transactions": [transaction]}
    await person.done("realtime.executeTransactions", call)

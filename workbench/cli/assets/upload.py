"""`workbench asset upload`: pictures, recordings and PDF files, for blocks to show."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from math import ceil
from typing import Any

from workbench.cli.interrupts import stoppable
from workbench.cli.output import UsageError, complain, note, say, say_json
from workbench.client.sanitize import shown

MANY_TEXTS = "One alternative text for several files: leave out --alternative-text, and give each file its own."


def arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    parser.add_argument(
        "files", nargs="+", metavar="FILE", help="PNG, JPEG, WebP, GIF, MP3, M4A, OGG, MP4, WebM or PDF"
    )
    parser.add_argument("--alternative-text", metavar="TEXT", help="what a picture shows, for who cannot see it")


def run(chosen: argparse.Namespace) -> int:
    """Upload each file; 1 when one is refused, which stops no other. The same file again is the same asset."""
    from workbench.api.connect import connect
    from workbench.errors import CallFailed, InputRejected

    if chosen.alternative_text is not None and len(chosen.files) > 1:
        raise UsageError(MANY_TEXTS)
    uploaded: list[dict[str, Any]] = []
    is_refused = False
    message = "Stopped. What was uploaded stays; run the command again to go on."
    with stoppable("bytes sent", message=message) as count, connect() as workbench:
        for path in chosen.files:
            try:
                asset = workbench.assets.upload(
                    path,
                    alternative_text=chosen.alternative_text,
                    progress=lambda done, total: count(done),
                    waiting=_say_once(path),
                )
            except (CallFailed, InputRejected) as refused:
                is_refused = True
                complain(refused.message, exit_code=1, as_json=chosen.as_json, file=path)
                continue
            uploaded.append({"file": path, **asset.model_dump(mode="json", by_alias=True)})
            if not chosen.as_json:
                say(f"{asset.file_name}: {asset.media_type}, {asset.size:,} bytes, {asset.asset_id}")
    if chosen.as_json:
        say_json(uploaded)
    return 1 if is_refused else 0


def _say_once(path: str) -> Callable[[str, float], None]:
    """What says of each wait, when it begins, why it is and how long."""
    left_before = 0.0

    def say_wait(reason: str, seconds_left: float) -> None:
        nonlocal left_before
        if seconds_left > left_before:
            note(f"{path}: {shown(reason)} Next try in {ceil(seconds_left)} s.")
        left_before = seconds_left

    return say_wait

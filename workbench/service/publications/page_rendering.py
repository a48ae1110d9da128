"""HTML rendering of a published lesson's blocks, done once: small lessons directly, others in a separate process.

A formula takes a millisecond or more of processor time, so a lesson full of them takes seconds. The separate
process leaves the service's interpreter free and has a memory and time limit. Its result is kept for every
reader, in a folder that other processes on this computer share and that survives a restart. Source: ours.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import sys
from collections import deque
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import astuple, dataclass, field
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Final

from workbench.authoring.block import Block, stored_block
from workbench.authoring.blocks.output import MediaLink
from workbench.authoring.rendering.blocks import blocks_html
from workbench.authoring.rendering.outline import section_levels
from workbench.authoring.rendering.questions import answers_html
from workbench.child_process import (
    AnsweringProcess,
    ChildEnded,
    let_others_go_first,
    limit_itself,
    read_message,
    write_message,
)
from workbench.errors import PatternTimedOut
from workbench.service.publications.renderings import Key, RenderingFolder, Renderings

MAX_PAGE_CHARACTERS: Final = 8_000_000
"""Longest rendering of one lesson. Anything longer is cut off, and the page says so."""
SMALL_COST: Final = 100_000
"""The largest cost rendered inside the service: some 100 KB of text, or 25 formulas; a tenth of a second."""
FORMULA_COST: Final = 2_000
WAIT_SECONDS: Final = 20.0
"""How long a reader waits for a rendering; it continues in the background."""
PROCESS_SECONDS: Final = 120.0
PROCESS_BYTES: Final = 1_500_000_000
_LOOK_SECONDS: Final = 0.1
TOO_LONG: Final = "<p><strong>This lesson is too long to show on one page.</strong></p>"
FAILED: Final = "<p><strong>This lesson could not be shown. Ask the person who gave you the link.</strong></p>"
NOT_SHOWN: Final = "<p><strong>A part of this lesson takes too long to show.</strong></p>"
"""Replaces a block whose text could not be searched in time."""
_PARTS: Final = ("authoring", "languages")
_LIBRARIES: Final = ("latex2mathml", "markdown-it-py", "mdit-py-plugins", "nh3", "regex")
_MODULE: Final = "workbench.service.publications.page_rendering"


class RendersLong(Exception):
    """Raised when the rendering has not finished yet; it continues, so a later load finds it."""


@dataclass(frozen=True, slots=True)
class PageContent:
    """The content of a lesson's page. `passages` are those of sources that learners may read, by id."""

    blocks: Sequence[Block]
    language: str
    links: Mapping[str, MediaLink] = field(default_factory=dict)
    passages: Mapping[str, str] = field(default_factory=dict)

    def to_json(self) -> str:
        """Return the content as JSON, for another process."""
        blocks = [(block.id, block.type, block.content) for block in self.blocks]
        links = {asset_id: astuple(link) for asset_id, link in sorted(self.links.items())}
        return json.dumps([blocks, self.language, links, dict(sorted(self.passages.items()))])


def content_from_json(text: str | bytes) -> PageContent:
    """Return the content that `to_json` wrote."""
    blocks, language, links, passages = json.loads(text)
    return PageContent(
        [stored_block(*block) for block in blocks],
        language,
        {asset_id: MediaLink(*link) for asset_id, link in links.items()},
        passages,
    )


def page_html(content: PageContent, most: int = MAX_PAGE_CHARACTERS) -> str:
    """Return the lesson's blocks as HTML, with the answers at the end; at most about `most` characters."""
    parts: list[str] = []
    size = 0
    links, passages = content.links, content.passages
    for block, level in zip(content.blocks, section_levels(content.blocks), strict=True):
        try:
            part = blocks_html([block], content.language, links=links, sections=[level], passages=passages)
        except PatternTimedOut:
            part = NOT_SHOWN
        size += len(part) + 1
        if size > most:
            return "\n".join([*parts, TOO_LONG])
        parts.append(part)
    try:
        answers = answers_html(content.blocks, content.language)
    except PatternTimedOut:
        answers = NOT_SHOWN
    return "\n".join([*parts, TOO_LONG if size + len(answers) > most else answers])


@cache
def renderer_version() -> bytes:
    """Return a digest of what renderings depend on besides content: our code and words, and libraries."""
    package = Path(__file__).parents[2]
    files = [Path(__file__), package / "patterns.py"]
    files += [path for part in _PARTS for path in (package / part).rglob("*") if path.suffix in (".py", ".toml")]
    digest = hashlib.sha256("".join(f"{name} {version(name)}\n" for name in _LIBRARIES).encode())
    for path in sorted(files):
        content = path.read_bytes()
        digest.update(f"{path.relative_to(package)} {len(content)}\n".encode() + content)
    return digest.digest()


class PageRenderer:
    """The renderings of one service process. Only its event loop may call it, except `schedule`.

    Results from the other process are also stored in the folder, if there is one.
    """

    def __init__(self, folder: RenderingFolder | None = None) -> None:
        self.renderings = Renderings()
        self._folder = folder
        self.wait_seconds = WAIT_SECONDS
        self._wanted: deque[str] = deque(maxlen=10_000)
        self._under_way: dict[Key, asyncio.Task[str]] = {}
        self._one_at_a_time = asyncio.Semaphore(1)
        self._process = AnsweringProcess(_MODULE)
        self._is_closed = False

    def schedule(self, course_id: str) -> None:
        """Schedule rendering the lessons of a published course before anybody reads them. Any thread may call it."""
        self._wanted.append(course_id)

    def next_course(self) -> str | None:
        """Return a course whose lessons need rendering, or None."""
        return self._wanted.popleft() if self._wanted else None

    async def html(self, key: Key, content: PageContent, *, wait: float | None = None) -> str:
        """Return the rendering of this content, shared by all concurrent requests for it. Raises `RendersLong`."""
        wait = self.wait_seconds if wait is None else wait
        known = self.renderings.get(key)
        if known is not None:
            return known
        task = self._under_way.get(key)
        if task is None:
            text = content.to_json()
            if len(text) + FORMULA_COST * text.count("$") <= SMALL_COST:
                made = await asyncio.to_thread(page_html, content)
                self.renderings.keep(key, made)
                return made
            task = self._under_way[key] = asyncio.ensure_future(self._made_elsewhere(key, text))
        done, _ = await asyncio.wait([task], timeout=wait)
        if not done:
            raise RendersLong
        return task.result()

    def close(self) -> None:
        """End the process that renders, if there is one."""
        self._is_closed = True
        self._process.stop()

    async def _made_elsewhere(self, key: Key, text: str) -> str:
        try:
            folder, cache_key = self._folder, await asyncio.to_thread(lambda: renderer_version() + text.encode())
            made = None if folder is None else await asyncio.to_thread(folder.get, cache_key)
            if made is None:
                made = await (self._render(text) if folder is None else self._rendered_once(folder, cache_key, text))
            self.renderings.keep(key, made)
            return made
        finally:
            del self._under_way[key]

    async def _render(self, text: str) -> str:
        async with self._one_at_a_time:
            return await asyncio.to_thread(self._in_process, text)

    async def _rendered_once(self, folder: RenderingFolder, cache_key: bytes, text: str) -> str:
        """Return the rendering, made by one process on this computer; wait if another is already rendering it."""
        until = asyncio.get_running_loop().time() + PROCESS_SECONDS
        claim = await asyncio.to_thread(folder.claim, cache_key)
        while claim is None and asyncio.get_running_loop().time() < until and not self._is_closed:
            await asyncio.sleep(_LOOK_SECONDS)
            claim = await asyncio.to_thread(folder.claim, cache_key)
        try:
            made = await asyncio.to_thread(folder.get, cache_key)
            if made is None:
                made = await self._render(text)
                if made != FAILED:  # after a restart it is tried again
                    await asyncio.to_thread(folder.keep, cache_key, made)
        finally:
            if claim is not None:
                folder.release(cache_key, claim)
        return made

    def _in_process(self, text: str) -> str:
        if self._is_closed:
            return FAILED
        try:
            return str(self._process.answer({"content": text}, PROCESS_SECONDS)["html"])
        except ChildEnded:
            return FAILED


def main() -> None:
    """Answer one request, the `content` as JSON, with its `html`."""
    html = page_html(content_from_json(read_message(sys.stdin.buffer)["content"]))
    write_message({"html": html, "last": True}, sys.stdout.buffer)  # memory is freed only when the process ends


if __name__ == "__main__":
    limit_itself(PROCESS_BYTES, int(PROCESS_SECONDS))
    let_others_go_first()
    with suppress(EOFError):  # the service has ended
        main()

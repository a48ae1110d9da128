"""The passages of a file to the service: calls under 1 MB, on from where an earlier try ended, none stored twice."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import count
from pathlib import PurePath
from typing import Final

from workbench.authoring.characters import is_blank
from workbench.client.lookups.sources import iter_sources, require_sources
from workbench.client.retry import RetryPolicy, may_pass
from workbench.client.sync import Client
from workbench.documents.paragraph import one_line
from workbench.errors import SourceRejected, WorkbenchError
from workbench.procedures.source import (
    MAX_PASSAGES_PER_CALL,
    MAX_SOURCE_TITLE,
    AddPassagesOutput,
    NewPassage,
    SourceSummary,
    add_passages,
)
from workbench.sources.passages import TextPassage
from workbench.sources.reading import SourceText
from workbench.text import display_text
from workbench.wire import strict_json
from workbench.wording import count_text

MAX_CALL_BYTES: Final = 700_000
_NOT_WHOLE: Final = (
    "was sent, but the service has not all of it: somebody else sends or deletes the same source. Add it again."
)
_ROUND_A_PASSAGE: Final = 40  # names of fields and punctuation


class SendingStopped(SourceRejected):
    """Raised when sending was stopped; sending the same file again continues from there."""


@dataclass(frozen=True, slots=True)
class AddedSource:
    """A source after a file was sent: its id, title and version, its number of passages, and what they leave out.

    `is_new` is False where the service had this content already, and nothing was stored.
    """

    source_id: str
    title: str
    version: int
    passages: int
    is_new: bool
    notes: tuple[str, ...] = ()

    def __str__(self) -> str:
        what = count_text(self.passages, "passage")
        state = f"version {self.version}, {what}" if self.is_new else f"unchanged, version {self.version}, {what}"
        return " ".join([f"{display_text(self.title)}: {state}.", *map(display_text, self.notes)])

    def __repr__(self) -> str:
        return str(self)


def send_source(
    client: Client,
    text: SourceText,
    *,
    organization_id: str | None = None,
    source: SourceSummary | None = None,
    title: str | None = None,
    is_publishable: bool | None = None,
    on_progress: Callable[[int, int], object] = lambda sent, total: None,
    should_stop: Callable[[], bool] = lambda: False,
) -> AddedSource:
    """Add the passages to a new source, or as the next version of `source`. Blocks.

    A new source with the same content as one of the organization is not added, and an unfinished one is resumed. The
    default `title` is the file's name without its suffix. Raises `SendingStopped` between two calls, `NotFound` if the
    service has no sources, and the service's errors.
    """
    require_sources(client)
    same = (known for known in iter_sources(client, organization_id) if known.content_digest == text.content_digest)
    begun = source or next(same, None)
    if begun is not None and begun.is_ready and begun.content_digest == text.content_digest:
        return AddedSource(begun.source_id, begun.title, begun.version, begun.passages, False, text.notes)
    name = title or (begun.title if begun else title_from_path(text.file_name))
    source_id, stored = begun.source_id if begun else None, 0
    for first, part in _parts(text.passages):
        last, total = first + len(part) - 1, len(text.passages)
        is_last = last == total
        if last <= stored and not is_last:
            continue  # the service has it from an earlier try
        if should_stop():
            raise SendingStopped
        call = add_passages(
            organization_id=organization_id if source_id is None else None,
            source_id=source_id,
            title=name,
            file_name=one_line(text.file_name, 300) or None,
            media_type=text.media_type,
            content_digest=text.content_digest,
            first=first,
            passages=[NewPassage(place=passage.place, heading=passage.heading, text=passage.text) for passage in part],
            is_last=is_last,
            is_publishable=is_publishable if is_last else None,
        )
        answer = _send_part(lambda call=call: client.call(call))  # type: ignore[misc]
        source_id, stored = answer.source_id, answer.passages
        on_progress(max(last, stored), total)
        if answer.is_ready:
            return AddedSource(source_id, name, answer.version, answer.passages, True, text.notes)
    raise SourceRejected(f"{display_text(text.file_name, longest=120)} {_NOT_WHOLE}")


def title_from_path(file_name: str) -> str:
    """Return a title for the source of a file: its name without the ending, on one line."""
    title = one_line(PurePath(file_name).stem.replace("_", " "), MAX_SOURCE_TITLE)
    return "Source" if is_blank(title) else title


def _parts(passages: Sequence[TextPassage]) -> Iterator[tuple[int, Sequence[TextPassage]]]:
    """Return the passages in parts that fit in a call, each with the number of its first."""
    begin = size = 0
    for index, passage in enumerate(passages):
        bytes_of = len(strict_json.write([passage.place, passage.heading, passage.text])) + _ROUND_A_PASSAGE
        if index > begin and (size + bytes_of > MAX_CALL_BYTES or index - begin == MAX_PASSAGES_PER_CALL):
            yield begin + 1, passages[begin:index]
            begin, size = index, 0
        size += bytes_of
    if passages:
        yield begin + 1, passages[begin:]


def _send_part(call: Callable[[], AddPassagesOutput], policy: RetryPolicy = RetryPolicy()) -> AddPassagesOutput:  # noqa: B008
    """Return the answer; tried again where that may help, for the same passages are stored once."""
    begun = time.monotonic()
    for tried in count(1):
        try:
            return call()
        except WorkbenchError as failed:
            wait = policy.wait_seconds(tried, time.monotonic() - begun, failed.retry_after_seconds)
            if wait is None or not may_pass(failed):
                raise
            time.sleep(wait)
    raise AssertionError

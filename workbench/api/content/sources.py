"""The sources of an organization, as `wb.sources` has them: files that lessons are drafted from."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Annotated, Any, Final

from workbench.api.arguments import ColumnNames, Limit, SortColumns, SourceName, Yes
from workbench.api.collection import Collection, ask_for_number
from workbench.argument_help import Help
from workbench.client.lookups import identify
from workbench.client.lookups.identify import IdOrName
from workbench.client.lookups.sources import iter_passages, iter_sources, require_sources
from workbench.client.moments import moment
from workbench.columns import FLAG, INTEGER, MOMENT, TEXT, Column, rows_frame, select
from workbench.errors import NotFound
from workbench.procedures.source import (
    MAX_PASSAGE_PAGE,
    DeletedSource,
    SourcePassage,
    SourceSummary,
    delete_source,
    get_passages,
    update_source,
)
from workbench.text import display_text
from workbench.wording import count_text

if TYPE_CHECKING:
    import pandas

    from workbench.sources.sending import AddedSource


Progress = Callable[[str, int, int | None], object]


class Sources(Collection):
    """Source documents that drafts quote. A source is given by its id, or by its title if that is unique.

    Files are read on this computer, in a separate process, and only their passages are sent: PDF (the extra
    `sources`), DOCX, PPTX, Markdown, text and subtitles. `progress` is called with the current step (`reading`,
    `sending`), the amount done, and the total or `None`; an exception that it raises stops the upload, and
    adding the same file resumes where it ended.
    """

    def list(
        self,
        *,
        columns: ColumnNames | None = None,
        limit: int | None = None,
        sort: SortColumns | None = None,
    ) -> pandas.DataFrame:
        """Return a DataFrame with a row for each source, last changed first.

        `columns` are names, or `"all"`; without it those that people read first. `limit` is the number of rows, `sort`
        a column or several, such as `"-updated_at"` for the last first.

        >>> wb.sources.list()["title"].to_list()
        []
        """
        selection = select(SOURCE_COLUMNS, LISTED, wanted=columns, limit=limit, sort=sort)
        return selection.of(sources_frame(self.iter()))

    def iter(self) -> Iterator[SourceSummary]:
        """Yield the sources, last changed first; pages of 1,000 are read as they are needed.

        >>> [source.title for source in wb.sources.iter()]
        []
        """
        yield from iter_sources(self._client, self.organization_id)

    def add(
        self,
        path: Annotated[
            str | os.PathLike[str], Help("PDF, DOCX, PPTX, Markdown, text or subtitles (.vtt, .srt)", "FILE")
        ],
        *,
        title: Annotated[str, Help("title (default: the file name without its extension)", "TITLE")] | None = None,
        publishable: Annotated[bool, Help("let learners read the passages that lessons quote")] = False,
        encoding: Annotated[str, Help("encoding of a text file, if not UTF-8", "NAME")] | None = None,
        progress: Progress | None = None,
    ) -> AddedSource:
        """Read a file and add its passages as a new source.

        The default title is the file name without its ending. Adding the same content again has no effect.
        `publishable=True` lets learners read the passages that a lesson quotes. `encoding` is the encoding of a
        text that is not UTF-8. Raises `SourceRejected`, with what to do, for a file that cannot be read;
        nothing is sent then.

        >>> folder.mkdir(exist_ok=True)
        >>> _ = (folder / "ladders.txt").write_text("A ladder stands at an angle of 75 degrees.")
        >>> wb.sources.add(folder / "ladders.txt", title="Ladders")
        Ladders: version 1, 1 passage.
        >>> wb.sources.add(folder / "ladders.txt")
        Ladders: unchanged, version 1, 1 passage.
        """
        return self._send(path, encoding, progress, title=title, is_publishable=publishable or None)

    def get(self, source: SourceName) -> SourceSummary:
        """Return a source. Raises `NotFound`, or `InputRejected` with the nearest titles.

        >>> wb.sources.get("Ladders").passages
        1
        """
        source_id = self._id(source)
        for listed_source in self.iter():
            if listed_source.source_id == source_id:
                return listed_source
        identify.check_not_elsewhere(self._client, self.organization_id, "source", [source_id])
        raise NotFound(f"There is no source {source_id!r} here.", code="NOT_FOUND", http_status=404)

    def passages(
        self,
        source: SourceName,
        *,
        query: Annotated[str, Help("only passages with these words, the best 100", "WORDS")] | None = None,
        version: Annotated[int, Help("version (default: the current one)", "N", 1)] | None = None,
        limit: Limit | None = None,
    ) -> pandas.DataFrame:
        """Return the passages of a source in document order; with `query` the best 100, best first.

        `query` matches passages with any of its words. `version` is an earlier version. `limit` is the maximum
        number of passages.

        >>> wb.sources.passages("Ladders", query="angle")[["place", "text"]].to_dict("records")
        [{'place': 'line 1', 'text': 'A ladder stands at an angle of 75 degrees.'}]
        """
        source_id = self._id(source)
        if query is None:
            return passages_frame(iter_passages(self._client, source_id, version=version, limit=limit))
        require_sources(self._client)
        most = min(limit or MAX_PASSAGE_PAGE, MAX_PASSAGE_PAGE)
        call = get_passages(source_id=source_id, version=version, query=query, limit=most)
        passages = self._client.call(call).passages
        left_out = (f"Only the best {most:,} passages are here; there may be more.",) if len(passages) == most else ()
        return passages_frame(passages, missing=left_out)

    def update(
        self,
        source: SourceName,
        path: Annotated[str | os.PathLike[str], Help("the changed file, which becomes the next version", "FILE")]
        | None = None,
        *,
        title: Annotated[str, Help("new title", "TITLE")] | None = None,
        publishable: Annotated[bool, Help("whether learners can read the passages that lessons quote")] | None = None,
        encoding: Annotated[str, Help("encoding of a text file, if not UTF-8", "NAME")] | None = None,
        progress: Progress | None = None,
    ) -> SourceSummary:
        """Update a source from a changed file, or change its title or whether learners may read it.

        The passages of the file become the next version. Lessons keep the quotes of the previous version, and
        are marked as quoting an older one. The same content does not make a new version. Raises as `add` does.

        >>> _ = (folder / "ladders.txt").write_text("A ladder stands at 75 degrees, and somebody holds it.")
        >>> wb.sources.update("Ladders", folder / "ladders.txt", publishable=True).version
        2
        """
        before = self.get(source)
        if path is not None:
            self._send(path, encoding, progress, source=before)
        if title is not None or publishable is not None:
            call = update_source(source_id=before.source_id, title=title, is_publishable=publishable)
            return self._client.call(call)
        return self.get(before.source_id)

    def delete(self, source: SourceName, *, yes: Yes = False) -> DeletedSource:
        """Permanently remove a source with all its versions; lessons keep quote, title and location.

        It first shows what would be removed, and asks for confirmation; `yes=True` skips the question.

        >>> _ = wb.sources.delete("Ladders", yes=True)
        >>> len(wb.sources.list())
        0
        """
        stored = self.get(source)
        if not yes:
            passages = count_text(stored.passages, "passage")
            what = f"{display_text(stored.title)!r} will be permanently deleted with {passages} and all its versions."
            ask_for_number(what, 1, unasked=f"delete({stored.source_id!r}, yes=True)")
        return self._client.call(delete_source(source_id=stored.source_id))

    def _send(
        self, path: str | os.PathLike[str], encoding: str | None, progress: Progress | None, **facts: Any
    ) -> AddedSource:
        from workbench.sources.reading import read_source
        from workbench.sources.sending import send_source

        require_sources(self._client)
        report: Progress = progress or (lambda what, done, total: None)
        text = read_source(path, encoding=encoding, on_progress=lambda done, total: report("reading", done, total))
        return send_source(
            self._client,
            text,
            organization_id=self.organization_id,
            on_progress=lambda done, total: report("sending", done, total),
            **facts,
        )

    def _id(self, source: IdOrName) -> str:
        return identify.source_id(self._client, self.organization_id, source)


SOURCE_COLUMNS: Final = (
    Column("title", TEXT, "", "Its title."),
    Column("source_id", TEXT, "", "The source."),
    Column("file_name", TEXT, "", "Name of its file."),
    Column("media_type", TEXT, "", "Media type of its file."),
    Column("version", INTEGER, "", "Counts up when its file's content changes."),
    Column("passages", INTEGER, "passages", "Passages of this version; of a first upload, how many are stored."),
    Column("characters", INTEGER, "characters", "Characters of its passages together."),
    Column("is_ready", FLAG, "", "False while its first upload is not finished."),
    Column("is_publishable", FLAG, "", "Whether learners may read its passages."),
    Column("added_by", TEXT, "", "Name of the person who added it."),
    Column("created_at", MOMENT, "UTC", "When it was added."),
    Column("updated_at", MOMENT, "UTC", "Last change."),
    Column("content_digest", TEXT, "SHA-256", "Digest of its file."),
)
LISTED: Final = (
    "title",
    "version",
    "passages",
    "characters",
    "is_ready",
    "is_publishable",
    "file_name",
    "added_by",
    "updated_at",
    "source_id",
)
"""Default columns of a list."""
PASSAGE_COLUMNS: Final = (
    Column("number", INTEGER, "", "Its number in the version, from 1."),
    Column("place", TEXT, "", "Its location, such as page 3, slide 12 or 00:04:10."),
    Column("heading", TEXT, "", "The heading above it."),
    Column("text", TEXT, "", "Its text. Plain text of the document."),
    Column("passage_id", TEXT, "", "The passage; it stays the same when the source gets a new version."),
    Column("version", INTEGER, "", "The version of the source."),
)


def sources_frame(sources: Iterable[SourceSummary]) -> pandas.DataFrame:
    """Return a row for each source."""
    rows = [
        source.model_dump(include={column.name for column in SOURCE_COLUMNS})
        | {"created_at": moment(source.created_at), "updated_at": moment(source.updated_at)}
        for source in sources
    ]
    return rows_frame(SOURCE_COLUMNS, rows)


def passages_frame(passages: Iterable[SourcePassage], *, missing: tuple[str, ...] = ()) -> pandas.DataFrame:
    """Return a row for each passage."""
    names = {column.name for column in PASSAGE_COLUMNS}
    return rows_frame(PASSAGE_COLUMNS, [passage.model_dump(include=names) for passage in passages], missing=missing)

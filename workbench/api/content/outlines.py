"""Outlines of courses, as `wb.courses` has them: proposed by a model, written by a person, kept as files."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from workbench.api.bulk import Bulk
from workbench.api.collection import Collection

if TYPE_CHECKING:
    import pandas

    from workbench.bulk.outlines.outline import Outline


class CourseOutlines(Collection):
    """A course from a brief: its outline is proposed, changed, and planned as a run that makes its lessons."""

    def propose(
        self,
        brief: str,
        *,
        language: str | None = None,
        lessons: int | None = None,
        variant: int = 1,
        audience: str | None = None,
        tone: str | None = None,
        reading_level: str | None = None,
        sources: str | Sequence[str] | None = None,
        max_credits: int | None = None,
        on_wait: Callable[[str], object] | None = None,
    ) -> Outline:
        """Let the service's model propose a course for a brief: an outline, to be changed and then planned.

        It costs one credit at first (`wb.facts.service.prices`), once for one brief: asked again, the same outline
        comes back for nothing. Another `variant` is another outline, and is paid for. `lessons` is how many are wanted,
        up to 300; `audience`, `tone`, `reading_level` and `sources` (names or ids) hold for the outline and for its
        lessons; without a `language` they are in the default one (`wb.language`). Nothing is made of it before
        `outline.plan()` and a run of that. Raises `NotSent` where the service has no model; `outline()` takes lessons
        that a person wrote. `on_wait` is called with a sentence whenever an earlier try of the same brief is waited
        for: for whom, and until when.

        >>> outline = wb.courses.propose("Baking bread at home, for beginners", language="EN", lessons=3)
        Traceback (most recent call last):
        workbench.errors.NotSent: This service has no AI model, so it proposes no outline. ...
        """
        from workbench.bulk.outlines.proposing import Brief, propose
        from workbench.bulk.reading.option_columns import option_cells

        cells = option_cells(audience=audience, tone=tone, reading_level=reading_level, sources=sources)
        wanted = Brief(brief, language or self._assumed_language(), lessons, variant, cells)
        outline = propose(
            self._client,
            wanted,
            organization_id=self.organization_id,
            max_credits=max_credits,
            on_wait=on_wait or (lambda message: None),
        )
        return self._connect_outline(replace(outline, is_language_assumed=not language))

    def outline(
        self,
        lessons: pandas.DataFrame | Sequence[str] | Sequence[Mapping[str, Any]],
        *,
        title: str,
        language: str | None = None,
    ) -> Outline:
        """Return an outline from lesson titles or a table with `title`, `objectives` and `topic`.

        Without a `language`, the default one (`wb.language`) is used.

        >>> outline = wb.courses.outline(["Flour", "Yeast"], title="Baking bread", language="EN")
        >>> outline.add("Salt", at=2).frame()["title"].to_list()
        ['Flour', 'Salt', 'Yeast']
        """
        from workbench.bulk.outlines.outline_table import outline_from_frame

        outline = outline_from_frame(lessons, title=title, language=language or self._assumed_language())
        return self._connect_outline(replace(outline, is_language_assumed=not language))

    def save_outline(self, outline: Outline, path: str | Path, *, overwrite: bool = False) -> Path:
        """Save an outline as CSV or XLSX, to be edited in a spreadsheet, or as JSON, and return the path.

        >>> outline = wb.courses.outline(["Flour", "Yeast"], title="Baking bread", language="EN")
        >>> wb.courses.save_outline(outline, folder / "bread.csv").name
        'bread.csv'
        """
        from workbench.bulk.outlines.outline_table import save_outline

        return save_outline(outline, path, overwrite=overwrite)

    def load_outline(self, path: str | Path, *, title: str | None = None, language: str | None = None) -> Outline:
        """Return the outline from a file of `save_outline`, or from a CSV or XLSX with a column of titles.

        `title` and `language` of the course override those of the file; if neither gives a language, the
        default one (`wb.language`) is used.

        >>> plan = wb.courses.load_outline(folder / "bread.csv").plan()
        >>> [row.topic for row in plan.ready]
        ['Flour', 'Yeast']
        """
        from workbench.bulk.outlines.outline_table import load_outline

        assumed = self._assumed_language
        return self._connect_outline(load_outline(path, title=title, language=language, assumed_language=assumed))

    def _connect_outline(self, outline: Outline) -> Outline:
        here = self.organization_id
        return replace(outline, client=self._client, organization_id=here, runner=Bulk(self._client, here).run)

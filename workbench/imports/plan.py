"""The plan of an import: the lessons that would be made, and what cannot be kept. A frozen value. Source: ours."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from workbench.changes.plan import ChangePlan
from workbench.columns import TEXT, Column, rows_frame
from workbench.imports.reading.draft import ImportFinding
from workbench.text import display_text
from workbench.wording import count_text

if TYPE_CHECKING:
    import pandas

FINDINGS: Final = (
    Column("place", TEXT, "", "Its place in the file: a paragraph, a slide, a question."),
    Column("kind", TEXT, "", "Its kind, such as formula or comment."),
    Column("text", TEXT, "", "What was done with it, or its text."),
)
_PLACES_TOLD: Final = 5


@dataclass(frozen=True, slots=True, repr=False)
class ImportPlan(ChangePlan):
    """A change plan that creates the lessons of a file; `findings` are what they lack of the file.

    `language` is that of the new lessons, and `is_language_assumed` says that neither file, course nor caller named it.
    `same_titles` are notes on courses that have the title of a new one.
    """

    findings: tuple[ImportFinding, ...] = ()
    more_findings: tuple[tuple[str, int], ...] = ()
    language: str = ""
    is_language_assumed: bool = False
    same_titles: tuple[str, ...] = ()

    def findings_frame(self) -> pandas.DataFrame:
        """Return a DataFrame with a row for each item that could not be kept, in the columns of FINDINGS."""
        rows = [{"place": finding.place, "kind": finding.kind, "text": finding.text} for finding in self.findings]
        return rows_frame(FINDINGS, rows)

    def __repr__(self) -> str:
        finding_count = len(self.findings) + sum(count for _, count in self.more_findings)
        lessons = count_text(self.lessons, "lesson")
        return f"ImportPlan({self.name!r}: {lessons}, {count_text(finding_count, 'finding')})"


def finding_notes(findings: Iterable[ImportFinding], more: Mapping[str, int]) -> tuple[str, ...]:
    """Return the findings as sentences, one per kind, the most frequent first, each with its first places."""
    by_kind: dict[str, list[ImportFinding]] = defaultdict(list)
    for finding in findings:
        by_kind[finding.kind].append(finding)
    counts = Counter({kind: len(those) + more.get(kind, 0) for kind, those in by_kind.items()})
    return tuple(_note(kind, by_kind[kind], count) for kind, count in counts.most_common())


def _note(kind: str, findings: list[ImportFinding], count: int) -> str:
    sentences = list(dict.fromkeys(finding.text for finding in findings))
    what = display_text(kind if count == 1 else f"{kind}, {count:,} of them", longest=80)
    if len(sentences) == 1:
        places = list(dict.fromkeys(finding.place for finding in findings))
        listed = "; ".join(display_text(place, longest=80) for place in places[:_PLACES_TOLD])
        more = f" and {len(places) - _PLACES_TOLD:,} more places" if len(places) > _PLACES_TOLD else ""
        return f"{what} ({listed}{more}): {display_text(sentences[0], longest=200)}"
    told = "; ".join(
        f"{display_text(finding.place, longest=80)}: {display_text(finding.text, longest=120)}"
        for finding in findings[:3]
    )
    more = f"; and {count - 3:,} more" if count > 3 else ""
    return f"{what}: {told}{more}"

"""The glossary as a table: read, changed, and set where nobody changed it in the meantime."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pandas
import pytest

from tests.api.interface_only import interface_only
from workbench.api.connect import connect
from workbench.api.workbench import Workbench
from workbench.errors import InputRejected, NotFound

LINES = """language,term,use,instead,note
SV,lärling,use,,
SV,elev,avoid,lärling,"husregel, kapitel 3"
DA,lærling,,,
"""


@pytest.fixture(autouse=True)
def _empty(workbench: Workbench) -> None:
    """Without the terms of another test."""
    for code in ("SV", "DA"):
        workbench.glossary.clear(code)


def terms(frame: pandas.DataFrame) -> list[tuple[str, str, str]]:
    """Language, term and use of each row."""
    found = frame[frame["language"].isin(["SV", "DA"])]
    return list(found[["language", "term", "use"]].itertuples(index=False, name=None))


def test_a_file_is_set_and_read_again(workbench: Workbench, tmp_path: Path) -> None:
    """Every column comes back; a language that is not in the next table stays."""
    (tmp_path / "terms.csv").write_text(LINES)
    frame = workbench.glossary.set(tmp_path / "terms.csv")

    assert terms(frame) == [("DA", "lærling", "use"), ("SV", "elev", "avoid"), ("SV", "lärling", "use")]
    row = frame[frame["term"] == "elev"].iloc[0]
    assert (row["instead"], row["note"]) == ("lärling", "husregel, kapitel 3")
    kept = frame[(frame["language"] == "SV") & (frame["use"] == "use")]
    assert terms(workbench.glossary.set(kept)) == [("DA", "lærling", "use"), ("SV", "lärling", "use")]
    assert (workbench.glossary.clear("SV"), workbench.glossary.clear("SV")) == (1, 0)


def test_of_two_who_edit_at_once_the_second_is_told(workbench: Workbench) -> None:
    """Nothing of the first one's is lost, in no language of the table."""
    workbench.glossary.set([{"language": code, "term": "ett", "use": "use"} for code in ("SV", "DA")])
    mine = workbench.glossary.list()
    theirs = pandas.concat([workbench.glossary.list("SV"), pandas.DataFrame([{"language": "SV", "term": "två"}])])
    workbench.glossary.set(theirs)
    mine["note"] = "mine"

    with pytest.raises(InputRejected, match="SV are at version .* read the glossary again"):
        workbench.glossary.set(mine)
    assert terms(workbench.glossary.list()) == [("DA", "ett", "use"), ("SV", "ett", "use"), ("SV", "två", "use")]
    assert workbench.glossary.list("DA")["note"].isna().all()
    overwritten = workbench.glossary.set(mine[mine["language"] == "SV"], overwrite=True)
    assert terms(overwritten) == [("DA", "ett", "use"), ("SV", "ett", "use")]


def test_rows_without_a_version_are_for_a_language_without_terms(workbench: Workbench) -> None:
    """A list of somebody's own does not take the place of terms that it does not know."""
    workbench.glossary.set([{"term": "ett"}], language="sv")

    with pytest.raises(InputRejected, match="this table has no version"):
        workbench.glossary.set([{"term": "två"}], language="SV")


@pytest.mark.parametrize(
    ("rows", "reason"),
    [
        ([{"term": "ett", "use": "never"}], "Line 1: use: "),
        ([{"term": "ett", "use": "use", "instead": "två"}], "`instead` goes with a term to avoid"),
        ([{"term": "", "note": "of nothing"}], "Line 1: the term is missing"),
        ([{"term": "ett", "language": "Klingon?"}], "Line 1: "),
        ([{"word": "ett"}], "no column `term`. It has: word"),
        ([{"term": "ett", "version": "1"}, {"term": "två", "version": "2"}], "several versions"),
        ([{"term": "x" * 101}], "at most 100 characters"),
    ],
)
def test_what_is_no_glossary_is_said_by_its_line(workbench: Workbench, rows: Any, reason: str) -> None:
    """Before anything is sent."""
    with pytest.raises(InputRejected, match=reason):
        workbench.glossary.set(rows, language="SV")
    assert terms(workbench.glossary.list()) == []


def test_no_language_is_said(workbench: Workbench) -> None:
    """With how to name one."""
    with pytest.raises(InputRejected, match="no language is given"):
        workbench.glossary.set([{"term": "ett"}])


def test_a_service_without_glossaries_says_so() -> None:
    """In one sentence."""
    with (
        interface_only() as (base_url, _),
        connect(base_url, token="good" * 6) as wb,
        pytest.raises(NotFound, match="has no glossary"),
    ):
        wb.glossary.list()

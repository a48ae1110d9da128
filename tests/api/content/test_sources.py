"""Sources: added, read, changed and deleted."""

from __future__ import annotations

from pathlib import Path
from uuid import uuid4

import pytest

from tests.api.interface_only import interface_only
from workbench.api.connect import connect
from workbench.api.workbench import Workbench
from workbench.client.lookups.sources import passages_by_id
from workbench.errors import InputRejected, NotFound, PlanRejected, SourceRejected


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A file that no other test has, of more passages than a call takes."""
    path = tmp_path / f"w{uuid4().hex[:10]}.txt"
    path.write_text(
        "\n\n".join(f"Pump {number} of {path.stem}. " + "It moves a liquid. " * 60 for number in range(600))
    )
    return path


def test_a_killed_upload_is_gone_on_with(workbench: Workbench, file: Path) -> None:
    """It is listed as not ready, and the same file makes it whole; nothing is there twice."""

    def kill(what: str, done: int, total: int | None) -> None:
        if what == "sending":
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        workbench.sources.add(file, progress=kill)
    begun = workbench.sources.get(file.stem)
    added = workbench.sources.add(file)

    assert (begun.is_ready, begun.passages) == (False, 500)
    assert (added.source_id, added.passages, added.version) == (begun.source_id, 600, 1)
    assert list(workbench.sources.passages(file.stem)["number"]) == list(range(1, 601))
    assert not workbench.sources.add(file).is_new


def test_a_changed_file_is_a_version_and_the_old_passages_stay(workbench: Workbench, file: Path) -> None:
    """By version and by id; by query in the current one only."""
    workbench.sources.add(file)
    before = workbench.sources.passages(file.stem, limit=1)
    file.write_text("A valve closes a pipe.")
    source = workbench.sources.update(file.stem, file, title=f"{file.stem} new")

    assert (source.version, source.passages, source.title) == (2, 1, f"{file.stem} new")
    assert workbench.sources.passages(source.source_id)["text"].to_list() == ["A valve closes a pipe."]
    assert len(workbench.sources.passages(source.source_id, version=1)) == 600
    assert len(workbench.sources.passages(source.source_id, query="pump")) == 0
    old = passages_by_id(workbench.client, source.source_id, [before["passage_id"].iloc[0]])
    assert [passage.text for passage in old] == [before["text"].iloc[0]]


def test_a_query_says_that_it_gives_the_best_only(workbench: Workbench, file: Path) -> None:
    """100, or fewer when so many are wanted."""
    workbench.sources.add(file)

    found = workbench.sources.passages(file.stem, query="liquid")
    best = workbench.sources.passages(file.stem, query="liquid", limit=3)

    assert (len(found), len(best)) == (100, 3)
    assert found.attrs["missing"] == ["Only the best 100 passages are here; there may be more."]


def test_what_cannot_be_read_sends_nothing(workbench: Workbench, tmp_path: Path) -> None:
    """And an unknown source is answered with the nearest."""
    (tmp_path / "a.pdf").write_bytes(b"no PDF")
    count = len(workbench.sources.list())

    with pytest.raises(SourceRejected, match=r"a\.pdf is no PDF"):
        workbench.sources.add(tmp_path / "a.pdf")
    with pytest.raises(InputRejected, match="There is no source"):
        workbench.sources.get("none of them")
    with pytest.raises(NotFound, match="There is no source"):
        workbench.sources.get("a" * 25)
    assert len(workbench.sources.list()) == count


def test_a_deletion_is_asked_about(workbench: Workbench, file: Path) -> None:
    """Where nobody can be asked, with what to write."""
    workbench.sources.add(file)

    with pytest.raises(PlanRejected, match=r"600 passages and all its versions.*yes=True"):
        workbench.sources.delete(file.stem)
    workbench.sources.delete(file.stem, yes=True)
    assert file.stem not in workbench.sources.list()["title"].to_list()


def test_a_service_with_the_interface_only_is_told() -> None:
    """In one sentence."""
    with interface_only() as (base_url, _), connect(base_url, token="good" * 6) as wb:
        with pytest.raises(NotFound, match="This service doesn't store sources"):
            wb.sources.list()
        with pytest.raises(NotFound, match="This service doesn't store sources"):
            wb.sources.add("a.txt")

"""A file read in a separate process."""

from __future__ import annotations

import hashlib
import os
import threading
import time
from pathlib import Path

import pytest

from tests.documents.source_files import REFUSED, paragraph, pdf, word
from tests.slow import first_in_gate
from workbench.documents.process import ReadLimits
from workbench.errors import SourceRejected
from workbench.sources.reading import SourceText, read_source

REFUSED_HERE = ("cut.docx", "broken.pdf", "laughs.docx", "other.txt", "bomb.docx")


def test_a_file_comes_back_as_numbered_passages(tmp_path: Path) -> None:
    """With its digest, its name without the folder, its kind; bytes under a name are read alike."""
    path = tmp_path / "pumps ﬁne\u202e.md"
    path.write_text("# Pumps\n\nText.\n", encoding="utf-8")

    found = read_source(path)

    assert (found.file_name, found.media_type) == (path.name, "text/markdown")
    assert found.content_digest == hashlib.sha256(path.read_bytes()).hexdigest()
    assert [(passage.number, passage.heading, passage.text) for passage in found.passages] == [(1, "Pumps", "Text.")]
    assert read_source(path.read_bytes(), file_name=path.name) == found


@pytest.mark.parametrize("name", first_in_gate(REFUSED_HERE, 2))
def test_a_refusal_in_the_process_is_the_same_sentence(name: str) -> None:
    """What it says there is raised here, behind the file's name."""
    make, words = REFUSED[name]

    with pytest.raises(SourceRejected, match=words) as refused:
        read_source(make(), file_name=name)

    assert refused.value.message.startswith(name) and refused.value.message.count("Nothing was sent.") == 1


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda folder: folder, "is no file"),
        (lambda folder: folder / "none.txt", "cannot be opened: No such file"),
        (lambda folder: "\x00", "cannot be opened"),
        (lambda folder: _sparse(folder / "large.txt"), "is larger than 100 MB"),
        (lambda folder: _pipe(folder / "pipe.txt"), "is no file"),
    ],
)
def test_what_is_no_file_to_read_is_refused(make: object, words: str, tmp_path: Path) -> None:
    """Without waiting for what never comes."""
    assert callable(make)
    with pytest.raises(SourceRejected, match=words):
        read_source(make(tmp_path))


def test_a_file_that_changes_while_it_is_read_is_refused(tmp_path: Path) -> None:
    """Somebody saves it again when its first pages are read."""
    path = tmp_path / "report.txt"
    path.write_text("A sentence of a report. " * 50_000, encoding="utf-8")

    with pytest.raises(SourceRejected, match="changed while it was read"):
        read_source(path, on_progress=lambda done, total: path.write_text("Another.", encoding="utf-8"))


def test_memory_is_limited() -> None:
    """What needs more than the process may have is refused; this one continues."""
    large = word(paragraph("x" * 30_000_000))

    with pytest.raises(SourceRejected, match="cannot be read within the limits of a source"):
        read_source(large, file_name="large.docx", limits=ReadLimits(seconds=60, memory_bytes=60_000_000))


def test_a_file_that_takes_too_long_is_refused() -> None:
    """The process is killed."""
    slow_pdf = pdf(*["A line of text.\n" * 50] * 60)

    begun = time.monotonic()
    with pytest.raises(SourceRejected, match="takes longer than 0 s to read"):
        read_source(slow_pdf, file_name="slow.pdf", limits=ReadLimits(seconds=0.05, memory_bytes=1 << 30))

    assert time.monotonic() - begun < 30


def test_reading_can_be_stopped() -> None:
    """By anyone who started it, in the middle."""
    stop = threading.Event()
    stop.set()

    with pytest.raises(SourceRejected, match="was stopped"):
        read_source(pdf(*["A line of text.\n" * 50] * 60), file_name="slow.pdf", should_stop=stop.is_set)


def test_what_is_raised_meanwhile_ends_the_process(tmp_path: Path) -> None:
    """Ctrl-C leaves nothing that continues reading."""
    path = tmp_path / "report.txt"
    path.write_text("A sentence of a report. " * 50_000, encoding="utf-8")
    children = Path(f"/proc/self/task/{threading.get_native_id()}/children")
    before = children.read_text().split() if children.exists() else []  # those of other tests

    def interrupted(done: int, total: int | None) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt) as raised:
        read_source(path, on_progress=interrupted)

    after = children.read_text().split() if children.exists() else []
    assert raised.value.__traceback__ is not None and set(after) <= set(before)


def test_the_process_knows_no_secret(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A module of the working folder is not imported instead of ours, and the environment is not handed on."""
    (tmp_path / "json.py").write_text("raise SystemExit('mine')", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("WORKBENCH_SESSION_TOKEN", "secret")

    assert isinstance(read_source(b"Text.", file_name="a.txt"), SourceText)


def _sparse(path: Path) -> Path:
    with path.open("wb") as file:
        file.truncate(100_000_001)
    return path


def _pipe(path: Path) -> Path:
    os.mkfifo(path)
    return path

"""Mutated files of those that came from the workbench: translators' XLIFF, and ZIP archives of courses as Markdown.

Each is read in a copy of this process by the code that reads it on the importer's computer.
"""

from __future__ import annotations

import json
import os
import re
import resource
import tempfile
import zipfile
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from random import Random
from typing import Final

from tests.exports.folders.contents import blocks
from tests.exports.xliff.texts import LANGUAGES, text_file
from tests.faults.imported_files import Case, Outcome, bent, end_after, kind_of
from workbench.changes.folders.archive import scan_archive
from workbench.errors import PlanRejected
from workbench.exports.folders.course_file import COURSE_FILE, CourseFile, course_text
from workbench.exports.folders.lesson_file import lesson_text
from workbench.exports.xliff.reading import open_xliff
from workbench.exports.xliff.writing import write_xliff

_PROCESSOR_SECONDS: Final = 20
_PNG: Final = b"\x89PNG\r\n\x1a\n" + bytes(400)


def returned_case(seed: int) -> Case:
    """The case of a seed, the same each time."""
    chance = Random(seed)
    name, data = _xliff(chance) if seed % 2 else _archive(chance)
    return bent(seed, name, data, chance)


def returned_outcome(case: Case) -> Outcome:
    """Read the case in a copy of this process. Raises `AssertionError` for an end that is none."""
    with tempfile.TemporaryDirectory() as folder:
        path, said = Path(folder, case.name), Path(folder, "said")
        path.write_bytes(case.data)
        child = os.fork()
        if child == 0:
            end_after(partial(_tell, path, said))
        _, status, usage = os.wait4(child, 0)
        facts = f"{case.seed} ({case.name}: {case.made})"
        assert os.WIFEXITED(status) and os.WEXITSTATUS(status) == 0, f"{facts}: it ended with {status}"
        found = json.loads(said.read_text("utf-8"))
    sentence = str(found["sentence"])
    assert "\n" not in sentence and "Traceback" not in sentence and len(sentence) < 700, f"{facts}: {sentence!r}"
    assert not sentence or sentence.endswith("Nothing was changed."), f"{facts}: {sentence!r}"
    seconds, megabytes = usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1_000
    return Outcome(facts, _kind_of(sentence, case.name), seconds, megabytes, found["lessons"])


def _kind_of(sentence: str, name: str) -> str:
    reason = re.sub(r"[\d,]+", "N", sentence.removeprefix(name).lstrip(": "))
    return kind_of(re.sub(".*(?=leads out|is a link)", "", reason))


def _xliff(chance: Random) -> tuple[str, bytes]:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "texts.xlf")
        files = [text_file(chance, f"l{index}") for index in range(chance.randint(1, 3))]
        write_xliff(path, files, source_language="EN", language=chance.choice(LANGUAGES))
        return path.name, path.read_bytes()


def _archive(chance: Random) -> tuple[str, bytes]:
    ids = [f"{index:025}" for index in range(chance.randint(1, 3))]
    files: Mapping[str, bytes] = {
        f"sea/{COURSE_FILE}": course_text(CourseFile("c" * 25, "Sea", written=dict.fromkeys(ids, 1))).encode(),
        **{f"sea/{id_}.md": lesson_text(id_, "Tides", "EN", 1, blocks(chance)).encode() for id_ in ids},
        "sea/media/pier.png": _PNG,
    }
    with tempfile.TemporaryFile() as out:
        with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as packed:
            for name, content in files.items():
                packed.writestr(name, content)
        out.seek(0)
        return "courses.zip", out.read()


def _tell(path: Path, said: Path) -> None:
    resource.setrlimit(resource.RLIMIT_CPU, (_PROCESSOR_SECONDS, _PROCESSOR_SECONDS))
    tempfile.tempdir = str(path.parent)
    said.write_text(json.dumps(_read(path)), "utf-8")


def _read(path: Path) -> dict[str, str | int]:
    try:
        if path.suffix == ".xlf":
            lessons = sum(1 for _ in open_xliff(path).files())
        else:
            lessons = sum(file.lesson is not None for file in scan_archive(path).files)
    except PlanRejected as refused:
        return {"sentence": str(refused), "lessons": 0}
    return {"sentence": "", "lessons": lessons}

"""The source distribution is the checkout: anyone who has it can check, test and build as we do."""

from __future__ import annotations

import subprocess
import sys
import tarfile
from pathlib import Path

from tests.meta.source_tree import ROOT, tracked_files


def test_the_source_distribution_holds_every_tracked_file(tmp_path: Path) -> None:
    """`make check` reads `package.json`, `tsconfig.json`, `.oxlintrc.json` and the benchmarks, too."""
    words = [sys.executable, "-m", "hatchling", "build", "--target", "sdist", "--directory", str(tmp_path)]
    subprocess.run(words, cwd=ROOT, check=True, capture_output=True)

    with tarfile.open(next(tmp_path.glob("*.tar.gz"))) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}

    tracked = {path.relative_to(ROOT).as_posix() for path in tracked_files(ROOT)}
    assert {".oxlintrc.json", "tsconfig.json", "package.json", "benchmarks/__main__.py"} <= tracked
    assert tracked - names == set()

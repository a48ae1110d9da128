"""The curated notebooks and their location, and `workbench notebooks copy`, which gives people their own copies."""

from __future__ import annotations

import argparse
import json
import shlex
import sys
from dataclasses import dataclass, field
from pathlib import Path

from workbench.cli.output import UsageError, as_invoked, say, say_json
from workbench.client.atomic_write import private_path_near

FIRST = "00_start_here.ipynb"
"""The notebook to start with."""


@dataclass(frozen=True, slots=True)
class CopyResult:
    """The result of copying notebooks: names that were copied, replaced, or kept because they were changed."""

    folder: Path
    copied: list[str] = field(default_factory=list)
    replaced: list[str] = field(default_factory=list)
    skipped: list[str] = field(default_factory=list)


def curated_folder() -> Path:
    """Return the folder of the curated notebooks: in the package, or next to it in a checkout."""
    package = Path(__file__).resolve().parents[2]
    inside, beside = package / "notebooks", package.parent / "notebooks"
    return inside if inside.is_dir() else beside


def copy_notebooks(folder: Path, *, overwrite: bool = False) -> CopyResult:
    """Copy every curated notebook into `folder`, which is created; a changed one there is kept unless `overwrite`.

    A notebook that was run has changed too: its outputs belong to somebody. Raises `UsageError` if it cannot be
    written.
    """
    if folder.exists() and not folder.is_dir():
        raise UsageError(f"{folder} is a file. Name a folder.")
    try:
        return _copy_notebooks(folder, overwrite=overwrite)
    except OSError as failed:
        raise UsageError(f"{folder} cannot be written: {failed.strerror}. Name another folder.") from failed


def _copy_notebooks(folder: Path, *, overwrite: bool) -> CopyResult:
    folder.mkdir(parents=True, exist_ok=True)
    done = CopyResult(folder)
    for notebook in sorted(curated_folder().glob("*.ipynb")):
        target = folder / notebook.name
        is_there = target.exists()
        content = _for_this_kernel(notebook)
        if is_there and target.read_bytes() in (content, notebook.read_bytes()):
            continue
        if is_there and not overwrite:
            done.skipped.append(notebook.name)
            continue
        with private_path_near(target) as beside:
            beside.write_bytes(content)
            beside.replace(target)
        (done.replaced if is_there else done.copied).append(notebook.name)
    return done


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument("folder", metavar="FOLDER", help="folder for the copies, created if needed")
    parser.add_argument("--overwrite", action="store_true", help="also replace copies that you changed or ran")


def run(chosen: argparse.Namespace) -> int:
    """Copy, report kept notebooks and what to do next. Can be repeated at any time: own changes are never lost."""
    folder = Path(chosen.folder).expanduser()
    done = copy_notebooks(folder, overwrite=chosen.overwrite)
    if chosen.as_json:
        say_json({"folder": str(folder), "copied": done.copied, "replaced": done.replaced, "skipped": done.skipped})
    else:
        _tell(done)
    return 0


def _tell(done: CopyResult) -> None:
    if done.copied:
        say(f"{_notebooks(len(done.copied))} copied into {done.folder}.")
    if done.replaced:
        say(f"Replaced: {', '.join(done.replaced)}.")
    if done.skipped:
        say(f"Kept, because you changed or ran them: {', '.join(done.skipped)}. --overwrite replaces them.")
    if not (done.copied or done.replaced or done.skipped):
        say(f"All notebooks are already in {done.folder}.")
    say(f"Next: {as_invoked()} lab {shlex.quote(str(done.folder))}, and start with {FIRST}.")


def _notebooks(count: int) -> str:
    return "One notebook" if count == 1 else f"{count} notebooks"


def _for_this_kernel(notebook: Path) -> bytes:
    """Return the notebook as JupyterLab writes its metadata with a kernel of this Python.

    JupyterLab writes them when a notebook is opened, which marks one that has others as modified.
    """
    content = json.loads(notebook.read_text(encoding="utf-8"))
    version = sys.version_info
    content["metadata"] |= {
        "kernelspec": {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"},
        "language_info": {
            "codemirror_mode": {"name": "ipython", "version": version.major},
            "file_extension": ".py",
            "mimetype": "text/x-python",
            "name": "python",
            "nbconvert_exporter": "python",
            "pygments_lexer": f"ipython{version.major}",
            "version": f"{version.major}.{version.minor}.{version.micro}",
        },
    }
    return f"{json.dumps(content, ensure_ascii=False, indent=1)}\n".encode()

"""Kernels of other versions: an environment for each below .venv, with this package and one ipykernel in it.

All that they bring is pinned as everywhere; only the pin of ipykernel is another one.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

from tests.meta.source_tree import ROOT

FOLDER = ROOT / ".venv" / "kernels"
NEWEST = "newest"
_VERSION = "import ipykernel, workbench; print(ipykernel.__version__)"


def environment_of(version: str) -> tuple[str, Path]:
    """The version of ipykernel that was installed for `version`, which may be `newest`, and its Python."""
    folder = FOLDER / version
    python = folder / "bin" / "python"
    wanted = "ipykernel" if version == NEWEST else f"ipykernel=={version}"
    if version == NEWEST or not python.exists() or _installed(python) != version:
        _install(folder, python, wanted)
    found = _installed(python)
    if version not in (NEWEST, found):
        raise RuntimeError(f"ipykernel {version} was asked for, {found} is installed")
    return found, python


def _install(folder: Path, python: Path, wanted: str) -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    pins = FOLDER / f"{folder.name}-constraints.txt"
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    pins.write_text("\n".join([line for line in lines if not line.startswith("ipykernel==")]) + "\n", encoding="utf-8")
    uv = shutil.which("uv")
    words = [wanted, "--constraint", str(pins), "--editable", str(ROOT)]
    if uv:
        _run(uv, "venv", "--quiet", "--clear", "--python", sys.executable, str(folder))
        _run(uv, "pip", "install", "--quiet", "--python", str(python), *words)
    else:
        _run(sys.executable, "-m", "venv", "--clear", str(folder))
        _run(str(python), "-m", "pip", "install", "--quiet", *words)


def _run(*words: str) -> None:
    """The pins that make sets for everything hold another ipykernel, so they are not passed on."""
    inherited = {name: value for name, value in os.environ.items() if name not in ("PIP_CONSTRAINT", "PYTHONPATH")}
    subprocess.run(words, cwd=ROOT, env=inherited, check=True)


def _installed(python: Path) -> str:
    asked = subprocess.run([python, "-c", _VERSION], cwd=python.parent, capture_output=True, text=True, check=False)
    return asked.stdout.strip()

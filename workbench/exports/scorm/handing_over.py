"""Packages that are handed to a person's browser: in memory, so only as large as a browser takes them from a panel."""

from __future__ import annotations

import zipfile
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from workbench.client.lookups.targets import Target
from workbench.client.sync import Client
from workbench.errors import NotSent
from workbench.exports.scorm.options import PackageOptions, Standard
from workbench.exports.scorm.writing import export_packages

MOST_BYTES: Final = 50_000_000
PACKAGES: Final = "packages.zip"
_EPOCH: Final = (1980, 1, 1, 0, 0, 0)


def packages_handed_over(
    client: Client, targets: Sequence[Target], standard: Standard, *, most_bytes: int = MOST_BYTES
) -> tuple[str, bytes, list[str]]:
    """The name and the content of what is handed over, one package or an archive of several, and what to know of it.

    Raises `NotSent` for more bytes than that, with the command that writes them, and as `export_packages`.
    """
    size, notes, paths = 0, list[str](), list[Path]()
    with TemporaryDirectory() as folder:
        for each in export_packages(client, targets, standard, Path(folder), PackageOptions()):
            size += each.size
            if size > most_bytes:
                ids = " ".join(target.id for target in targets)
                raise NotSent(
                    f"These packages have more than {most_bytes / 1e6:,.0f} MB, too many to hand to a browser. "
                    f"Write them to a folder: workbench export {ids} --format {standard} --to FOLDER"
                )
            notes += [f"{each.title}: {note}" for note in each.notes]
            paths.append(each.path)
        if len(paths) == 1:
            return paths[0].name, paths[0].read_bytes(), notes
        together = Path(folder) / PACKAGES
        with zipfile.ZipFile(together, "w") as archive:
            for path in paths:
                archive.writestr(zipfile.ZipInfo(path.name, _EPOCH), path.read_bytes())
        return PACKAGES, together.read_bytes(), notes

"""`workbench glossary set`: the terms of each language in a table, from now on."""

from __future__ import annotations

import argparse

from workbench.cli.input_file import local_path
from workbench.cli.output import answer


def arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    parser.add_argument(
        "file", metavar="FILE", help="a table (CSV, XLSX) with columns term, use, instead, note, language, version"
    )
    parser.add_argument("--language", metavar="CODE", help="the language of rows that name none, such as EN")
    parser.add_argument(
        "--overwrite", action="store_true", help="set it also where somebody has changed the terms meanwhile"
    )


def run(chosen: argparse.Namespace) -> int:
    """Set them, and say how many there are now."""
    from workbench.api.connect import connect

    with connect() as workbench:
        frame = workbench.glossary.set(local_path(chosen.file), language=chosen.language, overwrite=chosen.overwrite)
    counts = {str(code): int(count) for code, count in frame["language"].value_counts().sort_index().items()}
    listed = ", ".join(f"{count:,} of {code}" for code, count in counts.items()) or "none"
    return answer(chosen, {"terms": counts}, f"The glossary has these terms now: {listed}.")

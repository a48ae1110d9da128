"""`workbench runs reset-journal`: set a damaged journal aside, so that a new one begins."""

from __future__ import annotations

import argparse

from workbench.cli.output import UsageError, answer
from workbench.cli.runs.run_argument import find_lesson_run


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument("name", metavar="JOURNAL", help="the journal's file name, as `workbench runs` names it")
    parser.add_argument(
        "--checked",
        action="store_true",
        help="with --yes: you have looked at the service, and no lesson of these lists is there; their rows are sent",
    )
    parser.add_argument("--yes", action="store_true", help="do it; what the journal recorded is not known any more")


def run(chosen: argparse.Namespace) -> int:
    """Rename the file; one that can be read is never touched."""
    from workbench.bulk.journal.journal_file import JournalDamaged, JournalFile
    from workbench.bulk.journal.recovery import reset_journal

    path = find_lesson_run(chosen.name).journal
    try:
        JournalFile(path).close()
    except JournalDamaged:
        pass
    else:
        raise UsageError(f"The journal {path} is sound, and stays. Nothing was changed.")
    if not chosen.yes:
        raise UsageError(f"{path} is set aside, and what it knew is not known any more. To do it: --yes.")
    damaged = reset_journal(path, nothing_unknown=chosen.checked)
    sentence = f"A new journal has begun; the old one is {damaged}. Now run the same lists under the same names again."
    return answer(chosen, {"damagedJournal": str(damaged)}, sentence)

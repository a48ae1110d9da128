"""`workbench import PATH`: detects the format, shows the plan, asks, and makes one change set of it.

`KINDS` has every kind of thing that can be imported, with the function that reads it.
"""

from __future__ import annotations

import argparse
from argparse import Namespace
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from workbench.cli.output import UsageError, note
from workbench.text import display_text
from workbench.wording import count_text

if TYPE_CHECKING:
    from workbench.api.workbench import Workbench
    from workbench.changes.plan import ChangePlan
    from workbench.changes.row import ChangeRow
    from workbench.client.sync import Client

UNTAKEN_LISTED = 20

OF_SOME_KINDS: dict[str, str] = {
    "delete": "--delete",
    "course": "--course",
    "project": "--project",
    "language": "--language",
    "one_lesson": "--one-lesson",
}
"""Options of some kinds only: attribute name, and flag."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    add = parser.add_argument
    add("path", metavar="PATH", help=kinds_text())
    add("--name", metavar="NAME", help="name of the change set (default: from the path)")
    add("--plan", action="store_true", help="only show what would change")
    add("--yes", action="store_true", help="approve the changes without a prompt")
    add("--delete", action="store_true", help="move lessons whose files are missing to the trash; confirmed separately")
    group = parser.add_argument_group("documents and questions", "options for files that become new lessons")
    add = group.add_argument
    add("--course", metavar="NAME", help="title or id of the course to add them to (default: a new course)")
    add("--project", metavar="NAME", help="name or id of the new course's project (default: Starter lessons)")
    add(
        "--language",
        metavar="CODE",
        help="language of the lessons, such as EN, if the file names none (default: `workbench language show`)",
    )
    add("--one-lesson", action="store_true", help="create one lesson, ignoring headings and sections")
    parser.set_defaults(save=None)


def run(chosen: Namespace) -> int:
    """Import it; 1 when some changes were not made, or some of it could not be taken."""
    from workbench.api.connect import connect
    from workbench.cli.plans import show_plan

    path = Path(chosen.path).expanduser()
    kind = detect_kind(path)
    _refuse_options(chosen, kind)
    planned_with = kind.read(path, chosen)
    with connect() as workbench:
        planned = planned_with(workbench)
        if chosen.plan:
            code = show_plan(planned.plan, chosen)
            _tell_untaken(planned.plan)
            return code
        return _carry_out(planned, workbench.client, chosen)


def _carry_out(planned: PlannedImport, client: Client, chosen: Namespace) -> int:
    from workbench.changes import ChangeRun
    from workbench.changes.row import trash_count
    from workbench.cli.changes import run_change_set
    from workbench.cli.plans import ask_approval, plan_text

    plan = planned.plan
    note(plan_text(plan, advice="" if plan.changes or _untaken(plan) else None))
    _tell_untaken(plan)
    approval = ask_approval(plan, yes=chosen.yes)
    if planned.begin is not None and (begun := planned.begin()) is not None:
        plan = begun
        approval = approval and plan.approve(changes=len(plan.changes), trash=trash_count(plan.rows))
    with ChangeRun(plan, client, approval) as started:
        code = run_change_set(started, as_json=chosen.as_json)
    if started.written:
        count = "1 file was" if len(started.written) == 1 else f"{len(started.written):,} files were"
        note(f"{count} updated with ids and revisions.")
    sentence = planned.finish() if planned.finish is not None else ""
    if sentence:
        note(sentence)
    return max(code, int(bool(_untaken(planned.plan))))


def _untaken(plan: ChangePlan) -> list[ChangeRow]:
    """Return the rows that cannot be imported as they are."""
    from workbench.changes.row import ChangeVerdict

    return [row for row in plan.rows if row.verdict not in (ChangeVerdict.CHANGE, ChangeVerdict.UNCHANGED)]


def _tell_untaken(plan: ChangePlan) -> None:
    """Print for each unusable file why it cannot be imported, completely: the table cuts long sentences."""
    from workbench.changes.row import ChangeVerdict

    untaken = _untaken(plan)
    for row in untaken[:UNTAKEN_LISTED]:
        has_reason = row.verdict is ChangeVerdict.NOT_ALLOWED and row.reason
        note(f"Skipped: {row.reason if has_reason else row.verdict_text}")
    if len(untaken) > UNTAKEN_LISTED:
        note(f"... and {len(untaken) - UNTAKEN_LISTED:,} more: --plan --json shows all")


def _refuse_options(chosen: Namespace, kind: ImportKind) -> None:
    for name, flag in OF_SOME_KINDS.items():
        if getattr(chosen, name) and name not in kind.options:
            raise UsageError(f"{flag} does not go with {kind.about}. Nothing was changed.")


@dataclass(frozen=True, slots=True)
class PlannedImport:
    """A plan with hooks: one between approval and changes, one after the changes.

    `begin` may return a plan to carry out instead, such as one with its uploads; it is approved with the first.
    `finish` returns a sentence about its work, or none.
    """

    plan: ChangePlan
    begin: Callable[[], ChangePlan | None] | None = None
    finish: Callable[[], str] | None = None


def _read_folder(path: Path, chosen: Namespace) -> Callable[[Workbench], PlannedImport]:
    """Read a folder of Markdown files or a ZIP archive of one; the plan makes the lessons match them."""
    from workbench.changes.folders.archive import scan_folder_or_archive
    from workbench.changes.folders.planning import plan_folder

    folder = scan_folder_or_archive(path)

    def plan(workbench: Workbench) -> PlannedImport:
        return PlannedImport(plan_folder(folder, workbench.client, name=chosen.name, delete=bool(chosen.delete)))

    return plan


def _read_xliff(path: Path, chosen: Namespace) -> Callable[[Workbench], PlannedImport]:
    """Read a translators' file of `workbench export`; the plan makes and edits translations as it says."""
    from workbench.changes.xliff.planning import plan_xliff
    from workbench.exports.xliff.reading import open_xliff

    file = open_xliff(path)
    return lambda workbench: PlannedImport(plan_xliff(file, workbench.client, name=chosen.name))


def _read_drafts(path: Path, chosen: Namespace) -> Callable[[Workbench], PlannedImport]:
    """Read a document or questions; the plan makes new lessons, and uploads their pictures when it was approved."""
    from workbench.imports.pictures import with_pictures
    from workbench.imports.planning import ImportTarget, plan_import
    from workbench.imports.reading.process import read_import

    imported = read_import(path, is_one_lesson=chosen.one_lesson, language=chosen.language)

    def plan(workbench: Workbench) -> PlannedImport:
        target = ImportTarget(chosen.course, chosen.project, chosen.language)
        planned = plan_import(imported, workbench.client, target=target, name=chosen.name)

        def begin() -> ChangePlan:
            ready, refused = with_pictures(
                planned, imported.pictures, workbench.client, organization_id=planned.target.organization_id
            )
            if refused:
                note(f"Refused by the service and left out: {count_text(refused, 'picture')}.")
            return ready

        return PlannedImport(planned, begin=begin)

    return plan


class ImportKind(NamedTuple):
    """A kind of import.

    `read(path, options)` reads the files; what it returns plans their import with a connection. `endings` are the
    suffixes of its files in lower case with the dot, empty for a folder; `options` are the options of the command that
    apply to it in addition to `--name`, `--plan` and `--yes`.
    """

    about: str
    read: Callable[[Path, Namespace], Callable[[Workbench], PlannedImport]]
    endings: tuple[str, ...] = ()
    options: tuple[str, ...] = ()


_FILE_OPTIONS: Final = ("course", "project", "language", "one_lesson")
KINDS: Final = (
    ImportKind("a folder of Markdown files", _read_folder, options=("delete",)),
    ImportKind("a ZIP archive of one", _read_folder, (".zip",), options=("delete",)),
    ImportKind("a translators' file of XLIFF 2.0", _read_xliff, (".xlf", ".xliff")),
    ImportKind("a Word document", _read_drafts, (".docx", ".docm"), _FILE_OPTIONS),
    ImportKind("a PowerPoint presentation", _read_drafts, (".pptx", ".pptm"), _FILE_OPTIONS),
    ImportKind("questions in GIFT", _read_drafts, (".gift", ".txt"), _FILE_OPTIONS),
    ImportKind("questions in Moodle XML", _read_drafts, (".xml",), _FILE_OPTIONS),
)
"""Every kind, in the order of the help."""


def detect_kind(path: Path) -> ImportKind:
    """Return the kind of the file or folder. Raises `UsageError` if it does not exist or cannot be imported."""
    if path.is_dir():
        return next(kind for kind in KINDS if not kind.endings)
    if not path.exists():
        raise UsageError(f"No such file or folder: {display_text(str(path), longest=200)}. Nothing was changed.")
    detected = next((kind for kind in KINDS if path.suffix.lower() in kind.endings), None)
    if detected is None:
        name = display_text(path.name, longest=100)
        raise UsageError(f"{name} can't be imported. Use one of: {kinds_text()}. Nothing was changed.")
    return detected


def kinds_text() -> str:
    """Return what can be imported, for people."""
    return ", ".join(f"{kind.about} ({', '.join(kind.endings)})" if kind.endings else kind.about for kind in KINDS)

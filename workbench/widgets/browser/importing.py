"""The import of a browser: a file is dropped, its plan shown with what cannot be kept, made, and undone as one."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Final

import ipywidgets

from workbench.changes.lesson_rows import made_lessons
from workbench.changes.results import find_change_set
from workbench.changes.running import ChangeRun
from workbench.changes.undo import undo_changes
from workbench.client.sync import Client
from workbench.documents.file_kind import MAX_FILE_BYTES
from workbench.errors import InputRejected
from workbench.imports.pictures import with_pictures
from workbench.imports.plan import ImportPlan
from workbench.imports.planning import ImportTarget, plan_import
from workbench.imports.reading.draft import ImportFinding
from workbench.imports.reading.process import ImportedFile, read_import
from workbench.languages.reader import language_choices, language_name
from workbench.text import display_text, escape_html
from workbench.widgets.browser.state import BrowserCallbacks, BrowserState
from workbench.widgets.kit.controls import button, dropdown, hint, html, row_of_controls, set_html, set_visible
from workbench.widgets.kit.file_drop import FileDrop
from workbench.wording import count_text

ACCEPTED: Final = ".docx,.pptx,.gift,.txt,.xml"
_HINT: Final = (
    "Word (.docx), PowerPoint (.pptx), questions in GIFT or Moodle XML. You see a preview before anything is created. "
    "It costs no credits."
)
_AS_FILE: Final = ("From the file", "")
_ROWS_SHOWN: Final = 50
_FINDINGS_SHOWN: Final = 200


class BrowserImport(ipywidgets.VBox):  # type: ignore[misc]  # ipywidgets ships no types
    """Out of sight until it is opened. `plan` is what is shown, `made` the name of the set that was made last."""

    def __init__(
        self, client: Client, state: BrowserState, panel: BrowserCallbacks, *, folder: Path | None = None
    ) -> None:
        """`folder` is where the journals lie; the user's data folder without it."""
        self._client, self._state, self._panel, self._folder = client, state, panel, folder
        self._file: tuple[str, bytes] | None = None
        self._found: ImportedFile | None = None
        self.plan: ImportPlan | None = None
        self.made = ""
        self.drop = FileDrop(
            "Drop a document or question file here",
            lambda name, data: panel.start_next(self.plan_file, name, data),
            lambda reason: panel.start_next(_refuse, reason),
            hint=_HINT,
            accept=ACCEPTED,
            max_bytes=MAX_FILE_BYTES,
        )
        self.language = dropdown("Language", [_AS_FILE, *language_choices()], value="")
        self.one_lesson = ipywidgets.Checkbox(description="Import as a single lesson (ignore headings)", indent=False)
        self.facts, self.lessons, self.findings = html(), html(), html()
        self.run_button = button("Create lessons", lambda: panel.start(self.run), style="primary")
        self.undo_button = button("Undo import", lambda: panel.start(self.undo))
        self.leave_button = button("Close", self.close_import)
        self.fields = (self.drop, self.language, self.one_lesson, self.run_button, self.undo_button, self.leave_button)
        for field in (self.language, self.one_lesson):
            field.observe(lambda change: self._plan_again(), "value")
        options = row_of_controls(self.language, self.one_lesson)
        buttons = row_of_controls(self.run_button, self.undo_button, self.leave_button)
        super().__init__(children=(self.drop, options, self.facts, self.lessons, self.findings, buttons))
        self.add_class("wb-import")
        self.close_import()

    @property
    def is_open(self) -> bool:
        """Whether it is visible."""
        return bool(self.layout.display != "none")

    def open_import(self) -> None:
        """Show the place to drop a file on."""
        set_visible(self, is_visible=True)
        self._render()

    def close_import(self) -> None:
        """Forget the file, and go out of sight; what was made stays."""
        self._file = self._found = self.plan = None
        self.made = ""
        set_visible(self, is_visible=False)
        self._render()

    def plan_file(self, name: str, data: bytes) -> None:
        """Read a file and show what would be made of it. Blocks. Raises `PlanRejected` with what to do."""
        self._file, self._found, self.plan, self.made = (name, data), None, None, ""
        self._render()
        language = self.language.value or None
        imported = read_import(data, file_name=name, is_one_lesson=self.one_lesson.value, language=language)
        target = ImportTarget(
            self._state.course_id, None if self._state.course_id else self._state.project_id, language
        )
        self.plan = plan_import(imported, self._client, target=target, organization_id=self._state.organization_id)
        self._found = imported
        self._render()

    def run(self) -> None:
        """Make the lessons that are shown. Blocks; the button does it on a worker thread."""
        plan, imported = self.plan, self._found
        if plan is None or imported is None:
            return
        ready, refused = with_pictures(
            plan, imported.pictures, self._client, organization_id=plan.target.organization_id, on_progress=self._tell
        )
        approval = ready.approve(changes=len(ready.changes))
        with ChangeRun(ready, self._client, approval, folder=self._folder) as run:
            leave = run.watch(lambda progress: self._panel.notify(str(progress)))
            try:
                run.start()
            finally:
                leave()
            done, not_made, state = run.counts().done, run.counts().planned, str(run.progress)
        self.plan = self._found = None
        self.made = ready.name if done else ""
        self._render()
        self._panel.reload()
        left_out = f" {count_text(refused, 'picture')} could not be uploaded." if refused else ""
        then = " They are drafts that only your organization can see." if done else ""
        more = " Drop the file again to continue." if not_made else ""
        self._panel.notify(f"{display_text(imported.name, longest=80)}: {state}{left_out}{then}{more}")

    def undo(self) -> None:
        """Put the lessons that were made into the trash, as far as nobody has edited them. Blocks."""
        if self.made:
            undone = undo_changes(find_change_set(self.made, self._folder), self._client)
            self.made = ""
            self._render()
            self._panel.reload()
            self._panel.notify(str(undone))

    def _plan_again(self) -> None:
        if self._file is not None and not self.made:
            self._panel.start_next(self.plan_file, *self._file)

    def _tell(self, done: int, total: int) -> None:
        self._panel.notify(f"Uploading pictures: {done + 1:,} of {total:,}…")

    def _render(self) -> None:
        plan = self.plan
        new = made_lessons(plan.rows) if plan is not None else []
        self.run_button.description = f"Create {_count_text(len(new), 'lesson')}"
        set_visible(self.run_button, is_visible=bool(new))
        set_visible(self.undo_button, is_visible=bool(self.made))
        set_html(self.facts, _facts(plan, self._found, self._state) if plan and self._found else "")
        set_html(self.lessons, _lessons_table((row.title, row.reason) for row in new))
        set_html(self.findings, _findings_html(plan) if plan else "")


def _refuse(reason: str) -> None:
    raise InputRejected(reason)


def _facts(plan: ImportPlan, file: ImportedFile, state: BrowserState) -> str:
    new = len(made_lessons(plan.rows))
    name = escape_html(file.name, longest=120)
    if not new:
        return hint(f"{file.name[:120]}: its lessons already exist. There is nothing to create.")
    where = "the open course" if state.course_id else f"a new course, “{file.title[:120]}”"
    count = len(file.pictures.places)
    pictures = f", {_count_text(count, 'picture')}" if count else ""
    assumed = (
        "The file doesn't say which language it is in, so the default is used. "
        "Choose another under “Language” if needed."
    )
    return (
        f"<p><strong><bdi>{name}</bdi></strong> ({escape_html(file.kind)}): {_count_text(new, 'lesson')}{pictures}, "
        f"in <bdi>{escape_html(language_name(plan.language), longest=80)}</bdi>, "
        f"into <bdi>{escape_html(where, longest=160)}</bdi>.</p>{hint(assumed) if plan.is_language_assumed else ''}"
        f"{''.join(map(hint, plan.same_titles))}"
    )


def _lessons_table(rows: Iterable[tuple[str, str]]) -> str:
    listed = list(rows)
    if not listed:
        return ""
    body = "".join(
        f'<tr><td class="wb-number">{number:,}</td><td><bdi dir="auto">{escape_html(title, longest=120)}</bdi></td>'
        f"<td>{escape_html(blocks, longest=120)}</td></tr>"
        for number, (title, blocks) in enumerate(listed[:_ROWS_SHOWN], 1)
    )
    more = f"<p>… and {len(listed) - _ROWS_SHOWN:,} more lessons.</p>" if len(listed) > _ROWS_SHOWN else ""
    head = "".join(f'<th scope="col">{text}</th>' for text in ("No.", "Lesson", "Blocks"))
    return (
        '<div class="wb-differences" role="region" tabindex="0" aria-label="Lessons to create">'
        f'<table class="wb-table"><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>{more}'
    )


def _findings_html(plan: ImportPlan) -> str:
    """Return an expandable list of what cannot be kept, each line with its place."""
    count = len(plan.findings) + sum(number for _, number in plan.more_findings)
    if not count:
        return hint("Everything in the file will be imported.")
    items = "".join(map(_finding, plan.findings[:_FINDINGS_SHOWN]))
    more = f"<li>… and {count - _FINDINGS_SHOWN:,} more</li>" if count > _FINDINGS_SHOWN else ""
    what = f"{count_text(count, 'item')} will be changed or skipped"
    return f"<details open><summary>{what}</summary><ul>{items}{more}</ul></details>"


def _finding(finding: ImportFinding) -> str:
    return (
        f"<li><strong>{escape_html(finding.kind)}</strong>, <bdi "
        f'dir="auto">{escape_html(finding.place, longest=120)}</bdi>: '
        f'<bdi dir="auto">{escape_html(finding.text, longest=240)}</bdi></li>'
    )


def _count_text(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"

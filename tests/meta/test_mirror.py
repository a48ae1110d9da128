"""The tests stand as the source stands: `workbench/a/b.py` is tested by `tests/a/test_b.py`, and the other way."""

from __future__ import annotations

from pathlib import Path

from tests.meta.source_tree import PACKAGE, ROOT, modules

# Folders of tests whose subject is not one module: the journeys, the repository itself, faults, browsers, other
# clients, sweeps over the whole, the lessons that checks are measured on, and the examples, which several packages
# are held to.
OWN_FOLDERS = {"checks", "journeys", "meta", "faults", "browser", "interop", "sweeps", "examples"}

# Source without a test file of its own, and why. An entry that is no longer needed fails.
UNTESTED: dict[str, str] = {
    f"service/ai/languages/{code}.py": "words only; test_known.py compares all languages"
    for code in ("ar", "de", "en", "es", "fr", "it", "nl", "pl", "pt", "pt_br")
} | {
    "learner_pages/document.py": "the document around a page; service/http/test_share_page.py has its policy",
    "learner_pages/pages.py": "what share pages are made of; service/http/test_lesson_pages.py has each",
    "authoring/content/fields.py": "limits and kinds of fields; authoring/content/test_models.py has each",
    "authoring/content/passages.py": "schemas of what is read; authoring/content/test_models.py has each",
    "authoring/checks/finding.py": "records that the rules give; authoring/checks/test_checking.py holds them",
    "cli/example_organization.py": "a command's other options; journeys/test_example.py gives them",
    "embedded/example/bulk_runs.py": "runs of the example; journeys/test_example.py has what came of them",
    "embedded/example/lesson_work.py": "edits of the example; journeys/test_example.py has what came of them",
    "embedded/example/staff.py": "people of the example and their clients; journeys/test_example.py has what they made",
    "embedded/example/example.py": "makes and removes the example; journeys/test_example.py holds its rules",
    "changes/undoing/steps.py": "what undoing sends; changes/test_undo.py and making/test_steps.py have each step",
    "changes/folders/wanted_blocks.py": "blocks as files want them; test_planning.py has each rule",
    "changes/folders/media_files.py": "what files refer to; test_assets.py has each path and problem",
    "changes/folders/carrying_out.py": "what goes before and behind a run; test_present_folder.py and test_refresh.py",
    "exports/folders/media.py": "media as files of a folder; changes/folders/test_assets.py takes them round",
    "changes/xliff/paired.py": "a lesson beside its translation; changes/xliff/test_judging.py holds it",
    "changes/xliff/new_translations.py": "rows that make translations; changes/xliff/test_planning.py runs them",
    "changes/xliff/reading.py": "reads lessons and translations; changes/xliff/test_planning.py has each state",
    "changes/xliff/rows.py": "rows that edit translations; changes/xliff/test_planning.py runs each kind",
    "changes/xliff/undoing.py": "what undoing ties sends; changes/xliff/test_planning.py undoes each kind",
    "changes/present.py": "records that changes are compared with; test_comparison.py holds them",
    "changes/row.py": "the row of a change plan and its verdicts; test_comparison.py has each",
    "cli/sources/added_output.py": "what two commands share; cli/sources/test_add.py and test_update.py hold it",
    "api/content/source_tables.py": "columns of two tables; api/test_tables.py and content/test_sources.py hold them",
    "client/lookups/sources.py": "pages of sources and passages; api/content/test_sources.py reads them",
    "widgets/sources/detail.py": "the controls of one source; widgets/sources/test_panel.py uses them",
    "sources/reading/limits.py": "how the process limits itself; reading/test_process.py runs into the limits",
    "sources/reading/reading_process.py": "starts the process; reading/test_process.py and imports/reading use it",
    "imports/reading/child.py": "the process that reads one file; reading/test_process.py starts it",
    "imports/reading/draft.py": "records that readers make; reading/test_docx.py and test_gift.py hold them",
    "imports/reading/docx_styles.py": "what styles mean; reading/test_docx.py reads files of three makers",
    "imports/reading/office_text.py": "what two readers share; reading/test_docx.py and test_pptx.py hold it",
    "imports/plan.py": "the plan with its findings; test_planning.py makes them",
    "imports/pictures.py": "uploads before a run; test_planning.py shows what came of it",
    "sources/reading/child.py": "the process that reads one file; reading/test_process.py starts it",
    "widgets/kit/task_runner.py": "what runs a panel's tasks; kit/test_panel.py holds its rules",
    "bulk/planning/plan_frame.py": "the frame of a plan; test_plan.py and api/test_tables.py hold it",
    "bulk/planning/digested_file.py": "what plan files share; test_plan_file.py holds its rules",
    "bulk/translations/update_plan.py": "what is stale, its price; bulk/translations/test_updating.py has each state",
    "bulk/translations/proposal.py": "a proposal to read and apply; bulk/translations/test_updating.py has both",
    "client/translations/pair.py": "reads two lessons; bulk/translations/test_updating.py changes them meanwhile",
    "procedures/translations/suggested_translation.py": "records; service/translations/test_suggesting.py holds them",
    "bulk/translations/paid_calls.py": "tries again and waits; bulk/translations/test_run.py has each end",
    "client/lookups/translations.py": "pages of translations; bulk/translations/test_planning.py reads them",
    "widgets/coverage/grid.py": "the table of cells; widgets/coverage/test_panel.py sends what a browser sends",
    "widgets/coverage/wording.py": "sentences; widgets/coverage/test_panel.py reads them",
    "bulk/translations/row_states.py": "how rows stand; bulk/translations/test_run.py has each state",
    "bulk/translations/worker.py": "rows at once; bulk/translations/test_run.py has how a run ends",
    "bulk/translations/sending.py": "one translation; bulk/translations/test_run.py has what can become of it",
    "widgets/run_monitor/monitored_run.py": "what a monitor needs of a run",
    "widgets/block_list/view_message.py": "what every message has; widgets/block_list/test_gestures.py parses them",
    "widgets/block_list/translation/messages.py": "messages; translation/test_lesson_translation.py sends each",
    "widgets/block_list/translation/mode.py": "calls methods; translation/test_lesson_translation.py does, too",
    "widgets/block_list/translation/pairs.py": "rows; translation/test_lesson_translation.py has each state",
    "widgets/block_list/translation/accepted_blocks.py": "edits and ties; translation/test_proposals.py has each",
    "api/content/translations.py": "calls what bulk/translations has; test_tables.py and its examples hold it",
    "client/lookups/findings.py": "pages of findings; api/content/test_checked_lessons.py reads them",
    "procedures/findings.py": "records of findings; service/handlers/test_findings.py holds them",
    "api/content/outlines.py": "calls what bulk/outlines has; its docstrings' examples hold it",
    "bulk/outlines/lesson_outline.py": "a lesson of an outline; test_outline.py and test_outline_table.py hold it",
    "procedures/publishing/page_context.py": "records; service/handlers/publishing/test_page_context.py holds them",
    "procedures/sharing/theme.py": "records of themes; service/handlers/sharing/test_theme.py holds them",
    "api/reviews/theme.py": "calls two procedures; its docstrings' examples hold it",
    "service/store/sharing/tables.py": "a table; store/test_tables.py holds it",
    "service/store/sharing/theme.py": "stores; service/handlers/sharing/test_theme.py holds it",
    "service/store/sharing/logo.py": "which logo; service/handlers/sharing/test_theme.py fetches it",
    "service/shares/page_theme.py": "of stored values; service/handlers/sharing/test_theme.py has the pages",
    "procedures/sharing/share_settings.py": "records; service/handlers/sharing/test_share_settings.py holds them",
    "service/store/sharing/share_settings.py": "stores; service/handlers/sharing/test_share_settings.py holds it",
    "procedures/outlines.py": "records of outlines; service/test_course_outlines.py holds them",
    "procedures/suggestions.py": "records of help with a block; service/test_suggestions.py holds them",
    "procedures/glossary.py": "records of glossaries; service/handlers/test_glossary.py holds them",
    "procedures/translations/translation.py": "records of translations; service/translations/test_making.py holds them",
    "service/handlers/translations/translation.py": "reads and ties; service/translations/test_making.py has each rule",
    "service/translations/comparing.py": "compares two lessons; service/translations/test_making.py has each state",
    "service/store/translations/tables.py": "tables of translations; store/test_tables.py holds them",
    "service/store/translations/translations.py": "stores them; service/translations/test_making.py has each rule",
    "procedures/tags.py": "records of tags; service/handlers/test_tags.py holds them",
    "service/ai/model_task.py": "asks a model and judges its answers; test_model.py has what comes of each",
    "service/handlers/search.py": "the search on the wire; service/store/search/test_found.py holds it",
    "service/retagging.py": "sets tags on a condition; service/handlers/test_tags.py holds it",
    "service/store/db/metadata.py": "what tables are made of; store/test_tables.py holds them",
    "cli/assets/delete.py": "deletes by name; cli/assets/test_upload.py calls it",
    "widgets/sharing/many_links.py": "what the table makes of its form; widgets/sharing/test_table.py uses it",
    "cli/courses/unshare.py": "closes a link; cli/courses/test_share.py calls it",
    "cli/assets/list.py": "lists; cli/assets/test_upload.py calls it",
    "api/reviews/review_tables.py": "lays tables out; api/reviews/test_reviews.py and api/test_tables.py read them",
    "cli/policy/policy_text.py": "sentences; cli/policy/test_set.py reads them",
    "cli/theme/theme_text.py": "lines; cli/theme/test_set.py reads them",
    "cli/theme/show.py": "shows; cli/theme/test_set.py calls it",
    "cli/policy/show.py": "shows; cli/policy/test_set.py calls it",
    **dict.fromkeys(
        (f"cli/reviews/{each}.py" for each in ("approve", "comment", "list", "request", "send_back")),
        "calls wb.reviews; cli/reviews/test_review_output.py calls it",
    ),
    "exports/names.py": "one function; exports/test_files.py has each rule of names",
    "client/asset_transfer.py": "sends and fetches bytes; api/content/test_assets.py has each rule",
    "authoring/content/media.py": "schemas of media; meta/test_block_types.py has each type",
    "authoring/content/media_types.py": "types of assets and their limits; service/assets/test_media_type.py has each",
    "procedures/asset.py": "records of assets; service/handlers/test_asset.py holds them",
    "service/assets/media.py": "what a process has for assets; service/http/test_assets.py uses all of it",
    "service/http/byte_range.py": "which bytes are sent; service/http/test_assets.py has each case",
    "service/store/assets/assets.py": "stores and reads assets; service/handlers/test_asset.py holds it",
    "service/store/assets/sweeping.py": "which assets go; service/assets/test_sweeping.py holds it",
    "service/store/assets/tables.py": "tables of assets; store/test_tables.py holds them",
    "procedures/publishing/publications.py": "records; service/handlers/publishing/test_publications.py holds them",
    "service/store/publications/tables.py": "tables of publications; store/test_tables.py holds them",
    "service/store/lessons/rebuilding.py": "blocks of before; service/handlers/test_history.py has each revision",
    "api/publishing/publications.py": "publications in code; cli/courses/test_publish.py calls each",
    "cli/courses/publications.py": "lists publications; cli/courses/test_publish.py calls it",
    "cli/courses/unpublish.py": "makes a course private; cli/courses/test_publish.py calls it",
    "service/store/sources/index.py": "ids and words of passages; service/handlers/test_source.py finds them",
    "service/store/sources/sources.py": "reads sources; service/handlers/test_source.py holds it",
    "service/store/sources/tables.py": "tables of sources; store/test_tables.py holds them",
    "service/store/lessons/tables.py": "tables of lessons; store/test_tables.py holds them",
    "service/store/sources/uploads.py": "stores sources; service/handlers/test_source.py has each rule",
    "service/store/sources/citations.py": "stores what blocks cite; service/sources/test_outdated.py holds it",
    "procedures/reviews/review.py": "records of reviews; service/handlers/reviews/test_review.py holds them",
    "procedures/reviews/comment.py": "records of comments; service/handlers/reviews/test_comment.py holds them",
    "procedures/reviews/policy.py": "records of policies; service/handlers/reviews/test_policy.py holds them",
    "service/store/reviews/reviews.py": "service/handlers/reviews/test_review.py has each rule",
    "service/store/reviews/comments.py": "service/handlers/reviews/test_comment.py has each rule",
    "service/store/reviews/policies.py": "service/handlers/reviews/test_policy.py has each rule",
    "service/store/reviews/queue.py": "service/handlers/reviews/test_queue.py has each rule",
    "service/store/reviews/refusals.py": "counts courses; service/reviews/test_approvals.py has each rule",
    "service/store/reviews/tables.py": "tables of reviews; store/test_tables.py holds them",
    "procedures/source.py": "records of sources; service/handlers/test_source.py holds them",
    "service/store/search/index.py": "writes what test_found.py beside it finds",
    "service/store/tags.py": "stores tags; service/handlers/test_tags.py holds it",
    "widgets/outline/brief_form.py": "a part of the panel; test_panel.py holds it",
    "widgets/outline/lesson_fields.py": "a part of the panel; test_panel.py holds it",
    "widgets/outline/outline_editor.py": "a part of the panel; test_panel.py holds it",
    "widgets/outline/wording.py": "what the panel says; test_panel.py reads it",
    "widgets/review/actions.py": "a part of the panel; test_panel.py holds it",
    "widgets/review/dialogs.py": "a part of the panel; test_panel.py holds it",
    "widgets/review/filters.py": "a part of the panel; test_panel.py holds it",
    "widgets/review/keys.py": "a part of the panel; test_panel.py holds it",
    "widgets/review/review_page.py": "a part of the panel; test_panel.py holds it",
    "widgets/review/opened_lesson.py": "a part of the panel; test_panel.py holds it",
    "widgets/review/whole_filter.py": "a part of the panel; test_panel.py holds it",
    "widgets/review/wording.py": "a part of the panel; test_panel.py holds it",
    "widgets/sharing/publication_wording.py": "what the panel says; test_publication.py reads it",
    "widgets/sharing/wording.py": "what the panels say; test_panel.py and test_table.py read it",
    "exports/folders/forms.py": "Markdown of each type; folders/test_lesson_file.py reads back what each writes",
    "exports/chosen.py": "reads what an export is made of; exports/questions/test_export.py reads both kinds",
    "exports/questions/markup.py": "texts as HTML and XML; the tests of the formats beside it have each",
    "exports/questions/moodle.py": "what two formats share; test_gift.py and test_moodle_xml.py have each",
    "exports/questions/qti_items.py": "the items of a package; test_qti.py has every type",
    "widgets/browser/state.py": "a record that the browser's other modules share; their tests hold it",
    "api/content/collection.py": "what its users share; the tests of courses, lessons and projects hold it",
    "client/service_client.py": "what both clients share; test_sync_token.py and test_aio.py hold its rules",
    "client/http/connection.py": "carries out the blocking client's calls; test_sync.py holds its rules",
    "client/http/async_connection.py": "carries out the async client's calls; test_aio.py holds its rules",
}

# Test files without a module of their own, and why.
ELSEWHERE: dict[str, str] = {
    "changes/xliff/test_toolkit.py": "a translators' tool edits our files, written, read, planned and run",
    "service/store/migrations/test_published_state.py": "what step 0021 makes of courses that were public before",
    "bulk/running/test_run_options.py": "run.py's fourth subject: what rows ask for beside their topics",
    "bulk/running/test_joining.py": "run.py's third subject: members of one organization with one list",
    "bulk/running/test_run_log.py": "what the modules of a run log together, and that no topic is in it",
    "bulk/running/test_run_pauses.py": "run.py's second subject: what stops a run, and how it goes on",
    "client/test_sync_token.py": "sync.py's second subject: where the session token goes, and what shows it",
    "api/test_example.py": "organizations.py's second subject: the example instead of an organization without lessons",
    "api/test_questions.py": "runs the answers of docs/questions.md, and compares them with SQL",
    "api/test_tables.py": "holds the tables of runs and change sets to the rule of columns.py, and counts all tables",
    "reports/test_tables.py": "holds the tables of an organization to the rule of columns.py, for each role",
    "api/test_examples.py": "runs the examples in the docstrings of what hangs on the connected workbench",
    "api/test_connect_token.py": "connect.py's second subject: no variable of a failed call shows the session token",
    "service/http/test_rpc_request_inputs.py": "arrival.py's second subject: odd JSON and odd values",
    "service/http/test_rpc_request_site.py": "arrival.py's third subject: where a request comes from",
    "service/http/test_dispatch_failures.py": "dispatch.py's second subject: what fails through no fault of the caller",
    "service/test_examples.py": "holds the service to the examples; it needs this room's cast of people",
    "service/test_faulty_drafts.py": "starter_lessons.py's fourth subject: the faults that drafts of models have had",
    "service/test_refused_drafts.py": "starter_lessons.py's third subject: drafts that are no usable lesson",
    "service/handlers/reviews/test_queue.py": "store/reviews/queue.py, through HTTP",
    "service/test_author_notes.py": "publishing.py on every road that it guards, through HTTP",
    "service/test_prices.py": "paid_calls.py's second subject: what a call costs, by its writer",
    "service/test_starter_courses.py": "starter_lessons.py's second subject: lessons that go into a course",
    "service/test_starter_style.py": "starter_lessons.py's fourth subject: style, objectives, a lesson to be followed",
    "service/test_kept_text.py": "holds every write to authoring/characters.py, through HTTP and on the database",
    "service/http/test_lesson_pages.py": "share_page.py's second subject: a course's outline and its lessons' pages",
    "service/running/test_readiness_postgresql.py": "readiness.py on a PostgreSQL that is unwell",
}


def untested(package: Path, tests: Path) -> list[str]:
    """Modules without their test file. `__init__.py` holds names only; migrations are compared whole."""
    return [
        name.as_posix()
        for path in modules(package)
        if (name := path.relative_to(package)).name != "__init__.py" and "migrations" not in name.parts
        if not (tests / name.parent / f"test_{name.name.lstrip('_')}").is_file()
    ]


def without_module(package: Path, tests: Path) -> list[str]:
    """Test files whose module is not there."""
    return [
        name.as_posix()
        for path in modules(tests)
        if (name := path.relative_to(tests)).name.startswith("test_") and name.parts[0] not in OWN_FOLDERS
        if not any((package / name.parent / each).is_file() for each in _tested_by(name.name))
    ]


def test_every_module_has_its_test_file() -> None:
    """Whoever opens a module knows where its rules are stated."""
    assert [name for name in untested(PACKAGE, ROOT / "tests") if name not in UNTESTED] == []


def test_every_test_file_has_its_module() -> None:
    """A test file that outlives its module, or was never one module's, is moved."""
    assert [name for name in without_module(PACKAGE, ROOT / "tests") if name not in ELSEWHERE] == []


def test_every_exemption_is_still_needed() -> None:
    """An exemption goes when its reason goes."""
    assert set(UNTESTED) - set(untested(PACKAGE, ROOT / "tests")) == set()
    assert set(ELSEWHERE) - set(without_module(PACKAGE, ROOT / "tests")) == set()


def test_a_gap_is_found_on_either_side(tmp_path: Path) -> None:
    """A module alone and a test file alone are each named; a pair, an `__init__.py` and a walk are not."""
    _touch(tmp_path, "workbench/a/__init__.py", "workbench/a/alone.py", "workbench/a/_paired.py")
    _touch(tmp_path, "tests/a/test_paired.py", "tests/a/test_lost.py", "tests/journeys/test_whole.py", "tests/needs.py")

    assert untested(tmp_path / "workbench", tmp_path / "tests") == ["a/alone.py"]
    assert without_module(tmp_path / "workbench", tmp_path / "tests") == ["a/test_lost.py"]


def _tested_by(test: str) -> tuple[str, str]:
    name = test.removeprefix("test_")
    return name, f"_{name}"


def _touch(folder: Path, *names: str) -> None:
    for name in names:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).touch()

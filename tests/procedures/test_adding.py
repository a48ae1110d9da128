"""A lesson field and a procedure are added to a copy of the package, and have all that fields and procedures have."""

from __future__ import annotations

import json
from pathlib import Path

from tests.adding import Addition, copied, run
from tests.meta.source_tree import ROOT

MIGRATION = '''\
"""A lesson says whom it is for.

Revision ID: 0029
"""

from alembic import op
from sqlalchemy import Column, Text

revision = "0029"
down_revision = "0028"


def upgrade() -> None:
    op.add_column("lesson", Column("audience", Text))
'''
LISTED = """\
    audience: str | None = Field(default=None, description="Whom it is for.")
"""
FILTER = """\
    audience: str | None = Field(default=None, max_length=100, description="Only lessons for this audience.")
"""
INPUT = """\
    audience: str | None = optional_field("Whom it is for; default: that stays.", max_length=100)
"""
ARGUMENT = """\
        audience: Annotated[str, Help("only lessons for this audience", "AUDIENCE")] | None = None,
"""
VERB = '''\
    def set_audience(
        self, lesson: LessonName, audience: Annotated[str, Help("whom it is for", "AUDIENCE")]
    ) -> LessonSummary:
        """Say whom a lesson is for."""
        lesson_id = self._id(lesson)
        base = self._client.call(get_lesson(lesson_id=lesson_id)).revision
        return self._client.call(update_lesson(lesson_id=lesson_id, base_revision=base, audience=audience))

'''
FIELD = Addition(
    "lesson field",
    {"workbench/service/db/migrations/versions/revision_0029.py": MIGRATION},
    {
        "workbench/service/db/tables.py": (('    Column("review_id", Text),\n', '    Column("audience", Text),\n'),),
        "workbench/procedures/lesson.py": (
            ("\n\nclass FoundLesson(", LISTED),
            ("\n\nLESSON_FILTERS", FILTER),
            ("\n\nclass DeleteLessonInput(", INPUT),
        ),
        "workbench/api/content/lessons.py": (
            ('    ) -> pandas.DataFrame:\n        """Return a DataFrame with a row for each lesson, last', ARGUMENT),
            ("    ) -> Iterator[LessonSummary]:", ARGUMENT),
            ("        )\n\n    def iter(", "            audience=audience,\n"),
            (
                "                **filters,\n            )\n            for filters",
                "                audience=audience,\n",
            ),
            ("    @overload\n    def move(self, lesson: IdOrName,", VERB),
            (")\n\nif TYPE_CHECKING:", "    update_lesson,\n"),
        ),
        "workbench/api/reports.py": (
            (
                "        content: bool | None = None,\n        changed_since: Day",
                "        audience: str | None = None,\n",
            ),
            (
                "            content=content,\n            changed_since=changed_since",
                "            audience=audience,\n",
            ),
        ),
        "workbench/widgets/browser/queries.py": (
            ('    row = Row(\n        f"lesson:', '    by += f" · for {lesson.audience}" if lesson.audience else ""\n'),
        ),
    },
)
READ = """\
get_project = read(
    "project.getProject",
    input=ProjectInput,
    output=Project,
    about="One project, with its counts.",
    source="ours",
)
"""
PROJECT_INPUT = '''\
class ProjectInput(InputModel):
    """One project by id."""

    project_id: str = Field(max_length=64, description="The project.")


'''
HANDLER = '''\
@serves(project.get_project, requires="read")
async def get_project(context: Context, request: project.ProjectInput) -> Project:
    """The project; an archived one too."""
    standing = await at_project(context, request.project_id, archived=True)
    return to_wire(await _find_project(context, standing.organization_id, request.project_id))


'''
METHOD = '''\
    def show(self, project: ProjectName) -> Project:
        """One project, with its counts, in one request for its name and one for the rest."""
        return self._client.call(get_project(project_id=self._id(project)))

'''
EXAMPLE = json.loads((ROOT / "tests/examples/project.renameProject.json").read_text("utf-8"))
_PROJECT = EXAMPLE["response"]["body"]["result"]["data"]
EXAMPLE |= {
    "procedure": "project.getProject",
    "request": {
        "method": "GET",
        "path": "/api/rpc/project.getProject",
        "query": {"batch": "1", "input": {"0": {"json": {"projectId": _PROJECT["projectId"]}}}},
    },
    "response": {"http_status": 200, "body": [{"result": {"data": _PROJECT}}]},
}
PROCEDURE = Addition(
    "procedure",
    {"tests/examples/project.getProject.json": json.dumps(EXAMPLE, indent=2) + "\n"},
    {
        "workbench/procedures/project.py": (
            ("class CreateProjectInput", PROJECT_INPUT),
            ("create_project = write(", READ),
            ("write\nfrom workbench.procedures.organization", "read, "),
        ),
        "workbench/service/projects/handlers.py": (('@serves(project.rename_project, requires="edit")', HANDLER),),
        "workbench/api/content/projects.py": (
            ("    def create(", METHOD),
            ("rename_project, set_favorite\n", "get_project, "),
        ),
        "workbench/cli/verbs.toml": (('"projects create" =', '"projects show" = { verb = "projects.show" }\n'),),
        "docs/permissions.md": (("| `project.createProject` |", "| `project.getProject` | `read` |\n"),),
    },
)
ADDITIONS = (FIELD, PROCEDURE)
FIELD_USED = """\
import json
from workbench.api.connect import connect
from workbench.embedded import life
from workbench.procedures.lesson import list_lessons, search
from workbench.widgets.browser import queries

try:
    with connect() as wb:
        for title in ("Knots", "Sails"):
            wb.lessons.create(title, language="EN")
        changed = wb.lessons.set_audience("Knots", "beginners")
        frame = wb.lessons.list(audience="beginners", columns="all")
        answer = wb.client.call(list_lessons())
        panel = [item.row.detail for item in queries.read(answer).items if "for beginners" in item.row.detail]
        print(json.dumps({
            "changed": changed.audience,
            "frame": frame[["title", "audience"]].values.tolist(),
            "iter": [lesson.title for lesson in wb.lessons.iter(audience="beginners")],
            "get": wb.lessons.get("Knots").lesson.audience,
            "found": [lesson.audience for lesson in wb.client.call(search(query="knots")).lessons],
            "report": wb.reports.lessons(audience="nobody")["title"].to_list(),
            "panel": len(panel),
        }))
finally:
    life.stop(now=True)
"""
PROCEDURE_USED = """\
from workbench.api.connect import connect
from workbench.cli.main import main
from workbench.embedded import life

try:
    with connect() as wb:
        print(wb.projects.show("Starter lessons").lesson_count)
    main(["projects", "show", "Starter lessons", "--json"])
finally:
    life.stop(now=True)
"""


def test_a_lesson_field_is_added_in_six_files(tmp_path: Path) -> None:
    """Stored, listed, filtered, edited, over the wire, in tables, panel, command line and guide."""
    copy = copied(tmp_path)
    FIELD.add_to(copy)
    run(copy, "-m", "workbench.cli.generated", "workbench/cli/commands.json")
    said = json.loads(run(copy, "-c", FIELD_USED).splitlines()[-1])

    assert FIELD.touched <= 6
    assert said == {
        "changed": "beginners",
        "frame": [["Knots", "beginners"]],
        "iter": ["Knots"],
        "get": "beginners",
        "found": ["beginners"],
        "report": [],
        "panel": 1,
    }
    assert "--audience AUDIENCE" in run(copy, "-m", "workbench.cli.main", "lessons", "list", "--help")
    assert "`audience`" in run(copy, "-m", "workbench.procedures.printed")
    run(copy, "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests/api/test_report_methods.py", "-k", "names")


def test_a_procedure_is_added_in_four_files(tmp_path: Path) -> None:
    """Handler, verb and command, with the proofs of every procedure."""
    copy = copied(tmp_path)
    PROCEDURE.add_to(copy)
    run(copy, "-m", "workbench.cli.generated", "workbench/cli/commands.json")
    proofs = ("tests/examples", "tests/service/test_permissions.py", "tests/service/test_foreign_ids.py")
    proved = run(copy, "-m", "pytest", "-q", "-p", "no:cacheprovider", *proofs, "-k", "getProject or tables_name")
    said = run(copy, "-c", PROCEDURE_USED)

    assert PROCEDURE.touched == 4
    assert " passed" in proved
    assert said.startswith("0\n") and '"lessonCount": 0' in said
    assert "`project.getProject`" in run(copy, "-m", "workbench.procedures.printed")
    assert "workbench projects show" in run(copy, "-m", "workbench.cli.printed")

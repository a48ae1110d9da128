"""Three journeys, traced: `python -m tests.journey_trace docs/journeys.md` prints the page.

Client and service run in this process, on threads of their own, with a profile function that notes every file of
`workbench/` when one of its functions is first entered while the call runs. What is run once at a start is not a part
of it: a journey is run once before it is traced, so that imports, capabilities and compiled statements are there.
"""

from __future__ import annotations

import ast
import asyncio
import fnmatch
import gc
import os
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from inspect import CO_OPTIMIZED
from pathlib import Path
from types import CodeType, FrameType
from typing import TYPE_CHECKING, Any, Final

import uvicorn

if TYPE_CHECKING:
    from workbench.api.workbench import Workbench

PACKAGE: Final = Path(__file__).parents[1] / "workbench"
_WAIT_SECONDS: Final = 60.0

LEFT_OUT: Final = {
    "errors, settings, clocks, metrics and logs": (
        *("errors.py", "client/failure.py", "service/kernel/errors.py", "*/settings.py", "*/clocks.py", "*/logs.py"),
        *("service/kernel/metrics.py", "service/running/*", "service/http/sending.py"),
    ),
    "text, hashes, ids and tokens": (
        *("text.py", "wording.py", "credit_text.py", "patterns.py", "process_identity.py", "languages/*"),
        *("authoring/characters.py", "authoring/language.py", "authoring/links.py", "authoring/plain_text.py"),
        *("authoring/words.py", "authoring/blocks/*", "client/session/*", "service/db/folding.py"),
        *("service/kernel/ids.py", "service/ai/planning_words.py", "widgets/kit/block_names.py", "wire/headers.py"),
        *("wire/strict_json.py", "bulk/journal/owner.py"),
        *("bulk/reading/language_names.py", "client/data_folder.py", "bulk/journal/filesystem.py"),
    ),
    "records and base classes": (
        *("api/api_object.py", "authoring/block.py", "authoring/shape.py", "client/exchange.py"),
        *("client/service_client.py", "service/db/seam.py", "service/db/sqlite_file.py", "service/kernel/context.py"),
        *("service/kernel/wire_form.py", "widgets/kit/panel.py", "bulk/run_thread.py", "bulk/journal/destination.py"),
    ),
    "guards that let the call pass": (
        *("client/http/response_body.py", "client/retry.py", "service/http/extensions.py", "service/http/hosts.py"),
        "service/kernel/long_reads.py",
    ),
    "options that were not given, and parts that have nothing to do for this call": (
        *("authoring/style.py", "bulk/lesson_options.py", "bulk/planning/new_course.py"),
        *("bulk/planning/option_references.py", "bulk/reading/option_columns.py", "procedures/starter_lesson.py"),
        *("bulk/journal/course_order.py", "bulk/journal/missing_lessons.py", "bulk/journal/recovery.py"),
        *("bulk/running/course_order.py", "bulk/running/resolve.py", "service/glossary/store.py"),
        *("authoring/source_quotes.py", "service/sources/quote_states.py", "widgets/block_list/reviewing.py"),
        *("widgets/block_list/suggestions.py", "widgets/block_list/translation/*", "widgets/block_list/uploads.py"),
        "widgets/kit/saved_forms.py",
    ),
    "lookups in the journal and in lists": (
        *("bulk/journal/queries.py", "bulk/journal/row_selection.py", "bulk/journal/schema.py", "client/lookups/*"),
        *("service/db/listing.py", "service/organizations/store.py", "service/tags/store.py"),
    ),
    "what the service keeps up beside a lesson": (
        *("service/assets/store.py", "service/db/text_index.py", "service/findings/*"),
        *("service/http/share_page.py", "service/publications/*", "service/lessons/contents.py", "child_process.py"),
    ),
}
"""Files on the way that neither hand the call on, nor decide about it, nor give it another form: why, and which, as
patterns of paths below `workbench/`. A file that is in no list counts."""

PLANNING_READS: Final = (
    *("service/organizations/handlers.py", "service/http/capabilities.py", "service/lessons/lists.py"),
    *("service/kernel/answer_budget.py", "api/run.py"),
)
"""Left out of the first journey: how the reads of planning are answered is the third, and the monitor that a notebook
shows is not waited for."""


@dataclass(frozen=True)
class Step:
    """A file on the path, and what the function that was first entered there gives."""

    path: str
    about: str

    @property
    def is_left_out(self) -> bool:
        """Whether `LEFT_OUT` has it."""
        return any(fnmatch.fnmatch(self.path, pattern) for patterns in LEFT_OUT.values() for pattern in patterns)


@dataclass
class Trace:
    """The files entered while it is on, in order."""

    is_on: bool = False
    first_entries: dict[str, CodeType | None] = field(default_factory=dict)

    def profile(self, frame: FrameType, event: str, argument: object) -> None:
        """Note the file of a function that is entered: a profile function of `sys.setprofile`."""
        if event != "call" or not self.is_on:
            return
        code = frame.f_code
        if not code.co_flags & CO_OPTIMIZED:  # the body of a module or a class, as it is imported
            return
        path = _path(code.co_filename)
        if path is None:
            return
        self.first_entries.setdefault(path, code)
        if path == "procedures/declare.py" and code.co_name == "__call__":
            self.first_entries.setdefault(_declaring_module(frame.f_locals["self"].name), None)

    def steps(self, run: Callable[[], object]) -> list[Step]:
        """The files entered while `run` runs."""
        self.first_entries.clear()
        self.is_on = True
        try:
            run()
        finally:
            self.is_on = False
        return [Step(path, _about(path, code)) for path, code in self.first_entries.items()]


@cache
def _declaring_module(name: str) -> str:
    """The module that declares the procedure: data, so no function of it is entered."""
    for module in [module for key, module in sys.modules.items() if key.startswith("workbench.procedures.")]:
        if (
            any(
                getattr(value, "name", None) == name and value.__class__.__name__ == "Procedure"
                for value in vars(module).values()
            )
            and module.__name__ != "workbench.procedures.catalogue"
        ):
            return _path(str(module.__file__)) or ""
    raise LookupError(name)


@cache
def _path(filename: str) -> str | None:
    path = Path(filename)
    return path.relative_to(PACKAGE).as_posix() if path.is_relative_to(PACKAGE) else None


def _about(path: str, code: CodeType | None) -> str:
    """The first line of the function's docstring; of its class's or module's where it has none."""
    tree = ast.parse((PACKAGE / path).read_text(encoding="utf-8"))
    about = ast.get_docstring(tree) or ""
    node: ast.AST | None = tree
    while code is not None and node is not None:
        node = next((child for child in _definitions(node) if _holds(child, code.co_firstlineno)), None)
        about = (node and ast.get_docstring(node)) or about  # type: ignore[arg-type]
    return about.partition("\n")[0].partition(". ")[0].rstrip(".:")


def _definitions(node: ast.AST) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield child
        else:
            yield from _definitions(child)


def _holds(node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef, line: int) -> bool:
    first = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
    return first <= line <= (node.end_lineno or node.lineno)


@contextmanager
def service(folder: Path) -> Iterator[Workbench]:
    """A service on a thread of this process, and the workbench of its owner."""
    from workbench.api.connect import connect
    from workbench.service.administration.admin import first_start
    from workbench.service.db.opening import open_store
    from workbench.service.kernel.settings import NO_RATES, Settings
    from workbench.service.running.server import serve

    database_url = f"sqlite:///{folder / 'journeys.sqlite'}"

    async def owner_token() -> str:
        store = await open_store(database_url)
        try:
            return (await first_start(store)).session_token
        finally:
            await store.close()

    token = asyncio.run(owner_token())
    addresses: list[str] = []
    is_listening = threading.Event()

    def announce(base_url: str) -> None:
        addresses.append(base_url)
        is_listening.set()

    settings = Settings(database_url, is_alone=True, rates=NO_RATES, sheet_credits=1)
    serving = threading.Thread(target=serve, args=(settings,), kwargs={"on_listening": announce}, daemon=True)
    serving.start()
    if not is_listening.wait(_WAIT_SECONDS):
        raise TimeoutError("The service did not start.")
    with connect(addresses[0], token=token) as workbench:
        yield workbench
    for server in [thing for thing in gc.get_objects() if isinstance(thing, uvicorn.Server)]:
        server.should_exit = True  # as a signal would do, which only a main thread hears
    serving.join(_WAIT_SECONDS)


def topic_to_row(workbench: Workbench, topic: str) -> None:
    """Plan and run one topic, and wait for its lesson."""
    run = workbench.bulk.run(workbench.bulk.plan([topic], language="EN"))
    run.wait()
    if run.progress.counts.done != 1:
        raise AssertionError(run.progress)


def drag_to_commit(panel: Any) -> None:
    """Move the last block of a lesson before its first, as the panel's script sends it."""
    order = list(panel.value)
    message = {"intent": "move", "view": "v", "n": 1, "ids": [order[-1]], "before": order[0]}
    panel.view._handle_custom_msg(message, [])
    deadline = threading.Event()
    while panel.busy or panel.view.pending:
        deadline.wait(0.01)
    if list(panel.value) != [order[-1], *order[:-1]] or panel.error or panel.view.state != "saved":
        raise AssertionError(panel.error or panel.view.sentence)


def recent_items(workbench: Workbench) -> None:
    """Ask for recently edited lessons and courses, as a DataFrame."""
    if not len(workbench.reports.recent_items()):
        raise AssertionError("There are no recent items.")


@dataclass(frozen=True)
class Journey:
    """A journey: its heading, its call, and the files of its path; those in `apart` are another journey's."""

    title: str
    call: str
    steps: Sequence[Step]
    apart: Sequence[str] = ()

    @property
    def shown(self) -> list[Step]:
        """The files that the page names."""
        return [step for step in self.steps if not step.is_left_out and step.path not in self.apart]

    def section(self) -> str:
        """Return the journey as a section of the page."""
        lines = [f"- `{step.path}`: {step.about}" for step in self.shown]
        return "\n".join([f"## {self.title}", "", f"{self.call}. {len(self.shown)} files.", "", *lines, ""])


BROWSER: Final = ("rows.js", "dragging.js", "gestures.js", "outbox.js", "view.js")
"""The modules of the script through which a drag goes, in order: no profile function sees them."""


def _script(name: str) -> Step:
    path = PACKAGE / "widgets" / "block_list" / name
    comment = path.read_text(encoding="utf-8").splitlines()[1]  # below `// @ts-check`
    return Step(path.relative_to(PACKAGE).as_posix(), comment.strip("/* ").partition(". ")[0].rstrip(".:"))


def traced_journeys() -> list[Journey]:
    """Run the three journeys in a data folder of their own, and trace them."""
    trace = Trace()
    threading.setprofile(trace.profile)  # before any thread is started
    sys.setprofile(trace.profile)
    try:
        with tempfile.TemporaryDirectory() as folder:
            os.environ["WORKBENCH_HOME"] = folder
            with service(Path(folder)) as workbench:
                return _journeys(workbench, trace)
    finally:
        sys.setprofile(None)
        threading.setprofile(None)  # type: ignore[arg-type]


def _journeys(workbench: Workbench, trace: Trace) -> list[Journey]:
    from workbench.widgets.block_list.panel import BlockList

    topic_to_row(workbench, "Bees")
    topic = trace.steps(lambda: topic_to_row(workbench, "Tides"))
    lesson_id = workbench.reports.recent_items()["lesson_id"].iloc[0]
    panel = BlockList(workbench.client, lesson_id)
    panel.refresh()
    drag_to_commit(panel)
    drag = trace.steps(lambda: drag_to_commit(panel))
    recent_items(workbench)
    recent = trace.steps(lambda: recent_items(workbench))
    scripts = [_script(name) for name in BROWSER]
    return [
        Journey(
            "A topic becomes a row in the database",
            '`wb.bulk.run(wb.bulk.plan(["Tides"], language="EN"))`, until the run has its outcome',
            topic,
            PLANNING_READS,
        ),
        Journey(
            "A drag becomes a stored mutation, and comes back",
            "A block is dragged before another one in the block list; the first files run in the browser",
            [*scripts, *drag],
        ),
        Journey("Recent items become a DataFrame", "`wb.reports.recent_items()`", recent),
    ]


_INTRODUCTION: Final = """\
# Three journeys

What happens between a person and the database, file by file, in the order in which they are first entered; printed by
`make docs` from a trace of the running call (`tests/journey_trace.py`). A file is listed where it hands the task on,
decides about it, or gives it another form, with what its first function gives. Left out are errors, settings, clocks,
metrics, and helpers with one plain answer; the trace has their names. Paths are below `workbench/`.
"""


def page() -> str:
    """Run and trace the journeys; the page that tells them."""
    return "\n".join([_INTRODUCTION, *(journey.section() for journey in traced_journeys())])


def main() -> None:
    """Write the page to the file that the command line names; without a name, print every file of the trace."""
    if sys.argv[1:]:
        Path(sys.argv[1]).write_text(page(), encoding="utf-8")
        return
    for journey in traced_journeys():
        print(f"{journey.title}: {len(journey.shown)} files of {len(journey.steps)}")
        for step in journey.steps:
            print("  *" if step in journey.shown else "   ", step.path)


if __name__ == "__main__":
    main()

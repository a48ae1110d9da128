"""Values of filters: what nothing here can match is an error that names the nearest word, never an empty list.

What the service's answers do not tell is not refused.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, get_args

from workbench.authoring.language import is_known_language, language_code
from workbench.client.calling import CallingClient
from workbench.errors import InputRejected, NotFound, WorkbenchError
from workbench.nearest_word import suggestion
from workbench.procedures.declare import Call
from workbench.procedures.lesson import LESSON_STATUS, list_lessons, list_review_queue
from workbench.procedures.reviews import MAX_QUEUE_PAGE, ReviewState

_MOST_READ = 1_000


def check_language(
    client: CallingClient, organization_ids: Collection[str | None], language: str, name: str = "language"
) -> str:
    """Return the code in upper case. Raises `InputRejected` for a language that neither is one nor has lessons here."""
    try:
        code = language_code(language)
    except ValueError as refused:
        raise InputRejected(f"{name}: {language[:80]!r} is none; {refused}.") from None
    if is_known_language(code):
        return code

    def lessons(**which: Any) -> list[Any] | None:
        return _answers(
            client, [list_lessons(organization_id=organization_id, **which) for organization_id in organization_ids]
        )

    answers = lessons(language=code, limit=1)
    if answers is None or any(answer.lessons for answer in answers):
        return code
    recent = lessons(limit=_MOST_READ) or []
    used = sorted({lesson.language for answer in recent for lesson in answer.lessons} or {"EN", "DE", "FR"})
    raise InputRejected(
        f"{name}: there is no language {code!r}. {suggestion(code, used)} A language is a code such as EN, DE or PT-BR."
    )


def check_choice(value: str, choices: Sequence[str], name: str) -> None:
    """Raise `InputRejected`, with the nearest, for a value that is not one of the choices."""
    if value not in choices:
        raise InputRejected(f"{name}: there is no {name} {value[:80]!r}. {suggestion(value, choices)}")


def check_filter_text(text: str | None, name: str) -> None:
    """Raise `InputRejected` for a text that has nothing to look for."""
    if text is not None and not text.strip():
        raise InputRejected(f"{name} is empty. Leave it out, or give a value.")


def check_lesson_filters(client: CallingClient, which: Mapping[str, Any]) -> None:
    """Raise `NotFound` for a filter that the service does not know, for which it would list all lessons."""
    given = [name for name in ("status", "tag") if which.get(name) is not None]
    if given and not knows_status(client):
        raise NotFound(f"This service can't filter lessons by {given[0]}.", code="NOT_FOUND", http_status=404)


def knows_status(client: CallingClient) -> bool:
    """Return whether the service tells the status of lessons, finds them by status and tag, and sorts by any column."""
    capabilities = client.capabilities()
    return capabilities is not None and LESSON_STATUS in capabilities.additions


def check_limit(limit: int | None) -> None:
    """Raise `InputRejected` for a limit below one."""
    if limit is not None and limit < 1:
        raise InputRejected(f"A limit is a whole number, 1 or more, not {limit:,}.")


def check_queue_filters(
    client: CallingClient,
    organization_id: str | None,
    *,
    run: str | None,
    writer: str | None,
    rule: str | None,
    known_runs: Callable[[], Sequence[str]],
) -> None:
    """Raise `InputRejected` for a run, writer or rule of the review queue that no lesson in any state has.

    `known_runs` gives the names of runs on this computer. Called where the queue came back empty.
    """

    def queues(**which: Any) -> list[Any] | None:
        states = get_args(ReviewState)
        return _answers(
            client, [list_review_queue(organization_id=organization_id, state=state, **which) for state in states]
        )

    def is_used(**which: Any) -> bool:
        answers = queues(limit=1, **which)
        return answers is None or any(answer.total for answer in answers)

    from workbench.authoring.checks import RULES

    rules = [rule.name for rule in RULES]
    if rule is not None and rule not in rules and not is_used(rule=rule):
        check_choice(rule, rules, "rule")
    if writer is not None and not is_used(writer=writer):
        everything = queues(limit=MAX_QUEUE_PAGE) or []
        check_choice(
            writer, sorted({lesson.writer for page in everything for lesson in page.lessons if lesson.writer}), "writer"
        )
    if run is not None and run not in (runs := known_runs()) and not is_used(run=run):
        check_choice(run, runs, "run")


def _answers(client: CallingClient, calls: Sequence[Call[Any]]) -> list[Any] | None:
    """Return an answer for each call; None if the service or the role does not allow it."""
    outcomes = list(client.outcomes(*calls))
    return None if any(isinstance(answer, WorkbenchError) for answer in outcomes) else outcomes

"""Check stored lessons by the rules of `authoring.checks`, in a separate process under limits of time and memory.

One process is used for many lessons. If a lesson ends it, the lesson is permanently marked as one that could not be
checked at that revision, and the next lesson gets a new process.
"""

from __future__ import annotations

import json
import logging
from collections import OrderedDict, deque
from typing import TYPE_CHECKING, Any, Final

from workbench.authoring.checks.checking import NOT_CHECKED as NOT_CHECKED
from workbench.authoring.checks.checking import RULESET as RULESET
from workbench.child_process import AnsweringProcess, ChildEnded
from workbench.service.findings.store import LessonToCheck, StoredFinding, StoredFindings
from workbench.service.kernel.errors import HandlerError
from workbench.service.sources.citations import find_citations

if TYPE_CHECKING:
    from workbench.service.kernel.context import Service

_LOG = logging.getLogger("workbench.service")
_CHILD: Final = "workbench.service.findings.checking_child"
SECONDS: Final = 5.0
"""Processor time for the checks of one lesson, and for each character in addition."""
SECONDS_PER_CHARACTER: Final = 50e-6
_PATIENCE: Final = 12.0
"""Factor for the time of an answer on a busy computer."""
MEMORY_BYTES: Final = 2 << 30
"""Address space of the process; the language detector maps much of it."""
_MOST_REMEMBERED: Final = 10_000


def check_blocks(lesson: LessonToCheck, *, in_background: bool = False, is_draft: bool = False) -> StoredFindings:
    """Return what the rules find in the lesson.

    Takes milliseconds, and about a second the first time: call it in a thread. Requests never wait for lessons that are
    checked in the background. `is_draft` says that these are not the stored blocks of that revision, so that nothing is
    remembered about it. Raises `HandlerError` if no process can be started now.
    """
    key = (lesson.lesson_id, lesson.revision)
    if key in _given_up and not is_draft:
        findings: tuple[StoredFinding, ...] = (_COULD_NOT,)
    else:
        answer = _answer(_background if in_background else _foreground, _request(lesson))
        if answer is None or "failed" in answer:  # a rule that fails would fail again
            reason = "it took too much time or memory" if answer is None else answer["failed"]
            _LOG.error("lesson %s could not be checked at revision %d: %s", *key, reason)
            if not is_draft:
                _give_up(key)
        findings = _findings(answer)
    return StoredFindings(*key, findings, find_citations(lesson.blocks))


class NotChecked(deque[StoredFindings]):
    """The lessons that could not be checked, of which that is still to be stored."""


def check_now(service: Service, lesson: LessonToCheck, *, in_background: bool = False) -> StoredFindings:
    """Return what the rules find in a stored lesson; if it could not be checked, store that immediately.

    So no other process tries it, nor does this service after a restart.
    """
    checked = check_blocks(lesson, in_background=in_background)
    if _COULD_NOT in checked.findings:
        service.part(NotChecked).append(checked)
    return checked


def stop_checking() -> None:
    """End the processes that check lessons; the next lesson starts one again."""
    _foreground.stop()
    _background.stop()


_COULD_NOT: Final[StoredFinding] = (
    NOT_CHECKED,
    "error",
    None,
    "This lesson could not be checked: its text takes too long, or too much memory. Divide or simplify it.",
)
_given_up: Final[OrderedDict[tuple[str, int], None]] = OrderedDict()


def _give_up(key: tuple[str, int]) -> None:
    _given_up[key] = None
    while len(_given_up) > _MOST_REMEMBERED:
        _given_up.popitem(last=False)


def _findings(answer: dict[str, Any] | None) -> tuple[StoredFinding, ...]:
    if answer is None or "failed" in answer:
        return (_COULD_NOT,)
    return tuple((rule, severity, block_id, message) for rule, severity, block_id, message in answer["findings"])


def _request(lesson: LessonToCheck) -> dict[str, Any]:
    blocks = json.dumps([(block.id, block.type, block.content) for block in lesson.blocks], ensure_ascii=False)
    return {
        "topic": lesson.topic,
        "language": lesson.language,
        "blocks": blocks,
        "glossary": [term.model_dump(mode="json") for term in lesson.glossary],
        "seconds": SECONDS + len(blocks) * SECONDS_PER_CHARACTER,
    }


def _answer(process: AnsweringProcess, request: dict[str, Any]) -> dict[str, Any] | None:
    """Return the process's answer; None if it died of the lesson, or took too long."""
    try:
        return process.answer(request, request["seconds"] * _PATIENCE, arguments=[str(MEMORY_BYTES)])
    except ChildEnded as ended:
        if ended.how == "stopped":
            raise HandlerError("SERVICE_UNAVAILABLE", "The service is stopping. Try again.", retry_after=2) from None
        return None
    except OSError:
        sentence = "Lessons cannot be checked now: the service has no room for another process. Try again later."
        raise HandlerError("SERVICE_UNAVAILABLE", sentence, retry_after=10) from None


def _checking_process() -> AnsweringProcess:
    return AnsweringProcess(_CHILD, environment={"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"})


_foreground: Final = _checking_process()
_background: Final = _checking_process()

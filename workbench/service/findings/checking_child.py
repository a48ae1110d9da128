"""The process that checks lessons for the service: a lesson is a line of JSON, its findings are another.

Started by `service/findings/checks.py` and used for one lesson after the other. It can reach no database.
"""

from __future__ import annotations

import json
import sys
from contextlib import suppress
from functools import cache
from importlib.util import find_spec
from typing import Any, Final

from workbench.authoring.block import stored_block
from workbench.authoring.checks import CheckContext, check
from workbench.authoring.style import GlossaryTerm
from workbench.child_process import limit_itself, limit_next_seconds, read_message, write_message

FEWEST_LETTERS: Final = 60
"""Fewest letters of a block from which its language is detected."""


def main(memory_bytes: int) -> None:
    """Answer each line with a line, `{"findings": […]}` or `{"failed": "ErrorType"}`, until the input ends."""
    if _has_detector():
        from workbench.service.ai import detector

        detector.load()  # it writes a file, which is not allowed afterwards
    limit_itself(memory_bytes)
    with suppress(EOFError):  # the service has ended
        while True:
            lesson = read_message(sys.stdin.buffer)
            limit_next_seconds(lesson["seconds"])
            write_message(answer(lesson), sys.stdout.buffer)


def answer(lesson: dict[str, Any]) -> dict[str, Any]:
    """Return what the rules find in a lesson, or the kind of error with which a rule failed."""
    blocks = [stored_block(*block) for block in json.loads(lesson["blocks"])]
    glossary = tuple(GlossaryTerm.model_validate(term) for term in lesson["glossary"])
    tell = _language_of if _has_detector() else None
    try:
        findings = check(blocks, CheckContext(lesson["topic"], lesson["language"], tell, glossary))
    except (MemoryError, RecursionError):
        raise  # the process is of no more use
    except Exception as error:
        return {"failed": type(error).__name__}  # its text may be the lesson's
    return {
        "findings": [(finding.rule, str(finding.severity), finding.block_id, finding.message) for finding in findings]
    }


def _language_of(text: str, language: str) -> str | None:
    from workbench.service.ai import detector

    return detector.other_language(text, language, fewest_letters=FEWEST_LETTERS)


@cache
def _has_detector() -> bool:
    """Return whether the extra `ai`, which includes the detector, is installed."""
    return find_spec("py3langid") is not None


if __name__ == "__main__":
    main(int(sys.argv[1]))

"""`workbench lessons suggest`: a model's proposal for a block, shown as a difference, and applied when asked."""

from __future__ import annotations

import argparse

from workbench.cli.interrupts import stoppable
from workbench.cli.output import note, say, say_json
from workbench.cli.parser import at_least_one, whole_number
from workbench.errors import InputRejected
from workbench.procedures.suggestions import SUGGESTION_ACTIONS
from workbench.wording import counted


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument("lesson", metavar="LESSON", help="id or title of the lesson")
    parser.add_argument("block", metavar="BLOCK", help="id of the block, or its number in the lesson, from 1")
    parser.add_argument("--action", required=True, choices=SUGGESTION_ACTIONS, help="what a model is to do with it")
    parser.add_argument("--instruction", default="", metavar="TEXT", help="how it is to be worded")
    parser.add_argument(
        "--attempt",
        default=0,
        type=whole_number,
        metavar="N",
        help="the same request is paid once and gives the same proposal; another number asks for another one",
    )
    parser.add_argument("--max-credits", type=at_least_one, metavar="N", help="refuse when it costs more than N")
    parser.add_argument("--apply", action="store_true", help="make the edit, if nobody changed the block meanwhile")


def run(chosen: argparse.Namespace) -> int:
    """Print the proposal, and apply it when that was asked for. Costs AI credits."""
    from workbench.api.connect import connect

    with stoppable(message="Stopped. What was written is paid for: the same command shows it."), connect() as workbench:
        lesson = workbench.lessons.open(chosen.lesson)
        suggestion = lesson.suggest(
            _block_id(chosen.block, [block.id for block in lesson.blocks]),
            chosen.action,
            instruction=chosen.instruction,
            attempt=chosen.attempt,
            max_credits=chosen.max_credits,
        )
        revision = suggestion.apply().lesson.revision if chosen.apply else None
    if chosen.as_json:
        say_json({**suggestion.proposal.model_dump(by_alias=True, mode="json"), "appliedAsRevision": revision})
        return 0
    say(repr(suggestion.difference))
    for finding in suggestion.findings:
        note(f"{finding.severity}: {finding.message}")
    note(
        "Nothing is changed; --apply makes the edit, at no further cost while the lesson stays so."
        if revision is None
        else "The edit is made."
    )
    return 0


def _block_id(block: str, ids: list[str]) -> str:
    """Return the id of a block, given by its id or its number. Raises `InputRejected`."""
    if not (block.isascii() and block.isdigit()):
        return block
    if not 1 <= int(block) <= len(ids):
        raise InputRejected(
            f"The lesson has {counted(len(ids), 'block')}, so there is no block {block[:20]}. Choose one of them."
        )
    return ids[int(block) - 1]

"""`workbench lessons suggest`: a model's proposal for a block, shown as a difference, and applied when asked."""

from __future__ import annotations

import argparse

from workbench.cli.interrupts import stoppable
from workbench.cli.output import note, say, say_json
from workbench.cli.parser import at_least_one, whole_number
from workbench.errors import InputRejected
from workbench.procedures.suggestions import SUGGESTION_ACTIONS
from workbench.wording import count_text


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument("lesson", metavar="LESSON", help="id or title of the lesson")
    parser.add_argument("block", metavar="BLOCK", help="id of the block, or its number in the lesson (1 is the first)")
    parser.add_argument("--action", required=True, choices=SUGGESTION_ACTIONS, help="what the model should do")
    parser.add_argument("--instruction", default="", metavar="TEXT", help="the tone, or the question")
    parser.add_argument(
        "--attempt",
        default=0,
        type=whole_number,
        metavar="N",
        help="number of another suggestion; the same request is paid for once and returns the same one",
    )
    parser.add_argument("--max-credits", type=at_least_one, metavar="N", help="stop if it costs more than N")
    parser.add_argument("--apply", action="store_true", help="apply the suggestion, unless the block has changed")


def run(chosen: argparse.Namespace) -> int:
    """Print the proposal, and apply it if requested. Costs AI credits."""
    from workbench.api.connect import connect

    with (
        stoppable(message="Stopped. Run the command again to see the suggestion; you pay once."),
        connect() as workbench,
    ):
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
        "Nothing was changed. Use --apply to apply it at no extra cost, as long as the lesson doesn't change."
        if revision is None
        else "Applied the suggestion."
    )
    return 0


def _block_id(block: str, ids: list[str]) -> str:
    """Return the id of a block, given by its id or its number. Raises `InputRejected`."""
    if not (block.isascii() and block.isdigit()):
        return block
    if not 1 <= int(block) <= len(ids):
        raise InputRejected(
            f"The lesson has {count_text(len(ids), 'block')}. There is no block {block[:20]}. Choose one of them."
        )
    return ids[int(block) - 1]

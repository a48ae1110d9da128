"""A row's states, and the only moves between them. Source: ours (bulk).

planned ─> sending ─> done | refused | unsure        sending ─> planned   only when certainly nothing was applied
unsure  ─> done       replayed or matched            unsure  ─> planned   only by a person, as a new generation
unsure  ─> refused    by the draft's refusal under the row's own key, and by nothing else
refused ─> planned    only by a person               done    ─> unsure    by a person ("that is not mine"),
                                                     or when the service has its lesson no more
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from workbench.errors import JournalError


class State(StrEnum):
    """The state of a row."""

    PLANNED = "planned"
    SENDING = "sending"
    DONE = "done"
    REFUSED = "refused"
    UNSURE = "unsure"


class Proof(StrEnum):
    """The evidence that a row is done."""

    ANSWERED = "answered"
    REPLAYED = "replayed"
    JOINED = "joined"
    MATCHED = "matched"
    PERSON = "said by a person"


MOVES: Final = frozenset(
    {
        (State.PLANNED, State.SENDING),
        (State.SENDING, State.DONE),
        (State.SENDING, State.REFUSED),
        (State.SENDING, State.UNSURE),
        (State.SENDING, State.PLANNED),
        (State.UNSURE, State.DONE),
        # The late answer of a send that a person had already given up.
        (State.PLANNED, State.DONE),
        (State.REFUSED, State.DONE),
    }
)
PERSON_MOVES: Final = frozenset(
    {
        (State.UNSURE, State.PLANNED),
        (State.REFUSED, State.PLANNED),
        (State.DONE, State.UNSURE),
    }
)


DRAFT_MOVES: Final = frozenset({(State.UNSURE, State.REFUSED)})
"""Moves allowed only by the refusal of a draft, which the service stores under the key of all the row's sends."""


def checked_move(old: State, new: State, *, by_person: bool = False, by_draft: bool = False) -> State:
    """Return the new state. Raises `JournalError` for a move that is not in the tables above."""
    allowed = MOVES | (PERSON_MOVES if by_person else frozenset()) | (DRAFT_MOVES if by_draft else frozenset())
    if (old, new) in allowed:
        return new
    raise JournalError(f"A row that is {old} cannot become {new}. Nothing was changed.")

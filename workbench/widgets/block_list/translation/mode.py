"""The block list of a translation: its state, accepted and proposed texts, and a person's actions on its rows."""

from __future__ import annotations

from typing import Any

from workbench.widgets.block_list.sync import ListContext
from workbench.widgets.block_list.translation.accepted_blocks import AcceptedBlocks
from workbench.widgets.block_list.translation.lesson_translation import LessonTranslation
from workbench.widgets.block_list.translation.messages import (
    BesideSource,
    PairsRequest,
    RequestTranslation,
    StillTheSame,
    TranslationChoice,
    TranslationGesture,
    WriteTranslation,
)
from workbench.widgets.block_list.translation.proposals import TranslationProposals


class TranslationMode:
    """What a block list has of a translation: `lesson`, `accepted` and `proposals`."""

    def __init__(self, context: ListContext) -> None:
        self.lesson = LessonTranslation(context)
        self.accepted = AcceptedBlocks(self.lesson, context)
        self.proposals = TranslationProposals(self.lesson, self.accepted, context)

    @property
    def state(self) -> dict[str, Any]:
        """State for the view, without block texts."""
        shown = self.lesson.view_state
        if not shown.get("isOpen"):
            return shown
        return {**shown, "proposals": self.proposals.states, "cost": self.proposals.cost}

    def answer(self, request: PairsRequest) -> dict[str, Any]:
        """Return the rendered rows by name, with the proposals for them. Blocks."""
        rows = self.lesson.details(request)
        return {"rows": {key: {**rows.get(key, {}), "proposal": self.proposals.details(key)} for key in request.keys}}

    def perform(self, gesture: TranslationGesture) -> None:
        """Do what the gesture says. Raises `EditRejected`; what asks the service does so on a worker thread."""
        self.lesson.problem = ""
        match gesture:
            case BesideSource():
                self.lesson.show(gesture.open)
                if gesture.open:
                    self.lesson.work(self.proposals.read_cost)
            case StillTheSame():
                self.lesson.work(lambda: self.accepted.confirm(gesture.key))
            case RequestTranslation():
                self.proposals.ask(gesture.keys, again=gesture.again)
            case TranslationChoice(choice="discard"):
                self.proposals.discard(gesture.key)
            case TranslationChoice():
                self.proposals.accept(gesture.key, replace_now=gesture.choice == "replace")
            case WriteTranslation():
                self.accepted.write(gesture.key, gesture.id)

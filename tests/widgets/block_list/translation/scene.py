"""A translation whose source has gone on, in a block list, at a service with a model."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest

from tests.browser.lessons import Writing
from tests.helping import ServiceWithModel
from tests.model_server import good
from workbench.authoring.block import Block, new_block_id
from workbench.client.sync import Client
from workbench.client.thread_pool import InlinePool
from workbench.procedures.lesson import create_translation, get_translation
from workbench.widgets.block_list.panel import BlockList

SUN = "The sun pulls, too."


@dataclass
class Scene:
    """The panel of the translation, and its source."""

    panel: BlockList
    writing: Writing
    source: str

    @property
    def source_ids(self) -> list[str]:
        """The ids of the source's blocks, in order."""
        return [block.id for block in self.writing.read(self.source).blocks]

    def gesture(self, intent: str, **fields: object) -> None:
        """What the browser says that a person did."""
        self.panel.view._handle_custom_msg({"intent": intent, "view": "v", "n": 1, **fields}, [])

    def pairs(self, *keys: str) -> dict[str, Any]:
        """What a view is told of these rows; nothing where it is not answered."""
        sent: list[dict[str, Any]] = []
        self.panel.view.send = lambda answer, buffers=None: sent.append(answer)  # type: ignore[method-assign]
        self.gesture("pairs", keys=list(keys))
        found: dict[str, Any] = sent[-1]["rows"] if sent else {}
        return found

    def states(self) -> list[str]:
        """How each block of the source stands, as the service has it."""
        found = self.panel.client.call(get_translation(lesson_id=self.panel.lesson_id)).translation
        assert found is not None
        return [block.state for block in found.blocks]

    def source_says(self, text: str) -> None:
        """Somebody gives the source's second block another text."""
        heading, block, *rest = self.writing.read(self.source).blocks
        changed = Block(id=block.id, type="text", content={"markdown": text})
        self.writing.become(self.source, [heading, changed, *rest])


@pytest.fixture
def scene(shared_model: ServiceWithModel, helping: Client, tides: str) -> Scene:
    """A lesson in French; since then its source has another text and one block more. The state was read."""
    shared_model.model.answer_with(good())
    made = helping.call(create_translation(lesson_id=tides, language="FR"))
    writing = Writing(helping)
    heading, text, summary = writing.read(tides).blocks
    changed = Block(id=text.id, type="text", content={"markdown": SUN})
    more = Block(id=new_block_id(), type="text", content={"markdown": "Ebb and flood."})
    writing.become(tides, [heading, changed, more, summary])
    panel = BlockList(helping, made.lesson_id, workers=InlinePool())
    panel.refresh()
    panel.translation.lesson.read()
    return Scene(panel, writing, tides)

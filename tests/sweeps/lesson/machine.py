"""The state machine: calls over HTTP on one lesson, each compared with the model; and a second view that follows."""

from __future__ import annotations

from asyncio import Runner
from typing import Any
from uuid import UUID

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from tests.service.asking import Asking
from tests.sweeps.lesson.model import OK, Call, LessonModel
from workbench.authoring.block import Blocks
from workbench.authoring.transaction import Transaction, apply

IDS = [str(UUID(int=number)) for number in range(1, 9)]
ids = st.sampled_from(IDS)
texts = st.sampled_from(["a", "b"])
mutations = st.one_of(
    st.builds(lambda page_id, text: inserted(page_id, text), ids, texts),
    st.builds(
        lambda page_id, text, kind: {"type": "lessonBlockUpdate", "id": page_id, "content": {"t": text}, **kind},
        ids,
        texts,
        st.sampled_from([{}, {"blockType": "text"}]),
    ),
    st.builds(lambda page_id: {"type": "lessonBlockDelete", "id": page_id}, ids),
)
orders = st.lists(st.lists(ids, max_size=8, unique=True).map(lambda after: ordered(after)), max_size=1)
transactions = st.builds(
    lambda some, order: {"label": "edit", "mutations": order + some}, st.lists(mutations, max_size=3), orders
)


def inserted(page_id: str, text: str) -> dict[str, Any]:
    """The mutation that inserts a page."""
    return {"type": "lessonBlockInsert", "block": {"id": page_id, "type": "note", "content": {"t": text}}}


def ordered(after: list[str]) -> dict[str, Any]:
    """The mutation that orders pages."""
    return {"type": "lessonBlockOrderUpdate", "after": after}


class LessonMachine(RuleBasedStateMachine):
    """A lesson without pages and its model; few ids and few texts, so that calls meet."""

    ana: Asking
    runner: Runner

    def __init__(self) -> None:
        super().__init__()
        made = self._done("lesson.createLesson", {"title": "Model", "language": "EN"})
        self.lesson_id: str = made["lessonId"]
        self.model = LessonModel()
        self.sent: list[Call] = []
        self.view: Blocks = ()
        self.seen = 1

    @rule(some=st.lists(transactions, min_size=1, max_size=3))
    def edit(self, some: list[dict[str, Any]]) -> None:
        """Anything at all; most of it clashes with something."""
        self._execute({"transactions": some})

    @rule(page_ids=st.lists(ids, min_size=1, max_size=3, unique=True), text=texts, where=st.integers(0, 8))
    def insert_at(self, page_ids: list[str], text: str, where: int) -> None:
        """New pages at a place, as a panel sends them: the whole order first."""
        known = [page[0] for page in self.model.pages]
        new = [page_id for page_id in page_ids if page_id not in known]
        after = known[:where] + new + known[where:]
        self._execute({"transactions": [_one(ordered(after), *(inserted(new_id, text) for new_id in new))]})

    @rule(page_id=ids, text=texts)
    def insert_as_the_interface(self, page_id: str, text: str) -> None:
        """An order that lists the new page alone, then the page (interface 4.5)."""
        self._execute({"transactions": [_one(ordered([page_id]), inserted(page_id, text))]})

    @rule(data=st.data())
    def shuffle(self, data: st.DataObject) -> None:
        """Some of the pages in another order."""
        known = [page[0] for page in self.model.pages]
        some = data.draw(st.permutations(known))
        self._execute({"transactions": [_one(ordered(some[: data.draw(st.integers(0, len(some)))]))]})

    @rule(page_id=ids, text=texts)
    def twice_in_one_order(self, page_id: str, text: str) -> None:
        """Half a good call: its first transaction is right, its second names a page twice."""
        self._execute({"transactions": [_one(inserted(page_id, text)), _one(ordered([page_id, page_id]))]})

    @rule(some=transactions, off=st.sampled_from([0, 0, -1, 1]))
    def on_a_base(self, some: dict[str, Any], off: int) -> None:
        """With the base that is current, or one that is not."""
        self._execute({"transactions": [some], "baseRevision": max(0, self.model.revision + off)})

    @precondition(lambda self: self.sent)
    @rule(data=st.data())
    def again(self, data: st.DataObject) -> None:
        """Any earlier call, word for word, as after a lost answer."""
        self._execute(data.draw(st.sampled_from(self.sent)))

    @rule(data=st.data(), off=st.sampled_from([None, 0, -1]))
    def go_back(self, data: st.DataObject, off: int | None) -> None:
        """To any revision, the newest included."""
        revision = data.draw(st.integers(1, self.model.revision))
        base = None if off is None else max(1, self.model.revision + off)
        asked = {"lessonId": self.lesson_id, "revision": revision, "baseRevision": base}
        answered = self.runner.run(self.ana.post("lesson.revertTo", asked))
        assert answered.status_code == self.model.revert(revision, base), answered.text

    @rule(data=st.data())
    def as_it_was(self, data: st.DataObject) -> None:
        """A revision is shown as it was."""
        revision = data.draw(st.integers(1, self.model.revision))
        found = self._read("lesson.getRevision", {"lessonId": self.lesson_id, "revision": revision})
        assert _pages(found["blocks"]) == self.model.revisions[revision - 1]

    @rule()
    def follow(self) -> None:
        """A second view takes in what it has not seen."""
        told = self._read("realtime.getChanges", {"lessonId": self.lesson_id, "sinceRevision": self.seen})
        assert not told["reload"]
        for change in told["changes"]:
            self.view = apply(
                [Transaction.model_validate(transaction) for transaction in change["transactions"]], self.view
            )
        self.seen = told["revision"]
        assert _pages([block.to_wire() for block in self.view]) == self.model.pages

    @invariant()
    def the_lesson_is_as_the_model_says(self) -> None:
        """Its pages, their number, its revision."""
        found = self._read("lesson.getLesson", {"lessonId": self.lesson_id})
        assert _pages(found["blocks"]) == self.model.pages
        assert (found["revision"], found["blockCount"]) == (self.model.revision, len(self.model.pages))

    @invariant()
    def the_history_is_whole(self) -> None:
        """An entry for each revision, none twice."""
        entries = self._read("lesson.getHistory", {"lessonId": self.lesson_id, "limit": 1000})["entries"]
        assert [entry["revision"] for entry in entries] == list(range(self.model.revision, 0, -1))

    def _execute(self, call: Call) -> None:
        asked = {"lessonId": self.lesson_id, "language": "EN", **call}
        answered = self.runner.run(self.ana.post("realtime.executeTransactions", asked))
        expected = self.model.execute(call)
        assert answered.status_code == expected, answered.text
        if expected == OK:
            self.sent.append(call)

    def _read(self, name: str, asked: Any) -> Any:
        answered = self.runner.run(self.ana.get(name, asked))
        assert answered.status_code == OK, answered.text
        return answered.json()[0]["result"]["data"]

    def _done(self, name: str, asked: Any) -> Any:
        return self.runner.run(self.ana.done(name, asked))


def _one(*some: dict[str, Any]) -> dict[str, Any]:
    return {"label": "edit", "mutations": list(some)}


def _pages(blocks: list[dict[str, Any]]) -> list[tuple[str, str, Any]]:
    return [(block["id"], block["type"], block["content"]) for block in blocks]

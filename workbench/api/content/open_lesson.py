"""A lesson to be worked on, and proposals for its blocks."""

from __future__ import annotations

from typing import Any, Final, Literal

from workbench.api.content.lesson_page import LessonPage
from workbench.argument_check import checks_arguments
from workbench.authoring.block import Block, Blocks, block_id
from workbench.authoring.plain_text import plain_text
from workbench.client.block_help import call_until_answered, suggestion_call, suggestion_edit
from workbench.client.sync import Client
from workbench.errors import Conflict, EditRejected, InputRejected, NotFound
from workbench.languages.reader import direction
from workbench.procedures.findings import CheckFinding
from workbench.procedures.lesson import Lesson, get_lesson, suggest_block
from workbench.procedures.realtime import execute_transactions, get_changes
from workbench.procedures.suggestions import BlockSuggestion, SuggestionAction
from workbench.text import display_text, escape_html
from workbench.widgets.kit.difference import change_html, change_text, text_html

NO_HELP: Final = "This service can't help with blocks: it has no AI model. Its operator sets WORKBENCH_AI_MODEL."
_LONGEST_LINE: Final = 2_000


@checks_arguments
class OpenLesson:
    """A lesson as it was when it was read last; `refresh` reads it again. A cell shows it as learners read it."""

    def __init__(self, client: Client, lesson_id: str) -> None:
        self.client = client
        self.lesson: Lesson = client.call(get_lesson(lesson_id=lesson_id))

    @property
    def blocks(self) -> list[Block]:
        """Blocks of the lesson, in order."""
        return self.lesson.blocks

    def refresh(self) -> OpenLesson:
        """Read the lesson again, and return the same object."""
        self.lesson = self.client.call(get_lesson(lesson_id=self.lesson.lesson_id))
        return self

    def suggest(
        self,
        block: str | Block,
        action: SuggestionAction,
        *,
        instruction: str = "",
        attempt: int = 0,
        max_credits: int | None = None,
    ) -> Suggestion:
        """Return a model's proposal for a block; nothing is changed before `apply()`.

        Costs AI credits, and blocks.

        `action` is `rewrite`, `shorten`, `simplify`, `expand` or `makeQuestion`, which proposes a new quiz.
        `instruction` says how to word it. The same request for the same revision is charged once and gives the
        same proposal; another `attempt` asks for a different one. Raises `NotFound` if the service has no
        model, `Conflict` if the lesson has changed since it was read (`refresh`).
        """
        stored_block = self._block(block)
        announced = self.client.capabilities()
        if announced is None or suggest_block.name not in announced.procedures:
            raise NotFound(NO_HELP, procedure=suggest_block.name, code="NOT_FOUND", http_status=404)
        call = suggestion_call(
            self.lesson.lesson_id,
            stored_block.id,
            action,
            revision=self.lesson.revision,
            instruction=instruction,
            attempt=attempt,
            max_credits=max_credits,
        )
        return Suggestion(self, stored_block, action, call_until_answered(self.client, call))

    def __repr__(self) -> str:
        return repr(LessonPage(self.lesson))

    def _repr_mimebundle_(self, **kwargs: Any) -> dict[str, str]:
        return LessonPage(self.lesson)._repr_mimebundle_(**kwargs)

    def _block(self, block: str | Block) -> Block:
        try:
            wanted = block.id if isinstance(block, Block) else block_id(block)
        except ValueError as refused:
            raise InputRejected(f"The block {display_text(block)!r}: {refused}. Nothing was sent.") from None
        block_found = next((block for block in self.blocks if block.id == wanted), None)
        if block_found is None:
            raise InputRejected(f"The lesson “{display_text(self.lesson.title)}” has no block {display_text(wanted)}.")
        return block_found


@checks_arguments
class Suggestion:
    """A proposal for one block. Nothing is changed before `apply()`; `discard()` throws it away.

    `difference` shows what it would change, `content` is the block's new content, and `findings` are the findings of
    the checks in it at its place. `state` is `open`, `applied` or `discarded`.
    """

    def __init__(self, lesson: OpenLesson, block: Block, action: SuggestionAction, proposal: BlockSuggestion) -> None:
        self.block, self.action, self.proposal = block, action, proposal
        self.state: Literal["open", "applied", "discarded"] = "open"
        self._lesson, self._blocks = lesson, tuple(lesson.blocks)

    @property
    def content(self) -> dict[str, Any]:
        """Proposed content of the block, or of the new block."""
        return self.proposal.block.content

    @property
    def findings(self) -> list[CheckFinding]:
        """Findings of the checks in the proposal."""
        return self.proposal.findings

    @property
    def difference(self) -> BlockDifference:
        """Proposed change as a cell shows it: removed words struck out, added words underlined."""
        proposed = self.proposal.block
        after = Block(id=self.block.id, type=proposed.type, content=proposed.content)
        return BlockDifference(None if self.proposal.is_new else self.block, after, self._lesson.lesson.language)

    def apply(self, *, replace: bool = False, as_new: bool = False) -> OpenLesson:
        """Make the edit, as one transaction; the lesson, read again.

        Raises `Conflict`, and changes nothing, if somebody changed or deleted the block since it was read. The proposal
        then stays open: `replace` overwrites the block anyway, and `as_new` inserts the proposal as a new block after
        it, or at the end.
        """
        self._check_open()
        try:
            self._send(self._blocks, self.proposal.revision, as_new=as_new)
        except Conflict:
            now = tuple(self._lesson.refresh().blocks)
            if not (self.proposal.is_new or as_new):
                self._check_not_changed(now, replace=replace)
            self._send(now, self._lesson.lesson.revision, as_new=as_new)
        self.state = "applied"
        return self._lesson.refresh()

    def discard(self) -> None:
        """Throw the proposal away. Nothing is sent, and the credit stays spent."""
        self._check_open()
        self.state = "discarded"

    def __repr__(self) -> str:
        count = len(self.findings)
        findings_text = f", {count} finding{'' if count == 1 else 's'}" if count else ""
        what = f"{self.action} a block of the type {display_text(self.block.type)}"
        return f"Suggestion({what}, {self.state}{findings_text}): {display_text(repr(self.difference))}"

    def _repr_mimebundle_(self, **kwargs: Any) -> dict[str, str]:
        findings = "".join(
            f"<li>{escape_html(finding.severity)}: {escape_html(finding.message)}</li>" for finding in self.findings
        )
        html = self.difference._repr_mimebundle_()["text/html"] + (f"<ul>{findings}</ul>" if findings else "")
        return {"text/plain": repr(self), "text/html": html}

    def _check_open(self) -> None:
        if self.state != "open":
            raise EditRejected(f"This suggestion was already {self.state}.")

    def _check_not_changed(self, now: Blocks, *, replace: bool) -> None:
        """Raise `Conflict` if the proposal would overwrite someone else's change."""
        current_block = next((block for block in now if block.id == self.block.id), None)
        if current_block is None:
            raise _conflict(f"{self._who()} deleted this block.", "`apply(as_new=True)` puts it at the end")
        if not replace and not current_block.same_as(self.block):
            raise _conflict(
                f"{self._who()} changed this block.",
                "`apply(replace=True)` puts it in its place, `apply(as_new=True)` after it",
            )

    def _who(self) -> str:
        """Return the name of the person who last changed the block since it was read."""
        call = get_changes(lesson_id=self.proposal.lesson_id, since_revision=self.proposal.revision)
        names = [
            change.person_name
            for change in self._lesson.client.call(call).changes
            if any(getattr(step, "id", None) == self.block.id for one in change.transactions for step in one.mutations)
        ]
        return display_text(names[-1]) if names and names[-1] else "Somebody"

    def _send(self, blocks: Blocks, revision: int, *, as_new: bool) -> None:
        edit = suggestion_edit(self.proposal, blocks, as_new=as_new)
        call = execute_transactions(
            lesson_id=self.proposal.lesson_id,
            language=self._lesson.lesson.language,
            transactions=[edit],
            base_revision=revision,
        )
        self._lesson.client.call(call)


class BlockDifference:
    """The changes of a proposal. As text, deleted words are marked `[-so-]`, added words `{+so+}`."""

    def __init__(self, before: Block | None, after: Block, language: str) -> None:
        self._before, self._after, self._language = before, after, language

    def __repr__(self) -> str:
        if self._before is None:
            text = f"{{+{plain_text(self._after.type, self._after.content)}+}}"
        else:
            text = change_text(self._before, self._after)
        return "\n".join(display_text(line, longest=_LONGEST_LINE) for line in text.splitlines())

    def _repr_mimebundle_(self, **kwargs: Any) -> dict[str, str]:
        if self._before is None:
            fragment = f"<ins>{text_html(plain_text(self._after.type, self._after.content))}</ins>"
        else:
            fragment = change_html(self._before, self._after)
        how = f'lang="{escape_html(self._language.lower())}" dir="{direction(self._language)}"'
        lines = fragment.replace("\n", "<br>")
        return {"text/plain": repr(self), "text/html": f"<div {how}>{lines}</div>"}


def _conflict(what: str, how: str) -> Conflict:
    message = f"{what} Nothing was changed, and the suggestion is still here: {how}."
    return Conflict(message, procedure=execute_transactions.name, code="CONFLICT", http_status=409)

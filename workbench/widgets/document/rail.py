"""The rail beside a lesson: one part at a time of checks, comments, review, sources, history, outline and find.

The header has its toggles. A part is filled while it is open; what it needs is read already or is read by the panel.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, Protocol

import ipywidgets

from workbench.authoring.block import Blocks
from workbench.authoring.plain_text import excerpt
from workbench.errors import EditRejected
from workbench.procedures.comment import Comment
from workbench.procedures.reviews import ListReviewsOutput
from workbench.widgets.document.replacing import Match
from workbench.widgets.document.wording import finding_rows, match_rows, outline_rows, quote_rows
from workbench.widgets.kit.block_names import block_type_name
from workbench.widgets.kit.controls import (
    button,
    checkbox,
    dropdown,
    html,
    row_of_controls,
    set_html,
    set_visible,
    stack,
)
from workbench.widgets.kit.entry import TextEntry
from workbench.widgets.kit.panel import Panel
from workbench.widgets.kit.prompt import Prompt
from workbench.widgets.kit.rows import Rows
from workbench.widgets.review.wording import comment_row, review_notes_html
from workbench.wording import count_text

SECTIONS: Final = ("Checks", "Comments", "Review", "Sources", "History", "Outline", "Find")
WHOLE_LESSON: Final = ""
_EXCERPT: Final = 40
_MOST_CHOICES: Final = 500


class RailActions(Protocol):
    """What the rail needs of the document."""

    def reveal(self, block_id: str) -> None: ...
    def fix_finding(self, index: int) -> None: ...
    def comment(self, text: str, block_id: str) -> None: ...
    def resolve(self, comment_id: str) -> None: ...
    def request_review(self) -> None: ...
    def send_back(self, note: str) -> None: ...
    def find(self, text: str, *, words: bool, case: bool) -> list[Match]: ...
    def replace_all(self, text: str, replacement: str, *, words: bool, case: bool) -> None: ...
    def begin(self, method: Callable[..., object], *args: Any) -> object: ...


class Rail(ipywidgets.VBox):  # type: ignore[misc]  # ipywidgets ships no types
    """Shows one of `SECTIONS`; `opened` is its name, empty while the rail takes no room."""

    def __init__(self, actions: RailActions, history: Callable[[], Panel]) -> None:
        """Create the rail; `history` makes the panel of the lesson's history, when it is first opened."""
        self.opened = self._filled = ""
        self._about_first = WHOLE_LESSON
        self._actions, self._make_history = actions, history
        self.history: Panel | None = None
        self._findings: Sequence[Mapping[str, Any]] = ()
        self._blocks: Blocks = ()
        self.checks = Rows("Checks", empty="All checks passed.")
        self.fix = button("Fix", self._fix)
        self.comments = Rows("Open comments", empty="No open comments.")
        self.resolve = button("Mark as resolved", self._resolve)
        self.about = dropdown("About", [("Whole lesson", WHOLE_LESSON)])
        self.text = TextEntry("Your comment", lines=3)
        self.add_comment = button("Comment", self._comment)
        self.reviews, self.prompt = html(), Prompt()
        self.ask_review = button("Request review", lambda: actions.begin(actions.request_review))
        self.send_back = button("Request changes…", self._ask_for_note)
        self.sources = Rows("Quotes from sources", empty="This lesson quotes no sources.")
        self.outline = Rows("Headings", empty="This lesson has no headings.")
        self.text.on_enter(self._comment)
        self.checks.observe(lambda change: self._pick_finding(), "chosen")
        self.comments.observe(lambda change: self._pick_comment(), "chosen")
        for rows in (self.sources, self.outline):
            rows.observe(lambda change: self._pick_block(change.new), "chosen")
        self.find_text, self.replacement = TextEntry("Find"), TextEntry("Replace with")
        self.words, self.case = checkbox("Whole words", value=True), checkbox("Match case")
        self.matches = Rows("Matches", empty="Enter the text to find.")
        self.replace = button("Replace all", self._replace)
        self.matches.observe(lambda change: self._pick_block(change.new), "chosen")
        for field in (self.find_text, self.words, self.case):
            field.observe(lambda change: self._find(), "value")
        self._comments: tuple[Comment, ...] = ()
        self._parts: dict[str, Any] = {
            "Checks": stack(self.checks, row_of_controls(self.fix)),
            "Comments": stack(
                self.comments, row_of_controls(self.resolve), self.about, self.text, row_of_controls(self.add_comment)
            ),
            "Review": stack(self.reviews, row_of_controls(self.ask_review, self.send_back), self.prompt),
            "Sources": self.sources,
            "Outline": self.outline,
            "Find": stack(
                self.find_text, row_of_controls(self.words, self.case), self.replacement, self.matches, self.replace
            ),
        }
        super().__init__()
        self.add_class("wb-rail")
        set_visible(self, is_visible=False)

    def toggle(self, name: str, block_id: str = WHOLE_LESSON) -> None:
        """Open this part, or close it if it is the open one; a new comment is about this block."""
        self._about_first = block_id
        self.opened = "" if name == self.opened or name not in SECTIONS else name
        if self.opened == "History" and self.history is None:
            self.history = self._make_history()
        part = self.history if self.opened == "History" else self._parts.get(self.opened)
        titled = () if self.opened == "History" else (html(f"<h3>{self.opened}</h3>"),)  # a panel has its own name
        self.children = () if part is None else (*titled, part)
        set_visible(self, is_visible=bool(self.opened))

    def fill(
        self,
        blocks: Blocks,
        findings: Sequence[Mapping[str, Any]],
        comments: Sequence[Comment],
        reviews: ListReviewsOutput | None,
    ) -> None:
        """Show the lesson as it is now in the part that is open."""
        is_same = blocks is self._blocks and self._filled == self.opened
        self._blocks, self._findings, self._comments = blocks, findings, tuple(comments)
        self._filled = self.opened
        if self.opened == "Checks":
            self.checks.fill(finding_rows(findings, blocks))
            self._update_fix()
        elif self.opened == "Comments":
            self.comments.fill([comment_row(comment, blocks) for comment in comments])
            self.resolve.disabled = not self.comments.chosen
            self._offer_places()
        elif self.opened == "Review":
            set_html(self.reviews, review_notes_html(reviews.reviews if reviews else ()))
        elif is_same:  # what follows depends on the blocks alone, and reads them all
            return
        elif self.opened == "Sources":
            self.sources.fill(quote_rows(blocks))
        elif self.opened == "Outline":
            self.outline.fill(outline_rows(blocks))
        elif self.opened == "Find":
            self._find()

    def close(self) -> None:
        """Close every part, those out of sight too."""
        for part in (*self._parts.values(), *([self.history] if self.history else [])):
            part.close()
        super().close()

    def _offer_places(self) -> None:
        chosen = self._about_first or self.about.value
        self._about_first = WHOLE_LESSON
        places = [
            (f"{number:,} {block_type_name(block.type)}: {excerpt(block.type, block.content, _EXCERPT)}", block.id)
            for number, block in enumerate(self._blocks[:_MOST_CHOICES], 1)
        ]
        options = [("Whole lesson", WHOLE_LESSON), *places]
        if list(self.about.options) != options:
            self.about.options = options
        self.about.value = chosen if chosen in [value for _, value in options] else WHOLE_LESSON

    def _pick_finding(self) -> None:
        self._update_fix()
        if self.checks.chosen:
            self._actions.reveal(str(self._findings[int(self.checks.chosen[0])]["block"]))

    def _update_fix(self) -> None:
        chosen = self.checks.chosen
        fix = str(self._findings[int(chosen[0])]["fix"]) if chosen else ""
        self.fix.description = fix or "Fix"
        set_visible(self.fix, is_visible=bool(fix))

    def _pick_comment(self) -> None:
        self.resolve.disabled = not self.comments.chosen
        chosen = [comment for comment in self._comments if comment.comment_id in self.comments.chosen]
        if chosen and chosen[0].block_id:
            self._actions.reveal(chosen[0].block_id)

    def _pick_block(self, chosen: Sequence[str]) -> None:
        if chosen:
            self._actions.reveal(chosen[0].partition(" ")[0])

    def _fix(self) -> None:
        if self.checks.chosen:
            self._actions.fix_finding(int(self.checks.chosen[0]))

    def _resolve(self) -> None:
        if self.comments.chosen:
            self._actions.begin(self._actions.resolve, self.comments.chosen[0])

    def _comment(self) -> None:
        self._actions.begin(self._actions.comment, self.text.value.strip(), self.about.value or WHOLE_LESSON)

    def _find(self) -> None:
        """Show how often the text is there, and where."""
        text = self.find_text.value
        try:
            matches = self._actions.find(text, words=self.words.value, case=self.case.value) if text.strip() else []
            empty = "No matches." if text.strip() else "Enter the text to find."
        except EditRejected as rejected:
            matches, empty = [], rejected.message
        self.matches.fill(match_rows(matches[:_MOST_CHOICES], self._blocks), empty=empty)
        self.matches.status = count_text(len(matches), "match", "matches") if matches else ""
        self.replace.disabled = not matches

    def _replace(self) -> None:
        self._actions.replace_all(
            self.find_text.value, self.replacement.value, words=self.words.value, case=self.case.value
        )

    def _ask_for_note(self) -> None:
        self.prompt.ask(
            "Request changes",
            lambda note, _: self._actions.begin(self._actions.send_back, note),
            text=("What needs to change?", ""),
        )

    def __repr__(self) -> str:
        return f"Side panel: {self.opened}." if self.opened else "The side panel is closed."

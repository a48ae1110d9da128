"""The search of a browser: reads what is wanted, drops an answer that is no longer wanted, and says what it found.

The filters are those of `wb.lessons.search` and `workbench search`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from workbench.client.sync import Client
from workbench.errors import CallFailed
from workbench.procedures.declare import Call
from workbench.procedures.lesson import MAX_QUERY, SearchOutput
from workbench.widgets.browser.controls import ALL_PROJECTS, BrowserControls
from workbench.widgets.browser.queries import EMPTY
from workbench.widgets.browser.state import BrowserState
from workbench.widgets.kit.controls import set_html, set_visible
from workbench.wording import count_text

HINT: Final = "Search lessons, or filter: tag:safety lang:de…"
TITLE_HINT: Final = "Search titles"
_FILTERS: Final = (
    ("fire drill", "lessons with both words in the title, tags or text; the first three letters of a word are enough"),
    ('"fire drill"', "exact phrase"),
    (
        "tag:safety",
        "with this tag, or in a course with it; tag:none for no tags; tag:&quot;sea salt&quot; for a tag with a space",
    ),
    ("lang:de", "in this language"),
    (
        "status:draft",
        "with this status: draft, changesRequested, inReview, approved, publicChanged (newer changes), public",
    ),
    ("course:fire · project:safety", "in a course or project with this in its name"),
    ("quiz:none · quiz:some", "without, or with, quiz questions"),
    (
        "updated:&lt;30d · updated:&gt;6m",
        "changed within, or before, this period: h hours, d days, w weeks, m months, y years",
    ),
)
HELP: Final = (
    '<details class="wb-help"><summary>Search tips</summary><dl class="wb-facts">'
    + "".join(f"<dt><code>{example}</code></dt><dd>{meaning}</dd>" for example, meaning in _FILTERS)
    + "</dl><p>Press <kbd>/</kbd> to go to the search, <kbd>↓</kbd> to move to the list, <kbd>Enter</kbd> to open."
    "</p></details>"
)


class BrowserSearch:
    """What a browser does with the words in its search field."""

    def __init__(
        self, client: Client, state: BrowserState, controls: BrowserControls, leave_course: Callable[[], None]
    ) -> None:
        self._client, self._state, self._controls, self._leave_course = client, state, controls, leave_course

    def answer(self, page: Callable[[], Call[Any]]) -> Any:
        """Return the answer to the call that `page` makes; `None` if another page is wanted when it arrives.

        An invalid search finds nothing, and `state.search_problem` says why. Raises what the client raises.
        """
        state = self._state
        state.search_problem = ""
        if state.searches_text and len(state.search) > MAX_QUERY:
            return self._nothing(
                f"A search can have at most {MAX_QUERY:,} characters; this one has {len(state.search):,}"
            )
        call = page()
        try:
            answer = self._client.call(call)
        except CallFailed as refused:
            if not state.searches_text or refused.code != "BAD_REQUEST":
                raise
            if page() != call:
                return None
            return self._nothing(refused.message.removeprefix("query: ").rstrip("."))
        return answer if page() == call else None

    def find_tag(self, tag: str) -> None:
        """Search for the lessons with a tag, in all projects."""
        controls = self._controls
        if self._state.course_id is not None:
            self._leave_course()
        controls.listing.value, controls.project.value = "lessons", ALL_PROJECTS
        controls.search.value = f'tag:"{tag}"' if " " in tag else f"tag:{tag}"

    def show(self) -> None:
        """Show how much is found, what the field takes here, and what can be searched for."""
        state, controls = self._state, self._controls
        is_search = state.can_search_text and state.course_id is None
        controls.search.hint = HINT if is_search else TITLE_HINT
        if is_search:
            set_html(controls.search_help, HELP)
        else:
            set_visible(controls.search_help, is_visible=False)
        count = f"{count_text(state.total, 'lesson')} found"
        best = ", best matches first" if state.total > 1 else ""
        if state.search_problem or state.is_unread:
            controls.list.status = ""
        elif state.searches_text:
            controls.list.status = f"{count}{best}."
        else:
            matching = count_text(state.total, "lesson" if state.listing.startswith("lesson") else "course")
            controls.list.status = f"{matching} found." if state.is_filtered else ""

    def empty(self) -> str:
        """Return the text for an empty list, and what to do about it."""
        state = self._state
        if state.is_unread:
            return "Couldn't load the list. It will reload when the service is available again."
        if state.search_problem:
            return f"Invalid search: {state.search_problem}."
        if state.searches_text:
            less = ", search all projects" if state.project_id else ""
            return f"No lessons match. Remove a word or filter{less}, or type only the first three letters of a word."
        if state.is_filtered:
            return "Nothing matches these filters. Remove one."
        return "No titles match." if state.search else EMPTY[state.listing]

    def _nothing(self, problem: str) -> SearchOutput:
        self._state.search_problem = problem
        return SearchOutput(lessons=[], total=0)

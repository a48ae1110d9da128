"""SessionsPanel: where the person is signed in, and ending a session. Shows no token; a service never tells one."""

from __future__ import annotations

from collections.abc import Sequence

import traitlets

from workbench.client.sync import Client
from workbench.client.thread_pool import TaskPool
from workbench.errors import NotSent
from workbench.procedures.service import Session, list_sessions, revoke_session
from workbench.text import escape_html
from workbench.widgets.kit.controls import Question, button, hint, html, row_of_controls, set_html, set_visible
from workbench.widgets.kit.panel import Panel
from workbench.widgets.kit.rows import Row, Rows


class SessionsPanel(Panel):
    """The person's own sessions; `value` is the id of the chosen one."""

    label = "Your sessions"
    shows = frozenset({"sessions"})
    value = traitlets.Unicode(None, allow_none=True)

    def __init__(self, client: Client, *, workers: TaskPool | None = None) -> None:
        super().__init__(client, workers=workers)
        self.sessions: tuple[Session, ...] = ()
        self.list = self.control(Rows("Sessions", empty="No sessions."))
        self.end_button = self.control(button("End this session…", self._ask), when=lambda: self.value is not None)
        self.question, self.note = Question(), html()
        self.list.observe(lambda change: self._on_pick(), "chosen")
        self.follow_changes(
            lambda: [list_sessions()] if self.sessions else [],
            lambda answer: tuple(answer.sessions) == self.sessions,
        )
        self.show(self.list, row_of_controls(self.end_button), self.question, self.note)

    def refresh(self) -> None:
        """Read the sessions."""
        if not self.offers(list_sessions):
            set_html(self.note, hint("This service can't list sessions. Ask an administrator to end one."))
            set_visible(self.list, is_visible=False)
            set_visible(self.end_button, is_visible=False)
            return
        self.sessions = tuple(self.client.call(list_sessions()).sessions)
        self.render()

    def end(self) -> None:
        """End the chosen session, without a question.

        The one in use here is refused: sign out with `workbench logout`.
        """
        chosen = [session for session in self.sessions if session.session_id == self.value]
        if not chosen:
            raise NotSent("Select a session first.")
        if chosen[0].is_current:
            raise NotSent("This is the session you are using. Sign out to end it.")
        self.client.call(revoke_session(session_id=chosen[0].session_id))
        self.refresh()
        self.notify("Session ended. Anyone who used it has to sign in again.")

    def render(self) -> None:
        """Update the display."""
        self.list.fill([_row(session) for session in self.sessions])
        self._on_pick()

    def as_text(self) -> str:
        """Return how many sessions are open."""
        return f"Your sessions: {len(self.sessions):,} open."

    def as_html(self) -> str:
        """Return the sessions, by their labels, as a list."""
        items = "".join(
            f"<li>{escape_html(_title(session))}, last used {session.last_seen_at:%Y-%m-%d}</li>"
            for session in self.sessions
        )
        return f"<ul>{items}</ul>" if items else super().as_html()

    def _on_pick(self) -> None:
        chosen: Sequence[str] = self.list.chosen
        self.value = chosen[0] if chosen else None
        self.question.close_question()
        self.update_controls()

    def _ask(self) -> None:
        text = "Anyone using this session will be signed out. End it?"
        self.question.ask(text, "End it", lambda: self.start(self.end), is_dangerous=True)


def _title(session: Session) -> str:
    return session.label or "unnamed"


def _row(session: Session) -> Row:
    tags = (("This session", "good"),) if session.is_current else ()
    made, seen, ends = (f"{at:%Y-%m-%d}" for at in (session.created_at, session.last_seen_at, session.idle_ends_at))
    dates = f"created {made} · last used {seen} · expires {ends} if unused"
    return Row(session.session_id, _title(session), dates, tags)

"""AuditPanel: the organization's audit log, filtered by person, action or days, and exported as CSV."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime

import traitlets

from workbench.client.lookups.names import distinct_names
from workbench.client.sync import Client
from workbench.client.thread_pool import TaskPool
from workbench.errors import NotAllowed
from workbench.procedures.catalogue import CATALOGUE
from workbench.procedures.declare import Call
from workbench.procedures.member import MAX_AUDIT_PAGE, AuditEntry, AuditLogOutput
from workbench.procedures.organization import get_audit_log, get_members
from workbench.text import display_text, escape_html
from workbench.widgets.admin import audit_wording
from workbench.widgets.admin.audit_wording import EntryFilter, action_name, actions_in, parse_day, people_in
from workbench.widgets.kit.controls import button, dropdown, hint, html, row_of_controls, set_html, set_visible
from workbench.widgets.kit.entry import TextEntry
from workbench.widgets.kit.moments import moment
from workbench.widgets.kit.panel import Panel
from workbench.widgets.kit.rows import Rows
from workbench.wording import count_text

PAGE = 50
"""Entries that are shown at a time; they are read in larger parts."""


class AuditPanel(Panel):
    """An organization's audit log; `value` is the id of the chosen entry."""

    label = "Audit log"
    shows = frozenset(
        {
            "courses",
            "credits",
            "glossary",
            "language",
            "lessons",
            "members",
            "policy",
            "projects",
            "reviews",
            "sessions",
            "sources",
            "theme",
        }
    )
    value = traitlets.Unicode(None, allow_none=True)

    def __init__(self, client: Client, *, organization_id: str | None = None, workers: TaskPool | None = None) -> None:
        super().__init__(client, workers=workers)
        self.organization_id = organization_id
        self.entries: tuple[AuditEntry, ...] = ()
        """The entries read, newest first."""
        self._is_whole = False
        self._people: dict[str, str] = {}
        self._emails: dict[str, str] = {}
        self._actions: dict[str, str] = {}
        self._cursor: str | None = None
        self._shown = PAGE
        self._is_offering = False
        self.wanted = EntryFilter()
        """The current filter of the list."""
        self.person = self.control(dropdown("Who", [("Everyone", "")]))
        self.action = self.control(dropdown("What", [("Everything", "")]))
        self.since = TextEntry("From", hint="2026-01-31", kind="date")
        self.until = TextEntry("To", hint="2026-01-31", kind="date")
        self.filters = row_of_controls(self.person, self.action, self.since, self.until)
        self.filters.add_class("wb-filters")
        self.list = self.control(Rows("Entries"))
        self.export_button = self.control(
            button("Export as CSV", lambda: self.start(self.export)), when=lambda: bool(self.entries)
        )
        self.count, self.about, self.note = html(), html(), html()
        for widget in (self.person, self.action, self.since, self.until):
            widget.observe(lambda change: self._apply_filter(), "value")
        self.list.observe(lambda change: self._show_entry(), "chosen")
        self.list.on_more(lambda: self.start(self.show_more))
        self.foot = row_of_controls(self.export_button, self.count)
        # Don't send a person who reads older entries back to the newest.
        self.follow_changes(
            lambda: [self._call(None, limit=1)] if self.entries and self._shown == PAGE else [],
            lambda page: page.entries[:1] == [*self.entries[:1]],
        )
        self.show(self.note, self.filters, self.list, self.about, self.foot)
        self.render()

    def refresh(self) -> None:
        """Read the newest entries of those that are wanted."""
        if not self.offers(get_audit_log):
            self._hide_for("This service has no audit log.")
            return
        try:
            page = self.client.call(self._call(None))
        except NotAllowed:
            self._hide_for("Only owners and admins can see the audit log.")
            return
        self.entries, self._cursor, self._shown = tuple(page.entries), page.next_cursor, PAGE
        self._is_whole = self.wanted == EntryFilter() and page.next_cursor is None
        if not self._is_whole and not self._people and self.offers(get_members):
            # It offers also people whose entries are old, and every action.
            members = self.client.call(get_members(organization_id=self.organization_id)).members
            self._people = {member.person_id: display_text(member.name) for member in members}
            self._emails = {member.person_id: display_text(member.email or "") for member in members}
            self._actions = {
                name: display_text(action_name(name)) for name, procedure in CATALOGUE.items() if procedure.is_write
            }
        self._hide_for("")
        self._offer()
        self.render()

    def show_more(self) -> None:
        """Show further entries, and read older ones where those that are known do not suffice."""
        self._shown += PAGE
        while self._cursor and len(self.matching_entries()) < self._shown and not self._is_past():
            self._read()
        self._offer()
        self.render()

    def narrow(self) -> None:
        """Show only what the fields say, read from the service unless everything is known here.

        Raises `NotSent` for an invalid date.
        """
        self.wanted = EntryFilter(
            self.person.value, self.action.value, parse_day(self.since.value), parse_day(self.until.value)
        )
        self._shown = PAGE
        if self._is_whole:
            self.render()
        else:
            self.start(self.refresh)

    def matching_entries(self) -> list[AuditEntry]:
        """Return the entries read so far that match the filter."""
        return [entry for entry in self.entries if self.wanted.includes(entry)]

    def export(self) -> None:
        """Hand everything that is wanted, however old, to the person's browser as a CSV file: the report `audit`."""
        from workbench.reports import Scope, build, find_report
        from workbench.reports.build import find_organizations
        from workbench.reports.files.csv_text import as_csv
        from workbench.reports.tables.finished import FinishedReport

        wanted, report = self.wanted, find_report("audit")
        given = {"person": wanted.person, "action": wanted.action, "since": wanted.since, "until": wanted.until}
        chosen = {name: value for name, value in given.items() if value}
        here = find_organizations(self.client, [self.organization_id] if self.organization_id else ())
        frame = build(self.client, report, Scope(here, chosen))
        today = datetime.now(UTC).date().isoformat()
        name = f"audit-{today}.csv"
        self.header.download(name, as_csv(FinishedReport(report.name, report.about, report.columns, frame, (), today)))
        self.notify(f"{name} was downloaded, with {count_text(len(frame), 'entry', 'entries')}.")

    def render(self) -> None:
        """Show the entries for the current filter."""
        entries = self.matching_entries()
        part = entries[: self._shown]
        is_all = len(part) == len(entries) and (not self._cursor or self._is_past())
        empty = "No entries yet." if not self.entries else "No entries match, among those loaded so far."
        more = "" if is_all else "Show older entries"
        self.list.fill([audit_wording.row(entry) for entry in part], more=more, empty=empty)
        oldest = f", back to {moment(self.entries[-1].at)}" if self._cursor and self.entries else ""
        loaded = count_text(len(self.entries), "entry", "entries")
        shown = f"{len(part):,} of {len(entries):,} shown; {loaded} loaded{oldest}."
        set_html(self.count, hint(shown if self.entries else ""))
        self._show_entry()

    def as_text(self) -> str:
        """Return how many entries are shown."""
        return f"Audit log: {len(self.matching_entries()):,} of {len(self.entries):,} loaded entries match."

    def as_html(self) -> str:
        """Return the shown entries as a table."""
        rows = "".join(
            f"<tr><td>{escape_html(moment(entry.at))}</td><td>{escape_html(audit_wording.who(entry))}</td>"
            f"<td>{escape_html(action_name(entry.action))}</td></tr>"
            for entry in self.matching_entries()[: self._shown]
        )
        return f"<table><tr><th>when</th><th>who</th><th>what</th></tr>{rows}</table>" if rows else super().as_html()

    def _read(self) -> None:
        page = self.client.call(self._call(self._cursor))
        self.entries, self._cursor = (*self.entries, *page.entries), page.next_cursor

    def _call(self, cursor: str | None, *, limit: int | None = None) -> Call[AuditLogOutput]:
        wanted = self.wanted
        return get_audit_log(
            organization_id=self.organization_id,
            limit=limit or MAX_AUDIT_PAGE,
            cursor=cursor,
            person_id=wanted.person or None,
            action=wanted.action or None,
            since=wanted.since.isoformat() if wanted.since else None,
            until=wanted.until.isoformat() if wanted.until else None,
        )

    def _is_past(self) -> bool:
        return bool(self.entries) and self.wanted.is_before(self.entries[-1])

    def _apply_filter(self) -> None:
        if not self._is_offering:
            self.run_now(self.narrow)

    def _offer(self) -> None:
        self._is_offering = True
        self._people |= people_in(self.entries)
        self._actions |= actions_in(self.entries)
        people = distinct_names((key, name, self._emails.get(key, "")) for key, name in self._people.items())
        try:
            for widget, first, known in (
                (self.person, "Everyone", people),
                (self.action, "Everything", self._actions),
            ):
                by_name = sorted(((name, key) for key, name in known.items()), key=lambda pair: pair[0].casefold())
                before, options = widget.value, ((first, ""), *by_name)
                widget.options = options
                widget.value = before if before in [value for _, value in options] else ""
        finally:
            self._is_offering = False
        self.wanted = replace(self.wanted, person=self.person.value, action=self.action.value)

    def _show_entry(self) -> None:
        chosen: Sequence[str] = self.list.chosen
        self.value = chosen[0] if chosen else None
        entry = next((entry for entry in self.entries if entry.entry_id == self.value), None)
        set_html(self.about, "" if entry is None else audit_wording.entry_html(entry))
        self.update_controls()

    def _hide_for(self, why: str) -> None:
        if why:
            self.entries, self._cursor = (), None
        set_html(self.note, hint(why))
        for widget in (self.filters, self.list, self.about, self.foot):
            set_visible(widget, is_visible=not why)

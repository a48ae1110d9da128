"""SharingPanel: a course's visibility, its link as text, code and QR, the switch, and why it cannot be shared."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from functools import partial
from urllib.parse import urlsplit

import segno
import traitlets

from workbench.changes.share_cells import share_call
from workbench.client.session.origin import is_loopback, is_web
from workbench.client.sync import Client
from workbench.client.thread_pool import TaskPool
from workbench.errors import Conflict, NotSent, OpenAuthorNotes, OpenPlaces
from workbench.procedures.course import (
    Sharing,
    get_course,
    get_course_sharing_info,
    get_share_settings,
    set_course_sharing,
)
from workbench.procedures.sharing import ShareSettings
from workbench.text import display_text, escape_html
from workbench.widgets.kit.controls import (
    Question,
    button,
    caution,
    copy_button,
    facts,
    hint,
    html,
    link,
    row_of_controls,
    set_html,
    set_visible,
    stack,
    tag,
)
from workbench.widgets.kit.entry import TextEntry
from workbench.widgets.kit.panel import Panel
from workbench.widgets.sharing.publication import PublicationPanel
from workbench.widgets.sharing.settings_form import ShareSettingsForm
from workbench.widgets.sharing.wording import notes_text, unfinished_text

QR_LONGEST = 1000


class SharingPanel(Panel):
    """The sharing of a course; `value` is the course id. `sharing` is the last state read from the service."""

    label = "Sharing"
    shows = frozenset({"courses", "lessons", "reviews"})
    value = traitlets.Unicode(None, allow_none=True)

    def __init__(
        self, client: Client, course_id: str | None = None, *, title: str = "", workers: TaskPool | None = None
    ) -> None:
        super().__init__(client, workers=workers)
        self.title = title
        self.sharing: Sharing | None = None
        self.obstacle = ""
        """Why it cannot be shared, according to the service; empty if it can be, or if the service gives no reason."""
        self._can_write = False
        self.course = TextEntry("Course ID", hint="Paste a course ID")
        self.look = self.control(button("Show", lambda: self.start(self.choose, self.course.value.strip())))
        self.course.on_enter(lambda: self.start(self.choose, self.course.value.strip()))
        self.facts, self.reach, self.code = html(), html(), html()
        self.open_up = self.control(
            button("Make public…", lambda: self._ask(True), style="primary"),
            when=lambda: self.sharing is not None and self.sharing.can_be_shared,
        )
        self.close_down = self.control(button("Make private…", lambda: self._ask(False)))
        self.question = Question()
        self.publication = PublicationPanel(
            client, course_id, workers=workers, on_change=lambda: self.start_next(self.refresh)
        )
        self.one = row_of_controls(self.course, self.look)
        self.settings: ShareSettings | None = None
        self.form = ShareSettingsForm()
        for control in self.form.controls():
            self.control(control, when=self._may_set)
        self.save_button = self.control(button("Save", lambda: self.start(self.save_settings)), when=self._may_set)
        self.settings_part = stack(html("<h3>Link settings</h3>"), self.form, row_of_controls(self.save_button))
        buttons = row_of_controls(self.open_up, self.close_down)
        self.show(
            self.one, self.facts, self.reach, buttons, self.question, self.publication, self.settings_part, self.code
        )
        self.value = course_id
        self.follow_changes(
            lambda: [get_course_sharing_info(course_id=self.value)] if self.value and self.sharing else [],
            lambda answer: answer == self.sharing,
        )
        self.render()

    def refresh(self) -> None:
        """Read the three facts, and why a course cannot be shared."""
        if not self.value:
            return
        self._can_write = self.offers(set_course_sharing)
        self.sharing = self.client.call(get_course_sharing_info(course_id=self.value))
        self.obstacle = ""
        if self.offers(get_course) and not (self.title and self.sharing.can_be_shared):
            course = self.client.call(get_course(course_id=self.value))
            self.title, self.obstacle = course.title, course.sharing_obstacle or ""
        if self.offers(get_share_settings):
            self._show_settings(self.client.call(get_share_settings(course_id=self.value)))
        self.render()

    def choose(self, course_id: str) -> None:
        """Show another course."""
        if not course_id:
            raise NotSent("Paste a course ID first.")
        self.value, self.sharing, self.title, self.settings = course_id, None, "", None
        self.question.close_question()
        self.refresh()
        self.publication.choose(course_id)

    def set_public(self, is_public: bool, *, confirm_open_places: bool = False) -> None:
        """Make the course public, or private again; asks only whether unfinished lessons may be read as they are."""
        if self.value is None:
            raise NotSent("Select a course first.")
        confirmed = True if confirm_open_places else None
        call = set_course_sharing(course_id=self.value, is_public=is_public, confirm_open_places=confirmed)
        try:
            self.sharing = self.client.call(call)
        except OpenPlaces as found:
            share = partial(self.set_public, True, confirm_open_places=True)
            self.question.ask(unfinished_text([found]), "Share anyway", lambda: self.start(share), is_dangerous=True)
            return
        except OpenAuthorNotes as found:
            raise OpenAuthorNotes(notes_text([found]), code=found.code, http_status=found.http_status) from None
        self.render()
        self.publication.start_next(self.publication.refresh)
        self.notify(
            "Anyone with the link can read it now." if is_public else "The course is private. Its link no longer works."
        )

    def save_settings(self) -> None:
        """Save the entered settings of the link. Raises `NotSent` for invalid ones, and if others changed them."""
        if self.value is None or self.settings is None:
            raise NotSent("Select a course first.")
        wanted = self.form.read_form()
        if not wanted:
            self.notify("No changes to save.")
            return
        base = {field: self.form.before[field] for field in wanted}
        try:
            self._show_settings(self.client.call(share_call(self.value, wanted, base=base)))
        except Conflict:
            self.refresh()
            raise NotSent(
                "Someone else changed this link. You now see its current settings; your changes were not saved."
            ) from None
        self.render()
        self.notify("Link settings saved.")

    def render(self) -> None:
        """Update the display."""
        known = self.sharing
        set_visible(self.settings_part, is_visible=known is not None and self.settings is not None)
        set_visible(self.one, is_visible=self.value is None or known is None)
        is_public = known is not None and known.is_public
        set_visible(self.open_up, is_visible=known is not None and self._can_write and not is_public)
        set_visible(self.close_down, is_visible=is_public and self._can_write)
        set_html(self.facts, "" if known is None else facts(self._facts(known)))
        set_html(self.reach, "" if known is None else self._reach(known))
        set_html(self.code, self._codes(known) if known is not None and is_public else "")
        self.update_controls()

    def why_not(self) -> str:
        """Return why the course cannot be shared, in sentences; empty if it can, or if nothing is known."""
        if self.sharing is None or self.sharing.can_be_shared:
            return ""
        why = display_text(self.obstacle, longest=2000) if self.obstacle else "The service gave no reason."
        return f"It can't be shared yet. {why}"

    def as_text(self) -> str:
        """Return the sharing state in a sentence."""
        if self.sharing is None:
            return "Sharing: no course selected."
        known = self.sharing
        state = "public" if known.is_public else "private"
        return f"Sharing: the course is {state}; its link is {display_text(known.share_url)} ({reach(known)})."

    def as_html(self) -> str:
        """Return the sharing state and the link."""
        return facts(self._facts(self.sharing)) if self.sharing else super().as_html()

    def _show_settings(self, settings: ShareSettings) -> None:
        if settings != self.settings:
            self.settings = settings
            self.form.fill(settings)

    def _is_over(self) -> bool:
        end = self.settings.expires_at if self.settings is not None else None
        return end is not None and end <= datetime.now(UTC)

    def _may_set(self) -> bool:
        return self._can_write and self.settings is not None and self.settings.may_share

    def _codes(self, known: Sharing) -> str:
        origins = self.settings.embed_origins if self.settings is not None else None
        return link_codes(known.share_url, self.title, embed_origins=origins)

    def _facts(self, known: Sharing) -> list[tuple[str, str]]:
        name = [("Course", f"<strong>{escape_html(self.title)}</strong>")] if self.title else []
        shared = tag("Public", "good") if known.is_public else tag("Expired" if self._is_over() else "Private")
        able = "Yes" if known.can_be_shared else "No"
        url = link(known.share_url) if known.is_public else escape_html(known.share_url, longest=2000)
        return [
            *name,
            ("Who has access", f"{shared} {escape_html(reach(known))}"),
            ("Can be shared", able),
            ("Link", url),
        ]

    def _reach(self, known: Sharing) -> str:
        why = self.why_not()
        local = caution("This link only works on this computer. To share it, use a service that others can reach.")
        switch = "" if self._can_write else hint("You can't change sharing here. Use the service's website.")
        return (caution(why) if why else "") + (local if is_here_only(known.share_url) else "") + switch

    def _ask(self, is_public: bool) -> None:
        text, yes = (
            ("Anyone with the link can then view this course without signing in. Make it public?", "Make it public")
            if is_public
            else ("Its link and all embedded copies will stop working immediately. Make it private?", "Make it private")
        )
        self.question.ask(text, yes, lambda: self.start(self.set_public, is_public), is_dangerous=not is_public)


def is_here_only(url: str) -> bool:
    """Return whether a link opens only on this computer."""
    try:
        return is_loopback(urlsplit(url).hostname or "")
    except ValueError:
        return False


def reach(known: Sharing) -> str:
    """Return who can open the link, in words."""
    if not known.is_public:
        return "only members of the organization"
    return "anyone with the link" + (", on this computer only" if is_here_only(known.share_url) else "")


def embed_code(url: str, title: str) -> str:
    """Return HTML that shows the course inside another page; empty for an invalid address."""
    if not is_web(url):
        return ""
    name = escape_html(title or "Course")
    return (
        f'<iframe src="{escape_html(url, longest=2000)}" title="{name}" '
        'width="100%" height="640" loading="lazy"></iframe>'
    )


def qr_code(url: str) -> str:
    """Return the link as a QR code, inline SVG; empty if the address is not a web page or is too long."""
    if not is_web(url) or len(url) > QR_LONGEST:
        return ""
    drawn = segno.make(url, error="m", micro=False).svg_inline(scale=4, border=3, dark="#000", light="#fff")
    return f'<div class="wb-qr" role="img" aria-label="QR code of the link">{drawn}</div>'


def link_codes(url: str, title: str, *, embed_origins: Sequence[str] | None = None) -> str:
    """Copy buttons, QR code and, where pages may embed it, embed code of a public course."""
    embed = embed_code(url, title)
    if not embed:
        return hint("This link isn't a web address, so it has no QR code.")
    if embed_origins is not None and not embed_origins:
        nowhere = hint("Embedding is off, so there is no embed code.")
        return f'<div class="wb-hand-on">{qr_code(url)}<p>{copy_button(url, "Copy link")}</p>{nowhere}</div>'
    where = f" Only pages on {', '.join(embed_origins)} can show it." if embed_origins else ""
    return (
        f'<div class="wb-hand-on">{qr_code(url)}<div class="wb-grow"><p>{copy_button(url, "Copy link")} '
        f"{copy_button(embed, 'Copy embed code')}</p>{hint(f'Use this code to embed the course in a page.{where}')}"
        '<pre class="wb-code" tabindex="0" role="group" aria-label="Embed '
        f'code">{escape_html(embed, longest=3000)}</pre>'
        "</div></div>"
    )

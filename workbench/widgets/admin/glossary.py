"""GlossaryPanel: view, add, change and remove the terms that lessons use or avoid."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import traitlets
from pydantic import ValidationError

from workbench.authoring.language import language_code
from workbench.authoring.style import MAX_NOTE, MAX_TERM, GlossaryEntry
from workbench.authoring.topic import fold_topic
from workbench.client.sync import Client
from workbench.client.thread_pool import TaskPool
from workbench.errors import CallFailed, InputRejected, NotSent
from workbench.procedures.glossary import ListedGlossary, ListedTerm
from workbench.procedures.organization import get_glossary, get_user_data, set_glossary
from workbench.widgets.kit.controls import (
    Question,
    button,
    dropdown,
    hint,
    html,
    row_of_controls,
    set_html,
    set_visible,
)
from workbench.widgets.kit.entry import TextEntry
from workbench.widgets.kit.panel import Panel
from workbench.widgets.kit.rows import Row, Rows
from workbench.wording import count_text

_CONFLICT: Final = 409
_READ_ONLY: Final = frozenset({"analyst", "viewer"})
_NONE: Final = ListedGlossary(terms=[], languages=[])


class GlossaryPanel(Panel):
    """Terms of the organization; `value` is the chosen one, as language and term with a blank between."""

    label = "Glossary"
    shows = frozenset({"glossary"})
    value = traitlets.Unicode(None, allow_none=True)

    def __init__(self, client: Client, *, organization_id: str | None = None, workers: TaskPool | None = None) -> None:
        super().__init__(client, workers=workers)
        self.organization_id, self.glossary = organization_id, _NONE
        self.list = self.control(Rows("Terms", empty="No terms yet."))
        self.language = TextEntry("Language code", hint="e.g. EN or PT-BR")
        self.term = TextEntry("Term", counts=MAX_TERM)
        self.use = dropdown("Lessons", [("use it", "use"), ("avoid it", "avoid")])
        self.instead = TextEntry("Use instead", counts=MAX_TERM)
        self.note = TextEntry("Note for authors", counts=MAX_NOTE)
        self.drafts = {
            f"{name} {organization_id or ''}": getattr(self, name) for name in ("language", "term", "instead", "note")
        }
        self.save_button = self.control(
            button("Save term", lambda: self.start(self.save), style="primary"),
            when=lambda: bool(self.term.value.strip()),
        )
        self.remove_button = self.control(button("Remove…", self._ask), when=lambda: self.value is not None)
        self.question, self.hint = Question(), html()
        self.form = row_of_controls(self.language, self.term, self.use, self.instead, self.note)
        self.buttons = row_of_controls(self.save_button, self.remove_button)
        self.list.observe(lambda change: self._choose(), "chosen")
        self.term.observe(lambda change: self.update_controls(), "value")
        self.use.observe(lambda change: self._render_form(), "value")
        self.follow_changes(
            lambda: [get_glossary(organization_id=organization_id)] if self.glossary is not _NONE else [],
            lambda answer: answer == self.glossary,
        )
        self.show(self.list, self.form, self.buttons, self.question, self.hint)
        self._render_form()

    def refresh(self) -> None:
        """Read the terms, and whether this person may change them."""
        if not self.offers(get_glossary):
            set_html(self.hint, hint("This service has no glossary. Its administrator can install a newer version."))
            for widget in (self.list, self.form, self.buttons):
                set_visible(widget, is_visible=False)
            return
        role = self.client.call(get_user_data(organization_id=self.organization_id)).role
        may_edit = role not in _READ_ONLY
        for widget in (self.form, self.buttons):
            set_visible(widget, is_visible=may_edit)
        why = "New drafts use these terms." if may_edit else "Everyone who can edit lessons can edit terms."
        set_html(self.hint, hint(why))
        self._read()

    def save(self) -> None:
        """Add the typed term, or change the chosen one to it; others' concurrent changes are kept.

        Raises `InputRejected` for an invalid term, and `NotSent` where somebody changed the same one.
        """
        language, entry = self._read_fields()
        chosen = self._selected_term()
        replaced = chosen.term if chosen is not None and chosen.language == language else entry.term
        self._change(language, replaced, entry)
        for text_field in (self.term, self.instead, self.note):
            text_field.clear()
        self.notify(f"“{entry.term}” was added; new drafts in {language} will use it.")

    def remove(self) -> None:
        """Take the chosen term away, without a question."""
        chosen = self._selected_term()
        if chosen is None:
            raise NotSent("Select a term first.")
        self._change(chosen.language, chosen.term, None)
        self.notify(f"“{chosen.term}” was removed from the glossary.")

    def as_text(self) -> str:
        """Return how many terms and languages there are."""
        return (
            f"Glossary: {count_text(len(self.glossary.terms), 'term')} in "
            f"{count_text(len(self.glossary.languages), 'language')}."
        )

    def _read(self) -> None:
        self.glossary = self.client.call(get_glossary(organization_id=self.organization_id))
        self.list.fill([_row(term) for term in self.glossary.terms])
        self._choose()

    def _change(self, language: str, replaced: str, entry: GlossaryEntry | None) -> None:
        """Set the language's terms with another entry for one of them; try again if others changed other terms."""
        terms = {fold_topic(replaced), *([fold_topic(entry.term)] if entry is not None else [])}
        for is_again in (False, True):
            before = self._of(language, terms)
            others = [_entry(term) for term in self.glossary.terms if term.language == language and term not in before]
            version = next(
                (
                    listed_language.version
                    for listed_language in self.glossary.languages
                    if listed_language.language == language
                ),
                0,
            )
            call = set_glossary(
                organization_id=self.organization_id,
                language=language,
                terms=[*others, entry] if entry is not None else others,
                base_version=version,
            )
            try:
                self.client.call(call)
            except CallFailed as refused:
                if refused.http_status != _CONFLICT or is_again:
                    raise
                self._read()
                if self._of(language, terms) != before:
                    message = "Someone else changed this term. Check it in the list, then try again."
                    raise NotSent(message) from None
            else:
                break
        self.list.chosen = []
        self._read()

    def _of(self, language: str, terms: set[str]) -> list[ListedTerm]:
        return [term for term in self.glossary.terms if term.language == language and fold_topic(term.term) in terms]

    def _read_fields(self) -> tuple[str, GlossaryEntry]:
        values = {"term": self.term.value, "use": self.use.value, "note": self.note.value.strip() or None}
        if self.use.value == "avoid":
            values["instead"] = self.instead.value.strip() or None
        try:
            return language_code(self.language.value), GlossaryEntry.model_validate(values)
        except ValidationError as refused:
            first = refused.errors(include_url=False, include_input=False)[0]
            where = f"{first['loc'][0]}: " if first["loc"] else ""
            message = f"{where}{first['msg'].removeprefix('Value error, ')}. Nothing was sent."
            raise InputRejected(message[:1].upper() + message[1:]) from None
        except ValueError:
            raise InputRejected("Enter a language code, such as EN or PT-BR.") from None

    def _selected_term(self) -> ListedTerm | None:
        return next((term for term in self.glossary.terms if _id(term) == self.value), None)

    def _choose(self) -> None:
        chosen: Sequence[str] = self.list.chosen
        self.value = chosen[0] if chosen else None
        self.question.close_question()
        selected = self._selected_term()
        if selected is not None:
            self.language.value, self.term.value = selected.language, selected.term
            self.use.value = selected.use if selected.use in ("use", "avoid") else "use"
            self.instead.value, self.note.value = selected.instead or "", selected.note or ""
        self._render_form()

    def _render_form(self) -> None:
        set_visible(self.instead, is_visible=self.use.value == "avoid")
        self.update_controls()

    def _ask(self) -> None:
        chosen = self._selected_term()
        if chosen is not None:
            text = f"New drafts in {chosen.language} will no longer use “{chosen.term}”. Remove it?"
            self.question.ask(text, "Remove", lambda: self.start(self.remove))


def _id(term: ListedTerm) -> str:
    return f"{term.language} {term.term}"


def _entry(term: ListedTerm) -> GlossaryEntry:
    return GlossaryEntry.model_validate({name: getattr(term, name) for name in GlossaryEntry.model_fields})


def _row(term: ListedTerm) -> Row:
    parts = [f"say “{term.instead}”" if term.instead else "", term.note or ""]
    tag = ("avoid", "warn") if term.use == "avoid" else ("use", "good")
    return Row(_id(term), term.term, " · ".join(part for part in parts if part), (tag, (term.language, "plain")))
